package check

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/runner"
	"github.com/npycheck/npycheck/spec"
)

// Configure returns what the command line and the configuration file ask for, or what is wrong with them.
func (f *Flags) Configure(cmd *cobra.Command, args []string) (*Config, error) {
	if err := f.Load(); err != nil {
		return nil, err
	}
	resolved, err := f.Resolve()
	if err != nil {
		return nil, err
	}
	in, err := f.inputs(cmd, args)
	if err != nil {
		return nil, err
	}
	in.Include, in.Exclude = resolved.Include, resolved.Exclude
	c := &Config{Flags: f, inputs: in, workers: f.jobs, maxBatch: 128}
	c.check = c.checker.Check
	if f.jobs < 1 || f.jobs > 10000 {
		return nil, cli.Usagef("--jobs %d: expected a number from 1 to 10000", f.jobs)
	}
	if slices.ContainsFunc(args, report.IsRemote) {
		c.maxBatch = 1 // one worker must not wait for many files
		if !cmd.Flags().Changed("jobs") {
			c.workers = files.RemoteJobs
		}
	}
	c.checker.Options, c.checker.Policy, f.Show = resolved.Options, resolved.Policy, resolved.Show
	if kept := f.Kept.String(); kept != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s\n", kept)
	}
	if f.strictBaseline && f.BaselinePath() == "" {
		return nil, cli.Usagef("--strict-baseline needs --baseline")
	}
	if err := f.checkResume(cmd); err != nil {
		return nil, err
	}
	if c.reports, err = f.Reports(cmd, c.reported()); err != nil {
		return nil, err
	}
	return c, nil
}

// checkResume returns an error if --resume is impossible.
func (f *Flags) checkResume(cmd *cobra.Command) error {
	switch {
	case !cmd.Flags().Changed("resume"):
		return nil
	case f.resume == "":
		return cli.Usagef("--resume: the name of the file is empty")
	case f.strictBaseline:
		return cli.Usagef("--strict-baseline can't be used with --resume: which entries are needed is known only of files that are checked again")
	}
	return nil
}

// inputs returns what to check, with the list still to be opened.
func (f *Flags) inputs(cmd *cobra.Command, args []string) (*files.Inputs, error) {
	list := ""
	switch len(f.lists) {
	case 0:
	case 1:
		list = f.lists[0]
	default: // taking the last value, as other flags do, would leave files unchecked
		return nil, cli.Usagef("--files-from is given twice; put the names into one list")
	}
	if len(args) == 0 && list == "" {
		args = []string{"."}
	}
	in := &files.Inputs{Paths: args, Stdin: cmd.InOrStdin(), Remotes: files.NewRemotes(cmd.Context()), ListName: list, AllFolders: f.NoDefaultExcludes, Follow: f.follow, AllowEmpty: f.allowEmpty, ListNUL: f.null}
	if f.null && list == "" {
		return nil, cli.Usagef("--null makes sense only with --files-from")
	}
	stdin := 0
	for _, path := range append(slices.Clip(args), list) {
		if path == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return nil, cli.Usagef("standard input can be used only once")
	}
	if slices.Contains(args, "") {
		return nil, cli.Usagef("a PATH is empty")
	}
	if cmd.Flags().Changed("shard") {
		var err error
		if in.Shard, err = f.part(cmd.ErrOrStderr()); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// part returns the shard of the work.
func (f *Flags) part(stderr io.Writer) (files.Shard, error) {
	if f.shard == "auto" {
		return files.AutoShard(os.Getenv, stderr)
	}
	return files.ParseShard(f.shard)
}

// reported returns what the reports contain.
func (c *Config) reported() *runner.Reported {
	checker := &c.checker
	return &runner.Reported{
		Head:   c.head,
		FailOn: func() spec.Severity { return checker.Policy.FailOn },
		Hash:   func(wanted func() bool) { checker.Hash = wanted },
		Trees:  func(of func() *inspect.Trees) { checker.Trees = of },
		Resume: c.resume,
		Single: c.inputs.Single(),
		InUse:  c.InUse,
	}
}

// head returns the head for formats that have one.
func (c *Config) head() report.Head {
	head := c.checker.Head()
	head.Shard = c.inputs.Shard.String()
	head.Options.Include, head.Options.Exclude = slices.Sorted(slices.Values(c.Include)), slices.Sorted(slices.Values(c.Exclude))
	head.Options.Follow, head.Options.NoDefaultExcludes = c.follow, c.NoDefaultExcludes
	return head
}

// TheBaseline is the role of the baseline.
const TheBaseline = "the baseline"

// InUse returns the role of a file in the check, or "".
func (c *Config) InUse(file os.FileInfo) string {
	is := func(name string) bool { return name != "" && name != "-" && runner.IsFile(name, file) }
	switch in := c.inputs; {
	case slices.ContainsFunc(in.Paths, is):
		return "a file to check"
	case is(in.ListName):
		return "the list of files"
	case is(c.BaselinePath()):
		return TheBaseline
	case c.File != nil && is(c.File.Name):
		return "the configuration file"
	}
	return ""
}
