// Package fix is the command fix.
package fix

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/fix"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

var (
	levels = []string{"note", "warning", "error"}
	orders = []string{"little", "big"}
)

func New() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "fix PATH...",
		Short: "Fix files without changing an array",
		Example: `  npycheck fix --diff data/
  npycheck fix a.npy b.npz
  npycheck fix --output fixed data/
  npycheck fix --salvage --output saved damaged.npz`,
		Long: `fix rewrites files whose form is wrong and whose arrays are known all the same:
padding, newlines, alignment, the layout of the header, aliases of types,
records of archives, LF that became CR LF, gzip or base64 around an array. What
is left is a file as NumPy writes it. It says what it can't fix, and why:
docs/fix.md has the table.

In a folder, files are fixed whose names end in .npy or .npz, at any depth.
Symbolic links are never followed. A file with nothing to fix of the severity
of --level stays as it is, byte for byte.

Arrays:
No value, type, shape, order or key is changed. Before a new file gets its name,
a second reader, which has no part in writing, decodes both files and compares
them element by element, and npycheck checks the new one. If either objects, the
old file stays. Pickles of object arrays are copied unchanged, and never loaded.

Some files don't say what is right; a flag does:
  --byte-order  for types without a byte order, such as 'float64'. Nearly all
                machines are little-endian
  --cut         bytes after the data that may belong to it
  --split       several arrays in a file: a.npy becomes a.npy, a.2.npy, ...
  --drop        members that the directory doesn't list, and all but the last
                of those with the same name, as NumPy reads them
  --rename      a file with the suffix of another format, and members whose
                names lead out of a folder or can't be seen

Damaged archives:
With --salvage, the members whose content agrees with a checksum are written to
a new archive in the folder of --output; the damaged one stays. They are found
without an end record or a directory, too, as in an archive that was cut off.

Files:
The new file replaces the old one at once, and has its mode, owner and times. If
fix is killed or the disk is full, the old file is there as it was. A file with
several hard links is left alone, except with --output.

Exit codes:
  0  nothing is left to fix
  1  something can't be fixed; or with --check or --diff, could be
  2  the command line is wrong
  3  something could not be read, fully checked or written`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.MissingArgument(cmd, "no PATH given")
			}
			if err := f.parse(args); err != nil {
				return err
			}
			return f.run(cmd, args)
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.level, "level", "warning", "fix files with a finding of this `LEVEL` or above: "+"note, warning or error")
	set.StringVar(&f.byteOrder, "byte-order", "", "`ORDER` of types that leave it to the machine: little or big")
	set.BoolVar(&f.options.Cut, "cut", false, "cut off bytes after the data")
	set.BoolVar(&f.options.Split, "split", false, "write each of several arrays to a file of its own")
	set.BoolVar(&f.options.Drop, "drop", false, "drop hidden and repeated members")
	set.BoolVar(&f.options.Rename, "rename", false, "change wrong suffixes, and dangerous names of members")
	set.BoolVar(&f.salvage, "salvage", false, "write the members of damaged archives that are whole to --output")
	set.BoolVar(&f.check, "check", false, "write nothing, and exit with 1 if something could be fixed")
	set.BoolVar(&f.diff, "diff", false, "write nothing, and show what would change")
	set.StringVar(&f.output, "output", "", "write the fixed files to this `DIR`, and leave the others alone")
	f.bar.Register(cmd)
	cli.Group(set, cli.GroupFix, "level", "byte-order", "cut", "split", "drop", "rename", "salvage")
	cli.Group(set, cli.GroupOutput, "check", "diff", "output")
	cli.CompleteWords(cmd, "level", levels...)
	cli.CompleteWords(cmd, "byte-order", orders...)
	return cmd
}

