package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/process"
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/internal/text"
)

// execTier runs a process for each file, so that whatever happens is always due to the file.
type execTier struct{ l *launcher }

func (e *execTier) ask(ctx context.Context, req request) (Answer, error) {
	begin := time.Now()
	a, err := e.run(ctx, req)
	a.Took = time.Since(begin)
	return a, err
}

func (e *execTier) run(ctx context.Context, req request) (Answer, error) {
	l := e.l
	req.timeout = cmp.Or(req.timeout, l.timeout)
	var output []byte
	long := make(chan struct{})
	p, err := l.start([]string{req.Path}, req.Op == protocol.Write, func(stdout io.Reader) {
		output, _ = io.ReadAll(io.LimitReader(stdout, req.maxAnswer+1))
		if int64(len(output)) > req.maxAnswer {
			close(long)
		}
	})
	if err != nil {
		return Answer{}, err
	}
	defer p.End()
	if req.Op == protocol.Write {
		go feed(p.Stdin, req.Array)
	}
	w := process.NewPatience(p, req.timeout, true)
	defer w.Stop()
	for ended := false; !ended; {
		select {
		case <-p.Exited:
			<-p.Drained
			ended = true
		case <-long:
			ended = true
		case <-p.Stderr.Flooded:
			return flood, nil
		case <-w.C:
			if w.Over() && !closed(p.Exited) && !closed(long) {
				return hang(req.timeout), nil
			}
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
	if err := l.ctx.Err(); err != nil {
		return Answer{}, err // which may have been why it ended
	}
	if closed(p.Stderr.Flooded) {
		return flood, nil
	}
	if closed(long) {
		return invalidf("more than %d MiB on standard output", req.maxAnswer>>20), nil
	}
	a := l.judge(p, req, output)
	a.Message = text.CleanMessage(a.Message, req.Path, p.Pid())
	a.Peak = p.Peak()
	return a, nil
}

// feed writes the array to its standard input. A writer that doesn't read it is
// judged by what it does.
func feed(stdin *os.File, array *protocol.Written) {
	json.NewEncoder(stdin).Encode(array)
	stdin.Close()
}

// judge turns the end of a process and its output into an answer.
func (l *launcher) judge(p *process.Process, req request, output []byte) Answer {
	dead := l.death(p)
	if dead.Outcome == OutcomeOutOfMemory || !p.State().Exited() {
		return dead
	}
	words := text.LastWords(p.Stderr.String())
	switch p.State().ExitCode() {
	case 0:
		return accepted(req, output, words)
	case 1:
		outcome := OutcomeReject
		if text.Mistake(p.Stderr.String()) {
			outcome = OutcomeException
		}
		return Answer{Outcome: outcome, Message: words}
	case 2:
		m, err := protocol.ReadExit2(output)
		if err != nil {
			return dead
		}
		return Answer{Outcome: Outcome(m.Outcome), Message: cmp.Or(m.Message, words)}
	}
	return dead
}

// accepted reads the output of a process that accepted its file.
func accepted(req request, output []byte, words string) Answer {
	if req.Op == protocol.Write {
		return Answer{Outcome: OutcomeAccept, Message: words}
	}
	array, err := protocol.ReadArray(output)
	if err != nil {
		return invalidf("standard output: %v", err)
	}
	return Answer{Outcome: OutcomeAccept, Array: array, Message: words}
}

func (e *execTier) another() tier { return e }

func (e *execTier) finish(context.Context) (*Answer, error) { return nil, nil }

func (e *execTier) close() {}
