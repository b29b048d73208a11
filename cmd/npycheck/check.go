package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// checkFlags holds the flags of the check command as they were given.
type checkFlags struct {
	format, output         string
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
		Long: `check checks files. A folder stands for all files in it and below whose names
end in .npy or .npz, in small letters or capitals, and "-" for standard input. Links
in folders are counted and not followed, unless --follow is given.

--include and --exclude choose among the files of folders. A pattern without a slash
is for the name of a file or folder at any depth: '*.npz', tmp. One with a slash is
for the path below PATH: 'run1/**/*.npy', /tmp for a tmp right below PATH. A suffix
of .npy or .npz may be in small letters or capitals, so '*.npz' is also for B.Npz.

The default depth verifies no checksum and looks at no byte of numeric data; --depth
full does.

A file is nonconforming if it breaks the format. That is a property of the file:
--ignore, --only and --severity change what is printed, what is counted and the
exit code, but never the verdict.

Exit codes:
  0  nothing was found at or above the level of --fail-on
  1  something was found
  2  the command line is wrong
  3  something could not be read, checked to its end or written, or it changed
     meanwhile; a folder or a list without any file to check, too, unless
     --allow-empty is given. A PATH that is missing or can't be opened counts in
     every part that --shard makes`,
		Example: `  npycheck check data/
  npycheck check --format jsonl --fail-on warning a.npy b.npy
  find . -name '*.npy' -print0 | npycheck check --files-from - -0
  npycheck check --depth full - <a.npy`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.format, "format", "text", "`FORMAT` of the report: text, json or jsonl")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
	flags.StringVar(&f.failOn, "fail-on", "error", "exit with 1 from this `LEVEL` on: error, warning, note or never")
	flags.StringSliceVar(&f.ignore, "ignore", nil, "neither show nor count findings of these `RULES`, with commas between")
	flags.StringSliceVar(&f.only, "only", nil, "show and count findings of these `RULES` only")
	flags.StringSliceVar(&f.severity, "severity", nil, "report a rule at another level: `RULE=LEVEL`, with commas between several")
	flags.BoolVar(&f.denyObject, "deny-object", false, "report arrays of Python objects (pickle-present) as errors")
	flags.StringVar(&f.depth, "depth", "structure", "check to this `DEPTH`: header (and the records of archives), structure (also lengths and pickles) or full (also every byte of the data)")
	flags.StringVar(&f.maxHeaderSize, "max-header-size", "1MiB", "don't read longer headers: `SIZE` in bytes, KiB, MiB or GiB")
	flags.IntVarP(&f.jobs, "jobs", "j", max(8, 2*runtime.GOMAXPROCS(0)), "check this `NUMBER` of files at a time")
	flags.StringVar(&f.filesFrom, "files-from", "", "also check the files named in `FILE`, one a line; \"-\" is standard input")
	flags.BoolVarP(&f.null, "null", "0", false, "the names in --files-from end with NUL")
	flags.StringArrayVar(&f.include, "include", nil, "of folders, check only the files that match `GLOB`: by name, or with a slash by the path below the folder, with **")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "of folders, leave out files and folders that match `GLOB`")
	flags.BoolVar(&f.follow, "follow", false, "of folders, follow links, and check each file once")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a folder or a list without files to check is not an error")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no summary line, and no progress bar unless --progress asks for it")
	flags.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
	flags.StringVar(&f.progress, "progress", "auto", "`WHEN` to show a progress bar: auto, always or never")
	flags.StringVar(&f.shard, "shard", "", "check only part `i/n` of the files, chosen by a hash of their names")
	return cmd
}

