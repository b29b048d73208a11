package check

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
)

// readableArray returns a file of three numbers that conforms.
func readableArray() []byte {
	text := fmt.Sprintf("\x93NUMPY\x01\x00\x76\x00%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }")
	return append([]byte(text), make([]byte, 24)...)
}

// paths returns the paths in a report as JSON Lines.
func paths(text string) (all []string) {
	for _, line := range regexp.MustCompile(`(?m)^{"path":"(.*?)"`).FindAllStringSubmatch(text, -1) {
		all = append(all, line[1])
	}
	return all
}

// TestResumeIsKilled resumes the check of files that have all changed, repeatedly. Each run is killed after one
// file: the next one continues from there, and merge refuses the report until the check is complete.
func TestResumeIsKilled(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "r.jsonl")
	array := readableArray()
	var inputs []files.Input
	for i := range 5 {
		path := filepath.Join(dir, fmt.Sprintf("a%d.npy", i))
		if err := os.WriteFile(path, array, 0o600); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, &files.DiskFile{Path: path})
	}
	checker := runner.FileChecker{Times: true}
	head := checker.Head()

	// goOn resumes a run until that many files were checked, and returns their number. It ends the run, or leaves
	// it like one that was killed.
	goOn := func(most int) (checked int) {
		t.Helper()
		r, err := openResumption(t.Context(), name, head, checker.Check)
		if err != nil {
			t.Fatal(err)
		}
		format := report.NewJSONLines(head)
		var sum report.Summary
		format.Begin(r.out)
		for i, in := range inputs {
			before := r.taken.Load()
			f := r.check(t.Context(), in)
			if r.taken.Load() == before {
				if checked == most {
					r.out.Close()
					r.old.Close()
					return checked
				}
				checked++
			}
			sum.Add(f)
			format.File(r.out, int64(i), f)
		}
		format.End(r.out, sum)
		if err := r.end(t.Context(), true, false); err != nil {
			t.Fatal(err)
		}
		return checked
	}

	if got := goOn(5); got != 5 {
		t.Fatalf("checked %d files, want 5", got)
	}
	first, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := goOn(0); got != 0 {
		t.Fatalf("checked %d files that have not changed", got)
	}
	if err := new(runner.Merger).Open(t.Context(), []string{name}, false); err != nil {
		t.Errorf("nothing has changed, and the report is refused: %v", err)
	}
	for _, in := range inputs {
		if err := os.WriteFile(in.Name(), array[:140], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cutOff := cli.QuotedText(name) + ": was cut off: it has no trailer; npycheck check --resume continues it"
	for range 4 {
		if got := goOn(1); got != 1 {
			t.Fatalf("checked %d files, want 1 more", got)
		}
		err := new(runner.Merger).Open(t.Context(), []string{name}, false)
		if err == nil || err.Error() != cutOff {
			t.Errorf("got %v of a report that tells of files as they were, want %s", err, cutOff)
		}
	}
	if got := goOn(5); got != 1 {
		t.Errorf("checked %d files in the end, want the one that is left", got)
	}
	last, err := os.ReadFile(name)
	if err != nil || bytes.Count(last, []byte("nonconforming\",")) != 5 || bytes.Count(last, []byte("\n")) != bytes.Count(first, []byte("\n")) {
		t.Errorf("got %v and\n%s", err, last)
	}
	if left, err := filepath.Glob(name + "?*"); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v, want no file beside the report", left, err)
	}
}

// TestGather expects the lines of both reports in the remaining one, each path once.
func TestGather(t *testing.T) {
	head := new(report.Checker).Head()
	write := func(name string, paths ...string) {
		var b bytes.Buffer
		format := report.NewJSONLines(head)
		format.Begin(&b)
		for _, path := range paths {
			fmt.Fprintf(&b, `{"path":%q,"format":"npy","ok":true,"verdict":"conforming","findings":[]}`+"\n", path)
		}
		format.End(&b, report.Summary{})
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ before, part, want []string }{
		{[]string{"a", "b", "c"}, nil, []string{"a", "b", "c"}},
		{nil, []string{"a"}, []string{"a"}},
		{[]string{"a", "b", "c"}, []string{"a", "b", "c"}, []string{"a", "b", "c"}},
		{[]string{"a", "b", "c", "d", "e", "f"}, []string{"b", "e"}, []string{"b", "e", "a", "c", "d", "f"}},
		{[]string{"a", "b", "c"}, []string{"c", "new"}, []string{"c", "new", "a", "b"}},
	} {
		name := filepath.Join(t.TempDir(), "r.jsonl")
		write(name, test.before...)
		write(name+runner.PartSuffix, test.part...)
		if err := gather(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := paths(string(text)); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%v and then %v: got %v, want %v", test.before, test.part, got, test.want)
		}
		if _, err := os.Stat(name + runner.PartSuffix); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v and then %v: the second is still there", test.before, test.part)
		}
	}
}

// TestUnchanged compares files with what a report says about them. The bar counts those that need not be read.
func TestUnchanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	modified := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, modified, modified); err != nil {
		t.Fatal(err)
	}
	disk := func(path string) files.Input { return &files.DiskFile{Path: path} }
	for _, test := range []struct {
		what   string
		in     files.Input
		before report.File
		want   bool
	}{
		{"same", disk(name), report.File{Size: 5, Modified: modified}, true},
		{"longer", disk(name), report.File{Size: 4, Modified: modified}, false},
		{"older", disk(name), report.File{Size: 5, Modified: modified.Add(time.Second)}, false},
		{"gone", disk(name + ".gone"), report.File{Size: 5, Modified: modified}, false},
		{"folder", disk(filepath.Dir(name)), report.File{Size: 5, Modified: modified}, false},
		{"standard input", files.Stdin{}, report.File{Size: 5, Modified: modified}, false},
		{"object", files.RemoteFile{Etag: `"1"`, Size: 5}, report.File{ETag: `"1"`, Size: 5}, true},
		{"another object", files.RemoteFile{Etag: `"1"`, Size: 5}, report.File{ETag: `"2"`, Size: 5}, false},
		{"longer object", files.RemoteFile{Etag: `"1"`, Size: 5}, report.File{ETag: `"1"`, Size: 4}, false},
		{"objects without a tag", files.RemoteFile{Size: 5}, report.File{Size: 5}, false},
	} {
		bar := new(files.FileBar)
		counted := int64(0)
		if in, ok := test.in.(*files.DiskFile); ok {
			in.Bar = bar
			if test.want {
				counted = 5
			}
		}
		if got := unchanged(test.in, &test.before); got != test.want || bar.Bytes.Load() != counted {
			t.Errorf("%s: got %t and %d bytes, want %t and %d", test.what, got, bar.Bytes.Load(), test.want, counted)
		}
	}
}
