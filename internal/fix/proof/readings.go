package proof

import (
	"bytes"
	"math/bits"
)

// Array is what the second reader knows about an array by its header.
type Array struct {
	End      int       // of the dictionary in the text of the header
	Keys     [3]string // of the type, the order and the shape; "" for one that isn't ASCII
	Itemsize int64     // 0 for an array of objects
	Shape    []int64
	Fortran  bool
	Bytes    int64 // of the data; -1 for an array of objects, whose pickle has any length
}

// Read returns what a header says.
func (h Header) Read() (*Array, error) {
	old, err := h.read()
	if err != nil {
		return nil, err
	}
	a := &Array{End: old.end, Keys: old.keys, Shape: old.shape, Fortran: old.fortran, Bytes: -1}
	if old.dtype.objects() {
		return a, nil
	}
	a.Itemsize, a.Bytes = old.dtype.size, old.dtype.size
	for _, n := range old.shape {
		hi, lo := bits.Mul64(uint64(a.Bytes), uint64(n))
		if hi != 0 || int64(lo) < 0 {
			return nil, errShape
		}
		a.Bytes = int64(lo)
	}
	return a, nil
}

// Newline returns where a header ends by its newline: that which follows the dictionary, after spaces or NULs that a
// writer pads with. The text may be longer than the header. It is -1 if there is none.
func Newline(text []byte, dictionary int) int {
	for _, pad := range []string{" ", "\x00"} {
		rest := bytes.TrimLeft(text[dictionary:], pad)
		if bytes.HasPrefix(rest, []byte("\r\n")) {
			rest = rest[1:]
		}
		if bytes.HasPrefix(rest, []byte("\n")) {
			return len(text) - len(rest) + 1
		}
	}
	return -1
}
