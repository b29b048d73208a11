package validator

import (
	"github.com/npycheck/npycheck/spec"
)

// array is what the header says, as far as it is known.
type array struct {
	dtype    spec.DType
	shape    []int64
	fortran  bool
	known    bool  // all of the above, and bytes
	disputed bool  // two keys differ in what the data are
	objects  bool  // the data are a pickle
	bytes    int64 // element count × itemsize
	layout   layout
}

// export returns the array for the report, or nil if the header can't be understood.
func (a *array) export() *Array {
	if !a.known {
		return nil
	}
	shape := a.shape
	if cap(shape) <= maxPooled {
		shape = append([]int64{}, shape...)
	}
	return &Array{
		Version:      a.layout.version,
		DType:        a.dtype,
		Shape:        shape,
		FortranOrder: a.fortran,
		DataOffset:   a.layout.total(),
		DataBytes:    a.bytes,
	}
}
