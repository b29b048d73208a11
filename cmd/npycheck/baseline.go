package main

import (
	"bytes"
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

	"github.com/npycheck/npycheck/validator/report"
)

// notOfBaseline are the flags of check that are about its report, which baseline doesn't write.
var notOfBaseline = []string{"format", "output", "baseline", "strict-baseline", "resume", "no-hex", "summary", "fail-on"}

func newBaseline() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "baseline FILE PATH...",
		Short: "Write down the findings that a project accepts",
		Long: `baseline checks like check, with the same flags, and writes what it finds into
FILE. npycheck check --baseline FILE counts these findings and shows only
others.

A finding is known by the path of its file, its rule and a fingerprint that
stays the same if the fault moves within the file. Paths are relative to the
working directory: run both commands in the same one. FILE has a line for each
finding, in the order of paths, for git to merge; "known.jsonl merge=union" in
.gitattributes makes it take the lines of both sides. What is no longer found is
reported as stale; write the baseline again to get rid of it.

A finding about a pickle stays known if the arguments of its calls change, so
don't accept calls in files that strangers can change. Nor take FILE from
strangers.`,
		Example: `  npycheck baseline known.jsonl data/
  npycheck check --baseline known.jsonl data/`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("baseline needs a FILE to write")
			}
			return writeBaseline(cmd, &f, args[0], args[1:])
		},
	}
	f.register(cmd.Flags())
	completeCheck(cmd)
	for _, flag := range notOfBaseline {
		cmd.Flags().MarkHidden(flag)
	}
	return cmd
}

// writeBaseline checks the paths and replaces the file.
func writeBaseline(cmd *cobra.Command, f *checkFlags, file string, paths []string) error {
	for _, flag := range notOfBaseline {
		if cmd.Flags().Changed(flag) {
			return usagef("baseline writes no report; leave out --%s", flag)
		}
	}
	c, err := f.config(cmd, paths)
	if err != nil {
		return err
	}
	if err := mayReplace(file, c.inUse); err != nil {
		return err
	}
	ctx := cmd.Context()
	if old, err := readText(ctx, file); err == nil && len(old) > 0 {
		if _, err := report.ReadBaseline(old, ""); err != nil && !bytes.HasPrefix(old, []byte(`{"baseline":`)) {
			return usagef("refusing to write over %s, which is no baseline", quoted(file))
		}
	}
	writer, text := report.NewBaselineWriter(workingDir()), new(bytes.Buffer)
	sum, err := c.check(cmd, []reportOutput{{format: writer, to: text, name: "the baseline"}})
	if err != nil {
		return err
	}
	if sum.Interrupted {
		return errors.New("interrupted; the baseline was not written")
	}
	if err := replaceFile(file, text.Bytes()); err != nil {
		return &writeError{"the baseline", err}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s\n", quotedText(file), report.Count(int64(writer.Len()), "finding"), report.Count(sum.Files, "file"))
	if sum.Unreadable > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s could not be read or checked to the end\n", report.Count(sum.Unreadable, "file"))
		return exitCode(exitIncomplete)
	}
	return nil
}

// replaceFile writes a file as a whole or not at all. A link to it stays a link.
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
	defer os.Remove(temp.Name()) // no more there if all went well
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}

// readBaseline reads the file that --baseline names.
func (c *checkConfig) readBaseline(ctx context.Context) error {
	if c.baseline == "" {
		return nil
	}
	text, err := readText(ctx, c.baseline)
	if err != nil {
		return err
	}
	if c.runner.checker.Baseline, err = report.ReadBaseline(text, workingDir()); err != nil {
		return usagef("--baseline %s: %v", quoted(c.baseline), err)
	}
	return nil
}

// maxStale is the number of entries that are named; the others are counted.
const maxStale = 10

// staleEntries reports entries of the baseline that are of no use any more, and whether there are any. In a part of
// the files, or a run that was cut short or resumed, those of files that weren't checked say nothing; one of several
// shards tells of a file that is gone.
func (c *checkConfig) staleEntries(stderr io.Writer, sum report.Summary) bool {
	b := c.runner.checker.Baseline
	if b == nil || sum.Interrupted || c.resume != "" {
		return false
	}
	stale := b.Stale(func(path string) bool {
		_, err := os.Lstat(filepath.FromSlash(path))
		return !report.IsRemote(path) && errors.Is(err, fs.ErrNotExist) && c.inputs.shard.has(path)
	})
	if len(stale) > 1 && !slices.ContainsFunc(stale, func(k report.Known) bool { return !path.IsAbs(k.Path) }) {
		fmt.Fprintf(stderr, "npycheck: stale entries in the baseline: %d with absolute paths, which may be of another machine: %s and so on\n", len(stale), quotedText(stale[0].Path))
		return true
	}
	for i, k := range stale {
		if i == maxStale {
			fmt.Fprintf(stderr, "npycheck: stale entries in the baseline: %d more\n", len(stale)-i)
			break
		}
		fmt.Fprintf(stderr, "npycheck: stale entry in the baseline: %s: %s\n", quotedText(k.Path), k.Rule)
	}
	return len(stale) > 0
}
