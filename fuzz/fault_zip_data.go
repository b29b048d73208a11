package fuzz

import (
	"hash/adler32"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

func wrongSum(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	crc, packed, unpacked := r.truth()
	r.tell(pickOf(g, crc^1<<g.n(32), ^crc, 0), packed, unpacked)
	a.settle()
	return true
}

// wrongSize makes all records say that the content of a member is longer or shorter than it is.
func wrongSize(g *Gen, a *archive) bool {
	r := g.anyOf(a, (*zipRecord).plain)
	if r == nil {
		return false
	}
	crc, packed, unpacked := r.truth()
	r.tell(crc, packed, max(0, unpacked+pickOf(g, -1, 1, 8, -8, 1+g.n(1000), -1-g.n(100))))
	a.settle()
	return true
}

// corruptStream cuts a deflate stream, or takes it apart.
func corruptStream(g *Gen, a *archive) bool {
	r := g.anyOf(a, func(r *zipRecord) bool { return r.deflated() && r.plain() })
	if r == nil {
		return false
	}
	crc, _, unpacked := r.truth()
	switch data := slices.Clone(r.data); g.n(5) {
	case 0, 1:
		r.data = data[:len(data)-1-g.n(min(len(data), 20))]
	case 2:
		data[0] |= 6 // a block of the kind that doesn't exist
		r.data = data
	case 3: // all of it, in a block that is not the last one
		if len(r.content) > 1<<16-1 {
			return false
		}
		w := bitWriter{}
		w.put(0, 3)
		w.stored(r.content)
		r.data = w.b
	case 4: // in the wrapper of zlib
		r.data = le.AppendUint32(append([]byte{0x78, 0x9c}, data...), adler32.Checksum(r.content))
	}
	r.tell(crc, len(r.data), unpacked)
	a.settle()
	return true
}

func trailingStream(g *Gen, a *archive) bool {
	r := g.anyOf(a, (*zipRecord).deflated)
	if r == nil {
		return false
	}
	crc, _, unpacked := r.truth()
	r.data = append(slices.Clone(r.data), pickOf(g, make([]byte, 1+g.n(20)), g.junk(1+g.n(20)), r.data)...)
	r.tell(crc, len(r.data), unpacked)
	a.settle()
	return true
}

// streamedRecords streams a member whose data a reader of streams takes for more than one. In the file that
// conforms they are the same and not streamed.
func streamedRecords(g *Gen, a *archive) bool {
	r := g.anyOf(a, func(r *zipRecord) bool { return !r.deflated() && !r.style.streamed })
	if r == nil {
		return false
	}
	data := append(g.junk(g.n(30)), "PK\x07\x08"...)
	data = append(data, g.junk(12+g.n(10))...)
	data = append(data, pickOf(g, "PK\x03\x04", "PK\x01\x02", "PK\x06\x06")...)
	r.array, r.content = g.byteArray(append(data, g.junk(g.n(40))...))
	g.pack(r)
	r.tell(r.truth())
	a.settle()
	a.keep()
	r.style.streamed = true
	r.tell(r.truth())
	a.settle()
	return true
}

// byteArray returns an array of bytes, and its file.
func (g *Gen) byteArray(data []byte) (*Array, []byte) {
	t, _ := spec.ParseCode("|u1")
	shape := []int64{int64(len(data))}
	text := "{'descr': '|u1', 'fortran_order': False, 'shape': (" + strconv.Itoa(len(data)) + ",), }"
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	b := le.AppendUint16([]byte(spec.Magic+"\x01\x00"), uint16(len(text)))
	return &Array{DType: t, Shape: shape, Data: data}, append(append(b, text...), data...)
}
