package shrink

import (
	"bytes"
	"context"
	"math"
	"strconv"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// array is the array of a file whose header can be understood.
type array struct {
	dtype   spec.DType
	fortran bool
	shape   []int64
	data    []byte // all that follows the header
}

// understood returns the array of a file, if its header can be understood.
func understood(content []byte) (array, bool) {
	// Reading from memory fails only when the context is done.
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)),
		&validator.Options{Depth: validator.Header, MaxFindings: 1})
	if err != nil || report.Array == nil {
		return array{}, false
	}
	a := report.Array
	return array{a.DType, a.FortranOrder, a.Shape, content[min(a.DataOffset, int64(len(content))):]}, true
}

func (a array) descr() string { return string(a.dtype.AppendText([]byte(" "))) }

func (a array) order() string {
	if a.fortran {
		return " True"
	}
	return " False"
}

func (a array) size() string {
	b := []byte(" (")
	for i, n := range a.shape {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, n, 10)
	}
	if len(a.shape) == 1 {
		b = append(b, ',')
	}
	return string(append(b, ')'))
}

// file returns the file that NumPy would write, except that the data may be too short or too long.
func (a array) file() []byte {
	h := spec.Header{DType: a.dtype, FortranOrder: a.fortran, Shape: a.shape}
	b, err := h.Append(nil, spec.Version{}, spec.Era64)
	if err != nil {
		return nil // no file: keep never returns true for it
	}
	return append(b, a.data...)
}

// count returns how many elements there are, or false if the file has fewer bytes than they take, or if they
// take none.
func (a array) count() (int, bool) {
	n, size := int64(1), a.dtype.Itemsize
	for _, d := range a.shape {
		if d < 0 || d > 0 && n > math.MaxInt32/d {
			return 0, false
		}
		n *= d
	}
	return int(n), !a.dtype.HasObject() && size > 0 && n <= int64(len(a.data))/size
}
