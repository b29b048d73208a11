package process

import (
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// pipeGrace is how long the harness keeps reading when a process has ended and another one, which it
// left behind and which can't be found, holds its pipes open.
const pipeGrace = 2 * time.Second

// Process is one process of a program, with all that it starts.
type Process struct {
	Stdin   *os.File // nil if it gets no input
	Stderr  *Excerpt
	Exited  chan struct{} // closed when the process has ended, and its group with it
	Drained chan struct{} // closed when its output has been read to the end

	cmd    *exec.Cmd
	tag    string
	stdout *os.File
	group  group
	limits Limits
	blown  atomic.Bool // it was killed for its memory

	mu   sync.Mutex
	gone bool // its ID may belong to another process
}

// Pid returns the process ID.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// State returns how the process ended. It must have ended.
func (p *Process) State() *os.ProcessState { return p.cmd.ProcessState }

// Peak returns the most memory in bytes that the process had resident, 0 if that isn't known. It must have ended.
func (p *Process) Peak() int64 { return peakMemory(p.cmd.ProcessState) }

// Blown reports whether the process took more memory than it may. It must have ended.
func (p *Process) Blown() bool {
	return p.limits.Memory > 0 && (p.blown.Load() || p.Peak() > p.limits.Memory)
}

// End ends the process and all that it started, and waits until it is gone.
func (p *Process) End() {
	p.kill()
	<-p.Exited
	if p.Stdin != nil {
		p.Stdin.Close()
	}
	<-p.Drained
}

// kill ends the process and everything it started that can be found.
func (p *Process) kill() {
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

// use is what a process, its group and its descendants use of the machine.
type use struct {
	processor time.Duration // CPU time so far
	own       time.Duration // that of the process itself and the children that it waited for
	waits     bool          // one of its threads waits for a CPU or a disk
}
