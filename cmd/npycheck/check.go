package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/validator/report"
)

// checkFlags holds the flags of the check command as they were given.
type checkFlags struct {
	settings
	reportFlags

	jobs           int
	follow         bool
	lists          []string // as --files-from names them; more than one is an error
	null           bool
	allowEmpty     bool
	progress       string
	shard          string
	baseline       string
	strictBaseline bool
	resume         string
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Check files and folders",
		Long: `check checks files and folders. In a folder it checks the files, at any depth,
whose names end in .npy or .npz, in upper or lower case. "-" is standard input.
Symbolic links in folders are counted but not followed, unless --follow is
given.

A PATH that begins with https:// or http:// is a file of a web server, and one
that begins with s3:// is a bucket, the objects below a prefix, or an object
whose name ends in .npy or .npz. They are not downloaded: a header takes one
small request, and an archive few. The server of s3:// and the credentials are
those of AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_PROFILE and so on,
or of the files in ~/.aws; without any, requests are anonymous. Names in reports
have no passwords, signatures or tokens.

--include and --exclude select files in folders. A pattern without a slash
matches the name of a file or folder at any depth: '*.npz', tmp. One with a
slash matches the path below PATH: 'run1/**/*.npy', or /tmp for a tmp directly
below PATH. The suffixes .npy and .npz match in upper and lower case, so
'*.npz' also matches B.Npz.

The default depth verifies no checksums and doesn't look at numeric data;
--depth full does both.

A file is nonconforming if it breaks the format. That is a property of the file:
--ignore, --only, --severity and --allow-import change what is printed, what is
counted and the exit code, but never the verdict.

Flags from --fail-on to --exclude can stand in the nearest .npycheck.toml of the
working directory or a folder above it; npycheck config shows what holds, and
npycheck config --help how to write the file. Use --no-config on files of
strangers.

The format compact has a line for each finding, PATH:OFFSET: SEVERITY: MESSAGE
[RULE], with PATH[MEMBER] for a member of an archive. The format github has
annotations for GitHub Actions, and appends a summary to the file that
GITHUB_STEP_SUMMARY names.

Exit codes:
  0  nothing was found at or above the level of --fail-on
  1  something was found
  2  the command line is wrong
  3  something could not be read, fully checked or written, or changed during
     the check; or a folder or list has no file to check, without
     --allow-empty. With --shard, a PATH that is missing counts in every
     part`,
		Example: `  npycheck check data/
  npycheck check --format jsonl --fail-on warning a.npy b.npy
  find . -name '*.npy' -print0 | npycheck check --files-from - -0
  npycheck check --depth full - <a.npy
  npycheck check https://example.org/a.npz s3://bucket/run1/`,
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.config(cmd, args)
			if err != nil {
				return err
			}
			return config.run(cmd)
		},
	}
	f.register(cmd.Flags())
	completeCheck(cmd)
	return cmd
}

// register defines the flags.
func (f *checkFlags) register(flags *pflag.FlagSet) {
	flags.SortFlags = false
	f.registerFormat(flags)
	f.settings.register(flags)
	flags.BoolVar(&f.follow, "follow", false, "in folders, follow symbolic links, and check each file once")
	flags.StringVar(&f.baseline, "baseline", "", "count the findings that `FILE` knows instead of showing them; npycheck baseline writes it")
	flags.BoolVar(&f.strictBaseline, "strict-baseline", false, "exit with 1 if the baseline has entries that are of no use any more")
	flags.IntVarP(&f.jobs, "jobs", "j", fileJobs(), fmt.Sprintf("check this `NUMBER` of files at a time; without the flag %d if a PATH is a URL or a bucket", remoteJobs))
	flags.StringArrayVar(&f.lists, "files-from", nil, "also check the files named in `FILE`, one per line or as npycheck list writes them; \"-\" is standard input")
	flags.BoolVarP(&f.null, "null", "0", false, "the names in --files-from end with NUL")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a folder or a list without files to check is not an error")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no summary line, and no progress bar unless --progress asks for it")
	f.registerText(flags)
	flags.StringVar(&f.progress, "progress", "auto", "`WHEN` to show a progress bar: auto, always or never")
	flags.StringVar(&f.resume, "resume", "", "also write a report as JSON Lines to `FILE`; if it is there already, go on with it, and check only files that it doesn't have, or whose size, time or ETag changed")
	flags.StringVar(&f.shard, "shard", "", "check only part `i/n` of the files: every nth of a list, and of others those that a hash of their names chooses; auto takes the part that Slurm has for this task, or Kubernetes if the manifest sets JOB_COMPLETIONS")
}

