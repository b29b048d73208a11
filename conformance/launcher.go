package conformance

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/process"
)

// launcher starts the processes of an adapter, and ends them, at the latest when the context is done.
type launcher struct {
	*process.Launcher
	ctx          context.Context
	name         string // of the command, as given
	memory       int64  // bytes that a process may have resident; 0 for any
	timeout      time.Duration
	startTimeout time.Duration
	sessions     atomic.Int64 // that use it
	end          func()       // ends what was started beforehand; nil if nothing was
}

func newLauncher(ctx context.Context, a *Adapter) (*launcher, error) {
	if len(a.Command) == 0 {
		return nil, errors.New("no command")
	}
	path, err := exec.LookPath(a.Command[0])
	if err != nil {
		return nil, &AdapterError{Command: a.Command[0], Err: err}
	}
	l := &launcher{ctx: ctx, name: a.Command[0], memory: a.Memory, timeout: a.Timeout, startTimeout: a.StartTimeout}
	if l.timeout <= 0 {
		l.timeout = DefaultTimeout
	}
	if l.startTimeout <= 0 {
		l.startTimeout = DefaultStartTimeout
	}
	command := slices.Concat([]string{path}, a.Command[1:])
	l.Launcher = process.NewLauncher(ctx, command, process.Limits{Memory: a.Memory, AddressSpace: a.AddressSpace}, a.AdoptOrphans)
	return l, nil
}

// Close ends what is left of the processes.
func (l *launcher) Close() {
	if l.end != nil {
		l.end()
	}
	l.Launcher.Close()
}

// start starts the adapter. Its output is for consume, which must read it to the end. The caller must end the process.
func (l *launcher) start(args []string, input bool, consume func(io.Reader)) (*process.Process, error) {
	p, err := l.Start(args, input, consume)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOEXEC) {
		err = &AdapterError{Command: l.name, Err: err}
	}
	return p, err
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
