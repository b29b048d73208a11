//go:build unix

package conformance_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

// lives reports whether a process is running and not just a zombie.
func lives(t *testing.T, number string) bool {
	t.Helper()
	pid, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	// A process whose parent was killed stays a zombie until the init process
	// reaps it.
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestFakeSignal tests death by a signal.
func TestFakeSignal(t *testing.T) {
	t.Parallel()
	for protocol, want := range map[conformance.Protocol]string{
		conformance.Exec:  "signal: killed",
		conformance.JSONL: "ended without an answer, signal: killed",
	} {
		t.Run(string(protocol), func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, protocol, "signal")
			report, err := conformance.Run(t.Context(), f.Options)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(report); got != allCrash {
				t.Errorf("got %s, want %s", got, allCrash)
			}
			if got := report.Results[0].Message; got != want {
				t.Errorf("got message %q, want %q", got, want)
			}
			f.nothingLeft(t)
		})
	}
}

// TestFakeEscape checks that a process that the harness can't find doesn't block it. It ends by
// itself after ten seconds.
func TestFakeEscape(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the harness waits for seconds")
	}
	for _, protocol := range []conformance.Protocol{conformance.Exec, conformance.JSONL} {
		t.Run(string(protocol), func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, protocol, "escape")
			f.Cases = f.Cases[:1]
			report, err := conformance.Run(t.Context(), f.Options)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(report); got != "1 pass" {
				t.Errorf("got %s, want 1 pass", got)
			}
		})
	}
}
