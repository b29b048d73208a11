package conformance_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/spec"
)

// TestFindings holds FINDINGS.md to what was measured: each case that a finding names is in the corpus,
// and an implementation of the heading fails it in matrix.json; each clause exists, and its link leads to it.
func TestFindings(t *testing.T) {
	text, err := os.ReadFile("FINDINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("matrix.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	matrix, err := conformance.ReadMatrix(f)
	if err != nil {
		t.Fatal(err)
	}
	failures := map[string]map[string]bool{} // by implementation and case
	known := map[string]bool{}
	for at, item := range matrix.Implementations {
		failed := failures[item.Name]
		if failed == nil {
			failed = map[string]bool{}
			failures[item.Name] = failed
		}
		for _, writer := range []bool{false, true} {
			if report := matrix.Report(at, writer); report != nil {
				for _, r := range report.Results {
					known[r.ID] = true
					if r.Cell.Failed() {
						failed[r.ID] = true
					}
				}
			}
		}
	}
	anchors := map[string]string{}
	for _, c := range spec.Clauses() {
		anchors[c.ID] = anchor(c.ID, c.Title)
	}

	heading := regexp.MustCompile("^## `([^`]+)`")
	aCase := regexp.MustCompile("`([a-z]+/[a-z0-9-]+)`")
	aClause := regexp.MustCompile(`\[(np[yz]-\d+\.\d+)\]\(\.\./spec/(np[yz])\.md#([^)]+)\)`)
	var name string
	cases, clauses := 0, 0
	for n, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "## ") {
			name = ""
			if m := heading.FindStringSubmatch(line); m != nil {
				name = m[1]
				if failures[name] == nil {
					t.Errorf("line %d: %s is not in matrix.json", n+1, name)
				}
			}
		}
		for _, m := range aCase.FindAllStringSubmatch(line, -1) {
			cases++
			switch {
			case !known[m[1]]:
				t.Errorf("line %d: the corpus has no case %s", n+1, m[1])
			case failures[name] != nil && !failures[name][m[1]]:
				t.Errorf("line %d: %s does not fail %s in matrix.json", n+1, name, m[1])
			}
		}
		for _, m := range aClause.FindAllStringSubmatch(line, -1) {
			clauses++
			if want, ok := anchors[m[1]]; !ok || m[3] != want || !strings.HasPrefix(m[1], m[2]+"-") {
				t.Errorf("line %d: the link of %s leads to %s.md#%s, want #%s", n+1, m[1], m[2], m[3], want)
			}
		}
	}
	if cases < 50 || clauses < 50 {
		t.Errorf("got %d cases and %d links to clauses, want 50 of each", cases, clauses)
	}
}

// anchor returns the anchor that a heading "### npy-1.2 Magic string" has.
func anchor(id, title string) string {
	text := strings.ToLower(id + " " + title)
	text = regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(text, "")
	return strings.ReplaceAll(text, " ", "-")
}
