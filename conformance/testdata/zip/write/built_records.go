package main

import (
	"fmt"
	"hash/crc32"
	"strings"
)

// streams has members with a descriptor, and records in their data.
func (b *builder) streams() {
	n := uint32(len(middle.data))
	// bytesOf returns an array whose data is the given bytes, the last one repeated.
	bytesOf := func(data string) string {
		file := array(100)
		copy(file[128+64:], data)
		return string(file)
	}
	sum := func(s string) uint32 { return crc32.ChecksumIEEE([]byte(s)) }
	hidden := stored("hidden.npy", string(array(1)))
	whole := archive(hidden)
	// descriptor describes what comes before it in the data of an array.
	descriptor := func(wide bool) string {
		before := bytesOf("")[:128+64]
		if wide {
			return "PK\x07\x08" + le(sum(before), uint64(len(before)), uint64(len(before)))
		}
		return "PK\x07\x08" + le(sum(before), uint32(len(before)), uint32(len(before)))
	}
	contents := map[string]string{
		"plain":                         string(array(100)),
		"local signature":               bytesOf("PK\x03\x04"),
		"entry signature":               bytesOf("PK\x01\x02"),
		"end signature":                 bytesOf("PK\x05\x06"),
		"descriptor signature":          bytesOf("PK\x07\x08"),
		"descriptor and local":          bytesOf("PK\x07\x08" + le(uint32(1), uint32(2), uint32(3)) + "PK\x03\x04"),
		"true descriptor":               bytesOf(descriptor(false)),
		"true descriptor and member":    bytesOf(descriptor(false) + whole[:strings.Index(whole, "PK\x01\x02")]),
		"wide descriptor and member":    bytesOf(descriptor(true) + whole[:strings.Index(whole, "PK\x01\x02")]),
		"unsigned descriptor":           bytesOf(descriptor(false)[4:] + whole[:strings.Index(whole, "PK\x01\x02")]),
		"wrong checksum and member":     bytesOf("PK\x07\x08" + le(uint32(1)) + descriptor(false)[8:] + whole[:strings.Index(whole, "PK\x01\x02")]),
		"zero checksum and member":      bytesOf("PK\x07\x08" + le(uint32(0)) + descriptor(false)[8:] + whole[:strings.Index(whole, "PK\x01\x02")]),
		"sizes of other and member":     bytesOf("PK\x07\x08" + le(uint32(1), uint32(9), uint32(9)) + whole[:strings.Index(whole, "PK\x01\x02")]),
		"descriptor and directory":      bytesOf(descriptor(false) + whole[strings.Index(whole, "PK\x01\x02"):]),
		"whole archive":                 bytesOf(whole),
		"descriptor and whole archive":  bytesOf(descriptor(false) + whole),
		"spanning marker":               bytesOf("PK00PK\x03\x04"),
		"zip64 end":                     bytesOf("PK\x06\x06"),
		"descriptor at the very end":    bytesOf("")[:900] + "PK\x07\x08",
		"half a signature at the end":   bytesOf("")[:900] + "PK\x07",
		"true descriptor across buffer": string(array(100)),
	}
	for _, label := range sortedKeys(contents) {
		file := contents[label]
		m := stored("m.npy", file)
		b.between("streams", label+" known", m)
		b.between("streams", label+" stored", m.streamed())
		b.between("streams", label+" stored wide", m.streamed().wide())
		b.between("streams", label+" deflated", deflated("m.npy", file, "").streamed())
		b.put("streams", label+" stored last", archive(first, m.streamed()))
		sizes := m.streamed()
		sizes.local.packed, sizes.local.unpacked, sizes.local.crc = uint32(len(file)), uint32(len(file)), sum(file)
		b.between("streams", label+" stored, sizes known", sizes)
	}
	unsigned := middle.streamed()
	unsigned.descriptor = unsigned.descriptor[4:]
	b.between("streams", "unsigned", unsigned)
	b.between("streams", "missing", middle.streamed().edit(func(m *member) { m.descriptor = "" }))
	b.between("streams", "wrong", middle.streamed().edit(func(m *member) { m.descriptor = "PK\x07\x08" + le(uint32(0), n, n) }))
	b.between("streams", "deflated wide", deflated("m.npy", string(array(5)), "").streamed().wide())
	b.between("streams", "deflated wide, sentinels", deflated("m.npy", string(array(5)), "").streamed().wide().edit(func(m *member) { m.local.packed, m.local.unpacked = sentinel, sentinel }))
	b.between("streams", "stored wide, sentinels", middle.streamed().wide().edit(func(m *member) { m.local.packed, m.local.unpacked = sentinel, sentinel }))
	b.between("streams", "empty", stored("m.npy", "").streamed())
	b.between("streams", "unannounced", middle.edit(func(m *member) { m.descriptor = "PK\x07\x08" + le(m.central.crc, n, n) }))
	b.put("streams", "all", archive(first.streamed(), middle.streamed(), last.streamed()))
	b.put("streams", "all wide", archive(first.streamed().wide(), middle.streamed().wide(), last.streamed().wide()))
}

