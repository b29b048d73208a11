package conformance

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// launcher starts the processes of an adapter, and ends them, at the latest when the context is done.
type launcher struct {
	ctx          context.Context
	command      []string
	name         string // of the command, as it was given
	limits       limits
	timeout      time.Duration
	startTimeout time.Duration
	tag          string
	started      atomic.Int64 // processes
	sessions     atomic.Int64 // that use it
	watch        *watch
	orphans      *orphans
}

func newLauncher(ctx context.Context, a *Adapter) (*launcher, error) {
	if len(a.Command) == 0 {
		return nil, errors.New("no command")
	}
	path, err := exec.LookPath(a.Command[0])
	if err != nil {
		return nil, &CommandError{a.Command[0], err}
	}
	l := &launcher{
		ctx:          ctx,
		command:      slices.Concat([]string{path}, a.Command[1:]),
		name:         a.Command[0],
		limits:       limits{memory: a.Memory, addressSpace: a.AddressSpace},
		timeout:      a.Timeout,
		startTimeout: a.StartTimeout,
		tag:          rand.Text(),
	}
	if l.timeout <= 0 {
		l.timeout = DefaultTimeout
	}
	if l.startTimeout <= 0 {
		l.startTimeout = DefaultStartTimeout
	}
	l.orphans = newOrphans(a.AdoptOrphans)
	l.watch = newWatch(l.limits.memory, l.orphans)
	return l, nil
}

// close ends what the processes left behind.
func (l *launcher) close() {
	l.watch.close()
	killTagged(l.tag)
	l.orphans.end()
}

// start starts the adapter. Its output is for consume, which must read it to the end. The caller
// must call end.
func (l *launcher) start(args []string, input bool, consume func(io.Reader)) (p *process, err error) {
	p = &process{stderr: newExcerpt(), exited: make(chan struct{}), drained: make(chan struct{})}
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
		io.Copy(p.stderr, stderrOurs)
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
