package fuzz

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

// archiveMutation changes the parts of an archive.
type archiveMutation struct {
	*mutation
	a    rawArchive
	mend bool // offsets, sizes and counts are to be right afterwards
}

// archiveChanges are its changes, by area. Each gets a random member, which is one of its archive.
var archiveChanges = map[string][]func(*archiveMutation, *rawMember){
	"zip": {
		(*archiveMutation).field, (*archiveMutation).field, (*archiveMutation).field, (*archiveMutation).endField, (*archiveMutation).swap,
		(*archiveMutation).repeat, (*archiveMutation).drop, (*archiveMutation).others, (*archiveMutation).name, (*archiveMutation).extra,
		(*archiveMutation).extra, (*archiveMutation).comment, (*archiveMutation).between, (*archiveMutation).method, (*archiveMutation).flags,
		(*archiveMutation).packed, (*archiveMutation).zip64, (*archiveMutation).streamed, (*archiveMutation).overlap, (*archiveMutation).signature,
	},
	"npz": {
		(*archiveMutation).name, (*archiveMutation).name, (*archiveMutation).contents, (*archiveMutation).contents, (*archiveMutation).repeat,
		(*archiveMutation).method, (*archiveMutation).others, (*archiveMutation).signature, (*archiveMutation).empty,
	},
}

// archive returns a mutation of an archive. An area of arrays is that of the content of a member.
func (m *mutation) archive(area string, content []byte) []byte {
	a, ok := splitZip(content)
	if !ok {
		return m.bytes(content)
	}
	c := &archiveMutation{m, a, !m.one(lies)}
	if area == "" {
		area = pickOf(m.Gen, "zip", "zip", "npz", "data")
	}
	member := &rawMember{}
	if len(a.members) > 0 {
		member = &a.members[m.n(len(a.members))]
	}
	if changes := archiveChanges[area]; changes != nil {
		changes[m.n(len(changes))](c, member)
	} else {
		c.array(area, member)
	}
	return c.a.join(c.mend)
}

// array changes the array that a member holds.
func (c *archiveMutation) array(area string, member *rawMember) {
	if area == "data" {
		area = "" // any
	}
	c.fill(member, c.npy(area, member.content()))
}

// fill gives a member another content. Now and then the records keep what they say.
func (c *archiveMutation) fill(member *rawMember, content []byte) {
	old := *member
	member.pack(content[:min(len(content), maxMutation)])
	if !c.mend {
		member.local, member.entry, member.after = old.local, old.entry, old.after
	}
}

// The fields of records, as offset and width.
var (
	localFields = []extent{{0, 4}, {4, 2}, {6, 2}, {8, 2}, {10, 4}, {14, 4}, {18, 4}, {22, 4}, {26, 2}, {28, 2}}
	entryFields = []extent{{0, 4}, {4, 2}, {6, 2}, {8, 2}, {10, 2}, {12, 4}, {16, 4}, {20, 4}, {24, 4}, {28, 2}, {30, 2}, {32, 2}, {34, 2}, {36, 2}, {38, 4}, {42, 4}}
	endFields   = []extent{{4, 2}, {6, 2}, {8, 2}, {10, 2}, {12, 4}, {16, 4}, {20, 2}}
	end64Fields = []extent{{4, 8}, {12, 2}, {14, 2}, {16, 4}, {20, 4}, {24, 8}, {32, 8}, {40, 8}, {48, 8}, {60, 4}, {64, 8}, {72, 4}}
)

// lie returns the record with another number in a field.
func (c *archiveMutation) lie(record []byte, f extent) []byte {
	at, width := f.from, f.to
	if at+width > len(record) {
		return record
	}
	record = slices.Clone(record)
	n := uintOf(record[at:][:width])
	switch c.n(4) {
	case 0:
		n = c.edge()
	case 1:
		n ^= 1 << c.n(8*width)
	case 2:
		n = 1<<(8*width) - 1
	case 3:
		n += uint64(pickOf(c.Gen, -64, -8, -1, 1, 8, 64))
	}
	copy(record[at:][:width], binary.LittleEndian.AppendUint64(nil, n))
	return record
}

