package planted

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/internal/second"
)

// The bugs of values: what happens to one element, or to one of its fields.

// value has the bugs of values.
func (b bug) value(t *second.DType, e []byte, inField bool) {
	switch t.Kind {
	case 'c':
		b.complex(t, e, inField)
	case 'f':
		switch len(e) {
		case 8:
			b.double(e, inField)
		case 4:
			b.single(e)
		case 2:
			b.half(e)
		}
	case 'i':
		b.signed(e, inField)
	case 'u':
		b.unsigned(e, inField)
	case 'b':
		if b.has("bool-inverted") {
			e[0] ^= 1
		}
	case 'M', 'm':
		b.time(e, inField)
	case 'S', 'V':
		b.bytes(t, e, inField)
	case 'U':
		b.text(e, inField)
	}
}

func (b bug) complex(t *second.DType, e []byte, inField bool) {
	half := len(e) / 2
	switch {
	case b.has("complex-swapped"), b.has("complex-as-one") && t.Big:
		for i := range half {
			e[i], e[half+i] = e[half+i], e[i]
		}
	case b.has("complex-nan") && len(e) == 16:
		re, im := math.Float64frombits(binary.LittleEndian.Uint64(e)), math.Float64frombits(binary.LittleEndian.Uint64(e[8:]))
		if math.IsInf(im, 0) && !math.IsInf(re, 0) {
			binary.LittleEndian.PutUint64(e, math.Float64bits(math.NaN()))
		}
	case b.has("complex-conjugate"):
		e[len(e)-1] ^= 0x80
	case b.has("complex-narrow") && len(e) == 16:
		bug("f8-through-float").double(e, false)
		bug("f8-through-float").double(e[8:], false)
	case b.has("complex-real-only"):
		clear(e[half:])
	default:
		part := &second.DType{Kind: 'f', Size: t.Size / 2}
		b.value(part, e[:half], inField)
		b.value(part, e[half:], inField)
	}
}

func (b bug) double(e []byte, inField bool) {
	x := math.Float64frombits(binary.LittleEndian.Uint64(e))
	switch {
	case b.has("f8-15-digits"):
		x = digits(x, 15)
	case b.has("f8-16-digits"):
		x = digits(x, 16)
	case b.has("f8-6-digits"):
		x = digits(x, 6)
	case b.has("f8-through-float"):
		x = float64(float32(x))
	case b.has("field-f8-through-float") && inField:
		x = float64(float32(x))
	case b.has("f8-flush") && math.Abs(x) < 0x1p-1022:
		x = 0
	case b.has("f8-largest") && math.Abs(x) == math.MaxFloat64:
		x = math.Inf(1)
	case b.has("f8-last-bit"):
		e[0] &^= 1
		return
	case b.has("minus-zero") && x == 0, b.has("field-minus-zero") && inField && x == 0:
		x = 0
	case b.has("infinite-as-largest") && math.IsInf(x, 0):
		x = math.Copysign(math.MaxFloat64, x)
	case b.has("nan-as-zero") && x != x, b.has("field-nan-as-zero") && inField && x != x:
		x = 0
	case b.has("nan-payload") && x != x:
		x = math.NaN()
	case b.has("nan-sign") && x != x:
		e[7] &= 0x7f
		return
	default:
		return
	}
	binary.LittleEndian.PutUint64(e, math.Float64bits(x))
}

func (b bug) single(e []byte) {
	x := math.Float32frombits(binary.LittleEndian.Uint32(e))
	switch {
	case b.has("f4-7-digits"):
		x = float32(digits(float64(x), 7))
	case b.has("f4-6-digits"):
		x = float32(digits(float64(x), 6))
	case b.has("f4-flush") && math.Abs(float64(x)) < 0x1p-126:
		x = 0
	case b.has("f4-through-half") && math.Abs(float64(x)) > 65504:
		x = float32(math.Inf(1))
	case b.has("f4-largest") && x == math.MaxFloat32:
		x = float32(math.Inf(1))
	default:
		if b.has("nan-payload-4") && x != x {
			binary.LittleEndian.PutUint32(e, 0x7fc00000)
		}
		return
	}
	binary.LittleEndian.PutUint32(e, math.Float32bits(x))
}

func (b bug) half(e []byte) {
	n := binary.LittleEndian.Uint16(e)
	switch {
	case b.has("half-subnormal") && n&0x7c00 == 0:
		n &= 0x8000
	case b.has("half-infinite") && n&0x7c00 == 0x7c00:
		n = n&0x8000 | 0x7bff
	case b.has("half-minus-zero") && n == 0x8000:
		n = 0
	case b.has("half-bits-lost"):
		n &^= 3
	case b.has("half-as-bfloat"):
		n = n<<1 | n>>15
	}
	binary.LittleEndian.PutUint16(e, n)
}

