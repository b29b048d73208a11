package report

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestBaselineOmitted has a baseline that knows findings which are only counted, at the level of an override.
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
