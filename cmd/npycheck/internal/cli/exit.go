package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// The exit codes. They are part of the interface: scripts depend on them.
const (
	ExitOK         = 0
	ExitFindings   = 1
	ExitUsage      = 2
	ExitIncomplete = 3

	// The end of a pipe that nobody reads any more, as shells tell of a death by SIGPIPE: of a command that
	// only shows something. A report that was cut off is incomplete.
	ExitClosedPipe = 141
)

// Reporting marks a command that does something whose outcome it has to tell. Others only show something.
func Reporting(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{"reports": ""}
	return cmd
}

func Reports(cmd *cobra.Command) bool {
	_, ok := cmd.Annotations["reports"]
	return ok
}

// ExitCode is the error of a command that has said everything and only has to end.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