// fileJobs is the number of files that are worked on at a time.
func fileJobs() int { return max(8, 2*runtime.GOMAXPROCS(0)) }

// checkConfig is what a command line asks for.
type checkConfig struct {
	*checkFlags
	inputs  *inputs
	runner  runner
	reports []wantedReport
}

// run checks the inputs and writes the reports. Nothing was opened before.
func (c *checkConfig) run(cmd *cobra.Command) error {
	if err := c.readBaseline(cmd.Context()); err != nil {
		return err
	}
	reports, err := openReports(cmd.Context(), c.reports, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	for _, name := range resumedFiles(c.resume) {
		if reports.includes(name) {
			reports.close()
			return usagef("--resume and --format go to the same file: %s", quoted(name))
		}
	}
	outputs, endResumption, err := c.resumeReport(cmd, reports.outputs)
	if err != nil {
		reports.close()
		return err
	}
	sum, err := c.check(cmd, outputs)
	if endErr := endResumption(sum, err == nil && !sum.Interrupted); err == nil {
		err = endErr
	}
	if closeErr := reports.close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if sum.Interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: interrupted; %s checked, the rest not\n", report.Count(sum.Files, "file"))
	}
	stale := c.staleEntries(cmd.ErrOrStderr(), sum)
	if err := checkOutcome(&c.runner.checker.Policy, sum); err != nil || !c.strictBaseline || !stale {
		return err
	}
	return exitCode(exitFindings)
}

// check checks the inputs, with a bar that shows how far it is.
func (c *checkConfig) check(cmd *cobra.Command, outputs []reportOutput) (report.Summary, error) {
	closeList, err := c.openList(cmd.Context(), cmd.InOrStdin())
	if err != nil {
		return report.Summary{}, err
	}
	defer closeList()
	r, stop := &c.runner, func() {}
	r.outputs = outputs
	inputs := c.inputs.all(&r.coverage)
	if showsBar(cmd.ErrOrStderr(), c.quiet, c.progress) {
		bar := startFileBar(cmd.ErrOrStderr(), c.inputs)
		for i := range r.outputs {
			r.outputs[i].to = bar.above(r.outputs[i].to)
		}
		r.progress, stop = bar.addFiles, bar.end
		inputs = bar.watch(inputs)
	}
	for i, o := range r.outputs {
		r.outputs[i].to = &namedWriter{o.to, o.name}
	}
	defer stop()
	return r.run(cmd.Context(), inputs)
}

// resumeReport adds the report of --resume to the outputs.
func (c *checkConfig) resumeReport(cmd *cobra.Command, outputs []reportOutput) (all []reportOutput, end func(sum report.Summary, complete bool) error, err error) {
	if c.resume == "" {
		return outputs, func(report.Summary, bool) error { return nil }, nil
	}
	ctx := cmd.Context()
	r, err := openResumption(ctx, c.resume, c.head())
	if err != nil {
		return nil, nil, err
	}
	c.runner.checker.Times = true
	r.check, c.runner.check = c.runner.checker.Check, r.file
	end = func(sum report.Summary, complete bool) error {
		if n := r.taken.Load(); n > 0 && !c.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s in %s not changed, and not checked again\n", report.Count(n, "file"), quotedText(c.resume))
		}
		lost := int64(0)
		if complete {
			lost = r.lost()
		}
		// What could not be read may be a disk that is gone for now, and with it the work of days.
		keep := lost > 0 && sum.Unreadable > 0
		err := r.end(ctx, complete, keep)
		switch {
		case err != nil:
		case keep:
			fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s of the report before could not be read or found; it is kept as %s\n", report.Count(lost, "file"), quotedText(c.resume+oldSuffix))
		case lost > 0 && !c.quiet:
			fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s of the report before not found, and left out\n", report.Count(lost, "file"))
		}
		return err
	}
	return append(outputs, reportOutput{format: report.NewJSONLines(r.head), to: r.out, name: reportIn(c.resume)}), end, nil
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
	switch c.inputs.listName {
	case "":
	case "-":
		c.inputs.list = stdin
	default:
		file, err := openText(ctx, c.inputs.listName)
		if err != nil {
			return nil, err
		}
		c.inputs.list = file
		return file.Close, nil
	}
	return func() error { return nil }, nil
}
