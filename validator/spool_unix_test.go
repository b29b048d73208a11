//go:build unix

package validator

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// spoolVariable makes TestSpoolHelper check its standard input.
const spoolVariable = "NPYCHECK_TEST_SPOOL"

// TestSpoolHelper is what TestSpoolSignals runs as a process of its own.
func TestSpoolHelper(t *testing.T) {
	if os.Getenv(spoolVariable) == "" {
		t.Skip("not called by TestSpoolSignals")
	}
	_, err := CheckStream(context.Background(), os.Stdin, nil)
	t.Log(err)
}

// TestSpoolSignals ends a process while it copies an archive to a temporary file, by every signal that
// ends one. No file is left, and there is none while the process runs.
func TestSpoolSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each signal")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	start := append([]byte(build.SigLocal), make([]byte, maxMemory+1<<20)...)
	for _, signal := range []syscall.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTRAP, syscall.SIGABRT, syscall.SIGUSR1, syscall.SIGUSR2,
		syscall.SIGALRM, syscall.SIGTERM, syscall.SIGXCPU, syscall.SIGXFSZ, syscall.SIGVTALRM, syscall.SIGPROF, syscall.SIGSYS,
		syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGKILL,
	} {
		folder := t.TempDir()
		cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestSpoolHelper$")
		cmd.Env = append(os.Environ(), spoolVariable+"=1", "TMPDIR="+folder, "GOTRACEBACK=none")
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		// More than memory and the pipe hold: once it is written, the file is there.
		if _, err := io.Copy(in, bytes.NewReader(start)); err != nil {
			t.Fatal(err)
		}
		while := filesIn(t, folder)
		cmd.Process.Signal(signal)
		in.Close()
		cmd.Wait()
		if after := filesIn(t, folder); len(while)+len(after) > 0 {
			t.Errorf("%v: got the files %v before, %v after it", signal, while, after)
		}
	}
}

// TestSpoolReads covers an archive from a pipe that is copied to a temporary file: it can be read.
func TestSpoolReads(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	file := npy(1, dict("'|u1'", "False", "(2000000,)"), string(make([]byte, 2_000_000)))
	b := build.Archive("", build.File{Name: "a.npy", Content: file})
	report, err := CheckStream(t.Context(), io.MultiReader(bytes.NewReader(b)), &Options{Depth: Full})
	if err != nil || len(report.Findings) > 0 || len(report.Members) != 1 || report.Members[0].Array == nil {
		t.Errorf("got %+v, %v, want one array", report, err)
	}
	if left := filesIn(t, folder); len(left) > 0 {
		t.Errorf("got the files %v after it", left)
	}
}

func filesIn(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}
