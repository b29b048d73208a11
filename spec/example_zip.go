package spec

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
)

// zipHeader is what a local header, or an entry of the directory, says of a member. It is written
// as it is, true or not.
type zipHeader struct {
	needed, flags, method uint16
	crc, packed, unpacked uint32
	name, extra           string
}

// zipMember is a member of an archive.
type zipMember struct {
	local      zipHeader
	data       string // as they stand in the file
	descriptor string
	after      string // bytes after all that, which belong to nothing

	central  zipHeader
	external uint32 // attributes
	shift    int64  // added to the offset that the directory gives
	place    int    // in the directory, if it isn't the one in the file: members are sorted by it

	unlisted bool // the directory has no entry
	ghost    bool // there is nothing but the entry in the directory
}

// zipEnd is the end record, and what comes before it.
type zipEnd struct {
	zip64         string
	disk, dirDisk uint16
	here, all     uint16
	size, offset  uint32
	commentLen    uint16
	comment       string
}

// regularFile is the attribute that Python gives to a member that was opened by name: mode 0600.
const regularFile = 0o600 << 16

// stored returns a member with a file as its data, without any extra field.
func stored(name, file string) zipMember {
	h := zipHeader{
		needed:   20,
		crc:      crc32.ChecksumIEEE([]byte(file)),
		packed:   uint32(len(file)),
		unpacked: uint32(len(file)),
		name:     name,
	}
	return zipMember{local: h, data: file, central: h, external: regularFile}
}

// forced returns a member as np.savez writes it with Python 3.11.4 and later: a zip64 extra field
// in the local header although nothing needs it.
func forced(name, file string) zipMember {
	return edit(stored(name, file), func(m *zipMember) {
		m.local.needed, m.central.needed = 45, 45
		m.local.extra = zip64Extra(uint64(len(file)), uint64(len(file)))
		m.local.packed, m.local.unpacked = sentinel, sentinel
	})
}

// deflated returns a member with a file in one deflate block that isn't compressed.
func deflated(name, file string) zipMember { return deflatedAs(name, file, deflateBlock(1, file)) }

// deflatedAs returns a member with a file and the deflate stream that stands for it.
func deflatedAs(name, file, stream string) zipMember {
	return edit(stored(name, file), func(m *zipMember) {
		m.data = stream
		both(m, func(h *zipHeader) {
			h.method = 8
			h.packed = uint32(len(stream))
		})
	})
}

// deflateBlock returns a deflate block that isn't compressed; final is 1 for the last one.
func deflateBlock(final byte, file string) string {
	b := binary.LittleEndian.AppendUint16([]byte{final}, uint16(len(file)))
	b = binary.LittleEndian.AppendUint16(b, ^uint16(len(file)))
	return string(b) + file
}

// streamed returns a member whose local header was written before its size was known.
func streamed(name, file string) zipMember {
	return edit(stored(name, file), func(m *zipMember) {
		both(m, func(h *zipHeader) { h.flags = 1 << 3 })
		m.descriptor = "PK\x07\x08" + le32(m.local.crc, m.local.packed, m.local.unpacked)
		m.local.crc, m.local.packed, m.local.unpacked = 0, 0, 0
	})
}

func edit(m zipMember, change func(*zipMember)) zipMember {
	change(&m)
	return m
}

// both changes the two headers of a member in the same way.
func both(m *zipMember, change func(*zipHeader)) {
	change(&m.local)
	change(&m.central)
}

// zipFile returns an archive of the members in their order.
func zipFile(members ...zipMember) string { return zipFileWith(func(*zipEnd) {}, members...) }

// zipFileWith returns an archive whose end record is changed before it is written.
func zipFileWith(change func(*zipEnd), members ...zipMember) string {
	var file strings.Builder
	type entry struct {
		place int
		bytes string
	}
	var directory []entry
	for i := range members {
		m := &members[i]
		at := int64(file.Len()) + m.shift
		if !m.ghost {
			file.WriteString(m.record())
			file.WriteString(m.after)
		}
		if !m.unlisted {
			directory = append(directory, entry{m.place, m.entry(uint32(at))})
		}
	}
	slices.SortStableFunc(directory, func(a, b entry) int { return a.place - b.place })
	end := zipEnd{here: uint16(len(directory)), all: uint16(len(directory)), offset: uint32(file.Len())}
	for _, e := range directory {
		file.WriteString(e.bytes)
	}
	end.size = uint32(file.Len()) - end.offset
	change(&end)
	file.WriteString(end.zip64)
	file.WriteString(end.record())
	return file.String()
}

// record returns the local header with the data after it.
func (m *zipMember) record() string {
	h := &m.local
	return "PK\x03\x04" + h.fields() + le16(uint16(len(h.name)), uint16(len(h.extra))) + h.name + h.extra + m.data + m.descriptor
}

// entry returns the entry of the directory. It comes from Unix, as all that NumPy writes.
func (m *zipMember) entry(offset uint32) string {
	h := &m.central
	return "PK\x01\x02" + string([]byte{byte(h.needed), 3}) + h.fields() +
		le16(uint16(len(h.name)), uint16(len(h.extra)), 0, 0, 0) + le32(m.external, offset) + h.name + h.extra
}

// fields returns the part that both headers have: from the version needed to the sizes. The time is
// 0:00 on the first of January 1980, as in all that NumPy has written since 1.14.
func (h *zipHeader) fields() string {
	return le16(h.needed, h.flags, h.method, 0, 0x21) + le32(h.crc, h.packed, h.unpacked)
}

func (e *zipEnd) record() string {
	return "PK\x05\x06" + le16(e.disk, e.dirDisk, e.here, e.all) + le32(e.size, e.offset) + le16(e.commentLen) + e.comment
}

// sentinel stands in a field whose value is in the zip64 extra field.
const sentinel = 1<<32 - 1

// zip64Extra returns the extra field of a local header that has both sizes.
func zip64Extra(unpacked, packed uint64) string { return le16(1, 16) + le64(unpacked, packed) }

// zip64End returns the zip64 end record of a directory, and its locator.
func zip64End(entries, size, offset uint64) string {
	return "PK\x06\x06" + le64(44) + le16(45, 45) + le32(0, 0) + le64(entries, entries, size, offset) +
		"PK\x06\x07" + le32(0) + le64(offset+size) + le32(1)
}

// unicodePath returns the extra field that gives a member another name in UTF-8.
func unicodePath(name, utf8 string) string {
	return le16(0x7075, uint16(5+len(utf8))) + "\x01" + le32(crc32.ChecksumIEEE([]byte(name))) + utf8
}

func le16(values ...uint16) string {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return string(b)
}

func le32(values ...uint32) string {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return string(b)
}

func le64(values ...uint64) string {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return string(b)
}

// zipFileWithout returns an archive that ends with its directory.
func zipFileWithout(members ...zipMember) string {
	file := zipFile(members...)
	return file[:len(file)-len((&zipEnd{}).record())]
}

// bytesFile returns the .npy file of an array of bytes.
func bytesFile(data string) string {
	return npy(Version1, "{'descr': '|u1', 'fortran_order': False, 'shape': ("+strconv.Itoa(len(data))+",), }", data)
}
