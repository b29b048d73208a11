package process

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
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
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return processStat{}, false
	}
	// The name, in parentheses, may contain anything.
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

// maxEnviron is how many bytes of an environment are searched.
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

// tick is the unit in which the kernel reports CPU time.
const tick = time.Second / 100
