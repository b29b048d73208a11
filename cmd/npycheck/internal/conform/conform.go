// Package conform is the command conform.
package conform

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/adapter"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// conformMemory is the memory limit in bytes. A run over the corpus keeps up to 85 MB: the cases, the arrays, and what
// the adapter said.
const conformMemory = 192 << 20

// conformFlags holds the flags of the conform command as they were given.
type conformFlags struct {
	adapter.AdapterFlags
	failOnWarning  bool
	run            []string
	corpus         string
	core           bool
	filter         adapter.CorpusFilter
	repeat         int
	measure        bool
	known          adapter.KnownFlags
	format, output string
	all            bool
	bar            cli.BarFlags
}

func New() *cobra.Command {
	var f conformFlags
	cmd := &cobra.Command{
		Use:   "conform [flags] -- COMMAND [ARG...]",
		Short: "Test a reader or a writer against the corpus",
		Long: `The adapter COMMAND is a small program around an implementation of the formats.
conform runs it over the files of the corpus, and compares what it does with
what it should do.

Protocols:
With --protocol exec, COMMAND is run for each file, with its path as the last
argument. It exits with 0 and prints the array as one JSON object, for example
{"dtype":"<f8","shape":[3],"data":"<hexadecimal>"}, with 1 if the reader rejects
the file, or with 2 and {} if it doesn't support it. Anything else is a crash;
an error of Python, Node or the JVM that nobody caught may be an exception.
--unsupported names features that the reader doesn't claim: it may reject a file
that needs one of them.

With --protocol jsonl it is started once and answers requests in JSON lines. See
conformance/protocol.md in the repository for both.

Results:
The result for a file is pass, either (it may go either way), unsupported,
wrong-verdict, exception (an error that the reader doesn't document, which its
caller can catch), wrong-data, crash, hang or out-of-memory. The last six are
failures. --known-failures names a file of expected failures, one per line: the
ID of a case or a pattern, the result, the reason. A failure that isn't listed,
or a stale entry, fails the run.

The reports as text, markdown and html have a line for each cause: failures with
the same result and the same message, apart from numbers, paths and what is
quoted, or, of files that were read and must be rejected, with the same rule.
--all lists each case in the text. A line of --known-failures may name a cause:
RESULT RULES "MESSAGE" REASON, as for npycheck fuzz; "*" stands for any
characters, and "-" for any rules.
  exception - "TypeError: *" its parser
  wrong-verdict zip-crc "read as *" never computes a checksum

A process that breaks down after it has answered is tried again in a new one,
and what came before is tried, too.
What can't be attributed to a file is a remark, and so are answers that differ
with --repeat. A run that is interrupted writes what it has measured, marked as
incomplete.

Which cases:
--run and the flags from --duty to --importance select cases: of several values
for one flag a case must match one; of several flags it must match all.

--core and --importance high are for a first look. --core has the cases that
show most defects of the readers in npycheck's matrix: conformance/core.txt in
the repository. It follows the matrix from one npycheck to the next. The
importance is part of the corpus: high are the cases of that list when the
corpus was made, low are files that no current writer produces, and medium are
the others.

Everything after COMMAND belongs to it. Without "--" before COMMAND, a flag of
conform after it is an error.

Exit codes:
  0  no failures, or only known ones
  1  there are failures, or stale known failures
  2  the command line is wrong, or COMMAND can't be started
  3  not everything was measured: the adapter breaks the protocol, the corpus
     is damaged or changes, or the run was interrupted`,
		Example: `  npycheck conform -- ./read_npy
  npycheck conform --protocol jsonl --profile numpy -- python3 adapter.py
  npycheck conform --run 'shape/*' --format json -o result.json -- ./read_npy
  npycheck conform --importance high --unsupported deflate,zip64 -- ./read_npy
  npycheck conform --known-failures known --update-known-failures -- ./read_npy`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.conform(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows COMMAND belongs to it
	flags.SortFlags = false
	f.RegisterProtocol(flags)
	flags.BoolVar(&f.failOnWarning, "fail-on-warning", false, "with --writer: a file with a warning fails")
	flags.StringArrayVar(&f.run, "run", nil, "run only the cases whose ID or file matches `GLOB`, a pattern with **: \"header/*\", \"reject/**\"; may be repeated")
	flags.BoolVar(&f.core, "core", false, fmt.Sprintf("run only the %d cases that show most defects of other readers", len(conformance.Core())))
	f.filter.Register(flags)
	flags.StringVar(&f.corpus, "corpus", "", "use the copy of the corpus in `DIR`")
	flags.IntVar(&f.repeat, "repeat", 1, "ask for each case this `NUMBER` of times; the worst answer counts, and a remark says if they differ")
	f.RegisterLimits(flags, conformance.DefaultTimeout)
	f.known.Register(flags, "expected failures", "failures")
	flags.BoolVar(&f.measure, "measure", false, "add the time and the peak memory of each result to the JSON report")
	flags.StringVar(&f.format, "format", "text", "`FORMAT` of the report: "+strings.Join(reportFormats, ", "))
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
	flags.BoolVar(&f.all, "all", false, "list each failing case in the text report, and not causes")
	f.bar.Register(cmd)
	cli.Group(flags, cli.GroupTest, "fail-on-warning")
	cli.Group(flags, cli.GroupCases, "run", "core", "corpus", "repeat")
	cli.Group(flags, cli.GroupOutput, "measure", "format", "all", "output")
	adapter.CompleteAdapter(cmd)
	adapter.CompleteFilter(cmd)
	cli.CompleteWords(cmd, "format", reportFormats...)
	for _, flag := range []string{"run", "repeat"} {
		cli.CompleteWords(cmd, flag)
	}
	cmd.AddCommand(cli.Reporting(newConformRegression()))
	return cmd
}

func (f *conformFlags) conform(cmd *cobra.Command, args []string) error {
	if err := cli.CheckCommand(cmd, args); err != nil {
		return err
	}
	options, err := f.options(args)
	if err != nil {
		return err
	}
	known, err := f.knownFailures(cmd.Context())
	if err != nil {
		return err
	}
	all, err := f.cases(cmd.Flags(), options)
	if err != nil {
		return err
	}
	// A file that can't be written is reported now, not only after all is measured.
	output, err := cli.OpenOutput(cmd.Context(), f.output)
	if err != nil {
		return err
	}
	defer output.Close()
	list, err := cli.OpenOutput(cmd.Context(), f.known.ToWrite())
	if err != nil {
		return err
	}
	defer list.Close()
	adapter.LimitMemory(conformMemory)
	stop := func() {}
	if f.bar.ShowsBar(cmd.ErrOrStderr()) {
		bar := cli.StartCountBar(cmd.ErrOrStderr(), "cases")
		options.Planned = func(n int) { bar.SetTotal(int64(n)) }
		options.Progress = func() { bar.Add(1) }
		stop = bar.End
	}
	measured, err := conformance.Run(cmd.Context(), *options)
	stop()
	if err != nil && measured == nil {
		return conformError(cmd.Context(), err, measured)
	}
	if !f.measure {
		unmeasure(measured)
	}
	if err != nil {
		known.Apply(measured, all, true)
		// Whatever ended the run, its results are written.
		if err := output.Report(cmd.OutOrStdout(), func(w io.Writer) error { return writeReport(w, measured, f.format, f.all) }); err != nil {
			return err
		}
		return conformError(cmd.Context(), err, measured)
	}
	broken := adapterBroken(measured)
	var listErr error
	if f.known.Update && broken == nil {
		known, listErr = f.writeKnown(list, known, measured)
	}
	problems := known.Apply(measured, all, len(options.Cases) < len(all))
	if err := output.Report(cmd.OutOrStdout(), func(w io.Writer) error { return writeReport(w, measured, f.format, f.all) }); err != nil {
		return err
	}
	if listErr != nil {
		return listErr
	}
	if options.Protocol == conformance.Exec && !f.Writer && readsNoArchive(measured, options.Cases) {
		fmt.Fprintln(cmd.ErrOrStderr(), "npycheck: no archive was accepted; for a reader of .npy only, use --unsupported npz")
	} else if refused := refusedFeatures(measured); !acceptedNothing(measured) && options.Protocol == conformance.Exec && !f.Writer && len(refused) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: no file with %s was read right; for a reader that doesn't claim that, use --unsupported %s\n",
			strings.Join(refused, " or "), strings.Join(refused, ","))
	}
	for _, problem := range problems {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s\n", text.Inert(validator.Quote(problem)))
	}
	if broken != nil {
		return broken
	}
	if len(problems) > 0 || slices.ContainsFunc(measured.Results, unexpected) {
		return cli.ExitCode(cli.ExitFindings)
	}
	return nil
}

