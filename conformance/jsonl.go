package conformance

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/process"
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/internal/conform/said"
)

// byeGrace is how long an adapter has to end after bye.
const byeGrace = 2 * time.Second

// maxHello is the length in bytes that the line may have with which an adapter introduces itself.
const maxHello = 1 << 20

// jsonlTier asks one process, and starts another when it is gone.
//
// A process that breaks down may do so because of an earlier file. So what it does at its first file counts,
// and anything later is tried again with a fresh process: that answer counts. If the file does no harm
// there, the file before it is tried too.
type jsonlTier struct {
	l       *launcher
	spares  *spares // of all sessions; nil for none
	s       *talk   // nil if there is none
	last    request // that was asked for last
	earlier request // for another file, before that
	sound   request // for a file that was accepted, and is still there
}

func (t *jsonlTier) ask(ctx context.Context, req request) (Answer, error) {
	req.timeout = cmp.Or(req.timeout, t.l.timeout)
	used := t.s != nil && t.s.asked > 0
	before, third := t.last, t.earlier
	a, err := t.fromNext(ctx, req)
	defer func() { t.remember(req, &a) }()
	hint := a.Outcome == OutcomeHang && req.timeout < t.l.timeout
	if err != nil || !used || t.s != nil || !a.brokeDown() || hint {
		return a, err
	}
	first := a
	if a, err = t.fromNext(ctx, req); err != nil || t.s == nil && a.brokeDown() {
		return a, err
	}
	a.Late, err = t.replay(ctx, before)
	if err == nil && a.Late == nil && req.Op != protocol.Write {
		var own *Answer
		if a.Late, own, err = t.replayPair(ctx, before, req, third); own != nil {
			return *own, err
		}
	}
	if err == nil && a.Late == nil {
		a.Remark = said.Line(fmt.Sprintf("%s once, but not again, alone or after the file before it, so it isn't counted: %s", first.Outcome, first.Message))
	}
	return a, err
}

// remember keeps the first file that was accepted, or another one when that is gone. Using the same one each time makes
// the blame independent of chance.
func (t *jsonlTier) remember(req request, a *Answer) {
	if a.Outcome != OutcomeAccept {
		return
	}
	if _, err := os.Lstat(t.sound.Path); t.sound.Path == "" || err != nil {
		t.sound = req
	}
}

// fromNext asks the current process, or a new one, and ends it if it can't continue.
func (t *jsonlTier) fromNext(ctx context.Context, req request) (Answer, error) {
	if t.s == nil {
		s, _, err := t.open(ctx)
		if err != nil {
			return Answer{}, err
		}
		t.s = s
	}
	if req.Path != t.last.Path {
		t.last, t.earlier = req, t.last
	}
	a, keep, err := t.s.ask(ctx, req)
	if !keep {
		t.s.end()
		t.s = nil
		t.spares.fill()
	}
	return a, err
}

// replay asks a fresh process for a file, and returns how it ended if it broke down, even after its
// answer. It is nil if all went well.
func (t *jsonlTier) replay(ctx context.Context, req request) (*Answer, error) {
	s, _, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	a, keep, err := s.ask(ctx, req)
	switch {
	case err != nil:
		s.end()
		return nil, err
	case !keep:
		s.end()
		if a.brokeDown() {
			return &a, nil
		}
		return nil, nil
	}
	late := s.bye()
	if late == nil {
		return nil, nil
	}
	// An adapter may end badly after every bye, with a different message each time.
	idle, _, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	always := idle.bye()
	if always != nil && always.Outcome == late.Outcome && idle.p.State().String() == s.p.State().String() {
		return nil, nil
	}
	late.Message = said.Clean("after the answer: "+late.Message, req.Path, s.p.Pid())
	return late, nil
}

// replayPair tries two files in a fresh process, the second of which is harmless alone, and returns what
// became of it at the second: late, if that is due to the first, and own, if the process breaks down at the second
// also after a file that it accepted. Both are nil if all went well, or if the process breaks down too at a third file
// after the second: then it is due to none of them. Without a third file nobody can know.
func (t *jsonlTier) replayPair(ctx context.Context, first, second, third request) (late, own *Answer, err error) {
	if third.Path == "" || third.Path == second.Path {
		return nil, nil, nil
	}
	a, err := t.atSecond(ctx, first, second)
	if err != nil || a == nil {
		return nil, nil, err
	}
	if control, err := t.atSecond(ctx, second, third); err != nil || control != nil {
		return nil, nil, err
	}
	if sound := t.sound; sound.Path != "" && sound.Path != first.Path && sound.Path != second.Path {
		if own, err = t.atSecond(ctx, sound, second); own != nil {
			own.Message = said.Clean(fmt.Sprintf("after %s, but not alone: %s", cmp.Or(sound.name, "another file"), own.Message), second.Path, 0)
		}
		if err != nil || own != nil {
			return nil, own, err
		}
	}
	a.AtNext = true
	if first.name != "" {
		a.Message = fmt.Sprintf("at %s, after %s: %s", second.name, first.name, a.Message)
	}
	a.Message = said.Clean(a.Message, first.Path, 0)
	return a, nil, nil
}

