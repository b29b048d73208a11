package fuzz

import (
	rand1 "math/rand"
	"math/rand/v2"
	"strings"
	"sync"

	gofuzz "github.com/google/gofuzz"
)

// Gen makes files. It hides the library that makes the choices, so that another can take its place in
// this file. A Gen must not be used by several goroutines at once.
type Gen struct {
	pick  gofuzz.Continue
	from  *source
	draft draft // its memory is used again
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
	g := &Gen{from: from, pick: continues()}
	g.pick.Rand = rand1.New(from)
	return g
}

// Restart turns the generator into the one that Numbered returns, for a fraction of the time.
func (g *Gen) Restart(seed, number uint64) {
	g.from.data = nil
	g.from.more.Seed(seed, number)
}

// Valid returns a file that conforms and that every reader has to accept, and is unusual in the area, or in
// whatever comes up for "". Above a note it has only what real writers write and readers have to accept: data
// aligned to 16 bytes, and keys in another order.
func (g *Gen) Valid(area string) File {
	switch area {
	case "pickle":
		return g.validObject()
	case "zip", "npz":
		return g.validArchive(area)
	}
	return newDraft(g, wish{area: area}).file()
}

func (g *Gen) n(limit int) int { return g.pick.Intn(limit) }

// one reports true once in n times.
func (g *Gen) one(n int) bool { return g.n(n) == 0 }

func (g *Gen) word() uint64 { return g.from.Uint64() }

func pickOf[T any](g *Gen, from ...T) T { return from[g.n(len(from))] }

// Npy returns a conforming .npy file and, one time in four, one with a fault somewhere.
func (g *Gen) Npy() []byte {
	file := g.Valid("").Content
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