// ends has end records.
func (b *builder) ends() {
	for _, x := range []struct {
		label  string
		change func(*end)
	}{
		{"comment", func(e *end) { e.comment = "three" }},
		{"long comment", func(e *end) { e.comment = strings.Repeat("c", 65535) }},
		{"comment with signature", func(e *end) { e.comment = "PK\x05\x06" }},
		{"comment with end", func(e *end) { e.comment = "PK\x05\x06" + strings.Repeat("\x00", 18) }},
		{"zip64", func(e *end) { e.zip64 = e.zip64Records() }},
		{"zip64 offset", func(e *end) { e.zip64, e.offset = e.zip64Records(), sentinel }},
		{"zip64 size", func(e *end) { e.zip64, e.size = e.zip64Records(), sentinel }},
		{"zip64 size and offset", func(e *end) { e.zip64, e.size, e.offset = e.zip64Records(), sentinel, sentinel }},
		{"zip64 counts", func(e *end) { e.zip64, e.here, e.all = e.zip64Records(), 0xffff, 0xffff }},
		{"zip64 all counts", func(e *end) { e.zip64, e.all = e.zip64Records(), 0xffff }},
		{"zip64 disks", func(e *end) { e.zip64, e.disk, e.dirDisk = e.zip64Records(), 0xffff, 0xffff }},
		{"zip64 everything", func(e *end) {
			e.zip64 = e.zip64Records()
			e.disk, e.dirDisk, e.here, e.all, e.size, e.offset = 0xffff, 0xffff, 0xffff, 0xffff, sentinel, sentinel
		}},
		{"zip64 everything but disks", func(e *end) {
			e.zip64 = e.zip64Records()
			e.here, e.all, e.size, e.offset = 0xffff, 0xffff, sentinel, sentinel
		}},
		{"disks", func(e *end) { e.disk, e.dirDisk = 0xffff, 0xffff }},
		{"disk 1", func(e *end) { e.disk = 1 }},
		{"count less", func(e *end) { e.here, e.all = 2, 2 }},
		{"count more", func(e *end) { e.here, e.all = 4, 4 }},
		{"gap", func(e *end) { e.zip64 = "\x00\x00\x00\x00" }},
		{"zip64 version", func(e *end) { e.zip64 = strings.Replace(e.zip64Records(), "\x2d\x00\x2d\x00", "\xff\x03\x3e\x00", 1) }},
		{"signature before", func(e *end) { e.zip64 = "PK\x05\x05" + le(uint16(0)) }},
	} {
		b.put("ends", x.label, archiveWith(x.change, first, middle, last))
		b.put("ends", x.label+" deflated", archiveWith(x.change, deflated("m.npy", string(array(5)), "")))
	}
	b.put("ends", "empty", archive())
	b.put("ends", "prefix", "x"+archive(first))
	b.put("ends", "trailing", archive(first)+"x")
	b.put("ends", "trailing newline", archive(first)+"\n")
	b.put("ends", "two archives", archive(first)+archive(last))
	b.put("ends", "spanning marker", "PK00"+archive(first))
	b.put("ends", "reversed", reversed())
}

