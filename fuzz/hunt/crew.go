package hunt

import (
	"context"
	"sync"
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
