package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/validator/report"
)

// checkFlags holds the flags of the check command as they were given.
type checkFlags struct {
	formats                []string
	output                 string
	failOn                 string
	ignore, only, severity []string
	denyObject             bool
	depth                  string
	maxHeaderSize          string
	jobs                   int
	filesFrom              string
	null                   bool
	include, exclude       []string
	follow, allowEmpty     bool
	quiet                  bool
	color, progress        string
	shard                  string
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Check files and folders",
		Long: `check checks files and folders. In a folder it checks the files, at any depth, whose
names end in .npy or .npz, in upper or lower case. "-" is standard input. Symbolic
links in folders are counted but not followed, unless --follow is given.

--include and --exclude select files in folders. A pattern without a slash matches
the name of a file or folder at any depth: '*.npz', tmp. One with a slash matches the
path below PATH: 'run1/**/*.npy', or /tmp for a tmp directly below PATH. The suffixes
.npy and .npz match in upper and lower case, so '*.npz' also matches B.Npz.

The default depth verifies no checksums and doesn't look at numeric data; --depth full
does both.

A file is nonconforming if it breaks the format. That is a property of the file:
--ignore, --only and --severity change what is printed, what is counted and the
exit code, but never the verdict.

The format compact has a line for each finding, PATH:OFFSET: SEVERITY: MESSAGE [RULE],
with PATH[MEMBER] for a member of an archive. The format github has annotations for
GitHub Actions, and appends a summary to the file that GITHUB_STEP_SUMMARY names.

Exit codes:
  0  nothing was found at or above the level of --fail-on
  1  something was found
  2  the command line is wrong
  3  something could not be read, fully checked or written, or changed during the
     check; or a folder or list has no file to check, without --allow-empty. With
     --shard, a PATH that is missing or can't be opened counts in every part`,
		Example: `  npycheck check data/
  npycheck check --format jsonl --fail-on warning a.npy b.npy
  find . -name '*.npy' -print0 | npycheck check --files-from - -0
  npycheck check --depth full - <a.npy`,
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.config(cmd, args)
			if err != nil {
				return err
			}
			return config.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&f.formats, "format", []string{"text"}, "`FORMAT` of the report: "+strings.Join(checkFormatNames(), ", ")+"; FORMAT=FILE writes it to a file, and the flag may be given several times")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
	flags.StringVar(&f.failOn, "fail-on", "error", "exit with 1 on findings of this `LEVEL` or above: error, warning, note or never")
	flags.StringSliceVar(&f.ignore, "ignore", nil, "neither show nor count findings of these `RULES`, separated by commas")
	flags.StringSliceVar(&f.only, "only", nil, "show and count findings of these `RULES` only")
	flags.StringSliceVar(&f.severity, "severity", nil, "report a rule at another level: `RULE=LEVEL`, several separated by commas")
	flags.BoolVar(&f.denyObject, "deny-object", false, "report arrays of Python objects (pickle-present) as errors")
	flags.StringVar(&f.depth, "depth", "structure", "check to this `DEPTH`: header (and the records of archives), structure (also lengths and pickles) or full (also every byte of the data)")
	flags.StringVar(&f.maxHeaderSize, "max-header-size", "1MiB", "don't read longer headers: `SIZE` in bytes, KiB, MiB or GiB")
	flags.IntVarP(&f.jobs, "jobs", "j", max(8, 2*runtime.GOMAXPROCS(0)), "check this `NUMBER` of files at a time")
	flags.StringVar(&f.filesFrom, "files-from", "", "also check the files named in `FILE`, one per line; \"-\" is standard input")
	flags.BoolVarP(&f.null, "null", "0", false, "the names in --files-from end with NUL")
	flags.StringArrayVar(&f.include, "include", nil, "in folders, check only files that match `GLOB`: by name, or with a slash by the path below the folder, with **")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "in folders, leave out files and folders that match `GLOB`")
	flags.BoolVar(&f.follow, "follow", false, "in folders, follow symbolic links, and check each file once")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a folder or a list without files to check is not an error")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no summary line, and no progress bar unless --progress asks for it")
	flags.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
	flags.StringVar(&f.progress, "progress", "auto", "`WHEN` to show a progress bar: auto, always or never")
	flags.StringVar(&f.shard, "shard", "", "check only part `i/n` of the files, chosen by a hash of their names")
	return cmd
}

// checkConfig is what a command line asks for.
type checkConfig struct {
	*checkFlags
	inputs  *inputs
	runner  runner
	reports []wantedReport
}

// run checks the inputs and writes the report. Nothing was opened before.
func (c *checkConfig) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	closeList, err := c.openList(ctx, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer closeList()
	r := &c.runner
	reports, err := openReports(ctx, c.reports, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	r.outputs = reports.outputs
	stop := func() {}
	if showsBar(cmd.ErrOrStderr(), c.quiet, c.progress) {
		bar := startProgress(cmd.ErrOrStderr(), "files", c.inputs.count)
		for i := range r.outputs {
			r.outputs[i].to = bar.above(r.outputs[i].to)
		}
		r.progress, stop = bar.add, bar.end
	}
	sum, err := r.run(ctx, c.inputs.all(&r.coverage))
	stop()
	if closeErr := reports.close(); err == nil {
		err = closeErr
	}
	if err != nil {
		var known *writeError
		if errors.As(err, &known) {
			return known
		}
		return &writeError{"the report", err}
	}
	if sum.Interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: interrupted; %s checked, the rest not\n", report.Count(sum.Files, "file"))
	}
	return checkOutcome(&r.checker.Policy, sum)
}

// checkOutcome returns the end of a run whose report was written.
func checkOutcome(p *report.Policy, s report.Summary) error {
	switch {
	case s.Unreadable > 0 || s.Interrupted:
		return exitCode(exitIncomplete)
	case p.Fails(s):
		return exitCode(exitFindings)
	}
	return nil
}

// openList opens the list of files.
func (c *checkConfig) openList(ctx context.Context, stdin io.Reader) (closeList func() error, err error) {
	switch c.filesFrom {
	case "":
	case "-":
		c.inputs.list = stdin
	default:
		file, err := openText(ctx, c.filesFrom)
		if err != nil {
			return nil, err
		}
		c.inputs.list = file
		return file.Close, nil
	}
	return func() error { return nil }, nil
}

// showsBar reports whether to show a progress bar: as --progress says, and else on a terminal, unless
// --quiet asks for silence.
func showsBar(stderr io.Writer, quiet bool, when string) bool {
	if when != "auto" {
		return when == "always"
	}
	return !quiet && isTerminal(stderr) && os.Getenv("TERM") != "dumb"
}
