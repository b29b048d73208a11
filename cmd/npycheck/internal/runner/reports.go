package runner

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/spec"
)

// ReportFlags are the flags for reports on files.
type ReportFlags struct {
	cli.BarFlags
	formats        []string
	output         string
	noHex, summary bool
	Show           spec.Severity // the level from which on findings are listed
	color          string
}

// RegisterFormat defines the flags that say which reports to write.
func (f *ReportFlags) RegisterFormat(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.formats, "format", []string{"text"}, "`FORMAT` of the report: "+strings.Join(fileFormatNames(), ", ")+"; FORMAT=FILE writes it to a file, and the flag may be given several times")
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `FILE`")
	cli.Group(flags, cli.GroupOutput, "format", "output")
	cli.CompleteWords(cmd, "format", fileFormatNames()...)
}

// RegisterText defines the flags that are about text, and about the progress bar.
func (f *ReportFlags) RegisterText(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.RegisterQuiet(cmd, "no summary line, and no progress bar unless --progress asks for it")
	flags.BoolVar(&f.noHex, "no-hex", false, "no bytes under the findings of a text report")
	flags.BoolVar(&f.summary, "summary", false, "text has a table with a line for each rule, and where its files are, instead of the findings")
	flags.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: auto, always or never")
	cli.Group(flags, cli.GroupOutput, "no-hex", "summary", "color")
	cli.CompleteWords(cmd, "color", cli.WhenWords...)
	f.RegisterProgress(cmd)
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

// WantedReport is a report that the command line asks for.
type WantedReport struct {
	make func() report.Format
	file string // where it goes; "" for standard output
}

// Reports returns the reports that the command line asks for.
func (f *ReportFlags) Reports(cmd *cobra.Command, of *Reported) ([]WantedReport, error) {
	var wanted []WantedReport
	var taken places
	unnamed, summarized := "", false
	if err := f.CheckProgress(); err != nil {
		return nil, err
	}
	if err := cli.CheckWhen("--color", f.color); err != nil {
		return nil, err
	}
	if of.Resume != "" {
		for _, name := range ResumedFiles(of.Resume) {
			if err := taken.add("--resume", name, nil, of); err != nil {
				return nil, err
			}
		}
	}
	for _, value := range f.formats {
		name, file, named := strings.Cut(value, "=")
		i := slices.IndexFunc(fileFormats, func(known fileFormat) bool { return known.name == name })
		switch {
		case i < 0:
			names := fileFormatNames()
			return nil, cli.Usagef("--format %s: expected %s%s", cli.Quoted(value), cli.Alternatives(names), cli.DidYouMean(name, names))
		case named && file == "":
			return nil, cli.Usagef("--format %s: expected the name of a file after the \"=\"", cli.Quoted(value))
		case named:
		case unnamed == name:
			return nil, cli.Usagef("--format %s is given twice", name)
		case unnamed != "":
			return nil, cli.Usagef("--format %s and --format %s go to the same place; name a file for one of them: --format %s=FILE", unnamed, name, name)
		default:
			unnamed, file = name, f.output
			if cmd.Flags().Changed("output") && file == "" {
				return nil, cli.Usagef("--output: the name of the file is empty")
			}
		}
		if err := taken.add("--format "+name, file, cmd.OutOrStdout(), of); err != nil {
			return nil, err
		}
		if summary := os.Getenv(stepSummary); name == "github" && summary != "" {
			if summarized {
				return nil, cli.Usagef("--format github is given twice, and both would write to the file that %s names", stepSummary)
			}
			summarized = true
			if err := taken.add(stepSummary, summary, nil, of); err != nil {
				return nil, err
			}
		}
		on := f.screen(file, cmd.OutOrStdout())
		wanted = append(wanted, WantedReport{func() report.Format { return fileFormats[i].make(f, of, on) }, file})
	}
	if f.output != "" && unnamed == "" {
		return nil, cli.Usagef("--output %s: each --format names a file of its own", cli.Quoted(f.output))
	}
	return wanted, nil
}

// places are the destinations of the reports of a run.
type places []place

type place struct {
	report string
	name   string      // "" for standard output
	path   string      // absolute
	info   os.FileInfo // nil if it doesn't exist yet
}

// add refuses to write two reports to one place, or a report over an input. Without a name it goes to stdout.
func (p *places) add(report, name string, stdout io.Writer, of *Reported) error {
	to := place{report: report, name: name}
	if name == "" {
		if file, ok := stdout.(*os.File); ok {
			to.info, _ = file.Stat()
		}
	} else {
		if err := MayReplace(name, of.InUse); err != nil {
			return err
		}
		to.path, _ = filepath.Abs(name)
		to.info, _ = os.Stat(name)
	}
	for _, other := range *p {
		if to.same(other) {
			return cli.Usagef("%s and %s go to the same file: %s", other.report, report, cli.Quoted(cmp.Or(name, other.name)))
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

// OpenedReports are the outputs of a run.
type OpenedReports struct {
	Outputs []ReportOutput
	files   []*os.File
}

// OpenReports creates the files of reports. The caller must close them.
func OpenReports(ctx context.Context, wanted []WantedReport, stdout io.Writer) (*OpenedReports, error) {
	opened := &OpenedReports{}
	for _, w := range wanted {
		to, name := stdout, "the report"
		if w.file != "" {
			file, err := cli.CreateFile(ctx, w.file)
			if err != nil {
				opened.Close()
				return nil, err
			}
			opened.files = append(opened.files, file)
			if err := opened.distinct(); err != nil {
				opened.Close()
				return nil, err
			}
			to, name = file, ReportIn(w.file)
		}
		opened.Outputs = append(opened.Outputs, ReportOutput{Format: w.make(), To: to, Name: name})
	}
	return opened, nil
}

// distinct returns an error if the last opened file is one of the others: where links lead is known only once
// the files exist.
func (o *OpenedReports) distinct() error {
	last := o.files[len(o.files)-1]
	info, err := last.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	for _, other := range o.files[:len(o.files)-1] {
		if there, err := other.Stat(); err == nil && os.SameFile(there, info) {
			return cli.Usagef("two reports go to the same file: %s and %s", cli.Quoted(other.Name()), cli.Quoted(last.Name()))
		}
	}
	return nil
}

// Includes reports whether one of the files has that name, too.
func (o *OpenedReports) Includes(name string) bool {
	return slices.ContainsFunc(o.files, func(file *os.File) bool {
		info, err := file.Stat()
		return err == nil && IsFile(name, info)
	})
}

// Close closes the files, and returns the first error.
func (o *OpenedReports) Close() error {
	var first error
	for _, file := range o.files {
		if err := file.Close(); err != nil && first == nil {
			first = &cli.WriteError{What: ReportIn(file.Name()), Err: err}
		}
	}
	return first
}

// ReportIn names a report in a file.
func ReportIn(file string) string { return "the report " + cli.Quoted(file) }

// MayReplace refuses to write a report over an array, and over what inUse says is something else.
func MayReplace(file string, inUse func(os.FileInfo) string) error {
	switch {
	case file == "-":
		return cli.Usagef("a report can't go to a file named \"-\"; without a name it goes to standard output")
	case cli.HasArrayName(file):
		return cli.Usagef("refusing to write a report over an array: %s", cli.Quoted(file))
	}
	output, err := os.Stat(file)
	if err != nil {
		return nil // there is nothing to lose
	}
	what := inUse(output)
	if what == "" && output.Mode().IsRegular() && isArray(file) {
		what = "an array"
	}
	if what != "" {
		return cli.Usagef("refusing to write a report over %s: %s", what, cli.Quoted(file))
	}
	return nil
}

// IsFile reports whether a path leads to the given file.
func IsFile(path string, file os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, file)
}

// isArray reports whether a name is a link to a file named like an array, or the file begins like one: a folder to be
// checked may have it under another name.
func isArray(name string) bool {
	if target, err := filepath.EvalSymlinks(name); err == nil && cli.HasArrayName(target) {
		return true
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len("\x93NUMPY"))
	n, _ := io.ReadFull(file, head)
	start := string(head[:n])
	return start == "\x93NUMPY" || strings.HasPrefix(start, "PK\x03\x04")
}

// PartSuffix ends the name of the new report until it replaces the old one, and OldSuffix
// that of the old one if it is kept.
const (
	PartSuffix = ".part"
	OldSuffix  = ".old"
)

// ResumedFile returns the name of the report that --resume names, following links: a link stays one.
func ResumedFile(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// ResumedFiles returns the names of all files that a run with --resume may write, perhaps a link among them.
func ResumedFiles(name string) []string {
	if name == "" {
		return nil
	}
	file := ResumedFile(name)
	return []string{name, file + PartSuffix, file + OldSuffix}
}
