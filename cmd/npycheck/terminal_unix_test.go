//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
)

// A person sees stdout and stderr on one terminal. What remains on the screen in the end is what goes
// through one pipe, whatever the bar does in between.
func TestTerminal(t *testing.T) {
	t.Parallel()
	fake := program(t, "fake")
	bad := "../../corpus/vectors/reject/shape/bool-first.npy"
	good := "../../conformance/testdata/files/days.npy"
	many := filepath.Join(t.TempDir(), "many")
	if err := os.Mkdir(many, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		content, err := os.ReadFile(bad)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(many, name+".npy"), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name string
		args []string
		want string // a part of what is seen
		code int
	}{
		{"check", []string{"check", bad}, "shape[0] is True", 1},
		{"check colours", []string{"check", "--color", "always", bad}, "\x1b[31;1merror[shape-bool]\x1b[0;22m: shape[0] is True", 1},
		{"check notes", []string{"check", "--show", "note", many}, "FAILED: 8 errors in 8 files", 1},
		{"check many", []string{"check", many}, "FAILED: 8 errors in 8 files", 1},
		{"check bar", []string{"check", "--progress", "always", many}, "FAILED: 8 errors in 8 files", 1},
		{"check jobs", []string{"check", "--jobs", "1", bad, good}, "FAILED: 1 error in 1 of 2 files", 1},
		{"check JSON", []string{"check", "--format", "json", bad, good}, `"summary":{"ok":false,"files":2`, 1},
		{"check JSON lines", []string{"check", "--format", "jsonl", good}, `{"summary":{"ok":true,"files":1,"conforming":1`, 0},
		{"check quiet", []string{"check", "-q", bad}, "error[shape-bool]: ", 1},
		{"check to a file", []string{"check", "-o", "/dev/null", bad}, "", 1},
		{"check nothing", []string{"check", "no-such-file.npy"}, "no such file", 3},
		{"conform", []string{"conform", "--run", "order/c-?d", "--", fake, "exec", "reject-all"}, "pass  ", 1},
		{"conform JSON", []string{"conform", "--run", "order/c-?d", "--format", "json", "--protocol", "jsonl", "--", fake, "jsonl", "right"}, `"summary"`, 0},
		{"summary", []string{"check", "--summary", bad}, "shape-bool", 1},
		{"info", []string{"info", good, bad}, "<M8[D] (2,)", 0},
		{"info statistics", []string{"info", "--stats", "--head", "2", "--progress", "always", good}, "[0] ", 0},
		{"info table", []string{"info", "--format", "markdown", good}, "| path ", 0},
		{"config", []string{"config"}, "fail-on", 0},
		{"fuzz export", []string{"fuzz", "export", "--no-such-flag"}, "no-such-flag", 2},
		{"a file alone", []string{good}, "type: npycheck check ../../conformance/testdata/files/days.npy\n", 2},
		{"help", []string{"help", "check"}, "Exit codes:", 0},
		{"corpus list", []string{"corpus", "list", "--rule", "shape-bool"}, "shape/bool-second", 0},
		{"corpus show", []string{"corpus", "show", "shape/bool-first"}, "shape/bool-first", 0},
		{"version", []string{"version"}, "npycheck", 0},
		{"usage", []string{"check", "--no-such-flag"}, "no-such-flag", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want, wantCode := throughPipe(t, tt.args, nil)
			for _, size := range []pty.Winsize{{Rows: 24, Cols: 80}, {Rows: 5, Cols: 20}, {}} {
				got, code := onTerminal(t, tt.args, size, nil)
				if seen := seenOn(int(size.Cols), got); seen != want || code != wantCode || code != tt.code || !strings.Contains(seen, tt.want) {
					t.Errorf("npycheck %s on a terminal of %d×%d: exit code %d\n%s\nthrough a pipe: exit code %d\n%s\nthe bytes: %q",
						strings.Join(tt.args, " "), size.Cols, size.Rows, code, seen, wantCode, want, got)
				}
			}
		})
	}
}

