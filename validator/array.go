package validator

import (
	"bytes"
	"encoding/json"

	"github.com/npycheck/npycheck/spec"
)

// Array is what the header of a file says of its array.
type Array struct {
	Version      spec.Version
	DType        spec.DType
	Shape        []int64
	FortranOrder bool
	DataOffset   int64 // where the data begin: bytes from the start of the file or of the member
	DataBytes    int64 // what the header promises: element count × itemsize; for objects, what is there
}

// MarshalJSON writes the array as reports and the corpus spell it.
func (a *Array) MarshalJSON() ([]byte, error) {
	shape := a.Shape
	if shape == nil {
		shape = []int64{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // "<f8" is to stay readable
	err := e.Encode(struct {
		Version      string  `json:"version"`
		DType        string  `json:"dtype"`
		Itemsize     int64   `json:"itemsize"`
		Shape        []int64 `json:"shape"`
		FortranOrder bool    `json:"fortran_order"`
		DataOffset   int64   `json:"data_offset"`
		DataBytes    int64   `json:"data_bytes"`
	}{Version: a.Version.String(), DType: a.DType.Descr(), Itemsize: a.DType.Itemsize, Shape: shape, FortranOrder: a.FortranOrder, DataOffset: a.DataOffset, DataBytes: a.DataBytes})
	return b.Bytes(), err
}

// Member is a member of an .npz file.
type Member struct {
	Name   string // as the directory has it, decoded
	Key    string // under which NumPy offers the array: the name without .npy
	Array  *Array // nil if the member holds none that can be understood, or none that the report has room for
	Offset int64  // where the data begin in the archive, -1 if that isn't known
	Size   int64  // bytes of the content, decompressed, as the directory says
	Packed int64  // bytes of the data in the archive, compressed; no more than there is room for
	Method uint16 // of compression: 0 for stored, 8 for deflate
	Stored bool   // the data are not compressed
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
