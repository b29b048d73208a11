package cli

import (
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// escapesOn makes a console obey escape sequences, and reports whether it does: before Windows 10 none did.
func escapesOn(console *os.File) bool {
	handle := windows.Handle(console.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(handle, &mode); err != nil {
		return false
	}
	const on = windows.ENABLE_PROCESSED_OUTPUT | windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	return mode&on == on || windows.SetConsoleMode(handle, mode|on) == nil
}

// inBackground reports false: a console has no jobs.
func inBackground(io.Writer) bool { return false }
