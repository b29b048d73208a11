package fuzz

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/validator"
)

// archive is a draft of a zip archive: what each of its records says, true or not.
type archive struct {
	prefix  []byte // before the first local header
	records []*zipRecord
	entries []*zipRecord // those in the directory, in its order
	gap     []byte       // between the directory and the end records
	end64   *zipEnd64    // nil if there is none
	end     zipEnd
	tail    []byte // after the comment
	cut     int    // bytes that the file lacks at its end

	directory int  // offset of the central directory
	twin      File // the last draft that conforms
}

// zipRecord is a member, with its local header and its entry of the directory.
type zipRecord struct {
	array   *Array // nil if it is not an array, or holds Python objects
	content []byte
	data    []byte // the content as it is packed
	style   zipStyle

	local      zipHeader
	align      int // of the data, by a block of the local header, or 0
	descriptor *zipDescriptor
	after      []byte // bytes after all that, which belong to nothing
	at         int    // offset of the local header

	entry zipEntry
}

// zipHeader is what both headers of a member have.
type zipHeader struct {
	needed, flags, method uint16
	time                  uint32 // and date, in the form of MS-DOS
	crc, packed, unpacked uint32
	name                  string
	zip64                 []byte   // data of the zip64 block, nil if there is none
	extra                 [][]byte // further blocks
}

// zipEntry is what the entry of the directory says.
type zipEntry struct {
	zipHeader
	madeBy, disk, internal uint16
	external, offset       uint32
	comment                string
}

type zipDescriptor struct {
	unsigned, wide   bool
	crc              uint32
	packed, unpacked uint64
}

// zipEnd is the end of central directory record.
type zipEnd struct {
	disk, dirDisk, here, all uint16
	size, offset             uint32
	commentLen               uint16
	comment                  string
}

// zipEnd64 is the zip64 end of central directory record and its locator.
type zipEnd64 struct {
	length                    uint64 // of the record, as it says
	disk, dirDisk             uint32
	here, all, size, offset   uint64
	after                     []byte // between the record and its locator
	noLocator                 bool
	locatorDisk, locatorDisks uint32
	at                        uint64 // offset of the record, as the locator says
}

// The sizes and values of fields (APPNOTE 4.3).
const (
	localSize   = 30
	entrySize   = 46
	end64Size   = 56
	locatorSize = 20
	deferred16  = 1<<16 - 1 // stands in a field that is left to zip64
	deferred32  = 1<<32 - 1
)

// The flags of a member.
const (
	flagStreamed = 1 << 3
	flagUTF8     = 1 << 11
)

// The compression methods.
const (
	methodStored  = 0
	methodDeflate = 8
)

var le = binary.LittleEndian

// block returns a block of an extra field.
func block(id uint16, data ...byte) []byte {
	b := le.AppendUint16(make([]byte, 0, 4+len(data)), id)
	return append(le.AppendUint16(b, uint16(len(data))), data...)
}

func (h *zipHeader) extraSize() int {
	n := 0
	if h.zip64 != nil {
		n = 4 + len(h.zip64)
	}
	for _, b := range h.extra {
		n += len(b)
	}
	return n
}

func (h *zipHeader) appendExtra(b []byte) []byte {
	if h.zip64 != nil {
		b = append(b, block(1, h.zip64...)...)
	}
	for _, e := range h.extra {
		b = append(b, e...)
	}
	return b
}

// appendFields appends what both headers have in common, up to the lengths.
func (h *zipHeader) appendFields(b []byte) []byte {
	b = le.AppendUint16(b, h.needed)
	b = le.AppendUint16(b, h.flags)
	b = le.AppendUint16(b, h.method)
	b = le.AppendUint32(b, h.time)
	b = le.AppendUint32(b, h.crc)
	b = le.AppendUint32(b, h.packed)
	b = le.AppendUint32(b, h.unpacked)
	b = le.AppendUint16(b, uint16(len(h.name)))
	return le.AppendUint16(b, uint16(h.extraSize()))
}

func (r *zipRecord) headerSize() int { return localSize + len(r.local.name) + r.local.extraSize() }

func (r *zipRecord) size() int {
	return r.headerSize() + len(r.data) + len(r.descriptor.append(nil)) + len(r.after)
}

