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

	// The output is a pipe that nobody reads any longer; shells report a death by SIGPIPE so. For commands that
	// only show something: a report that was cut off is incomplete.
	ExitClosedPipe = 141
)

// Reporting marks a command that does something and has to report the outcome. Others only show something.
func Reporting(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{"reports": ""}
	return cmd
}

func Reports(cmd *cobra.Command) bool {
	_, ok := cmd.Annotations["reports"]
	return ok
}

// ExitCode is the error of a command that has printed everything and only has to exit.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
