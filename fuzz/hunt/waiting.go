package hunt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/judge"
)

// places are where the workers of a crew work.
type places struct {
	taken   chan struct{} // has an element for each place that is taken
	spare   int           // workers beyond the places
	away    atomic.Int64  // workers that wait for their readers, without a place
	relieve func()        // lets another worker take the place of one
}

// busy reports whether so many workers wait for their readers that none should wait long for something that may come
// up again.
func (p *places) busy() bool { return 2*int(p.away.Load()) >= p.spare }

// place is that of one worker.
type place struct {
	*places
	held  bool
	since time.Time     // it is held
	used  time.Duration // was held before
}

// enter waits for a place. It reports whether the worker has one: not if the context is done.
func (p *place) enter(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case p.taken <- struct{}{}:
		p.held, p.since = true, time.Now()
	case <-ctx.Done():
	}
	return p.held
}

// leave leaves the place, if the worker has one.
func (p *place) leave() {
	if p.held {
		p.held = false
		p.used += time.Since(p.since)
		<-p.taken
	}
}

// time returns how long the worker has had a place.
func (p *place) time() time.Duration {
	if !p.held {
		return p.used
	}
	return p.used + time.Since(p.since)
}

// during calls wait. If that takes longer than the time, which is 0 for any, another worker has the place meanwhile. It
// returns for how long the place was kept.
func (p *place) during(ctx context.Context, late time.Duration, wait func()) time.Duration {
	if p == nil {
		wait()
		return 0
	}
	begin := p.time()
	if late == 0 {
		wait()
		return p.time() - begin
	}
	given := make(chan struct{})
	timer := time.AfterFunc(late, func() {
		p.leave()
		p.away.Add(1)
		p.relieve()
		close(given)
	})
	wait()
	if timer.Stop() {
		return p.time() - begin
	}
	<-given
	kept := p.time() - begin
	p.away.Add(-1)
	p.enter(ctx)
	return kept
}

// A streamer is a Reader, as those of Adapter are, that may also read from a stream that can't seek.
type streamer interface {
	Streams() bool // whether it does
	ReadStream(ctx context.Context, name string, file []byte) (conformance.Answer, error)
}

// A limiter is a Reader, as those of Adapter are, that can be given less time than it has.
type limiter interface {
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

// stream is ask with the file as a stream. The reader must be a streamer.
func (m *measured) stream(ctx context.Context, file pooled) (conformance.Answer, error) {
	return m.timed(ctx, file, func(name string) (conformance.Answer, error) {
		return m.Reader.(streamer).ReadStream(ctx, name, file.content)
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
	if l, ok := m.Reader.(limiter); ok {
		return l.Limit(0)
	}
	return 0
}

// hurry gives the reader little time for the next answers, until the function that it returns is called. A reader
// that is late then need not be one that hangs. It returns how long it may take, 0 for all the time it has.
func (m *measured) hurry() (limit time.Duration, done func()) {
	limit = m.pace.limit()
	l, ok := m.Reader.(limiter)
	if !ok || limit == 0 || limit >= m.full() {
		return 0, func() {}
	}
	return l.Limit(limit), func() { l.Limit(0) }
}

// pace is how fast a reader answers, in all of its processes.
type pace struct {
	mu     sync.Mutex
	latest [128]time.Duration // of the answers, the oldest of which is the next to be replaced
	count  int64
	slow   time.Duration // all but one in paceExcept of the latest answers took no longer; 0 as long as they are few
}

// How a pace is measured: after how many answers each time, and for one in how many it takes longer. These few don't
// slow down what is done about hangs: they are worth a second look.
const (
	paceEvery  = 16
	paceExcept = 16
)

// took records how long an answer took.
func (p *pace) took(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.latest[p.count%int64(len(p.latest))] = max(d, 1)
	if p.count++; p.count%paceEvery == 0 {
		sorted := slices.Sorted(slices.Values(p.latest[:min(p.count, int64(len(p.latest)))]))
		p.slow = sorted[len(sorted)-1-len(sorted)/paceExcept]
	}
}

// The time after which a reader seems to hang is a multiple of what slow answers take, and at least a few times what
// an operating system may keep a process waiting. A quarter of it is when a worker no longer waits for the reader.
const (
	hurryFactor = 8
	hurryLeast  = 40 * time.Millisecond
	lateShare   = 4
)

// limit returns the time after which the reader seems to hang, 0 if that is unknown.
func (p *pace) limit() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.slow == 0 {
		return 0
	}
	return max(hurryLeast, hurryFactor*p.slow)
}

// late returns the time after which an answer takes longer than usual, 0 if that is unknown.
func (p *pace) late() time.Duration { return p.limit() / lateShare }
