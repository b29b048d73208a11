package hunt

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/judge"
)

// A Limiter is a Reader that can be given less time than it has.
type Limiter interface {
	// Limit sets how long each of the next answers may take, no longer than at first, and returns how long
	// that is. 0 stands for as long as at first.
	Limit(time.Duration) time.Duration
}

// measured is a reader whose time is measured.
type measured struct {
	Reader
	command []string // of one of Options.Against
	pace    *pace
	place   *place        // of the worker that asks it; nil if there are no others
	asking  time.Duration // of the time with a place, since the last count
	hung    bool          // once, or more often

	invalid int // breaches of the protocol in a row

	last pooled        // the latest file it was asked about
	late []lateFailure // since the last look
}

// lateFailure is a failure of a reader after its answer.
type lateFailure struct {
	file   pooled
	next   pooled // that it was asked about then
	answer conformance.Answer
}

// ask asks the reader about a file.
func (m *measured) ask(ctx context.Context, file pooled) (conformance.Answer, error) {
	return m.timed(ctx, file, func(name string) (conformance.Answer, error) { return m.Read(ctx, name, file.content) })
}

// stream is ask with the file as a stream. The reader must be a Streamer.
func (m *measured) stream(ctx context.Context, file pooled) (conformance.Answer, error) {
	return m.timed(ctx, file, func(name string) (conformance.Answer, error) {
		return m.Reader.(Streamer).ReadStream(ctx, name, file.content)
	})
}

func (m *measured) timed(ctx context.Context, file pooled, ask func(name string) (conformance.Answer, error)) (a conformance.Answer, err error) {
	m.asking += m.place.during(ctx, m.pace.late(), func() {
		begin := time.Now()
		a, err = ask(fileName(file.format))
		switch a.Outcome {
		case conformance.OutcomeAccept, conformance.OutcomeReject, conformance.OutcomeUnsupported:
			m.pace.took(cmp.Or(a.Took, time.Since(begin))) // without the start of a process
		case conformance.OutcomeHang:
			m.hung = true
		}
	})
	if a.Late != nil && m.last.content != nil {
		m.late = append(m.late, lateFailure{m.last, file, *a.Late})
	}
	m.last = file
	if m.invalid++; a.Outcome != conformance.OutcomeInvalid {
		m.invalid = 0
	}
	if err == nil && m.invalid >= judge.MaxInvalid {
		err = fmt.Errorf("%s broke the protocol %d times in a row: %s", m.Implementation().Name, judge.MaxInvalid, a.Message)
	}
	return a, err
}

// askBriefly is ask, but waits only briefly for a reader that hung before: its defects aren't of interest here.
func (m *measured) askBriefly(ctx context.Context, file pooled) (conformance.Answer, error) {
	if m.hung {
		_, done := m.hurry()
		defer done()
	}
	return m.ask(ctx, file)
}

// full returns how long an answer may take, or 0 if that is unknown.
func (m *measured) full() time.Duration {
	if l, ok := m.Reader.(Limiter); ok {
		return l.Limit(0)
	}
	return 0
}

// hurry gives the reader little time for the next answers, until the function that it returns is called. A reader
// that is late then need not be one that hangs. It returns how long it may take, 0 for all the time it has.
func (m *measured) hurry() (limit time.Duration, done func()) {
	limit = m.pace.limit()
	l, ok := m.Reader.(Limiter)
	if !ok || limit == 0 || limit >= m.full() {
		return 0, func() {}
	}
	return l.Limit(limit), func() { l.Limit(0) }
}
