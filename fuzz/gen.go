package fuzz

import (
	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/mutate"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

type (
	// File is a file that the generator made, with what a correct reader gets from it: its Content, its Format,
	// and its Array or, in an archive, its Members. None of that was read from the content. If the clauses don't say
	// what a reader gets, Array and Members are nil.
	File = sample.File

	// Array is an array as it should be read: DType, FortranOrder, Shape, and as Data the elements in C order,
	// little-endian, with zeros for padding.
	Array = sample.Array

	// Member is a member of an archive: its Name, and its Array, which is nil for one that holds Python objects or
	// is not an array.
	Member = sample.Member
)

// Gen makes files. A Gen must not be used by several goroutines at once.
type Gen struct{ choices *choice.Chooser }

// NewGen returns a generator whose choices are the bytes of data, as far as they go. Equal data
// gives equal files.
func NewGen(data []byte) *Gen { return &Gen{choice.New(data)} }

// Numbered returns the generator of a file by its seed and number. Equal ones give equal files, in every release
// with the same golden hash (golden_test.go).
func Numbered(seed, number uint64) *Gen { return &Gen{choice.Numbered(seed, number)} }

// Valid returns a file that conforms and that every reader has to accept, and is unusual in the area, or in
// any area for "". Above a note it has only what real writers write and readers have to accept: data
// aligned to 16 bytes, and keys in another order.
func (g *Gen) Valid(area string) File {
	switch area {
	case "pickle":
		return pickle.Valid(g.choices)
	case "zip", "npz":
		return archive.Valid(g.choices, area)
	}
	return npy.New(g.choices, npy.Wish{Area: area}).File()
}

// Fault returns a file that breaks exactly the rule, and its twin, the same file without the fault; all else that the
// faulty file has is notes that its twin has too. The faulty file has an array if readers may accept it and all that
// do get the same. It returns false for a rule that no fault is known for.
func (g *Gen) Fault(rule spec.ID) (faulty, twin File, ok bool) { return plant.Fault(g.choices, rule) }

// Mutate returns a mutation of a file in an area, or in any if that is "", with parts of another file, which may be
// nil. It differs from the file. Lengths and checksums that a change invalidates are mostly corrected.
func (g *Gen) Mutate(area string, format validator.Format, content, other []byte) []byte {
	return mutate.Mutate(g.choices, area, format, content, other)
}
