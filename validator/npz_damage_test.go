package validator

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// TestArchiveDamage covers archives that were treated as text or cut, and the hint that one of the findings has. Each
// fault comes with the place of that finding in the file.
func TestArchiveDamage(t *testing.T) {
	const (
		converted = "; converted to UTF-8: fetch it in binary mode"
		decoded   = "; decoded as UTF-8: fetch it in binary mode"
		cut       = "; it was truncated or never closed: fetch or write it again"
	)
	latin1 := func(b []byte) (text []byte) {
		for _, c := range b {
			text = utf8.AppendRune(text, rune(c))
		}
		return text
	}
	stored := build.Archive("", build.File{Name: "a.npy", Content: plainFile})
	packed := build.Archive("", build.File{Name: "a.npy", Content: plainFile, Packed: build.Deflate(plainFile)})
	directory := bytes.LastIndex(stored, []byte(build.SigCentral))
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
			at, n := int64(bytes.LastIndex(test.file, []byte(build.SigEnd)))+12, int64(8)
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

// TestDeflateDamage covers a deflate stream without its last block, which inflates to all of the content, and one that
// ends in the middle of its only block.
func TestDeflateDamage(t *testing.T) {
	block := append([]byte{0, 152, 0, 0x67, 0xff}, plainFile...)
	for _, test := range []struct {
		name   string
		stream []byte
		want   string
	}{
		{"last block missing", block, "deflate stream doesn't end after inflating to 152 bytes; fetch or write it again"},
		{"wrong complement of a length", append([]byte{1, 152, 0, 0x67, 0xfe}, plainFile...),
			"deflate stream is invalid at its byte 1, after 0 of 152 bytes: length 0098, but complement fe67; fetch or write it again"},
		{"cut", block[:105], "deflate stream ends early, in block 1: inflated 100 of 152 bytes; fetch or write it again"},
	} {
		b := build.Archive("", build.File{Name: "a.npy", Content: plainFile, Packed: test.stream})
		report := checkBytes(t, b, &Options{Depth: Full})
		want := []Finding{{
			Rule: spec.ZipDeflateCorrupt, Message: test.want, Remedy: true, Offset: 35, Length: int64(len(test.stream)), MemberName: "a.npy",
			Excerpt: Excerpt{32, string(b[32:64])},
		}}
		if !slices.Equal(report.Findings, want) {
			t.Errorf("%s: got %+v, want %+v", test.name, report.Findings, want)
		}
	}
}
