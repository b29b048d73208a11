// Package info is the command info.
package info

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/text"
)

// maxInfoHead is the largest number that --head takes: the shown values are kept in memory.
const maxInfoHead = 10_000

// infoFlags holds the flags of the info command as they were given.
type infoFlags struct {
	format string
	head   int
	stats  bool
	path   string
	depth  int
	bar    cli.BarFlags
}

func New() *cobra.Command {
	var f infoFlags
	cmd := &cobra.Command{
		Use:   "info PATH...",
		Short: "Show what is in files and folders",
		Long: `info shows the dtype, shape, order, format version and size of each array, and
the members of each archive with their compression. Of a file in which several
arrays follow each other it shows all: in text and tables the second one is
[2], and so on. In a folder it shows the files, at any depth, whose names end
in .npy or .npz. A ratio is the size of the content by that of its compressed
data, as the archive states them. The data of a stored member can be mapped, as
by numpy.memmap with an offset: info shows at which byte of the archive it
begins, and its alignment. That of compressed members and of objects can't be.

--stats reads all data, compares the checksums of members, and shows the least
and the greatest value, the mean, and how many values are NaN or NaT and zero.
NaN and NaT are left out of the other statistics. The mean is rounded once, at
the end. Complex numbers have no least value, and dates no mean. Long doubles
(f12, f16, c24, c32) are those of x86; if the data can't be that, info says so.
It also says if data that is not all zero ends with 512 zero bytes or more:
these may never have been written; and if all floats are subnormal, as after a
wrong byte order. Text, raw bytes and structures have no statistics. --head
shows the first values in the order of the file, each with its index.

Of an array of Python objects info shows what is in its pickle, as a tree: keys,
scalars, the beginning of text, the dtype and shape of arrays, and classes by
name. Nothing is ever unpickled: no code runs, and nothing is imported. --depth
says how many levels of collections are opened, 0 for no tree. A tree shows at
most 500 values, those near its root first, and the trees of a file 5000; later
arrays of the file have no tree. JSON calls it "objects".

A file that breaks the format is shown as far as it can be understood, with
"nonconforming" and the first error, and a line "may be wrong" for each other
finding that leaves the values of an array in doubt; check reports the rest.
That is not an error of info, since Git gives up a whole diff when its textconv
fails. Without --stats damage that only a checksum shows isn't noticed.

With a single file, the text doesn't begin with its path, so that it can be
compared. To see changes of arrays in git diff:

  git config diff.npy.textconv 'npycheck info --stats --head 20'
  echo '*.npy diff=npy' >>.gitattributes
  echo '*.npz diff=npy' >>.gitattributes

Exit codes:
  0  all files were read and shown
  2  the command line is wrong
  3  something could not be read, or not to its end; or a folder has no file to
     show`,
		Example: `  npycheck info data/
  npycheck info --stats --head 5 a.npy
  npycheck info --format csv --stats data/ >data.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.MissingArgument(cmd, "no PATH given")
			}
			format, err := f.check(args)
			if err != nil {
				return err
			}
			return f.run(cmd, args, format)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.format, "format", "text", "`FORMAT` of the output: "+strings.Join(infoFormats, ", "))
	flags.BoolVar(&f.stats, "stats", false, "read all data and show min, max, mean, and how many values are NaN and zero")
	flags.IntVar(&f.head, "head", 0, fmt.Sprintf("show the first `NUMBER` of values, at most %d", maxInfoHead))
	flags.IntVar(&f.depth, "depth", inspect.DefaultDepth, fmt.Sprintf("open at most this many `LEVELS` of the collections among Python objects, at most %d", inspect.MaxDepth))
	flags.StringVar(&f.path, "path", "auto", "`WHEN` to begin a line of text with the path: auto (unless PATH is one file), always or never")
	f.bar.Register(cmd)
	cli.Group(flags, cli.GroupShow, "stats", "head", "depth")
	cli.Group(flags, cli.GroupOutput, "format", "path")
	cli.CompleteWords(cmd, "format", infoFormats...)
	cli.CompleteWords(cmd, "head")
	cli.CompleteWords(cmd, "depth")
	cli.CompleteWords(cmd, "path", cli.WhenWords...)
	return cmd
}

// check returns the format, or what is wrong with the command line.
func (f *infoFlags) check(args []string) (infoFormat, error) {
	switch {
	case slices.Contains(args, ""):
		return nil, cli.Usagef("a PATH is empty")
	case slices.Contains(args, "-"):
		return nil, cli.Usagef("info doesn't read standard input: expected a PATH (for a file named \"-\": ./-)")
	case f.head < 0 || f.head > maxInfoHead:
		return nil, cli.Usagef("--head %d: expected a number from 0 to %d", f.head, maxInfoHead)
	case f.depth < 0 || f.depth > inspect.MaxDepth:
		return nil, cli.Usagef("--depth %d: expected a number from 0 to %d", f.depth, inspect.MaxDepth)
	case !slices.Contains(cli.WhenWords, f.path):
		return nil, cli.Usagef("--path %s: expected auto, always or never", cli.Quoted(f.path))
	case f.path != "auto" && f.format != "text":
		return nil, cli.Usagef("--path makes sense only with --format text")
	}
	if err := f.bar.CheckProgress(); err != nil {
		return nil, err
	}
	switch f.format {
	case "text":
		paths := f.path == "always"
		if f.path == "auto" {
			info, err := os.Stat(args[0])
			paths = len(args) > 1 || err != nil || info.IsDir()
		}
		return infoText{paths}, nil
	case "json":
		return infoJSON{}, nil
	case "jsonl":
		return infoJSON{lines: true}, nil
	case "csv":
		return infoTable{f, appendCSV}, nil
	case "markdown":
		return infoTable{f, appendMarkdown}, nil
	}
	return nil, cli.Usagef("--format %s: expected %s%s", cli.Quoted(f.format), strings.Join(infoFormats, ", "), cli.DidYouMean(f.format, infoFormats))
}

var infoFormats = []string{"text", "json", "jsonl", "csv", "markdown"}

// infoFormat writes what info shows: the beginning, each file, and the end, without a JSON summary after an interrupt.
type infoFormat interface {
	begin(w *bufio.Writer)
	file(w *bufio.Writer, n int64, f *inspect.File)
	end(w *bufio.Writer, sum infoSummary)
}

// infoSummary counts the files.
type infoSummary struct {
	Files      int64 `json:"files"`
	NotChecked int64 `json:"not_checked"`
	Links      int64 `json:"links_not_followed,omitempty"`

	interrupted bool
}

func (f *infoFlags) run(cmd *cobra.Command, args []string, format infoFormat) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	in := &files.Inputs{Paths: args}
	var passed files.Coverage
	work := files.WatchIf(f.bar.ShowsBar(cmd.ErrOrStderr()), cmd.OutOrStdout(), cmd.ErrOrStderr(), in, &passed)
	closed := &cli.EndingWriter{W: work.Out, End: cancel}
	out := bufio.NewWriterSize(closed, 32<<10)
	var sum infoSummary
	format.begin(out)
	for input := range work.All {
		if !f.show(ctx, out, format, sum.Files, input) {
			sum.NotChecked++
		}
		sum.Files++
		work.Done()
		out.Flush()
		if ctx.Err() != nil {
			break
		}
	}
	sum.Links = passed.Links.Load()
	sum.interrupted = ctx.Err() != nil
	format.end(out, sum)
	out.Flush()
	work.End()
	switch {
	case closed.Err != nil:
		return &cli.WriteError{What: "the output", Err: closed.Err}
	case sum.interrupted:
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: interrupted; %s shown, the rest not\n", text.Count(sum.Files-1, "file"))
		return cli.ExitCode(cli.ExitIncomplete)
	case sum.NotChecked > 0:
		return cli.ExitCode(cli.ExitIncomplete)
	}
	if skipped := passed.SkippedFolders(); skipped != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s; name one to see what is in it\n", skipped)
	}
	if sum.Links > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s not followed\n", text.Count(sum.Links, "link"))
	}
	return nil
}

// show shows the nth input, and reports whether it could be read.
func (f *infoFlags) show(ctx context.Context, out *bufio.Writer, format infoFormat, n int64, in files.Input) bool {
	shown := &inspect.File{Context: ctx, Options: inspect.Options{Head: f.head, Stats: f.stats, Depth: f.depth}, Path: in.Name()}
	source, err := in.Open()
	if err != nil {
		shown.Err = err
		format.file(out, n, shown)
		return false
	}
	defer source.Close()
	shown.Source = source.(inspect.Source) // not standard input or a place without files
	shown.Check(nil)
	format.file(out, n, shown)
	return shown.Err == nil
}
