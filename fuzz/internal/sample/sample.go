// Package sample has the types of generated files.
package sample

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// File is a file that the generator made, with what a correct reader gets from it. None of that was
// read from the content.
type File struct {
	Content []byte
	Format  validator.Format // Npy or Npz: what it is, or would be without its faults

	Array   *Array   // of an .npy file; nil if that isn't defined, or if it has Python objects
	Members []Member // of an archive, in the order of its central directory; nil if that isn't defined
}

// Array is an array as it should be read.
type Array struct {
	DType        spec.DType // as the header has it, byte order included
	FortranOrder bool
	Shape        []int64
	Data         []byte // the elements in C order, little-endian, with zeros for padding
}

// Member is a member of an archive.
type Member struct {
	Name  string
	Array *Array // nil for one that is not an array, or has Python objects
}
