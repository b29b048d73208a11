package hunt

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/npycheck/npycheck/conformance"
)

// A Limiter is a Reader that can be given less time than it has.
type Limiter interface {
	// Limit sets how long each of the next answers may take, no longer than at first, and returns how long
	// that is. 0 stands for as long as at first.
	Limit(time.Duration) time.Duration
}

// The time for an answer that a reader gets where a hang would be nothing new: so many times what an answer takes, so
// that an honest one is rarely late, and at least the least.
const (
	hurryFactor = 50
	hurryLeast  = 25 * time.Millisecond
)

// maxWaiting is the share of the time that goes into hangs, as one in so many: each takes seconds, and a reader that
// hangs does so in many files for the same reason.
const maxWaiting = 4

// measured is a reader whose time is measured.
type measured struct {
	Reader
	command []string      // of one of Options.Against
	took    time.Duration // for all answers that came
	answers int64
	asking  time.Duration // since somebody counted it
	waiting time.Duration // that of it which went into hangs
	hung    bool          // once, or more often

	invalid int // breaches of the protocol in a row

	last pooled        // what it was asked about last
	late []lateFailure // since somebody looked
}

// lateFailure is what became of a reader after its answer.
type lateFailure struct {
	file   pooled
	answer conformance.Answer
}

// ask asks the reader about a file.
func (m *measured) ask(ctx context.Context, file pooled) (conformance.Answer, error) {
	return m.timed(file, func(name string) (conformance.Answer, error) { return m.Read(ctx, name, file.content) })
}

// stream is ask with the file as a stream. The reader must be a Streamer.
func (m *measured) stream(ctx context.Context, file pooled) (conformance.Answer, error) {
	return m.timed(file, func(name string) (conformance.Answer, error) {
		return m.Reader.(Streamer).ReadStream(ctx, name, file.content)
	})
}

func (m *measured) timed(file pooled, ask func(name string) (conformance.Answer, error)) (conformance.Answer, error) {
	begin := time.Now()
	a, err := ask(fileName(file.format))
	took := time.Since(begin)
	m.asking += took
	if a.Outcome == conformance.OutcomeHang {
		m.waiting += took
		m.hung = true
	} else if err == nil {
		m.took += took
		m.answers++
	}
	if a.Late != nil && m.last.content != nil {
		m.late = append(m.late, lateFailure{m.last, *a.Late})
	}
	m.last = file
	if m.invalid++; a.Outcome != conformance.OutcomeInvalid {
		m.invalid = 0
	}
	if err == nil && m.invalid >= conformance.MaxInvalid {
		err = fmt.Errorf("%s broke the protocol %d times in a row: %s", m.Implementation().Name, conformance.MaxInvalid, a.Message)
	}
	return a, err
}

// askBriefly is ask, but waits little for a reader that hung before: nobody is looking for what is wrong with it.
func (m *measured) askBriefly(ctx context.Context, file pooled) (conformance.Answer, error) {
	if m.hung {
		_, done := m.hurry()
		defer done()
	}
	return m.ask(ctx, file)
}

// full returns how long an answer may take, 0 if nobody knows.
func (m *measured) full() time.Duration {
	if l, ok := m.Reader.(Limiter); ok {
		return l.Limit(0)
	}
	return 0
}

// hurry gives the reader little time for the next answers, until the function that it returns is called. A reader
// that is late then need not be one that hangs. It returns how long it may take, 0 for all the time it has.
func (m *measured) hurry() (limit time.Duration, done func()) {
	full := m.full()
	if full == 0 || m.answers == 0 {
		return 0, func() {}
	}
	l := m.Reader.(Limiter)
	limit = l.Limit(max(hurryLeast, hurryFactor*m.took/time.Duration(m.answers)))
	if limit >= full {
		return 0, func() {}
	}
	return limit, func() { l.Limit(0) }
}

// attempt is try for a new file. For a reader that is known to hang it doesn't wait in vain: an answer that is late
// is waited for only if the hang would be something new, and there is time. The answer is a hang without a failure
// where nobody waited.
func (w *worker) attempt(ctx context.Context, e *conformance.Expectation, file pooled) (*failure, conformance.Answer, error) {
	h := w.h
	h.mu.Lock()
	hangs, enough := h.findings.hangs, maxWaiting*h.waiting > h.working
	h.mu.Unlock()
	if !hangs || w.reader == nil {
		return w.try(ctx, e, file.format)
	}
	limit, done := w.reader.hurry()
	f, a, err := w.try(ctx, e, file.format)
	done()
	if limit == 0 || err != nil || a.Outcome != conformance.OutcomeHang || f == nil {
		return f, a, err
	}
	h.mu.Lock()
	skip := enough || h.findings.has(&f.signature)
	if skip {
		h.late++
	}
	h.mu.Unlock()
	if skip {
		return nil, a, nil
	}
	return w.try(ctx, e, file.format)
}

// longest returns one of the files that get smaller and smaller in which the reader hangs when it has all its time,
// or f if there is none. It tries the last, and then halves what is left: where one of them no longer hangs, those
// after it rarely do.
func (w *worker) longest(ctx context.Context, f *failure, smaller [][]byte) (*failure, error) {
	for n := len(smaller); n > 0 && ctx.Err() == nil; n /= 2 {
		g, err := w.same(ctx, f, smaller[n-1])
		if err != nil || g != nil {
			return cmp.Or(g, f), err
		}
	}
	return f, nil
}
