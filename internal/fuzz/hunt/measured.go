package hunt

import (
	"context"
	"fmt"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/conform/said"
)

// A Limiter is a Reader that can be given less time than it has.
type Limiter interface {
	// Limit sets how long each of the next answers may take, no longer than at first, and returns how long
	// that is. 0 stands for as long as at first.
	Limit(time.Duration) time.Duration
}

// The time that a reader gets for an answer if a hang would be nothing new: a multiple of the time of an average
// answer, so that a real one is rarely late, and a minimum.
const (
	hurryFactor = 50
	hurryLeast  = 25 * time.Millisecond
)

// measured is a reader whose time is measured.
type measured struct {
	Reader
	command []string      // of one of Options.Against
	took    time.Duration // for all answers that came
	answers int64
	asking  time.Duration // since the last count
	waiting time.Duration // part of it that went into hangs
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
		m.late = append(m.late, lateFailure{m.last, file, *a.Late})
	}
	m.last = file
	if m.invalid++; a.Outcome != conformance.OutcomeInvalid {
		m.invalid = 0
	}
	if err == nil && m.invalid >= said.MaxInvalid {
		err = fmt.Errorf("%s broke the protocol %d times in a row: %s", m.Implementation().Name, said.MaxInvalid, a.Message)
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
