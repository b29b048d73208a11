package conformance

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"
)

// byeGrace is how long an adapter has to end after bye.
const byeGrace = 2 * time.Second

// maxHello is the length in bytes that the line may have with which an adapter introduces itself.
const maxHello = 1 << 20

// jsonlTier asks one process, and starts another when it is gone.
type jsonlTier struct {
	l *launcher
	s *talk // nil if there is none
}

func (t *jsonlTier) ask(ctx context.Context, req request) (Answer, error) {
	if t.s == nil {
		s, _, err := t.l.open(ctx)
		if err != nil {
			return Answer{}, err
		}
		t.s = s
	}
	a, keep, err := t.s.ask(ctx, req)
	if !keep {
		t.s.end()
		t.s = nil
	}
	return a, err
}

func (t *jsonlTier) another() tier { return &jsonlTier{l: t.l} }

func (t *jsonlTier) close() {
	if t.s != nil {
		t.s.bye()
	}
}

// talk is a talk with one process.
type talk struct {
	l       *launcher
	p       *process
	gauge   *gauge
	base    int64        // bytes that were resident after hello
	lines   chan []byte  // what the process answers; closed at the end of its output
	half    bool         // the output ended within a line; to be read when lines is closed
	maxLine atomic.Int64 // bytes
	long    chan struct{}
	over    chan struct{} // closed when nobody wants lines any more
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
	s.gauge = newGauge(p)
	line, problem, err := s.exchange(ctx, request{Op: opHello, Protocol: protocolVersion}, l.startTimeout)
	var h greeting
	if err == nil && problem.Outcome == "" {
		var m helloMessage
		bad := decodeObject(line, &m)
		if bad == nil {
			h, bad = m.hello()
		}
		if bad == nil {
			_, s.base = s.gauge.read()
			return s, h, nil
		}
		problem = invalidf("%s", complaint(bad, line))
	}
	s.end()
	if err != nil {
		return nil, h, err
	}
	if problem.Outcome == OutcomeHang {
		problem.Message += "; does it flush its output?"
	}
	return nil, h, &AdapterError{l.name, "did not say hello: " + cleanMessage(problem.Message, "", p.cmd.Process.Pid)}
}

// read passes the lines of the process on, and drops what nobody waits for.
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
				s.half = len(line) > 0 // which is no answer
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

// ask asks for one file. The session goes on only if keep is true.
func (s *talk) ask(ctx context.Context, req request) (a Answer, keep bool, err error) {
	s.p.stderr.reset()
	s.maxLine.Store(req.maxAnswer)
	s.gauge.clear()
	line, a, err := s.exchange(ctx, req, s.l.timeout)
	if err != nil {
		return a, false, err
	}
	var peak, now int64
	if a.Outcome == "" {
		peak, now = s.gauge.read()
		var m answerMessage
		if bad := decodeObject(line, &m); bad != nil {
			a = invalidf("the answer: %s", complaint(bad, line))
		} else {
			a = m.answer(req)
		}
		keep = a.Outcome != OutcomeInvalid
	}
	if limit := s.l.limits.memory; limit > 0 {
		if peak > limit {
			a, keep = blowUp(limit), false
		}
		// What this file left behind must not count against the next.
		keep = keep && now-s.base <= limit/4
	}
	a.Message = cleanMessage(a.Message, req.Path, s.p.cmd.Process.Pid)
	return a, keep, nil
}

// exchange sends a message and returns the line that answers it, or what came instead of one.
func (s *talk) exchange(ctx context.Context, req request, timeout time.Duration) ([]byte, Answer, error) {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	go s.p.stdin.Write(req.line()) // it may never be read; the end of the process ends it
	select {
	case line, ok := <-s.lines:
		if ok {
			return line, Answer{}, nil
		}
	case <-timer.C:
		return nil, hang(timeout), nil
	case <-ctx.Done():
		return nil, Answer{}, ctx.Err()
	}
	// There is no more output.
	select {
	case <-s.long:
		return nil, invalidf("an answer of more than %d MiB", s.maxLine.Load()>>20), nil
	default:
	}
	select {
	case <-s.p.exited:
	case <-timer.C:
		return nil, invalidf("standard output was closed but the process still runs"), nil
	case <-ctx.Done():
		return nil, Answer{}, ctx.Err()
	}
	<-s.p.drained
	a := s.p.death(s.l.limits)
	switch {
	case a.Outcome != OutcomeCrash:
	case s.half:
		a.Message = "ended within a line, " + a.Message
	default:
		a.Message = "ended without an answer, " + a.Message
	}
	return nil, a, nil
}

// bye lets the process end, and ends it if it doesn't.
func (s *talk) bye() {
	close(s.over)
	go func() {
		s.p.stdin.Write(request{Op: opBye}.line())
		s.p.stdin.Close()
	}()
	select {
	case <-s.p.exited:
	case <-time.After(byeGrace):
	}
	s.gauge.close()
	s.p.end()
}

// end ends the process.
func (s *talk) end() {
	close(s.over)
	s.gauge.close()
	s.p.end()
}
