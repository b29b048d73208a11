//go:build unix

package cli

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// escapesOn reports whether a terminal obeys escape sequences, as all do that aren't declared dumb.
func escapesOn(*os.File) bool { return true }

// inBackground reports whether w is a terminal where the user has gone back to the shell, or another program, that
// started this one.
func inBackground(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	foreground, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && foreground != unix.Getpgrp()
}
