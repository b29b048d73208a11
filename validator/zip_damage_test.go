package validator

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestArchiveDamage has archives that were treated as text or cut, and the hint that one of the findings
// has. Each fault comes with the place of that finding in the file.
func TestArchiveDamage(t *testing.T) {
	const (
		converted = "; the archive was converted from an 8-bit encoding such as Latin-1 to UTF-8: fetch it again in binary mode"
		decoded   = "; the archive was decoded as UTF-8, with U+FFFD for every byte that isn't, so that these bytes are lost: fetch it again in binary mode"
		cut       = "; it looks as if it was cut off or never closed: fetch or write it again"
	)
	latin1 := func(b []byte) (text []byte) {
		for _, c := range b {
			text = utf8.AppendRune(text, rune(c))
		}
		return text
	}
	stored := testArchive("", testMember{name: "a.npy", content: plainFile})
	packed := testArchive("", testMember{name: "a.npy", content: plainFile, packed: deflated(t, plainFile)})
	directory := bytes.LastIndex(stored, []byte(centralSignature))
	for _, test := range []struct {
		name string
		file []byte
		rule string
		hint string
	}{
		{"Latin-1, stored", latin1(stored), "zip-end-record-mismatch", converted},
		{"Latin-1, deflated", latin1(packed), "zip-end-record-mismatch", converted},
		{"U+FFFD, stored", bytes.ToValidUTF8(stored, []byte("\ufffd")), "zip-end-record-mismatch", decoded},
		{"U+FFFD, deflated", bytes.ToValidUTF8(packed, []byte("\ufffd")), "zip-end-record-mismatch", decoded},
		{"cut in the data", stored[:directory-9], "zip-no-end-record", cut},
		{"cut in the directory", stored[:directory+9], "zip-no-end-record", cut},
		{"Latin-1 and cut", latin1(stored[:directory]), "zip-no-end-record", converted},
		{"wrong offset", slices.Concat(stored[:len(stored)-6], []byte{1}, stored[len(stored)-5:]), "zip-end-record-mismatch", ""},
	} {
		report := checkBytes(t, test.file, nil)
		hints := 0
		for _, f := range report.Findings {
			for _, hint := range []string{converted, decoded, cut} {
				if strings.Contains(f.Message, hint) {
					hints++
				}
			}
			at, n := int64(bytes.LastIndex(test.file, []byte(endSignature)))+12, int64(8)
			if test.rule == "zip-no-end-record" {
				at, n = int64(len(test.file)), 0
			}
			if f.Rule.String() == test.rule && (!strings.HasSuffix(f.Message, test.hint) || f.Offset != at || f.Length != n) {
				t.Errorf("%s: got %v, want %d bytes at %d and %q", test.name, f, n, at, test.hint)
			}
		}
		if want := min(len(test.hint), 1); hints != want || !slices.Contains(ruleIDs(report), test.rule) {
			t.Errorf("%s: got %d hints in %v, want %d and a finding of %s", test.name, hints, report.Findings, want, test.rule)
		}
		sameArchiveStream(t, test.file)
	}
}

// TestArchiveConversion has the first bytes of archives.
func TestArchiveConversion(t *testing.T) {
	header := func(crc, name string) string {
		return "PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00!\x00" + crc + "\x00\x01\x00\x00\x00\x01\x00\x00\x05\x00\x00\x00" + name
	}
	for _, test := range []struct{ head, want string }{
		{header("\xc2\x93\x41\x42\x43", "a.npy\xc2\x93NUMPY"), "converted"},
		{header("\xc2\x93\x41\x42\x43", "a.npy\xc3\xa9\xc3"), "converted"}, // the last character is cut
		{header("\xef\xbf\xbd\x41\x42\x43", "a.npy\xef\xbf\xbdNUMPY"), "decoded"},
		{header("\xc2\x93\x41\x42", "a.npy\x93NUMPY"), ""},    // by chance
		{header("\x41\x42\x43\x44", "\xc3\xa9.npyNUMPY"), ""}, // a name in UTF-8
		{header("\x41\x42\x43\x44", "\xef\xbf\xbd.npyN"), ""}, // of a name that was lost
		{header("\xff\xfe\xfd\xfc", "a.npy\xc2\x93NUMPY"), ""},
		{"PK\x05\x06", ""},
		{"PK\x03\x04\xc2\x93", ""},
	} {
		got := conversion([]byte(test.head))
		if !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%q: got %q, want %q", test.head, got, test.want)
		}
	}
}
