package validator

import (
	"github.com/npycheck/npycheck/spec"
)

// Array is what the header of a file says of its array.
type Array struct {
	Version      spec.Version
	DType        spec.DType
	Shape        []int64
	FortranOrder bool
	DataOffset   int64 // where the data begins: bytes from the start of the file or of the member
	DataBytes    int64 // what the header promises: element count × itemsize; for objects, what is there
}

// Member is a member of an .npz file.
type Member struct {
	Name   string // as the directory has it, decoded
	Key    string // under which NumPy offers the array: the name without .npy
	Array  *Array // nil if the member holds none that can be understood, or none that the report has room for
	Offset int64  // where the data begins in the archive, -1 if that isn't known
	Size   int64  // bytes of the content, decompressed, as the directory says
	Packed int64  // bytes of the data in the archive, compressed; no more than there is room for
	Method uint16 // of compression: 0 for stored, 8 for deflate
	Stored bool   // the data is not compressed
	Hidden bool   // the directory doesn't list it: only a reader of streams finds it (clause npz-1.5)

	flags uint16 // general purpose flags, of which a decompressor may need to know
}

// Base says what an offset counts from.
type Base uint8

// The bases. In an archive, findings of the areas zip and npz are in the file, and all others in the content of a
// member, as if that was a file of its own.
const (
	BaseFile    Base = iota // the start of the file
	BaseContent             // the start of the content of a member, inflated
)

// NoMember is the index of no member: of an array, and of an archive as a whole.
const NoMember = -1
