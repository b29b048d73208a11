package main

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/report"
)

// reportFlags are the flags for reports on files.
type reportFlags struct {
	formats               []string
	output                string
	quiet, noHex, summary bool
	color                 string
}

// registerFormat defines the flags that say which reports to write.
func (f *reportFlags) registerFormat(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.formats, "format", []string{"text"}, "`FORMAT` of the report: "+strings.Join(fileFormatNames(), ", ")+"; FORMAT=FILE writes it to a file, and the flag may be given several times")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
}

// registerText defines the flags that are about text.
func (f *reportFlags) registerText(flags *pflag.FlagSet) {
	flags.BoolVar(&f.noHex, "no-hex", false, "no bytes under the findings of a text report")
	flags.BoolVar(&f.summary, "summary", false, "a text report counts findings by rule and folder, with examples, instead of listing them")
	flags.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
}

// reported is what a report is made of besides the files.
type reported struct {
	head   func() report.Head
	failOn func() spec.Severity
	hash   func(wanted func() bool)      // has files with findings hashed, as Checker.Hash is
	resume string                        // the file of a further report, or ""
	inUse  func(file os.FileInfo) string // what a file is that must not be written over, or ""
}

// fileFormat makes a format that a report on files can have.
type fileFormat struct {
	name string
	make func(f *reportFlags, of *reported, colours bool) report.Format
}

// fileFormats are in the order in which help lists them.
var fileFormats = []fileFormat{
	{"text", func(f *reportFlags, _ *reported, colours bool) report.Format {
		options := report.TextOptions{Quiet: f.quiet, NoHex: f.noHex, Colours: colours}
		if f.summary {
			return report.NewByRule(options)
		}
		return report.NewText(options)
	}},
	{"json", func(*reportFlags, *reported, bool) report.Format { return report.JSON{} }},
	{"jsonl", func(_ *reportFlags, of *reported, _ bool) report.Format { return report.NewJSONLines(of.head()) }},
	{"compact", func(*reportFlags, *reported, bool) report.Format { return report.Compact{} }},
	{"junit", func(_ *reportFlags, of *reported, _ bool) report.Format { return report.NewJUnit(of.failOn()) }},
	{"markdown", func(*reportFlags, *reported, bool) report.Format { return report.NewMarkdown() }},
	{"github", func(f *reportFlags, _ *reported, _ bool) report.Format {
		o := report.GitHubOptions{Quiet: f.quiet}
		if name := os.Getenv(stepSummary); name != "" {
			o.Summary = appended(name)
		}
		return report.NewGitHub(o)
	}},
	{"sarif", func(_ *reportFlags, of *reported, _ bool) report.Format {
		sarif := report.NewSARIF(workingDir())
		of.hash(sarif.WantsHash)
		return sarif
	}},
	{"gitlab", func(*reportFlags, *reported, bool) report.Format { return report.NewGitLab(workingDir()) }},
	{"html", func(_ *reportFlags, of *reported, _ bool) report.Format { return report.NewHTML(of.head()) }},
}

// workingDir returns the working directory, or "" if it is gone.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// colours reports whether to use colours in a report to that file, or to stdout if it is "".
func (f *reportFlags) colours(file string, stdout io.Writer) bool {
	if f.color != "auto" {
		return f.color == "always"
	}
	return file == "" && os.Getenv("NO_COLOR") == "" && takesEscapes(stdout)
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

func fileFormatNames() []string {
	var names []string
	for _, f := range fileFormats {
		names = append(names, f.name)
	}
	return names
}