// reversed writes an archive whose directory has a different order than the members.
func reversed() string {
	file := archive(first, last)
	at := strings.Index(file, "PK\x01\x02")
	half := strings.Index(file[at+1:], "PK\x01\x02") + at + 1
	stop := strings.Index(file, "PK\x05\x06")
	return file[:at] + file[half:stop] + file[at:half] + file[stop:]
}

// headers has the other fields of the two headers.
func (b *builder) headers() {
	for bit := range 16 {
		b.between("headers", fmt.Sprintf("flag %d", bit), middle.both(func(h *header) { h.flags |= 1 << bit }))
	}
	for _, version := range []uint16{0, 9, 10, 11, 20, 21, 25, 27, 45, 46, 50, 51, 61, 62, 63, 64, 99, 255, 20 | 3<<8, 45 | 10<<8, 20 | 7<<8, 0xffff} {
		b.between("headers", fmt.Sprintf("needed %d", version), middle.both(func(h *header) { h.needed = version }))
		b.between("headers", fmt.Sprintf("made by %d", version), middle.edit(func(m *member) { m.madeBy = version }))
	}
	for _, t := range [][2]uint16{{0, 0}, {0xffff, 0x21}, {0, 0xffff}, {0, 1}, {0, 0x20}, {0, 0x1a1}, {0, 0x21 | 31}, {30, 0x21}, {31, 0x21}, {24 << 11, 0x21}, {60 << 5, 0x21}, {0xbf7d, 0xff9f}} {
		b.between("headers", fmt.Sprintf("time %x %x", t[0], t[1]), middle.both(func(h *header) { h.time, h.date = t[0], t[1] }))
	}
	for _, method := range []uint16{1, 6, 8, 9, 10, 12, 14, 18, 20, 93, 95, 96, 97, 98, 99, 0xffff} {
		b.between("headers", fmt.Sprintf("method %d", method), middle.both(func(h *header) { h.method = method }))
	}
	for _, v := range []uint16{1, 2, 4, 0xffff} {
		b.between("headers", fmt.Sprintf("internal %d", v), middle.edit(func(m *member) { m.internal = v }))
		b.between("headers", fmt.Sprintf("disk %d", v), middle.edit(func(m *member) { m.disk = v }))
	}
	for _, comment := range []string{"three", "PK\x01\x02", "PK\x05\x06", "é", "\xff\xfe", "\x00", strings.Repeat("c", 65535)} {
		b.between("headers", fmt.Sprintf("comment %.6q", comment), middle.edit(func(m *member) { m.comment = comment }))
	}
	b.between("headers", "local name", middle.edit(func(m *member) { m.local.name = "n.npy" }))
	b.between("headers", "local crc", middle.edit(func(m *member) { m.local.crc++ }))
	b.between("headers", "local size", middle.edit(func(m *member) { m.local.unpacked++ }))
	b.between("headers", "local time", middle.edit(func(m *member) { m.local.time++ }))
	b.between("headers", "local needed", middle.edit(func(m *member) { m.local.needed = 45 }))
	b.between("headers", "local level", middle.edit(func(m *member) { m.local.flags = 6 }))
	b.between("headers", "crc", middle.both(func(h *header) { h.crc++ }))
	b.between("headers", "size", middle.both(func(h *header) { h.unpacked++ }))
	b.between("headers", "hidden", middle.edit(func(m *member) { m.unlisted = true }))
	b.between("headers", "gap", middle.edit(func(m *member) { m.after = "\x00\x00\x00\x00" }))
	b.between("headers", "gap with signature", middle.edit(func(m *member) { m.after = "PK\x03\x04" }))
}
