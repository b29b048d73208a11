package fuzz_test

import (
	"bytes"
	"compress/flate"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/fuzz/internal/properties"
	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
)

// target is a native target that takes raw bytes.
type target struct {
	seeds func(testing.TB) [][]byte
	check func(c *properties.Checker, raw []byte) error
}

// fuzz runs the target.
func (x target) fuzz(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, seed := range x.seeds(f) {
		f.Add(seed)
	}
	c := properties.Checker{Sample: fuzzing()}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := x.check(&c, raw); err != nil {
			t.Error(err)
		}
	})
}

// fuzzing reports whether inputs are made. Otherwise seeds and what an engine found are checked for every property.
func fuzzing() bool { return seeded.On() || flag.Lookup("test.fuzz").Value.String() != "" }

// seeds are those of each of properties.Targets.
var seeds = map[string]func(testing.TB) [][]byte{
	"Prefix":  func(tb testing.TB) [][]byte { return files(tb, "prefix") },
	"Header":  func(tb testing.TB) [][]byte { return texts(tb, "header") },
	"Literal": func(tb testing.TB) [][]byte { return texts(tb, "literal") },
	"Keys": func(tb testing.TB) [][]byte {
		var seeds [][]byte
		for _, text := range texts(tb, "keys", "descr", "shape", "order") {
			var lines [][]byte
			for _, key := range []string{"descr", "order", "shape"} {
				if m := value[key].FindSubmatch(text); m != nil {
					lines = append(lines, m[1])
				}
			}
			seeds = append(seeds, bytes.Join(lines, []byte("\n")))
		}
		return seeds
	},
	"Descr": func(tb testing.TB) [][]byte { return values(tb, "descr", "descr") },
	"Shape": func(tb testing.TB) [][]byte { return values(tb, "shape", "shape", "literal") },
	"Order": func(tb testing.TB) [][]byte { return values(tb, "order", "order", "literal") },
	"Data": func(tb testing.TB) [][]byte {
		var seeds [][]byte
		for i, b := range files(tb, "data") {
			if _, data, ok := split(b); ok {
				seeds = append(seeds, append([]byte{byte(i)}, data...))
			}
		}
		return seeds
	},
	"Pickle": func(tb testing.TB) [][]byte {
		var seeds [][]byte
		for _, b := range files(tb, "pickle") {
			if _, data, ok := split(b); ok {
				seeds = append(seeds, data)
			}
		}
		return seeds
	},
	"Zip": func(tb testing.TB) [][]byte { return files(tb, "zip", "npz") },
	"Npz": func(tb testing.TB) [][]byte { return files(tb, "data", "header", "npz") },
	"Npy": func(tb testing.TB) [][]byte { return files(tb, spec.Areas()...) },
	"Deflate": func(testing.TB) [][]byte {
		seeds := [][]byte{[]byte("\x00\x00\x00\x00\xff\xff\x01\x00\x00\xff\xff")} // two empty blocks
		for _, text := range []string{"", "a", "npy", strings.Repeat("NUMPY", 1000)} {
			for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestCompression} {
				b := deflated(text, level)
				for _, lie := range []byte{0, 0xFF, 1} {
					seeds = append(seeds, append([]byte{lie}, b...))
				}
				seeds = append(seeds, append([]byte{0}, b[:len(b)-1]...), append(append([]byte{0}, b...), "more"...), append(append([]byte{0}, b...), b...))
			}
		}
		return seeds
	},
	"NpyStructured":    choices("prefix", "header", "literal", "keys", "descr", "shape", "order", "data"),
	"NpzStructured":    choices("zip", "npz"),
	"PickleStructured": choices("pickle"),
}

// choices returns seeds of a structured target: each of the rules of the areas in each mode, or more.
func choices(areas ...string) func(testing.TB) [][]byte {
	rules := 0
	for _, rule := range plant.Plantable() {
		if slices.Contains(areas, rule.Rule().Area()) {
			rules++
		}
	}
	return func(testing.TB) [][]byte {
		var seeds [][]byte
		for i := range max(64, 4*rules) {
			seeds = append(seeds, []byte{byte(i), byte(i), byte(i / 4), byte(7 * i), byte(31 * i)})
		}
		return seeds
	}
}

// targetOf returns the target with a name.
func targetOf(name string) target { return target{seeds[name], properties.Targets[name]} }

// deflated returns a compressed copy of text.
func deflated(text string, level int) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, level)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

func FuzzPrefix(f *testing.F)  { targetOf("Prefix").fuzz(f) }
func FuzzHeader(f *testing.F)  { targetOf("Header").fuzz(f) }
func FuzzLiteral(f *testing.F) { targetOf("Literal").fuzz(f) }
func FuzzKeys(f *testing.F)    { targetOf("Keys").fuzz(f) }
func FuzzDescr(f *testing.F)   { targetOf("Descr").fuzz(f) }
func FuzzShape(f *testing.F)   { targetOf("Shape").fuzz(f) }
func FuzzOrder(f *testing.F)   { targetOf("Order").fuzz(f) }
func FuzzData(f *testing.F)    { targetOf("Data").fuzz(f) }
func FuzzPickle(f *testing.F)  { targetOf("Pickle").fuzz(f) }
func FuzzZip(f *testing.F)     { targetOf("Zip").fuzz(f) }
func FuzzNpz(f *testing.F)     { targetOf("Npz").fuzz(f) }
func FuzzNpy(f *testing.F)     { targetOf("Npy").fuzz(f) }
func FuzzDeflate(f *testing.F) { targetOf("Deflate").fuzz(f) }

func FuzzNpyStructured(f *testing.F)    { targetOf("NpyStructured").fuzz(f) }
func FuzzNpzStructured(f *testing.F)    { targetOf("NpzStructured").fuzz(f) }
func FuzzPickleStructured(f *testing.F) { targetOf("PickleStructured").fuzz(f) }

// BenchmarkTargets runs each target on its seeds.
func BenchmarkTargets(b *testing.B) {
	for name := range seeds {
		b.Run(name, func(b *testing.B) {
			x := targetOf(name)
			seeds := x.seeds(b)
			c := properties.Checker{Sample: true} // as an engine runs it
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				if err := x.check(&c, seeds[i%len(seeds)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
