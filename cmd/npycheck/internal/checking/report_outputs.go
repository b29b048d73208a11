package checking

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

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