func (r *zipRecord) append(b []byte) []byte {
	b = r.local.appendFields(append(b, "PK\x03\x04"...))
	b = r.local.appendExtra(append(b, r.local.name...))
	return append(r.descriptor.append(append(b, r.data...)), r.after...)
}

func (d *zipDescriptor) append(b []byte) []byte {
	if d == nil {
		return b
	}
	if !d.unsigned {
		b = append(b, "PK\x07\x08"...)
	}
	b = le.AppendUint32(b, d.crc)
	if d.wide {
		return le.AppendUint64(le.AppendUint64(b, d.packed), d.unpacked)
	}
	return le.AppendUint32(le.AppendUint32(b, uint32(d.packed)), uint32(d.unpacked))
}

func (e *zipEntry) size() int {
	return entrySize + len(e.name) + e.extraSize() + len(e.comment)
}

func (e *zipEntry) append(b []byte) []byte {
	b = le.AppendUint16(append(b, "PK\x01\x02"...), e.madeBy)
	b = e.appendFields(b)
	b = le.AppendUint16(b, uint16(len(e.comment)))
	b = le.AppendUint16(b, e.disk)
	b = le.AppendUint16(b, e.internal)
	b = le.AppendUint32(b, e.external)
	b = le.AppendUint32(b, e.offset)
	return append(e.appendExtra(append(b, e.name...)), e.comment...)
}

func (e *zipEnd) append(b []byte) []byte {
	b = append(b, "PK\x05\x06"...)
	for _, v := range [...]uint16{e.disk, e.dirDisk, e.here, e.all} {
		b = le.AppendUint16(b, v)
	}
	b = le.AppendUint32(le.AppendUint32(b, e.size), e.offset)
	return append(le.AppendUint16(b, e.commentLen), e.comment...)
}

func (e *zipEnd64) append(b []byte) []byte {
	b = le.AppendUint64(append(b, "PK\x06\x06"...), e.length)
	b = append(b, 45, 3, 45, 0)
	b = le.AppendUint32(le.AppendUint32(b, e.disk), e.dirDisk)
	for _, v := range [...]uint64{e.here, e.all, e.size, e.offset} {
		b = le.AppendUint64(b, v)
	}
	b = append(b, e.after...)
	if e.noLocator {
		return b
	}
	b = le.AppendUint32(append(b, "PK\x06\x07"...), e.locatorDisk)
	return le.AppendUint32(le.AppendUint64(b, e.at), e.locatorDisks)
}

// tell makes both headers and the descriptor of a member give these numbers, in the layout of its
// writer.
func (r *zipRecord) tell(crc uint32, packed, unpacked int) {
	s, l, e := &r.style, &r.local, &r.entry
	l.crc, l.packed, l.unpacked = crc, uint32(packed), uint32(unpacked)
	e.crc, e.packed, e.unpacked = crc, uint32(packed), uint32(unpacked)

	r.descriptor = nil
	l.flags, e.flags = l.flags&^flagStreamed, e.flags&^flagStreamed
	inHeader := [2]int{unpacked, packed}
	if s.streamed {
		l.flags, e.flags = l.flags|flagStreamed, e.flags|flagStreamed
		r.descriptor = &zipDescriptor{false, s.local64 != no64, crc, uint64(packed), uint64(unpacked)}
		if !s.known {
			l.crc, l.packed, l.unpacked, inHeader = 0, 0, 0, [2]int{}
		}
	}
	l.zip64 = nil
	if s.local64 != no64 {
		l.zip64 = le.AppendUint64(le.AppendUint64(nil, uint64(inHeader[0])), uint64(inHeader[1]))
	}
	if s.local64 == instead64 {
		l.packed, l.unpacked = deferred32, deferred32
	}

	e.zip64 = nil
	numbers := [...]uint64{uint64(unpacked), uint64(packed), 0, 0} // the offset is known when all are in place
	fields := [...]*uint32{&e.unpacked, &e.packed, &e.offset}
	for i, field := range fields {
		if s.entry64&(1<<i) != 0 {
			*field = deferred32
		}
		if s.entry64&(1<<i) != 0 || 8*i < s.whole64 {
			e.zip64 = le.AppendUint64(e.zip64, numbers[i])
		}
	}
	if s.whole64 == 28 {
		e.zip64 = append(e.zip64, 0, 0, 0, 0)
	}
}

