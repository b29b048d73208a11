// Package libfuzzer has properties.Targets in the form that OSS-Fuzz and ClusterFuzzLite compile for libFuzzer: functions
// that take raw bytes and panic if a property doesn't hold. The names are those of the native targets in
// fuzz/targets_test.go, which only go test can call.
package libfuzzer

import "github.com/npycheck/npycheck/internal/fuzz/properties"

// run checks raw, and returns what go-fuzz calls an input without anything special.
func run(target string, raw []byte) int {
	c := properties.Checker{Sample: true}
	if err := properties.Targets[target](&c, raw); err != nil {
		panic(err)
	}
	return 0
}

func FuzzPrefix(raw []byte) int           { return run("Prefix", raw) }
func FuzzHeader(raw []byte) int           { return run("Header", raw) }
func FuzzLiteral(raw []byte) int          { return run("Literal", raw) }
func FuzzKeys(raw []byte) int             { return run("Keys", raw) }
func FuzzDescr(raw []byte) int            { return run("Descr", raw) }
func FuzzShape(raw []byte) int            { return run("Shape", raw) }
func FuzzOrder(raw []byte) int            { return run("Order", raw) }
func FuzzData(raw []byte) int             { return run("Data", raw) }
func FuzzPickle(raw []byte) int           { return run("Pickle", raw) }
func FuzzZip(raw []byte) int              { return run("Zip", raw) }
func FuzzNpz(raw []byte) int              { return run("Npz", raw) }
func FuzzNpy(raw []byte) int              { return run("Npy", raw) }
func FuzzDeflate(raw []byte) int          { return run("Deflate", raw) }
func FuzzNpyStructured(raw []byte) int    { return run("NpyStructured", raw) }
func FuzzNpzStructured(raw []byte) int    { return run("NpzStructured", raw) }
func FuzzPickleStructured(raw []byte) int { return run("PickleStructured", raw) }
