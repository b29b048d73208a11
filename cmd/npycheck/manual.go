//go:build manual

package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/validator"
)

// With the tag manual the program writes a manual page for each command to the folder that its argument names, and does
// nothing else. A release has the pages.
func init() {
	root := newRoot()
	root.DisableAutoGenTag = true
	verbatim(root)
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "npycheck " + validator.Version}, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// verbatim keeps the texts of a command and those below it as help has them: cobra reads them as Markdown.
func verbatim(cmd *cobra.Command) {
	if cmd.Long != "" {
		cmd.Long = "```\n" + cmd.Long + "\n```"
	}
	escape := strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage, f.DefValue = escape.Replace(f.Usage), cli.DefaultOf(f) })
	for _, below := range cmd.Commands() {
		verbatim(below)
	}
}