// truth returns the checksum and the two sizes of a member, as tell takes them.
func (r *zipRecord) truth() (crc uint32, packed, unpacked int) {
	return crc32.ChecksumIEEE(r.content), len(r.data), len(r.content)
}

// setOffset makes the entry give an offset.
func (r *zipRecord) setOffset(at int) {
	e, s := &r.entry, &r.style
	if s.entry64&offset64 != 0 || s.whole64 >= 24 {
		i := 16
		if s.whole64 < 24 {
			i = 8 * bits.OnesCount8(s.entry64&^offset64)
		}
		le.PutUint64(e.zip64[i:], uint64(at))
	}
	if s.entry64&offset64 == 0 {
		e.offset = uint32(at)
	}
}

// rename gives a member another name in both headers. One that isn't ASCII is flagged as UTF-8.
func (r *zipRecord) rename(name string) {
	r.local.name, r.entry.name = name, name
	for _, h := range []*zipHeader{&r.local, &r.entry.zipHeader} {
		h.flags &^= flagUTF8
		if r.style.utf8 || !isASCII(name) {
			h.flags |= flagUTF8
		}
		h.extra = slices.DeleteFunc(slices.Clone(h.extra), func(b []byte) bool { return le.Uint16(b) == unicodePath }) // that of another name
	}
}

func isASCII(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf })
}

// setFlags changes the same flags in both headers.
func (r *zipRecord) setFlags(flags uint16) {
	r.local.flags |= flags
	r.entry.flags |= flags
}

// settle makes all offsets, counts and sizes of the draft true. What is left to zip64 stays left.
func (a *archive) settle() {
	at := len(a.prefix)
	for _, r := range a.records {
		r.at = at
		if r.align > 0 {
			r.fill(at)
		}
		r.setOffset(at)
		at += r.size()
	}
	a.directory = at
	for _, r := range a.entries {
		at += r.entry.size()
	}
	count, size := len(a.entries), at-a.directory
	e := &a.end
	e.commentLen = uint16(len(e.comment))
	if z := a.end64; z != nil {
		z.here, z.all, z.size, z.offset = uint64(count), uint64(count), uint64(size), uint64(a.directory)
		z.at = uint64(at + len(a.gap))
	}
	settle16, settle32 := func(field *uint16, v int) {
		if a.end64 == nil || *field != deferred16 {
			*field = uint16(v)
		}
	}, func(field *uint32, v int) {
		if a.end64 == nil || *field != deferred32 {
			*field = uint32(v)
		}
	}
	settle16(&e.here, count)
	settle16(&e.all, count)
	settle32(&e.size, size)
	settle32(&e.offset, a.directory)
}

// fill aligns the data of a member that begins at an offset by the last block of its local header.
func (r *zipRecord) fill(at int) {
	last := &r.local.extra[len(r.local.extra)-1]
	id := le.Uint16(*last)
	data := le.AppendUint16(nil, uint16(r.align))
	*last = block(id, data...)
	*last = block(id, append(data, make([]byte, (r.align-(at+r.headerSize())%r.align)%r.align)...)...)
}

// bytes returns the archive.
func (a *archive) bytes() []byte {
	n := len(a.prefix) + len(a.gap) + len(a.end.comment) + len(a.tail) + end64Size + locatorSize + 64
	for _, r := range a.records {
		n += r.size()
	}
	for _, r := range a.entries {
		n += r.entry.size()
	}
	b := append(make([]byte, 0, n), a.prefix...)
	for _, r := range a.records {
		b = r.append(b)
	}
	for _, r := range a.entries {
		b = r.entry.append(b)
	}
	b = append(b, a.gap...)
	if a.end64 != nil {
		b = a.end64.append(b)
	}
	b = append(a.end.append(b), a.tail...)
	return b[:len(b)-a.cut]
}

// file returns the archive, with what a reader gets that follows the directory.
func (a *archive) file() File {
	members := make([]Member, len(a.entries))
	for i, r := range a.entries {
		members[i] = Member{Name: r.entry.name, Array: r.array}
	}
	return File{Content: a.bytes(), Format: validator.Npz, Members: members}
}

// keep takes the draft as it is for the file that conforms.
func (a *archive) keep() { a.twin = a.file() }