// field changes a field of the records of a member, one time in three in both of them.
func (c *archiveMutation) field(member *rawMember) {
	c.mend = c.mend && c.one(2) // else the offset would always be right
	local := c.n(len(localFields))
	entry := c.n(len(entryFields))
	switch c.n(3) {
	case 0:
		member.local = c.lie(member.local, localFields[local])
	case 1:
		member.entry = c.lie(member.entry, entryFields[entry])
	case 2: // the fields from the version needed to the extra length are in both
		local = 1 + c.n(len(localFields)-1)
		member.local = c.lie(member.local, localFields[local])
		member.entry = slices.Clone(member.entry)
		if f := localFields[local]; len(member.entry) >= rawEntrySize && len(member.local) >= rawLocalSize {
			copy(member.entry[f.from+2:][:f.to], member.local[f.from:][:f.to])
		}
	}
}

func (c *archiveMutation) endField(*rawMember) {
	c.mend = false
	if len(c.a.directory) >= 56 && c.one(2) {
		c.a.directory = c.lie(c.a.directory, end64Fields[c.n(len(end64Fields))])
		return
	}
	c.a.end = c.lie(c.a.end, endFields[c.n(len(endFields))])
}

// swap puts members, or some of their parts, in each other's place.
func (c *archiveMutation) swap(member *rawMember) {
	if len(c.a.members) < 2 {
		return
	}
	other := &c.a.members[c.n(len(c.a.members))]
	switch c.n(5) {
	case 0:
		*member, *other = *other, *member
	case 1:
		member.entry, other.entry = other.entry, member.entry
	case 2:
		member.data, other.data = other.data, member.data
	case 3:
		member.local, other.local = other.local, member.local
	case 4:
		member.after, other.after = other.after, member.after
	}
}

func (c *archiveMutation) repeat(member *rawMember) {
	again := *member
	switch c.n(4) {
	case 0:
		again.local, again.data, again.after = nil, nil, nil // a second entry for the same member
	case 1:
		again.entry = nil
	}
	for range min(pickOf(c.Gen, 1, 1, 1, 2, 16), max(1, maxMutation/(len(again.data)+1))) {
		c.a.members = append(c.a.members[:len(c.a.members):len(c.a.members)], again)
	}
}

func (c *archiveMutation) drop(member *rawMember) {
	switch c.n(5) {
	case 0:
		*member = rawMember{}
	case 1:
		member.entry = nil
	case 2:
		member.local, member.data, member.after = nil, nil, nil
	case 3:
		member.after = nil
	case 4:
		c.a.end = nil
	}
}

// others takes something from the other archive.
func (c *archiveMutation) others(member *rawMember) {
	other, ok := splitZip(c.other)
	if !ok || len(other.members) == 0 {
		if len(c.other) > 0 {
			c.fill(member, c.other)
		}
		return
	}
	from := other.members[c.n(len(other.members))]
	switch c.n(6) {
	case 0:
		c.a.members = append(c.a.members[:len(c.a.members):len(c.a.members)], from)
	case 1:
		member.local, member.data, member.after = from.local, from.data, from.after
	case 2:
		member.data = from.data
	case 3:
		member.entry = from.entry
	case 4:
		c.a.before = c.other
	case 5:
		c.a.end = slices.Concat(c.a.end, c.other)
	}
}

// memberNames are names that readers may trip over.
var memberNames = []string{
	"../a.npy", "..\\a.npy", "/a.npy", "//a/b.npy", "\\a.npy", "C:\\a.npy", "C:a.npy", "a/../b.npy", "./a.npy", "a//b.npy", "a/", "..", ".", "/", "", ".npy", "a",
	"A.NPY", "a.npy.npy", "a.npz", "a.npy ", "a.npy.", " a.npy", "a\x00.npy", "a.npy\x00", "a\n.npy", "a\x1b[31m.npy", "\u202eypn.a", "a\u200b.npy", "é.npy", "e\u0301.npy",
	"\xe9.npy", "\xff\xfe.npy", "日本.npy", "con.npy", "NUL", "COM1.npy", "aux.", "a?.npy", "a*.npy", "a|b.npy", "<a>.npy", "a:b.npy", "__proto__.npy", "constructor.npy",
	"toString.npy", "length.npy", "__class__.npy", "files.npy", "f.npy", "file.npy", "allow_pickle.npy", "arr_0.npy", "arr_1.npy", "arr_00.npy", "-rf.npy", "~/a.npy", "$HOME.npy",
	"%2e%2e%2fa.npy", "a.txt", "__MACOSX/._a.npy", "META-INF/MANIFEST.MF", strings.Repeat("a", 255) + ".npy", strings.Repeat("d/", 200) + "a.npy", strings.Repeat("n", 5000),
}

