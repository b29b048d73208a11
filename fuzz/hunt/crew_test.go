package hunt

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func emptyHanded(context.Context) (*worker, error) { return &worker{asker: &asker{}}, nil }

// TestCrew lets a crew of two places work for ten seconds at steps of 100 ms, so that there are 200. Those who wait for
// their readers all the time take no place, until there are as many as there may be.
func TestCrew(t *testing.T) {
	for _, test := range []struct{ waiting, steps, workers int }{
		{0, 200, 2},
		{1, 200, 3},
		{6, 206, 8},
		{7, 106, 8},
		{8, 8, 8},
	} {
		synctest.Test(t, func(t *testing.T) {
			c, err := newCrew(t.Context(), 2, emptyHanded)
			if err != nil {
				t.Fatal(err)
			}
			defer c.close()
			begin := time.Now()
			steps, working, most := 0, 0, 0
			mu := make(chan struct{}, 1) // a mutex isn't durably blocking
			err = c.each(t.Context(), func(ctx context.Context, w *worker) (bool, error) {
				mu <- struct{}{}
				if time.Since(begin) >= 10*time.Second {
					<-mu
					return false, nil
				}
				steps++
				waits := steps <= test.waiting
				if !waits {
					working++
					most = max(most, working)
				}
				<-mu
				if waits {
					w.place.during(ctx, time.Millisecond, func() { time.Sleep(10 * time.Second) })
					return true, nil
				}
				time.Sleep(100 * time.Millisecond)
				mu <- struct{}{}
				working--
				<-mu
				return true, nil
			})
			if err != nil || steps < test.steps-1 || steps > test.steps+1 || most > 2 || len(c.workers) != test.workers {
				t.Errorf("%d wait: got %d steps by %d workers, up to %d at once, %v, expected %d by %d, two at once", test.waiting, steps, len(c.workers), most, err, test.steps, test.workers)
			}
		})
	}
	broken := errors.New("broken")
	c, err := newCrew(t.Context(), 2, emptyHanded)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.each(t.Context(), func(context.Context, *worker) (bool, error) { return false, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, expected the error of a step", err)
	}
}

// TestHangs sets files aside if the reader hung in more than half of their kind, but for one in 16.
func TestHangs(t *testing.T) {
	h := &hangs{kinds: map[uint64]*kind{}}
	negative := expectation(t, "input.npy", []byte("\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }                                                         \n"))
	short := expectation(t, "input.npy", []byte("\x93NUM"))
	aside := func(n int) (count int) {
		for range n {
			if h.aside(negative) {
				count++
			}
		}
		return count
	}
	if got := aside(100); got != 0 {
		t.Errorf("got %d files aside before the reader hung", got)
	}
	if h.claimed(negative) || !h.claim(negative) || !h.claimed(negative) || h.claimed(short) {
		t.Error("got claims of another kind, or none")
	}
	h.asked(negative, false) // it was only slow
	if h.claimed(negative) || len(h.kinds) != 0 {
		t.Error("the reader didn't hang, but the kind is known")
	}
	h.asked(negative, true)
	if got := aside(32); got != 30 {
		t.Errorf("got %d of 32 files aside after the reader hung, expected 30", got)
	}
	h.asked(negative, false)
	if got := aside(32); got != 0 {
		t.Errorf("got %d files aside after the reader hung in one of two", got)
	}
	h.asked(negative, true)
	if got := aside(16); got != 15 {
		t.Errorf("got %d of 16 files aside after the reader hung in two of three, expected 15", got)
	}
	if h.aside(short) {
		t.Error("got a file of another kind aside")
	}
	for i := range uint64(maxKinds) {
		h.kinds[i] = &kind{}
	}
	if h.asked(short, true); h.claim(short) || len(h.kinds) != maxKinds+1 {
		t.Errorf("got %d kinds", len(h.kinds))
	}
}

// TestBacklog takes the failure first that has the fewest rules and traits, and of those the one with the smallest file.
func TestBacklog(t *testing.T) {
	var b backlog
	all := spec.Rules()
	one := func(size int, rules ...int) *failure {
		f := newFailure(conformance.CellCrash, &conformance.Expectation{Duty: corpus.Reject, Report: &validator.Report{}}, validator.Npy, conformance.Answer{}, "")
		for _, at := range rules {
			f.signature.Rules = append(f.signature.Rules, all[at].ID)
		}
		f.file = make([]byte, size)
		return f
	}
	for i, f := range []*failure{one(9, 1, 2), one(5, 3), one(7, 4), one(5, 5), one(3, 6, 7), one(4, 4), one(8, 4)} {
		b.add(f, int64(i))
	}
	var got []int64
	for p, ok := b.take(); ok; p, ok = b.take() {
		got = append(got, p.number)
	}
	if want := []int64{5, 1, 3, 4, 0}; !slices.Equal(got, want) || b.bytes != 0 {
		t.Errorf("got %v and %d bytes, expected %v and none", got, b.bytes, want)
	}
	for i := range 100 {
		b.add(one(1<<20, i), int64(i))
	}
	if len(b.list) != 8 || b.bytes != maxBacklogBytes {
		t.Errorf("got %d failures of a MiB each, expected eight", len(b.list))
	}
}
