package checking

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/spec"
)

// ReportFlags are the flags for reports on files.
type ReportFlags struct {
	formats               []string
	output                string
	Quiet, noHex, summary bool
	Show                  spec.Severity // the level from which on findings are listed
	color                 string
}

// RegisterFormat defines the flags that say which reports to write.
func (f *ReportFlags) RegisterFormat(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.formats, "format", []string{"text"}, "`FORMAT` of the report: "+strings.Join(fileFormatNames(), ", ")+"; FORMAT=FILE writes it to a file, and the flag may be given several times")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
	cli.Group(flags, cli.GroupOutput, "format", "output")
}

// RegisterText defines the flags that are about text.
func (f *ReportFlags) RegisterText(flags *pflag.FlagSet) {
	flags.BoolVar(&f.noHex, "no-hex", false, "no bytes under the findings of a text report")
	flags.BoolVar(&f.summary, "summary", false, "text has a table with a line for each rule, and where its files are, instead of the findings")
	flags.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
	cli.Group(flags, cli.GroupOutput, "no-hex", "summary", "color")
}

// Reported is what a report contains besides the files.
type Reported struct {
	Head   func() report.Head
	FailOn func() spec.Severity
	Hash   func(wanted func() bool)      // has files with findings hashed, as FileChecker.Hash is
	Trees  func(func() *inspect.Trees)   // has what is in Python objects kept, as FileChecker.Trees is
	Resume string                        // the file of another report, or ""
	Single bool                          // the user named one file
	InUse  func(file os.FileInfo) string // what a file is that must not be overwritten, or ""
}

// fileFormat makes a format for reports on files.
type fileFormat struct {
	name string
	make func(f *ReportFlags, of *Reported, on screen) report.Format
}

// fileFormats are in the order of the help.
var fileFormats = []fileFormat{
	{"text", func(f *ReportFlags, of *Reported, on screen) report.Format {
		levels := f.levels(of)
		levels.Single = of.Single && !f.summary
		options := report.TextOptions{Levels: levels, Quiet: f.Quiet, NoHex: f.noHex, Colours: on.colours, Columns: on.columns}
		if f.summary {
			return report.NewByRule(options)
		}
		return report.NewText(options)
	}},
	{"json", func(*ReportFlags, *Reported, screen) report.Format { return report.JSON{} }},
	{"jsonl", func(_ *ReportFlags, of *Reported, _ screen) report.Format { return report.NewJSONLines(of.Head()) }},
	{"compact", func(f *ReportFlags, of *Reported, _ screen) report.Format {
		return report.Compact{Levels: f.levels(of)}
	}},
	{"junit", func(_ *ReportFlags, of *Reported, _ screen) report.Format { return report.NewJUnit(of.FailOn()) }},
	{"markdown", func(*ReportFlags, *Reported, screen) report.Format { return report.NewMarkdown() }},
	{"github", func(f *ReportFlags, of *Reported, _ screen) report.Format {
		o := report.GitHubOptions{Levels: f.levels(of), Quiet: f.Quiet}
		if name := os.Getenv(stepSummary); name != "" {
			o.Summary = appended(name)
		}
		return report.NewGitHub(o)
	}},
	{"sarif", func(_ *ReportFlags, of *Reported, _ screen) report.Format {
		sarif := report.NewSARIF(WorkingDir())
		of.Hash(sarif.WantsHash)
		return sarif
	}},
	{"gitlab", func(*ReportFlags, *Reported, screen) report.Format { return report.NewGitLab(WorkingDir()) }},
	{"html", func(_ *ReportFlags, of *Reported, _ screen) report.Format {
		page := report.NewHTML(of.Head())
		of.Trees(page.Trees)
		return page
	}},
}

// levels returns the levels for formats that don't list all findings.
func (f *ReportFlags) levels(of *Reported) report.Levels {
	return report.Levels{Show: f.Show, FailOn: of.FailOn()}
}

// WorkingDir returns the working directory, or "" if it is gone.
func WorkingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// screen is what a report can use of the place where it goes.
type screen struct {
	colours bool
	columns int // at which lines are broken, or 0
}

// screen returns what there is for a report to that file, or to stdout if it is "".
func (f *ReportFlags) screen(file string, stdout io.Writer) screen {
	var s screen
	if file == "" {
		s.colours = bool(cli.PaintFor(stdout))
		s.columns = cli.WrapWidth(stdout)
	}
	if f.color != "auto" {
		s.colours = f.color == "always"
	}
	return s
}

// stepSummary is the variable in which GitHub Actions names the file for the summary of a step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// appended is a file that other programs write to as well. It is opened for each write.
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
		return n, &cli.WriteError{What: "the file that " + stepSummary + " names", Err: err}
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

// CompleteReport completes the words of the flags for reports on files.
func CompleteReport(cmd *cobra.Command) {
	cli.CompleteWords(cmd, "format", fileFormatNames()...)
	cli.CompleteWords(cmd, "color", cli.WhenWords...)
	cli.CompleteWords(cmd, "progress", cli.WhenWords...)
}
