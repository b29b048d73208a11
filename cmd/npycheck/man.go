package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/npycheck/npycheck/validator/report"
)

// addMan adds the command that writes the manual to that for help.
func addMan(root *cobra.Command) {
	for _, command := range root.Commands() {
		if command.Name() == "help" {
			command.AddCommand(newMan())
		}
	}
}

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of all commands",
		Long: `man writes a manual page for each command into a folder that exists, over those that
are there: npycheck.1, npycheck-check.1 and so on.`,
		Example: "  npycheck help man /usr/local/share/man/man1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("help man needs a DIR to write the pages to")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true // it tells the day, and who makes pages twice wants the same
			header := &doc.GenManHeader{Section: "1", Source: "npycheck " + report.Version, Manual: "npycheck"}
			if _, err := os.Stat(args[0]); err != nil {
				return err
			}
			return doc.GenManTree(root, header, args[0])
		},
	}
}
