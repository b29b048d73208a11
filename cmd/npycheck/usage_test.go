package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

// TestHelp checks that the help of each command fits into 80 columns, is of a sentence, the usage and examples first, and
// has its flags in groups if they are many.
func TestHelp(t *testing.T) {
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, below := range availableCommands(cmd) {
			visit(below)
		}
		help := cli.Help(cmd, false)
		start := cmd.Short + ".\n\nUsage:\n  " + cli.UseLine(cmd) + "\n\n"
		if cmd.Name() != "completion" {
			start += "Examples:\n  npycheck "
		}
		if !strings.HasPrefix(help, start) {
			t.Errorf("%s: got help that doesn't begin with a sentence, the usage and examples:\n%s", cmd.CommandPath(), help)
		}
		if groups := cli.FlagGroups(cmd); groups[len(groups)-1].Title == "Other flags" {
			t.Errorf("%s: got flags without a group: %s", cmd.CommandPath(), groups[len(groups)-1].Flags[0].Name)
		}
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: got a line of %d columns, want at most 80: %s", cmd.CommandPath(), n, line)
			}
		}
	}
	visit(newRoot())
}
