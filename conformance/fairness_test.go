package conformance_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

var fairnessRow = regexp.MustCompile("(?m)^\\| `([a-z]+/[a-z0-9-]+)` \\| ([^|]+) \\| ([^|]+) \\|$")

// TestFairness compares fairness.md with the measurements: it lists exactly the files to be rejected that no reader
// rejects, at most five of them without a named attack, and every file to be accepted is read by one of them.
func TestFairness(t *testing.T) {
	text, err := os.ReadFile("fairness.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, harmless []string
	for _, row := range fairnessRow.FindAllStringSubmatch(string(text), -1) {
		listed = append(listed, row[1])
		if row[2] == "–" {
			harmless = append(harmless, row[1])
		}
	}
	if got := unanswered(t, corpus.Reject, conformance.OutcomeReject, conformance.OutcomeException); !slices.Equal(got, listed) {
		t.Errorf("fairness.md lists %q, want %q", listed, got)
	}
	if len(harmless) > 5 {
		t.Errorf("%d files without a named attack that no reader rejects, want at most 5: %q", len(harmless), harmless)
	}
	if got := unanswered(t, corpus.Accept, conformance.OutcomeAccept); len(got) > 0 {
		t.Errorf("no reader reads %q, which has to be accepted", got)
	}
}

// unanswered returns the cases with the duty to which no reader gives one of the answers, of those that claim what the
// file needs. An array that isn't that of the file doesn't count, nor does a new case before all readers have run on it.
func unanswered(t *testing.T, duty corpus.Duty, answers ...conformance.Outcome) []string {
	t.Helper()
	m := readMatrix(t)
	open := make(map[string]bool)
	for _, c := range m.Cases {
		if c.Duty == duty {
			open[c.ID] = true
		}
	}
	readers, results := 0, make(map[string]int)
	for i := range m.Implementations {
		r := m.Report(i, false)
		if r == nil {
			continue
		}
		readers++
		for _, result := range r.Results {
			results[result.ID]++
			if slices.Contains(answers, result.Outcome) && result.Cell != conformance.CellUnsupported && result.Cell != conformance.CellWrongData {
				delete(open, result.ID)
			}
		}
	}
	var ids []string
	for id := range open {
		if results[id] == readers {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
