package conformance

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"time"
)

// execTier runs a process for each file.
type execTier struct{ r *runner }

func (e *execTier) ask(ctx context.Context, req request) (answer, error) {
	r := e.r
	timer := time.NewTimer(r.timeout)
	defer timer.Stop()
	var output []byte
	long := make(chan struct{})
	p, err := r.start([]string{req.Path}, req.Op == opWrite, func(stdout io.Reader) {
		output, _ = io.ReadAll(io.LimitReader(stdout, req.maxAnswer+1))
		if int64(len(output)) > req.maxAnswer {
			close(long)
		}
	})
	if err != nil {
		return answer{}, err
	}
	defer p.end()
	if req.Op == opWrite {
		go feed(p.stdin, req.Array)
	}
	select {
	case <-p.exited:
		<-p.drained
	case <-long:
	case <-timer.C:
		return hang(r.timeout), nil
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
	select {
	case <-long:
		return invalidf("more than %d MiB on standard output", req.maxAnswer>>20), nil
	default:
	}
	a := p.judge(req, output, r.limits)
	a.message = cleanMessage(a.message, req.Path, p.cmd.Process.Pid)
	return a, nil
}

// feed writes what a writer is to write to its standard input. A writer that doesn't read it is
// judged by what it does.
func feed(stdin *os.File, array *writtenArray) {
	json.NewEncoder(stdin).Encode(array)
	stdin.Close()
}

func hang(timeout time.Duration) answer {
	return answer{outcome: Hang, message: "no answer in " + timeout.String()}
}

// judge turns the end of a process and its output into an answer.
func (p *process) judge(req request, output []byte, limits limits) answer {
	dead := p.death(limits)
	if dead.outcome == BlowUp || !p.cmd.ProcessState.Exited() {
		return dead
	}
	words := lastWords(p.stderr.String())
	switch p.cmd.ProcessState.ExitCode() {
	case 0:
		return accepted(req, output, words)
	case 1:
		return answer{outcome: Reject, message: words}
	case 2:
		var m unsupportedMessage
		if decodeObject(output, &m) != nil {
			return dead
		}
		if m.Message == "" {
			m.Message = words
		}
		return answer{outcome: Unsupported, message: m.Message}
	}
	return dead
}

// accepted reads the output of a process that accepted its file.
func accepted(req request, output []byte, words string) answer {
	if req.Op == opWrite {
		return answer{outcome: Accept, message: words}
	}
	var m arrayMessage
	if err := decodeObject(output, &m); err != nil {
		return invalidf("standard output: %s", complaint(err, output))
	}
	array, err := m.array()
	if err != nil {
		return invalidf("standard output: %v", err)
	}
	return answer{outcome: Accept, array: array, message: words}
}

func (e *execTier) close() {}
