package main

import (
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// config returns what the command line and the configuration file ask for, or what is wrong with them.
func (f *checkFlags) config(cmd *cobra.Command, args []string) (*checkConfig, error) {
	if err := f.load(); err != nil {
		return nil, err
	}
	in, err := f.inputs(cmd, args)
	if err != nil {
		return nil, err
	}
	c := &checkConfig{checkFlags: f, inputs: in, runner: runner{jobs: f.jobs, maxBatch: 128, progress: func(int64) {}}}
	if f.jobs < 1 || f.jobs > 10000 {
		return nil, usagef("--jobs %d: want a number from 1 to 10000", f.jobs)
	}
	if slices.ContainsFunc(args, report.IsRemote) {
		c.runner.maxBatch = 1 // one worker must not wait for many files
		if !cmd.Flags().Changed("jobs") {
			c.runner.jobs = remoteJobs
		}
	}
	if c.runner.checker.Options, err = f.options(); err != nil {
		return nil, err
	}
	if c.runner.checker.Options.Depth == validator.Full {
		c.runner.maxBatch = min(c.runner.maxBatch, 4) // one worker must not sit on many large files
	}
	if c.runner.checker.Policy, err = f.policy(); err != nil {
		return nil, err
	}
	if err := checkWhen("--progress", f.progress); err != nil {
		return nil, err
	}
	if f.strictBaseline && f.baseline == "" {
		return nil, usagef("--strict-baseline needs --baseline")
	}
	if err := f.checkResume(cmd); err != nil {
		return nil, err
	}
	if c.reports, err = f.reports(cmd, c.reported()); err != nil {
		return nil, err
	}
	return c, nil
}

// checkResume returns an error if --resume can't be.
func (f *checkFlags) checkResume(cmd *cobra.Command) error {
	switch {
	case !cmd.Flags().Changed("resume"):
		return nil
	case f.resume == "":
		return usagef("--resume: the name of the file is empty")
	case f.strictBaseline:
		return usagef("--strict-baseline can't be used with --resume: which entries are needed is known only of files that are checked again")
	}
	return nil
}

// inputs returns what to check, with the list still to be opened.
func (f *checkFlags) inputs(cmd *cobra.Command, args []string) (*inputs, error) {
	list := ""
	switch len(f.lists) {
	case 0:
	case 1:
		list = f.lists[0]
	default: // taking the last, as of other flags, would leave the files of the others unchecked
		return nil, usagef("--files-from is given twice; put the names into one list")
	}
	in := &inputs{paths: args, stdin: cmd.InOrStdin(), remotes: newRemotes(cmd.Context()), listName: list, follow: f.follow, allowEmpty: f.allowEmpty, listNUL: f.null}
	switch {
	case len(args) == 0 && list == "":
		return nil, usagef("no file given, want a PATH, \"-\" for standard input, or --files-from")
	case f.null && list == "":
		return nil, usagef("--null makes sense only with --files-from")
	}
	stdin := 0
	for _, path := range append(slices.Clip(args), list) {
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
	var err error
	if in.include, in.exclude, err = f.globs(); err != nil {
		return nil, err
	}
	if cmd.Flags().Changed("shard") {
		if in.shard, err = f.part(cmd.ErrOrStderr()); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// part returns the shard.
func (f *checkFlags) part(stderr io.Writer) (shard, error) {
	if f.shard == "auto" {
		return autoShard(os.Getenv, stderr)
	}
	return parseShard(f.shard)
}

// reported returns what reports are made of.
func (c *checkConfig) reported() *reported {
	checker := &c.runner.checker
	return &reported{
		head:   c.head,
		failOn: func() spec.Severity { return checker.Policy.FailOn },
		hash:   func(wanted func() bool) { checker.Hash = wanted },
		resume: c.resume,
		inUse:  c.inUse,
	}
}

// head returns the head of reports that have one.
func (c *checkConfig) head() report.Head {
	head := c.runner.checker.Head()
	head.Shard = c.inputs.shard.String()
	head.Options.Include, head.Options.Exclude = slices.Sorted(slices.Values(c.include)), slices.Sorted(slices.Values(c.exclude))
	head.Options.Follow = c.follow
	return head
}

// inUse returns what a file is to the check, or "".
func (c *checkConfig) inUse(file os.FileInfo) string {
	is := func(name string) bool { return name != "" && name != "-" && isFile(name, file) }
	switch in := c.inputs; {
	case slices.ContainsFunc(in.paths, is):
		return "a file to check"
	case is(in.listName):
		return "the list of files"
	case is(c.baseline):
		return "the baseline"
	case c.file != nil && is(c.file.name):
		return "the configuration file"
	}
	return ""
}
