// Package process starts programs, bounds what they take, and ends them with all that they have started, whatever they
// do. Patience decides on hangs, watch and Gauge on memory, and Excerpt on floods of standard error.
package process

import (
	"context"
	"crypto/rand"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Launcher starts the processes of a program, and ends them, at the latest when the context is done.
type Launcher struct {
	ctx     context.Context
	command []string
	limits  Limits
	tag     string
	started atomic.Int64 // processes
	watch   *watch
	orphans *orphans
}

// NewLauncher returns the launcher of a program, whose arguments follow its path. The caller must close it. If adopt is
// true, this program becomes the parent of processes that leave their group, where the system has that.
func NewLauncher(ctx context.Context, command []string, limits Limits, adopt bool) *Launcher {
	l := &Launcher{ctx: ctx, command: command, limits: limits, tag: rand.Text(), orphans: newOrphans(adopt)}
	l.watch = newWatch(limits.Memory, l.tag, l.orphans)
	return l
}

// Close ends what the processes left behind.
func (l *Launcher) Close() {
	l.watch.close()
	killTagged(l.tag)
	l.orphans.end()
}

// Start starts the program. Its output is for consume, which must read it to the end. The caller must call End.
func (l *Launcher) Start(args []string, input bool, consume func(io.Reader)) (p *Process, err error) {
	p = &Process{Stderr: newExcerpt(), Exited: make(chan struct{}), Drained: make(chan struct{}), limits: l.limits}
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
	// These aren't the pipes of package exec, whose Wait would wait for every process
	// that has inherited one.
	var stdinTheirs, stdoutTheirs, stderrOurs, stderrTheirs *os.File
	if input {
		stdinTheirs, p.Stdin = pipe()
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
	if err = p.group.start(p.cmd, l.limits); err == nil {
		l.watch.add(p)
	}
	l.orphans.started(p.cmd, err)
	if err != nil {
		return nil, err
	}
	var output sync.WaitGroup
	output.Go(func() {
		consume(p.stdout)
		p.stdout.Close()
	})
	output.Go(func() {
		io.Copy(p.Stderr, stderrOurs)
		stderrOurs.Close()
	})
	go func() {
		output.Wait()
		close(p.Drained)
	}()
	go p.reap(l, stderrOurs)
	return p, nil
}

// reap waits for the end of the process and ends what it left behind.
func (p *Process) reap(l *Launcher, stderr *os.File) {
	stop := context.AfterFunc(l.ctx, p.kill)
	p.group.waitExit(p.cmd)
	stop()
	l.watch.remove(p)
	p.mu.Lock()
	p.group.kill()
	p.cmd.Wait() // the state says it all
	l.orphans.waited(p.cmd.Process.Pid)
	p.group.close()
	p.gone = true
	p.mu.Unlock()
	close(p.Exited)
	select {
	case <-p.Drained:
		return
	case <-time.After(pipeGrace / 4):
	}
	// A process that left the group holds the pipes.
	killTagged(p.tag)
	deadline := time.Now().Add(pipeGrace)
	p.stdout.SetReadDeadline(deadline)
	stderr.SetReadDeadline(deadline)
}
