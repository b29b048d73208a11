// Package ziptest makes valid and faulty zip archives for tests, byte by byte.
package ziptest

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
)

// The signatures of the records.
const (
	Local      = "PK\x03\x04"
	Central    = "PK\x01\x02"
	End        = "PK\x05\x06"
	Descriptor = "PK\x07\x08"
	End64      = "PK\x06\x06"
	Locator64  = "PK\x06\x07"
)

// The fixed sizes of the records.
const (
	LocalSize     = 30
	CentralSize   = 46
	EndSize       = 22
	End64Size     = 56
	Locator64Size = 20
)

// The flags of a member that has a data descriptor, and of one whose name is UTF-8.
const (
	Streamed = 1 << 3
	UTF8     = 1 << 11
)

// Member is a member of an archive that Archive makes. Its headers are correct.
type Member struct {
	Name     string
	Content  []byte
	Packed   []byte // compressed, if it isn't nil
	Method   uint16 // of Packed; deflate if it is 0
	Flags    uint16
	Extra    string // of the local header
	Comment  string // of the entry
	After    string // bytes that belong to nothing
	Unlisted bool
	Same     bool // has only an entry, which leads to the first member
}

// Archive returns an archive of the members with a comment.
func Archive(comment string, members ...Member) []byte {
	le := binary.LittleEndian
	var b, directory []byte
	entries := uint64(0)
	for _, m := range members {
		method, data := uint16(0), m.Content
		if m.Packed != nil {
			method, data = cmp.Or(m.Method, 8), m.Packed
		}
		sums := le.AppendUint32(nil, crc32.ChecksumIEEE(m.Content))
		sums = le.AppendUint32(sums, uint32(len(data)))
		sums = le.AppendUint32(sums, uint32(len(m.Content)))
		fields := le.AppendUint16(nil, 20)
		fields = le.AppendUint16(fields, m.Flags)
		fields = le.AppendUint16(fields, method)
		fields = le.AppendUint32(fields, 0x210000)
		at := len(b)
		if m.Same {
			at = 0
		} else {
			b = append(append(b, Local...), fields...)
			if m.Flags&Streamed != 0 {
				b = append(b, make([]byte, 12)...)
			} else {
				b = append(b, sums...)
			}
			b = le.AppendUint16(b, uint16(len(m.Name)))
			b = le.AppendUint16(b, uint16(len(m.Extra)))
			b = append(append(append(b, m.Name...), m.Extra...), data...)
			if m.Flags&Streamed != 0 {
				b = append(append(b, Descriptor...), sums...)
			}
			b = append(b, m.After...)
		}
		if m.Unlisted {
			continue
		}
		entries++
		directory = append(append(append(directory, Central...), 20, 3), fields...)
		directory = append(directory, sums...)
		directory = le.AppendUint16(directory, uint16(len(m.Name)))
		directory = le.AppendUint16(directory, 0)
		directory = le.AppendUint16(directory, uint16(len(m.Comment)))
		directory = append(directory, 0, 0, 0, 0, 0, 0, 0x80, 1)
		directory = le.AppendUint32(directory, uint32(at))
		directory = append(append(directory, m.Name...), m.Comment...)
	}
	start := len(b)
	b = append(b, directory...)
	if entries > 1<<16-1 {
		end := len(b)
		b = le.AppendUint64(append(b, End64...), 44)
		b = append(b, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		for _, v := range []int{int(entries), int(entries), len(directory), start} {
			b = le.AppendUint64(b, uint64(v))
		}
		b = le.AppendUint64(append(b, Locator64+"\x00\x00\x00\x00"...), uint64(end))
		b = append(b, 1, 0, 0, 0)
	}
	b = append(b, End+"\x00\x00\x00\x00"...)
	for range 2 {
		b = le.AppendUint16(b, uint16(min(entries, 1<<16-1)))
	}
	b = le.AppendUint32(b, uint32(len(directory)))
	b = le.AppendUint32(b, uint32(start))
	b = le.AppendUint16(b, uint16(len(comment)))
	return append(b, comment...)
}

// Deflate returns a deflate stream of the content.
func Deflate(content []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 6)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // the level is valid, and writing to memory can't fail
	}
	return b.Bytes()
}

// ZerosAfter returns a start and n zero bytes, and a deflate stream of them. What becomes of a mebibyte of zeros after
// another one is always the same, so it is made once.
func ZerosAfter(start []byte, n int) (content, packed []byte) {
	const piece = 1 << 20
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 6)
	write := func(zeros int) (added []byte) {
		from := b.Len()
		if err == nil {
			_, err = w.Write(make([]byte, zeros))
		}
		if err == nil {
			err = w.Flush()
		}
		return bytes.Clone(b.Bytes()[from:])
	}
	if err == nil {
		_, err = w.Write(start)
	}
	write(n % piece)
	if n >= piece {
		write(piece)
	}
	if n >= 2*piece {
		b.Write(bytes.Repeat(write(piece), n/piece-2))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // the level is valid, and writing to memory can't fail
	}
	content = make([]byte, len(start)+n)
	copy(content, start)
	return content, b.Bytes()
}
