//go:build live

package conformance_test

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/hunt"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/internal/text"
)

// rediscovered is what a run needs from an adapter.json.
type rediscovered struct {
	Name         string
	Variants     []string
	Ops          []string
	Timeout      string
	Memory       string
	AddressSpace string `json:"address_space"`
}

// TestRediscovery fuzzes real readers without the corpus and counts which rows of FINDINGS.md it finds by
// itself. NPYCHECK_READERS names the readers, by default all that conformance/adapters/run has installed, and
// NPYCHECK_DURATION says how long each is fuzzed, by default 3 minutes. NPYCHECK_OUT is a folder for the findings;
// without it they aren't kept.
func TestRediscovery(t *testing.T) {
	installed := live.Cache(t, "adapters")
	names := strings.Fields(os.Getenv("NPYCHECK_READERS"))
	if len(names) == 0 {
		names = installedReaders(t, installed)
	}
	limit, err := time.ParseDuration(cmp.Or(os.Getenv("NPYCHECK_DURATION"), "3m"))
	if err != nil {
		t.Fatal(err)
	}
	matrix := readMatrix(t)
	rows := findingRows(t)
	all, back := 0, 0
	for _, name := range names {
		if !slices.Contains(readAdapter(t, name).Ops, "read") {
			t.Logf("%s is a writer", name)
			continue
		}
		report := rediscover(t, name, installed, limit)
		count, found := 0, 0
		for _, row := range rows {
			if row.name != name || row.writer {
				continue
			}
			count++
			if comesBack(t, row, matrix, report) {
				found++
			} else {
				t.Logf("%s: line %d doesn't come back: %s %s", name, row.line, row.cell, strings.Join(row.cases, " "))
			}
		}
		t.Logf("%s: %d of %d rows in %d files, %.0f a second; %d findings", name, found, count, report.Runs, float64(report.Runs)/report.Elapsed.Seconds(), len(report.Findings))
		for _, f := range report.Findings {
			s := &f.Signature
			t.Logf("  %s %s %v %v: %s (%d bytes)", s.Cell, s.Duty, s.Rules, s.Traits, f.Account, len(f.File))
		}
		all, back = all+count, back+found
	}
	t.Logf("in all: %d of %d rows", back, all)
	if all == 0 {
		t.Fatal("no row of FINDINGS.md is about these readers")
	}
	if back*100 < all*minRediscovered {
		t.Errorf("%d of %d rows of FINDINGS.md come back, want %d %%", back, all, minRediscovered)
	}
}

const minRediscovered = 80 // percent

// installedReaders returns the names of the adapters that have a variant in a folder.
func installedReaders(t *testing.T, folder string) (names []string) {
	files, err := filepath.Glob("adapters/*/adapter.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		if variants, _ := filepath.Glob(filepath.Join(folder, name+"-*")); len(variants) > 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("no reader in %s: conformance/adapters/run installs them", folder)
	}
	return names
}

// witness is the reader that has to agree with npycheck before a file with a fault counts as read wrong.
const witness = "numpy"

// rediscover fuzzes a reader in its newest version, with the limits of its adapter.
func rediscover(t *testing.T, name, installed string, limit time.Duration) *hunt.Report {
	adapter := adapterOf(t, name, installed)
	options := hunt.Options{Open: hunt.Adapter(adapter), Seed: 1, Duration: limit, Command: adapter.Command, Protocol: adapter.Protocol}
	if name != witness {
		other := adapterOf(t, witness, installed)
		options.Against = []hunt.Opponent{{Open: hunt.Adapter(other), Command: other.Command}}
	}
	if out := os.Getenv("NPYCHECK_OUT"); out != "" {
		options.Dir = filepath.Join(out, name)
	}
	report, err := hunt.Run(t.Context(), options)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return report
}

// readAdapter reads the adapter.json of an implementation.
func readAdapter(t *testing.T, name string) rediscovered {
	text, err := os.ReadFile(filepath.Join("adapters", name, "adapter.json"))
	if err != nil {
		t.Fatal(err)
	}
	var a rediscovered
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// adapterOf returns the adapter of an implementation in its newest version.
func adapterOf(t *testing.T, name, installed string) conformance.Adapter {
	a := readAdapter(t, name)
	version := a.Variants[len(a.Variants)-1]
	program, err := filepath.Abs(filepath.Join("adapters", name, "adapter"))
	if err != nil {
		t.Fatal(err)
	}
	return conformance.Adapter{
		Command:      []string{program, version, filepath.Join(installed, name+"-"+version)},
		Protocol:     conformance.JSONL,
		Timeout:      2 * time.Second,
		Memory:       bytesOf(t, a.Memory),
		AddressSpace: bytesOf(t, a.AddressSpace),
	}
}

// bytesOf reads a size such as "2GiB"; "" is 0.
func bytesOf(t *testing.T, s string) int64 {
	if s == "" {
		return 0
	}
	n, err := text.ParseSize(s)
	if err != nil {
		t.Fatalf("size %q: %v", s, err)
	}
	return n
}

// comesBack reports whether a finding of the run is the defect of a row: it explains what the reader does with
// one of the cases.
func comesBack(t *testing.T, row findingRow, matrix *results.Matrix, report *hunt.Report) bool {
	for _, c := range corpus.Cases() {
		if !slices.Contains(row.cases, c.ID) {
			continue
		}
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		e, err := conformance.Expect(t.Context(), file, c.File)
		if err != nil {
			continue
		}
		for at, item := range matrix.Implementations {
			if item.Name != row.name || matrix.Report(at, false) == nil {
				continue
			}
			for _, r := range matrix.Report(at, false).Results {
				if r.ID != c.ID || !r.Cell.Failed() {
					continue
				}
				want := hunt.NewSignature(r.Cell, e, r.Outcome, r.Message)
				if slices.ContainsFunc(report.Findings, func(f *hunt.Finding) bool { return shows(&f.Signature, &want) }) {
					return true
				}
			}
		}
	}
	return false
}

// shows reports whether a finding is the defect that another failure has: the same rule is missed, or it
// explains the failure, whatever the wrong array is.
func shows(found, want *hunt.Signature) bool {
	if found.Explains(want) {
		return true
	}
	if found.Cell != want.Cell || found.Duty != want.Duty {
		return false
	}
	if want.Cell == conformance.CellWrongVerdict && want.Duty == corpus.Reject {
		for _, rule := range found.Rules {
			if slices.Contains(want.Rules, rule) {
				return true
			}
		}
		return false
	}
	same := *want
	same.Message = found.Message
	return want.Cell == conformance.CellWrongData && found.Explains(&same)
}

// findingRow is a row of a table of FINDINGS.md.
type findingRow struct {
	line       int
	name, cell string
	writer     bool
	cases      []string
}

// findingRows returns the rows of FINDINGS.md, which TestFindings checks.
func findingRows(t *testing.T) []findingRow {
	text, err := os.ReadFile("FINDINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []findingRow
	name := ""
	for n, line := range strings.Split(string(text), "\n") {
		if m := findingHeading.FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		if name == "" || !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| cell ") {
			continue
		}
		columns := strings.Split(strings.Trim(line, "| "), " | ")
		cell, writer := strings.CutPrefix(columns[0], "writer: ")
		rows = append(rows, findingRow{n + 1, name, cell, writer, all(findingCase, columns[1])})
	}
	return rows
}
