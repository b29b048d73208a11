package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"log"
	"maps"
	"slices"
)

// header is what a local header, or an entry of the directory, says about a member, true or not.
type header struct {
	needed, flags, method uint16
	time, date            uint16
	crc, packed, unpacked uint32
	name, extra           string
}

// member is a member of an archive.
type member struct {
	local, central header
	data           string // as they are in the file
	descriptor     string
	after          string // bytes that belong to nothing

	madeBy, disk, internal uint16
	external               uint32
	comment                string
	unlisted               bool // the directory has no entry
}

// end is the end record.
type end struct {
	zip64         string // what comes before it
	disk, dirDisk uint16
	here, all     uint16
	size, offset  uint32
	comment       string
}

const (
	regular   = 0o100644 << 16
	streaming = 1 << 3
	utf8Name  = 1 << 11
	sentinel  = 1<<32 - 1
)

// stored returns a member that zip would write on Unix.
func stored(name, file string) member {
	n := uint32(len(file))
	h := header{needed: 20, date: 0x21, crc: crc32.ChecksumIEEE([]byte(file)), packed: n, unpacked: n, name: name}
	return member{local: h, central: h, data: file, madeBy: 3<<8 | 20, external: regular}
}

// deflated returns a member with a deflate stream as its data, or its own one if the stream is empty.
func deflated(name, file, stream string) member {
	if stream == "" {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, 9)
		if err == nil {
			_, err = w.Write([]byte(file))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			log.Fatal(err)
		}
		stream = b.String()
	}
	m := stored(name, file)
	m.data = stream
	return m.both(func(h *header) { h.method, h.packed = 8, uint32(len(stream)) })
}

func (m member) edit(change func(*member)) member {
	change(&m)
	return m
}

func (m member) both(change func(*header)) member {
	change(&m.local)
	change(&m.central)
	return m
}

// streamed returns the member as it is written before its size is known.
func (m member) streamed() member {
	m = m.both(func(h *header) { h.flags |= streaming })
	m.descriptor = "PK\x07\x08" + le(m.central.crc, m.central.packed, m.central.unpacked)
	m.local.crc, m.local.packed, m.local.unpacked = 0, 0, 0
	return m
}

// wide returns a streamed member whose descriptor has sizes of 8 bytes.
func (m member) wide() member {
	m.descriptor = "PK\x07\x08" + le(m.central.crc, uint64(m.central.packed), uint64(m.central.unpacked))
	m.local.extra += block(1, le(uint64(0), uint64(0)))
	return m
}

// extra gives both headers an extra field.
func (m member) extra(local, central string) member {
	m.local.extra, m.central.extra = local, central
	return m
}

// archive assembles members.
func archive(members ...member) string { return archiveWith(func(*end) {}, members...) }

func archiveWith(change func(*end), members ...member) string {
	var file, directory string
	n := uint16(0)
	for _, m := range members {
		at := uint32(len(file))
		l, c := &m.local, &m.central
		file += "PK\x03\x04" + l.fields() + le(uint16(len(l.name)), uint16(len(l.extra))) + l.name + l.extra + m.data + m.descriptor + m.after
		if !m.unlisted {
			n++
			directory += "PK\x01\x02" + le(m.madeBy) + c.fields() + le(uint16(len(c.name)), uint16(len(c.extra)), uint16(len(m.comment)),
				m.disk, m.internal, m.external, at) + c.name + c.extra + m.comment
		}
	}
	e := end{here: n, all: n, size: uint32(len(directory)), offset: uint32(len(file))}
	change(&e)
	return file + directory + e.zip64 + "PK\x05\x06" + le(e.disk, e.dirDisk, e.here, e.all, e.size, e.offset, uint16(len(e.comment))) + e.comment
}

func (h *header) fields() string {
	return le(h.needed, h.flags, h.method, h.time, h.date, h.crc, h.packed, h.unpacked)
}

// zip64Records returns a zip64 end record and its locator that agree with the end record.
func (e *end) zip64Records() string {
	return "PK\x06\x06" + le(uint64(44), uint16(45), uint16(45), uint32(0), uint32(0), uint64(e.here), uint64(e.all), uint64(e.size), uint64(e.offset)) +
		"PK\x06\x07" + le(uint32(0), uint64(e.size)+uint64(e.offset), uint32(1))
}

// block is one block of an extra field.
func block(id uint16, data string) string { return le(id, uint16(len(data))) + data }

// unicodePath gives a member a second name.
func unicodePath(name, other string) string {
	return block(0x7075, "\x01"+le(crc32.ChecksumIEEE([]byte(name)))+other)
}

// le returns numbers in little-endian order, each in its width.
func le(values ...any) string {
	var b []byte
	for _, v := range values {
		switch v := v.(type) {
		case uint16:
			b = binary.LittleEndian.AppendUint16(b, v)
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, v)
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, v)
		default:
			log.Fatalf("le: no width for %T", v)
		}
	}
	return string(b)
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
