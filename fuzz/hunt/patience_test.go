package hunt

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// sleeper takes longer than it may for arrays of rank 3, and counts how long it was waited for. Time is what it says.
type sleeper struct {
	byteReader
	limit  time.Duration // 0 for its own
	whole  int           // hangs that were waited for in full
	little int           // and those that weren't
}

const (
	sleeperTime = 2 * time.Second        // that it may take
	sleepsFor   = 500 * time.Millisecond // for files of rank 4, in the end
)

func (r *sleeper) Limit(d time.Duration) { r.limit = d }

func (r *sleeper) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	report, err := validator.Check(ctx, bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		return conformance.Answer{}, err
	}
	limit := sleeperTime
	if r.limit > 0 {
		limit = r.limit
	}
	rank := 0
	if a := report.Array; a != nil {
		rank = len(a.Shape)
	}
	switch {
	case rank == 3 || rank == 4 && limit < sleepsFor:
		if limit == sleeperTime {
			r.whole++
		} else {
			r.little++
		}
		return conformance.Answer{Outcome: conformance.OutcomeHang, Message: "no answer", Took: limit}, nil
	}
	return r.byteReader.Read(ctx, name, file)
}

// TestRunHangs waits for a reader that hangs only where it is something new, and takes one that is slow for no more
// than that.
func TestRunHangs(t *testing.T) {
	r := &sleeper{}
	open := func(context.Context) (Reader, error) { return r, nil }
	report, err := Run(t.Context(), Options{Open: open, Seed: 3, Runs: 6000, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range report.Findings {
		a := f.Expected.Report.Array
		switch {
		case f.Signature.Cell != conformance.CellHang:
			t.Errorf("got %+v: %s", f.Signature, f.Account)
		case a == nil || len(a.Shape) != 3:
			t.Errorf("got a hang in %+v, want one of rank 3", a)
		case !slices.ContainsFunc(f.Expected.Report.Findings, func(f validator.Finding) bool { return f.Severity() > spec.Note }):
			found++
		}
	}
	if found == 0 {
		t.Error("no conforming file that the reader hangs in was found")
	}
	if r.little < 10*r.whole {
		t.Errorf("waited for %d hangs in full and for %d a little, want ten times as many of those", r.whole, r.little)
	}
}
