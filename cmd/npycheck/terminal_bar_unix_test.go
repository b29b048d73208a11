//go:build unix

package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"github.com/npycheck/npycheck/spec"
)

// waitsForBar runs a test in parallel, and skips it in a short run.
func waitsForBar(t *testing.T) {
	t.Helper()
	t.Parallel()
	if testing.Short() {
		t.Skip("runs for seconds, so that a bar appears")
	}
}

// badTwice returns the arguments of a check that reads names from a list, a line of the list, which names a bad file,
// and what a pipe gets for two such lines.
func badTwice(t *testing.T) (args []string, bad, want string) {
	t.Helper()
	args, bad = []string{"check", "--files-from", "-"}, "../../corpus/vectors/reject/shape/bool-first.npy\n"
	want, _ = throughPipe(t, args, func(in io.Writer, _ func(string)) { io.WriteString(in, bad+bad) })
	return args, bad, want
}

// TestTerminalResize makes a window so narrow that the bar on it takes two rows. Neither the next bar
// nor text leaves a piece of it.
func TestTerminalResize(t *testing.T) {
	waitsForBar(t)
	args, bad, want := badTwice(t)
	w := openWindow(t, pty.Winsize{Rows: 24, Cols: 80})
	cmd := npycheckCommand(t, args)
	cmd.Stdout, cmd.Stderr = w.slave, w.slave
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.start(cmd)
	io.WriteString(in, bad)
	w.await(", 1 file, ") // and the speed
	w.resize(pty.Winsize{Rows: 24, Cols: 10})
	w.await("152 B, 1 \r")
	io.WriteString(in, bad)
	in.Close()
	got := w.rest()
	cmd.Wait()
	wide, narrow, _ := strings.Cut(got, "152 B, 1 \r")
	i := strings.LastIndex(wide, "\r\x1b[J") // of the first bar in the narrow window
	s := &screen{columns: 80}
	s.write(got[:i])
	s.columns = 10
	s.write(wide[i:] + "152 B, 1 \r" + narrow)
	if seen := s.text(); seen != want || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("exit code %d\n%s\nwant\n%s\nthe bytes: %q", cmd.ProcessState.ExitCode(), seen, want, got)
	}
}

// TestTerminalInterrupt types Ctrl-C. Each of the reports says that it isn't about all files.
func TestTerminalInterrupt(t *testing.T) {
	waitsForBar(t)
	sarif := filepath.Join(t.TempDir(), "out.sarif")
	w := openWindow(t, pty.Winsize{Rows: 24, Cols: 80})
	cmd := npycheckCommand(t, []string{"check", "--no-hex", "--files-from", "-", "--format", "text", "--format", "sarif=" + sarif})
	cmd.Stdout, cmd.Stderr = w.slave, w.slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.start(cmd)
	io.WriteString(in, "../../corpus/vectors/reject/shape/bool-first.npy\n")
	w.await(", 1 file, ")
	io.WriteString(w.master, "\x03")
	got := w.rest()
	cmd.Wait()
	want := `error[shape-bool]: shape[0] is True, expected a non-negative integer
  --> ../../corpus/vectors/reject/shape/bool-first.npy:61
  help: ` + spec.ShapeBool.Rule().Owner + `
For more about a rule: npycheck explain RULE
incomplete: interrupted after 1 file; 1 error in 1 file
npycheck: interrupted; 1 file checked, the rest not
`
	if seen := seenOn(80, got); seen != want || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("exit code %d\n%s\nthe bytes: %q", cmd.ProcessState.ExitCode(), seen, got)
	}
	text, err := os.ReadFile(sarif)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results     []json.RawMessage
			Invocations []struct{ ExecutionSuccessful *bool }
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	if run := log.Runs[0]; len(run.Results) != 1 || len(run.Invocations) != 1 || *run.Invocations[0].ExecutionSuccessful {
		t.Errorf("got %s, want one result of a run without success", text)
	}
}

