// Package archive has zip archives as their records, whatever those say: it makes them, parses them, changes them, and
// writes them.
package archive

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Kind is the kind of a record. A gap is bytes in no record.
type Kind uint8

const (
	Gap   Kind = iota
	Local      // the header of a member
	Entry      // of the directory
	End64
	Locator
	End
	kinds
)

// Field is a number in the fixed part of a record.
type Field uint8

const (
	None Field = iota
	Signature
	Length // of an End64, as it says
	MadeBy
	Needed
	Flags
	Method
	Time // and date, in the form of MS-DOS
	Crc
	Packed // size in bytes
	Unpacked
	NameLen
	ExtraLen
	CommentLen
	Disk
	DirDisk
	Internal
	External
	Here // entries on this disk
	All
	Size   // of the directory in bytes
	Offset // of a local header, of the directory, or of an End64
	Disks
	fields
)

// width is a field and its size in bytes.
type width struct {
	Field
	bytes int
}

// widths are the fixed parts of records (APPNOTE 4.3) after their signatures.
var widths = [kinds][]width{
	Local: {{Needed, 2}, {Flags, 2}, {Method, 2}, {Time, 4}, {Crc, 4}, {Packed, 4}, {Unpacked, 4}, {NameLen, 2}, {ExtraLen, 2}},
	Entry: {
		{MadeBy, 2}, {Needed, 2}, {Flags, 2}, {Method, 2}, {Time, 4}, {Crc, 4}, {Packed, 4}, {Unpacked, 4}, {NameLen, 2}, {ExtraLen, 2},
		{CommentLen, 2}, {Disk, 2}, {Internal, 2}, {External, 4}, {Offset, 4},
	},
	End64: {
		{Length, 8}, {MadeBy, 2}, {Needed, 2}, {Disk, 4}, {DirDisk, 4}, {Here, 8}, {All, 8}, {Size, 8}, {Offset, 8},
	},
	Locator: {{Disk, 4}, {Offset, 8}, {Disks, 4}},
	End:     {{Disk, 2}, {DirDisk, 2}, {Here, 2}, {All, 2}, {Size, 4}, {Offset, 4}, {CommentLen, 2}},
}

var signatures = [kinds]string{"", "PK\x03\x04", "PK\x01\x02", "PK\x06\x06", "PK\x06\x07", "PK\x05\x06"}

const signed = "PK\x07\x08" // what a data descriptor begins with, mostly

// layout is the fixed part of a kind of record.
type layout struct {
	fields []Field // in their order
	at     [fields]int
	width  [fields]int // 0 for one that it doesn't have
	size   int
}

var layouts = func() (all [kinds]layout) {
	for kind := Local; kind < kinds; kind++ {
		l := &all[kind]
		for _, w := range append([]width{{Signature, 4}}, widths[kind]...) {
			l.fields = append(l.fields, w.Field)
			l.at[w.Field], l.width[w.Field] = l.size, w.bytes
			l.size += w.bytes
		}
	}
	return all
}()

// Fields returns the fields of a kind of record in their order, the signature first.
func (k Kind) Fields() []Field { return layouts[k].fields }

// FixedLen returns the size of the fixed part in bytes.
func (k Kind) FixedLen() int { return layouts[k].size }

// Record is a piece of an archive. Its parts together are its bytes, whatever its fields say. A copy is independent: the
// bytes of a part are never modified.
type Record struct {
	Kind    Kind
	fixed   [56]byte
	Name    []byte
	Extra   []byte
	Comment []byte // of an entry, and of the end record
	Data    []byte // of a member, and of a gap
	After   []byte // what belongs to no other record, or the descriptor of a member

	At int // where it was in the file that was parsed
	Of int // of an entry in such a file: where its local header was, or -1
}

// New returns a record of zeros.
func New(kind Kind) Record {
	r := Record{Kind: kind, Of: -1}
	copy(r.fixed[:], signatures[kind])
	return r
}