func (f *checkFlags) run(cmd *cobra.Command, args []string) error {
	in, err := f.inputs(cmd, args)
	if err != nil {
		return err
	}
	r := runner{
		jobs:      f.jobs,
		maxBatch:  128,
		stdin:     cmd.InOrStdin(),
		progress:  func(int64) {},
		checkFile: validator.CheckFile,
	}
	r.options.Inflate = inflate
	if f.jobs < 1 || f.jobs > 10000 {
		return usagef("--jobs %d: want a number from 1 to 10000", f.jobs)
	}
	switch f.depth {
	case "header":
		r.options.Depth = validator.Header
	case "structure":
		r.options.Depth = validator.Structure
	case "full":
		r.options.Depth = validator.Full
		r.maxBatch = 4 // one worker must not sit on many large files
	default:
		return usagef("--depth %s: want header, structure or full", quoted(f.depth))
	}
	if r.options.MaxHeaderSize, err = conformance.ParseSize(f.maxHeaderSize); err != nil {
		return usagef("--max-header-size %s: %v", quoted(f.maxHeaderSize), err)
	}
	if cmd.Flags().Changed("only") && len(f.only) == 0 {
		return usagef("--only names no rule")
	}
	if r.policy, err = newPolicy(f.ignore, f.only, f.severity, f.denyObject, f.failOn); err != nil {
		return err
	}
	for _, flag := range [][2]string{{"--color", f.color}, {"--progress", f.progress}} {
		if !slices.Contains([]string{"auto", "always", "never"}, flag[1]) {
			return usagef("%s %s: want auto, always or never", flag[0], quoted(flag[1]))
		}
	}
	switch f.format {
	case "text":
		r.reporter = &textReporter{quiet: f.quiet, paint: newPaint(f.colours(cmd.OutOrStdout()))}
	case "json":
		r.reporter = documentReporter{}
	case "jsonl":
		r.reporter = linesReporter{}
	default:
		return usagef("--format %s: want text, json or jsonl", quoted(f.format))
	}

	// Files are opened only now that nothing is wrong with the command line.
	closeList, err := f.openList(cmd.Context(), cmd.InOrStdin(), in)
	if err != nil {
		return err
	}
	defer closeList()
	r.out = cmd.OutOrStdout()
	var file *os.File
	if f.output != "" {
		if file, err = createFile(cmd.Context(), f.output); err != nil {
			return err
		}
		r.out = file
	}
	stop := func() {}
	if showsBar(cmd.ErrOrStderr(), f.quiet, f.progress) {
		r.out, r.progress, stop = startProgress(cmd.ErrOrStderr(), r.out, "files", in.count)
	}
	sum, err := r.run(cmd.Context(), in.all(&r.coverage))
	stop()
	if file != nil {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}
	if err != nil {
		return &writeError{"the report", err}
	}
	if sum.interrupted {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: interrupted; %s checked, the others were not\n", plural(sum.files, "file"))
	}
	if code := r.policy.exitCode(sum); code != exitOK {
		return code
	}
	return nil
}

// inputs returns what to check, with the list still to be opened.
func (f *checkFlags) inputs(cmd *cobra.Command, args []string) (*inputs, error) {
	in := &inputs{paths: args, include: f.include, exclude: f.exclude, follow: f.follow, allowEmpty: f.allowEmpty, listNUL: f.null}
	switch {
	case len(args) == 0 && f.filesFrom == "":
		return nil, usagef("no file given; want a PATH, \"-\" for standard input, or --files-from")
	case f.null && f.filesFrom == "":
		return nil, usagef("--null makes sense only with --files-from")
	}
	stdin := 0
	for _, path := range append(slices.Clip(args), f.filesFrom) {
		if path == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return nil, usagef("standard input can be used only once")
	}
	if slices.Contains(args, "") {
		return nil, usagef("a PATH is empty")
	}
	for _, glob := range slices.Concat(f.include, f.exclude) {
		if !doublestar.ValidatePattern(glob) {
			return nil, usagef("%s is not a pattern: see --include and --exclude", quoted(glob))
		}
	}
	if hasArrayName(f.output) {
		return nil, usagef("--output %s: refusing to write a report over an array", quoted(f.output))
	}
	if output, err := os.Stat(f.output); err == nil {
		if slices.ContainsFunc(args, func(path string) bool { return isFile(path, output) }) {
			return nil, usagef("--output %s: refusing to write a report over a file to check", quoted(f.output))
		}
	}
	if cmd.Flags().Changed("shard") {
		var err error
		if in.shard, err = parseShard(f.shard); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// isFile reports whether a name stands for a file that is known already.
func isFile(path string, file os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, file)
}

func (f *checkFlags) openList(ctx context.Context, stdin io.Reader, in *inputs) (closeList func() error, err error) {
	in.listName = f.filesFrom
	switch f.filesFrom {
	case "":
	case "-":
		in.list = stdin
	default:
		file, err := openText(ctx, f.filesFrom)
		if err != nil {
			return nil, err
		}
		in.list = file
		return file.Close, nil
	}
	return func() error { return nil }, nil
}

func (f *checkFlags) colours(stdout io.Writer) bool {
	if f.color != "auto" {
		return f.color == "always"
	}
	return f.output == "" && isTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// showsBar reports whether to show a progress bar: as --progress says, and else on a terminal, unless
// --quiet asks for silence.
func showsBar(stderr io.Writer, quiet bool, when string) bool {
	if when != "auto" {
		return when == "always"
	}
	return !quiet && isTerminal(stderr) && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
