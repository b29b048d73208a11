package hunt

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

var errBroken = errors.New("no more processes")

// brokenReader is a greedyReader whose nth answer is an error, counted from the first with an outcome.
type brokenReader struct {
	greedyReader
	from conformance.Outcome // "" for the very first
	n    int
	open *atomic.Int32 // readers that are not closed
}

func (r *brokenReader) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	a, err := r.greedyReader.Read(ctx, name, file)
	if a.Outcome == r.from {
		r.from = ""
	}
	if r.from != "" {
		return a, err
	}
	if r.n--; r.n == 0 {
		return conformance.Answer{}, errBroken
	}
	return a, err
}

func (r *brokenReader) Close() { r.open.Add(-1) }

// TestRunBroken covers a reader of which nothing can be measured, at each of its first answers: to new files, to those
// that are asked about twice, and to those that show what is wrong. The run ends, says so, and closes it.
func TestRunBroken(t *testing.T) {
	for _, test := range []struct {
		bug  string
		from conformance.Outcome
		most int
	}{
		{"", "", 10},
		{"crash", conformance.OutcomeCrash, 20},
		{"", conformance.OutcomeOutOfMemory, 8},
	} {
		for n := 1; n < test.most; n++ {
			var open atomic.Int32
			broken := func(context.Context) (Reader, error) {
				open.Add(1)
				r := &brokenReader{from: test.from, n: n, open: &open}
				r.bug, r.outcome = test.bug, conformance.OutcomeOutOfMemory
				return r, nil
			}
			report, err := run(t, Options{Open: broken, Seed: 3, Runs: 10_000, Jobs: 1})
			if err != errBroken || report == nil || report.Incomplete != errBroken.Error() {
				t.Errorf("%+v, answer %d: got the report %+v and the error %v, want %v", test, n, report, err, errBroken)
			}
			if open := open.Load(); open != 0 {
				t.Errorf("%+v, answer %d: %d readers are left open", test, n, open)
			}
		}
	}
}

// TestRunNotStarted covers a reader, or one to compare with, that can't be started: those that were are closed.
func TestRunNotStarted(t *testing.T) {
	for n := range 4 {
		var starts, open atomic.Int32
		start := func(context.Context) (Reader, error) {
			if starts.Add(1) > int32(n) {
				return nil, errBroken
			}
			open.Add(1)
			return &brokenReader{open: &open}, nil
		}
		report, err := run(t, Options{Open: start, Against: []Opponent{{Open: start}}, Seed: 5, Runs: 10, Jobs: 2})
		if err != errBroken || report != nil {
			t.Errorf("start %d of 4 fails: got the report %+v and the error %v, want %v", n+1, report, err, errBroken)
		}
		if open := open.Load(); open != 0 {
			t.Errorf("start %d of 4 fails: %d readers are left open", n+1, open)
		}
	}
}
