// Package check is the command check: arguments, settings, inputs, checker, outputs, exit code.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/internal/text"
)

// Flags holds the flags of the check command as they were given.
type Flags struct {
	settings.Settings
	runner.ReportFlags

	jobs           int
	follow         bool
	lists          []string // values of --files-from; more than one is an error
	null           bool
	allowEmpty     bool
	shard          string
	strictBaseline bool
	resume         string
}

func New() *cobra.Command {
	var f Flags
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Check files and folders",
		Example: `  npycheck check
  npycheck check data/ model.npz
  npycheck check --fail-on warning --format html=report.html data/
  find . -name '*.npy' -print0 | npycheck check --files-from - -0
  npycheck check - <a.npy
  npycheck check https://example.org/a.npz s3://bucket/run1/`,
		Long: `A PATH is a file, a folder, a URL, or "-" for standard input. Without one, the
working directory is checked.

Folders:
In a folder, files are checked whose names end in .npy or .npz, in upper or
lower case, at any depth. Symbolic links are counted and not followed, unless
--follow is given. Folders of version control, tools and installed packages,
such as .git and node_modules, are counted and skipped, unless they are a PATH
or --no-default-excludes is given; venv and .venv only if they have pyvenv.cfg.
Give --no-default-excludes if others can add files: they could put one there.

--include and --exclude select files in folders. A pattern without a slash
matches the name of a file or folder at any depth: '*.npz', tmp. One with a
slash matches the path below PATH: 'run1/**/*.npy', or /tmp for a tmp directly
below PATH. Suffixes match in upper and lower case, so '*.npz' also matches
B.Npz. A pattern with another suffix widens the search: with --include '*.cs',
files are checked whose names end in .cs, and no others.

Servers:
A PATH that begins with https:// or http:// is a file of a web server, and one
that begins with s3:// is a bucket, the objects below a prefix, or an object
whose name ends in .npy or .npz. They are not downloaded: a header takes one
small request, and an archive few. The server of s3:// and the credentials are
those of AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_PROFILE and so on,
or of the files in ~/.aws; without any, requests are anonymous. Names in reports
have no passwords, signatures or tokens.

Depth:
By default, files are checked for everything that can be wrong: --depth full
reads the members of archives and verifies their checksums, walks pickles, and
looks at booleans, text, and structured types that have them. It doesn't read
the data of a .npy file if every bit pattern is a value, as in an array of
numbers. For URLs and buckets the default is --depth structure: headers,
lengths, the records of archives, and pickles. All arrays of a file are checked.

Verdicts:
A file is nonconforming if it breaks the format. That is a property of the file:
--ignore, --only, --severity and --allow-import change what is printed, what is
counted and the exit code, but never the verdict.

Settings:
Flags from --ignore to --max-header-size, and --include, --exclude and
--no-default-excludes, can also be set in the nearest .npycheck.toml of the
working directory or a folder above it, or in its pyproject.toml. npycheck
config shows the effective settings, and npycheck config --help how to write the
file. Use --no-config when checking untrusted files.

Formats:
compact has a line for each finding, PATH:OFFSET: SEVERITY: MESSAGE [RULE], with
PATH[MEMBER] for a member of an archive. github has annotations for GitHub
Actions, and appends a summary to the file that GITHUB_STEP_SUMMARY names.

Exit codes:
  0  nothing was found at or above the level of --fail-on
  1  something was found
  2  the command line is wrong
  3  something could not be read, fully checked or written, or changed during
     the check; or a folder or list has no file to check, without
     --allow-empty. With --shard, a PATH that is missing counts in every
     part`,
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.Configure(cmd, args)
			if err != nil {
				return err
			}
			return config.run(cmd)
		},
	}
	f.Register(cmd)
	return cmd
}

