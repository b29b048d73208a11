package report

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// summarized returns a report by rule on files with one finding each, or with an error.
func summarized(t *testing.T, paths []string, err error) string {
	t.Helper()
	var files []*File
	for _, path := range paths {
		f := &File{Path: path, Err: err}
		if err == nil {
			f.Findings = []Finding{{Finding: validator.Finding{Rule: spec.DataTruncated}, Severity: spec.Error}}
		}
		files = append(files, f)
	}
	return written(t, NewByRule(TextOptions{Quiet: true}), files)
}

// head is the line above a table with a rule of this length.
const head = "count  files  level    rule            title\n"

// TestByRuleFolders covers few folders and many.
func TestByRuleFolders(t *testing.T) {
	var deep, wide []string
	for i := range 300 {
		for j := range 1 + i%2 {
			deep = append(deep, fmt.Sprintf("data/run%d/%03d/%d.npy", i%3, i, j))
		}
		wide = append(wide, fmt.Sprintf("/%03d/a.npy", i))
	}
	for _, test := range []struct {
		name  string
		paths []string
		want  string
	}{
		{"one folder", []string{"d/a.npy", "d/b.npy"}, "In d/:\n" + head + "    2      2  error    data-truncated  file ends inside the data\n              a.npy, b.npy\n"},
		{
			"more files than are named, and one that is in no folder",
			[]string{"d/e/a.npy", "b.npy", "d/e/c.npy", "d/e/f.npy", "d/e/g.npy"},
			head + "    5      5  error    data-truncated  file ends inside the data\n              d/e/: 4 files: a.npy, c.npy, f.npy, …\n              ./: b.npy\n",
		},
		{
			"300 folders in three",
			deep,
			"In data/:\n" + head + "  450    450  error    data-truncated  file ends inside the data\n" +
				"              run0/: 150 files: 000/0.npy, 003/0.npy, 003/1.npy, …\n" +
				"              run1/: 150 files: 001/0.npy, 001/1.npy, 004/0.npy, …\n" +
				"              run2/: 150 files: 002/0.npy, 005/0.npy, 005/1.npy, …\n",
		},
		{"300 in the root", wide, "In /:\n" + head + "  300    300  error    data-truncated  file ends inside the data\n              300 files: 000/a.npy, 001/a.npy, 002/a.npy, …\n"},
		{
			"twelve folders",
			[]string{"a/1", "b/1", "c/1", "d/1", "e/1", "f/1", "g/1", "h/1", "i/1", "j/1", "k/1", "l/1", "l/2"},
			head + "   13     13  error    data-truncated  file ends inside the data\n" +
				"              l/: 1, 2\n              a/: 1\n              b/: 1\n              … 9 files in 9 more folders\n",
		},
	} {
		if got := summarized(t, test.paths, nil); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// TestByRuleReasons covers files that could not be read, for more reasons than are told apart.
func TestByRuleReasons(t *testing.T) {
	if got, want := summarized(t, []string{"d/a.npy", "e/b.npy"}, errors.New("no\x1bway")),
		"count  files  level    rule         title\n    2      2  error    not-checked  no\\x1bway\n              d/: a.npy\n              e/: b.npy\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b := NewByRule(TextOptions{})
	for i := range 200 {
		b.File(nil, 0, &File{Path: "a.npy", Err: fmt.Errorf("reason %d", i)})
	}
	var text strings.Builder
	if err := b.End(&text, Summary{}); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); !strings.HasPrefix(got, "count  files  level    rule         title\n"+
		"  100    100  error    not-checked  for other reasons\n              100 files: a.npy, a.npy, a.npy, …\n"+
		"    1      1  error    not-checked  reason 0\n") || strings.Count(got, "not-checked") != 101 {
		t.Errorf("got\n%s", got)
	}
}

// TestByRuleMemory counts findings in very many folders and keeps few of them.
func TestByRuleMemory(t *testing.T) {
	c := newFolderCounts()
	for i := range 100_000 {
		c.add(fmt.Sprintf("%d/%d/%d/a.npy", i%7, i%1000, i), 1)
		if len(c.folders) > maxCounted {
			t.Fatalf("got %d folders after %d files", len(c.folders), i+1)
		}
	}
	if len(c.folders) != 7 || c.files != 100_000 || c.findings != 100_000 {
		t.Errorf("got %d folders, %d files, %d findings", len(c.folders), c.files, c.findings)
	}
}

// TestByRuleTable covers rules of several severities, with large numbers, hidden notes and the verdict.
func TestByRuleTable(t *testing.T) {
	many := func(rule spec.ID, severity spec.Severity, n int) []Omitted { return []Omitted{{rule, severity, n}} }
	files := []*File{
		{Path: "d/e/a.npy", Verdict: validator.Conforming, Findings: []Finding{{Finding: validator.Finding{Rule: spec.DataTrailing}, Severity: spec.Warning, Fix: remedy.Fixed | remedy.Cut}}, Omitted: many(spec.DataTrailing, spec.Warning, 1_234_566)},
		{Path: "d/b.npy", Verdict: validator.Nonconforming, Findings: []Finding{{Finding: validator.Finding{Rule: spec.DataTruncated}, Severity: spec.Error}}},
		{Path: "c.npy", Verdict: validator.Conforming, Findings: []Finding{{Finding: validator.Finding{Rule: spec.NpzEmpty}, Severity: spec.Note}}},
	}
	const want = `In d/:
  count    files  level    rule            title
      1        1  error    data-truncated  file ends inside the data
                  b.npy
1234567        1  warning  data-trailing   extra bytes after the data
                  e/: a.npy
For more about a rule: npycheck explain RULE
1 fixable with npycheck fix --cut FILE
FAILED: 1 error, 1234567 warnings in 2 of 3 files; 1 note hidden (--show note)
`
	if got := written(t, NewByRule(TextOptions{}), files); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
