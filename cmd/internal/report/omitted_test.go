package report

import (
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestOmittedOverrides covers findings that are only counted, in files for which the policy gives the rule another
// level or none: every format shows each at the level that the summary counts it at.
func TestOmittedOverrides(t *testing.T) {
	in := func(folder string, severity spec.Severity) Override {
		return Override{
			Applies:  func(name string) bool { return path.Dir(name) == folder },
			Severity: map[spec.ID]spec.Severity{spec.DataTrailing: severity},
		}
	}
	c := &Checker{Policy: Policy{
		Severity:  map[spec.ID]spec.Severity{spec.DataTrailing: spec.Note},
		Overrides: []Override{in("new", spec.Error), in("off", Off)},
	}}
	var files []*File
	for _, name := range []string{"old/a.npy", "new/b.npy", "off/c.npy", "new/d.npy"} {
		r := &validator.Report{Format: validator.Npy, Omitted: map[spec.ID]int{spec.DataTrailing: 2}}
		files = append(files, c.File(Path(name), r, nil))
	}
	var sum Summary
	for _, f := range files {
		sum.Add(f)
	}
	if want := (Summary{Files: 4, Conforming: 4, Error: 4, Note: 2, Rules: map[spec.ID]int64{spec.DataTrailing: 6}, Worst: [spec.Error + 1]int64{spec.Note: 1, spec.Error: 2}}); !reflect.DeepEqual(sum, want) {
		t.Errorf("got %+v, want %+v", sum, want)
	}

	all := Levels{Show: spec.Note}
	for _, test := range []struct {
		name   string
		format Format
		want   []string // in this order
	}{
		{"text", NewText(TextOptions{Levels: all}), []string{
			"note[data-trailing]: 2 findings, not listed\n  --> old/a.npy\n", "error[data-trailing]: 2 findings, not listed", "error[data-trailing]: 2 findings, not listed",
		}},
		{"summary", NewByRule(TextOptions{Levels: all}), []string{
			"    4      2  error    data-trailing", "new/: b.npy, d.npy\n", "    2      1  note     data-trailing", "old/: a.npy\n",
		}},
		{"markdown", NewMarkdown(), []string{
			"| error | `data-trailing` | `new/b.npy` | 2 |", "| error | `data-trailing` | `new/d.npy` | 2 |", "| note | `data-trailing` | `old/a.npy` | 2 |",
		}},
		{"compact", Compact{all}, []string{"old/a.npy:0: note: 2 more", "new/b.npy:0: error: 2 more", "new/d.npy:0: error: 2 more"}},
		{"gitlab", NewGitLab(""), []string{`"severity":"info","location":{"path":"old/a.npy"`, `"severity":"major","location":{"path":"new/b.npy"`}},
	} {
		text, at := written(t, test.format, files), 0
		for _, want := range test.want {
			i := strings.Index(text[at:], want)
			if i < 0 {
				t.Errorf("%s: got\n%s\nwant %q in it, in order", test.name, text, want)
				break
			}
			at += i + len(want)
		}
		if strings.Contains(text, "c.npy") {
			t.Errorf("%s: got findings of a rule that is off:\n%s", test.name, text)
		}
	}

	var failures []bool
	for _, suite := range parseJUnit(t, written(t, NewJUnit(0), files)).Suites {
		failures = append(failures, suite.Testcases[0].Failure != nil)
	}
	if want := []bool{false, true, false, true}; !slices.Equal(failures, want) {
		t.Errorf("junit: got the failures %v, want %v", failures, want)
	}
	page := parsePage(t, written(t, newTestHTML(c), files))
	if got, want := rulesOf(page).texts("a", "")[0], "error extra bytes after the data data-trailing 6 findings in 3 files"; got != want {
		t.Errorf("html: got the rule %q, want %q", got, want)
	}
}
