package npy

import (
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
)

// The values that readers get wrong, as bits. The other half of all floating-point numbers is random.
var (
	doubles = bits64(0.1, math.Pi, -math.E, 1.0/3, 1e300, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 0x0.fffffffffffffp-1022,
		math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.Nextafter(1, 2), math.Nextafter(1, 0), 1<<53-1, 1<<53, 1<<53+2, -1.5)
	singles = bits32(0.1, math.Pi, -math.E, 1.0/3, 1e30, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126,
		float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), math.Nextafter32(1, 2), math.Nextafter32(1, 0), 1<<24-1, 1<<24, -1.5)
	// 0.1, pi, -1.5, the largest, the smallest, the largest subnormal, -0, infinities, both neighbours of 1, NaNs
	halves = []uint16{0x2e66, 0x4248, 0xbe00, 0x7bff, 0xfbff, 0x0001, 0x0400, 0x03ff, 0x8000, 0x7c00, 0xfc00, 0x3c01, 0x3bff, 0x7e00, 0x7d55, 0xfe01}
	nans64 = []uint64{0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001, 0x7ff4deadbeefcafe, 0xffffffffffffffff}
	nans32 = []uint32{0x7fc00000, 0xffc00001, 0x7f800001, 0x7fadbeef, 0xffffffff}

	integers = []uint64{
		1, math.MaxUint64, 1 << 63, 1<<63 - 1, 1<<63 + 1, 1<<53 + 1, 1<<53 - 1, 1 << 32, 1<<32 - 1, 1 << 31, 1<<31 - 1, 1<<16 - 1, 1 << 15, 255, 128, 127,
		0x0102030405060708, 0x8070605040302010, 0xfffffffffffffffe, 0x0a0d0a0d0a0d0a0d,
	}
	notATime = uint64(1 << 63)

	// The code points that readers get wrong, none a surrogate.
	points = []rune{'a', 'Z', ' ', '0', '\'', '\\', '\n', 0x7f, 0x80, 0xe9, 0xff, 0x100, 0x301, 0x3bb, 0x65e5, 0x7fff, 0x8000, 0xd7ff, 0xe000, 0xfeff, 0xfffd, 0xffff, 0x10000, 0x1d11e, 0x1f600, 0x10ffff}
)

func bits64(values ...float64) []uint64 {
	bits := make([]uint64, len(values))
	for i, v := range values {
		bits[i] = math.Float64bits(v)
	}
	return append(bits, nans64...)
}

func bits32(values ...float32) []uint32 {
	bits := make([]uint32, len(values))
	for i, v := range values {
		bits[i] = math.Float32bits(v)
	}
	return append(bits, nans32...)
}

// special returns one of the list for half of all words. The index uses different bits than the choice.
func special[T any](list []T, word uint64) (value T, ok bool) {
	return list[word>>8%uint64(len(list))], word&1 == 0
}

// elements returns count elements of the type in C order, little-endian, with zeros for padding. They take the
// place of the contents of data if there is room.
func elements(g *choice.Chooser, data []byte, t *spec.DType, count int64) []byte {
	data = slices.Grow(data[:0], int(count*t.Itemsize))[:count*t.Itemsize]
	clear(data)
	if t.Itemsize == 0 {
		return data
	}
	if len(data) > 1<<12 {
		return manyElements(g, t, data)
	}
	for i := int64(0); i < count; i++ {
		putValue(g, t, data[i*t.Itemsize:][:t.Itemsize])
	}
	if count > 1 && t.Kind == 'b' { // two random booleans are equal too often
		data[count-1] = 1 - data[0]
	}
	return data
}

// manyElements fills the data with the same few elements over and over, a prime number of which differ: what is
// read one place too early or too late, or from another buffer, differs.
func manyElements(g *choice.Chooser, t *spec.DType, data []byte) []byte {
	size := int(t.Itemsize)
	few := min(len(data), 251*size)
	for at := 0; at < few; at += size {
		putValue(g, t, data[at:at+size])
	}
	for n := few; n < len(data); n *= 2 {
		copy(data[n:], data[:n])
	}
	return data
}

// putValue fills dst, which is all zeros, with an element of the type.
func putValue(g *choice.Chooser, t *spec.DType, dst []byte) {
	switch {
	case t.Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; !f.Padding {
				putValue(g, &f.Type, dst[f.Offset:f.Offset+f.Type.Itemsize])
			}
		}
		return
	case t.Base != nil:
		if n := t.Base.Itemsize; n > 0 {
			for ; len(dst) > 0; dst = dst[n:] {
				putValue(g, t.Base, dst[:n])
			}
		}
		return
	}
	switch t.Kind {
	case 'b':
		dst[0] = byte(g.Word() & 1)
	case 'i', 'u':
		putInteger(g, dst)
	case 'f':
		putFloat(g, dst)
	case 'c':
		putFloat(g, dst[:len(dst)/2])
		putFloat(g, dst[len(dst)/2:])
	case 'm', 'M':
		putInteger(g, dst)
		if g.Word()&15 == 0 {
			binary.LittleEndian.PutUint64(dst, notATime)
		}
	case 'S', 'V':
		putBytes(g, dst)
	case 'U':
		putText(g, dst)
	}
}

