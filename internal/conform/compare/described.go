package compare

import (
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Endless reports whether an array has more elements without bytes than anybody needs to visit.
func Endless(a *validator.Array) bool {
	if a.DType.Itemsize > 0 || slices.Contains(a.Shape, 0) {
		return false
	}
	count := int64(1)
	for _, d := range a.Shape {
		if d > maxElements/count {
			return true
		}
		count *= d
	}
	return false
}

// FromReport returns the array of a file, or that of a member of an archive, as the manifest has it, without its
// values. It is nil if that can't be determined, and for an array of Python objects.
func FromReport(file []byte, report *validator.Report, member int) *corpus.Array {
	array := report.Array
	if member >= 0 {
		array = report.Members[member].Array
	}
	if array == nil || array.DType.HasObject() {
		return nil
	}
	e, err := decodeReported(file, report, member)
	if err != nil {
		return nil
	}
	return Described(e.DType, e.Shape, e.Fortran, e.Data)
}

// Described returns an array as the manifest of the corpus has it, without its values. Its data is the elements in C
// order, little-endian and with zeros for padding, whatever the byte order of the dtype.
func Described(dtype spec.DType, shape []int64, fortran bool, data []byte) *corpus.Array {
	return &corpus.Array{
		DType:        Normal(dtype).Descr(),
		Shape:        append([]int64{}, shape...), // nil would be null in JSON
		FortranOrder: fortran,
		SHA256:       SHA256(data),
	}
}
