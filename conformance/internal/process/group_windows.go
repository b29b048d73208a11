package process

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: Windows ends all processes in it at once. What the process starts before
// it is put into the job, which takes microseconds, stays outside.
type group struct{ job windows.Handle }

func (g *group) start(cmd *exec.Cmd, limits Limits) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	g.job = job
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	if limits.AddressSpace > 0 {
		info.BasicLimitInformation.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY
		info.ProcessMemoryLimit = uintptr(limits.AddressSpace)
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP} // Ctrl-C is for the harness
		err = cmd.Start()
	}
	if err != nil {
		windows.CloseHandle(job)
		return err
	}
	if err := g.adopt(cmd.Process.Pid); err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		windows.CloseHandle(job)
		return fmt.Errorf("the process can't be put into a job: %w", err)
	}
	return nil
}

func (g *group) adopt(pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(g.job, process)
}

func (g *group) waitExit(cmd *exec.Cmd) { cmd.Wait() }

func (g *group) kill() { windows.TerminateJobObject(g.job, 1) }

// close closes the job, which must be empty.
func (g *group) close() { windows.CloseHandle(g.job) }

// peak returns the most memory in bytes that all processes of the job had committed together.
func (g *group) peak() int64 {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	err := windows.QueryInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	if err != nil {
		return 0
	}
	return int64(info.PeakJobMemoryUsed)
}

// killTagged does nothing: no process leaves its job.
func killTagged(string) {}

// peakMemory returns 0: the watch has seen the peak of the job.
func peakMemory(*os.ProcessState) int64 { return 0 }