// atSecond asks a fresh process for two files, and returns what became of it if it broke down at the second.
func (t *jsonlTier) atSecond(ctx context.Context, first, second request) (*Answer, error) {
	s, _, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.end()
	if _, keep, err := s.ask(ctx, first); err != nil || !keep {
		return nil, err
	}
	a, _, err := s.ask(ctx, second)
	if err != nil || !a.brokeDown() {
		return nil, err
	}
	return &a, nil
}

// startTries is how often starting is tried for a process that has said hello before.
const startTries = 3

// open returns a fresh process, a spare one or one that it starts. If an adapter is asked a million times, one start
// may fail.
func (t *jsonlTier) open(ctx context.Context) (s *talk, hello greeting, err error) {
	if s := t.spares.take(); s != nil {
		return s, greeting{}, nil
	}
	for range startTries {
		if s, hello, err = t.l.open(ctx); err == nil || ctx.Err() != nil {
			break
		}
	}
	return s, hello, err
}

func (t *jsonlTier) another() tier { return &jsonlTier{l: t.l, spares: t.spares} }

func (t *jsonlTier) finish(ctx context.Context) (*Answer, error) {
	s := t.s
	if t.s = nil; s == nil {
		return nil, nil
	}
	asked := s.asked > 0
	if s.bye() == nil || !asked {
		return nil, nil
	}
	return t.replay(ctx, t.last)
}

func (t *jsonlTier) close() {
	if t.s != nil {
		t.s.bye()
	}
}

// talk is a conversation with one process.
type talk struct {
	l       *launcher
	p       *process.Process
	asked   int64 // files
	gauge   *process.Gauge
	base    int64        // resident bytes after hello
	lines   chan []byte  // what the process answers; closed at the end of its output
	half    bool         // the output ended within a line; to be read when lines is closed
	maxLine atomic.Int64 // bytes
	long    chan struct{}
	over    chan struct{} // closed when lines are no longer read
}

// open starts a process and exchanges hellos.
func (l *launcher) open(ctx context.Context) (*talk, greeting, error) {
	s := &talk{l: l, lines: make(chan []byte), long: make(chan struct{}), over: make(chan struct{})}
	s.maxLine.Store(maxHello)
	p, err := l.start(nil, true, s.read)
	if err != nil {
		return nil, greeting{}, err
	}
	s.p = p
	s.gauge = process.NewGauge(p)
	line, problem, err := s.exchange(ctx, request{Request: protocol.Request{Op: protocol.Hello, Protocol: protocol.Version}, timeout: l.startTimeout})
	var h greeting
	if err == nil && problem.Outcome == "" {
		var bad error
		if h, bad = readGreeting(line); bad == nil {
			_, s.base = s.gauge.Read()
			return s, h, nil
		}
		problem = invalidf("%v", bad)
	}
	s.end()
	if err != nil {
		return nil, h, err
	}
	if problem.Outcome == OutcomeHang {
		problem.Message += "; does it flush its output?"
	}
	return nil, h, &AdapterError{Command: l.name, Message: "did not say hello: " + said.Clean(problem.Message, "", p.Pid())}
}

// read passes on the lines of the process, and drops those that nobody waits for.
func (s *talk) read(stdout io.Reader) {
	defer close(s.lines)
	in := bufio.NewReaderSize(stdout, 64<<10)
	for {
		var line []byte
		for {
			part, err := in.ReadSlice('\n')
			line = append(line, part...)
			if int64(len(line)) > s.maxLine.Load() {
				close(s.long)
				return
			}
			if err == nil {
				break
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				s.half = len(line) > 0 // which is not an answer
				return
			}
		}
		select {
		case s.lines <- line:
		case <-s.over:
			io.Copy(io.Discard, in)
			return
		}
	}
}

