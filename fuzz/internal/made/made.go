// Package made has the types of what the generator makes.
package made

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// File is a file that the generator made, with what a reader gets that reads it right. Nothing of that was
// read from the content.
type File struct {
	Content []byte
	Format  validator.Format // Npy or Npz: what it is, or would be without its faults

	Array   *Array   // of an .npy file; nil if nobody can say, or if it holds Python objects
	Members []Member // of an archive, in the order of its central directory; nil if nobody can say
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
	Array *Array // nil for one that is not an array, or holds Python objects
}
