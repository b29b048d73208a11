package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

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

// readStat returns the line of one process. It is false if there no longer is such a process.
func readStat(pid int) (processStat, bool) {
	var line [maxStat]byte
	n, err := readStart("/proc/"+strconv.Itoa(pid)+"/stat", line[:])
	if err != nil {
		return processStat{}, false
	}
	// The name, in parentheses, may contain anything.
	fields := strings.Fields(string(line[bytes.LastIndexByte(line[:n], ')')+1 : n]))
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

// killTagged ends the processes that have the tag, or one that begins with it, in the environment
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

// hasTag reports whether the tag starts a variable and is not the start of a longer number.
func hasTag(environ, mark []byte) bool {
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if rest, ok := bytes.CutPrefix(variable, mark); ok && (len(rest) == 0 || rest[0] == '-') {
			return true
		}
	}
	return false
}

const (
	maxEnviron = 1 << 20 // bytes of an environment that are searched
	maxStat    = 4 << 10 // more than a line of the process table has: a name of at most 64 bytes, and 52 numbers
)

// readStart reads a file of /proc, as far as buf reaches. It does without os.File, which takes twice as long: a look at the
// processes reads a file of each.
func readStart(name string, buf []byte) (n int, err error) {
	fd, err := again(func() (int, error) { return unix.Open(name, unix.O_RDONLY|unix.O_CLOEXEC, 0) })
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	for n < len(buf) {
		more, err := again(func() (int, error) { return unix.Read(fd, buf[n:]) })
		if err != nil || more == 0 {
			return n, err
		}
		n += more
	}
	return n, nil
}

// again repeats a call of the system that a signal interrupts.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}

// tick is the unit in which the kernel reports CPU time.
const tick = time.Second / 100
