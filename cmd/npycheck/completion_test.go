package main

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func availableCommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// TestFlagsComplete completes all flags: where a command offers nothing, shells offer files, and few flags take them.
func TestFlagsComplete(t *testing.T) {
	files := []string{"FILE", "DIR"}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, below := range availableCommands(cmd) {
			visit(below)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			takes, _ := pflag.UnquoteUsage(f)
			if f.Value.Type() == "bool" || f.Hidden || slices.Contains(files, takes) {
				return
			}
			flag := cmd.CommandPath() + " --" + f.Name
			if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s %s: completes files", flag, takes)
			}
		})
	}
	visit(newRoot())
}