// unmeasure removes what differs from run to run from a report.
func unmeasure(r *conformance.Report) {
	for i := range r.Results {
		r.Results[i].DurationMS, r.Results[i].PeakBytes = 0, 0
	}
}

// readsNoArchive reports whether a reader accepts arrays, but none of the archives that it should.
func readsNoArchive(r *conformance.Report, cases []corpus.Case) bool {
	format := make(map[string]string, len(cases))
	for _, c := range cases {
		format[c.ID] = c.Format
	}
	arrays, failed := false, false
	for _, result := range r.Results {
		archive := format[result.ID] == "npz"
		switch {
		case result.Outcome == conformance.OutcomeAccept && archive:
			return false
		case result.Outcome == conformance.OutcomeAccept:
			arrays = true
		case archive && unexpected(result) && result.Duty == corpus.Accept:
			failed = true
		}
	}
	return arrays && failed
}

// severalFiles is how many files of a feature a reader must refuse before it seems not to claim the feature.
const severalFiles = 5

// refusedFeatures returns the features that a reader seems not to claim: it refused files that have them, and read no
// such file correctly.
func refusedFeatures(r *conformance.Report) []string {
	passed, refused := map[string]bool{}, map[string]int{}
	for _, result := range r.Results {
		for _, feature := range result.Features {
			switch {
			case result.Duty != corpus.Accept:
			case result.Cell == conformance.CellPass:
				passed[feature] = true
			case result.Outcome == conformance.OutcomeReject && unexpected(result):
				refused[feature]++
			}
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(refused)), func(feature string) bool {
		return passed[feature] || refused[feature] < severalFiles
	})
}

