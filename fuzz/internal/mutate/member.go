package mutate

import (
	"encoding/binary"
	"slices"
	"strings"
)

// archiveMutation changes the parts of an archive.
type archiveMutation struct {
	*mutation
	a    rawArchive
	mend bool // offsets, sizes and counts are corrected afterwards
}

// fill gives a member another content. Now and then the records stay as they are.
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

// memberNames are names that readers may get wrong.
var memberNames = []string{
	"../a.npy", "..\\a.npy", "/a.npy", "//a/b.npy", "\\a.npy", "C:\\a.npy", "C:a.npy", "a/../b.npy", "./a.npy", "a//b.npy", "a/", "..", ".", "/", "", ".npy", "a",
	"A.NPY", "a.npy.npy", "a.npz", "a.npy ", "a.npy.", " a.npy", "a\x00.npy", "a.npy\x00", "a\n.npy", "a\x1b[31m.npy", "\u202eypn.a", "a\u200b.npy", "é.npy", "e\u0301.npy",
	"\xe9.npy", "\xff\xfe.npy", "日本.npy", "con.npy", "NUL", "COM1.npy", "aux.", "a?.npy", "a*.npy", "a|b.npy", "<a>.npy", "a:b.npy", "__proto__.npy", "constructor.npy",
	"toString.npy", "length.npy", "__class__.npy", "files.npy", "f.npy", "file.npy", "allow_pickle.npy", "arr_0.npy", "arr_1.npy", "arr_00.npy", "-rf.npy", "~/a.npy", "$HOME.npy",
	"%2e%2e%2fa.npy", "a.txt", "__MACOSX/._a.npy", "META-INF/MANIFEST.MF", strings.Repeat("a", 255) + ".npy", strings.Repeat("d/", 200) + "a.npy", strings.Repeat("n", 5000),
}

// name returns the name in the entry of a member.
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
