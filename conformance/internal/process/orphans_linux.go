package process

import (
	"os"
	"os/exec"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// orphans are processes that left their group and whose parent has ended. If an Adapter says AdoptOrphans
// they become children of this program, and so are found whatever they have dropped.
type orphans struct{ wanted bool }

// waitedFor are the children that somebody else waits for: those of all launchers, and those that were there
// before.
var waitedFor = struct {
	sync.Mutex
	pids map[int]bool
}{pids: map[int]bool{}}

func newOrphans(wanted bool) *orphans {
	if wanted && unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		wanted = false
	}
	o := &orphans{wanted}
	if wanted {
		waitedFor.Lock()
		defer waitedFor.Unlock()
		for _, pid := range o.children(processTable()) { // a shell may have started them and then become this program
			waitedFor.pids[pid] = true
		}
	}
	return o
}

// starting delays the search for orphans until the process that is being started is known.
func (o *orphans) starting() {
	if o.wanted {
		waitedFor.Lock()
	}
}

func (o *orphans) started(cmd *exec.Cmd, err error) {
	if !o.wanted {
		return
	}
	if err == nil {
		waitedFor.pids[cmd.Process.Pid] = true
	}
	waitedFor.Unlock()
}

// waited says that somebody has waited for the process.
func (o *orphans) waited(pid int) {
	waitedFor.Lock()
	defer waitedFor.Unlock()
	delete(waitedFor.pids, pid)
}

// bury reaps those that have ended.
func (o *orphans) bury(all map[int]processStat) {
	waitedFor.Lock()
	defer waitedFor.Unlock()
	for _, pid := range o.children(all) {
		if all[pid].zombie {
			unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
	}
}

// end ends them, and those that they started.
func (o *orphans) end() {
	for range 100 { // when one ends its children are adopted
		waitedFor.Lock()
		children := o.children(processTable())
		for _, pid := range children {
			unix.Kill(pid, unix.SIGKILL)
			unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
		waitedFor.Unlock()
		if len(children) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// children returns the adopted ones. The caller holds the lock.
func (o *orphans) children(all map[int]processStat) []int {
	if !o.wanted {
		return nil
	}
	var list []int
	for pid, s := range all {
		if s.parent == os.Getpid() && !waitedFor.pids[pid] {
			list = append(list, pid)
		}
	}
	return list
}