// adapterBroken returns an error if the adapter broke the protocol, so that the report says more of
// it than of the implementation.
func adapterBroken(r *conformance.Report) error {
	var broken []string
	message := ""
	for _, result := range r.Results {
		if result.Outcome == conformance.OutcomeInvalid {
			if broken == nil {
				message = result.Message
			}
			broken = append(broken, result.ID)
		}
	}
	if broken == nil {
		return nil
	}
	return fmt.Errorf("the adapter of %s broke the protocol in %s, first in case %s: %s",
		r.Implementation.Name, text.Count(int64(len(broken)), "case"), broken[0], message)
}

// options checks the command line and returns its options, without the cases.
func (f *conformFlags) options(args []string) (*conformance.Options, error) {
	adapter, err := f.Adapter(args)
	if err != nil {
		return nil, err
	}
	o := &conformance.Options{
		Adapter:       *adapter,
		FailOnWarning: f.failOnWarning,
		Jobs:          f.Jobs,
		Repeat:        f.repeat,
	}
	switch {
	case !slices.Contains(reportFormats, f.format):
		return nil, cli.Usagef("--format %s: expected %s", cli.Quoted(f.format), strings.Join(reportFormats, ", "))
	case f.repeat < 1 || f.repeat > 1000:
		return nil, cli.Usagef("--repeat %d: expected a number from 1 to 1000", f.repeat)
	case f.failOnWarning && !f.Writer:
		return nil, cli.Usagef("--fail-on-warning is for --writer")
	case f.measure && f.format != "json":
		return nil, cli.Usagef("--measure is for --format json")
	case f.all && f.format != "text":
		return nil, cli.Usagef("--all is for --format text; other formats have each case anyway")
	case f.known.Update && (len(f.run) > 0 || f.core || f.filter.Given()):
		return nil, cli.Usagef("--update-known-failures writes the list of a whole run; leave out --run and other flags that select cases")
	}
	for _, pattern := range f.run {
		if !doublestar.ValidatePattern(pattern) {
			return nil, cli.Usagef("--run %s: not a pattern", cli.Quoted(pattern))
		}
	}
	if err := f.known.Check(); err != nil {
		return nil, err
	}
	if err := f.bar.CheckProgress(); err != nil {
		return nil, err
	}
	if cli.HasArrayName(f.output) {
		return nil, cli.Usagef("--output %s: refusing to write a report over an array", cli.Quoted(f.output))
	}
	if o.Profile, err = f.ChosenProfile(); err != nil {
		return nil, err
	}
	return o, nil
}

