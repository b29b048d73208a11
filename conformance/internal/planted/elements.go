package planted

import (
	"bytes"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/second"
)

// maxNothing is the most zero-byte elements that are made.
const maxNothing = 1 << 20

// elements reads the data.
func (r *Reader) elements(h *second.Header, data []byte, member bool) *Array {
	if h.DType.Objects() {
		panic(ending{Unsupported, "Python objects"})
	}
	a := &Array{DType: strings.Trim(descr(&h.DType), "'"), Shape: h.Shape}
	size, count := h.DType.Size, h.Count()
	if r.has("count-wraps-32") {
		count = int64(uint32(count))
	}
	want := count * size
	if r.has("bytes-wrap-32") {
		want = int64(int32(want))
	}
	if want < 0 || want > int64(len(data)) {
		switch {
		case r.has("data-allocated") && want > 1<<30:
			panic(ending{Exception, "an array of gigabytes"})
		case r.has("data-cut-zeros") && want < 1<<20 && want >= 0, r.has("data-cut-last") && want-int64(len(data)) < size:
			data = append(slices.Clone(data), make([]byte, want-int64(len(data)))...)
		case r.has("data-cut-short") && size > 0:
			count = int64(len(data)) / size
			a.Shape, h.Shape, want = []int64{count}, []int64{count}, count*size
		default:
			refuse("the data is truncated")
		}
	}
	if int64(len(data)) > want && (!r.Lax || member) {
		refuse("bytes follow the data")
	}
	data = slices.Clone(data[:want])
	bug(r.Bug).spoil(data)
	if size == 0 {
		if count > maxNothing && r.has("nothing-counted") {
			panic(ending{Hang, "elements without bytes"})
		}
		return a
	}
	data = r.order(h, data)
	r.must(r.reader().Check(&h.DType, data))
	h.DType.Plain(data)
	h.DType.Scalars(data, false, bug(r.Bug).value)
	a.Data = r.after(h, count, data)
	return a
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
func (r *Reader) order(h *second.Header, data []byte) []byte {
	rank := len(h.Shape)
	switch {
	case !h.Fortran || rank < 2, r.has("fortran-as-c"), r.has("fortran-2d-only") && rank > 2, r.has("fortran-structures") && h.DType.Kind == 'T':
		return data
	}
	axes := h.Axes()
	if r.has("fortran-swaps-first-two") && rank > 2 {
		axes[0], axes[1] = axes[1], axes[0]
	}
	return second.COrder(data, int(h.DType.Size), h.Shape, axes)
}

// transposed returns elements in C order that are in Fortran order.
func transposed(data []byte, shape []int64, size int) []byte {
	return second.COrder(data, size, shape, (&second.Header{Shape: shape, Fortran: true}).Axes())
}

// after has the bugs of the array as a whole.
func (r *Reader) after(h *second.Header, count int64, data []byte) []byte {
	size, rank := int(h.DType.Size), len(h.Shape)
	switch {
	case count < 2:
	case r.has("last-element-lost"):
		clear(data[len(data)-size:])
	case r.has("first-element-twice"):
		copy(data[size:], data[:size])
	case r.has("elements-over-512") && count > 512:
		clear(data[512*size:])
	case r.has("square-transposed") && rank == 2 && h.Shape[0] == h.Shape[1], r.has("matrix-transposed") && rank == 2 && h.Shape[0] != h.Shape[1],
		r.has("record-rank-2") && h.DType.Kind == 'T' && rank == 2:
		return transposed(data, h.Shape, size)
	}
	if r.has("endless-3d") && rank > 3 {
		panic(ending{Hang, "a planted hang"})
	}
	return data
}
