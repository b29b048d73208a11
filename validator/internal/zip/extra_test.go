package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/internal/text"
)

// TestExtraForms covers blocks in their form and out of it, in the local header, and one of each in
// the entry.
func TestExtraForms(t *testing.T) {
	block := func(id uint16, data string) string {
		return string(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, id), uint16(len(data)))) + data
	}
	harmless := map[uint16]string{
		0x5455: "extended timestamp",
		0x000a: "NTFS times",
		0x5855: "Info-ZIP Unix, first version",
		0x7855: "Info-ZIP Unix, second version",
		0x7875: "Info-ZIP Unix, third version",
		0xcafe: "Java archive marker",
		0xd935: "Android alignment",
		0xa11e: "Apache Commons and Rust alignment",
	}
	actedOn := map[uint16]string{
		0x000d: "PKWARE Unix, with a link target",
		0x0017: "strong encryption",
		0x6375: "Unicode comment",
		0x6c78: "libarchive experimental, with a mode",
		0x756e: "ASi Unix, with a mode and a link target",
		0x9901: "AES encryption",
	}
	ntfs := "\x00\x00\x00\x00\x01\x00\x18\x00" + strings.Repeat("t", 24)
	for _, test := range []struct {
		id            uint16
		data          string
		local, clean2 bool // clean in a local header and in an entry
	}{
		{0x5455, "\x01tttt", true, true},
		{0x5455, "\x03tttttttt", true, true},
		{0x5455, "\x03tttt", false, true}, // an entry has the first time alone
		{0x5455, "\x07tttttttttttt", true, true},
		{0x5455, "\x06tttttttt", true, true},
		{0x5455, "", false, false},
		{0x5455, "\x01ttt", false, false},
		{0x5455, "\x09tttt", false, false},
		{0x000a, ntfs, true, true},
		{0x000a, ntfs[:31], false, false},
		{0x000a, "\x01" + ntfs[1:], false, false},
		{0x000a, "", false, false},
		{0x5855, "ttttTTTT", true, true},
		{0x5855, "ttttTTTTuugg", true, true},
		{0x5855, "tttt", false, false},
		{0x7855, "uugg", true, true},
		{0x7855, "", false, true},
		{0x7875, "\x01\x04uuuu\x04gggg", true, true},
		{0x7875, "\x01\x02uu\x02gg", true, true},
		{0x7875, "\x02\x04uuuu\x04gggg", false, false},
		{0x7875, "\x01\x04uuuu\x04ggg", false, false},
		{0x7875, "\x01", false, false},
		{0xcafe, "", true, true},
		{0xcafe, "x", false, false},
		{0xd935, "\x40\x00\x00\x00\x00", true, false},
		{0xd935, "\x40\x00\x00x", false, false},
		{0xd935, "\x40", false, false},
		{0xd935, "\x40\x00", true, false},
		{0xa11e, "\x40\x00\x00", true, false},
		{0x7875, "\x01\x00\x00", true, true},
		{0x7875, "\x01\x08uuuuuuuu\x08gggggggg", true, true},
		{0x7875, "\x01\x09uuuuuuuuu\x08gggggggg", false, false},
		{0x7875, "\x01\x08uuuuuuuu\x09ggggggggg", false, false},
		{0x7875, "\x01\x04uuuu", false, false},
		{0x000d, "AAAA", false, false},
		{0x0017, "AAAA", false, false},
		{0x6375, "AAAA", false, false},
		{0x6c78, "AAAA", false, false},
		{0x756e, "AAAA", false, false},
		{0x9901, "\x02\x00AE\x03\x00\x00", false, false},
		{0x4242, "", false, false},
		{0x0000, "", false, false},
	} {
		extra := block(test.id, test.data)
		length := len(extra)
		want := func(at int, clean bool) string {
			if clean {
				return ""
			}
			says := "is not one that common writers use"
			switch {
			case actedOn[test.id] != "":
				says = "(" + actedOn[test.id] + ") is used by only some readers"
			case harmless[test.id] != "":
				says = "(" + harmless[test.id] + ") is malformed: " + text.Count(int64(len(test.data)), "byte")
			}
			return fmt.Sprintf("zip-extra-unusual %d+%d: extra field block 0x%04x %s", at, length, test.id, says)
		}
		b := build.Archive("", build.File{Name: "a.npy", Content: plain, Extra: extra})
		if got, want := told(t, b), want(30+5, test.local); got != want {
			t.Errorf("local header with %04x %q: got %v, want %v", test.id, test.data, got, want)
		}
		b = build.Archive("", build.File{Name: "a.npy", Content: plain})
		at := bytes.LastIndex(b, []byte(build.SigCentral))
		binary.LittleEndian.PutUint16(b[at+30:], uint16(length))
		end := bytes.LastIndex(b, []byte(build.SigEnd))
		binary.LittleEndian.PutUint32(b[end+12:], uint32(end-at+length))
		b = slices.Insert(b, at+46+5, []byte(extra)...)
		if got, want := told(t, b), want(at+46+5, test.clean2); got != want {
			t.Errorf("entry with %04x %q: got %v, want %v", test.id, test.data, got, want)
		}
	}
}

// TestZip64Sentinels leaves numbers of an entry to a block that isn't there or is too short. The local
// header and the data still count.
func TestZip64Sentinels(t *testing.T) {
	for _, packed := range [][]byte{nil, build.Deflate(plain)} {
		whole := build.Archive("",
			build.File{Name: "a.npy", Content: plain, Packed: packed, Flags: build.FlagStreamed},
			build.File{Name: "b.npy", Content: plain, Packed: packed, Flags: build.FlagStreamed})
		entry := bytes.Index(whole, []byte(build.SigCentral))
		for _, fields := range [][]int{{20}, {24}, {42}, {20, 24}, {20, 24, 42}} {
			b := bytes.Clone(whole)
			for _, at := range fields {
				binary.LittleEndian.PutUint32(b[entry+at:], 1<<32-1)
			}
			if got, want := found(t, b, true), []string{fmt.Sprintf("zip-zip64-extra %d 51", entry)}; !slices.Equal(got, want) {
				t.Errorf("deflated %t, sentinels at %v: got %v, want %v", packed != nil, fields, got, want)
			}
		}
	}
}

// TestZip64HiddenSentinels leaves a size in a local header to a block that may be in a part of the extra field that
// can't be read: nothing is said about the size.
func TestZip64HiddenSentinels(t *testing.T) {
	const want = "zip-local-extra 35+6: extra field ends in the middle of a block"
	for _, at := range []int{18, 22} {
		b := build.Archive("", build.File{Name: "a.npy", Content: plain, Extra: "\x01\x00\x10\x00ab"})
		binary.LittleEndian.PutUint32(b[at:], 1<<32-1)
		if got := told(t, b); got != want {
			t.Errorf("sentinel at %d: got %v, want %v", at, got, want)
		}
	}
}
