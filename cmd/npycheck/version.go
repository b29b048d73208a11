package main

import (
	"fmt"
	"runtime"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/validator"
	"github.com/spf13/cobra"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  npycheck version",
		Args:    cli.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return writeVersion(cmd) },
	}
}

func writeVersion(cmd *cobra.Command) error {
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "npycheck %s (%s, %s/%s)\n", validator.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
