package conformance_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/fuzz/hunt"
	"github.com/npycheck/npycheck/spec"
)

// plantedReader is a reader of package planted without a process around it.
type plantedReader struct{ planted.Reader }

func (r *plantedReader) Implementation() conformance.Implementation {
	return conformance.Implementation{Name: "planted", Version: "1", Language: "Go"}
}

func (r *plantedReader) Close() {}

func (r *plantedReader) Read(_ context.Context, name string, file []byte) (conformance.Answer, error) {
	got, outcome, err := r.Reader.Read(name, file)
	a := conformance.Answer{Outcome: conformance.Outcome(outcome), Array: conformance.PlantedArray(got)}
	if err != nil {
		a.Message = err.Error()
	}
	return a, nil
}

func openPlanted(bug string, lax bool) func(context.Context) (hunt.Reader, error) {
	return func(context.Context) (hunt.Reader, error) {
		return &plantedReader{planted.Reader{Bug: bug, Lax: lax}}, nil
	}
}

// fuzzPlanted fuzzes a reader with a bug, or a right one, without the corpus.
func fuzzPlanted(t *testing.T, bug string, lax bool, o hunt.Options) *hunt.Report {
	t.Helper()
	o.Open = openPlanted(bug, lax)
	report, err := hunt.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// fuzzRight fuzzes the right readers, and fails at findings that are not about a rule that they don't know.
func fuzzRight(t *testing.T, o hunt.Options) {
	for _, lax := range []bool{false, true} {
		t.Run(map[bool]string{true: "lax", false: "strict"}[lax], func(t *testing.T) {
			report := fuzzPlanted(t, "", lax, o)
			t.Logf("%d files in %s, seed %d", report.Runs, report.Elapsed.Round(time.Millisecond), report.Seed)
			for _, f := range report.Findings {
				if slices.ContainsFunc(f.Signature.Rules, func(rule spec.ID) bool { return slices.Contains(conformance.Unlearned(), rule.String()) }) {
					continue
				}
				t.Errorf("%s, %s, %v: %s (seed %d, number %d):\n%x", f.Signature.Cell, f.Signature.Duty, f.Signature.Rules, f.Account, f.Seed, f.Number, f.File[:min(len(f.File), 1000)])
			}
		})
	}
}

// plainWriter is a writer of package planted that knows no structured types.
type plainWriter struct {
	t *testing.T
	planted.Writer
	name string
}

func (w *plainWriter) Implementation() conformance.Implementation {
	return conformance.Implementation{Name: "planted", Version: "1", Language: "Go"}
}

func (w *plainWriter) Close() {}

func (w *plainWriter) Write(_ context.Context, e *conformance.Expectation) (conformance.Result, []byte, error) {
	if slices.Contains(e.Features, "structured") || slices.Contains(e.Features, "npz") {
		return conformance.Result{Outcome: conformance.OutcomeUnsupported, Cell: conformance.CellUnsupported}, nil, nil
	}
	result, err := conformance.WritePlanted(w.t, &w.Writer, e, w.name)
	return result, nil, err
}

// TestFuzzPlantedWriter needs a header of over 255 bytes, which takes many dimensions where there are no fields.
func TestFuzzPlantedWriter(t *testing.T) {
	for _, test := range []struct {
		bug         string
		runs, found int
	}{{"", 3000, 0}, {"write-length-as-byte", 40_000, 1}} { // a run with a finding ends there
		open := func(context.Context) (hunt.Writer, error) {
			return &plainWriter{t, planted.Writer{Bug: test.bug}, filepath.Join(t.TempDir(), "out.npy")}, nil
		}
		report, err := hunt.Run(t.Context(), hunt.Options{OpenWriter: open, Seed: 1, Runs: int64(test.runs), Jobs: 1, Findings: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings) != test.found {
			t.Errorf("bug %q: got %d findings in %d files, want %d", test.bug, len(report.Findings), report.Runs, test.found)
			for _, f := range report.Findings {
				t.Logf("%+v: %s", f.Signature, f.Account)
			}
		}
	}
}

// plantedQuickly are bugs of all kinds that are found after few files. TestFuzzPlantedBugs finds the others.
var plantedQuickly = []string{
	"bytes-trimmed", "checksums", "dimension-wraps-64", "escapes-raw", "field-big-endian", "fortran-as-c",
	"keys-last-wins", "length-as-byte", "local-names", "minor-unchecked", "nat-as-zero", "text-16-bits",
}

func TestFuzzPlanted(t *testing.T) {
	fuzzRight(t, hunt.Options{Seed: 1, Runs: 1000})
	for _, bug := range plantedQuickly {
		if !slices.ContainsFunc(planted.ReaderBugs, func(b planted.Bug) bool { return b.Name == bug }) {
			t.Fatalf("no bug is called %s", bug)
		}
		const enough = 40_000
		if report := fuzzPlanted(t, bug, false, hunt.Options{Seed: 1, Runs: enough, Findings: 1}); len(report.Findings) == 0 {
			t.Errorf("%s: not found in %d files", bug, report.Runs)
		}
	}
}
