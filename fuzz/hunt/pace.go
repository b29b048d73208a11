package hunt

import (
	"slices"
	"sync"
	"time"
)

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
