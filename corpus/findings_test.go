package corpus

import (
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus/internal/header"
)

// elsewhere has the findings that are in a different place than the difference from the twin, with the reasons.
var elsewhere = []struct{ cases, rule, reason string }{
	{"header/*", "header-not-a-literal", "the bracket that is never closed, or what follows in place of what is missing"},
	{"header/*", "header-final-newline", "the header ends where its length says, or a newline earlier"},
	{"header/*", "header-empty", "the header begins where its length says that it ends"},
	{"header/length-10001-characters-v3", "header-length-over-10000", "the length, which is that of the twin: fewer bytes for more characters"},
	{"header/nesting-199-parentheses", "header-nesting-depth", "the innermost bracket of too many"},
	{"header/padding-85", "header-excess-padding", "the padding, long because the text is short"},
	{"header/terminator-newline-nul", "header-padding-*", "the NUL at the end of the header, where the twin's data has one, too"},
	{"keys/duplicate-shape-far", "keys-duplicate", "the second of the two"},
	{"keys/order-sfd", "keys-not-sorted", "the first key out of order; all three are moved"},
	{"keys/order-sfd-fortran", "keys-not-sorted", "the first key out of order; all three are moved"},
	{"descr/duplicate-title-of-own-name", "descr-duplicate-title", "the name, which is the second of the two"},
	{"prefix/v3-latin1", "prefix-version-higher-than-needed", "the version, which the text would need if it were the twin's"},
	{"descr/number-17", "pickle-*", "the data, which the number says are a pickle"},
	{"pickle/*", "pickle-present", "the pickle, which is there because the descr says so"},
	{"pickle/*", "pickle-numpy-core", "the call that needs numpy.core, in the pickle that the descr asks for"},
	{"pickle/*", "pickle-import-unresolved", "the opcode that imports, not what it takes from the stack"},
	{"pickle/*", "pickle-allocation", "the opcode that calls, not its arguments"},
	{"pickle/*", "pickle-call-form", "the opcode that calls, not its arguments"},
	{"pickle/*", "pickle-dtype-state", "the opcode that sets the state, not the item of the state"},
	{"pickle/*", "pickle-header-mismatch", "the opcode that sets the state of the array"},
	{"pickle/*", "pickle-mutation", "the opcode that sets the state"},
	{"pickle/*", "pickle-object-bytes", "the opcode that sets the state of the array"},
	{"pickle/*", "pickle-state", "the opcode that sets the state"},
	{"pickle/*", "pickle-work", "the opcode that calls or makes a key, not what it takes from the stack"},
	{"pickle/stack-left-*", "pickle-malformed", "STOP, which leaves something on the stack"},
	{"pickle/frame-*", "pickle-frame", "where the frame ends, not its length"},
	{"pickle/proto-missing", "pickle-protocol", "the first opcode of a later protocol"},
	{"npz/first-stored", "npz-mixed-methods", "the member that differs from the first, which was changed"},
	{"npz/key-*", "npz-key-ambiguous", "the first of two names; the second was changed"},
	{"npz/npy-*", "npz-member-without-magic", "the name, which promises an array; the content was changed"},
	{"zip/crc*", "zip-crc", "the data that the checksum is not of"},
	{"zip/size-deflated-*", "zip-size", "the data that the size is not of"},
	{"zip/descriptor-missing", "zip-data-descriptor", "where the descriptor should be; the directory follows, and begins with the same bytes"},
	{"zip/hidden-*", "zip-hidden-member", "the member whose entry is missing"},
	{"zip/flags-*", "zip-header-mismatch", "the field of the local header, which disagrees with the directory entry"},
	{"zip/joined*", "zip-hidden-member", "the member of the first archive, which the twin is"},
	{"zip/overlap-*", "zip-overlap", "the member that the entry leads to"},
	{"zip/text-mode-shorter", "zip-end-record-mismatch", "the offset that the directory had with the byte"},
	{"zip/zip64-end", "zip-zip64-unneeded", "the record that the end record doesn't need any more"},
	{"zip/zip64-end-sentinel-size", "zip-zip64-unneeded", "the record that the end record doesn't need any more"},
	{"zip/zip64-end-other-count", "zip-zip64-record", "one of two numbers that disagree"},
	{"zip/zip64-end-without-locator", "zip-zip64-record", "the record before the missing locator"},
}

