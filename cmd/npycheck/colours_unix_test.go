//go:build unix

package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// TestColours has commands that only show something: on a terminal they have colours, which change nothing else, and
// with NO_COLOR none.
func TestColours(t *testing.T) {
	t.Parallel()
	fake := program(t, "fake")
	colours := regexp.MustCompile("\x1b\\[[0-9;]+m")
	for _, args := range [][]string{
		{"--help"},
		{"check", "--help"},
		{"rules", "shape"},
		{"explain", "shape-bool", "npy-2.8", "conforming"},
		{"dump", "../../corpus/vectors/accept/shape/2d.npy"},
		{"corpus", "show", "shape/bool-first", "npz/text"},
		{"conform", "--run", "order/c-?d", "--progress", "never", "--", fake, "exec", "reject-all"},
	} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			plain, _ := onTerminal(t, args, pty.Winsize{Rows: 24, Cols: 80}, nil)
			if strings.Contains(plain, "\x1b") {
				t.Errorf("got escape sequences with NO_COLOR: %q", plain)
			}
			window := openWindow(t, pty.Winsize{Rows: 24, Cols: 80})
			cmd := npycheckCommand(t, args)
			cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "NO_COLOR=") })
			cmd.Stdout, cmd.Stderr = window.slave, window.slave
			window.start(cmd)
			coloured := window.rest()
			cmd.Wait()
			if !colours.MatchString(coloured) || colours.ReplaceAllString(coloured, "") != plain {
				t.Errorf("got\n%q\nwant colours in\n%q", coloured, plain)
			}
		})
	}
}
