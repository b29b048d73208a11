// Package choice makes the choices of the generator, by seed or from the bytes of a fuzz engine. It hides the library
// that draws them.
package choice

import (
	rand1 "math/rand"
	"math/rand/v2"
	"sync"

	gofuzz "github.com/google/gofuzz"
)

// Chooser makes choices. It hides the library that draws them, so that another can replace it in
// this file. A Chooser must not be used by several goroutines at once.
type Chooser struct {
	pick gofuzz.Continue
	from *source
}

// handle exists so that the library fills it, which gives access to the source of its choices.
type handle struct{}

// continues is shared by all choosers: making one of the library's Fuzzers seeds a generator of 607
// words, which takes longer than most files do.
var continues = sync.OnceValue(func() (pick gofuzz.Continue) {
	gofuzz.New().Funcs(func(_ *handle, c gofuzz.Continue) { pick = c }).Fuzz(new(handle))
	return pick
})

// New returns a chooser whose choices are the bytes of data, as far as they go. Equal data gives equal choices.
func New(data []byte) *Chooser { return newChooser(newSource(data)) }

// Numbered returns the chooser of the file with that number in a seed's sequence. Equal seeds and numbers give equal
// choices.
func Numbered(seed, number uint64) *Chooser {
	return newChooser(&source{more: rand.NewPCG(seed, number)})
}

func newChooser(from *source) *Chooser {
	c := &Chooser{from: from, pick: continues()}
	c.pick.Rand = rand1.New(from)
	return c
}

// N returns a number from 0 up to, but not including, the limit.
func (c *Chooser) N(limit int) int { return c.pick.Intn(limit) }

// One reports true once in n times.
func (c *Chooser) One(n int) bool { return c.N(n) == 0 }

// Word returns any word.
func (c *Chooser) Word() uint64 { return c.from.Uint64() }

// Of returns one of the values.
func Of[T any](c *Chooser, from ...T) T { return from[c.N(len(from))] }

// Bytes returns random bytes.
func (c *Chooser) Bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(c.N(256))
	}
	return b
}