// Register defines the flags, and completes their words.
func (f *Flags) Register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.Settings.Register(cmd)
	flags.StringArrayVar(&f.lists, "files-from", nil, "also check the files named in `FILE`, one per line or as npycheck list writes them; \"-\" is standard input")
	flags.BoolVarP(&f.null, "null", "0", false, "the names in --files-from end with NUL")
	flags.BoolVar(&f.follow, "follow", false, "in folders, follow symbolic links, and check each file once")
	flags.StringVar(&f.shard, "shard", "", "check only part `i/n` of the files: every nth of a list, and of others those that a hash of their names chooses; auto takes the part that Slurm has for this task, or Kubernetes if the manifest sets JOB_COMPLETIONS")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a folder or a list without files to check is not an error")
	flags.BoolVar(&f.strictBaseline, "strict-baseline", false, "exit with 1 if the baseline has stale entries")
	flags.IntVarP(&f.jobs, "jobs", "j", runner.FileJobs(), fmt.Sprintf("check this `NUMBER` of files at a time; without the flag %d if a PATH is a URL or a bucket", files.RemoteJobs))
	f.RegisterFormat(cmd)
	f.RegisterText(cmd)
	flags.StringVar(&f.resume, "resume", "", "also write a report as JSON Lines to `FILE`; if it is there already, continue it, and check only files that it doesn't have, or whose size, time or ETag changed")
	cli.Group(flags, cli.GroupCheck, "files-from", "null", "follow", "shard", "allow-empty")
	cli.Group(flags, cli.GroupRules, "strict-baseline")
	cli.Group(flags, cli.GroupDepth, "jobs")
	cli.Group(flags, cli.GroupOutput, "resume")
	cli.CompleteWords(cmd, "jobs")
	cli.CompleteWords(cmd, "shard", "auto")
}

// Config is what the command line asks for.
type Config struct {
	*Flags
	inputs   *files.Inputs
	checker  runner.FileChecker
	check    func(context.Context, files.Input) *report.File // with the checker, or that of --resume
	workers  int
	maxBatch int
	reports  []runner.WantedReport
	stale    []report.Known // entries of the baseline that are obsolete, once the check is at its end
	skipped  string         // folders that were not checked, then
}

// run reads the earlier results, opens the reports, checks the inputs, and ends as the findings say. Nothing has been
// opened yet.
func (c *Config) run(cmd *cobra.Command) error {
	var err error
	if c.checker.Baseline, err = c.Baseline(cmd.Context()); err != nil {
		return err
	}
	c.checker.Fixes = report.Levels{Show: c.Show, FailOn: c.checker.Policy.FailOn}.Shown()
	reports, err := runner.OpenReports(cmd.Context(), c.reports, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	sum, err := c.checkInto(cmd, reports)
	if closeErr := reports.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if sum.Interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: interrupted; %s checked, the rest not\n", text.Count(sum.Files, "file"))
	}
	c.ReportSkipped(cmd.ErrOrStderr())
	c.reportStale(cmd.ErrOrStderr())
	return runner.Exit(sum.Outcome)
}

// checkInto checks the inputs into the open reports and that of --resume.
func (c *Config) checkInto(cmd *cobra.Command, reports *runner.OpenedReports) (report.Summary, error) {
	if c.resume == "" {
		return c.Check(cmd, reports.Outputs)
	}
	for _, name := range runner.ResumedFiles(c.resume) {
		if reports.Includes(name) {
			return report.Summary{}, cli.Usagef("--resume and --format go to the same file: %s", cli.Quoted(name))
		}
	}
	r, err := openResumption(cmd.Context(), c.resume, c.head(), c.checker.Check)
	if err != nil {
		return report.Summary{}, err
	}
	c.checker.Times, c.check = true, r.check
	sum, err := c.Check(cmd, append(reports.Outputs, runner.ReportOutput{Format: report.NewJSONLines(r.head), To: r.out, Name: runner.ReportIn(c.resume)}))
	if endErr := c.endResumption(cmd, r, sum, err == nil && !sum.Interrupted); err == nil {
		err = endErr
	}
	return sum, err
}

