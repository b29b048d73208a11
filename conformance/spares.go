package conformance

import (
	"context"
	"sync"
)

// spares are processes that are started before anybody needs them: the file after one at which a process broke down
// need not wait for another to start.
type spares struct {
	l    *launcher
	most int // that are ready or being started

	started chan *talk // receives each, nil for one that couldn't be started
	ctx     context.Context
	cancel  context.CancelFunc

	mu   sync.Mutex
	free int // that are ready or being started, and that nobody waits for
}

// newSpares returns so many spare processes at most, which end with the launcher. None is started yet.
func newSpares(l *launcher, most int) *spares {
	s := &spares{l: l, most: most, started: make(chan *talk)}
	s.ctx, s.cancel = context.WithCancel(l.ctx)
	l.end = s.close
	return s
}

// fill starts those that are missing. It doesn't wait for them.
func (s *spares) fill() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for ; s.free < s.most && s.ctx.Err() == nil; s.free++ {
		go func() {
			t, _, err := s.l.open(s.ctx)
			if err != nil {
				t = nil // a caller that needs a process gets the error of its own start
			}
			s.started <- t
		}()
	}
}

// take returns a process that nobody has asked yet, nil if there is none. It waits for one that is being started:
// a later one wouldn't be ready earlier.
func (s *spares) take() *talk {
	if s == nil || !s.reserve() {
		return nil
	}
	t := <-s.started
	s.fill()
	if t != nil && closed(t.p.Exited) {
		t.end()
		return nil
	}
	return t
}

// reserve reports whether there is a process for the caller.
func (s *spares) reserve() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == 0 {
		return false
	}
	s.free--
	return true
}

// close ends those that nobody took. No session may use them any more.
func (s *spares) close() {
	s.cancel()
	for s.reserve() {
		if t := <-s.started; t != nil {
			t.end()
		}
	}
}
