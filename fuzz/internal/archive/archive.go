// Package archive makes archives that conform, as drafts in which each number of the records can be falsified.
package archive

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/validator"
)

// Archive is a draft of a zip archive: what each of its records says, true or not.
type Archive struct {
	Prefix  []byte // before the first local header
	Records []*Record
	Entries []*Record // those in the directory, in its order
	Gap     []byte    // between the directory and the end records
	End64   *End64    // nil if there is none
	End     End
	Tail    []byte // after the comment
	Cut     int    // bytes that the file lacks at its end

	Directory int         // offset of the central directory
	Twin      sample.File // the last draft that conforms
}

// Record is a member, with its local header and its entry of the directory.
type Record struct {
	Array   *sample.Array // nil if it is not an array, or has Python objects
	Content []byte
	Data    []byte // the content as it is packed
	Style   Style

	Local      Header
	Align      int // of the data, by a block of the local header, or 0
	Descriptor *Descriptor
	After      []byte // bytes after all that, which belong to nothing
	At         int    // offset of the local header

	Entry Entry
}

// Header is what both headers of a member have in common.
type Header struct {
	Needed, Flags, Method uint16
	Time                  uint32 // and date, in the form of MS-DOS
	Crc, Packed, Unpacked uint32
	Name                  string
	Zip64                 []byte   // data of the zip64 block, nil if there is none
	Extra                 [][]byte // further blocks
}

// Entry is what the entry of the directory says.
type Entry struct {
	Header
	MadeBy, Disk, Internal uint16
	External, Offset       uint32
	Comment                string
}

type Descriptor struct {
	Unsigned, Wide   bool
	Crc              uint32
	Packed, Unpacked uint64
}

// End is the end of central directory record.
type End struct {
	Disk, DirDisk, Here, All uint16
	Size, Offset             uint32
	CommentLen               uint16
	Comment                  string
}

// End64 is the zip64 end of central directory record and its locator.
type End64 struct {
	Length                    uint64 // of the record, as it says
	Disk, DirDisk             uint32
	Here, All, Size, Offset   uint64
	After                     []byte // between the record and its locator
	NoLocator                 bool
	LocatorDisk, LocatorDisks uint32
	At                        uint64 // offset of the record, as the locator says
}

// The sizes and values of fields (APPNOTE 4.3).
const (
	localSize   = 30
	entrySize   = 46
	end64Size   = 56
	locatorSize = 20
	Deferred16  = 1<<16 - 1 // in a field that is left to zip64
	Deferred32  = 1<<32 - 1
)

// The flags of a member.
const (
	flagStreamed = 1 << 3
	FlagUTF8     = 1 << 11
)

// The compression methods.
const (
	MethodStored  = 0
	MethodDeflate = 8
)

var Le = binary.LittleEndian

// Block returns a block of an extra field.
func Block(id uint16, data ...byte) []byte {
	b := Le.AppendUint16(make([]byte, 0, 4+len(data)), id)
	return append(Le.AppendUint16(b, uint16(len(data))), data...)
}

func (h *Header) extraSize() int {
	n := 0
	if h.Zip64 != nil {
		n = 4 + len(h.Zip64)
	}
	for _, b := range h.Extra {
		n += len(b)
	}
	return n
}

func (h *Header) appendExtra(b []byte) []byte {
	if h.Zip64 != nil {
		b = append(b, Block(1, h.Zip64...)...)
	}
	for _, e := range h.Extra {
		b = append(b, e...)
	}
	return b
}

// appendFields appends what both headers have in common, up to the lengths.
func (h *Header) appendFields(b []byte) []byte {
	b = Le.AppendUint16(b, h.Needed)
	b = Le.AppendUint16(b, h.Flags)
	b = Le.AppendUint16(b, h.Method)
	b = Le.AppendUint32(b, h.Time)
	b = Le.AppendUint32(b, h.Crc)
	b = Le.AppendUint32(b, h.Packed)
	b = Le.AppendUint32(b, h.Unpacked)
	b = Le.AppendUint16(b, uint16(len(h.Name)))
	return Le.AppendUint16(b, uint16(h.extraSize()))
}

func (r *Record) HeaderSize() int { return localSize + len(r.Local.Name) + r.Local.extraSize() }

func (r *Record) Size() int {
	return r.HeaderSize() + len(r.Data) + len(r.Descriptor.Append(nil)) + len(r.After)
}

func (r *Record) Append(b []byte) []byte {
	b = r.Local.appendFields(append(b, "PK\x03\x04"...))
	b = r.Local.appendExtra(append(b, r.Local.Name...))
	return append(r.Descriptor.Append(append(b, r.Data...)), r.After...)
}