func (b bug) signed(e []byte, inField bool) {
	switch len(e) {
	case 8:
		n := int64(binary.LittleEndian.Uint64(e))
		switch {
		case b.has("i8-through-double"), b.has("field-i8-through-double") && inField:
			n = int64(float64(n))
		case b.has("i8-as-i4"):
			n = int64(int32(n))
		}
		binary.LittleEndian.PutUint64(e, uint64(n))
	case 4:
		n := int32(binary.LittleEndian.Uint32(e))
		switch {
		case b.has("i4-through-float"):
			n = int32(int64(float32(n)))
		case b.has("i4-as-i2"):
			n = int32(int16(n))
		}
		binary.LittleEndian.PutUint32(e, uint32(n))
	case 1:
		if b.has("i1-absolute") && e[0] >= 0x80 {
			e[0] = -e[0]
		}
	}
}

func (b bug) unsigned(e []byte, inField bool) {
	switch len(e) {
	case 8:
		n := binary.LittleEndian.Uint64(e)
		switch {
		case b.has("u8-through-double"):
			n = uint64(float64(n))
		case b.has("u8-saturates") || b.has("field-u8-saturates") && inField:
			n = min(n, math.MaxInt64)
		case b.has("i8-as-i4"):
			n = uint64(int64(int32(n)))
		}
		binary.LittleEndian.PutUint64(e, n)
	case 4:
		n := binary.LittleEndian.Uint32(e)
		switch {
		case b.has("u4-through-float"):
			n = uint32(int64(float32(n)))
		case b.has("i4-as-i2"):
			n = uint32(int32(int16(n)))
		case b.has("u4-saturates"):
			n = min(n, math.MaxInt32)
		}
		binary.LittleEndian.PutUint32(e, n)
	case 2:
		if b.has("i2-clamped") && e[1]&0x80 != 0 {
			e[0], e[1] = 0xff, 0x7f
		}
	case 1:
		if b.has("u1-seven-bits") {
			e[0] &= 0x7f
		}
	}
}

func (b bug) time(e []byte, inField bool) {
	n := int64(binary.LittleEndian.Uint64(e))
	switch {
	case b.has("nat-as-zero") && n == math.MinInt64, b.has("field-nat-as-zero") && inField && n == math.MinInt64:
		n = 0
	case b.has("times-through-double") && n != math.MinInt64:
		n = int64(float64(n))
	case b.has("times-negative") && n < 0 && n != math.MinInt64:
		n = -n
	}
	binary.LittleEndian.PutUint64(e, uint64(n))
}

func (b bug) bytes(t *second.DType, e []byte, inField bool) {
	cut := -1
	switch {
	case b.has("bytes-cut-at-nul") && t.Kind == 'S', b.has("field-bytes-cut-at-nul") && inField && t.Kind == 'S':
		cut = bytes.IndexByte(e, 0)
	case b.has("bytes-trimmed") && t.Kind == 'S', b.has("field-bytes-trimmed") && inField && t.Kind == 'S':
		cut = len(bytes.TrimRight(e, " \x00"))
	case b.has("bytes-left-trimmed") && t.Kind == 'S':
		trimmed := bytes.TrimLeft(e, " ")
		n := copy(e, trimmed)
		clear(e[n:])
	case b.has("bytes-ascii") && t.Kind == 'S':
		for i, c := range e {
			if c >= 0x80 {
				e[i] = '?'
			}
		}
	case b.has("bytes-last-lost") && t.Kind == 'S' && len(e) > 1:
		e[len(e)-1] = 0
	case b.has("void-cut-at-nul") && t.Kind == 'V':
		cut = bytes.IndexByte(e, 0)
	case b.has("void-reversed") && t.Kind == 'V':
		slices.Reverse(e)
	}
	if cut >= 0 {
		clear(e[cut:])
	}
}

func (b bug) text(e []byte, inField bool) {
	units := len(e) / 4
	at := func(i int) uint32 { return binary.LittleEndian.Uint32(e[4*i:]) }
	set := func(i int, n uint32) { binary.LittleEndian.PutUint32(e[4*i:], n) }
	for i := range units {
		switch n := at(i); {
		case b.has("text-cut-at-nul") && n == 0, b.has("field-text-cut-at-nul") && inField && n == 0:
			clear(e[4*i:])
		case b.has("text-16-bits") && n > 0xffff:
			set(i, n&0xffff)
		case b.has("text-replaced") && (n>>11 == 0xd800>>11 || n > 0x10ffff):
			set(i, 0xfffd)
		case b.has("text-ascii") && n >= 0x80:
			set(i, '?')
		case b.has("text-bom-removed") && n == 0xfeff:
			set(i, 0)
		}
	}
	if b.has("text-trimmed") {
		for i := units - 1; i >= 0 && (at(i) == ' ' || at(i) == 0); i-- {
			set(i, 0)
		}
	}
	if b.has("text-last-lost") && units > 1 {
		set(units-1, 0)
	}
}

// digits returns a number after a round trip through text with that many digits.
func digits(x float64, n int) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', n-1, 64), 64)
	if err != nil {
		return math.Inf(int(math.Copysign(1, x)))
	}
	return y
}
