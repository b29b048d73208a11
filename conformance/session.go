package conformance

import (
	"context"
	"os"
	"path/filepath"
)

// Session asks an adapter about files, one after the other. Of JSONL the process lives from one question
// to the next, and another one takes its place when it is gone. Several sessions may be open at the same
// time; one is not for several goroutines.
type Session struct {
	l     *launcher
	tier  tier
	hello greeting
}

// Start starts a session. The caller must close it. The errors are those of Run.
func Start(ctx context.Context, a Adapter) (*Session, error) {
	l, err := newLauncher(&a)
	if err != nil {
		return nil, err
	}
	t, hello, err := l.introduce(ctx, &a, opRead)
	if err != nil {
		l.close()
		return nil, err
	}
	return &Session{l: l, tier: t, hello: hello}, nil
}

// Implementation returns how the adapter introduced itself.
func (s *Session) Implementation() Implementation { return s.hello.Implementation }

// Ask asks the reader for the file with that name, and returns what came of it. The error says that
// nothing could be measured: the context is done, or the adapter can't be started any more.
func (s *Session) Ask(ctx context.Context, name string) (Answer, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return Answer{}, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return Answer{}, err
	}
	a, err := s.tier.ask(ctx, request{Op: opRead, Path: name, maxAnswer: maxAnswer + 64*info.Size()})
	a.by = &s.hello.Implementation
	return a, err
}

// Close ends the adapter, and what can be found of all that it started.
func (s *Session) Close() {
	s.tier.close()
	s.l.close()
}
