package fuzz

import (
	"fmt"
	rand1 "math/rand"
	"math/rand/v2"
	"strings"
	"sync"

	gofuzz "github.com/google/gofuzz"

	"github.com/npycheck/npycheck/spec"
)

// Gen makes files that are mostly right: arrays, archives and pickles with the structure of the
// real ones and now and then one field that lies. It hides the library that makes the choices, so
// that another can take its place in this file.
type Gen struct {
	pick gofuzz.Continue
}

// chooser is filled by the library only to get hold of what makes its choices.
type chooser struct{}

// continues is what the library makes choices with, once for all: making a Fuzzer seeds a generator of 607
// words, which takes longer than most files do.
var continues = sync.OnceValue(func() (pick gofuzz.Continue) {
	gofuzz.New().Funcs(func(_ *chooser, c gofuzz.Continue) { pick = c }).Fuzz(new(chooser))
	return pick
})

// NewGen returns a generator whose choices are the bytes of data, as far as they go. Equal data
// make equal files.
func NewGen(data []byte) *Gen { return newGen(newSource(data)) }

// Numbered returns the generator of the file with that number in the row of a seed. Equal seeds and numbers
// make equal files, in every release with the same golden hash (gen_golden_test.go).
func Numbered(seed, number uint64) *Gen {
	return newGen(&source{more: rand.NewPCG(seed, number)})
}

func newGen(from *source) *Gen {
	g := &Gen{pick: continues()}
	g.pick.Rand = rand1.New(from)
	return g
}

func (g *Gen) n(limit int) int { return g.pick.Intn(limit) }

// one reports true once in n times.
func (g *Gen) one(n int) bool { return g.n(n) == 0 }

func pickOf[T any](g *Gen, from ...T) T { return from[g.n(len(from))] }

// Dtype returns a dtype of at most the given depth.
func (g *Gen) Dtype(depth int) spec.DType {
	if depth > 0 && g.one(3) {
		fields := make([]spec.Field, 1+g.n(4))
		for i := range fields {
			f := &fields[i]
			f.Type = g.Dtype(depth - 1)
			f.Name = fmt.Sprintf("%s%d", pickOf(g, "a", "é", "日本", "it's", "x y", "\\"), i)
			switch {
			case g.one(5):
				f.Titled, f.Title = true, fmt.Sprintf("title %d", i)
			case g.one(5):
				f.Name, f.Padding = "", true
				f.Type, _ = spec.Scalar('V', '|', int64(1+g.n(7)))
			case g.one(4) && f.Type.Itemsize > 0:
				if t, err := spec.Subarray(f.Type, []int64{int64(1 + g.n(3)), int64(1 + g.n(2))}); err == nil {
					f.Type = t
				}
			}
		}
		if t, err := spec.Struct(fields); err == nil {
			return t
		}
	}
	code := pickOf(g, "|b1", "|i1", "|u1", "<i2", ">i4", "<i8", "<u2", ">u8", "<f2", "<f4", ">f8", "<c8", "<c16",
		"<M8[D]", "<m8[25us]", "|S5", "<U3", ">U2", "|V3")
	t, _ := spec.ParseCode(code)
	return t
}

// Npy returns a .npy file with a canonical header and, one time in four, a fault.
func (g *Gen) Npy() []byte {
	h := spec.Header{DType: g.Dtype(2), FortranOrder: g.one(3)}
	count := int64(1)
	for range g.n(4) {
		d := int64(g.n(4))
		h.Shape = append(h.Shape, d)
		count *= d
	}
	version, era := pickOf(g, spec.Version{}, spec.Version{}, spec.Version2, spec.Version3), pickOf(g, spec.EraGrowth, spec.Era64)
	file, err := h.Append(nil, version, era)
	if err != nil { // version 2.0 can't hold every name
		file, _ = h.Append(nil, spec.Version3, era)
	}
	file = append(file, make([]byte, count*h.DType.Itemsize)...)
	if g.one(4) {
		file = g.spoil(file)
	}
	return file
}

// spoil changes a file in one place that matters.
func (g *Gen) spoil(file []byte) []byte {
	if len(file) == 0 {
		return file
	}
	at := g.n(len(file))
	switch g.n(7) {
	case 0:
		return file[:at]
	case 1:
		return append(file, byte(g.n(256)))
	case 2:
		file[at] = byte(g.n(256))
	case 3:
		file[at] ^= 1 << g.n(8)
	case 4:
		file[min(8+g.n(2), len(file)-1)] = byte(g.n(256))
	case 5:
		old := pickOf(g, "'", ", ", ": ", "(", "False", "<", "|", "descr", "  ")
		repl := pickOf(g, "\"", ",", ":", "((", "false", ">", "=", "Descr", "\t\t", "L", "0x1", "-", "")
		return []byte(strings.Replace(string(file), old, repl, 1))
	case 6:
		copy(file[at:], file[g.n(len(file)):])
	}
	return file
}
