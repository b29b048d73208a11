package values

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// HasNumbers reports whether Numbers knows a type: booleans, integers, dates, and real and complex numbers of up to 16
// bytes, but no long doubles.
func HasNumbers(t *spec.DType) bool {
	most := int64(8)
	if t.Kind == 'c' {
		most = 16
	}
	return !t.Struct && t.Base == nil && t.Kind != 0 && strings.IndexByte("biufcmM", t.Kind) >= 0 && t.Itemsize <= most
}

// Numbers appends whole elements as numbers, to be drawn: complex ones as their magnitude, NaT as NaN, and integers of
// 64 bits rounded.
func Numbers(dst []float64, t *spec.DType, b []byte) []float64 {
	size, swapped := int(t.Itemsize), t.Order == '>'
	for ; len(b) >= size; b = b[size:] {
		if t.Kind == 'c' {
			half := size / 2
			dst = append(dst, math.Hypot(drawn('f', b[:half], swapped), drawn('f', b[half:size], swapped)))
			continue
		}
		dst = append(dst, drawn(t.Kind, b[:size], swapped))
	}
	return dst
}

// drawn returns a number of 1, 2, 4 or 8 bytes.
func drawn(kind byte, b []byte, swapped bool) float64 {
	var u uint64
	switch len(b) {
	case 1:
		u = uint64(b[0])
	case 2:
		v := binary.LittleEndian.Uint16(b)
		if swapped {
			v = bits.ReverseBytes16(v)
		}
		u = uint64(v)
	case 4:
		u = uint64(load32(b, swapped))
	default:
		u = load64(b, swapped)
	}
	shift := 64 - 8*len(b)
	switch signed := int64(u<<shift) >> shift; kind {
	case 'b':
		return float64(min(u, 1))
	case 'u':
		return float64(u)
	case 'i':
		return float64(signed)
	case 'm', 'M':
		if signed == math.MinInt64 {
			return math.NaN()
		}
		return float64(signed)
	}
	switch len(b) {
	case 2:
		return half(uint16(u))
	case 4:
		return float64(math.Float32frombits(uint32(u)))
	}
	return math.Float64frombits(u)
}
