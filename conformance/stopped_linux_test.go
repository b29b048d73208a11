package conformance_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
)

// TestStopped suspends the harness for longer than an adapter may take. The adapter answers meanwhile, and its
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
			cmd := f.harness(limit, "order/c-1d")
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
			if err := cmd.Wait(); err != nil || out.String() != "1 pass\n" {
				t.Errorf("got %v\n%s", err, out.String())
			}
		})
	}
}

// TestOutlived tests that processes that left the group end soon after their process, and not only with the run.
func TestOutlived(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.Exec, "outlived")
	out, err := f.harness(f.Timeout, "order/c-1d", "order/c-0d").CombinedOutput()
	if err != nil || string(out) != "2 pass\n" {
		t.Errorf("got %v\n%s", err, out)
	}
	f.nothingLeft(t)
}

// exists reports whether there is a file with that name beside the list of processes.
func (f *fakeRun) exists(name string) bool {
	_, err := os.Stat(filepath.Join(filepath.Dir(f.pids), name))
	return err == nil
}

// await waits for a signal file of the fake.
func (f *fakeRun) await(t *testing.T, name string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !f.exists(name); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no sign %q", name)
		}
	}
}