// TestFindingsAtFault makes sure that the findings that only a case has, and not its twin, are where the two differ.
// It knows nothing about rules: whether a finding is about the fault, and not just next to it, is for people to judge.
func TestFindingsAtFault(t *testing.T) {
	byID := map[string]Case{}
	for _, c := range Cases() {
		byID[c.ID] = c
	}
	used := map[int]bool{}
	for _, c := range Cases() {
		twin, ok := byID[c.Twin]
		if !ok {
			continue
		}
		for _, f := range c.Findings {
			if slices.Contains(twin.Rules, f.Rule) {
				continue
			}
			a, b := read(t, c), read(t, twin)
			if f.Base == "content" {
				a, b = content(t, c, f.Member.Index), content(t, twin, f.Member.Index)
			}
			if f.Length == 0 && f.Offset == int64(len(a)) {
				continue // bytes are missing
			}
			if slices.ContainsFunc(faults(a, b, f), func(h hunk) bool {
				return f.Offset <= int64(h.at+len(h.a)) && f.Offset+f.Length >= int64(h.at)
			}) {
				continue
			}
			i := slices.IndexFunc(elsewhere, func(e struct{ cases, rule, reason string }) bool {
				id, _ := path.Match(e.cases, c.ID)
				rule, _ := path.Match(e.rule, f.Rule)
				return id && rule
			})
			if i < 0 {
				t.Errorf("%s: %s at %d, %d bytes, is not where the case differs from its twin %s: %v", c.ID, f.Rule, f.Offset, f.Length, c.Twin, faults(a, b, f))
				continue
			}
			used[i] = true
		}
	}
	for i, e := range elsewhere {
		if !used[i] {
			t.Errorf("%s, %s: no case needs the exception", e.cases, e.rule)
		}
	}
}

// faults returns where a file differs from its twin, ignoring consequences of the fault: another number of spaces
// after the header, and another length of the header unless the finding is about that.
func faults(a, b []byte, f Finding) []hunk {
	all := hunks(a, b)
	start, end := header.Bounds(a)
	end = bytes.LastIndexByte(a[:min(len(a), end)], '}')
	own := slices.DeleteFunc(slices.Clone(all), func(h hunk) bool {
		length := h.at >= 8 && h.at+len(h.a) <= start && f.Offset != 8 && end > 0
		padding := h.at > end && end > 0 && len(bytes.Trim(h.a, " ")) == 0 && len(bytes.Trim(h.b, " ")) == 0
		return length || padding
	})
	if len(own) == 0 {
		return all
	}
	return own
}

// unresolved has the rules whose pointer leads to no value, or to the wrong one: the header can't be read there.
var unresolved = []string{
	"header-not-a-literal", "header-nesting-depth", "literal-unterminated", // nothing says what would follow
	"header-comment-inside", "header-continuation", "header-newline-inside", "header-tab-inside", // between two values
	"keys-duplicate", // a key that occurs several times
}

// TestPointers makes sure that the bytes of a finding with a pointer are those of the value, or of its key.
func TestPointers(t *testing.T) {
	for _, c := range Cases() {
		for _, f := range c.Findings {
			file := read(t, c)
			if f.Base == "content" {
				file = content(t, c, f.Member.Index)
			}
			if f.Offset < 0 || f.Length < 0 || f.Offset+f.Length > int64(len(file)) {
				t.Errorf("%s: %s at %d, %d of %d bytes", c.ID, f.Rule, f.Offset, f.Length, len(file))
			}
			if f.Pointer == "" {
				continue
			}
			if f.Array > 0 { // the headers before it are those of other arrays
				start := bytes.LastIndex(file[:f.Offset], []byte("\x93NUMPY"))
				file, f.Offset = file[start:], f.Offset-int64(start)
			}
			text, _ := header.Of(file)
			where, ok := text.At(f.Pointer)
			if slices.Contains(unresolved, f.Rule) {
				continue
			}
			if !ok || int64(where.From) > f.Offset || int64(where.To) < f.Offset+f.Length {
				t.Errorf("%s: %s at %d, %d, %s: that is %q in %.200q", c.ID, f.Rule, f.Offset, f.Length, f.Pointer, where, text)
			}
		}
	}
}

// content returns the content of a member of the archive of a case. For methods that the standard library can't
// decompress, it uses the case that has the same content compressed with bzip2.
func content(t *testing.T, c Case, i int) []byte {
	t.Helper()
	c.File = strings.NewReplacer("lzma", "bzip2", "zstandard", "bzip2").Replace(c.File)
	archive := read(t, c)
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	z.RegisterDecompressor(12, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	r, err := z.File[i].Open()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
