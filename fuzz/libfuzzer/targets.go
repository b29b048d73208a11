// Package libfuzzer has the targets of package fuzz in the form that OSS-Fuzz and ClusterFuzzLite compile for
// libFuzzer: functions that take raw bytes and panic if a property doesn't hold. The names are those of the native
// targets in fuzz/targets_test.go, which only go test can call.
package libfuzzer

import (
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/properties"
)

type checker = properties.Checker

// run checks raw, and returns what go-fuzz calls an input without anything special.
func run(check func(*checker, []byte) error, raw []byte) int {
	c := checker{Sample: true}
	if err := check(&c, raw); err != nil {
		panic(err)
	}
	return 0
}

// every checks what holds for every file.
func every(c *checker, file []byte) error {
	_, err := c.Every(file)
	return err
}

func FuzzPrefix(raw []byte) int  { return run((*checker).Prefix, raw) }
func FuzzHeader(raw []byte) int  { return run((*checker).Header, raw) }
func FuzzLiteral(raw []byte) int { return run((*checker).Literal, raw) }
func FuzzKeys(raw []byte) int    { return run((*checker).Keys, raw) }
func FuzzDescr(raw []byte) int   { return run((*checker).Descr, raw) }
func FuzzShape(raw []byte) int   { return run((*checker).Shape, raw) }
func FuzzOrder(raw []byte) int   { return run((*checker).Order, raw) }
func FuzzPickle(raw []byte) int  { return run((*checker).Pickle, raw) }
func FuzzZip(raw []byte) int     { return run(every, raw) }
func FuzzNpz(raw []byte) int     { return run((*checker).Member, raw) }
func FuzzNpy(raw []byte) int     { return run(every, raw) }

func FuzzData(raw []byte) int {
	if len(raw) == 0 {
		return 0
	}
	return run(func(c *checker, data []byte) error { return c.Data(raw[0], data) }, raw[1:])
}

func FuzzDeflate(raw []byte) int {
	if len(raw) == 0 {
		return 0
	}
	return run(func(c *checker, stream []byte) error { return c.Deflated(stream, int8(raw[0])) }, raw[1:])
}

// The structured targets take the choices of the generator, after two bytes that choose the area and whether
// the file conforms or has any faults. Planted faults are left to go test.

func FuzzNpyStructured(raw []byte) int {
	return structured(raw, "prefix", "header", "literal", "keys", "descr", "shape", "order", "data")
}
func FuzzNpzStructured(raw []byte) int    { return structured(raw, "zip", "npz") }
func FuzzPickleStructured(raw []byte) int { return structured(raw, "pickle") }

func structured(raw []byte, areas ...string) int {
	if len(raw) < 2 {
		return 0
	}
	area, g := areas[int(raw[0])%len(areas)], fuzz.NewGen(raw[2:])
	if raw[1]%2 == 1 {
		return run(every, g.Anything(area).Content)
	}
	f := g.Valid(area)
	return run(func(c *checker, file []byte) error {
		if _, err := c.Valid(&f); err != nil {
			return err
		}
		return every(c, file)
	}, f.Content)
}
