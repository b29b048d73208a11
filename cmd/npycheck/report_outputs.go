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

// wantedReport is a report that the command line asks for.
type wantedReport struct {
	make func() report.Format
	file string // to write it to; "" for standard output
}

// reports returns the reports that the command line asks for.
func (f *reportFlags) reports(cmd *cobra.Command, of *reported) ([]wantedReport, error) {
	var wanted []wantedReport
	var taken places
	unnamed, summarized := "", false
	if err := checkWhen("--color", f.color); err != nil {
		return nil, err
	}
	if of.resume != "" {
		for _, name := range resumedFiles(of.resume) {
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
		if err := taken.add("--format "+name, file, cmd.OutOrStdout(), of); err != nil {
			return nil, err
		}
		if summary := os.Getenv(stepSummary); name == "github" && summary != "" {
			if summarized {
				return nil, usagef("--format github is given twice, and both would write to the file that %s names", stepSummary)
			}
			summarized = true
			if err := taken.add(stepSummary, summary, nil, of); err != nil {
				return nil, err
			}
		}
		colours := f.colours(file, cmd.OutOrStdout())
		wanted = append(wanted, wantedReport{func() report.Format { return fileFormats[i].make(f, of, colours) }, file})
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
func (p *places) add(report, name string, stdout io.Writer, of *reported) error {
	to := place{report: report, name: name}
	if name == "" {
		if file, ok := stdout.(*os.File); ok {
			to.info, _ = file.Stat()
		}
	} else {
		if err := mayReplace(name, of.inUse); err != nil {
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
		opened.outputs = append(opened.outputs, reportOutput{format: w.make(), to: to, name: name})
	}
	return opened, nil
}

// distinct returns an error if the file that was opened last is one of the others: where links lead is known only once
// the files exist.
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

// includes reports whether one of the files has that name, too.
func (o *openedReports) includes(name string) bool {
	return slices.ContainsFunc(o.files, func(file *os.File) bool {
		info, err := file.Stat()
		return err == nil && isFile(name, info)
	})
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

// mayReplace refuses to write a report over an array, and over what inUse says is something else.
func mayReplace(file string, inUse func(os.FileInfo) string) error {
	switch {
	case file == "-":
		return usagef("a report can't go to a file named \"-\"; without a name it goes to standard output")
	case hasArrayName(file):
		return usagef("refusing to write a report over an array: %s", quoted(file))
	}
	output, err := os.Stat(file)
	if err != nil {
		return nil // there is nothing that could be lost
	}
	what := inUse(output)
	if what == "" && output.Mode().IsRegular() && isArray(file) {
		what = "an array"
	}
	if what != "" {
		return usagef("refusing to write a report over %s: %s", what, quoted(file))
	}
	return nil
}

// isFile reports whether a path leads to the given file.
func isFile(path string, file os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, file)
}

// isArray reports whether a name is a link to a file named like an array, or the file begins like one: a folder to
// check may have it under another name.
func isArray(name string) bool {
	if target, err := filepath.EvalSymlinks(name); err == nil && hasArrayName(target) {
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
