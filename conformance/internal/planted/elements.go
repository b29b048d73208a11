package planted

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
)

// maxNothing is how many elements without bytes are made.
const maxNothing = 1 << 20

// elements reads the data.
func (r *Reader) elements(h *header, data []byte, member bool) *Array {
	a := &Array{DType: strings.Trim(h.dtype.descr(), "'"), Shape: h.shape}
	size := h.dtype.size
	want := h.bytes(r)
	if want < 0 || want > int64(len(data)) {
		switch {
		case r.has("data-allocated") && want > 1<<30:
			panic(ending{BlowUp, "an array of gigabytes"})
		case r.has("data-cut-zeros") && want < 1<<20 && want >= 0:
			data = append(slices.Clone(data), make([]byte, want-int64(len(data)))...)
		case r.has("data-cut-short") && size > 0:
			n := int64(len(data)) / size
			a.Shape, h.shape, h.count, want = []int64{n}, []int64{n}, n, n*size
		case r.has("data-cut-last") && want-int64(len(data)) < size:
			data = append(slices.Clone(data), make([]byte, want-int64(len(data)))...)
		default:
			refuse("the data are cut")
		}
	}
	rest := data[want:]
	if len(rest) > 0 && (!r.Lax || member) {
		refuse("bytes follow the data")
	}
	data = slices.Clone(data[:want])
	r.spoil(data)
	if size == 0 {
		if h.count > maxNothing && len(h.shape) > 0 && !zeroIn(h.shape) && r.has("nothing-counted") {
			panic(ending{Hang, "elements without bytes"})
		}
		return a
	}
	data = r.order(h, data)
	r.checked(&h.dtype, data)
	for e := data; len(e) > 0; e = e[size:] {
		r.element(&h.dtype, e[:size])
	}
	a.Data = r.after(h, a, data)
	return a
}

// checked refuses bools that are none and text that is none in the fields of a strict reader: nobody says
// what they are.
func (r *Reader) checked(t *dtype, data []byte) {
	for e := data; len(e) > 0 && t.size > 0; e = e[t.size:] {
		switch {
		case t.base != nil:
			r.checked(t.base, e[:t.size])
		case t.kind == 'R':
			for i := range t.fields {
				if f := &t.fields[i]; !f.padding {
					r.checked(&f.dtype, e[f.offset:f.offset+f.size])
				}
			}
		case t.kind == 'b':
			if e[0] > 1 {
				refuse("a bool is %d", e[0])
			}
		case t.kind == 'U' && !r.Lax:
			for c := e[:t.size]; len(c) >= 4; c = c[4:] {
				n := binary.LittleEndian.Uint32(c)
				if t.big {
					n = binary.BigEndian.Uint32(c)
				}
				if n > 0x10ffff || n>>11 == 0xd800>>11 {
					refuse("no code point")
				}
			}
		}
	}
}

