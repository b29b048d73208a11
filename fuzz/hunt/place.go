package hunt

import (
	"context"
	"sync/atomic"
	"time"
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
