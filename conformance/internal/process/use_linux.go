package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// ownUse returns what the process itself and the children that it waited for have used.
func (p *Process) ownUse() (use, bool) {
	s, ok := readStat(p.group.pid)
	return use{own: s.processor}, ok
}

// allUse returns what the process, its group and its descendants use.
func (p *Process) allUse() (use, bool) {
	all := processTable()
	self, ok := all[p.group.pid]
	sum := use{own: self.processor}
	for pid, s := range all {
		if _, mine := owner(map[int]*Process{p.group.pid: p}, nil, all, pid, s); mine {
			sum.processor += s.processor
			sum.waits = sum.waits || threadWaits(pid)
		}
	}
	return sum, ok
}

// threadWaits reports whether a thread of the process waits for a CPU or a disk.
func threadWaits(pid int) bool {
	names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		state := text[bytes.LastIndexByte(text, ')')+1:]
		if len(state) > 1 && (state[1] == 'R' || state[1] == 'D') {
			return true
		}
	}
	return false
}
