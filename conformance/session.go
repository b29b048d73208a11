package conformance

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/conform/compare"
)

// Session asks an adapter about files, one after the other. Of JSONL the process lives from one question
// to the next, and another one takes its place when it is gone. Several sessions may be open at the same
// time, but only one goroutine may use each at a time.
type Session struct {
	l     *launcher
	tier  tier
	hello greeting

	timeout time.Duration // for an answer; that of the adapter if it is 0
}

// Start starts a session with a reader. The caller must close it. Its processes end when the context is done. The
// errors are those of Run.
func Start(ctx context.Context, a Adapter) (*Session, error) { return start(ctx, &a, protocol.Read) }

// StartWriter starts a session with a writer, as Start does with a reader.
func StartWriter(ctx context.Context, a Adapter) (*Session, error) {
	return start(ctx, &a, protocol.Write)
}

func start(ctx context.Context, a *Adapter, op string) (*Session, error) {
	l, err := newLauncher(ctx, a)
	if err != nil {
		return nil, err
	}
	t, hello, err := l.introduce(ctx, a, op)
	if err != nil {
		l.Close()
		return nil, err
	}
	l.sessions.Store(1)
	return &Session{l: l, tier: t, hello: hello}, nil
}

// Another returns a session with the same adapter that may be used at the same time, with processes of its
// own. It is closed like the first, in any order.
func (s *Session) Another() *Session {
	s.l.sessions.Add(1)
	return &Session{l: s.l, tier: s.tier.another(), hello: s.hello}
}

// Implementation returns how the adapter introduced itself.
func (s *Session) Implementation() Implementation { return s.hello.Implementation }

// Limit sets how long each of the next answers may take, no longer than the adapter says, and returns how long
// that is; 0 stands for the time of the adapter. A hang in less time than that is no more than a hint: no fresh
// process is asked whether it hangs, too.
func (s *Session) Limit(d time.Duration) time.Duration {
	s.timeout = max(0, min(d, s.l.timeout))
	return cmp.Or(s.timeout, s.l.timeout)
}

// Ask asks the reader for the file with that name, and returns what came of it. The error says that
// nothing could be measured: the context is done, or the adapter can't be started any more.
func (s *Session) Ask(ctx context.Context, name string) (Answer, error) {
	return s.ask(ctx, protocol.Read, name)
}

// Streams reports whether the reader also reads streams that can't seek.
func (s *Session) Streams() bool { return slices.Contains(s.hello.ops, protocol.Stream) }

// AskStream is like Ask, but the reader reads the file through a stream that can't seek.
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

// ErrNotWritable says that no writer can be asked for a file: one that needs not be accepted, or an archive
// with members that are not arrays or have no names of their own.
var ErrNotWritable = errors.New("not a file that a writer is asked for")

// Write asks the writer for a file with what the expected file holds, under that name, which must be new. It
// judges the file as Run does, and leaves it there. The error is ErrNotWritable, or like that of Ask.
func (s *Session) Write(ctx context.Context, e *Expectation, name string) (Result, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return Result{}, err
	}
	c, array, err := e.written()
	if err != nil {
		return Result{}, err
	}
	a, err := s.tier.ask(ctx, request{Request: protocol.Request{Op: protocol.Write, Path: name, Array: array}, maxAnswer: maxAnswer, timeout: s.timeout})
	if err != nil {
		return Result{}, err
	}
	return judgeWrite(ctx, c, s.hello.settle(a, e.Format, e.Features), name)
}

// written returns what a writer is asked for, as a case of the corpus and as it is sent. The error may be
// ErrNotWritable.
func (e *Expectation) written() (*corpus.Case, *protocol.Written, error) {
	c := &corpus.Case{Format: e.Format, Duty: e.Duty, Flags: e.Flags, Features: e.Features, Array: e.Array, Members: e.Members}
	if _, ok := writable(c); !ok || e.Array == nil && e.Members == nil {
		return nil, nil, ErrNotWritable
	}
	array, err := written(compare.NewVector(c, func(*corpus.Case) ([]byte, error) { return e.File, nil }))
	return c, array, err
}

// Close ends the process of the session. The last of the sessions with an adapter also ends what can be found
// of all that it started.
func (s *Session) Close() {
	s.tier.close()
	if s.l.sessions.Add(-1) == 0 {
		s.l.Close()
	}
}