// cases sets the cases of the options, and returns all of the corpus.
func (f *conformFlags) cases(flags *pflag.FlagSet, o *conformance.Options) ([]corpus.Case, error) {
	var all []corpus.Case
	if f.corpus == "" {
		all = corpus.Cases()
	} else {
		suite, err := conformance.OpenSuite(f.corpus)
		if err != nil {
			return nil, fmt.Errorf("--corpus %s: %w", f.corpus, err)
		}
		all, o.Folder, o.Corpus = suite.Cases, suite.Folder, suite.Version
	}
	if err := f.filter.Check(flags, all); err != nil {
		return nil, err
	}
	o.Cases = f.filter.Choose(all)
	if len(o.Cases) == 0 {
		return nil, cli.Usagef("the flags that select cases select none")
	}
	// The patterns were validated before.
	matches := func(c corpus.Case, pattern string) bool {
		return doublestar.MatchUnvalidated(pattern, c.ID) || doublestar.MatchUnvalidated(pattern, c.File)
	}
	for _, pattern := range f.run {
		if !slices.ContainsFunc(o.Cases, func(c corpus.Case) bool { return matches(c, pattern) }) {
			return nil, cli.Usagef("--run %s: no case has a matching ID or file", cli.Quoted(pattern))
		}
	}
	if len(f.run) > 0 {
		o.Cases = slices.DeleteFunc(o.Cases, func(c corpus.Case) bool {
			return !slices.ContainsFunc(f.run, func(pattern string) bool { return matches(c, pattern) })
		})
	}
	if f.core {
		core := conformance.Core()
		o.Cases = slices.DeleteFunc(o.Cases, func(c corpus.Case) bool { return !slices.Contains(core, c.ID) })
		if len(o.Cases) == 0 {
			return nil, cli.Usagef("--core: the other flags select none of its cases")
		}
	}
	return all, nil
}

// knownFailures reads the list.
func (f *conformFlags) knownFailures(ctx context.Context) (*conformance.KnownFailures, error) {
	text, err := f.known.Read(ctx)
	if err != nil {
		return nil, err
	}
	known, err := conformance.ParseKnownFailures(f.known.File, text)
	if err != nil {
		return nil, cli.Usagef("%s", validator.Quote(err.Error()))
	}
	return known, nil
}

// writeKnown writes the failures of the report into the list, and returns the new list.
func (f *conformFlags) writeKnown(list *cli.Output, known *conformance.KnownFailures, of *conformance.Report) (*conformance.KnownFailures, error) {
	text := known.Update(of)
	if err := adapter.WriteKnownText(list, text); err != nil {
		return known, err
	}
	updated, err := conformance.ParseKnownFailures(f.known.File, text)
	if err != nil {
		return known, err
	}
	return updated, nil
}

// conformError gives an error of a run its exit code. measured is nil if there is no
// report.
func conformError(ctx context.Context, err error, measured *conformance.Report) error {
	var adapter *conformance.AdapterError
	switch {
	case ctx.Err() != nil && measured == nil:
		return errors.New("interrupted; no report was written")
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted; the report has %s", text.Count(int64(len(measured.Results)), "result"))
	case errors.As(err, &adapter) && adapter.Err != nil: // its command can't be started
		return cli.Usagef("%s", validator.Quote(adapter.Error()))
	}
	return err
}