// ask asks for one file. The process is asked for another one only if keep is true.
func (s *talk) ask(ctx context.Context, req request) (a Answer, keep bool, err error) {
	if req.Op == protocol.Write {
		os.RemoveAll(req.Path) // of a process that broke down
	}
	s.asked++
	req.ID = s.asked
	s.p.Stderr.Reset()
	s.maxLine.Store(req.maxAnswer)
	s.gauge.Clear()
	begin := time.Now()
	line, a, err := s.exchange(ctx, req)
	took := time.Since(begin)
	if err != nil {
		return a, false, err
	}
	var peak, now int64
	if a.Outcome == "" {
		peak, now = s.gauge.Read()
		if m, bad := protocol.ReadAnswer(line, &req.Request); bad != nil {
			a = invalidf("%v", bad)
		} else {
			a = Answer{Outcome: Outcome(m.Outcome), Array: m.Array, Message: m.Message}
		}
		keep = a.Outcome != OutcomeInvalid
	}
	if limit := s.l.memory; limit > 0 {
		if peak > limit {
			a, keep = overLimit(limit), false
		}
		// What this file left behind must not count against the next.
		keep = keep && now-s.base <= limit/4
	}
	a.Message = said.Clean(a.Message, req.Path, s.p.Pid())
	a.Took, a.Peak = took, peak
	return a, keep, nil
}

// exchange sends a message and returns the line that answers it, or what came instead of one.
func (s *talk) exchange(ctx context.Context, req request) ([]byte, Answer, error) {
	w := process.NewPatience(s.p, req.timeout, s.asked == 0)
	defer w.Stop()
	go s.p.Stdin.Write(req.Line()) // it may block forever; the end of the process ends it
	for over := false; ; {
		// A line that has arrived beats the time limit, however late it is read.
		select {
		case line, ok := <-s.lines:
			if ok {
				return line, Answer{}, nil
			}
			return s.silence(ctx, w)
		default:
		}
		if over {
			return nil, hang(req.timeout), nil
		}
		select {
		case line, ok := <-s.lines:
			if ok {
				return line, Answer{}, nil
			}
			return s.silence(ctx, w)
		case <-s.p.Stderr.Flooded:
			return nil, flood, nil
		case <-w.C:
			over = w.Over()
		case <-ctx.Done():
			return nil, Answer{}, ctx.Err()
		}
	}
}

// silence says why there is no more output.
func (s *talk) silence(ctx context.Context, w *process.Patience) ([]byte, Answer, error) {
	if closed(s.long) {
		return nil, invalidf("an answer of more than %d MiB", s.maxLine.Load()>>20), nil
	}
	for ended := false; !ended; {
		select {
		case <-s.p.Exited:
			ended = true
		case <-w.C:
			if w.Over() && !closed(s.p.Exited) {
				return nil, invalidf("standard output was closed but the process still runs"), nil
			}
		case <-ctx.Done():
			return nil, Answer{}, ctx.Err()
		}
	}
	if err := s.l.ctx.Err(); err != nil {
		return nil, Answer{}, err // which may have been why it ended
	}
	<-s.p.Drained
	return nil, s.death("without an answer"), nil
}

// death says how the process ended, which was too early.
func (s *talk) death(when string) Answer {
	a := s.l.death(s.p)
	if s.half {
		when = "within a line"
	}
	if a.Outcome == OutcomeCrash {
		a.Message = "ended " + when + ", " + a.Message
	}
	return a
}

// bye asks the process to end, and kills it if it doesn't. It returns what is wrong if the process ends badly
// or sends something unsolicited.
func (s *talk) bye() *Answer {
	go func() {
		bye := protocol.Request{Op: protocol.Bye}
		s.p.Stdin.Write(bye.Line())
		s.p.Stdin.Close()
	}()
	grace := time.NewTimer(byeGrace)
	defer grace.Stop()
	var bad *Answer
	for lines := s.lines; lines != nil; {
		select {
		case text, ok := <-lines:
			if !ok {
				lines = nil
			} else if bad == nil {
				a := invalidf("an unsolicited line: %s", text[:min(len(text), said.MaxRaw)])
				bad = &a
			}
		case <-grace.C:
			s.end()
			return bad
		}
	}
	select {
	case <-s.p.Exited:
		<-s.p.Drained
		if bad == nil && !s.p.State().Success() {
			a := s.death("badly")
			bad = &a
		}
	case <-grace.C:
	}
	s.end()
	return bad
}

// end ends the process.
func (s *talk) end() {
	close(s.over)
	s.gauge.Close()
	s.p.End()
}
