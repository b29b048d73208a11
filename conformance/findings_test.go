package conformance_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/spec"
)

var (
	findingHeading = regexp.MustCompile("^## `([^`]+)`$")
	findingTried   = regexp.MustCompile(`^Releases tried: ([^ ,;]+(?:, [0-9][^ ,;]*)*)`)
	findingCase    = regexp.MustCompile("`([a-z]+/[a-z0-9-]+)`")
	findingClause  = regexp.MustCompile(`\[(np[yz]-\d+\.\d+)\]\(\.\./spec/([^)]+)\)`)
	findingFixed   = regexp.MustCompile(`Fixed in ([^ ]+)\.`)
	findingCured   = regexp.MustCompile(`^fixed in ([^ ]+)$`)
	findingRule    = regexp.MustCompile(`\[([a-z0-9-]+)\]`)
	findingWritten = regexp.MustCompile(`(?:(\d+) of )?(\d+) files(?: that it wrote|\. \|)`)
)

// TestFindings compares FINDINGS.md with the measurements: the cases and clauses that it names exist, links
// lead to the clauses, and each row of its tables agrees with matrix.json, the corpus and the rules.
func TestFindings(t *testing.T) {
	text, err := os.ReadFile("FINDINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	matrix := readMatrix(t)
	cells, messages := findingCells(matrix)
	cases := map[string]corpus.Case{}
	for _, c := range corpus.Cases() {
		cases[c.ID] = c
	}
	anchors := map[string]string{}
	for _, c := range spec.Clauses() {
		anchors[c.ID] = c.File + "#" + anchor(c.ID, c.Title)
	}

	var name string
	var tried, described []string
	rows, written := 0, 0
	for n, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "## ") {
			name, tried = "", nil
			if m := findingHeading.FindStringSubmatch(line); m != nil {
				name = m[1]
				described = append(described, name)
			}
		}
		if m := findingTried.FindStringSubmatch(line); m != nil {
			tried = strings.Split(strings.TrimRight(m[1], "."), ", ")
		}
		for _, id := range all(findingCase, line) {
			if _, ok := cases[id]; !ok {
				t.Errorf("line %d: the corpus has no case %s", n+1, id)
			}
		}
		for _, m := range findingClause.FindAllStringSubmatch(line, -1) {
			if want, ok := anchors[m[1]]; !ok || m[2] != want {
				t.Errorf("line %d: the link of %s leads to %s, want %s", n+1, m[1], m[2], want)
			}
		}
		if m := findingWritten.FindStringSubmatch(line); m != nil {
			written++
			if wrong, files := writtenFiles(matrix, name); m[2] != fmt.Sprint(files) || m[1] != "" && m[1] != fmt.Sprint(wrong) {
				t.Errorf("line %d: got %q, want %d files, %d of them wrong, as in matrix.json", n+1, m[0], files, wrong)
			}
		}
		if name == "" || !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| cell ") {
			continue
		}

		rows++
		row := strings.Split(strings.Trim(line, "| "), " | ")
		if len(row) != 7 {
			t.Errorf("line %d: got %d columns, want 7", n+1, len(row))
			continue
		}
		cell, writer := strings.CutPrefix(row[0], "writer: ")
		ids, clauses := all(findingCase, row[1]), all(findingClause, row[3])
		if len(ids) == 0 || len(clauses) == 0 && (!writer || row[3] != "-") {
			t.Errorf("line %d: got %d cases and %d clauses, want some of each", n+1, len(ids), len(clauses))
		}
		for i, id := range ids {
			got := cells[findingKey{name, id, writer}]
			if !slices.ContainsFunc(got, conformance.Cell.Failed) {
				t.Errorf("line %d: %s does not fail %s in matrix.json", n+1, name, id)
			} else if i == 0 && !slices.Contains(got, conformance.Cell(cell)) {
				t.Errorf("line %d: got %s for %s, want one of %q as in matrix.json", n+1, cell, id, got)
			}
		}
		if writer {
			checkWrittenClauses(t, n+1, name, ids, clauses, messages)
		} else {
			checkFindingClauses(t, n+1, ids, clauses, cases)
		}
		for _, release := range slices.Concat(all(findingFixed, row[2]), all(findingCured, row[6]), []string{row[4]}) {
			if !slices.Contains(tried, release) {
				t.Errorf("line %d: got release %s, want one of those tried, %q", n+1, release, tried)
			}
		}
	}
	if rows < 100 || written < 5 {
		t.Errorf("got %d rows and %d numbers of files that were written, want 100 and 5", rows, written)
	}
	// The page links to the heading of each implementation that fails.
	for key, got := range cells {
		if slices.ContainsFunc(got, conformance.Cell.Failed) && !slices.Contains(described, key.name) {
			t.Fatalf("%s fails %s, but has no heading; those are %q", key.name, key.id, described)
		}
	}
}

