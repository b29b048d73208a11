package main

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// config returns what the command line asks for, or what is wrong with it. It opens nothing.
func (f *checkFlags) config(cmd *cobra.Command, args []string) (*checkConfig, error) {
	in, err := f.inputs(cmd, args)
	if err != nil {
		return nil, err
	}
	c := &checkConfig{checkFlags: f, inputs: in, runner: runner{jobs: f.jobs, maxBatch: 128, progress: func(int64) {}}}
	if f.jobs < 1 || f.jobs > 10000 {
		return nil, usagef("--jobs %d: want a number from 1 to 10000", f.jobs)
	}
	if c.runner.checker.Options, err = f.options(); err != nil {
		return nil, err
	}
	if c.runner.checker.Options.Depth == validator.Full {
		c.runner.maxBatch = 4 // one worker must not sit on many large files
	}
	if cmd.Flags().Changed("only") && len(f.only) == 0 {
		return nil, usagef("--only names no rule")
	}
	if c.runner.checker.Policy, err = f.policy(); err != nil {
		return nil, err
	}
	for _, flag := range [][2]string{{"--color", f.color}, {"--progress", f.progress}} {
		if !slices.Contains([]string{"auto", "always", "never"}, flag[1]) {
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
	in := &inputs{paths: args, stdin: cmd.InOrStdin(), listName: f.filesFrom, include: f.include, exclude: f.exclude, follow: f.follow, allowEmpty: f.allowEmpty, listNUL: f.null}
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
	for _, glob := range slices.Concat(f.include, f.exclude) {
		if !doublestar.ValidatePattern(glob) {
			return nil, usagef("%s is not a pattern: see --include and --exclude", quoted(glob))
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

func (f *checkFlags) options() (validator.Options, error) {
	o := validator.Options{Inflate: inflate}
	if err := o.Depth.UnmarshalText([]byte(f.depth)); err != nil {
		return o, usagef("--depth %s: %v", quoted(f.depth), err)
	}
	var err error
	if o.MaxHeaderSize, err = conformance.ParseSize(f.maxHeaderSize); err != nil {
		return o, usagef("--max-header-size %s: %v", quoted(f.maxHeaderSize), err)
	}
	return o, nil
}

func (f *checkFlags) policy() (p report.Policy, err error) {
	p.DenyObject = f.denyObject
	if p.Only, err = parseRules(f.only, "--only"); err != nil {
		return p, err
	}
	if p.Ignore, err = parseRules(f.ignore, "--ignore"); err != nil {
		return p, err
	}
	p.Severity = make(map[spec.ID]spec.Severity)
	for _, s := range f.severity {
		id, level, ok := strings.Cut(s, "=")
		if !ok {
			return p, usagef("--severity %s: want RULE=LEVEL, for example header-alignment-64=error", quoted(s))
		}
		severity, ok := parseSeverity(level)
		if !ok {
			return p, usagef("--severity %s: want the level error, warning or note", quoted(s))
		}
		rules, err := parseRules([]string{id}, "--severity")
		if err != nil {
			return p, err
		}
		p.Severity[rules[0]] = severity
	}
	severity, ok := parseSeverity(f.failOn)
	if f.failOn == "never" {
		severity, ok = report.Never, true
	}
	if !ok {
		return p, usagef("--fail-on %s: want error, warning, note or never", quoted(f.failOn))
	}
	p.FailOn = severity
	return p, nil
}

// parseRules looks up the rules that a flag names.
func parseRules(names []string, flag string) ([]spec.ID, error) {
	var rules []spec.ID
	for _, name := range names {
		rule, ok := spec.Lookup(name)
		if !ok {
			return nil, usagef("unknown rule %s in %s%s", quoted(name), flag, didYouMean(name, ruleIDs()))
		}
		rules = append(rules, rule.ID)
	}
	return rules, nil
}

func parseSeverity(s string) (spec.Severity, bool) {
	for _, severity := range []spec.Severity{spec.Note, spec.Warning, spec.Error} {
		if s == severity.String() {
			return severity, true
		}
	}
	return 0, false
}

// colours reports whether to use colours in a report to that file, or to stdout if it is "".
func (f *checkFlags) colours(file string, stdout io.Writer) bool {
	if f.color != "auto" {
		return f.color == "always"
	}
	return file == "" && isTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
