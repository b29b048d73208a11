package build

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// Header is a local header, or an entry of the directory, of a member. It is written unchanged,
// true or not.
type Header struct {
	Needed, Flags, Method uint16
	Time, Date            uint16
	CRC, Packed, Unpacked uint32
	Name                  string
	Extra                 []byte
}

// Member is a member of an archive.
type Member struct {
	Local      Header
	Data       []byte // as they stand in the file
	Descriptor []byte // the data descriptor
	After      []byte // bytes after all that, which belong to nothing

	Central  Header
	MadeBy   uint16 // version and system; by default that of Python on Unix
	Disk     uint16
	Internal uint16 // attributes
	External uint32 // attributes
	Comment  []byte
	Shift    int // added to the offset that the directory gives
	Place    int // in the directory, if it isn't the one in the file: members are sorted by it

	Unlisted bool // the directory has no entry
	Ghost    bool // there is nothing but the entry in the directory
}

// End is the end record, and what precedes it.
type End struct {
	Zip64         []byte
	Disk, DirDisk uint16
	Here, All     uint16
	Size, Offset  uint32
	CommentLen    uint16
	Comment       []byte
}

// RegularFile is the attribute that Python gives to a member that was opened by name: mode 0600.
const RegularFile = 0o600 << 16

// Sentinel stands in a field whose value is in the zip64 extra field.
const Sentinel = 1<<32 - 1

// Stored returns a member with a file as its data, without any extra field. The time is 0:00 on the first of January 1980,
// as in all that NumPy has written since 1.14.
func Stored(name string, file []byte) Member {
	h := Header{
		Needed:   20,
		Date:     0x21,
		CRC:      crc32.ChecksumIEEE(file),
		Packed:   uint32(len(file)),
		Unpacked: uint32(len(file)),
		Name:     name,
	}
	return Member{Local: h, Data: file, Central: h, External: RegularFile}
}

// Deflated returns a member with a file and the deflate stream that stands for it.
func Deflated(name string, file, stream []byte) Member {
	m := Stored(name, file)
	m.Data = stream
	return m.Both(func(h *Header) {
		h.Method = 8
		h.Packed = uint32(len(stream))
	})
}

// DeflateBlock returns a deflate block that isn't compressed; final is 1 for the last one.
func DeflateBlock(final byte, file []byte) []byte {
	n := uint16(len(file))
	return Join(Bytes(final), LE16(n, ^n), file)
}

// Streamed returns the member as it is written before its size is known: with a data descriptor
// after the data, and its signature.
func (m Member) Streamed() Member {
	m.Local.Flags |= FlagStreamed
	m.Central.Flags |= FlagStreamed
	m.Descriptor = Join([]byte(SigDescriptor), LE32(m.Local.CRC, m.Local.Packed, m.Local.Unpacked))
	m.Local.CRC, m.Local.Packed, m.Local.Unpacked = 0, 0, 0
	return m
}

// Wide returns a streamed member whose descriptor has sizes of 8 bytes.
func (m Member) Wide() Member {
	m.Descriptor = Join([]byte(SigDescriptor), LE32(m.Central.CRC), LE64(uint64(m.Central.Packed), uint64(m.Central.Unpacked)))
	m.Local.Extra = Join(m.Local.Extra, Zip64Extra(0, 0))
	return m
}

// Edit returns the member with a change.
func (m Member) Edit(change func(*Member)) Member {
	change(&m)
	return m
}

// Both returns the member with the same change in its two headers.
func (m Member) Both(change func(*Header)) Member {
	change(&m.Local)
	change(&m.Central)
	return m
}

// Zip returns an archive of the members in their order.
func Zip(members ...Member) []byte { return ZipWith(func(*End) {}, members...) }

// ZipWith returns an archive whose end record is changed before it is written.
func ZipWith(change func(*End), members ...Member) []byte {
	file, directory, entries := ZipParts(members...)
	end := End{Here: uint16(entries), All: uint16(entries), Size: uint32(len(directory)), Offset: uint32(len(file))}
	change(&end)
	return Join(file, directory, end.Zip64, end.Record())
}

// ZipParts returns the members of an archive and its directory apart, and the number of entries.
func ZipParts(members ...Member) (file, directory []byte, entries int) {
	type entry struct {
		place int
		bytes []byte
	}
	var listed []entry
	for _, m := range members {
		at := len(file) + m.Shift
		if !m.Ghost {
			file = append(file, m.Record()...)
			file = append(file, m.After...)
		}
		if !m.Unlisted {
			listed = append(listed, entry{m.Place, m.Entry(uint32(at))})
		}
	}
	slices.SortStableFunc(listed, func(a, b entry) int { return a.place - b.place })
	for _, e := range listed {
		directory = append(directory, e.bytes...)
	}
	return file, directory, len(listed)
}

// Record returns the local header with the data after it.
func (m Member) Record() []byte {
	h := m.Local
	return Join([]byte(SigLocal), LE16(h.Needed), h.fields(),
		LE16(uint16(len(h.Name)), uint16(len(h.Extra))), []byte(h.Name), h.Extra, m.Data, m.Descriptor)
}

// Entry returns the entry of the directory.
func (m Member) Entry(offset uint32) []byte {
	h := m.Central
	madeBy := m.MadeBy
	if madeBy == 0 {
		madeBy = 3<<8 | h.Needed&0xff
	}
	return Join([]byte(SigCentral), LE16(madeBy, h.Needed), h.fields(),
		LE16(uint16(len(h.Name)), uint16(len(h.Extra)), uint16(len(m.Comment)), m.Disk, m.Internal),
		LE32(m.External, offset), []byte(h.Name), h.Extra, m.Comment)
}

// fields returns the part that both headers have: from the flags to the sizes.
func (h Header) fields() []byte {
	return Join(LE16(h.Flags, h.Method, h.Time, h.Date), LE32(h.CRC, h.Packed, h.Unpacked))
}

// Record returns the end record, without what precedes it.
func (e End) Record() []byte {
	return Join([]byte(SigEnd), LE16(e.Disk, e.DirDisk, e.Here, e.All), LE32(e.Size, e.Offset), LE16(e.CommentLen), e.Comment)
}

// Zip64Extra returns the extra field of a local header that has both sizes.
func Zip64Extra(unpacked, packed uint64) []byte { return ExtraField(1, LE64(unpacked, packed)) }

// Zip64End returns the zip64 end record of a directory, and its locator.
func Zip64End(entries, size, offset uint64) []byte {
	return Join([]byte(SigEnd64), LE64(44), LE16(45, 45), LE32(0, 0), LE64(entries, entries, size, offset),
		[]byte(SigLocator64), LE32(0), LE64(offset+size), LE32(1))
}

// ExtraField returns one field of an extra area.
func ExtraField(id uint16, data []byte) []byte { return Join(LE16(id, uint16(len(data))), data) }

// UnicodePath returns the extra field that gives a member another name in UTF-8.
func UnicodePath(name, utf8 string) []byte {
	return ExtraField(0x7075, Join(Bytes(1), LE32(crc32.ChecksumIEEE([]byte(name))), []byte(utf8)))
}

// LE16 to LE64 return little-endian numbers.

func LE16(v ...uint16) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, x)
	}
	return b
}

func LE32(v ...uint32) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

func LE64(v ...uint64) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}
