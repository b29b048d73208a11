package conformance

import (
	"os"
	"os/exec"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// orphans are processes that left their group and whose parent has ended. If an Adapter says AdoptOrphans
// they become children of this program, by which they are found whatever they have dropped.
type orphans struct {
	wanted bool
	mu     sync.Mutex
	own    map[int]bool // children that somebody else waits for
}

func newOrphans(wanted bool) *orphans {
	if wanted && unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		wanted = false
	}
	o := &orphans{wanted: wanted, own: map[int]bool{}}
	if wanted {
		for _, pid := range o.children(processTable()) { // a shell may have started them and then this program
			o.own[pid] = true
		}
	}
	return o
}

// starting keeps orphans from being looked for until the process that is being started is known.
func (o *orphans) starting() {
	if o.wanted {
		o.mu.Lock()
	}
}

func (o *orphans) started(cmd *exec.Cmd, err error) {
	if !o.wanted {
		return
	}
	if err == nil {
		o.own[cmd.Process.Pid] = true
	}
	o.mu.Unlock()
}

// waited says that somebody has waited for the process.
func (o *orphans) waited(pid int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.own, pid)
}

// bury waits for those that have ended.
func (o *orphans) bury(all map[int]processStat) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, pid := range o.children(all) {
		if all[pid].zombie {
			unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
	}
}

// end ends them, and those that they started.
func (o *orphans) end() {
	for range 100 { // when one ends its children are adopted
		o.mu.Lock()
		children := o.children(processTable())
		for _, pid := range children {
			unix.Kill(pid, unix.SIGKILL)
			unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
		o.mu.Unlock()
		if len(children) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// children returns the adopted ones.
func (o *orphans) children(all map[int]processStat) []int {
	if !o.wanted {
		return nil
	}
	var list []int
	for pid, s := range all {
		if s.parent == os.Getpid() && !o.own[pid] {
			list = append(list, pid)
		}
	}
	return list
}
