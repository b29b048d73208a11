package hunt

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// crew is the workers of a run. As many of them work at a time as it has places. One whose reader keeps it waiting
// gives its place to another, which has a reader of its own: a process that hangs keeps nobody else from working.
type crew struct {
	places
	open func(context.Context) (*worker, error)

	mu      sync.Mutex
	workers []*worker // all that there are
	idle    []*worker // those of them that have nothing to do in this phase
}

// spareFactor is how many workers may wait for each place. Each has a process.
const spareFactor = 3

// newCrew returns a crew with that many places, which the caller must close. The error is that of a worker.
func newCrew(ctx context.Context, count int, open func(context.Context) (*worker, error)) (*crew, error) {
	c := &crew{open: open, places: places{taken: make(chan struct{}, count), spare: spareFactor * count}}
	for range count {
		if err := c.add(ctx); err != nil {
			c.close()
			return nil, err
		}
	}
	return c, nil
}

// add opens a worker, who is idle. The caller holds c.mu, or is the only one who knows the crew.
func (c *crew) add(ctx context.Context) error {
	w, err := c.open(ctx)
	if err != nil {
		return err
	}
	w.place = &place{places: &c.places}
	for _, m := range w.readers() {
		m.place = w.place
	}
	c.workers, c.idle = append(c.workers, w), append(c.idle, w)
	return nil
}

func (c *crew) close() {
	var group sync.WaitGroup
	for _, w := range c.workers {
		group.Go(w.close)
	}
	group.Wait()
}

// each lets the workers take steps until there are no more, and returns the error of the first that can't continue.
func (c *crew) each(ctx context.Context, step func(context.Context, *worker) (more bool, err error)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	work := func(w *worker) {
		for more := true; more && w.place.enter(ctx); w.place.leave() {
			var err error
			if more, err = step(ctx, w); err != nil {
				cancel(err)
			}
		}
		c.mu.Lock()
		c.idle = append(c.idle, w)
		c.mu.Unlock()
	}
	c.mu.Lock()
	c.relieve = func() { // an idle worker works, or another one if there may be more
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.idle) == 0 && len(c.workers) < cap(c.taken)+c.spare {
			if err := c.add(ctx); err != nil {
				cancel(err)
			}
		}
		if last := len(c.idle) - 1; last >= 0 {
			w := c.idle[last]
			c.idle = c.idle[:last]
			group.Go(func() { work(w) })
		}
	}
	c.mu.Unlock()
	for range cap(c.taken) {
		c.relieve()
	}
	group.Wait()
	return context.Cause(ctx)
}

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
