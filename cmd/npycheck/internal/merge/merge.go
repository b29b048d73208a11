// Package merge is the command merge.
package merge

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
)

// mergeFlags holds the flags of the merge command.
type mergeFlags struct {
	runner.ReportFlags
	failOn, show string
	partial      bool
}

func New() *cobra.Command {
	var f mergeFlags
	cmd := &cobra.Command{
		Use:   "merge REPORT...",
		Short: "Merge the reports of shards",
		Example: `  npycheck merge reports/*.jsonl
  npycheck merge --format text --format html=report.html reports/*.jsonl`,
		Long: `A REPORT is what npycheck check --shard i/n --format jsonl wrote, or check
without --shard. From the reports of all shards, in any order, merge writes the
report of all the files, in any format that check has, and exits as one check of
all the files would have. From a single report it writes one in another format.

Schedulers treat exit code 1 as a failed task, so run the shards with --fail-on
never, and give the level to merge.

It refuses to merge if a shard is missing or given twice, if a report was cut
off, if the reports were not made by this version of npycheck with the same
options, or if the shards didn't find the same files: a file may then have been
checked by none of them. Write a list with npycheck list if files come and go.

With --partial, shards may be missing: the report is incomplete. As JSON Lines,
it can be merged with the others later.

Files are in the order of the shards, and within a shard in that of its check.
A report needs to be a file, since merge looks at its end first. merge doesn't
read the files that were checked, so SARIF has no hashes of them.

Exit codes:
  0  nothing was found at or above the level of --fail-on
  1  something was found
  2  the command line is wrong
  3  a file could not be read or fully checked, a shard is missing, or the
     reports don't make one`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.RegisterFormat(cmd)
	flags.StringVar(&f.failOn, "fail-on", "", "exit with 1 on findings of this `LEVEL` or above: error, warning, note or never; without the flag as check would have")
	settings.RegisterShow(cmd, &f.show)
	flags.BoolVar(&f.partial, "partial", false, "shards may be missing")
	f.RegisterText(cmd)
	cli.Group(flags, cli.GroupRules, "fail-on")
	cli.Group(flags, cli.GroupCheck, "partial")
	cli.CompleteFlag(cmd, "fail-on", settings.CompleteFailOn)
	return cmd
}

func (f *mergeFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.MissingArgument(cmd, "no REPORT given")
	}
	if slices.Contains(args, "-") {
		return cli.Usagef("standard input can't be merged: a report needs to be a file")
	}
	if _, ok := settings.ParseFailOn(f.failOn); !ok && f.failOn != "" {
		return cli.Usagef("--fail-on %s: expected error, warning, note or never", cli.Quoted(f.failOn))
	}
	var err error
	if f.Show, err = settings.ParseShow("--show", f.show); err != nil {
		return err
	}
	m := &runner.Merger{}
	wanted, err := f.Reports(cmd, &runner.Reported{
		Head:   func() report.Head { return m.Head },
		FailOn: m.FailOn,
		Hash:   func(func() bool) {},
		Trees:  func(func() *inspect.Trees) {},
		InUse: func(file os.FileInfo) string {
			if slices.ContainsFunc(args, func(name string) bool { return runner.IsFile(name, file) }) {
				return "one to merge"
			}
			return ""
		},
	})
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	if err := m.Open(ctx, args, f.partial); err != nil {
		return err
	}
	m.Head.Options.FailOn = cmp.Or(f.failOn, m.Head.Options.FailOn)
	reports, err := runner.OpenReports(ctx, wanted, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	m.Outputs = reports.Outputs
	stop := func() {}
	if f.ShowsBar(cmd.ErrOrStderr()) {
		bar := cli.StartCountBar(cmd.ErrOrStderr(), "files")
		bar.SetTotal(m.Files)
		for i := range m.Outputs {
			m.Outputs[i].To = bar.Above(m.Outputs[i].To)
		}
		m.Progress, stop = bar.Add, bar.End
	}
	sum, err := m.Merge(ctx)
	stop()
	if closeErr := reports.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if m.Missing != "" { // not every format says so
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s missing\n", m.Missing)
	}
	return runner.Exit(sum.Outcome)
}
