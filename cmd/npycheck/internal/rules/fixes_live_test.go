//go:build live

package rules

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// numpyCall is the call in a fix that rewrites a file.
var numpyCall = regexp.MustCompile(`np\.savez?(_compressed)?\(path, (\*\*)?np\.load\(path\)(\.view\('u1'\) != 0)?\)`)

// TestFixesByNumPy rewrites the files of the corpus that a call in a fix is for, and that NumPy reads, and looks for
// what the call leaves of the fault. A fix names a call only if NumPy reads what the clause says, so that it can't
// turn damage into values: the case has to agree.
func TestFixesByNumPy(t *testing.T) {
	const release = "2.4.6"
	python := filepath.Join(live.NumPy(t, release), release, "bin", "python")
	dir := t.TempDir()
	calls, rewritten, missing := map[string]string{}, map[string][]string{}, map[string]string{}
	var program bytes.Buffer
	program.WriteString("import numpy as np\n")
	for _, r := range spec.Rules() {
		if call := numpyCall.FindString(r.Owner); call != "" {
			calls[r.Name], missing[r.Name] = call, call
		}
	}
	for i, c := range corpus.Cases() {
		reads := c.NumPy[release] == "accept" || c.NumPy[release] == "warn"
		call := ""
		if len(c.Rules) > 0 {
			call = calls[c.Rules[0]]
		}
		if !reads || call == "" || c.Format != formatOf(call) || slices.ContainsFunc(c.Rules, func(rule string) bool { return calls[rule] != call }) {
			continue
		}
		if d := c.DetailOf(release); d.Array != nil || d.Members != nil {
			t.Errorf("%s: got a fix of %v by a call of NumPy, which reads something else: %+v", c.ID, c.Rules, d)
		}
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, fmt.Sprint(i)+filepath.Ext(c.File))
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&program, "path = %q\n%s\n", path, call)
		rewritten[path] = c.Rules
	}
	live.Run(t, python, "-I", "-W", "ignore", "-c", program.String())
	for path, rules := range rewritten {
		report := checkFile(t, path)
		for _, f := range report.Findings {
			if slices.Contains(rules, f.Rule.String()) {
				t.Errorf("%v: got %s: %s after %s", rules, f.Rule, f.Message, calls[rules[0]])
			}
		}
		for _, rule := range rules {
			delete(missing, rule)
		}
	}
	for rule, call := range missing {
		t.Errorf("%s: got the fix %s, want a case of the corpus that it is for", rule, call)
	}
}

// formatOf returns the format that a call writes.
func formatOf(call string) string {
	if strings.HasPrefix(call, "np.savez") {
		return "npz"
	}
	return "npy"
}

func checkFile(t *testing.T, path string) *validator.Report {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	report, err := validator.Check(t.Context(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
