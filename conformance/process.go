package conformance

import (
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// pipeGrace is how long the harness reads on when a process has ended and another one, which it
// left behind and which can't be found, holds its pipes open.
const pipeGrace = 2 * time.Second

// process is one process of an adapter, with all that it starts.
type process struct {
	cmd    *exec.Cmd
	tag    string
	stdin  *os.File // nil if it gets no input
	stdout *os.File
	stderr *excerpt
	group  group

	exited  chan struct{} // closed when the process has ended, and its group with it
	drained chan struct{} // closed when its output has been read to the end
	blown   atomic.Bool   // it was ended for its memory

	mu   sync.Mutex
	gone bool // its number may stand for another process
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

// status tells how the process ended. It must have ended.
func (p *process) status() string { return p.cmd.ProcessState.String() }

// use is what a process, its group and what descends from it take of the machine.
type use struct {
	processor time.Duration // time on a processor so far
	own       time.Duration // that of the process itself and the children that it waited for
	waits     bool          // one of its threads wants a processor or waits for a disk
}