// TestTerminalBytes has one large file: the bar counts its bytes. Interrupted, info doesn't show the statistics of
// a part.
func TestTerminalBytes(t *testing.T) {
	waitsForBar(t)
	large := filepath.Join(t.TempDir(), "large.npy")
	header := "\x93NUMPY\x01\x00v\x00{'descr': '|b1', 'fortran_order': False, 'shape': (68719476736,), }"
	header += strings.Repeat(" ", 127-len(header)) + "\n"
	if err := os.WriteFile(large, []byte(header), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 128+64<<30); err != nil {
		t.Fatalf("the folder of temporary files takes no large file with a hole: %v", err)
	}
	for _, tt := range []struct {
		name    string
		columns uint16
		args    []string
		bar     string
		want    string
	}{
		{"check", 80, []string{"check", "--depth", "full", large}, "iB / 64.00 GiB [",
			"incomplete: interrupted after 0 files\nnpycheck: interrupted; 0 files checked, the rest not\n"},
		{"check two", 80, []string{"check", "--depth", "full", large, filepath.Dir(large) + "/./large.npy"}, "iB / 128.00 GiB, 0 / 2 files [",
			"incomplete: interrupted after 0 files\nnpycheck: interrupted; 0 files checked, the rest not\n"},
		{"narrow", 20, []string{"check", "-q", "--depth", "full", "--progress", "always", large}, "% of 64.00 GiB\r",
			"npycheck: interrupted; 0 files checked, the rest not\n"},
		{"info", 80, []string{"info", "--stats", large}, "iB / 64.00 GiB [",
			"not checked: interrupted\nnpycheck: interrupted; 0 files shown, the rest not\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := openWindow(t, pty.Winsize{Rows: 24, Cols: tt.columns})
			cmd := npycheckCommand(t, tt.args)
			cmd.Stdout, cmd.Stderr = w.slave, w.slave
			w.start(cmd)
			w.await(tt.bar)
			cmd.Process.Signal(syscall.SIGINT)
			got := w.rest()
			cmd.Wait()
			if seen := seenOn(int(tt.columns), got); seen != tt.want || cmd.ProcessState.ExitCode() != 3 {
				t.Errorf("exit code %d\n%s\nwant\n%s\nthe bytes: %q", cmd.ProcessState.ExitCode(), seen, tt.want, got)
			}
		})
	}
}

// TestTerminalStreams separates stdout and stderr. The bar is where stderr goes, if that is a
// terminal, and nothing of it stays there.
func TestTerminalStreams(t *testing.T) {
	waitsForBar(t)
	args, bad, want := badTwice(t)
	for _, tt := range []struct {
		name     string
		out, err string
	}{
		{"two terminals", "terminal", "terminal"},
		{"stdout to a file", "file", "terminal"},
		{"stdout to a pipe", "pipe", "terminal"},
		{"stderr to a file", "terminal", "file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			size := pty.Winsize{Rows: 24, Cols: 80}
			cmd := npycheckCommand(t, args)
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var windows []*window
			place := func(what string) (*os.File, func() string) {
				switch what {
				case "terminal":
					w := openWindow(t, size)
					windows = append(windows, w)
					return w.slave, func() string { return seenOn(80, w.rest()) }
				case "pipe":
					r, w, err := os.Pipe()
					if err != nil {
						t.Fatal(err)
					}
					return w, func() string {
						w.Close()
						text, err := io.ReadAll(r)
						if err != nil {
							t.Error(err)
						}
						return string(text)
					}
				}
				f, err := os.Create(filepath.Join(t.TempDir(), "out"))
				if err != nil {
					t.Fatal(err)
				}
				return f, func() string {
					text, err := os.ReadFile(f.Name())
					if err != nil {
						t.Error(err)
					}
					return string(text)
				}
			}
			stdout, seenOut := place(tt.out)
			stderr, seenErr := place(tt.err)
			cmd.Stdout, cmd.Stderr = stdout, stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for _, w := range windows {
				w.listen()
			}
			io.WriteString(in, bad)
			if tt.err == "terminal" {
				windows[len(windows)-1].await(", 1 file, ")
			} else {
				windows[0].await("shape[0] is True")
			}
			io.WriteString(in, bad)
			in.Close()
			for _, w := range windows {
				w.rest()
			}
			cmd.Wait()
			gotOut, gotErr := seenOut(), seenErr()
			if gotOut != want || gotErr != "" {
				t.Errorf("stdout: %q\nstderr: %q\nwant %q and nothing", gotOut, gotErr, want)
			}
		})
	}
}