// parse turns the flags into options.
func (f *flags) parse(args []string) error {
	switch {
	case slices.Contains(args, ""):
		return cli.Usagef("a PATH is empty")
	case slices.Contains(args, "-"):
		return cli.Usagef("fix doesn't read standard input: expected a PATH (for a file named \"-\": ./-)")
	case f.output != "" && (f.check || f.diff):
		return cli.Usagef("--output makes no sense with --check and --diff, which write nothing")
	case f.salvage && f.output == "":
		return cli.Usagef("--salvage needs --output: the new archives go into that folder, and the damaged ones stay")
	case f.salvage && (f.options != fix.Options{} || f.byteOrder != ""):
		return cli.Usagef("--salvage makes no sense with flags that fix files")
	case !slices.Contains(levels, f.level):
		return cli.Usagef("--level %s: expected note, warning or error%s", cli.Quoted(f.level), cli.DidYouMean(f.level, levels))
	}
	f.options.Level = spec.Note + spec.Severity(slices.Index(levels, f.level))
	f.options.Ask = min(f.options.Level, spec.Warning)
	switch f.byteOrder {
	case "":
	case "little":
		f.options.ByteOrder = '<'
	case "big":
		f.options.ByteOrder = '>'
	default:
		return cli.Usagef("--byte-order %s: expected little or big%s", cli.Quoted(f.byteOrder), cli.DidYouMean(f.byteOrder, orders))
	}
	return f.bar.CheckProgress()
}

// run fixes all files.
func (f *flags) run(cmd *cobra.Command, args []string) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	in := &files.Inputs{Paths: args}
	var passed files.Coverage
	work := files.WatchIf(f.bar.ShowsBar(cmd.ErrOrStderr()), cmd.OutOrStdout(), cmd.ErrOrStderr(), in, &passed)
	closed := &cli.EndingWriter{W: work.Out, End: cancel}
	r := &run{flags: f, args: args, out: bufio.NewWriterSize(closed, 32<<10), columns: cli.WrapWidth(cmd.OutOrStdout())}
	for input := range work.All {
		r.input(ctx, input)
		work.Done()
		r.out.Flush()
		if ctx.Err() != nil {
			break
		}
	}
	if ctx.Err() == nil {
		r.end(&passed)
		r.out.Flush()
	}
	work.End()
	switch {
	case closed.Err != nil:
		return &cli.WriteError{What: "the output", Err: closed.Err}
	case ctx.Err() != nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: interrupted; %s fixed, and the others are as they were\n", text.Count(r.fixed, "file"))
		return cli.ExitCode(cli.ExitIncomplete)
	case r.failed > 0:
		return cli.ExitCode(cli.ExitIncomplete)
	case r.left > 0 || r.dry() && r.fixed > 0:
		return cli.ExitCode(cli.ExitFindings)
	}
	return nil
}

// flags holds the flags of the command as they were given.
type flags struct {
	check, diff bool
	salvage     bool
	output      string
	level       string
	byteOrder   string

	options fix.Options
	bar     cli.BarFlags
}

// dry reports whether nothing is written.
func (f *flags) dry() bool { return f.check || f.diff }

// run is the work on all files.
type run struct {
	*flags
	args    []string
	out     *bufio.Writer
	columns int // at which lines are broken, or 0

	fixed, left, untouched, failed int64 // files
}

// say writes a line, which is broken between words where the terminal would break it inside them.
func (r *run) say(format string, args ...any) {
	r.out.Write(append(text.AppendWrapped(nil, fmt.Sprintf(format, args...), 0, "    ", r.columns), '\n'))
}

// end says what became of all files.
func (r *run) end(passed *files.Coverage) {
	verb, left, nothing := "fixed", "with findings left", "with nothing to fix"
	switch {
	case r.flags.salvage:
		verb, left, nothing = "salvaged", "with members lost", "with nothing to salvage"
	case r.dry():
		verb = "would be fixed"
	}
	parts := []string{fmt.Sprintf("%s %s", text.Count(r.fixed, "file"), verb)}
	add := func(n int64, unit, what string) {
		if n > 0 {
			parts = append(parts, text.Count(n, unit)+" "+what)
		}
	}
	add(r.left, "file", left)
	add(r.untouched, "file", nothing)
	add(r.failed, "file", "failed")
	add(passed.Links.Load(), "link", "not followed")
	if skipped := passed.SkippedFolders(); skipped != "" {
		parts = append(parts, skipped)
	}
	r.say("%s", strings.Join(parts, "; "))
}
