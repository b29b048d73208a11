package conformance_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
)

// TestStopped stops the harness for longer than an adapter may take. The adapter answers meanwhile, and its
// answer counts.
func TestStopped(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("stops the harness for seconds")
	}
	for _, protocol := range []conformance.Protocol{conformance.Exec, conformance.JSONL} {
		t.Run(string(protocol), func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, protocol, "waits")
			const limit = 2 * time.Second
			args := append([]string{"conform", "--protocol", string(protocol), "--run", "order/c-1d", "--timeout", limit.String(), "--"}, f.Command...)
			cmd := exec.Command(program("npycheck"), args...)
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			f.await(t, "asked")
			cmd.Process.Signal(syscall.SIGSTOP)
			if err := os.WriteFile(filepath.Join(filepath.Dir(f.pids), "go"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			f.await(t, "answered")
			time.Sleep(limit * 3 / 2)
			cmd.Process.Signal(syscall.SIGCONT)
			if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "pass             1") {
				t.Errorf("got %v\n%s", err, out.String())
			}
		})
	}
}

// TestOutlived tests that what left the group ends soon after its process, and not only with the run.
func TestOutlived(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.Exec, "outlived")
	args := append([]string{"conform", "-j", "1", "--run", "order/c-[01]d", "--"}, f.Command...)
	out, err := exec.Command(program("npycheck"), args...).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "pass             2") {
		t.Errorf("got %v\n%s", err, out)
	}
	f.nothingLeft(t)
}

// exists reports whether there is a file of that name beside the list of processes.
func (f *fakeRun) exists(name string) bool {
	_, err := os.Stat(filepath.Join(filepath.Dir(f.pids), name))
	return err == nil
}

// await waits for a sign of the fake.
func (f *fakeRun) await(t *testing.T, name string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !f.exists(name); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no sign %q", name)
		}
	}
}