// writtenFiles returns how many files the newest variant of an implementation wrote, and how many of them are
// nonconforming.
func writtenFiles(matrix *results.Matrix, name string) (wrong, files int) {
	for _, item := range matrix.Implementations {
		if item.Name != name || item.Writer == nil {
			continue
		}
		wrong, files = item.Writer.Summary[conformance.CellWrongVerdict], 0
		for cell, n := range item.Writer.Summary {
			if cell != conformance.CellUnsupported {
				files += n
			}
		}
	}
	return wrong, files
}

// readMatrix returns matrix.json.
func readMatrix(t *testing.T) *results.Matrix {
	t.Helper()
	matrix, err := matrixRead()
	if err != nil {
		t.Fatal(err)
	}
	return matrix
}

var matrixRead = sync.OnceValues(func() (*results.Matrix, error) {
	f, err := os.Open("matrix.json")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return results.ReadMatrix(f)
})

// checkFindingClauses compares the clauses of a row with those of the rules that its files break. A file
// that a reader must accept breaks none that matters: for such a file the row may name the clause that says so.
func checkFindingClauses(t *testing.T, line int, ids, clauses []string, cases map[string]corpus.Case) {
	var broken []string
	accept := false
	for _, id := range ids {
		var its []string
		for _, rule := range cases[id].Rules {
			if r, ok := spec.Lookup(rule); ok {
				its = append(its, r.Clause)
			}
		}
		broken = append(broken, its...)
		if cases[id].Duty == corpus.Accept {
			accept = true
		} else if !slices.ContainsFunc(clauses, func(clause string) bool { return slices.Contains(its, clause) }) {
			t.Errorf("line %d: got clauses %q, want one of %q, which %s breaks", line, clauses, its, id)
		}
	}
	for _, clause := range clauses {
		if !accept && !slices.Contains(broken, clause) {
			t.Errorf("line %d: got clause %s, want one of %q, which the cases break", line, clause, broken)
		}
	}
}

// checkWrittenClauses compares the clauses of a row about a writer with those of the rules that its files break,
// which end the messages in the matrix.
func checkWrittenClauses(t *testing.T, line int, name string, ids, clauses []string, messages map[findingKey][]string) {
	for _, id := range ids {
		var broken []string
		for _, message := range messages[findingKey{name, id, true}] {
			for _, rule := range all(findingRule, message) {
				if r, ok := spec.Lookup(rule); ok {
					broken = append(broken, r.Clause)
				}
			}
		}
		if len(broken) > 0 && !slices.ContainsFunc(clauses, func(clause string) bool { return slices.Contains(broken, clause) }) {
			t.Errorf("line %d: got clauses %q, want one of %q, which %s breaks", line, clauses, broken, id)
		}
	}
}

// findingKey names what an implementation was asked.
type findingKey struct {
	name, id string
	writer   bool
}

// findingCells returns the cells and the messages of everything in the matrix, one for each variant that was asked.
func findingCells(matrix *results.Matrix) (map[findingKey][]conformance.Cell, map[findingKey][]string) {
	cells, messages := map[findingKey][]conformance.Cell{}, map[findingKey][]string{}
	for at, item := range matrix.Implementations {
		for _, writer := range []bool{false, true} {
			if report := matrix.Report(at, writer); report != nil {
				for _, r := range report.Results {
					key := findingKey{item.Name, r.ID, writer}
					cells[key] = append(cells[key], r.Cell)
					messages[key] = append(messages[key], r.Message)
				}
			}
		}
	}
	return cells, messages
}

// all returns the first group of each match.
func all(re *regexp.Regexp, s string) []string {
	var found []string
	for _, m := range re.FindAllStringSubmatch(s, -1) {
		found = append(found, m[1])
	}
	return found
}

// anchor returns the anchor of a heading such as "### npy-1.2 Magic string".
func anchor(id, title string) string {
	text := strings.ToLower(id + " " + title)
	text = regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(text, "")
	return strings.ReplaceAll(text, " ", "-")
}
