package validator

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/pickle"
)

// Array describes an array as its file's header does.
type Array struct {
	Version      spec.Version
	DType        spec.DType
	Shape        []int64
	FortranOrder bool
	DataOffset   int64 // where the data begins: bytes from the start of the file or of the member
	DataBytes    int64 // by the header: element count × itemsize; for objects, the bytes present

	loading *loading // nil if NumPy loads it like most
}

// loading is what a walk through an array learns of how it is loaded, besides its faults.
type loading struct {
	characters int           // of the header, if they are more than NumPy reads by default
	view       string        // see Load.View
	raw        bool          // NumPy returns raw bytes, but they were probably of another type
	arrays     int           // that follow each other, this one included; 0 for one
	pickle     *pickle.Needs // of objects; nil if their pickle was not walked
}

// Member is a member of an .npz file.
type Member struct {
	Name   string // as in the directory, decoded
	Key    string // under which NumPy offers the array: the name without .npy
	Array  *Array // nil if the member has no array that can be understood, or the report no room for it
	Offset int64  // where the data begins in the archive, -1 if that isn't known
	Size   int64  // bytes of the content, decompressed, as the directory says
	Packed int64  // bytes of the data in the archive, compressed; no more than there is room for
	CRC    uint32 // checksum of the content, as the directory says (clause npz-3.1)
	Method uint16 // of compression: 0 for stored, 8 for deflate
	Stored bool   // the data is not compressed
	Hidden bool   // the directory doesn't list it: only a streaming reader finds it (clause npz-1.5)

	flags uint16 // general purpose flags, of which a decompressor may need to know
}

// Base says what an offset counts from.
type Base uint8

// The bases. In an archive, offsets of findings in the areas zip and npz count from the start of the file, all others
// from the start of a member's content, as if that were a file of its own.
const (
	BaseFile    Base = iota // the start of the file
	BaseContent             // the start of a member's inflated content
)

// NoMember is the member index of findings that are about an array's file or an archive as a whole.
const NoMember = -1
