package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Gauge reads the memory of a process that keeps running.
type Gauge struct{ status, reset *os.File }

// NewGauge returns the gauge of a process. The caller must close it.
func NewGauge(p *Process) *Gauge {
	// Without the files only the watch measures memory.
	status, _ := os.Open(fmt.Sprintf("/proc/%d/status", p.group.pid))
	reset, _ := os.OpenFile(fmt.Sprintf("/proc/%d/clear_refs", p.group.pid), os.O_WRONLY, 0)
	return &Gauge{status, reset}
}

// Close closes the files.
func (g *Gauge) Close() {
	g.status.Close()
	g.reset.Close()
}

// Clear resets the peak.
func (g *Gauge) Clear() {
	if g.reset != nil {
		g.reset.WriteAt([]byte("5"), 0)
	}
}

// Read returns the peak since Clear and the memory resident now, in bytes, 0 if unknown.
func (g *Gauge) Read() (peak, now int64) {
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