// Check checks the inputs, and shows its progress in a bar.
func (c *Config) Check(cmd *cobra.Command, outputs []runner.ReportOutput) (report.Summary, error) {
	closeList, err := c.openList(cmd.Context(), cmd.InOrStdin())
	if err != nil {
		return report.Summary{}, err
	}
	defer closeList()
	r := runner.Runner{Jobs: c.workers, MaxBatch: c.maxBatch, Check: c.check, Outputs: outputs, Progress: func(int64) {}, FailOn: c.checker.Policy.FailOn, Finish: c.findStale}
	inputs := c.inputs.All(&r.Coverage)
	if c.ShowsBar(cmd.ErrOrStderr()) {
		bar := files.StartFileBar(cmd.ErrOrStderr(), c.inputs)
		defer bar.End()
		for i := range r.Outputs {
			r.Outputs[i].To = bar.Above(r.Outputs[i].To)
		}
		r.Progress = bar.AddFiles
		inputs = bar.Watch(inputs)
	}
	for i, o := range r.Outputs {
		r.Outputs[i].To = &cli.NamedWriter{Writer: o.To, What: o.Name}
	}
	sum, err := r.Run(cmd.Context(), inputs)
	c.skipped = r.Coverage.SkippedFolders()
	return sum, err
}

// ReportSkipped names folders that were skipped by default.
func (c *Config) ReportSkipped(stderr io.Writer) {
	if c.skipped != "" && !c.Quiet {
		fmt.Fprintf(stderr, "npycheck: %s; see --no-default-excludes\n", c.skipped)
	}
}

// endResumption ends the report of --resume, and says what became of the previous one.
func (c *Config) endResumption(cmd *cobra.Command, r *resumption, sum report.Summary, complete bool) error {
	if n := r.taken.Load(); n > 0 && !c.Quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s in %s not changed, and not checked again\n", text.Count(n, "file"), cli.QuotedText(c.resume))
	}
	lost := int64(0)
	if complete {
		lost = r.lost()
	}
	// What could not be read may be on a disk that is offline for now, and checking it may have taken days.
	keep := lost > 0 && sum.NotChecked > 0
	err := r.end(cmd.Context(), complete, keep)
	switch {
	case err != nil:
	case keep:
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s of the report before could not be read or found; it is kept as %s\n", text.Count(lost, "file"), cli.QuotedText(c.resume+runner.OldSuffix))
	case lost > 0 && !c.Quiet:
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s of the report before not found, and left out\n", text.Count(lost, "file"))
	}
	return err
}

// openList opens the list of files.
func (c *Config) openList(ctx context.Context, stdin io.Reader) (closeList func() error, err error) {
	switch c.inputs.ListName {
	case "":
	case "-":
		c.inputs.List = stdin
	default:
		file, err := cli.OpenText(ctx, c.inputs.ListName)
		if err != nil {
			return nil, err
		}
		c.inputs.List = file
		return file.Close, nil
	}
	return func() error { return nil }, nil
}

// findStale finds obsolete entries of the baseline. If only part of the files were checked, or a run was cut short or
// resumed, entries of unchecked files mean nothing; one of several shards reports a file that is gone.
func (c *Config) findStale(sum *report.Summary) {
	b := c.checker.Baseline
	if b == nil || sum.Interrupted || c.resume != "" {
		return
	}
	c.stale = b.Stale(func(path string) bool {
		name := filepath.FromSlash(path)
		if !filepath.IsAbs(name) {
			name = filepath.Join(c.BaselineFolder(), name)
		}
		_, err := os.Lstat(name)
		return !report.IsRemote(path) && errors.Is(err, fs.ErrNotExist) && c.inputs.Shard.Has(path)
	})
	if c.strictBaseline {
		sum.Stale = int64(len(c.stale))
	}
}

// maxStale is the number of entries that are named; the others are counted.
const maxStale = 10

// reportStale reports obsolete entries of the baseline.
func (c *Config) reportStale(stderr io.Writer) {
	if len(c.stale) > 1 && !slices.ContainsFunc(c.stale, func(k report.Known) bool { return !path.IsAbs(k.Path) }) {
		fmt.Fprintf(stderr, "npycheck: stale entries in the baseline: %d with absolute paths, which may be of another machine: %s and so on\n", len(c.stale), cli.QuotedText(c.stale[0].Path))
		return
	}
	for i, k := range c.stale {
		if i == maxStale {
			fmt.Fprintf(stderr, "npycheck: stale entries in the baseline: %d more\n", len(c.stale)-i)
			break
		}
		fmt.Fprintf(stderr, "npycheck: stale entry in the baseline: %s: %s\n", cli.QuotedText(k.Path), k.Rule)
	}
}
