package process

import (
	"sync"
	"time"
)

// pollInterval is how often the memory of the processes is checked.
const pollInterval = 50 * time.Millisecond

// watch ends processes that take more memory than they may. Memory is what they have committed.
type watch struct {
	limit int64 // bytes; 0 for none
	mu    sync.Mutex
	procs map[*Process]bool
	stop  chan struct{}
	done  chan struct{}
}

func newWatch(limit int64, _ string, _ *orphans) *watch {
	w := &watch{limit: limit, procs: map[*Process]bool{}, stop: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *watch) close() {
	close(w.stop)
	<-w.done
}

func (w *watch) add(p *Process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.procs[p] = true
}

// remove checks the process a last time, because the job keeps its peak.
func (w *watch) remove(p *Process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.procs, p)
	if w.limit > 0 && p.group.peak() > w.limit {
		p.blown.Store(true)
	}
}

func (w *watch) run() {
	defer close(w.done)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-ticker.C:
		}
		w.mu.Lock()
		for p := range w.procs {
			if w.limit > 0 && p.group.peak() > w.limit && p.blown.CompareAndSwap(false, true) {
				go p.kill()
			}
		}
		w.mu.Unlock()
	}
}
