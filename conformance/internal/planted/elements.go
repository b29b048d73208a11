package planted

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// maxNothing is the most zero-byte elements that are made.
const maxNothing = 1 << 20

// elements reads the data.
func (r *Reader) elements(h *header, data []byte, member bool) *Array {
	a := &Array{DType: strings.Trim(h.dtype.descr(), "'"), Shape: h.shape}
	size := h.dtype.size
	want := h.bytes(r)
	if want < 0 || want > int64(len(data)) {
		switch {
		case r.has("data-allocated") && want > 1<<30:
			panic(ending{Exception, "an array of gigabytes"})
		case r.has("data-cut-zeros") && want < 1<<20 && want >= 0:
			data = append(slices.Clone(data), make([]byte, want-int64(len(data)))...)
		case r.has("data-cut-short") && size > 0:
			n := int64(len(data)) / size
			a.Shape, h.shape, h.count, want = []int64{n}, []int64{n}, n, n*size
		case r.has("data-cut-last") && want-int64(len(data)) < size:
			data = append(slices.Clone(data), make([]byte, want-int64(len(data)))...)
		default:
			refuse("the data is truncated")
		}
	}
	rest := data[want:]
	if len(rest) > 0 && (!r.Lax || member) {
		refuse("bytes follow the data")
	}
	data = slices.Clone(data[:want])
	bug(r.Bug).spoil(data)
	if size == 0 {
		if h.count > maxNothing && len(h.shape) > 0 && !zeroIn(h.shape) && r.has("nothing-counted") {
			panic(ending{Hang, "elements without bytes"})
		}
		return a
	}
	data = r.order(h, data)
	r.checked(&h.dtype, data)
	for e := data; len(e) > 0; e = e[size:] {
		bug(r.Bug).element(&h.dtype, e[:size])
	}
	a.Data = r.after(h, a, data)
	return a
}

// checked refuses invalid bools and invalid text in the fields of a strict reader: nothing says
// what they mean.
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
func (b bug) spoil(data []byte) {
	for _, lost := range []struct {
		name string
		size int
	}{{"lost-after-512", 512}, {"lost-after-1k", 1 << 10}, {"lost-after-4k", 4 << 10}, {"lost-after-8k", 8 << 10}, {"lost-after-32k", 32 << 10}, {"lost-after-64k", 64 << 10}, {"lost-after-256k", 256 << 10}, {"lost-after-1m", 1 << 20}} {
		if b.has(lost.name) && len(data) > lost.size {
			clear(data[lost.size:])
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
	case b.has("blocks-repeat-4k") && len(data) >= 8<<10:
		copy(data[4<<10:8<<10], data[:4<<10])
	case b.has("blocks-repeat-64k") && len(data) >= 128<<10:
		copy(data[64<<10:128<<10], data[:64<<10])
	case b.has("blocks-swapped-4k"):
		swap(4 << 10)
	case b.has("blocks-swapped-64k"):
		swap(64 << 10)
	case b.has("last-byte-of-64k") && len(data) >= 64<<10:
		data[64<<10-1] = 0
	case b.has("first-byte-after-64k") && len(data) > 64<<10:
		data[64<<10] = 0
	case b.has("first-byte-after-4k") && len(data) > 4<<10:
		data[4<<10] = 0
	case b.has("index-as-byte") && len(data) > 256:
		for i := 256; i < len(data); i++ {
			data[i] = data[i&0xff]
		}
	case b.has("index-as-short") && len(data) > 1<<16:
		for i := 1 << 16; i < len(data); i++ {
			data[i] = data[i&0xffff]
		}
	case b.has("newlines-translated"):
		copy(data, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
	case b.has("ends-at-ctrl-z"):
		if i := bytes.IndexByte(data, 0x1a); i >= 0 {
			clear(data[i:])
		}
	case b.has("data-as-text-latin1"):
		for i, c := range data {
			if c >= 0x80 && c < 0xa0 {
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
