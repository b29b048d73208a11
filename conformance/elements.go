package conformance

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// maxElements is the number of elements without bytes that are told apart.
const maxElements = 1 << 20

// decode returns the elements in C order, each little-endian and with zeros for padding.
func decode(dtype spec.DType, shape []int64, fortran bool, data []byte) ([][]byte, error) {
	if slices.Contains(shape, 0) {
		return nil, nil
	}
	size := int(dtype.Itemsize)
	limit := maxElements
	if size > 0 {
		limit = len(data) / size
	}
	count := 1
	for _, d := range shape {
		if d > int64(limit/count) {
			return nil, fmt.Errorf("got %d bytes of data, want more", len(data))
		}
		count *= int(d)
	}
	if count > limit {
		return nil, fmt.Errorf("got %d bytes of data, want %d", len(data), size)
	}
	elements := make([][]byte, count)
	for c := range count {
		at := c
		if fortran {
			// The index of element c, from its last dimension to the first.
			at = 0
			stride := count
			rest := c
			for i := len(shape) - 1; i >= 0; i-- {
				d := int(shape[i])
				stride /= d
				at += rest % d * stride
				rest /= d
			}
		}
		elements[c] = make([]byte, size)
		decodeElement(&dtype, elements[c], data[at*size:][:size])
	}
	return elements, nil
}

func decodeElement(t *spec.DType, dst, src []byte) {
	switch {
	case t.Base != nil:
		for n := int(t.Base.Itemsize); n > 0 && len(src) >= n; dst, src = dst[n:], src[n:] {
			decodeElement(t.Base, dst[:n], src[:n])
		}
	case t.Struct:
		for _, f := range t.Fields {
			if !f.Padding {
				end := f.Offset + f.Type.Itemsize
				decodeElement(&f.Type, dst[f.Offset:end], src[f.Offset:end])
			}
		}
	default:
		copy(dst, src)
		if t.Order != '>' {
			return
		}
		unit := len(dst)
		switch t.Kind {
		case 'c':
			unit /= 2
		case 'U':
			unit = 4
		}
		for ; len(dst) > 0; dst = dst[unit:] {
			slices.Reverse(dst[:unit])
		}
	}
}

func unsigned(e []byte) uint64 {
	var b [8]byte
	copy(b[:], e)
	return binary.LittleEndian.Uint64(b[:])
}

func float(e []byte) float64 {
	bits := unsigned(e[:min(len(e), 8)])
	switch len(e) {
	case 4:
		return float64(math.Float32frombits(uint32(bits)))
	case 8:
		return math.Float64frombits(bits)
	case 10, 12, 16: // the long double of x86; the corpus has only numbers that a double holds
		top := binary.LittleEndian.Uint16(e[8:])
		return (1 - 2*float64(top>>15)) * math.Ldexp(float64(bits), int(top&0x7fff)-16383-63)
	}
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&0x3ff)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		return math.Inf(int(sign))
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	}
	return sign * math.Ldexp(fraction+0x400, exponent-25)
}
