package corpus

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestFindingsAtFault makes sure that what a case breaks and its twin doesn't is found where the two differ. It
// knows nothing of rules: that a finding is about the fault, and not only beside it, is for people to see.
func TestFindingsAtFault(t *testing.T) {
	byID := map[string]Case{}
	for _, c := range Cases() {
		byID[c.ID] = c
	}
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
				a, b = content(t, a, f.Member.Index), content(t, b, f.Member.Index)
			}
			if !slices.ContainsFunc(faults(a, b), func(h hunk) bool {
				return f.Offset <= int64(h.at+len(h.a)) && f.Offset+f.Length >= int64(h.at)
			}) {
				t.Errorf("%s: %s at %d, %d %s", c.ID, f.Rule, f.Offset, f.Length, f.Pointer)
				for _, h := range faults(a,b) { t.Logf("    %d %d-%d %.40q %.40q", h.at, len(h.a), len(h.b), h.a, h.b) }
			}
		}
	}
}

// faults returns where a file differs from its twin, without what follows from the fault: another
// length of the header, and another number of spaces after it.
func faults(a, b []byte) []hunk {
	all := hunks(a, b)
	own := slices.DeleteFunc(slices.Clone(all), func(h hunk) bool {
		length := bytes.HasPrefix(a, []byte("\x93NUMPY")) && h.at >= 8 && h.at+len(h.a) <= 12
		padding := len(bytes.Trim(h.a, " ")) == 0 && len(bytes.Trim(h.b, " ")) == 0
		return length || padding
	})
	if len(own) == 0 {
		return all
	}
	return own
}

// content returns the content of a member of an archive.
func content(t *testing.T, archive []byte, i int) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
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

var _ = strings.Cut
