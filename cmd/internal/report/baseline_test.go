package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestBaselineLongLine covers lines of more than a megabyte: an entry whose path is that long, and one that is cut.
func TestBaselineLongLine(t *testing.T) {
	head := fmt.Sprintf(`{"baseline":%d,"npycheck":"x"}`, BaselineVersion)
	path := strings.Repeat("p", 2<<20)
	entry := `{"path":"` + path + `","rule":"data-trailing","omitted":3}`
	for _, test := range []struct{ text, want string }{
		{head + "\r\n" + entry + "\r\n", ""},
		{head + "\n" + entry, ""},
		{head + "\n" + entry[:len(entry)-2] + "\n", "line 2: it is not an entry of a baseline: unexpected EOF"},
		{entry, "line 1: it is not the head of a baseline, as npycheck baseline writes it"},
	} {
		b, err := ReadBaseline([]byte(test.text), "")
		if test.want != "" {
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %.200v, want %s", err, test.want)
			}
			continue
		}
		if err != nil {
			t.Fatalf("got error %.200v", err)
		}
		if n := len(b.entries[path]); n != 1 {
			t.Errorf("got %d entries of the file, want 1", n)
		}
	}
}

// TestBaselineOmitted covers a baseline that knows findings which are only counted, at the level of an override.
func TestBaselineOmitted(t *testing.T) {
	policy := Policy{Overrides: []Override{{
		Applies:  func(string) bool { return true },
		Severity: map[spec.ID]spec.Severity{spec.DataTrailing: spec.Note},
	}}}
	r := &validator.Report{Format: validator.Npy, Omitted: map[spec.ID]int{spec.DataTrailing: 3}}
	var text strings.Builder
	w := NewBaselineWriter("")
	if err := w.File(nil, 0, (&Checker{Policy: policy}).File(Path("a.npy"), r, nil)); err != nil {
		t.Fatal(err)
	}
	if err := w.End(&text, Summary{}); err != nil {
		t.Fatal(err)
	}
	b, err := ReadBaseline([]byte(text.String()), "")
	if err != nil {
		t.Fatal(err)
	}
	var s Summary
	s.Add((&Checker{Policy: policy, Baseline: b}).File(Path("a.npy"), r, nil))
	if s.Known != 3 || s.Note != 0 || s.Warning != 0 || s.Error != 0 {
		t.Errorf("got %+v, want 3 known findings and no others", s)
	}
}
