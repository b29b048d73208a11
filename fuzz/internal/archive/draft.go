package archive

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/validator"
)

// Draft is an archive that can be changed: what each of its records says, true or not.
type Draft struct {
	Prefix  []byte    // before the first local header
	Members []*Member // those with a local header, in the order of the file
	Listed  []*Member // those in the directory, in its order
	Gap     []byte    // between the directory and the end records
	End64   *Record   // nil if there is none
	Locator *Record   // nil if there is none
	End     Record
	Tail    []byte // after the comment
	Cut     int    // bytes that the file lacks at its end

	Directory int         // offset of the central directory
	Twin      sample.File // the last draft that conforms
}

// Member is a member of a draft. What it lacks of a header or an entry is an empty gap.
type Member struct {
	Array      *sample.Array // nil if it is not an array, or has Python objects
	Content    []byte
	Style      Style
	Align      int // of the data, by a block of the local header, or 0
	Descriptor *Descriptor

	Local Record // with the content as it is packed
	Entry Record
}

// Descriptor is what follows the data of a member that is streamed.
type Descriptor struct {
	Unsigned, Wide   bool
	Crc              uint32
	Packed, Unpacked uint64
}

// The flags of a member.
const (
	FlagStreamed = 1 << 3
	FlagUTF8     = 1 << 11
)

// The compression methods.
const (
	MethodStored  = 0
	MethodDeflate = 8
)

var Le = binary.LittleEndian

// NewDraft returns an archive without members.
func NewDraft() *Draft { return &Draft{End: New(End)} }

// Size returns the size in bytes of a member without its entry.
func (m *Member) Size() int { return m.Local.Size() + len(m.Descriptor.Append(nil)) }

// Append appends a member without its entry.
func (m *Member) Append(b []byte) []byte {
	head := m.Local
	head.After = nil
	return append(m.Descriptor.Append(head.Append(b)), m.Local.After...)
}

// Append appends the descriptor, if there is one.
func (d *Descriptor) Append(b []byte) []byte {
	if d == nil {
		return b
	}
	if !d.Unsigned {
		b = append(b, signed...)
	}
	b = Le.AppendUint32(b, d.Crc)
	if d.Wide {
		return Le.AppendUint64(Le.AppendUint64(b, d.Packed), d.Unpacked)
	}
	return Le.AppendUint32(Le.AppendUint32(b, uint32(d.Packed)), uint32(d.Unpacked))
}

// ParseDescriptor parses a descriptor, if b is one.
func ParseDescriptor(b []byte) (d Descriptor, ok bool) {
	fields, found := bytes.CutPrefix(b, []byte(signed))
	d.Unsigned, d.Wide = !found, len(fields) == 20
	if len(fields) != 12 && !d.Wide {
		return d, false
	}
	d.Crc = Le.Uint32(fields)
	if d.Wide {
		d.Packed, d.Unpacked = Le.Uint64(fields[4:]), Le.Uint64(fields[12:])
	} else {
		d.Packed, d.Unpacked = uint64(Le.Uint32(fields[4:])), uint64(Le.Uint32(fields[8:]))
	}
	return d, true
}

// Announce makes both headers and the descriptor of a member give these numbers, in the layout of its
// writer.
func (m *Member) Announce(crc uint32, packed, unpacked int) {
	s, l, e := &m.Style, &m.Local, &m.Entry
	for _, r := range []*Record{l, e} {
		r.setSizes(crc, packed, unpacked)
		r.Set(Flags, r.Get(Flags)&^FlagStreamed)
	}

	m.Descriptor = nil
	inHeader := [2]int{unpacked, packed}
	if s.Streamed {
		m.SetFlags(FlagStreamed)
		m.Descriptor = &Descriptor{Unsigned: false, Wide: s.Local64 != No64, Crc: crc, Packed: uint64(packed), Unpacked: uint64(unpacked)}
		if !s.known {
			l.setSizes(0, 0, 0)
			inHeader = [2]int{}
		}
	}
	var local []byte
	if s.Local64 != No64 {
		local = Le.AppendUint64(Le.AppendUint64(nil, uint64(inHeader[0])), uint64(inHeader[1]))
	}
	l.SetZip64(local)
	if s.Local64 == Instead64 {
		l.Defer(Packed)
		l.Defer(Unpacked)
	}

	var entry []byte
	numbers := [...]uint64{uint64(unpacked), uint64(packed), 0, 0} // the offset is known when all are in place
	for i, field := range wideFields {
		if s.Entry64&(1<<i) != 0 {
			e.Defer(field)
		}
		if s.Entry64&(1<<i) != 0 || 8*i < s.Whole64 {
			entry = Le.AppendUint64(entry, numbers[i])
		}
	}
	if s.Whole64 == 28 {
		entry = append(entry, 0, 0, 0, 0)
	}
	e.SetZip64(entry)
}

func (r *Record) setSizes(crc uint32, packed, unpacked int) {
	r.Set(Crc, uint64(crc))
	r.Set(Packed, uint64(packed))
	r.Set(Unpacked, uint64(unpacked))
}

// Truth returns the checksum and the two sizes of a member, as Announce takes them.
func (m *Member) Truth() (crc uint32, packed, unpacked int) {
	return crc32.ChecksumIEEE(m.Content), len(m.Local.Data), len(m.Content)
}

