package main

import (
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// The constructions: archives in which one thing is unusual, written by hand. Readers must agree on
// those that npycheck calls clean. Where possible each has two members, a.npy before the strange one and
// z.npy after it, which show whether a reader loses its place.

// builder numbers constructions by family.
type builder struct {
	d     dir
	count map[string]int
	seen  map[string]bool // files
}

func built(d dir) {
	b := &builder{d, map[string]int{}, map[string]bool{}}
	b.attributes()
	b.extraFields()
	b.zip64Blocks()
	b.names()
	b.pairs()
	b.streams()
	b.ends()
	b.headers()
	b.deflate()
	b.contents()
}

// put writes an archive. The label says what is in it.
func (b *builder) put(family, label, file string) {
	if b.seen[file] {
		return
	}
	b.seen[file] = true
	b.count[family]++
	label = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, label)
	b.d.put(fmt.Sprintf("built/%s-%03d-%.40s", family, b.count[family], label), []byte(file))
}

var (
	first  = stored("a.npy", string(array(3)))
	middle = stored("m.npy", string(array(5)))
	last   = stored("z.npy", string(array(2)))
)

// between writes an archive with a member between two plain ones.
func (b *builder) between(family, label string, m build.Member) {
	b.put(family, label, archive(first, m, last))
}

// attributes has what an entry says about the kind of its member, for every host that a reader looks at.
func (b *builder) attributes() {
	for _, host := range []uint16{0, 2, 3, 5, 6, 10, 11, 14, 16, 19, 30, 255} {
		for _, external := range []uint32{
			0x08, 0x10, 0x20, 0x40, 0x400, 0x8000, 0x27, 0xfba7, regular | 0x10, 0o644 << 16, 0o120777 << 16, 0o40755 << 16,
			0o40755<<16 | 0x10, 0o20644 << 16, 0o10644 << 16, 0o140644 << 16, 0o110644 << 16, 0o104755 << 16, 0o177777 << 16,
		} {
			if host > 11 && external&0xffff != 0 && external>>16 != 0 {
				continue
			}
			b.between("attributes", fmt.Sprintf("host %d %08x", host, external), middle.Edit(func(m *build.Member) {
				m.MadeBy, m.External = host<<8|20, external
			}))
		}
	}
}

// extraFields has blocks with every identifier that APPNOTE or a program defines.
func (b *builder) extraFields() {
	where := func(label, data string) {
		b.between("extra", label+" local", extra(middle, data, ""))
		b.between("extra", label+" entry", extra(middle, "", data))
		b.between("extra", label+" both", extra(middle, data, data))
	}
	seconds := le(uint32(1 << 30))
	ntfs := le(uint32(0), uint16(1), uint16(24), uint64(1<<57), uint64(1<<57), uint64(1<<57))
	for _, x := range []struct {
		id   uint16
		data []string
	}{
		{0x5455, []string{"\x01" + seconds, "\x03" + seconds + seconds, "\x07" + seconds + seconds + seconds, "\x00", "", "\x01", "\x07" + seconds, "\x01" + seconds + "x", "\xff" + seconds}},
		{0x000a, []string{ntfs, "", ntfs[:20], ntfs + "\x00", le(uint32(0), uint16(2), uint16(4), uint32(0)), le(uint32(0), uint16(1), uint16(99)) + "x", le(uint32(7), uint16(1), uint16(0))}},
		{0x5855, []string{seconds + seconds, seconds + seconds + le(uint16(1), uint16(2)), "abc"}},
		{0x7855, []string{le(uint16(1000), uint16(1000)), "", "x"}},
		{0x7875, []string{"\x01\x04" + le(uint32(1)) + "\x04" + le(uint32(2)), "", "\x01\x00\x00", "\x02\x04" + le(uint32(1)) + "\x04" + le(uint32(2)), "\x01\x40x"}},
		{0x000d, []string{seconds + seconds + le(uint16(0), uint16(0)), seconds + seconds + le(uint16(0), uint16(0)) + "target"}},
		{0x756e, []string{asi(0o100644, ""), asi(0o120777, "a.npy"), asi(0o40755, ""), asi(0o20644, ""), "abc"}},
		{0x6c78, []string{le(uint16(0)), "\x07\x14\x03" + "\x00" + le(uint32(0o120777)<<16) + "x", "\x04" + le(uint32(0o120777)<<16), "\x02" + le(uint16(3)), "\x0f" + le(uint16(3<<8|20), uint16(0), uint32(0o120777)<<16) + "\x00\x00"}},
		{0x9901, []string{le(uint16(2)) + "AE\x03" + le(uint16(0)), "x", ""}},
		{0xcafe, []string{"", "x"}},
		{0xd935, []string{"", "\x00\x00\x00", "\x04\x00\x00\x00", "abc"}},
		{0xa220, []string{le(uint16(0xa028), uint16(4)) + "\x00\x00\x00\x00", "x"}},
		{0x0017, []string{le(uint16(2), uint16(0x6601), uint16(128), uint16(0))}},
		{0x6375, []string{"\x01" + le(uint32(0)) + "comment"}},
		{0x7441, []string{le(uint16(1), uint16(0), uint32(0x10))}},
		{0x554e, []string{"NUCX" + le(uint16(0), uint16(0))}},
		{0xe57a, []string{"x"}}, {0x07c8, []string{"x"}}, {0x2605, []string{"x"}}, {0x334d, []string{"x"}}, {0x4c41, []string{"x"}},
		{0x0007, []string{"x"}}, {0x0008, []string{"x"}}, {0x0009, []string{"x"}}, {0x000c, []string{"x"}}, {0x0014, []string{"x"}},
		{0x0065, []string{"x"}}, {0x4453, []string{"x"}}, {0x4690, []string{"x"}}, {0x4704, []string{"x"}}, {0x5356, []string{"x"}},
		{0x6542, []string{"x"}}, {0xa11e, []string{"x"}}, {0xfb4a, []string{"x"}}, {0x1986, []string{"x"}}, {0x0000, []string{"", "x"}},
		{0xffff, []string{"", "x"}}, {0x9902, []string{"x"}}, {0x4b50, []string{"\x03\x04"}},
	} {
		for _, data := range x.data {
			where(fmt.Sprintf("%04x %d", x.id, len(data)), block(x.id, data))
		}
	}
	time := block(0x5455, "\x01"+seconds)
	where("rest", time+"\x00\x00\x00")
	where("zeros", "\x00\x00\x00\x00")
	where("twice", time+time)
	where("long", le(uint16(0x5455), uint16(9)))
	where("maximal", block(0xd935, strings.Repeat("\x00", 65000)))
	for _, name := range []string{"m.npy", "other.npy", "m.npy\x00x", "", "M.npy", "d/", "../m.npy"} {
		where("path "+name, unicodePath("m.npy", name))
		where("wrong path "+name, unicodePath("x", name))
	}
}

