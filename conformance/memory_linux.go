package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// pollInterval is how often the memory of the processes is looked at. Short peaks in between are
// found in the figures that the system keeps: see peak and peakMemory.
const pollInterval = 50 * time.Millisecond

// lookShare is how many times as long as a look the pause after it is at least: on a machine with thousands of
// processes a look takes long.
const lookShare = 3

// watch ends processes that take more memory than they may.
type watch struct {
	limit   int64 // bytes; 0 for none
	orphans *orphans
	mu      sync.Mutex
	procs   map[int]*process // by number
	ended   map[string]bool  // the tags of those that were
	stop    chan struct{}
	done    chan struct{}
}

func newWatch(limit int64, o *orphans) *watch {
	w := &watch{limit: limit, orphans: o, procs: map[int]*process{}, ended: map[string]bool{}, stop: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *watch) close() {
	close(w.stop)
	<-w.done
}

func (w *watch) add(p *process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.procs[p.group.pid] = p
}

func (w *watch) remove(p *process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.procs, p.group.pid)
	w.ended[p.tag] = true
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

// look adds up the memory of each process, its group, and what descends from it, even if it left the group and
// was adopted. Pages that several of them share count for each.
func (w *watch) look() {
	// Those that are added while the table is read may stand in it as they were before their program
	// was loaded: with the memory of the harness.
	w.mu.Lock()
	procs := maps.Clone(w.procs)
	w.mu.Unlock()
	if len(procs) == 0 {
		return
	}
	all := processTable()
	w.orphans.bury(all)
	adopted := w.adopted(all, procs)
	if w.limit == 0 {
		return
	}
	resident := map[int]int64{}
	for pid, s := range all {
		if owner, ok := owner(procs, adopted, all, pid, s); ok {
			resident[owner] += s.resident
		}
	}
	for pid, p := range procs {
		if resident[pid] > w.limit && p.blown.CompareAndSwap(false, true) {
			go p.kill()
		}
	}
}

// adopted returns of adopted processes which process of ours they descend from, by their tags. It ends those
// whose process has ended.
func (w *watch) adopted(all map[int]processStat, procs map[int]*process) map[int]int {
	waitedFor.Lock() // so that no number comes to stand for another process
	defer waitedFor.Unlock()
	children := w.orphans.children(all)
	if len(children) == 0 {
		return nil
	}
	owners := map[string]int{}
	for pid, p := range procs {
		owners[p.tag] = pid
	}
	adopted := map[int]int{}
	buf := make([]byte, maxEnviron)
	for _, pid := range children {
		n, err := readStart(fmt.Sprintf("/proc/%d/environ", pid), buf)
		if err != nil {
			continue
		}
		tag := tagOf(buf[:n])
		w.mu.Lock()
		ended := w.ended[tag]
		w.mu.Unlock()
		if owner, ok := owners[tag]; ended {
			unix.Kill(pid, unix.SIGKILL)
		} else if ok {
			adopted[pid] = owner
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

// owner returns the process of ours that a process belongs to, by itself or as one that was adopted.
func owner(procs map[int]*process, adopted map[int]int, all map[int]processStat, pid int, s processStat) (int, bool) {
	if _, ok := procs[s.group]; ok {
		return s.group, true
	}
	// The table is no snapshot, and may have circles.
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

// processStat is a line of the process table.
type processStat struct {
	zombie        bool
	parent, group int
	processor     time.Duration // of the process and of the children that it waited for
	resident      int64         // bytes
}

func processTable() map[int]processStat {
	table := map[int]processStat{}
	for _, pid := range processIDs() {
		if s, ok := readStat(pid); ok {
			table[pid] = s
		}
	}
	return table
}

// readStat returns the line of one process. It is false if there is no such process any more.
func readStat(pid int) (processStat, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return processStat{}, false
	}
	// The name, in parentheses, may hold anything.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 22 {
		return processStat{}, false
	}
	s := processStat{zombie: fields[0] == "Z"}
	s.parent, _ = strconv.Atoi(fields[1])
	s.group, _ = strconv.Atoi(fields[2])
	for _, field := range fields[11:15] {
		n, _ := strconv.ParseInt(field, 10, 64)
		s.processor += time.Duration(n) * tick
	}
	pages, _ := strconv.ParseInt(fields[21], 10, 64)
	s.resident = pages * int64(os.Getpagesize())
	return s, true
}

func processIDs() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var ids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			ids = append(ids, pid)
		}
	}
	return ids
}

// killTagged ends the processes that carry the tag, or one that begins with it, in the environment
// that they were started with, wherever they have gone.
func killTagged(tag string) {
	mark := []byte(tagName + "=" + tag)
	buf := make([]byte, maxEnviron)
	for range 10 { // they may multiply
		found := false
		for _, pid := range processIDs() {
			n, err := readStart(fmt.Sprintf("/proc/%d/environ", pid), buf)
			if err != nil || !hasTag(buf[:n], mark) {
				continue
			}
			if p, err := os.FindProcess(pid); err == nil {
				found = p.Kill() == nil || found
				p.Release()
			}
		}
		if !found {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// hasTag reports whether the mark begins a variable and is not the start of another number.
func hasTag(environ, mark []byte) bool {
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if rest, ok := bytes.CutPrefix(variable, mark); ok && (len(rest) == 0 || rest[0] == '-') {
			return true
		}
	}
	return false
}

// maxEnviron is how much of an environment is looked at, in bytes.
const maxEnviron = 1 << 20

// readStart reads a file of /proc, as far as buf reaches.
func readStart(name string, buf []byte) (int, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n, err := io.ReadFull(f, buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

// gauge reads the memory of a process that goes on living.
type gauge struct{ status, reset *os.File }

func newGauge(p *process) *gauge {
	// Without the files there is only the watch.
	status, _ := os.Open(fmt.Sprintf("/proc/%d/status", p.group.pid))
	reset, _ := os.OpenFile(fmt.Sprintf("/proc/%d/clear_refs", p.group.pid), os.O_WRONLY, 0)
	return &gauge{status, reset}
}

func (g *gauge) close() {
	g.status.Close()
	g.reset.Close()
}

// clear lets the peak begin anew.
func (g *gauge) clear() {
	if g.reset != nil {
		g.reset.WriteAt([]byte("5"), 0)
	}
}

// read returns the peak since clear and what is resident now, in bytes, 0 where that isn't known.
func (g *gauge) read() (peak, now int64) {
	if g.status == nil {
		return 0, 0
	}
	buf := make([]byte, 8<<10)
	n, _ := g.status.ReadAt(buf, 0)
	return statusField(buf[:n], "VmHWM:"), statusField(buf[:n], "VmRSS:")
}

func statusField(status []byte, name string) int64 {
	_, rest, _ := bytes.Cut(status, []byte("\n"+name))
	fields := bytes.Fields(rest[:min(len(rest), 64)])
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseInt(string(fields[0]), 10, 64)
	return kib << 10
}
