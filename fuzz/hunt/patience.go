package hunt

import (
	"cmp"
	"context"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// A Limiter is a Reader that can be given less time than it has.
type Limiter interface {
	// Limit sets how long the next answers may take, each; 0 stands for what it was at first.
	Limit(time.Duration)
}

// The time for an answer that a reader gets where a hang would be nothing new: so many times what an answer takes,
// and at least the least.
const (
	hurryFactor = 50
	hurryLeast  = 25 * time.Millisecond
)

// hurry gives the reader little time for the next answers, until the function that it returns is called, and
// returns how much. Who is late then need not be one who hangs.
func (w *worker) hurry() (limit time.Duration, done func()) {
	limiter, ok := w.reader.(Limiter)
	if !ok || w.answers == 0 {
		return 0, func() {}
	}
	limit = max(hurryLeast, hurryFactor*w.took/time.Duration(w.answers))
	limiter.Limit(limit)
	return limit, func() { limiter.Limit(0) }
}

// maxWaiting is the share of the time that goes into hangs after the first, as one in so many: each takes
// seconds, and a reader that hangs does so in many files for the same reason.
const maxWaiting = 4

// attempt is try for a new file. For a reader that is known to hang it doesn't wait in vain: what is late is
// waited for only if that is no known failure, and there is time.
func (w *worker) attempt(ctx context.Context, e *conformance.Expectation, format validator.Format) (*failure, conformance.Answer, error) {
	h := w.h
	h.mu.Lock()
	hangs := h.findings.hangs
	h.mu.Unlock()
	if !hangs {
		return w.try(ctx, e, format)
	}
	_, done := w.hurry()
	f, a, err := w.try(ctx, e, format)
	done()
	if err != nil || a.Outcome != conformance.OutcomeHang || f == nil {
		return f, a, err
	}
	h.mu.Lock()
	known, enough := h.findings.has(&f.signature), maxWaiting*h.waiting > h.working
	if !known && enough {
		h.late++
	}
	h.mu.Unlock()
	switch {
	case known:
		return f, a, nil
	case enough:
		return nil, a, nil
	}
	defer w.wait()()
	return w.try(ctx, e, format)
}

// wait measures how long it takes to find out about a hang, until the function that it returns is called.
func (w *worker) wait() (done func()) {
	begin := time.Now()
	return func() {
		w.h.mu.Lock()
		w.h.waiting += time.Since(begin)
		w.h.mu.Unlock()
	}
}

// longest returns one of the files that get smaller and smaller in which the reader hangs when it has all its time,
// or f if there is none. It tries the last, and then what is in the middle.
func (w *worker) longest(ctx context.Context, f *failure, smaller []*failure) (*failure, error) {
	for n := len(smaller); n > 0 && ctx.Err() == nil; n /= 2 {
		g, err := w.same(ctx, f, smaller[n-1].file)
		if err != nil || g != nil {
			return cmp.Or(g, f), err
		}
	}
	return f, nil
}