func (d *Descriptor) Append(b []byte) []byte {
	if d == nil {
		return b
	}
	if !d.Unsigned {
		b = append(b, "PK\x07\x08"...)
	}
	b = Le.AppendUint32(b, d.Crc)
	if d.Wide {
		return Le.AppendUint64(Le.AppendUint64(b, d.Packed), d.Unpacked)
	}
	return Le.AppendUint32(Le.AppendUint32(b, uint32(d.Packed)), uint32(d.Unpacked))
}

func (e *Entry) Size() int {
	return entrySize + len(e.Name) + e.extraSize() + len(e.Comment)
}

func (e *Entry) append(b []byte) []byte {
	b = Le.AppendUint16(append(b, "PK\x01\x02"...), e.MadeBy)
	b = e.appendFields(b)
	b = Le.AppendUint16(b, uint16(len(e.Comment)))
	b = Le.AppendUint16(b, e.Disk)
	b = Le.AppendUint16(b, e.Internal)
	b = Le.AppendUint32(b, e.External)
	b = Le.AppendUint32(b, e.Offset)
	return append(e.appendExtra(append(b, e.Name...)), e.Comment...)
}

func (e *End) Append(b []byte) []byte {
	b = append(b, "PK\x05\x06"...)
	for _, v := range [...]uint16{e.Disk, e.DirDisk, e.Here, e.All} {
		b = Le.AppendUint16(b, v)
	}
	b = Le.AppendUint32(Le.AppendUint32(b, e.Size), e.Offset)
	return append(Le.AppendUint16(b, e.CommentLen), e.Comment...)
}

func (e *End64) append(b []byte) []byte {
	b = Le.AppendUint64(append(b, "PK\x06\x06"...), e.Length)
	b = append(b, 45, 3, 45, 0)
	b = Le.AppendUint32(Le.AppendUint32(b, e.Disk), e.DirDisk)
	for _, v := range [...]uint64{e.Here, e.All, e.Size, e.Offset} {
		b = Le.AppendUint64(b, v)
	}
	b = append(b, e.After...)
	if e.NoLocator {
		return b
	}
	b = Le.AppendUint32(append(b, "PK\x06\x07"...), e.LocatorDisk)
	return Le.AppendUint32(Le.AppendUint64(b, e.At), e.LocatorDisks)
}

// Announce makes both headers and the descriptor of a member give these numbers, in the layout of its
// writer.
func (r *Record) Announce(crc uint32, packed, unpacked int) {
	s, l, e := &r.Style, &r.Local, &r.Entry
	l.Crc, l.Packed, l.Unpacked = crc, uint32(packed), uint32(unpacked)
	e.Crc, e.Packed, e.Unpacked = crc, uint32(packed), uint32(unpacked)

	r.Descriptor = nil
	l.Flags, e.Flags = l.Flags&^flagStreamed, e.Flags&^flagStreamed
	inHeader := [2]int{unpacked, packed}
	if s.Streamed {
		l.Flags, e.Flags = l.Flags|flagStreamed, e.Flags|flagStreamed
		r.Descriptor = &Descriptor{Unsigned: false, Wide: s.Local64 != No64, Crc: crc, Packed: uint64(packed), Unpacked: uint64(unpacked)}
		if !s.known {
			l.Crc, l.Packed, l.Unpacked, inHeader = 0, 0, 0, [2]int{}
		}
	}
	l.Zip64 = nil
	if s.Local64 != No64 {
		l.Zip64 = Le.AppendUint64(Le.AppendUint64(nil, uint64(inHeader[0])), uint64(inHeader[1]))
	}
	if s.Local64 == Instead64 {
		l.Packed, l.Unpacked = Deferred32, Deferred32
	}

	e.Zip64 = nil
	numbers := [...]uint64{uint64(unpacked), uint64(packed), 0, 0} // the offset is known when all are in place
	fields := [...]*uint32{&e.Unpacked, &e.Packed, &e.Offset}
	for i, field := range fields {
		if s.Entry64&(1<<i) != 0 {
			*field = Deferred32
		}
		if s.Entry64&(1<<i) != 0 || 8*i < s.Whole64 {
			e.Zip64 = Le.AppendUint64(e.Zip64, numbers[i])
		}
	}
	if s.Whole64 == 28 {
		e.Zip64 = append(e.Zip64, 0, 0, 0, 0)
	}
}

// Truth returns the checksum and the two sizes of a member, as Announce takes them.
func (r *Record) Truth() (crc uint32, packed, unpacked int) {
	return crc32.ChecksumIEEE(r.Content), len(r.Data), len(r.Content)
}

