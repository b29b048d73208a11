package conformance

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/process"
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/internal/text"
)

// byeGrace is how long an adapter has to end after bye.
const byeGrace = 2 * time.Second

// maxHello is the length in bytes that the line may have with which an adapter introduces itself.
const maxHello = 1 << 20

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
	return nil, h, &AdapterError{Command: l.name, Message: "did not say hello: " + text.CleanMessage(problem.Message, "", p.Pid())}
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
	a.Message = text.CleanMessage(a.Message, req.Path, s.p.Pid())
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
		case words, ok := <-lines:
			if !ok {
				lines = nil
			} else if bad == nil {
				a := invalidf("an unsolicited line: %s", words[:min(len(words), text.MaxRawMessage)])
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
