package main

import (
	"os"
	"slices"

	"github.com/npycheck/npycheck/validator/report"
)

// checkFormat makes a format that a report on files can have.
type checkFormat struct {
	name string
	make func(f *checkFlags, c *checkConfig, colours bool) report.Format
}

// checkFormats are in the order in which help lists them.
var checkFormats = []checkFormat{
	{"text", func(f *checkFlags, _ *checkConfig, colours bool) report.Format {
		options := report.TextOptions{Quiet: f.quiet, NoHex: f.noHex, Colours: colours}
		if f.summary {
			return report.NewByRule(options)
		}
		return report.NewText(options)
	}},
	{"json", func(*checkFlags, *checkConfig, bool) report.Format { return report.JSON{} }},
	{"jsonl", func(_ *checkFlags, c *checkConfig, _ bool) report.Format {
		return report.NewJSONLines(c.head())
	}},
	{"compact", func(*checkFlags, *checkConfig, bool) report.Format { return report.Compact{} }},
	{"junit", func(_ *checkFlags, c *checkConfig, _ bool) report.Format {
		return report.NewJUnit(c.runner.checker.Policy.FailOn)
	}},
	{"markdown", func(*checkFlags, *checkConfig, bool) report.Format { return report.NewMarkdown() }},
	{"github", func(f *checkFlags, _ *checkConfig, _ bool) report.Format {
		o := report.GitHubOptions{Quiet: f.quiet}
		if name := os.Getenv(stepSummary); name != "" {
			o.Summary = appended(name)
		}
		return report.NewGitHub(o)
	}},
	{"sarif", func(_ *checkFlags, c *checkConfig, _ bool) report.Format {
		sarif := report.NewSARIF(workingDir())
		c.runner.checker.Hash = sarif.WantsHash
		return sarif
	}},
	{"gitlab", func(*checkFlags, *checkConfig, bool) report.Format { return report.NewGitLab(workingDir()) }},
	{"html", func(_ *checkFlags, c *checkConfig, _ bool) report.Format {
		return report.NewHTML(c.head())
	}},
}

// workingDir returns the working directory, or "" if it is gone.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// head returns the head of reports that have one.
func (c *checkConfig) head() report.Head {
	head := c.runner.checker.Head()
	head.Shard = c.inputs.shard.String()
	head.Options.Include, head.Options.Exclude = slices.Sorted(slices.Values(c.include)), slices.Sorted(slices.Values(c.exclude))
	head.Options.Follow = c.follow
	return head
}

// stepSummary is the variable in which GitHub Actions names the file for the summary of a step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// appended is a file that others write to as well. It is opened for each write.
type appended string

func (name appended) Write(text []byte) (n int, err error) {
	file, err := os.OpenFile(string(name), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err == nil {
		n, err = file.Write(text)
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}
	if err != nil {
		return n, &writeError{"the file that " + stepSummary + " names", err}
	}
	return n, nil
}

func checkFormatNames() []string {
	var names []string
	for _, f := range checkFormats {
		names = append(names, f.name)
	}
	return names
}
