//go:build unix && !linux

package process

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// group is a process group.
type group struct{ pid int }

func (g *group) start(cmd *exec.Cmd, limits Limits) error {
	if limits.AddressSpace > 0 {
		return errors.New("this system can't limit the address space of another process")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	g.pid = cmd.Process.Pid
	return nil
}

// waitExit waits for the process. Its ID is free from then on until kill, which is harmless on systems that
// count their process IDs upwards.
func (g *group) waitExit(cmd *exec.Cmd) { cmd.Wait() }

func (g *group) kill() { syscall.Kill(-g.pid, syscall.SIGKILL) }

func (g *group) close() {}

// killTagged does nothing: the environment of another process can't be read.
func killTagged(string) {}

// peakMemory returns the most memory in bytes that the process, or one that it waited for, had
// resident.
func peakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
