// Package fuzz is the command fuzz.
package fuzz

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/adapter"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz/hunt"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// The defaults of npycheck fuzz. A reader that needs more time for a few hundred bytes is stuck.
const (
	fuzzDuration = time.Minute
	fuzzTimeout  = 2 * time.Second
	fuzzFolder   = "npycheck-fuzz"
)

// fuzzMemory is the memory limit in bytes.
const fuzzMemory = 96 << 20

// fuzzFlags holds the flags of the fuzz command as they were given.
type fuzzFlags struct {
	adapter.AdapterFlags
	duration       time.Duration
	runs           int64
	seed           uint64
	areas, against []string
	noCorpus       bool
	out            string
	known          adapter.KnownFlags
	format, output string
	failOn         string
	bar            cli.BarFlags
}

func New() *cobra.Command {
	var f fuzzFlags
	cmd := &cobra.Command{
		Use:   "fuzz [flags] -- COMMAND [ARG...]",
		Short: "Look for files that a reader or a writer gets wrong",
		Long: `fuzz makes files, asks the adapter COMMAND about each, and judges the answers.
The adapter is that of npycheck conform; it should speak --protocol jsonl, which
is many times faster.

Findings:
A finding means that the reader died, hung or took too much memory, gave the
wrong verdict, returned an array that differs from the one in the file, or
answered differently the second time. With --against, fuzz also reports where
two readers return different arrays for a file that may go either way.

Failures of one kind are one finding. Its file is made as small as possible.
--out has a folder for each finding, with the file and what is known about it. A
run with the same --out continues where the last one stopped: it first asks
about the files of earlier findings, and takes out what is fixed. The folder
belongs to one version of one reader.

Known failures:
Failures in the corpus are left out, because npycheck conform reports them.
Asking about the corpus may take up to a minute, in which --duration doesn't
count. --known-failures names a file of other failures to leave out, one per
line: the result, the rules, the message in quotes, the reason. In the rules and
the message * stands for any characters, and \* for a star:

  crash shape-bool "panic: *" index out of range, not fixed yet

Hangs:
A reader that takes many times as long as usual may hang. It is given all of
--timeout once for each kind of file, while other processes of it read other
files: up to four for each of --jobs. Then most files of a kind in which it
hangs are set aside.

Limits:
A run ends when its time is over or it has asked about --runs files, whichever
comes first; 0 means no limit. Interrupted, it saves and reports what it has.
Equal seeds begin with equal files; later ones depend on what the reader
answered, and when.

Everything after COMMAND belongs to it. Without "--" before COMMAND, a flag of
fuzz after it is an error.

Exit codes:
  0  nothing was found
  1  there are findings that --fail-on names, from this run or earlier ones in
     --out
  2  the command line is wrong, COMMAND can't be started, or --out is the
     folder of something else
  3  the adapter breaks the protocol, accepts nothing of the corpus, or the run
     was interrupted before the first file; or the system is out of resources`,
		Example: `  npycheck fuzz --protocol jsonl -- python3 adapter.py
  npycheck fuzz --duration 10m --area shape,descr -- ./read_npy
  npycheck fuzz --protocol jsonl --against 'python3 adapter.py' -- ./adapter
  npycheck fuzz --known-failures known --update-known-failures -- ./read_npy`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.fuzz(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows COMMAND belongs to it
	flags.SortFlags = false
	flags.DurationVar(&f.duration, "duration", fuzzDuration, "stop after this `TIME`, with unit")
	flags.Int64Var(&f.runs, "runs", 0, "stop after this `NUMBER` of files")
	flags.Uint64Var(&f.seed, "seed", 0, "make the files of this `SEED`; 0 for that of --out or a random one")
	flags.StringSliceVar(&f.areas, "area", nil, "only files that are unusual in these `AREAS`: "+strings.Join(spec.Areas(), ", "))
	f.RegisterProtocol(flags)
	flags.StringArrayVar(&f.against, "against", nil, "compare with the reader of another adapter, `'COMMAND ARG...'`, quoted as for a shell; may be repeated")
	flags.BoolVar(&f.noCorpus, "no-corpus", false, "don't ask about the corpus first, and report what fails there, too")
	f.RegisterLimits(flags, fuzzTimeout)
	flags.StringVar(&f.out, "out", fuzzFolder, "keep findings and state in `DIR`; \"\" keeps nothing")
	f.known.Register(flags, "failures to leave out", "findings")
	flags.StringVar(&f.format, "format", "text", "`FORMAT` of the report: text or json")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
	flags.StringVar(&f.failOn, "fail-on", "any", "exit with 1 on `FINDINGS`: any, severe (wrong-data, crash, hang, out-of-memory) or never")
	f.bar.Register(cmd)
	cli.Group(flags, cli.GroupTest, "against")
	cli.Group(flags, cli.GroupCases, "seed", "area", "no-corpus")
	cli.Group(flags, cli.GroupLimits, "duration", "runs")
	cli.Group(flags, cli.GroupOutput, "out", "format", "output", "fail-on")
	adapter.CompleteAdapter(cmd)
	cli.CompleteList(cmd, "area", spec.Areas)
	cli.CompleteWords(cmd, "format", "text", "json")
	cli.CompleteWords(cmd, "fail-on", "any", "severe", "never")
	for _, flag := range []string{"duration", "runs", "seed", "against"} {
		cli.CompleteWords(cmd, flag)
	}
	cmd.AddCommand(cli.Reporting(newFuzzExport()))
	return cmd
}

func (f *fuzzFlags) fuzz(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	if err := cli.CheckCommand(cmd, args); err != nil {
		return err
	}
	options, err := f.options(args)
	if err != nil {
		return err
	}
	known, err := f.knownFailures(ctx)
	if err != nil {
		return err
	}
	options.Known = known.Match
	// A file that can't be written is reported now, not only at the end.
	output, err := cli.OpenOutput(ctx, f.output)
	if err != nil {
		return err
	}
	defer output.Close()
	list, err := cli.OpenOutput(ctx, f.known.ToWrite())
	if err != nil {
		return err
	}
	defer list.Close()
	adapter.LimitMemory(fuzzMemory)
	stop := func() {}
	if f.bar.ShowsBar(cmd.ErrOrStderr()) {
		options.Progress, stop = startBar(cmd.ErrOrStderr(), f.duration, f.runs)
	}
	found, err := hunt.Run(ctx, *options)
	stop()
	if found == nil {
		return fuzzError(ctx, err)
	}
	if reportErr := output.Report(cmd.OutOrStdout(), func(w io.Writer) error { return f.write(w, found) }); reportErr != nil {
		return reportErr
	}
	if f.known.Update {
		if err := adapter.WriteKnownText(list, known.Update(found.Findings)); err != nil {
			return err
		}
	}
	f.remark(cmd.ErrOrStderr(), found, known)
	if err != nil {
		return fuzzError(ctx, err)
	}
	return f.outcome(found)
}

// options checks the command line and returns its options.
func (f *fuzzFlags) options(args []string) (*hunt.Options, error) {
	adapter, err := f.Adapter(args)
	if err != nil {
		return nil, err
	}
	o := &hunt.Options{
		Duration: f.duration,
		Runs:     f.runs,
		Seed:     f.seed,
		Jobs:     f.Jobs,
		Areas:    f.areas,
		Corpus:   !f.noCorpus,
		Dir:      f.out,
		Command:  adapter.Command,
		Protocol: adapter.Protocol,
	}
	switch {
	case f.duration < 0:
		return nil, cli.Usagef("--duration %s: expected a time, or 0 for no limit", f.duration)
	case f.runs < 0:
		return nil, cli.Usagef("--runs %d: expected a number of files, or 0 for no limit", f.runs)
	case f.format != "text" && f.format != "json":
		return nil, cli.Usagef("--format %s: expected text or json", cli.Quoted(f.format))
	case !slices.Contains([]string{"any", "severe", "never"}, f.failOn):
		return nil, cli.Usagef("--fail-on %s: expected any, severe or never", cli.Quoted(f.failOn))
	case f.Writer && len(f.against) > 0:
		return nil, cli.Usagef("--against compares readers; leave out --writer")
	case cli.HasArrayName(f.output):
		return nil, cli.Usagef("--output %s: refusing to write a report over an array", cli.Quoted(f.output))
	}
	for _, area := range f.areas {
		if !slices.Contains(spec.Areas(), area) {
			return nil, cli.Usagef("unknown area %s in --area%s", cli.Quoted(area), cli.WantOneOf(area, spec.Areas()))
		}
	}
	if err := f.known.Check(); err != nil {
		return nil, err
	}
	if err := f.bar.CheckProgress(); err != nil {
		return nil, err
	}
	if o.Profile, err = f.ChosenProfile(); err != nil {
		return nil, err
	}
	if f.Writer {
		o.OpenWriter = hunt.WriterAdapter(*adapter)
	} else {
		o.Open = hunt.Adapter(*adapter)
	}
	for _, line := range f.against {
		other := *adapter
		other.Implementation = conformance.Implementation{} // --unsupported and --traits are about COMMAND
		if other.Command, err = cli.ShellWords(line); err != nil {
			return nil, cli.Usagef("--against %s: %v", cli.Quoted(line), err)
		}
		o.Against = append(o.Against, hunt.Opponent{Open: hunt.Adapter(other), Command: other.Command})
	}
	return o, nil
}

// knownFailures reads the list.
func (f *fuzzFlags) knownFailures(ctx context.Context) (*hunt.Known, error) {
	text, err := f.known.Read(ctx)
	if err != nil {
		return nil, err
	}
	known, err := hunt.ParseKnown(f.known.File, text)
	if err != nil {
		return nil, cli.Usagef("%s", validator.Quote(err.Error()))
	}
	return known, nil
}

// remark prints what isn't part of the report.
func (f *fuzzFlags) remark(stderr io.Writer, found *hunt.Report, known *hunt.Known) {
	lines := slices.Concat(found.Remarks, known.Unseen())
	if found.Incomplete == "interrupted" && f.out != "" {
		lines = append(lines, "a run with the same --out continues")
	}
	for _, line := range lines {
		fmt.Fprintf(stderr, "npycheck: %s\n", cli.QuotedText(line))
	}
}

// outcome returns how a run ends whose report was written.
func (f *fuzzFlags) outcome(found *hunt.Report) error {
	for _, g := range found.Findings {
		if g.Outcome == conformance.OutcomeInvalid {
			return fmt.Errorf("the adapter of %s broke the protocol: %s", found.Implementation.Name, g.Account)
		}
	}
	if found.Incomplete == "interrupted" && found.ThisRun == 0 {
		return errors.New("interrupted before the first file")
	}
	if slices.ContainsFunc(found.Findings, func(g *hunt.Finding) bool {
		return f.failOn == "any" || f.failOn == "severe" && g.Signature.Cell.Severe()
	}) {
		return cli.ExitCode(cli.ExitFindings)
	}
	return nil
}

// fuzzError gives an error of a run its exit code.
func fuzzError(ctx context.Context, err error) error {
	var adapter *conformance.AdapterError
	var folder *hunt.FolderError
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted before the first file; nothing was saved")
	case errors.As(err, &adapter) && adapter.Err != nil: // its command can't be started
		return cli.Usagef("%s", validator.Quote(adapter.Error()))
	case errors.Is(err, hunt.ErrAreas):
		return cli.Usagef("--area: %s", validator.Quote(err.Error()))
	case errors.As(err, &folder):
		return cli.Usagef("--out %s %s", cli.Quoted(folder.Dir), validator.Quote(folder.Message))
	}
	return err
}

// write writes the report in the requested format.
func (f *fuzzFlags) write(w io.Writer, found *hunt.Report) error {
	if f.format == "json" {
		_, err := w.Write(found.AppendJSON(nil))
		return err
	}
	return writeFuzzText(w, found, f.out)
}
