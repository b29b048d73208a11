package main

import (
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

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
	for _, flag := range [][2]string{{"--color", f.color}, {"--progress", f.progress}} {
		if !slices.Contains(whenWords, flag[1]) {
			return nil, usagef("%s %s: want auto, always or never", flag[0], quoted(flag[1]))
		}
	}
	if f.strictBaseline && f.baseline == "" {
		return nil, usagef("--strict-baseline needs --baseline")
	}
	if c.reports, err = f.reports(cmd, c); err != nil {
		return nil, err
	}
	return c, nil
}

// inputs returns what to check, with the list still to be opened.
func (f *checkFlags) inputs(cmd *cobra.Command, args []string) (*inputs, error) {
	in := &inputs{paths: args, stdin: cmd.InOrStdin(), remotes: newRemotes(cmd.Context()), listName: f.filesFrom, follow: f.follow, allowEmpty: f.allowEmpty, listNUL: f.null}
	switch {
	case len(args) == 0 && f.filesFrom == "":
		return nil, usagef("no file given, want a PATH, \"-\" for standard input, or --files-from")
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
	var err error
	if in.include, in.exclude, err = f.globs(); err != nil {
		return nil, err
	}
	if cmd.Flags().Changed("shard") {
		if in.shard, err = parseShard(f.shard); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// colours reports whether to use colours in a report to that file, or to stdout if it is "".
func (f *checkFlags) colours(file string, stdout io.Writer) bool {
	if f.color != "auto" {
		return f.color == "always"
	}
	return file == "" && os.Getenv("NO_COLOR") == "" && takesEscapes(stdout)
}