// SetOffset makes the entry give an offset, in the layout of its writer.
func (m *Member) SetOffset(at int) {
	e, s := &m.Entry, &m.Style
	if s.Whole64 >= 24 { // has all numbers, whether they are left to it or not
		data := e.Zip64()
		Le.PutUint64(data[16:], uint64(at))
		e.SetZip64(data)
	} else if s.Entry64&Offset64 != 0 {
		e.SetWide(Offset, uint64(at))
	}
	if !e.Deferred(Offset) {
		e.Set(Offset, uint64(at))
	}
}

// Name returns the name of a member in the directory.
func (m *Member) Name() string { return string(m.Entry.Name) }

// Rename gives a member another name in both headers. One that isn't ASCII is flagged as UTF-8.
func (m *Member) Rename(name string) {
	for _, r := range []*Record{&m.Local, &m.Entry} {
		r.Put(NameOf, []byte(name))
		r.SetFlag(FlagUTF8, m.Style.utf8 || !IsASCII(name))
		r.Drop(UnicodePath) // that of another name
	}
}

// IsASCII reports whether a name has no other characters.
func IsASCII(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf })
}

// SetFlag sets or clears flags.
func (r *Record) SetFlag(flags uint16, on bool) {
	v := r.Get(Flags) &^ uint64(flags)
	if on {
		v |= uint64(flags)
	}
	r.Set(Flags, v)
}

// SetFlags sets the same flags in both headers.
func (m *Member) SetFlags(flags uint16) {
	m.Local.SetFlag(flags, true)
	m.Entry.SetFlag(flags, true)
}

// Settle makes all offsets, counts and sizes of the draft true. What is left to zip64 stays so.
func (d *Draft) Settle() {
	at := len(d.Prefix)
	for _, m := range d.Members {
		if m.Local.At = at; m.Local.Kind == Local {
			if m.Align > 0 {
				m.fill()
			}
			m.SetOffset(at)
		}
		at += m.Size()
	}
	d.Directory = at
	count := 0
	for _, m := range d.Listed {
		at += m.Entry.Size()
		if m.Entry.Kind == Entry {
			count++
		}
	}
	ends := []*Record{&d.End}
	if d.End64 != nil {
		ends = append(ends, d.End64)
	}
	if d.Locator != nil {
		d.Locator.Set(Offset, uint64(at+len(d.Gap)))
	}
	for _, r := range ends {
		for _, n := range []struct {
			Field
			v int
		}{{Here, count}, {All, count}, {Size, at - d.Directory}, {Offset, d.Directory}} {
			if !r.Deferred(n.Field) {
				r.Set(n.Field, uint64(n.v))
			}
		}
	}
}

// fill aligns the data of a member by the last block of its local header.
func (m *Member) fill() {
	l := &m.Local
	last := 0
	for at := 0; at+4 <= len(l.Extra); at += 4 + int(Le.Uint16(l.Extra[at+2:])) {
		last = at
	}
	id := Le.Uint16(l.Extra[last:])
	data := Le.AppendUint16(nil, uint16(m.Align))
	before := l.Extra[:last]
	start := l.At + l.Kind.FixedLen() + len(l.Name) + last + 4 + len(data)
	l.Put(ExtraOf, slices.Concat(before, Block(id, append(data, make([]byte, (m.Align-start%m.Align)%m.Align)...)...)))
}

// Bytes returns the archive.
func (d *Draft) Bytes() []byte {
	n := len(d.Prefix) + len(d.Gap) + d.End.Size() + len(d.Tail) + 128
	for _, m := range d.Members {
		n += m.Size()
	}
	for _, m := range d.Listed {
		n += m.Entry.Size()
	}
	b := append(make([]byte, 0, n), d.Prefix...)
	for _, m := range d.Members {
		b = m.Append(b)
	}
	for _, m := range d.Listed {
		b = m.Entry.Append(b)
	}
	b = append(b, d.Gap...)
	for _, r := range []*Record{d.End64, d.Locator} {
		if r != nil {
			b = r.Append(b)
		}
	}
	b = append(d.End.Append(b), d.Tail...)
	return b[:len(b)-d.Cut]
}

// File returns the archive, with what a reader that follows the directory gets.
func (d *Draft) File() sample.File {
	members := make([]sample.Member, len(d.Listed))
	for i, m := range d.Listed {
		members[i] = sample.Member{Name: m.Name(), Array: m.Array}
	}
	return sample.File{Content: d.Bytes(), Format: validator.Npz, Members: members}
}

// Keep makes the draft in its present state the conforming file.
func (d *Draft) Keep() { d.Twin = d.File() }

// Plain reports whether the array has no Python objects: in a truncated pickle a length may be too large.
func (m *Member) Plain() bool { return m.Array != nil }

// Deflated reports whether the local header says so.
func (m *Member) Deflated() bool { return m.Local.Get(Method) == MethodDeflate }

// SetMethod makes both headers say that a member is packed by a method.
func (m *Member) SetMethod(method uint64) {
	m.Local.Set(Method, method)
	m.Entry.Set(Method, method)
}