// asi is the content of block 0x756e, which has a checksum.
func asi(mode uint16, link string) string {
	data := le(mode, uint32(len(link)), uint16(0), uint16(0)) + link
	return le(crc32.ChecksumIEEE([]byte(data))) + data
}

// zip64Blocks has the block 0x0001 in valid and invalid forms.
func (b *builder) zip64Blocks() {
	n := uint64(len(middle.Data))
	for _, x := range []struct {
		label, local, central string
		packed, unpacked      bool // sentinels in the local header
		entryPacked, entryUnp bool // and in the entry
		disk                  uint16
	}{
		{label: "equal local", local: le(n, n)},
		{label: "sentinels local", local: le(n, n), packed: true, unpacked: true},
		{label: "equal both", local: le(n, n), central: le(n, n)},
		{label: "sentinels both", local: le(n, n), central: le(n, n), packed: true, unpacked: true, entryPacked: true, entryUnp: true},
		{label: "sentinels entry", central: le(n, n), entryPacked: true, entryUnp: true},
		{label: "size alone entry", central: le(n), entryUnp: true},
		{label: "packed alone entry", central: le(n), entryPacked: true},
		{label: "packed and more entry", central: le(n, n), entryPacked: true},
		{label: "size and more entry", central: le(n, n), entryUnp: true},
		{label: "all entry", central: le(n, n, uint64(len(archive(first)))), entryPacked: true, entryUnp: true},
		{label: "offset equal", central: le(n, n, uint64(167)), entryPacked: true, entryUnp: true},
		{label: "disk", central: le(uint32(0)), disk: 0xffff},
		{label: "disk and sizes", central: le(n, n, uint32(0)), entryPacked: true, entryUnp: true, disk: 0xffff},
		{label: "everything", central: le(n, n, uint64(167), uint32(0)), entryPacked: true, entryUnp: true, disk: 0xffff},
		{label: "disk without block", disk: 0xffff},
		{label: "empty local", local: ""},
		{label: "short local", local: le(n)},
		{label: "size local alone", local: le(n, n), unpacked: true},
		{label: "packed local alone", local: le(n, n), packed: true},
		{label: "too long local", local: le(n, n, uint64(0))},
		{label: "too long entry", central: le(n, n, uint64(0), uint32(0), uint32(0))},
		{label: "zeros entry without need", central: le(uint64(0), uint64(0))},
		{label: "zeros local without need", local: le(uint64(0), uint64(0))},
		{label: "size entry without need", central: le(n)},
	} {
		m := middle
		set := func(field *uint32, on bool) {
			if on {
				*field = build.Sentinel
			}
		}
		set(&m.Local.Packed, x.packed)
		set(&m.Local.Unpacked, x.unpacked)
		set(&m.Central.Packed, x.entryPacked)
		set(&m.Central.Unpacked, x.entryUnp)
		m.Disk = x.disk
		if x.local != "" || x.label == "empty local" {
			m.Local.Extra = build.ExtraField(1, []byte(x.local))
		}
		if x.central != "" {
			m.Central.Extra = build.ExtraField(1, []byte(x.central))
		}
		m = m.Both(func(h *build.Header) { h.Needed = 45 })
		if strings.HasPrefix(x.label, "all") || strings.HasPrefix(x.label, "offset") || x.label == "everything" {
			at := uint64(len(first.Local.Name) + 30 + len(first.Data))
			m.Central.Extra = build.ExtraField(1, append(build.LE64(n, n, at), make([]byte, len(x.central)-24)...))
		}
		b.between("zip64", x.label, m)
		b.put("zip64", x.label+" alone", archive(m))
	}
}