// SetOffset makes the entry give an offset.
func (r *Record) SetOffset(at int) {
	e, s := &r.Entry, &r.Style
	if s.Entry64&Offset64 != 0 || s.Whole64 >= 24 {
		i := 16
		if s.Whole64 < 24 {
			i = 8 * bits.OnesCount8(s.Entry64&^Offset64)
		}
		Le.PutUint64(e.Zip64[i:], uint64(at))
	}
	if s.Entry64&Offset64 == 0 {
		e.Offset = uint32(at)
	}
}

// Rename gives a member another name in both headers. One that isn't ASCII is flagged as UTF-8.
func (r *Record) Rename(name string) {
	r.Local.Name, r.Entry.Name = name, name
	for _, h := range []*Header{&r.Local, &r.Entry.Header} {
		h.Flags &^= FlagUTF8
		if r.Style.utf8 || !IsASCII(name) {
			h.Flags |= FlagUTF8
		}
		h.Extra = slices.DeleteFunc(slices.Clone(h.Extra), func(b []byte) bool { return Le.Uint16(b) == UnicodePath }) // that of another name
	}
}

func IsASCII(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf })
}

// SetFlags changes the same flags in both headers.
func (r *Record) SetFlags(flags uint16) {
	r.Local.Flags |= flags
	r.Entry.Flags |= flags
}

// Settle makes all offsets, counts and sizes of the draft true. What is left to zip64 stays so.
func (a *Archive) Settle() {
	at := len(a.Prefix)
	for _, r := range a.Records {
		r.At = at
		if r.Align > 0 {
			r.fill(at)
		}
		r.SetOffset(at)
		at += r.Size()
	}
	a.Directory = at
	for _, r := range a.Entries {
		at += r.Entry.Size()
	}
	count, size := len(a.Entries), at-a.Directory
	e := &a.End
	e.CommentLen = uint16(len(e.Comment))
	if z := a.End64; z != nil {
		z.Here, z.All, z.Size, z.Offset = uint64(count), uint64(count), uint64(size), uint64(a.Directory)
		z.At = uint64(at + len(a.Gap))
	}
	settle16, settle32 := func(field *uint16, v int) {
		if a.End64 == nil || *field != Deferred16 {
			*field = uint16(v)
		}
	}, func(field *uint32, v int) {
		if a.End64 == nil || *field != Deferred32 {
			*field = uint32(v)
		}
	}
	settle16(&e.Here, count)
	settle16(&e.All, count)
	settle32(&e.Size, size)
	settle32(&e.Offset, a.Directory)
}

// fill aligns the data of a member that begins at an offset by the last block of its local header.
func (r *Record) fill(at int) {
	last := &r.Local.Extra[len(r.Local.Extra)-1]
	id := Le.Uint16(*last)
	data := Le.AppendUint16(nil, uint16(r.Align))
	*last = Block(id, data...)
	*last = Block(id, append(data, make([]byte, (r.Align-(at+r.HeaderSize())%r.Align)%r.Align)...)...)
}

// Bytes returns the archive.
func (a *Archive) Bytes() []byte {
	n := len(a.Prefix) + len(a.Gap) + len(a.End.Comment) + len(a.Tail) + end64Size + locatorSize + 64
	for _, r := range a.Records {
		n += r.Size()
	}
	for _, r := range a.Entries {
		n += r.Entry.Size()
	}
	b := append(make([]byte, 0, n), a.Prefix...)
	for _, r := range a.Records {
		b = r.Append(b)
	}
	for _, r := range a.Entries {
		b = r.Entry.append(b)
	}
	b = append(b, a.Gap...)
	if a.End64 != nil {
		b = a.End64.append(b)
	}
	b = append(a.End.Append(b), a.Tail...)
	return b[:len(b)-a.Cut]
}

// File returns the archive, with what a reader that follows the directory gets.
func (a *Archive) File() sample.File {
	members := make([]sample.Member, len(a.Entries))
	for i, r := range a.Entries {
		members[i] = sample.Member{Name: r.Entry.Name, Array: r.Array}
	}
	return sample.File{Content: a.Bytes(), Format: validator.Npz, Members: members}
}

// Keep makes the draft in its present state the conforming file.
func (a *Archive) Keep() { a.Twin = a.File() }

// Plain reports whether the array has no Python objects: in a truncated pickle a length may be too large.
func (r *Record) Plain() bool { return r.Array != nil }

func (r *Record) Deflated() bool { return r.Local.Method == MethodDeflate }
