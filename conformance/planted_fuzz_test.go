package conformance_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/fuzz/hunt"
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

var (
	fuzzTime = flag.Duration("planted.time", 0, "how long TestFuzzRightReader fuzzes each of the two right readers")
	fuzzBug  = flag.String("planted.bug", "", "the only bug")
)

// TestFuzzRightReader fuzzes readers that do what the clauses say.
func TestFuzzRightReader(t *testing.T) {
	for _, lax := range []bool{false, true} {
		o := hunt.Options{Open: openPlanted("", lax), Seed: 1, Runs: 20_000}
		if *fuzzTime > 0 {
			o.Runs, o.Duration = 0, *fuzzTime
		}
		report, err := hunt.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("lax %t: %d files in %s, %d suspects", lax, report.Runs, report.Elapsed.Round(time.Millisecond), report.Suspects)
		for i, f := range report.Findings {
			t.Errorf("lax %t: %s %s %v %v %q: %s (%d bytes, number %d)", lax, f.Signature.Cell, f.Signature.Duty, f.Signature.Rules, f.Signature.Traits, f.Signature.Message, f.Account, len(f.File), f.Number)
			if dir := os.Getenv("PLANTED_OUT"); dir != "" {
				os.WriteFile(fmt.Sprintf("%s/%t-%d.%s", dir, lax, i, f.Format), f.File, 0o600)
			}
		}
	}
}

// TestFuzzPlanted finds every bug of package planted without the corpus.
func TestFuzzPlanted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	for _, bug := range planted.ReaderBugs {
		if *fuzzBug != "" && bug.Name != *fuzzBug {
			continue
		}
		begin := time.Now()
		found := false
		runs := int64(0)
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		for _, lax := range []bool{false, true} {
			for n := int64(20_000); !found && n <= 80_000; n *= 2 {
				report, err := hunt.Run(ctx, hunt.Options{Open: openPlanted(bug.Name, lax), Seed: uint64(n), Runs: n / 4, Duration: 30 * time.Second})
				if err != nil {
					t.Fatal(err)
				}
				runs += report.Runs
				found = len(report.Findings) > 0
			}
		}
		cancel()
		if !found {
			t.Errorf("%s: not found in %d files and %s", bug.Name, runs, time.Since(begin).Round(time.Second))
		}
	}
}
