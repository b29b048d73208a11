package process

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// pollInterval is how often the memory of the processes is checked. Short peaks in between are
// found in the figures that the system keeps: see peak and peakMemory.
const pollInterval = 50 * time.Millisecond

// lookShare is how many times as long as a look the pause after it lasts at least: on a machine with thousands of
// processes a look takes long.
const lookShare = 3

// watch ends processes that take more memory than they may.
type watch struct {
	limit   int64  // bytes; 0 for none
	tag     string // of the launcher, with which those of its processes begin
	orphans *orphans
	mu      sync.Mutex
	procs   map[int]*Process // by number
	stop    chan struct{}
	done    chan struct{}
}

func newWatch(limit int64, tag string, o *orphans) *watch {
	w := &watch{limit: limit, tag: tag, orphans: o, procs: map[int]*Process{}, stop: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *watch) close() {
	close(w.stop)
	<-w.done
}

func (w *watch) add(p *Process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.procs[p.group.pid] = p
}

func (w *watch) remove(p *Process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.procs, p.group.pid)
}

func (w *watch) run() {
	defer close(w.done)
	if w.limit == 0 && !w.orphans.wanted {
		return
	}
	timer := time.NewTimer(pollInterval)
	defer timer.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-timer.C:
			begin := time.Now()
			w.look()
			timer.Reset(max(pollInterval, lookShare*time.Since(begin)))
		}
	}
}

// look adds up the memory of each process, its group, and its descendants, even if they left the group and
// were adopted. Pages that several of them share count for each.
func (w *watch) look() {
	// Those that are added while the table is read may appear in it as they were before their program
	// was loaded: with the memory of the harness.
	w.mu.Lock()
	procs := maps.Clone(w.procs)
	w.mu.Unlock()
	if len(procs) == 0 {
		return
	}
	all := processTable()
	w.orphans.bury(all)
	adopted := w.adopted(all)
	if w.limit == 0 {
		return
	}
	resident := map[int]int64{}
	for pid, s := range all {
		if of, ok := owner(procs, adopted, all, pid, s); ok {
			resident[of] += s.resident
		}
	}
	for pid, p := range procs {
		if resident[pid] > w.limit && p.blown.CompareAndSwap(false, true) {
			go p.kill()
		}
	}
}

// adopted returns which of our processes adopted processes descend from, by their tags. It ends those
// whose process has ended.
func (w *watch) adopted(all map[int]processStat) map[int]int {
	waitedFor.Lock() // so that no ID is reused, and none of our processes is new
	defer waitedFor.Unlock()
	children := w.orphans.children(all)
	if len(children) == 0 {
		return nil
	}
	owners := map[string]int{}
	w.mu.Lock()
	for pid, p := range w.procs {
		owners[p.tag] = pid
	}
	w.mu.Unlock()
	adopted := map[int]int{}
	buf := make([]byte, maxEnviron)
	for _, pid := range children {
		n, err := readStart(fmt.Sprintf("/proc/%d/environ", pid), buf)
		if err != nil {
			continue
		}
		tag := tagOf(buf[:n])
		if owner, ok := owners[tag]; ok {
			adopted[pid] = owner
		} else if strings.HasPrefix(tag, w.tag+"-") {
			unix.Kill(pid, unix.SIGKILL)
		}
	}
	return adopted
}

// tagOf returns the tag that a process was started with, "" if there is none.
func tagOf(environ []byte) string {
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if tag, ok := bytes.CutPrefix(variable, []byte(tagName+"=")); ok {
			return string(tag)
		}
	}
	return ""
}

// owner returns which of our processes a process belongs to, as a descendant or as one that was adopted.
func owner(procs map[int]*Process, adopted map[int]int, all map[int]processStat, pid int, s processStat) (int, bool) {
	if _, ok := procs[s.group]; ok {
		return s.group, true
	}
	// The table is not a snapshot, and may have cycles.
	for range 64 {
		if _, ok := procs[pid]; ok {
			return pid, true
		}
		if of, ok := adopted[pid]; ok {
			return of, true
		}
		pid = all[pid].parent
	}
	return 0, false
}