// name gives a member another name, mostly in both records.
func (c *archiveMutation) name(member *rawMember) {
	name := memberNames[c.n(len(memberNames))]
	if n := len(c.a.members); n > 0 && c.one(4) {
		name = c.a.members[c.n(n)].name()
		name = pickOf(c.Gen, name, strings.ToUpper(name), strings.TrimSuffix(name, ".npy"), name+".npy")
	}
	which := c.n(8)
	if which != 0 {
		member.local = renamed(member.local, rawLocalSize, 26, name)
	}
	if which != 1 {
		member.entry = renamed(member.entry, rawEntrySize, 28, name)
	}
	if c.one(3) {
		member.setFlag(1<<11, !c.one(4))
	}
}

// name returns the name of a member as its entry has it.
func (m *rawMember) name() string {
	if len(m.entry) < rawEntrySize {
		return ""
	}
	name := m.entry[rawEntrySize:]
	return string(name[:min(int(binary.LittleEndian.Uint16(m.entry[28:])), len(name))])
}

// renamed returns a record with another name. The length of the name is at an offset of it.
func renamed(record []byte, fixed, length int, name string) []byte {
	if len(record) < fixed {
		return record
	}
	old := min(int(binary.LittleEndian.Uint16(record[length:])), len(record)-fixed)
	record = put(record, extent{fixed, fixed + old}, name)
	binary.LittleEndian.PutUint16(record[length:], uint16(len(name)))
	return record
}

// setFlag sets or clears a flag in both records.
func (m *rawMember) setFlag(bit uint16, on bool) {
	m.local, m.entry = withFlag(m.local, rawLocalSize, 6, bit, on), withFlag(m.entry, rawEntrySize, 8, bit, on)
}

func withFlag(record []byte, fixed, at int, bit uint16, on bool) []byte {
	if len(record) < fixed {
		return record
	}
	record = slices.Clone(record)
	flags := binary.LittleEndian.Uint16(record[at:]) &^ bit
	if on {
		flags |= bit
	}
	binary.LittleEndian.PutUint16(record[at:], flags)
	return record
}

func (c *archiveMutation) flags(member *rawMember) {
	bit := uint16(1) << c.n(16)
	on := c.one(2)
	switch c.n(3) {
	case 0:
		member.local = withFlag(member.local, rawLocalSize, 6, bit, on)
	case 1:
		member.entry = withFlag(member.entry, rawEntrySize, 8, bit, on)
	case 2:
		member.setFlag(bit, true)
	}
}

// contents gives a member another content: no array, one with faults, or another member.
func (c *archiveMutation) contents(member *rawMember) {
	content := member.content()
	switch c.n(8) {
	case 0:
		content = []byte(pickOf(c.Gen, "", "text", "\x93NUMPY", "\x80\x04N.", "(lp0\n.", "{}", "PK\x05\x06"+string(make([]byte, 18)), "\x1f\x8b\x08\x00", "\x93NUMPY\x01\x00\x00\x00"))
	case 1:
		content = c.Object()
	case 2:
		content = c.a.join(true)
	case 3:
		if n := len(c.a.members); n > 0 {
			content = c.a.members[c.n(n)].content()
		}
	case 4:
		content = content[:c.n(len(content)+1)]
	case 5:
		content = slices.Concat(content, pickOf(c.Gen, []byte{0}, []byte("\n"), content))
	default:
		content = c.npy("", content)
	}
	c.fill(member, content)
}

func (c *archiveMutation) empty(*rawMember) {
	c.a.members = c.a.members[:c.n(len(c.a.members)+1)]
}

// signature puts what looks like a record into a content.
func (c *archiveMutation) signature(member *rawMember) {
	content := member.content()
	record := pickOf(c.Gen, []byte("PK\x03\x04"), []byte("PK\x01\x02"), []byte("PK\x05\x06"), []byte("PK\x07\x08"), []byte("PK\x06\x06"), c.a.end, member.entry, member.local)
	at := len(content) - c.n(min(len(content), 64)+1)
	c.fill(member, put(content, extent{at, min(len(content), at+len(record))}, string(record)))
}

// inflated returns what bytes inflate to, up to the largest mutation or to where they make no sense.
func inflated(packed []byte) []byte {
	content, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxMutation))
	return content
}

// storedBlocks returns a content in the format of deflate, without compression.
func storedBlocks(content []byte) (b []byte) {
	for {
		n := min(len(content), 1<<16-1)
		last := byte(0)
		if n == len(content) {
			last = 1
		}
		b = append(b, last, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
		b = append(b, content[:n]...)
		if content = content[n:]; last == 1 {
			return b
		}
	}
}