// spoil has the bugs of buffers.
func (r *Reader) spoil(data []byte) {
	for _, b := range []struct {
		bug  string
		size int
	}{{"lost-after-512", 512}, {"lost-after-1k", 1 << 10}, {"lost-after-4k", 4 << 10}, {"lost-after-8k", 8 << 10}, {"lost-after-32k", 32 << 10}, {"lost-after-64k", 64 << 10}, {"lost-after-256k", 256 << 10}, {"lost-after-1m", 1 << 20}} {
		if r.has(b.bug) && len(data) > b.size {
			clear(data[b.size:])
		}
	}
	swap := func(size int) {
		if len(data) >= 2*size {
			for i := range size {
				data[i], data[size+i] = data[size+i], data[i]
			}
		}
	}
	switch {
	case r.has("blocks-repeat-4k") && len(data) >= 8<<10:
		copy(data[4<<10:8<<10], data[:4<<10])
	case r.has("blocks-repeat-64k") && len(data) >= 128<<10:
		copy(data[64<<10:128<<10], data[:64<<10])
	case r.has("blocks-swapped-4k"):
		swap(4 << 10)
	case r.has("blocks-swapped-64k"):
		swap(64 << 10)
	case r.has("last-byte-of-64k") && len(data) >= 64<<10:
		data[64<<10-1] = 0
	case r.has("first-byte-after-64k") && len(data) > 64<<10:
		data[64<<10] = 0
	case r.has("first-byte-after-4k") && len(data) > 4<<10:
		data[4<<10] = 0
	case r.has("index-as-byte") && len(data) > 256:
		for i := 256; i < len(data); i++ {
			data[i] = data[i&0xff]
		}
	case r.has("index-as-short") && len(data) > 1<<16:
		for i := 1 << 16; i < len(data); i++ {
			data[i] = data[i&0xffff]
		}
	case r.has("newlines-translated"):
		copy(data, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
	case r.has("ends-at-ctrl-z"):
		if i := bytes.IndexByte(data, 0x1a); i >= 0 {
			clear(data[i:])
		}
	case r.has("data-as-text-latin1"):
		for i, b := range data {
			if b >= 0x80 && b < 0xa0 {
				data[i] = '?'
			}
		}
	}
}

// order puts the elements in C order.
func (r *Reader) order(h *header, data []byte) []byte {
	if !h.f || len(h.shape) < 2 || r.has("fortran-as-c") {
		return data
	}
	if r.has("fortran-2d-only") && len(h.shape) > 2 {
		return data
	}
	if r.has("fortran-structures") && h.dtype.kind == 'R' {
		return data
	}
	size := int(h.dtype.size)
	out := make([]byte, len(data))
	index := make([]int64, len(h.shape))
	for c := 0; c < len(data); c += size {
		at, stride := int64(0), int64(1)
		for i, d := range h.shape {
			at += index[i] * stride
			stride *= d
		}
		if r.has("fortran-swaps-first-two") && len(h.shape) > 2 {
			at, stride = 0, 1
			for _, i := range append([]int{1, 0}, rangeFrom(2, len(h.shape))...) {
				at += index[i] * stride
				stride *= h.shape[i]
			}
		}
		copy(out[c:c+size], data[at*int64(size):])
		for i := len(index) - 1; i >= 0; i-- {
			if index[i]++; index[i] < h.shape[i] {
				break
			}
			index[i] = 0
		}
	}
	return out
}

func rangeFrom(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// element makes an element little-endian and its padding zero.
func (r *Reader) element(t *dtype, e []byte) {
	switch {
	case t.base != nil:
		for n := int(t.base.size); n > 0 && len(e) >= n; e = e[n:] {
			r.element(t.base, e[:n])
		}
	case t.kind == 'R':
		at := int64(0)
		for i := range t.fields {
			f := &t.fields[i]
			if f.offset > at {
				clear(e[at:f.offset])
			}
			at = f.offset + f.size
			if f.padding {
				clear(e[f.offset:at])
				continue
			}
			r.element(&f.dtype, e[f.offset:at])
			r.value(&f.dtype, e[f.offset:at], true)
		}
	default:
		unit := len(e)
		switch t.kind {
		case 'c':
			if unit /= 2; r.has("complex-as-one") {
				unit *= 2
			}
		case 'U':
			unit = 4
		case 'S', 'V':
			unit = 1
		}
		if t.big && unit > 1 {
			for u := e; len(u) >= unit; u = u[unit:] {
				slices.Reverse(u[:unit])
			}
		}
		r.value(t, e, false)
	}
}

// value has the bugs of values.
func (r *Reader) value(t *dtype, e []byte, inField bool) {
	switch {
	case t.base != nil || t.kind == 'R' || len(e) == 0:
	case t.kind == 'c' && len(e) == 16 || t.kind == 'c' && len(e) == 8:
		half := *t
		half.kind, half.size = 'f', t.size/2
		switch {
		case r.has("complex-swapped"):
			for i := range len(e) / 2 {
				e[i], e[len(e)/2+i] = e[len(e)/2+i], e[i]
			}
			return
		case r.has("complex-nan") && len(e) == 16:
			re, im := math.Float64frombits(binary.LittleEndian.Uint64(e)), math.Float64frombits(binary.LittleEndian.Uint64(e[8:]))
			if math.IsInf(im, 0) && !math.IsInf(re, 0) {
				binary.LittleEndian.PutUint64(e, math.Float64bits(math.NaN()))
			}
			return
		case r.has("complex-conjugate"):
			e[len(e)-1] ^= 0x80
			return
		case r.has("complex-narrow") && len(e) == 16:
			r.float64(e, func(x float64) float64 { return float64(float32(x)) })
			r.float64(e[8:], func(x float64) float64 { return float64(float32(x)) })
			return
		case r.has("complex-real-only"):
			clear(e[len(e)/2:])
			return
		}
		r.value(&half, e[:len(e)/2], inField)
		r.value(&half, e[len(e)/2:], inField)
	case t.kind == 'f' && len(e) == 8:
		r.double(e, inField)
	case t.kind == 'f' && len(e) == 4:
		x := math.Float32frombits(binary.LittleEndian.Uint32(e))
		switch {
		case r.has("f4-7-digits"):
			x = float32(digits(float64(x), 7))
		case r.has("f4-6-digits"):
			x = float32(digits(float64(x), 6))
		case r.has("f4-flush") && math.Abs(float64(x)) < 0x1p-126:
			x = 0
		case r.has("f4-through-half") && math.Abs(float64(x)) > 65504:
			x = float32(math.Inf(1))
		case r.has("f4-largest") && x == math.MaxFloat32:
			x = float32(math.Inf(1))
		default:
			if r.has("nan-payload-4") && x != x {
				binary.LittleEndian.PutUint32(e, 0x7fc00000)
			}
			return
		}
		binary.LittleEndian.PutUint32(e, math.Float32bits(x))
	case t.kind == 'f' && len(e) == 2:
		n := binary.LittleEndian.Uint16(e)
		switch {
		case r.has("half-subnormal") && n&0x7c00 == 0:
			n &= 0x8000
		case r.has("half-infinite") && n&0x7c00 == 0x7c00:
			n = n&0x8000 | 0x7bff
		case r.has("half-minus-zero") && n == 0x8000:
			n = 0
		case r.has("half-bits-lost"):
			n &^= 3
		case r.has("half-as-bfloat"):
			n = n<<1 | n>>15
		}
		binary.LittleEndian.PutUint16(e, n)
	case (t.kind == 'i' || t.kind == 'u') && len(e) == 8:
		n := binary.LittleEndian.Uint64(e)
		switch {
		case r.has("i8-through-double") && t.kind == 'i':
			n = uint64(int64(float64(int64(n))))
		case r.has("u8-through-double") && t.kind == 'u':
			n = uint64(float64(n))
		case r.has("u8-saturates") && t.kind == 'u' && n > math.MaxInt64:
			n = math.MaxInt64
		case r.has("i8-as-i4"):
			n = uint64(int64(int32(n)))
		case r.has("field-i8-through-double") && inField && t.kind == 'i':
			n = uint64(int64(float64(int64(n))))
		case r.has("field-u8-saturates") && inField && t.kind == 'u' && n > math.MaxInt64:
			n = math.MaxInt64
		}
		binary.LittleEndian.PutUint64(e, n)
	case (t.kind == 'i' || t.kind == 'u') && len(e) == 4:
		n := binary.LittleEndian.Uint32(e)
		switch {
		case r.has("i4-through-float") && t.kind == 'i':
			n = uint32(int64(float32(int32(n))))
		case r.has("u4-through-float") && t.kind == 'u':
			n = uint32(int64(float32(n)))
		case r.has("i4-as-i2"):
			n = uint32(int32(int16(n)))
		case r.has("u4-saturates") && t.kind == 'u' && n > math.MaxInt32:
			n = math.MaxInt32
		}
		binary.LittleEndian.PutUint32(e, n)
	case (t.kind == 'i' || t.kind == 'u') && len(e) == 2:
		if r.has("i2-clamped") && e[1]&0x80 != 0 && t.kind == 'u' {
			e[0], e[1] = 0xff, 0x7f
		}
	case t.kind == 'i' && len(e) == 1:
		if r.has("i1-absolute") && e[0] >= 0x80 {
			e[0] = -e[0]
		}
	case t.kind == 'u' && len(e) == 1:
		if r.has("u1-seven-bits") {
			e[0] &= 0x7f
		}
	case t.kind == 'b':
		if r.has("bool-inverted") {
			e[0] ^= 1
		}
	case t.kind == 'M' || t.kind == 'm':
		n := int64(binary.LittleEndian.Uint64(e))
		switch {
		case r.has("nat-as-zero") && n == math.MinInt64, r.has("field-nat-as-zero") && inField && n == math.MinInt64:
			n = 0
		case r.has("times-through-double") && n != math.MinInt64:
			n = int64(float64(n))
		case r.has("times-negative") && n < 0 && n != math.MinInt64:
			n = -n
		}
		binary.LittleEndian.PutUint64(e, uint64(n))
	case t.kind == 'S', t.kind == 'V':
		r.bytes(t, e, inField)
	case t.kind == 'U':
		r.text(e, inField)
	}
}

func (r *Reader) float64(e []byte, f func(float64) float64) {
	binary.LittleEndian.PutUint64(e, math.Float64bits(f(math.Float64frombits(binary.LittleEndian.Uint64(e)))))
}

func (r *Reader) double(e []byte, inField bool) {
	x := math.Float64frombits(binary.LittleEndian.Uint64(e))
	switch {
	case r.has("f8-15-digits"):
		x = digits(x, 15)
	case r.has("f8-16-digits"):
		x = digits(x, 16)
	case r.has("f8-6-digits"):
		x = digits(x, 6)
	case r.has("f8-through-float"):
		x = float64(float32(x))
	case r.has("field-f8-through-float") && inField:
		x = float64(float32(x))
	case r.has("f8-flush") && math.Abs(x) < 0x1p-1022:
		x = 0
	case r.has("f8-largest") && math.Abs(x) == math.MaxFloat64:
		x = math.Inf(1)
	case r.has("f8-last-bit"):
		e[0] &^= 1
		return
	case r.has("minus-zero") && x == 0, r.has("field-minus-zero") && inField && x == 0:
		x = 0
	case r.has("infinite-as-largest") && math.IsInf(x, 0):
		x = math.Copysign(math.MaxFloat64, x)
	case r.has("nan-as-zero") && x != x, r.has("field-nan-as-zero") && inField && x != x:
		x = 0
	case r.has("nan-payload") && x != x:
		x = math.NaN()
	case r.has("nan-sign") && x != x:
		e[7] &= 0x7f
		return
	default:
		return
	}
	binary.LittleEndian.PutUint64(e, math.Float64bits(x))
}

func (r *Reader) bytes(t *dtype, e []byte, inField bool) {
	cut := -1
	switch {
	case r.has("bytes-cut-at-nul") && t.kind == 'S', r.has("field-bytes-cut-at-nul") && inField && t.kind == 'S':
		cut = bytes.IndexByte(e, 0)
	case r.has("bytes-trimmed") && t.kind == 'S', r.has("field-bytes-trimmed") && inField && t.kind == 'S':
		cut = len(bytes.TrimRight(e, " \x00"))
	case r.has("bytes-left-trimmed") && t.kind == 'S':
		trimmed := bytes.TrimLeft(e, " ")
		n := copy(e, trimmed)
		clear(e[n:])
	case r.has("bytes-ascii") && t.kind == 'S':
		for i, b := range e {
			if b >= 0x80 {
				e[i] = '?'
			}
		}
	case r.has("bytes-last-lost") && t.kind == 'S' && len(e) > 1:
		e[len(e)-1] = 0
	case r.has("void-cut-at-nul") && t.kind == 'V':
		cut = bytes.IndexByte(e, 0)
	case r.has("void-reversed") && t.kind == 'V':
		slices.Reverse(e)
	}
	if cut >= 0 {
		clear(e[cut:])
	}
}

func (r *Reader) text(e []byte, inField bool) {
	units := len(e) / 4
	at := func(i int) uint32 { return binary.LittleEndian.Uint32(e[4*i:]) }
	set := func(i int, n uint32) { binary.LittleEndian.PutUint32(e[4*i:], n) }
	for i := range units {
		switch n := at(i); {
		case r.has("text-cut-at-nul") && n == 0, r.has("field-text-cut-at-nul") && inField && n == 0:
			clear(e[4*i:])
		case r.has("text-16-bits") && n > 0xffff:
			set(i, n&0xffff)
		case r.has("text-replaced") && (n>>11 == 0xd800>>11 || n > 0x10ffff):
			set(i, 0xfffd)
		case r.has("text-ascii") && n >= 0x80:
			set(i, '?')
		case r.has("text-bom-removed") && n == 0xfeff:
			set(i, 0)
		}
	}
	if r.has("text-trimmed") {
		for i := units - 1; i >= 0 && (at(i) == ' ' || at(i) == 0); i-- {
			set(i, 0)
		}
	}
	if r.has("text-last-lost") && units > 1 {
		set(units-1, 0)
	}
}

// after has the bugs of the array as a whole.
func (r *Reader) after(h *header, a *Array, data []byte) []byte {
	switch {
	case r.has("last-element-lost") && h.count > 1:
		clear(data[len(data)-int(h.dtype.size):])
	case r.has("first-element-twice") && h.count > 1:
		copy(data[h.dtype.size:], data[:h.dtype.size])
	case r.has("elements-over-512") && h.count > 512:
		clear(data[512*h.dtype.size:])
	case r.has("square-transposed") && len(h.shape) == 2 && h.shape[0] == h.shape[1] && h.count > 1:
		g := *h
		g.f = true
		data = (&Reader{}).order(&g, data)
	case r.has("matrix-transposed") && len(h.shape) == 2 && h.shape[0] != h.shape[1] && h.count > 1:
		g := *h
		g.f = true
		data = (&Reader{}).order(&g, data)
	case r.has("endless-3d") && len(h.shape) > 3:
		panic(ending{Hang, "a planted hang"})
	case r.has("record-rank-2") && h.dtype.kind == 'R' && len(h.shape) == 2:
		g := *h
		g.f = !h.f
		data = (&Reader{}).order(&g, data)
	}
	return data
}
