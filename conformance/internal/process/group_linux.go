package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// group is a process group.
type group struct{ pid int }

func (g *group) start(cmd *exec.Cmd, limits Limits) error {
	// The death signal ends the process should the harness be killed. Strictly it comes when the
	// thread ends that started the process, which Go's threads don't while the program lives, unless
	// a goroutine ends that is locked to one.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if limits.AddressSpace > 0 {
		if err := startLimited(cmd, limits.AddressSpace); err != nil {
			return err
		}
	} else if err := cmd.Start(); err != nil {
		return err
	}
	g.pid = cmd.Process.Pid
	unix.Prlimit(g.pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil) // it may have ended already
	return nil
}

// startLimited starts a process with a limit on its address space. A limit set on a running process
// comes too late for a small program, one that a shell sets needs a shell, and there is none for a
// single fork. So the process is traced, which stops it before its first instruction, until the
// limit is set.
func startLimited(cmd *exec.Cmd, limit int64) error {
	runtime.LockOSThread() // the kernel lets only the thread that started a process trace it
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Ptrace = true
	if err := cmd.Start(); err != nil {
		return err
	}
	pid := cmd.Process.Pid
	err := awaitStop(pid)
	if err == nil {
		err = unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: uint64(limit), Max: uint64(limit)}, nil)
	}
	if err == nil {
		err = unix.PtraceDetach(pid)
	}
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return fmt.Errorf("the address space can't be limited: %w", err)
	}
	return nil
}

func awaitStop(pid int) error {
	for {
		var status unix.WaitStatus
		_, err := unix.Wait4(pid, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return err
		case !status.Stopped():
			return errors.New("the process did not stop")
		default:
			return nil
		}
	}
}

// waitExit waits until the process has ended, without reaping it: until that is done, its
// ID can't belong to another process, and the group can be killed by it.
func (g *group) waitExit(*exec.Cmd) {
	for {
		err := unix.Waitid(unix.P_PID, g.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

func (g *group) kill() { unix.Kill(-g.pid, unix.SIGKILL) }

func (g *group) close() {}

// peakMemory returns the most memory in bytes that the process, or one that it waited for, had
// resident. A process inherits the figure of its parent, which is not exact: what
// isn't clearly larger means nothing.
func peakMemory(state *os.ProcessState) int64 {
	var own unix.Rusage
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if err := unix.Getrusage(unix.RUSAGE_SELF, &own); err != nil || !ok || usage.Maxrss <= own.Maxrss+own.Maxrss/8 {
		return 0
	}
	return int64(usage.Maxrss) << 10
}
