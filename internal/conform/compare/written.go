package compare

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// MaxWritten is the size in bytes of the largest file that is read back.
const MaxWritten = 256 << 20

// Written says how the array of a file that a writer wrote, or that of a member, differs from what it was asked for.
// It is "" if it doesn't. Width is true if it has the same texts with another width.
func Written(want *corpus.Array, file []byte, member int) (difference string, width bool, err error) {
	got, err := decodeFile(file, "", member)
	if err != nil {
		return "", false, err
	}
	dtype, ok := parseDType(want.DType)
	d := ""
	switch {
	case !ok || !sameType(got.DType, dtype):
		d = fmt.Sprintf("dtype %s, expected %s", got.DType.Descr(), want.DType)
		if ok && ofWidth(got, &dtype) && slices.Equal(got.Shape, want.Shape) && SHA256(got.Data) == want.SHA256 {
			return d, true, nil
		}
	case !slices.Equal(got.Shape, want.Shape):
		d = fmt.Sprintf("shape %s, expected %s", shapeText(got.Shape), shapeText(want.Shape))
	case want.FortranOrder && !got.Fortran && orderMatters(want.Shape):
		d = "fortran_order false, expected true; a writer that has only C order answers unsupported"
	case got.Fortran && !want.FortranOrder && orderMatters(want.Shape):
		d = "fortran_order true, expected false"
	default:
		sum := SHA256(got.Data)
		if settle(&got.DType, got.Data); sum != want.SHA256 && SHA256(got.Data) != want.SHA256 {
			d = fmt.Sprintf("elements with SHA-256 %.12s…, expected %.12s…", sum, want.SHA256)
		}
	}
	return d, false, nil
}

// ofWidth converts texts to the width of another type of text, and reports whether that loses nothing.
func ofWidth(e *Elements, t *spec.DType) bool {
	if t.Kind != 'S' && t.Kind != 'U' || e.DType.Kind != t.Kind {
		return false
	}
	from, to := int(e.DType.Itemsize), int(t.Itemsize)
	if e.Count*to > MaxWritten {
		return false
	}
	data := make([]byte, e.Count*to)
	for i := range e.Count {
		text := e.Data[i*from:][:from]
		n := copy(data[i*to:][:to], text)
		if len(bytes.Trim(text[n:], "\x00")) > 0 {
			return false
		}
	}
	e.Data = data
	return true
}

// orderMatters reports whether the two orders lay out an array differently.
func orderMatters(shape []int64) bool {
	long := 0
	for _, d := range shape {
		if d == 0 {
			return false
		}
		if d > 1 {
			long++
		}
	}
	return long > 1
}
