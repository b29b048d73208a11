// Package corpus is the command corpus.
package corpus

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/adapter"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
)

func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus COMMAND",
		Short: "List, copy, show and verify the test files for readers",
		Example: `  npycheck corpus list --area shape
  npycheck corpus show shape/bool-first
  npycheck corpus copy testdata/npy`,
		Long: `The corpus is a set of .npy and .npz files, each with a note on what it is and
what a reader must do with it. They are part of the program.

A reader must read a file in the folder accept correctly and reject one in
reject. It may do either with a file in either, and must come to no harm from
one in survive.`,
		Args: cli.SubcommandOnly,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cli.MissingArgument(cmd, "corpus needs a COMMAND: list, copy, show or verify")
		},
		DisableFlagsInUseLine: true,
	}
	cmd.AddCommand(newCorpusList(), cli.Reporting(newCorpusCopy()), newCorpusShow(), cli.Reporting(newCorpusVerify()))
	return cmd
}

func newCorpusList() *cobra.Command {
	var format string
	var filter adapter.CorpusFilter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the cases",
		Long: `Cases are sorted by ID, and have what a reader must do with the file. Flags
select cases: of several values for one flag a case must match one; of several
flags it must match all. A case that was withdrawn is kept for its ID only: the
list says why, and no reader is tested with it.

The JSON form is the manifest with the selected cases.`,
		Example: `  npycheck corpus list --duty reject --area shape
  npycheck corpus list --rule header-padding-byte,header-padding-nul
  npycheck corpus list --feature big-endian --format json`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := filter.Check(cmd.Flags(), corpus.Cases()); err != nil {
				return err
			}
			cases := filter.Choose(corpus.Cases())
			switch format {
			case "text":
				return writeCasesText(cmd.OutOrStdout(), cases)
			case "json":
				return writeCasesJSON(cmd.OutOrStdout(), cases)
			}
			return cli.Usagef("--format %s: expected text or json", cli.Quoted(format))
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	filter.Register(flags)
	flags.StringVar(&format, "format", "text", "`FORMAT` of the list: text or json")
	cli.Group(flags, cli.GroupOutput, "format")
	adapter.CompleteFilter(cmd)
	cli.CompleteWords(cmd, "format", "text", "json")
	return cmd
}

func writeCasesText(w io.Writer, cases []corpus.Case) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range cases {
		duty, comment := string(c.Duty), c.Comment
		if c.Withdrawn != "" {
			duty, comment = "withdrawn", c.Withdrawn
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", c.ID, duty, comment)
	}
	return table.Flush()
}

func writeCasesJSON(w io.Writer, cases []corpus.Case) error {
	o := text.NewObject(nil).Int("schema", 1).Text("version", corpus.Version()).Any("numpy_python", corpus.NumPyPython())
	o = o.Lines("cases", len(cases), func(dst []byte, i int) []byte { return text.AppendJSON(dst, cases[i]) })
	_, err := w.Write(append(o.End(), '\n'))
	return err
}
