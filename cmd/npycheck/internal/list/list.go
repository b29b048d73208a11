// Package list is the command list.
package list

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// listFlags holds the flags of the list command.
type listFlags struct {
	settings.Settings
	follow, allowEmpty, null bool
	output                   string
	bar                      cli.BarFlags
}

func New() *cobra.Command {
	var f listFlags
	cmd := &cobra.Command{
		Use:   "list [PATH...]",
		Short: "List the files that check would check",
		Example: `  npycheck list data/ >files.jsonl
  npycheck check --files-from files.jsonl --shard 1/8 --format jsonl=1.jsonl
  npycheck list -0 data/ | xargs -0 ls -l`,
		Long: `The list is for check's flag --files-from: the shards of a large check need not
walk all folders, and they check the same files even if others come and go. Its
files are those of check in the same order, with the same --include, --exclude
and .npycheck.toml.

The list has a line for each file, as JSON with path and size in bytes, and for
an object of s3:// its ETag, between a line that says what it is and one that
shows that it wasn't cut off. Names can have any bytes. With -0 it has the names
only, each with a NUL after it, for xargs -0 and for --files-from with -0.

If something can't be read, the last line of the list counts it, and checking
the list exits with 3.

Exit codes:
  0  the list has all files
  2  the command line is wrong
  3  something could not be read or written, or a folder has no file to list,
     without --allow-empty`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.RegisterFiles(cmd)
	flags.BoolVar(&f.follow, "follow", false, "in folders, follow symbolic links, and list each file once")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a folder without files to list is not an error")
	flags.BoolVarP(&f.null, "null", "0", false, "only names, each with a NUL after it")
	flags.StringVarP(&f.output, "output", "o", "", "write the list to `FILE`")
	f.bar.RegisterProgress(cmd)
	cli.Group(flags, cli.GroupCheck, "follow", "allow-empty")
	cli.Group(flags, cli.GroupOutput, "null", "output")
	return cmd
}

func (f *listFlags) run(cmd *cobra.Command, args []string) error {
	in, err := f.inputs(cmd, args)
	if err != nil {
		return err
	}
	out, closeOut := cmd.OutOrStdout(), func() error { return nil }
	if f.output != "" {
		if err := runner.MayReplace(f.output, func(os.FileInfo) string { return "" }); err != nil {
			return err
		}
		file, err := cli.CreateFile(cmd.Context(), f.output)
		if err != nil {
			return err
		}
		out, closeOut = file, file.Close
	}
	r := &runner.Runner{Jobs: runner.FileJobs(), MaxBatch: 128, Check: measure, Progress: func(int64) {}}
	stop := func() {}
	errs := cmd.ErrOrStderr()
	if f.bar.ShowsBar(errs) {
		bar := cli.StartCountBar(errs, "files")
		out, errs, r.Progress, stop = bar.Above(out), bar.Above(errs), bar.Add, bar.End
	}
	r.Outputs = []runner.ReportOutput{
		{Format: fileList{names: f.null}, To: &cli.NamedWriter{Writer: out, What: "the list"}},
		{Format: report.NewText(report.TextOptions{Quiet: true}), To: errs, Aside: true},
	}
	sum, err := r.Run(cmd.Context(), in.All(&r.Coverage))
	stop()
	if closeErr := closeOut(); err == nil && closeErr != nil {
		err = &cli.WriteError{What: "the list", Err: closeErr}
	}
	switch {
	case err != nil:
		return err
	case sum.Interrupted:
		return errors.New("interrupted; the list is not complete")
	}
	if sum.Links > 0 { // check can't report them from the list
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s not followed (--follow)\n", text.Count(sum.Links, "link"))
	}
	if skipped := r.Coverage.SkippedFolders(); skipped != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s; see --no-default-excludes\n", skipped)
	}
	if sum.NotChecked > 0 {
		return cli.ExitCode(cli.ExitIncomplete)
	}
	return nil
}

// inputs returns what to list.
func (f *listFlags) inputs(cmd *cobra.Command, args []string) (in *files.Inputs, err error) {
	switch {
	case slices.Contains(args, ""):
		return nil, cli.Usagef("a PATH is empty")
	case slices.Contains(args, "-"):
		return nil, cli.Usagef("standard input has no name that a list could have")
	}
	if err := f.bar.CheckProgress(); err != nil {
		return nil, err
	}
	if err := f.Load(); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	in = &files.Inputs{Paths: args, AllFolders: f.NoDefaultExcludes, Remotes: files.NewRemotes(cmd.Context()), Follow: f.follow, AllowEmpty: f.allowEmpty}
	in.Include, in.Exclude, err = f.Globs()
	return in, err
}

// measure returns the size of a file, which isn't opened.
func measure(_ context.Context, in files.Input) *report.File {
	f := &report.File{Path: in.Name(), Size: remote.Unknown, Verdict: validator.Conforming}
	switch in := in.(type) {
	case files.RemoteFile:
		f.Size, f.ETag = in.Size, in.Etag
		if in.Full != "" && in.Full != in.Name() {
			f.Err = errors.New("the address has credentials, which don't belong in a list")
		}
	case *files.DiskFile:
		info, err := files.StatPath(in.Path)
		if f.Err = err; err == nil {
			f.Size = info.Size()
		}
	default:
		_, f.Err = in.Open()
	}
	if f.Err != nil {
		f.Verdict = validator.NotChecked
	}
	return f
}

// fileList writes a list of files: a report whose files have only names and sizes.
type fileList struct {
	names bool // only names, each followed by NUL
}

func (fileList) InOrder() bool { return false }

// Begin writes the line that says what it is.
func (l fileList) Begin(w io.Writer) error {
	if l.names {
		return nil
	}
	tool := new(report.Checker).Head().Tool
	return writeLine(w, files.ListHead{List: &tool})
}

// File writes the line of a file.
func (l fileList) File(w io.Writer, _ int64, f *report.File) error {
	switch {
	case f.Err != nil:
		return nil
	case l.names:
		_, err := io.WriteString(w, f.Path+"\x00")
		return err
	}
	line := files.ListLine{Path: f.Path, ETag: f.ETag}
	if !utf8.ValidString(f.Path) {
		line.PathBytes = []byte(f.Path)
	}
	if f.Size >= 0 {
		line.Size = &f.Size
	}
	return writeLine(w, line)
}

// End writes the last line; a list without it was cut off.
func (l fileList) End(w io.Writer, s report.Summary) error {
	if l.names || s.Interrupted {
		return nil
	}
	return writeLine(w, files.ListEnd{Summary: &files.ListAmount{Files: s.Files - s.NotChecked, Bytes: s.Bytes, Unreadable: s.NotChecked}})
}

func writeLine(w io.Writer, v any) error {
	_, err := w.Write(append(text.AppendJSON(nil, v), '\n'))
	return err
}
