package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// tagName is the variable in the environment of an adapter by which the harness knows the
// processes again that left the group.
const tagName = "NPYCHECK_CONFORM"

// pipeGrace is how long the harness reads on when a process has ended and another one, which it
// left behind and which can't be found, holds its pipes open.
const pipeGrace = 2 * time.Second

// process is one process of an adapter, with all that it starts.
type process struct {
	cmd    *exec.Cmd
	tag    string
	stdin  *os.File // nil if it gets no input
	stdout *os.File
	stderr excerpt
	group  group

	exited  chan struct{} // closed when the process has ended, and its group with it
	drained chan struct{} // closed when its output has been read to the end
	blown   atomic.Bool   // it was ended for its memory

	mu   sync.Mutex
	gone bool // its number may stand for another process
}

// start starts the adapter. Its output is for consume, which must read it to the end. The caller
// must call end.
func (l *launcher) start(args []string, input bool, consume func(io.Reader)) (p *process, err error) {
	p = &process{exited: make(chan struct{}), drained: make(chan struct{})}
	p.tag = l.tag + "-" + strconv.FormatInt(l.started.Add(1), 10)
	p.cmd = exec.Command(l.command[0], append(l.command[1:len(l.command):len(l.command)], args...)...)
	p.cmd.Env = append(os.Environ(), tagName+"="+p.tag)
	var opened, theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
		if err != nil {
			for _, f := range opened {
				f.Close()
			}
		}
	}()
	pipe := func() (in, out *os.File) {
		if err != nil {
			return nil, nil
		}
		if in, out, err = os.Pipe(); err == nil {
			opened = append(opened, in, out)
		}
		return in, out
	}
	// The pipes are ours and not those of package exec, whose Wait would wait for every process
	// that has inherited one.
	var stdinTheirs, stdoutTheirs, stderrOurs, stderrTheirs *os.File
	if input {
		stdinTheirs, p.stdin = pipe()
	}
	p.stdout, stdoutTheirs = pipe()
	stderrOurs, stderrTheirs = pipe()
	if err != nil {
		return nil, err
	}
	theirs = append(theirs, stdoutTheirs, stderrTheirs)
	if input {
		theirs = append(theirs, stdinTheirs)
		p.cmd.Stdin = stdinTheirs
	}
	p.cmd.Stdout, p.cmd.Stderr = stdoutTheirs, stderrTheirs
	l.orphans.starting()
	err = p.group.start(p.cmd, l.limits)
	l.orphans.started(p.cmd, err)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOEXEC) {
			err = &CommandError{l.name, err}
		}
		return nil, err
	}
	l.watch.add(p)
	var output sync.WaitGroup
	output.Go(func() {
		consume(p.stdout)
		p.stdout.Close()
	})
	output.Go(func() {
		io.Copy(&p.stderr, stderrOurs)
		stderrOurs.Close()
	})
	go func() {
		output.Wait()
		close(p.drained)
	}()
	go p.reap(l, stderrOurs)
	return p, nil
}

// reap waits for the end of the process and ends what it left behind.
func (p *process) reap(l *launcher, stderr *os.File) {
	stop := context.AfterFunc(l.ctx, p.kill)
	p.group.waitExit(p.cmd)
	stop()
	l.watch.remove(p)
	p.mu.Lock()
	p.group.kill()
	p.cmd.Wait() // the state tells all
	l.orphans.waited(p.cmd.Process.Pid)
	p.group.close()
	p.gone = true
	p.mu.Unlock()
	close(p.exited)
	select {
	case <-p.drained:
		return
	case <-time.After(pipeGrace / 4):
	}
	// Something that left the group holds the pipes.
	killTagged(p.tag)
	deadline := time.Now().Add(pipeGrace)
	p.stdout.SetReadDeadline(deadline)
	stderr.SetReadDeadline(deadline)
}

// end ends the process and all that it started, and waits until it is gone.
func (p *process) end() {
	p.kill()
	<-p.exited
	if p.stdin != nil {
		p.stdin.Close()
	}
	<-p.drained
}

// kill ends the process and all that it started and that can be found.
func (p *process) kill() {
	p.mu.Lock()
	gone := p.gone
	if !gone {
		p.group.kill()
	}
	p.mu.Unlock()
	if !gone {
		killTagged(p.tag)
	}
}

// death tells how a process ended that should not have, or that ended in another way than by the
// exit codes of the protocol. It must have ended and be drained.
func (p *process) death(limits limits) Answer {
	state := p.cmd.ProcessState
	words := lastWords(p.stderr.String())
	if limits.memory > 0 && (p.blown.Load() || peakMemory(state) > limits.memory) {
		return blowUp(limits.memory)
	}
	if words == "" {
		return Answer{Outcome: OutcomeCrash, Message: state.String()}
	}
	return Answer{Outcome: OutcomeCrash, Message: state.String() + ": " + words}
}

// status tells how the process ended. It must have ended.
func (p *process) status() string { return p.cmd.ProcessState.String() }

func blowUp(limit int64) Answer {
	size := fmt.Sprintf("%d MiB", limit>>20)
	if limit%(1<<20) != 0 {
		size = fmt.Sprintf("%d bytes", limit)
	}
	return Answer{Outcome: OutcomeBlowUp, Message: "more than " + size + " of memory"}
}

// limits bound what a process may take. 0 is no bound.
type limits struct {
	memory       int64 // bytes resident, of a process and all that it started
	addressSpace int64 // bytes, of each process
}
