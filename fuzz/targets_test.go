package fuzz_test

import (
	"bytes"
	"compress/flate"
	"flag"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/properties"
	"github.com/npycheck/npycheck/spec"
)

// target is a native target that takes raw bytes.
type target struct {
	seeds func(testing.TB) [][]byte
	check func(c *properties.Checker, raw []byte) error
}

// fuzz runs the target.
func (x target) fuzz(f *testing.F) {
	for _, seed := range x.seeds(f) {
		f.Add(seed)
	}
	c := properties.Checker{Sample: fuzzing()}
	collectLess(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := x.check(&c, raw); err != nil {
			t.Error(err)
		}
	})
}

// collectLess collects garbage less often until the end of a test: nearly all there is is garbage.
func collectLess(tb testing.TB) {
	before := debug.SetGCPercent(800)
	tb.Cleanup(func() { debug.SetGCPercent(before) })
}

// fuzzing reports whether an engine makes inputs. Seeds, and what it found, are checked for every property.
func fuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

// every checks what holds for every file.
func every(c *properties.Checker, raw []byte) error {
	_, err := c.Every(raw)
	return err
}

// targets are those of each area, and then those of whole files, of compressed bytes and of the choices of the
// generator.
var targets = map[string]target{
	"Prefix": {
		func(tb testing.TB) [][]byte { return files(tb, "prefix") },
		(*properties.Checker).Prefix,
	},
	"Header": {
		func(tb testing.TB) [][]byte { return texts(tb, "header") },
		(*properties.Checker).Header,
	},
	"Literal": {
		func(tb testing.TB) [][]byte { return texts(tb, "literal") },
		(*properties.Checker).Literal,
	},
	"Keys": {
		func(tb testing.TB) [][]byte {
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
		(*properties.Checker).Keys,
	},
	"Descr": {
		func(tb testing.TB) [][]byte { return values(tb, "descr", "descr") },
		(*properties.Checker).Descr,
	},
	"Shape": {
		func(tb testing.TB) [][]byte { return values(tb, "shape", "shape", "literal") },
		(*properties.Checker).Shape,
	},
	"Order": {
		func(tb testing.TB) [][]byte { return values(tb, "order", "order", "literal") },
		(*properties.Checker).Order,
	},
	"Data": {
		func(tb testing.TB) [][]byte {
			var seeds [][]byte
			for i, b := range files(tb, "data") {
				if _, data, ok := split(b); ok {
					seeds = append(seeds, append([]byte{byte(i)}, data...))
				}
			}
			return seeds
		},
		func(c *properties.Checker, raw []byte) error {
			if len(raw) == 0 {
				return nil
			}
			return c.Data(raw[0], raw[1:])
		},
	},
	"Pickle": {
		func(tb testing.TB) [][]byte {
			var seeds [][]byte
			for _, b := range files(tb, "pickle") {
				if _, data, ok := split(b); ok {
					seeds = append(seeds, data)
				}
			}
			return seeds
		},
		(*properties.Checker).Pickle,
	},
	"Zip": {
		func(tb testing.TB) [][]byte { return files(tb, "zip", "npz") },
		every,
	},
	"Npz": {
		func(tb testing.TB) [][]byte { return files(tb, "data", "header", "npz") },
		(*properties.Checker).Member,
	},
	"Npy": {
		func(tb testing.TB) [][]byte { return files(tb, spec.Areas()...) },
		every,
	},
	"Deflate": {
		func(testing.TB) [][]byte {
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
		func(c *properties.Checker, raw []byte) error {
			if len(raw) == 0 {
				return nil
			}
			return c.Deflated(raw[1:], int8(raw[0]))
		},
	},
	"NpyStructured":    structured("prefix", "header", "literal", "keys", "descr", "shape", "order", "data"),
	"NpzStructured":    structured("zip", "npz"),
	"PickleStructured": structured("pickle"),
}

// structured is the target that takes the choices of the generator, for files that are unusual in one of the areas. Its
// first two bytes choose the area and what is made: a file that conforms, one with one fault, one that is changed, or
// one that may have any fault.
func structured(areas ...string) target {
	var rules []spec.ID
	for _, rule := range fuzz.Plantable() {
		if slices.Contains(areas, rule.Rule().Area()) {
			rules = append(rules, rule)
		}
	}
	seeds := func(testing.TB) [][]byte {
		var seeds [][]byte
		for i := range max(64, 4*len(rules)) {
			seeds = append(seeds, []byte{byte(i), byte(i), byte(i / 4), byte(7 * i), byte(31 * i)})
		}
		return seeds
	}
	return target{seeds, func(c *properties.Checker, raw []byte) error {
		if len(raw) < 3 {
			return nil
		}
		area, g := areas[int(raw[0])%len(areas)], fuzz.NewGen(raw[3:])
		switch raw[1] % 4 {
		case 0:
			f := g.Valid(area)
			if _, err := c.Valid(&f); err != nil {
				return err
			}
			if err := c.Decoded(&f); err != nil {
				return err
			}
			return every(c, f.Content)
		case 1:
			if faulty, twin, ok := g.Fault(rules[int(raw[2])%len(rules)]); ok {
				_, err := c.Fault(rules[int(raw[2])%len(rules)], &faulty, &twin)
				return err
			}
			return nil
		case 2:
			f := g.Valid(area)
			return every(c, g.Mutate(area, f.Format, f.Content, nil))
		}
		return every(c, g.Anything(area).Content)
	}}
}

// deflated returns a compressed copy of text.
func deflated(text string, level int) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, level)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

func FuzzPrefix(f *testing.F)  { targets["Prefix"].fuzz(f) }
func FuzzHeader(f *testing.F)  { targets["Header"].fuzz(f) }
func FuzzLiteral(f *testing.F) { targets["Literal"].fuzz(f) }
func FuzzKeys(f *testing.F)    { targets["Keys"].fuzz(f) }
func FuzzDescr(f *testing.F)   { targets["Descr"].fuzz(f) }
func FuzzShape(f *testing.F)   { targets["Shape"].fuzz(f) }
func FuzzOrder(f *testing.F)   { targets["Order"].fuzz(f) }
func FuzzData(f *testing.F)    { targets["Data"].fuzz(f) }
func FuzzPickle(f *testing.F)  { targets["Pickle"].fuzz(f) }
func FuzzZip(f *testing.F)     { targets["Zip"].fuzz(f) }
func FuzzNpz(f *testing.F)     { targets["Npz"].fuzz(f) }
func FuzzNpy(f *testing.F)     { targets["Npy"].fuzz(f) }
func FuzzDeflate(f *testing.F) { targets["Deflate"].fuzz(f) }

func FuzzNpyStructured(f *testing.F)    { targets["NpyStructured"].fuzz(f) }
func FuzzNpzStructured(f *testing.F)    { targets["NpzStructured"].fuzz(f) }
func FuzzPickleStructured(f *testing.F) { targets["PickleStructured"].fuzz(f) }

// BenchmarkTargets runs each target on its seeds.
func BenchmarkTargets(b *testing.B) {
	for name, x := range targets {
		b.Run(name, func(b *testing.B) {
			seeds := x.seeds(b)
			c := properties.Checker{Sample: true} // as an engine runs it
			collectLess(b)
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
