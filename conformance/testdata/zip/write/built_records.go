package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// streams has members with a descriptor, and records in their data.
func (b *builder) streams() {
	n := uint32(len(middle.Data))
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
		b.between("streams", label+" stored", m.Streamed())
		b.between("streams", label+" stored wide", m.Streamed().Wide())
		b.between("streams", label+" deflated", deflated("m.npy", file, "").Streamed())
		b.put("streams", label+" stored last", archive(first, m.Streamed()))
		sizes := m.Streamed()
		sizes.Local.Packed, sizes.Local.Unpacked, sizes.Local.CRC = uint32(len(file)), uint32(len(file)), sum(file)
		b.between("streams", label+" stored, sizes known", sizes)
	}
	unsigned := middle.Streamed()
	unsigned.Descriptor = unsigned.Descriptor[4:]
	b.between("streams", "unsigned", unsigned)
	b.between("streams", "missing", middle.Streamed().Edit(func(m *build.Member) { m.Descriptor = nil }))
	b.between("streams", "wrong", middle.Streamed().Edit(func(m *build.Member) { m.Descriptor = []byte("PK\x07\x08" + le(uint32(0), n, n)) }))
	b.between("streams", "deflated wide", deflated("m.npy", string(array(5)), "").Streamed().Wide())
	b.between("streams", "deflated wide, sentinels", deflated("m.npy", string(array(5)), "").Streamed().Wide().Edit(func(m *build.Member) { m.Local.Packed, m.Local.Unpacked = build.Sentinel, build.Sentinel }))
	b.between("streams", "stored wide, sentinels", middle.Streamed().Wide().Edit(func(m *build.Member) { m.Local.Packed, m.Local.Unpacked = build.Sentinel, build.Sentinel }))
	b.between("streams", "empty", stored("m.npy", "").Streamed())
	b.between("streams", "unannounced", middle.Edit(func(m *build.Member) { m.Descriptor = []byte("PK\x07\x08" + le(m.Central.CRC, n, n)) }))
	b.put("streams", "all", archive(first.Streamed(), middle.Streamed(), last.Streamed()))
	b.put("streams", "all wide", archive(first.Streamed().Wide(), middle.Streamed().Wide(), last.Streamed().Wide()))
}

