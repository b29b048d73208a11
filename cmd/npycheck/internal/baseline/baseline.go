// Package baseline is the command baseline.
package baseline

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/check"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
	"github.com/npycheck/npycheck/internal/text"
)

// notOfBaseline are the flags of check that are about its report, which baseline doesn't write.
var notOfBaseline = []string{"format", "output", "baseline", "strict-baseline", "resume", "no-hex", "summary", "fail-on", "show"}

func New() *cobra.Command {
	var f check.Flags
	cmd := &cobra.Command{
		Use:   "baseline FILE [PATH...]",
		Short: "Record known findings, for check not to show them",
		Example: `  npycheck baseline known.jsonl data/
  npycheck check --baseline known.jsonl data/`,
		Long: `baseline checks like check, with the same flags, and writes what it finds into
FILE. npycheck check --baseline FILE counts these findings and shows only
others. So does check if .npycheck.toml has baseline = "FILE".

A finding is known by the path of its file, its rule and a fingerprint that
stays the same if the fault moves within the file. Paths are relative to the
folder of .npycheck.toml if it names FILE, and otherwise to the working
directory: then run both commands in the same one. FILE has a line for each
finding, in the order of paths, for git to merge; "known.jsonl merge=union" in
.gitattributes makes it take the lines of both sides. What is no longer found is
reported as stale; write the baseline again to get rid of it.

A finding about a pickle stays known if the arguments of its calls change, so
don't accept calls in files that others can change. Don't use a FILE from people
you don't trust.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.MissingArgument(cmd, "baseline needs a FILE to write")
			}
			return writeBaseline(cmd, &f, args[0], args[1:])
		},
	}
	f.Register(cmd)
	for _, flag := range notOfBaseline {
		cmd.Flags().MarkHidden(flag)
	}
	return cmd
}

// writeBaseline checks the paths and replaces the file.
func writeBaseline(cmd *cobra.Command, f *check.Flags, file string, paths []string) error {
	for _, flag := range notOfBaseline {
		if cmd.Flags().Changed(flag) {
			return cli.Usagef("baseline writes no report; leave out --%s", flag)
		}
	}
	c, err := f.Configure(cmd, paths)
	if err != nil {
		return err
	}
	inUse := func(file os.FileInfo) string {
		if role := c.InUse(file); role != check.TheBaseline { // which this command writes again
			return role
		}
		return ""
	}
	if err := runner.MayReplace(file, inUse); err != nil {
		return err
	}
	ctx := cmd.Context()
	if old, err := cli.ReadText(ctx, file); err == nil && len(old) > 0 {
		if _, err := report.ReadBaseline(old, ""); err != nil && !bytes.HasPrefix(old, []byte(`{"baseline":`)) {
			return cli.Usagef("refusing to write over %s, which is not a baseline", cli.Quoted(file))
		}
	}
	writer, s := report.NewBaselineWriter(runner.WorkingDir()), new(bytes.Buffer)
	if c.NamesBaseline(file) {
		writer = report.NewBaselineWriter(c.BaselineFolder())
		writer.WorkDir = runner.WorkingDir()
	}
	sum, err := c.Check(cmd, []runner.ReportOutput{{Format: writer, To: s, Name: "the baseline"}})
	if err != nil {
		return err
	}
	if sum.Interrupted {
		return errors.New("interrupted; the baseline was not written")
	}
	if err := replaceFile(file, s.Bytes()); err != nil {
		return &cli.WriteError{What: "the baseline", Err: err}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s\n", cli.QuotedText(file), text.Count(int64(writer.Len()), "finding"), text.Count(sum.Files, "file"))
	c.ReportSkipped(cmd.ErrOrStderr())
	if sum.NotChecked > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s could not be read or checked to the end\n", text.Count(sum.NotChecked, "file"))
		return cli.ExitCode(cli.ExitIncomplete)
	}
	return nil
}

// replaceFile writes a file completely or not at all. A link to it stays a link.
func replaceFile(name string, text []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, text, 0o666)
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".npycheck-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // no longer there if all went well
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
