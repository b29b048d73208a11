package conformance

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
)

// Session asks an adapter about files, one after the other. Only one goroutine may use it at a time.
type Session struct {
	l     *launcher
	tier  tier
	hello greeting

	timeout time.Duration // for an answer; that of the adapter if it is 0
}

// Start starts a session, which the caller must close.
func Start(ctx context.Context, a Adapter) (*Session, error) {
	l, err := newLauncher(ctx, &a)
	if err != nil {
		return nil, err
	}
	t, hello, err := l.introduce(ctx, &a)
	if err != nil {
		l.Close()
		return nil, err
	}
	l.sessions.Store(1)
	if j, ok := t.(*jsonlTier); ok {
		j.spares = newSpares(l, runtime.GOMAXPROCS(0))
	}
	return &Session{l: l, tier: t, hello: hello}, nil
}

// Another returns a session that may be used at the same time.
func (s *Session) Another() *Session {
	s.l.sessions.Add(1)
	return &Session{l: s.l, tier: s.tier.another(), hello: s.hello}
}

// Implementation returns how the adapter introduced itself.
func (s *Session) Implementation() Implementation { return s.hello.Implementation }

// Limit sets how long the next answers may take, the time of the adapter if 0, and returns it. A hang in less is only
// a hint: it isn't tried again.
func (s *Session) Limit(d time.Duration) time.Duration {
	s.timeout = max(0, min(d, s.l.timeout))
	return cmp.Or(s.timeout, s.l.timeout)
}

// Ask asks the reader for a file. If there is an error, nothing could be measured.
func (s *Session) Ask(ctx context.Context, name string) (Answer, error) {
	return s.ask(ctx, protocol.Read, name)
}

// Streams reports whether the reader also reads streams that can't seek.
func (s *Session) Streams() bool { return slices.Contains(s.hello.ops, protocol.Stream) }

// AskStream is like Ask, but the reader reads a stream that can't seek.
func (s *Session) AskStream(ctx context.Context, name string) (Answer, error) {
	if !s.Streams() {
		return Answer{}, errors.New("the adapter reads no streams")
	}
	return s.ask(ctx, protocol.Stream, name)
}

func (s *Session) ask(ctx context.Context, op, name string) (Answer, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return Answer{}, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return Answer{}, err
	}
	a, err := s.tier.ask(ctx, request{Request: protocol.Request{Op: op, Path: name}, maxAnswer: maxAnswer + 64*info.Size(), timeout: s.timeout})
	a.by = &s.hello.Implementation
	return a, err
}

// Write has the writer write the file's contents under a new name, and judges the result. The cell is CellUnsupported if
// no writer can be asked for it.
func (s *Session) Write(ctx context.Context, e *Expectation, name string) (Result, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return Result{}, err
	}
	c, array, err := e.written()
	if err != nil || c == nil {
		return Result{Cell: CellUnsupported}, err
	}
	a, err := s.tier.ask(ctx, request{Request: protocol.Request{Op: protocol.Write, Path: name, Array: array}, maxAnswer: maxAnswer, timeout: s.timeout})
	if err != nil {
		return Result{}, err
	}
	return judgeWrite(ctx, c, s.hello.settle(a, e.Format, e.Features), name)
}

// written returns what a writer is asked for, as a case of the corpus and as a request, nil if it can't be asked: for a file
// that need not be accepted, or an archive with members that are not arrays or have no names of their own.
func (e *Expectation) written() (*corpus.Case, *protocol.Written, error) {
	c := &corpus.Case{Format: e.Format, Duty: e.Duty, Flags: e.Flags, Features: e.Features, Array: e.Array, Members: e.Members}
	if !judge.Writable(c) || e.Array == nil && e.Members == nil {
		return nil, nil, nil
	}
	array, err := written(judge.NewVector(c, func(*corpus.Case) ([]byte, error) { return e.File, nil }))
	return c, array, err
}

// Close ends the process; the last session to close also ends everything that the adapter started.
func (s *Session) Close() {
	s.tier.close()
	if s.l.sessions.Add(-1) == 0 {
		s.l.Close()
	}
}