// ends has end records.
func (b *builder) ends() {
	for _, x := range []struct {
		label  string
		change func(*build.End)
	}{
		{"comment", func(e *build.End) { e.Comment = []byte("three") }},
		{"long comment", func(e *build.End) { e.Comment = []byte(strings.Repeat("c", 65535)) }},
		{"comment with signature", func(e *build.End) { e.Comment = []byte("PK\x05\x06") }},
		{"comment with end", func(e *build.End) { e.Comment = []byte("PK\x05\x06" + strings.Repeat("\x00", 18)) }},
		{"zip64", func(e *build.End) { e.Zip64 = zip64Records(e) }},
		{"zip64 offset", func(e *build.End) { e.Zip64, e.Offset = zip64Records(e), build.Sentinel }},
		{"zip64 size", func(e *build.End) { e.Zip64, e.Size = zip64Records(e), build.Sentinel }},
		{"zip64 size and offset", func(e *build.End) { e.Zip64, e.Size, e.Offset = zip64Records(e), build.Sentinel, build.Sentinel }},
		{"zip64 counts", func(e *build.End) { e.Zip64, e.Here, e.All = zip64Records(e), 0xffff, 0xffff }},
		{"zip64 all counts", func(e *build.End) { e.Zip64, e.All = zip64Records(e), 0xffff }},
		{"zip64 disks", func(e *build.End) { e.Zip64, e.Disk, e.DirDisk = zip64Records(e), 0xffff, 0xffff }},
		{"zip64 everything", func(e *build.End) {
			e.Zip64 = zip64Records(e)
			e.Disk, e.DirDisk, e.Here, e.All, e.Size, e.Offset = 0xffff, 0xffff, 0xffff, 0xffff, build.Sentinel, build.Sentinel
		}},
		{"zip64 everything but disks", func(e *build.End) {
			e.Zip64 = zip64Records(e)
			e.Here, e.All, e.Size, e.Offset = 0xffff, 0xffff, build.Sentinel, build.Sentinel
		}},
		{"disks", func(e *build.End) { e.Disk, e.DirDisk = 0xffff, 0xffff }},
		{"disk 1", func(e *build.End) { e.Disk = 1 }},
		{"count less", func(e *build.End) { e.Here, e.All = 2, 2 }},
		{"count more", func(e *build.End) { e.Here, e.All = 4, 4 }},
		{"gap", func(e *build.End) { e.Zip64 = []byte("\x00\x00\x00\x00") }},
		{"zip64 version", func(e *build.End) {
			e.Zip64 = bytes.Replace(zip64Records(e), []byte("\x2d\x00\x2d\x00"), []byte("\xff\x03\x3e\x00"), 1)
		}},
		{"signature before", func(e *build.End) { e.Zip64 = []byte("PK\x05\x05" + le(uint16(0))) }},
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
		b.between("headers", fmt.Sprintf("flag %d", bit), middle.Both(func(h *build.Header) { h.Flags |= 1 << bit }))
	}
	for _, version := range []uint16{0, 9, 10, 11, 20, 21, 25, 27, 45, 46, 50, 51, 61, 62, 63, 64, 99, 255, 20 | 3<<8, 45 | 10<<8, 20 | 7<<8, 0xffff} {
		b.between("headers", fmt.Sprintf("needed %d", version), middle.Both(func(h *build.Header) { h.Needed = version }))
		const other = 0xfefe // 0 stands for a default
		file := archive(first, middle.Edit(func(m *build.Member) { m.MadeBy = other }), last)
		b.put("headers", fmt.Sprintf("made by %d", version), strings.Replace(file, build.SigCentral+le(uint16(other)), build.SigCentral+le(version), 1))
	}
	for _, t := range [][2]uint16{{0, 0}, {0xffff, 0x21}, {0, 0xffff}, {0, 1}, {0, 0x20}, {0, 0x1a1}, {0, 0x21 | 31}, {30, 0x21}, {31, 0x21}, {24 << 11, 0x21}, {60 << 5, 0x21}, {0xbf7d, 0xff9f}} {
		b.between("headers", fmt.Sprintf("time %x %x", t[0], t[1]), middle.Both(func(h *build.Header) { h.Time, h.Date = t[0], t[1] }))
	}
	for _, method := range []uint16{1, 6, 8, 9, 10, 12, 14, 18, 20, 93, 95, 96, 97, 98, 99, 0xffff} {
		b.between("headers", fmt.Sprintf("method %d", method), middle.Both(func(h *build.Header) { h.Method = method }))
	}
	for _, v := range []uint16{1, 2, 4, 0xffff} {
		b.between("headers", fmt.Sprintf("internal %d", v), middle.Edit(func(m *build.Member) { m.Internal = v }))
		b.between("headers", fmt.Sprintf("disk %d", v), middle.Edit(func(m *build.Member) { m.Disk = v }))
	}
	for _, comment := range []string{"three", "PK\x01\x02", "PK\x05\x06", "é", "\xff\xfe", "\x00", strings.Repeat("c", 65535)} {
		b.between("headers", fmt.Sprintf("comment %.6q", comment), middle.Edit(func(m *build.Member) { m.Comment = []byte(comment) }))
	}
	b.between("headers", "local name", middle.Edit(func(m *build.Member) { m.Local.Name = "n.npy" }))
	b.between("headers", "local crc", middle.Edit(func(m *build.Member) { m.Local.CRC++ }))
	b.between("headers", "local size", middle.Edit(func(m *build.Member) { m.Local.Unpacked++ }))
	b.between("headers", "local time", middle.Edit(func(m *build.Member) { m.Local.Time++ }))
	b.between("headers", "local needed", middle.Edit(func(m *build.Member) { m.Local.Needed = 45 }))
	b.between("headers", "local level", middle.Edit(func(m *build.Member) { m.Local.Flags = 6 }))
	b.between("headers", "crc", middle.Both(func(h *build.Header) { h.CRC++ }))
	b.between("headers", "size", middle.Both(func(h *build.Header) { h.Unpacked++ }))
	b.between("headers", "hidden", middle.Edit(func(m *build.Member) { m.Unlisted = true }))
	b.between("headers", "gap", middle.Edit(func(m *build.Member) { m.After = []byte("\x00\x00\x00\x00") }))
	b.between("headers", "gap with signature", middle.Edit(func(m *build.Member) { m.After = []byte("PK\x03\x04") }))
}
