//go:build live

package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// minPickles is how many files each release must have written.
const minPickles = 1000

// pickleFile is a line of imports.jsonl: what Python's unpickler imports for a file.
type pickleFile struct {
	Path     string
	Mutant   bool // made of a file that NumPy wrote
	Complete bool // the unpickler gets to the end
	Imports  [][2]string
}

var makePickleFiles sync.Once

// pickleReleases calls f with the files of every release, in a subtest named after it. It keeps them for inspection.
func pickleReleases(t *testing.T, f func(t *testing.T, dir string, files []pickleFile)) {
	root := live.Cache(t, "pickle-files")
	makePickleFiles.Do(func() { live.Run(t, "conformance/testdata/pickle/make", root) })
	logs, err := filepath.Glob(filepath.Join(root, "*", "imports.jsonl"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("no imports.jsonl below %s (%v)", root, err)
	}
	for _, log := range logs {
		t.Run(filepath.Base(filepath.Dir(log)), func(t *testing.T) {
			text, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			var files []pickleFile
			lines := bufio.NewScanner(bytes.NewReader(text))
			lines.Buffer(nil, 1<<24)
			for lines.Scan() {
				var file pickleFile
				if err := json.Unmarshal(lines.Bytes(), &file); err != nil {
					t.Fatalf("%s: line %d: %v", log, len(files)+1, err)
				}
				files = append(files, file)
			}
			if len(files) < minPickles {
				t.Errorf("got %d files, want at least %d", len(files), minPickles)
			}
			f(t, filepath.Dir(log), files)
		})
	}
}

// TestPicklesOfNumPy checks what NumPy writes with every pickler and protocol:
// the pickle walker must report only that there is a pickle, and what it takes to load it.
func TestPicklesOfNumPy(t *testing.T) {
	pickleReleases(t, func(t *testing.T, dir string, files []pickleFile) {
		for _, file := range files {
			if file.Mutant {
				continue
			}
			name := filepath.Join(dir, file.Path)
			report, err := validator.CheckFile(context.Background(), name, &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			rules := slices.DeleteFunc(brokenRules(report), func(id string) bool {
				r, _ := spec.Lookup(id)
				return r.Kind == spec.Portability && r.Level == spec.May
			})
			if !slices.Equal(rules, []string{"pickle-present"}) || report.Verdict() != validator.Conforming {
				t.Errorf("%s: got %v, %s, want pickle-present, conforming", name, rules, report.Verdict())
				logFindings(t, report)
			}
			compareStream(t, name, report)
		}
	})
}

// TestPickleImportsOfPython compares the imports that npycheck lists with those that Python's unpickler
// asks for. Where one of the two stops at a fault, it must have seen the same up to there.
func TestPickleImportsOfPython(t *testing.T) {
	pickleReleases(t, func(t *testing.T, dir string, files []pickleFile) {
		whole := 0
		for _, file := range files {
			name := filepath.Join(dir, file.Path)
			report, err := validator.CheckFile(context.Background(), name, nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			// The unpickler was asked for one pickle.
			report.Findings = slices.DeleteFunc(report.Findings, func(f validator.Finding) bool { return f.Array > 1 })
			report.Imports = slices.DeleteFunc(report.Imports, func(i validator.Import) bool { return i.Array > 1 })
			got := make([][2]string, len(report.Imports))
			for i, imp := range report.Imports {
				// Python's JSON turns lone surrogates into U+FFFD.
				got[i] = [2]string{strings.ToValidUTF8(imp.Module, "\ufffd"), strings.ToValidUTF8(imp.Name, "\ufffd")}
			}
			want, rules := file.Imports, brokenRules(report)
			stopped := slices.Contains(rules, "pickle-malformed") || slices.Contains(rules, "pickle-truncated")
			if !file.Complete && len(got) > len(want) {
				got = got[:len(want)]
			}
			if stopped && len(want) > len(got) {
				want = want[:len(got)]
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: got imports %q, want %q (Python complete: %t)", name, got, want, file.Complete)
				logFindings(t, report)
			}
			if file.Complete && !stopped {
				whole++
			}
			if !file.Complete && spec.Reject != report.Duty() {
				t.Errorf("%s: Python fails to load it, and a reader owes it %v: %v", name, report.Duty(), rules)
			}
		}
		if whole < minPickles {
			t.Errorf("got %d files that both read to the end, want at least %d", whole, minPickles)
		}
	})
}

// brokenRules returns the rules of the findings of a report, sorted, each once.
func brokenRules(report *validator.Report) []string {
	var rules []string
	for _, f := range report.Findings {
		rules = append(rules, f.Rule.String())
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}