// TestTerminalWidth has commands whose lines depend on the width of the terminal: none is wider, except rows of bytes
// and names of rules. A terminal that is wide enough, or has no width, gets what a pipe gets.
func TestTerminalWidth(t *testing.T) {
	t.Parallel()
	dump := []string{"dump", "../../corpus/vectors/accept/shape/2d.npy"}
	long := "../../corpus/vectors/either/header/text-mode.npy"
	check := []string{"check", "--fail-on", "never", long}
	for _, tt := range []struct {
		args    []string
		columns uint16
		widest  int    // line
		want    string // a part of what is seen
	}{
		{[]string{"rules"}, 80, 80, "\nheader-padding-byte                error     padding byte is not a space\n"},
		{[]string{"rules"}, 40, 51, "\nheader-padding-byte  error\n  padding byte is not a space\n"},
		{[]string{"rules"}, 200, 80, "\nheader-padding-byte                error     padding byte is not a space\n"},
		{check, 80, 80, "CR LF), so\n    the data is damaged: fetch it again in binary mode\n"},
		{check, 40, 130, "so the data is damaged: fetch it again in binary mode\n"},
		{check, 200, 130, "so the data is damaged: fetch it again in binary mode\n"},
		{dump, 80, 80, "\n          format version 1.0\n00000006  01 00 "},
		{dump, 119, 80, "\n          format version 1.0\n00000006  01 00 "},
		{dump, 20, 78, "\n          format ver\n          sion 1.0\n00000006  01 00 "},
		{dump, 120, 120, "format version 1.0\n"},
		{[]string{"explain", "shape-bool"}, 20, 80, "shape-bool:\ndimension is a\nboolean\n"},
		{[]string{"explain", "shape-bool"}, 200, 80, "shape-bool: dimension is a boolean\n"},
	} {
		t.Run(fmt.Sprintf("%s %d", tt.args[0], tt.columns), func(t *testing.T) {
			t.Parallel()
			piped, _ := throughPipe(t, tt.args, nil)
			got, code := onTerminal(t, tt.args, pty.Winsize{Rows: 24, Cols: tt.columns}, nil)
			seen := seenOn(int(tt.columns), got)
			for line := range strings.Lines(seen) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > tt.widest {
					t.Errorf("got a line of %d columns, want at most %d: %s", n, tt.widest, line)
				}
			}
			if !strings.Contains(seen, tt.want) || code != 0 {
				t.Errorf("got exit code %d and\n%s\nwant %q in it", code, seen, tt.want)
			}
			if tt.columns >= 120 && seen != piped {
				t.Errorf("got\n%s\nwant what a pipe gets:\n%s", seen, piped)
			}
			if got, _ := onTerminal(t, tt.args, pty.Winsize{}, nil); seenOn(0, got) != piped {
				t.Errorf("without a size: got\n%s\nwant what a pipe gets:\n%s", seenOn(0, got), piped)
			}
		})
	}
}

// The first finding is on the screen before the run ends, and the bar comes and goes. Within a
// line, such as a JSON document, there is no room for it.
func TestTerminalLongRun(t *testing.T) {
	waitsForBar(t)
	for _, tt := range []struct {
		name string
		args []string
		bar  string
	}{
		{"text", []string{"check", "--files-from", "-"}, ", 1 file"},
		{"JSON", []string{"check", "--files-from", "-", "--format", "json"}, ""},
		{"JSON lines", []string{"check", "--files-from", "-", "--format", "jsonl"}, ", 1 file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const bad, good = "../../corpus/vectors/reject/shape/bool-first.npy\n", "../../conformance/testdata/files/days.npy\n"
			// It continues once the finding and the bar are visible.
			list := func(in io.Writer, seen func(part string)) {
				io.WriteString(in, bad)
				seen("shape[0] is True")
				seen(tt.bar)
				for range 40 { // longer than the bar takes to appear
					io.WriteString(in, good+bad)
					time.Sleep(20 * time.Millisecond)
				}
			}
			want, wantCode := throughPipe(t, tt.args, func(in io.Writer, _ func(string)) { list(in, func(string) {}) })
			for _, size := range []pty.Winsize{{Rows: 24, Cols: 80}, {Rows: 5, Cols: 20}, {}} {
				got, code := onTerminal(t, tt.args, size, list)
				if seen := seenOn(int(size.Cols), got); seen != want || code != 1 || wantCode != 1 || strings.Contains(got, "%!") {
					t.Errorf("on a terminal of %d×%d: exit code %d\n%s\nthrough a pipe: exit code %d\n%s\nthe bytes: %q",
						size.Cols, size.Rows, code, seen, wantCode, want, got)
				}
			}
		})
	}
}

// The report of conform comes after the bar.
func TestTerminalLongConform(t *testing.T) {
	waitsForBar(t)
	args := []string{"conform", "--run", "accept/order/c-1d.npy", "--timeout", "2s", "--", program(t, "fake"), "exec", "hang"}
	got, code := onTerminal(t, args, pty.Winsize{Rows: 24, Cols: 80}, nil)
	seen := seenOn(80, got)
	if code != 1 || !strings.Contains(got, " cases") || !strings.Contains(seen, "hang") || strings.Contains(seen, "/s") {
		t.Errorf("exit code %d\n%s\nthe bytes: %q", code, seen, got)
	}
}

// The bar of fuzz shows how far the run is. The report comes after it.
func TestTerminalFuzz(t *testing.T) {
	waitsForBar(t)
	for _, tt := range []struct {
		limit []string
		bar   string
	}{
		{[]string{"--duration", "2s"}, "] 1s"},                     // and the time that is left
		{[]string{"--duration", "0", "--runs", "100"}, " kinds ["}, // 10 ms each
	} {
		t.Run(tt.limit[1], func(t *testing.T) {
			t.Parallel()
			args := append([]string{"fuzz", "--area", "shape,data", "--no-corpus", "--out", "", "--protocol", "jsonl"}, tt.limit...)
			args = append(args, "--", program(t, "fake"), "jsonl", "slow")
			for _, size := range []pty.Winsize{{Rows: 24, Cols: 80}, {Rows: 5, Cols: 20}} {
				got, code := onTerminal(t, args, size, nil)
				seen := seenOn(int(size.Cols), got)
				if code != 0 || !strings.HasPrefix(seen, "fake 1.0 (Go), seed ") || !strings.HasSuffix(seen, "\n0 findings; 0 failures known\n") {
					t.Errorf("on a terminal of %d×%d: exit code %d\n%q", size.Cols, size.Rows, code, seen)
				}
				if size.Cols == 80 && (!strings.Contains(got, " files ") || !strings.Contains(got, tt.bar)) {
					t.Errorf("no bar: %q", got)
				}
			}
		})
	}
}
