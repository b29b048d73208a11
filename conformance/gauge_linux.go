package conformance

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

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
