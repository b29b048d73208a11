package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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

// wantedReport is a report that the command line asks for.
type wantedReport struct {
	make func() report.Format
	file string // to write it to; "" for standard output
}

// reports returns the reports that the command line asks for.
func (f *checkFlags) reports(cmd *cobra.Command, c *checkConfig) ([]wantedReport, error) {
	var wanted []wantedReport
	var taken places
	unnamed, summarized := "", false
	for _, value := range f.formats {
		name, file, named := strings.Cut(value, "=")
		i := slices.IndexFunc(checkFormats, func(known checkFormat) bool { return known.name == name })
		switch {
		case i < 0:
			names := checkFormatNames()
			return nil, usagef("--format %s: want %s%s", quoted(value), alternatives(names), didYouMean(name, names))
		case named && file == "":
			return nil, usagef("--format %s: want the name of a file after the \"=\"", quoted(value))
		case named:
		case unnamed == name:
			return nil, usagef("--format %s is given twice", name)
		case unnamed != "":
			return nil, usagef("--format %s and --format %s go to the same place; name a file for one of them: --format %s=FILE", unnamed, name, name)
		default:
			unnamed, file = name, f.output
			if cmd.Flags().Changed("output") && file == "" {
				return nil, usagef("--output: the name of the file is empty")
			}
		}
		if err := taken.add("--format "+name, file, cmd.OutOrStdout(), c); err != nil {
			return nil, err
		}
		if summary := os.Getenv(stepSummary); name == "github" && summary != "" {
			if summarized {
				return nil, usagef("--format github is given twice, and both would write to the file that %s names", stepSummary)
			}
			summarized = true
			if err := taken.add(stepSummary, summary, nil, c); err != nil {
				return nil, err
			}
		}
		colours := f.colours(file, cmd.OutOrStdout())
		wanted = append(wanted, wantedReport{func() report.Format { return checkFormats[i].make(f, c, colours) }, file})
	}
	if f.output != "" && unnamed == "" {
		return nil, usagef("--output %s: each --format names a file of its own", quoted(f.output))
	}
	return wanted, nil
}

// places are where the reports of a run go.
type places []place

type place struct {
	report string
	name   string      // "" for standard output
	path   string      // absolute
	info   os.FileInfo // nil if nothing is there yet
}

// add refuses to write a report where another goes, or over what is to be checked. Without a name it goes to stdout.
func (p *places) add(report, name string, stdout io.Writer, c *checkConfig) error {
	to := place{report: report, name: name}
	if name == "" {
		if file, ok := stdout.(*os.File); ok {
			to.info, _ = file.Stat()
		}
	} else {
		if err := c.checkOutput(name); err != nil {
			return err
		}
		to.path, _ = filepath.Abs(name)
		to.info, _ = os.Stat(name)
	}
	for _, other := range *p {
		if to.same(other) {
			return usagef("%s and %s go to the same file: %s", other.report, report, quoted(cmp.Or(name, other.name)))
		}
	}
	*p = append(*p, to)
	return nil
}

// same reports whether one report would spoil the other. On a device, such as a terminal, both may appear.
func (p place) same(other place) bool {
	samePath := p.path != "" && p.path == other.path
	if p.info == nil || other.info == nil || samePath {
		return samePath && (p.info == nil || p.info.Mode()&os.ModeDevice == 0)
	}
	return p.info.Mode().IsRegular() && os.SameFile(p.info, other.info)
}

// openedReports are the outputs of a run.
type openedReports struct {
	outputs []reportOutput
	files   []*os.File
}

// openReports creates the files of reports. The caller must close them.
func openReports(ctx context.Context, wanted []wantedReport, stdout io.Writer) (*openedReports, error) {
	opened := &openedReports{}
	for _, w := range wanted {
		to, name := stdout, "the report"
		if w.file != "" {
			file, err := createFile(ctx, w.file)
			if err != nil {
				opened.close()
				return nil, err
			}
			opened.files = append(opened.files, file)
			if err := opened.distinct(); err != nil {
				opened.close()
				return nil, err
			}
			to, name = file, reportIn(w.file)
		}
		opened.outputs = append(opened.outputs, reportOutput{w.make(), to, name})
	}
	return opened, nil
}

// distinct refuses the last file if it is another one: nobody knows before they are there where links lead to.
func (o *openedReports) distinct() error {
	last := o.files[len(o.files)-1]
	info, err := last.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	for _, other := range o.files[:len(o.files)-1] {
		if there, err := other.Stat(); err == nil && os.SameFile(there, info) {
			return usagef("two reports go to the same file: %s and %s", quoted(other.Name()), quoted(last.Name()))
		}
	}
	return nil
}

// close closes the files, and returns the first error.
func (o *openedReports) close() error {
	var first error
	for _, file := range o.files {
		if err := file.Close(); err != nil && first == nil {
			first = &writeError{reportIn(file.Name()), err}
		}
	}
	return first
}

// reportIn names a report in a file.
func reportIn(file string) string { return "the report " + quoted(file) }