func putInteger(g *choice.Chooser, dst []byte) {
	w := g.Word()
	v, ok := special(integers, w)
	if !ok {
		v = w
	}
	switch len(dst) {
	case 1:
		dst[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(v))
	default:
		binary.LittleEndian.PutUint64(dst, v)
	}
}

func putFloat(g *choice.Chooser, dst []byte) {
	w := g.Word()
	switch len(dst) {
	case 2:
		v, ok := special(halves, w)
		if !ok {
			v = uint16(w >> 8)
		}
		binary.LittleEndian.PutUint16(dst, v)
	case 4:
		v, ok := special(singles, w)
		if !ok {
			v = uint32(w >> 8)
		}
		binary.LittleEndian.PutUint32(dst, v)
	case 8:
		v, ok := special(doubles, w)
		if !ok {
			v = w
		}
		binary.LittleEndian.PutUint64(dst, v)
	default: // a long double of x86: 64 bits of mantissa, the first of them set, and 16 of sign and exponent
		binary.LittleEndian.PutUint64(dst, w|1<<63)
		binary.LittleEndian.PutUint16(dst[8:], uint16(g.Word()))
	}
}

// putBytes fills dst, and leaves NULs at its end now and then.
func putBytes(g *choice.Chooser, dst []byte) {
	w := g.Word()
	if n := int(w >> 32 % 8); w&1 == 0 && n < len(dst) {
		dst = dst[:len(dst)-n]
	}
	rest := dst
	for len(rest) >= 8 {
		binary.LittleEndian.PutUint64(rest, g.Word())
		rest = rest[8:]
	}
	for w := g.Word(); len(rest) > 0; rest = rest[1:] {
		rest[0] = byte(w)
		w >>= 8
	}
	if w&6 == 0 {
		clear(dst[len(dst)/4 : len(dst)/2]) // NULs inside
	}
}

// putText fills dst with code points, and leaves NULs at its end now and then. A NUL can also be inside.
func putText(g *choice.Chooser, dst []byte) {
	w := g.Word()
	count := len(dst) / 4
	if n := int(w >> 32 % 4); w&1 == 0 && n < count {
		count -= n
	}
	for i := range count {
		w := g.Word()
		r, ok := special(points, w)
		switch {
		case ok:
		case w&14 == 0:
			r = 0
		default:
			r = rune(w >> 8 % (utf8.MaxRune + 1))
			if 0xd800 <= r && r < 0xe000 {
				r -= 0x800
			}
		}
		binary.LittleEndian.PutUint32(dst[4*i:], uint32(r))
	}
}

// stored appends the elements of an array as they are in a file.
func stored(dst []byte, a *sample.Array) []byte {
	size := a.DType.Itemsize
	start := len(dst)
	if !a.FortranOrder || len(a.Shape) < 2 || size == 0 || len(a.Data) == 0 {
		dst = append(dst, a.Data...)
	} else {
		// The offsets of the neighbours in each dimension, and of the next element in the file.
		var strides, index [128]int64
		stride := size
		for k := len(a.Shape) - 1; k >= 0; k-- {
			strides[k] = stride
			stride *= a.Shape[k]
		}
		at := int64(0)
		for range int64(len(a.Data)) / size {
			dst = append(dst, a.Data[at:at+size]...)
			for k, d := range a.Shape {
				at += strides[k]
				if index[k]++; index[k] < d {
					break
				}
				at -= strides[k] * d
				index[k] = 0
			}
		}
	}
	if a.DType.Base == nil && !a.DType.Struct {
		if size > 0 {
			swap(&a.DType, dst[start:]) // of a scalar, all elements at once
		}
	} else if swapped(&a.DType) {
		for b := dst[start:]; len(b) > 0; b = b[size:] {
			swap(&a.DType, b[:size])
		}
	}
	return dst
}

// swapped reports whether the type has something big-endian.
func swapped(t *spec.DType) bool {
	for t.Base != nil {
		t = t.Base
	}
	for i := range t.Fields {
		if swapped(&t.Fields[i].Type) {
			return true
		}
	}
	return t.Order == '>'
}

// swap turns a little-endian element into one of the type. Of a scalar type it can be several.
func swap(t *spec.DType, b []byte) {
	switch {
	case t.Struct:
		for i := range t.Fields {
			f := &t.Fields[i]
			swap(&f.Type, b[f.Offset:f.Offset+f.Type.Itemsize])
		}
	case t.Base != nil:
		if n := t.Base.Itemsize; n > 0 {
			for ; len(b) > 0; b = b[n:] {
				swap(t.Base, b[:n])
			}
		}
	case t.Order == '>':
		unit := int(t.Itemsize)
		switch t.Kind {
		case 'c':
			unit /= 2
		case 'U':
			unit = 4
		}
		reverse(b, unit)
	}
}

// reverse reverses the bytes of each unit.
func reverse(b []byte, unit int) {
	for ; len(b) > 0; b = b[unit:] {
		switch unit {
		case 2:
			b[0], b[1] = b[1], b[0]
		case 4:
			binary.LittleEndian.PutUint32(b, binary.BigEndian.Uint32(b))
		case 8:
			binary.LittleEndian.PutUint64(b, binary.BigEndian.Uint64(b))
		default:
			slices.Reverse(b[:unit])
		}
	}
}
