package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: Windows ends all processes in it at once. What the process starts before
// it is put into the job, which takes microseconds, stays outside.
type group struct{ job windows.Handle }

func (g *group) start(cmd *exec.Cmd, limits limits) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	g.job = job
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	if limits.addressSpace > 0 {
		info.BasicLimitInformation.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY
		info.ProcessMemoryLimit = uintptr(limits.addressSpace)
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

// close gives the job back. It must be empty.
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

// pollInterval is how often the memory of the processes is looked at.
const pollInterval = 50 * time.Millisecond

// watch ends processes that take more memory than they may. The memory is what they have committed.
type watch struct {
	limit int64 // bytes; 0 for none
	mu    sync.Mutex
	procs map[*process]bool
	stop  chan struct{}
	done  chan struct{}
}

func newWatch(limit int64, _ *orphans) *watch {
	w := &watch{limit: limit, procs: map[*process]bool{}, stop: make(chan struct{}), done: make(chan struct{})}
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
	w.procs[p] = true
}

// remove looks at the process a last time, because the job keeps its peak.
func (w *watch) remove(p *process) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.procs, p)
	if w.limit > 0 && p.group.peak() > w.limit {
		p.blown.Store(true)
	}
}

func (w *watch) run() {
	defer close(w.done)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-ticker.C:
		}
		w.mu.Lock()
		for p := range w.procs {
			if w.limit > 0 && p.group.peak() > w.limit && p.blown.CompareAndSwap(false, true) {
				go p.kill()
			}
		}
		w.mu.Unlock()
	}
}

// gauge knows nothing: a job has one peak, which begins with its first process.
type gauge struct{}

func newGauge(*process) *gauge { return &gauge{} }

func (*gauge) close()                  {}
func (*gauge) clear()                  {}
func (*gauge) read() (peak, now int64) { return 0, 0 }