// Get returns the value of a field, or 0 if the record doesn't have it.
func (r *Record) Get(f Field) uint64 {
	l := &layouts[r.Kind]
	switch b := r.fixed[l.at[f]:]; l.width[f] {
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Set changes a field, if the record has it, to the low bytes of a value.
func (r *Record) Set(f Field, v uint64) {
	l := &layouts[r.Kind]
	switch b := r.fixed[l.at[f]:]; l.width[f] {
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// Add adds to a field, modulo its width.
func (r *Record) Add(f Field, by int) { r.Set(f, r.Get(f)+uint64(by)) }

// Shift adds to a field, if the sum fits and the number isn't elsewhere.
func (r *Record) Shift(f Field, by int) {
	if v := int64(r.Get(f)) + int64(by); r.Width(f) == 8 || !r.Deferred(f) && v >= 0 && uint64(v) < r.largest(f) {
		r.Add(f, by)
	}
}

// Width returns the size of a field in bytes, 0 if the record doesn't have it.
func (r *Record) Width(f Field) int { return layouts[r.Kind].width[f] }

// largest is the largest value of a field. It says that the number is in a zip64 block or record.
func (r *Record) largest(f Field) uint64 { return 1<<(8*r.Width(f)) - 1 }

// Defer leaves the number of a field to zip64.
func (r *Record) Defer(f Field) { r.Set(f, r.largest(f)) }

// Deferred reports whether the number of a field is left to zip64.
func (r *Record) Deferred(f Field) bool { return r.Width(f) > 0 && r.Get(f) == r.largest(f) }

// Part is one of the parts of a record that may have any length.
type Part struct {
	Of     func(*Record) *[]byte
	length Field // where the record states how long it is
}

var (
	NameOf    = Part{func(r *Record) *[]byte { return &r.Name }, NameLen}
	ExtraOf   = Part{func(r *Record) *[]byte { return &r.Extra }, ExtraLen}
	CommentOf = Part{func(r *Record) *[]byte { return &r.Comment }, CommentLen}
	DataOf    = Part{func(r *Record) *[]byte { return &r.Data }, None}
)

// Put gives a record another part of that length.
func (r *Record) Put(p Part, b []byte) {
	*p.Of(r) = b
	r.Set(p.length, uint64(len(b)))
}

// Replace gives a record another part and adjusts its length: a wrong one stays wrong by the same amount.
func (r *Record) Replace(p Part, b []byte) {
	r.Shift(p.length, len(b)-len(*p.Of(r)))
	*p.Of(r) = b
}

func (r *Record) parts() [6][]byte {
	return [...][]byte{r.fixed[:layouts[r.Kind].size], r.Name, r.Extra, r.Comment, r.Data, r.After}
}

// Size returns the size of a record in bytes.
func (r *Record) Size() (n int) {
	for _, part := range r.parts() {
		n += len(part)
	}
	return n
}

// Append appends the bytes of a record.
func (r *Record) Append(b []byte) []byte {
	for _, part := range r.parts() {
		b = append(b, part...)
	}
	return b
}

// Head returns the bytes of a record without data and what follows.
func (r *Record) Head() []byte {
	head := *r
	head.Data, head.After = nil, nil
	return head.Append(nil)
}

// Equal reports whether two records have the same parts.
func (r *Record) Equal(other *Record) bool {
	a, b := r.parts(), other.parts()
	return slices.EqualFunc(a[:], b[:], bytes.Equal)
}

// Block returns a block of an extra field.
func Block(id uint16, data ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(make([]byte, 0, 4+len(data)), id)
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(data))), data...)
}

// The blocks of extra fields that say what the record doesn't.
const (
	zip64       = 1
	UnicodePath = 0x7075
)

// block returns where the first block of a kind begins and ends from an offset of the extra field on, or false if there is
// none. Its end may be after that of the field.
func (r *Record) block(id uint16, from int) (at, end int, ok bool) {
	for at = from; at+4 <= len(r.Extra); at = end {
		end = at + 4 + int(binary.LittleEndian.Uint16(r.Extra[at+2:]))
		if binary.LittleEndian.Uint16(r.Extra[at:]) == id {
			return at, end, true
		}
	}
	return 0, 0, false
}

// Has reports whether a record has a block of a kind.
func (r *Record) Has(id uint16) bool {
	_, _, ok := r.block(id, 0)
	return ok
}

// AddBlock adds a block, which may be malformed, after those that the record has.
func (r *Record) AddBlock(b []byte) { r.Put(ExtraOf, slices.Concat(r.Extra, b)) }

// Drop removes the blocks of a kind.
func (r *Record) Drop(id uint16) {
	for at, end, ok := r.block(id, 0); ok; at, end, ok = r.block(id, at) {
		r.Put(ExtraOf, slices.Concat(r.Extra[:at], r.Extra[min(end, len(r.Extra)):]))
	}
}

// DropExtra removes the blocks but the first one of zip64, which goes with the fields that it replaces.
func (r *Record) DropExtra() {
	at, end, _ := r.block(zip64, 0)
	r.Replace(ExtraOf, r.Extra[at:min(end, len(r.Extra))])
}

// Zip64 returns a copy of the data of the first zip64 block, or nil if there is none.
func (r *Record) Zip64() []byte {
	at, end, ok := r.block(zip64, 0)
	if !ok {
		return nil
	}
	return slices.Concat([]byte{}, r.Extra[at+4:min(end, len(r.Extra))])
}

// SetZip64 replaces the first zip64 block, or adds one before all others. With nil it removes it.
func (r *Record) SetZip64(data []byte) {
	at, end, _ := r.block(zip64, 0)
	var b []byte
	if data != nil {
		b = Block(zip64, data...)
	}
	r.Put(ExtraOf, slices.Concat(r.Extra[:at], b, r.Extra[min(end, len(r.Extra)):]))
}

// wideFields are those that a zip64 block can have, in its order.
var wideFields = [...]Field{Unpacked, Packed, Offset}

// wideAt returns where the extra field has the 8 bytes of a field that is left to zip64, or -1 if it doesn't. That depends
// on the fields before it.
func (r *Record) wideAt(field Field) int {
	if !r.Deferred(field) {
		return -1
	}
	for at, end, ok := r.block(zip64, 0); ok; at, end, ok = r.block(zip64, end) {
		value := at + 4
		for _, f := range wideFields {
			if f == field && value+8 <= len(r.Extra) {
				return value
			}
			if r.Deferred(f) {
				value += 8
			}
		}
	}
	return -1
}

// Wide returns the value of a field that may be left to zip64.
func (r *Record) Wide(f Field) uint64 {
	if at := r.wideAt(f); at >= 0 {
		return binary.LittleEndian.Uint64(r.Extra[at:])
	}
	return r.Get(f)
}

// SetWide changes a field, where it is: one that is left to a zip64 block that isn't there stays so.
func (r *Record) SetWide(f Field, v uint64) {
	if at := r.wideAt(f); at >= 0 {
		r.Extra = slices.Clone(r.Extra)
		binary.LittleEndian.PutUint64(r.Extra[at:], v)
	} else if !r.Deferred(f) {
		r.Set(f, v)
	}
}

// ShiftWide is Shift for a field that may be left to zip64.
func (r *Record) ShiftWide(f Field, by int) {
	if r.wideAt(f) >= 0 {
		r.SetWide(f, r.Wide(f)+uint64(by))
	} else {
		r.Shift(f, by)
	}
}
