package second

import (
	"encoding/binary"
	"slices"
)

// Scalars calls f for each scalar of an element, or of several: its type, its bytes, and whether it is in a structure.
// Padding isn't one.
func (t *DType) Scalars(e []byte, inField bool, f func(t *DType, e []byte, inField bool)) {
	for ; len(e) > 0 && t.Size > 0; e = e[t.Size:] {
		switch {
		case t.Base != nil:
			t.Base.Scalars(e[:t.Size], inField, f)
		case t.Kind == 'T':
			for i := range t.Fields {
				if part := &t.Fields[i]; !part.Padding {
					part.Scalars(e[part.Offset:part.Offset+part.Size], true, f)
				}
			}
		default:
			f(t, e[:t.Size], inField)
		}
	}
}

// Plain makes elements what they are in the protocol: little-endian, with zeros for padding.
func (t *DType) Plain(elements []byte) {
	switch {
	case t.Size == 0 || t.Base == nil && len(t.Fields) == 0 && !t.Big:
		return
	case t.Base != nil:
		t.Base.Plain(elements)
		return
	}
	for e := elements; len(e) > 0; e = e[t.Size:] {
		at := int64(0)
		for i := range t.Fields {
			f := &t.Fields[i]
			clear(e[at:f.Offset])
			if at = f.Offset + f.Size; f.Padding {
				clear(e[f.Offset:at])
			} else {
				f.Plain(e[f.Offset:at])
			}
		}
		if unit := t.unit(); t.Big && unit > 1 {
			for u := e[:t.Size]; len(u) >= unit; u = u[unit:] {
				slices.Reverse(u[:unit])
			}
		}
	}
}

// unit returns how many bytes of a scalar are one number.
func (t *DType) unit() int {
	switch t.Kind {
	case 'c':
		return int(t.Size / 2)
	case 'U':
		return 4
	}
	return int(t.Size)
}

// Check refuses elements that have no meaning, such as a bool that is 2.
func (r *Reader) Check(t *DType, elements []byte) (err error) {
	defer refused(&err)
	t.Scalars(elements, false, func(t *DType, e []byte, _ bool) {
		switch {
		case t.Kind == 'b' && e[0] > 1:
			refuse("a bool is %d", e[0])
		case t.Kind == 'U':
			for ; len(e) >= 4; e = e[4:] {
				n := binary.LittleEndian.Uint32(e)
				if t.Big {
					n = binary.BigEndian.Uint32(e)
				}
				r.strictly(n <= 0x10ffff && n>>11 != 0xd800>>11, "no code point")
			}
		}
	})
	return nil
}

// Axes returns the axes of an array from the fastest to the slowest, in the order in which its elements lie in the file.
func (h *Header) Axes() []int {
	axes := make([]int, len(h.Shape))
	for i := range axes {
		if axes[i] = i; !h.Fortran {
			axes[i] = len(axes) - 1 - i
		}
	}
	return axes
}

// COrder returns elements in C order whose axes are, from the fastest to the slowest, in another one.
func COrder(data []byte, size int, shape []int64, axes []int) []byte {
	out := make([]byte, len(data))
	strides := make([]int64, len(shape)) // in elements
	stride := int64(1)
	for _, axis := range axes {
		strides[axis] = stride
		stride *= shape[axis]
	}
	index := make([]int64, len(shape))
	at := int64(0)
	for c := 0; c < len(data); c += size {
		copy(out[c:c+size], data[at*int64(size):])
		for i := len(index) - 1; i >= 0; i-- {
			at += strides[i]
			if index[i]++; index[i] < shape[i] {
				break
			}
			at -= strides[i] * shape[i]
			index[i] = 0
		}
	}
	return out
}
