package build

import (
	"bytes"
	"cmp"
	"compress/flate"
	"math"
)

// The signatures of the records.
const (
	SigLocal      = "PK\x03\x04"
	SigCentral    = "PK\x01\x02"
	SigEnd        = "PK\x05\x06"
	SigDescriptor = "PK\x07\x08"
	SigEnd64      = "PK\x06\x06"
	SigLocator64  = "PK\x06\x07"
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
	FlagStreamed = 1 << 3
	FlagUTF8     = 1 << 11
)

// File is a member of an archive that Archive makes. Its headers are correct.
type File struct {
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

// Archive returns an archive of the files with a comment, and with a zip64 end record if it needs one.
func Archive(comment string, files ...File) []byte {
	var members []Member
	size, entries := 0, 0
	for _, f := range files {
		m := Stored(f.Name, f.Content)
		if f.Packed != nil {
			m = Deflated(f.Name, f.Content, f.Packed)
		}
		m = m.Both(func(h *Header) {
			h.Flags = f.Flags
			if f.Packed != nil {
				h.Method = cmp.Or(f.Method, 8)
			}
		})
		if f.Flags&FlagStreamed != 0 {
			m = m.Streamed()
		}
		m.Local.Extra, m.Comment, m.After, m.Unlisted = []byte(f.Extra), []byte(f.Comment), []byte(f.After), f.Unlisted
		if m.Ghost = f.Same; f.Same {
			m.Shift = -size
		} else {
			size += len(m.Record()) + len(m.After)
		}
		if !m.Unlisted {
			entries++
		}
		members = append(members, m)
	}
	return ZipWith(func(e *End) {
		e.Comment, e.CommentLen = []byte(comment), uint16(len(comment))
		if entries > math.MaxUint16 {
			e.Zip64 = Zip64End(uint64(entries), uint64(e.Size), uint64(e.Offset))
			e.Here, e.All = math.MaxUint16, math.MaxUint16
		}
	}, members...)
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
