package fuzz

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
)

// record is one member of a generated archive, with what each of its two headers says.
type record struct {
	name       string
	content    []byte
	packed     []byte
	crc        uint32
	method     uint16
	flags      uint16
	zip64      bool
	descriptor bool
	offset     int
}

// Npz returns a zip archive of arrays and other things, with zip64 fields, descriptors and gaps,
// and now and then one number that lies.
func (g *Gen) Npz() []byte {
	var b []byte
	if g.one(20) {
		b = append(b, "PK\x03\x04 in front"...)
	}
	records := make([]record, g.n(4))
	lie := -1
	if g.one(2) {
		lie = g.n(max(1, 16*len(records)))
	}
	for i := range records {
		r := &records[i]
		g.fill(r)
		r.offset = len(b)
		at := len(b)
		b = r.local(b)
		if lie >= 16*i && lie < 16*i+8 {
			b[at+4+g.n(26)] ^= byte(1 << g.n(8))
		}
		b = append(b, r.packed...)
		if r.descriptor {
			b = r.describe(b)
		}
		if g.one(40) {
			b = append(b, "gap"...)
		}
	}
	start := len(b)
	for i := range records {
		at := len(b)
		b = records[i].central(b)
		if lie >= 16*i+8 && lie < 16*i+16 {
			b[at+4+g.n(42)] ^= byte(1 << g.n(8))
		}
	}
	comment := ""
	if g.one(20) {
		comment = pickOf(g, "hello", "PK\x05\x06"+string(make([]byte, 18)))
	}
	end := len(b)
	b = append(b, "PK\x05\x06\x00\x00\x00\x00"...)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(records)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(records)))
	b = binary.LittleEndian.AppendUint32(b, uint32(end-start))
	b = binary.LittleEndian.AppendUint32(b, uint32(start))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(comment)))
	b = append(b, comment...)
	if g.one(12) {
		b[end+4+g.n(18)] ^= byte(1 << g.n(8))
	}
	if g.one(20) {
		b = g.spoil(b)
	}
	return b
}

func (g *Gen) fill(r *record) {
	r.name = pickOf(g, "arr_0.npy", "a.npy", "b.npy", "a", "A.npy", "é.npy", "日本.npy", "d/a.npy", "../a.npy", "C:\\a.npy", "x.txt", "a\x00b.npy", "d/", "con.npy")
	if !g.one(4) {
		r.name = pickOf(g, "x", "y", "z", "w") + r.name
	}
	for _, c := range r.name {
		if c >= 0x80 {
			r.flags |= 1 << 11
		}
	}
	switch g.n(8) {
	case 0:
		r.content = g.Object()
	case 1:
		r.content = g.Pickle()
	case 2:
		r.content = []byte(pickOf(g, "text", "", "PK\x05\x06"+string(make([]byte, 18)), "\x93NUM"))
	default:
		r.content = g.Npy()
	}
	r.packed = r.content
	r.crc = crc32.ChecksumIEEE(r.content)
	if g.one(2) {
		r.method = 8
		var z bytes.Buffer
		w, _ := flate.NewWriter(&z, g.n(10))
		w.Write(r.content)
		w.Close()
		r.packed = z.Bytes()
		if g.one(15) {
			r.packed = g.spoil(append(r.packed, 0))
		}
	}
	r.zip64 = g.one(2)
	if g.one(3) {
		r.descriptor = true
		r.flags |= 1 << 3
	}
}

func (r *record) local(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, "PK\x03\x04"...)
	b = le.AppendUint16(b, 45)
	b = le.AppendUint16(b, r.flags)
	b = le.AppendUint16(b, r.method)
	b = le.AppendUint32(b, 0x00210000)
	crc, packed, unpacked := r.crc, uint64(len(r.packed)), uint64(len(r.content))
	if r.descriptor {
		crc, packed, unpacked = 0, 0, 0
	}
	b = le.AppendUint32(b, crc)
	if r.zip64 {
		b = le.AppendUint64(b, 1<<64-1)
	} else {
		b = le.AppendUint32(b, uint32(packed))
		b = le.AppendUint32(b, uint32(unpacked))
	}
	b = le.AppendUint16(b, uint16(len(r.name)))
	if !r.zip64 {
		b = le.AppendUint16(b, 0)
		return append(b, r.name...)
	}
	b = le.AppendUint16(b, 20)
	b = append(b, r.name...)
	b = append(b, 1, 0, 16, 0)
	b = le.AppendUint64(b, unpacked)
	return le.AppendUint64(b, packed)
}

func (r *record) describe(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, "PK\x07\x08"...)
	b = le.AppendUint32(b, r.crc)
	if r.zip64 {
		b = le.AppendUint64(b, uint64(len(r.packed)))
		return le.AppendUint64(b, uint64(len(r.content)))
	}
	b = le.AppendUint32(b, uint32(len(r.packed)))
	return le.AppendUint32(b, uint32(len(r.content)))
}

func (r *record) central(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, "PK\x01\x02\x2d\x03"...)
	b = le.AppendUint16(b, 45)
	b = le.AppendUint16(b, r.flags)
	b = le.AppendUint16(b, r.method)
	b = le.AppendUint32(b, 0x00210000)
	b = le.AppendUint32(b, r.crc)
	b = le.AppendUint32(b, uint32(len(r.packed)))
	b = le.AppendUint32(b, uint32(len(r.content)))
	b = le.AppendUint16(b, uint16(len(r.name)))
	b = append(b, make([]byte, 8)...)
	b = le.AppendUint32(b, 0o600<<16)
	b = le.AppendUint32(b, uint32(r.offset))
	return append(b, r.name...)
}
