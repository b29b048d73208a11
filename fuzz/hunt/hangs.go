package hunt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/judge"
)

// hangs keeps a reader that hangs from taking much time: each kind of hang is waited for once.
type hangs struct {
	kinds map[uint64]*kind // by the hash of the signature that a hang has
	found bool             // the reader has hung, and isn't only slow, as all are on a busy machine
}

// kind counts files in which a hang has the same signature, from one in which the reader hung, or seemed to.
type kind struct {
	asked, hung int64
	aside       int64
	claimed     bool // somebody has waited, or does
}

// maxKinds bounds the kinds that are known. The reader isn't waited for in others.
const maxKinds = 4096

// asideRate is one in how many files of a kind in which the reader hangs is given to it.
const asideRate = 16

// hangIn identifies the signature that a hang in a file has.
func hangIn(e *conformance.Expectation) uint64 {
	s := NewSignature(conformance.CellHang, e, conformance.OutcomeHang, "")
	return s.hash()
}

// aside reports whether a file should be set aside: one of a kind in most of which the reader hung, but for a few, which
// may show that the kind isn't the cause.
func (h *hangs) aside(e *conformance.Expectation) bool {
	if len(h.kinds) == 0 {
		return false
	}
	k := h.kinds[hangIn(e)]
	if k == nil || 2*k.hung <= k.asked {
		return false
	}
	k.aside++
	return k.aside%asideRate != 0
}

// claimed reports whether somebody has found out that the reader hangs in a kind of file, or is about to find out.
func (h *hangs) claimed(e *conformance.Expectation) bool {
	k := h.kinds[hangIn(e)]
	return k != nil && k.claimed
}

// claim makes the caller the one who finds out. It is false if there are too many kinds.
func (h *hangs) claim(e *conformance.Expectation) bool {
	k := h.kind(hangIn(e))
	if k == nil {
		return false
	}
	k.claimed = true
	return true
}

// asked records whether the reader hung in a file. A kind in which it never did is forgotten.
func (h *hangs) asked(e *conformance.Expectation, hung bool) {
	if len(h.kinds) == 0 && !hung {
		return
	}
	hash := hangIn(e)
	k := h.kinds[hash]
	if hung {
		k = h.kind(hash)
	}
	switch {
	case k == nil:
	case hung:
		k.asked++
		k.hung++
	case k.hung == 0:
		delete(h.kinds, hash)
	default:
		k.asked++
	}
}

// kind returns a kind, nil if there are too many.
func (h *hangs) kind(hash uint64) *kind {
	k := h.kinds[hash]
	if k == nil && len(h.kinds) < maxKinds {
		k = &kind{}
		h.kinds[hash] = k
	}
	return k
}

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
