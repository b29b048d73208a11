package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/validator/report"
)

// checkFormats make the formats that a report on files can have, in the order in which help lists them.
var checkFormats = []struct {
	name string
	make func(f *checkFlags, c *checkConfig, colours bool) report.Format
}{
	{"text", func(f *checkFlags, _ *checkConfig, colours bool) report.Format {
		return report.NewText(report.TextOptions{Quiet: f.quiet, Colours: colours})
	}},
	{"json", func(*checkFlags, *checkConfig, bool) report.Format { return report.JSON{} }},
	{"jsonl", func(f *checkFlags, c *checkConfig, _ bool) report.Format {
		head := c.runner.checker.Head()
		head.Shard = c.inputs.shard.String()
		head.Options.Include, head.Options.Exclude = slices.Sorted(slices.Values(f.include)), slices.Sorted(slices.Values(f.exclude))
		head.Options.Follow = f.follow
		return report.NewJSONLines(head)
	}},
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
	format report.Format
	file   string // to write it to; "" for standard output
}

// reports returns the reports that the command line asks for.
func (f *checkFlags) reports(cmd *cobra.Command, c *checkConfig) ([]wantedReport, error) {
	var wanted []wantedReport
	unnamed := ""
	files := map[string]bool{}
	for _, value := range f.formats {
		name, file, named := strings.Cut(value, "=")
		if named && file == "" {
			return nil, usagef("--format %s: want a name behind the \"=\"", quoted(value))
		}
		if !named {
			if unnamed != "" {
				return nil, usagef("--format %s and --format %s go to the same place; name a file for one of them, as in --format %s=FILE", quoted(unnamed), quoted(name), quoted(name))
			}
			unnamed, file = name, f.output
		}
		if file != "" {
			if files[filepath.Clean(file)] {
				return nil, usagef("--format %s: another report goes to %s", quoted(name), quoted(file))
			}
			files[filepath.Clean(file)] = true
			if err := c.inputs.checkOutput(file); err != nil {
				return nil, err
			}
		}
		i := slices.Index(checkFormatNames(), name)
		if i < 0 {
			return nil, usagef("--format %s: want %s%s", quoted(name), strings.Join(checkFormatNames(), ", "), didYouMean(name, checkFormatNames()))
		}
		format := checkFormats[i].make(f, c, f.colours(file, cmd.OutOrStdout()))
		wanted = append(wanted, wantedReport{format, file})
	}
	if f.output != "" && unnamed == "" {
		return nil, usagef("--output %s: each --format names a file of its own", quoted(f.output))
	}
	return wanted, nil
}

// checkOutput refuses to write a report over what is to be checked.
func (in *inputs) checkOutput(file string) error {
	if hasArrayName(file) {
		return usagef("refusing to write a report over an array: %s", quoted(file))
	}
	if output, err := os.Stat(file); err == nil {
		if slices.ContainsFunc(in.paths, func(path string) bool { return isFile(path, output) }) {
			return usagef("refusing to write a report over a file to check: %s", quoted(file))
		}
	}
	return nil
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
		to := stdout
		if w.file != "" {
			file, err := createFile(ctx, w.file)
			if err != nil {
				opened.close()
				return nil, err
			}
			opened.files = append(opened.files, file)
			to = file
		}
		opened.outputs = append(opened.outputs, reportOutput{w.format, to})
	}
	return opened, nil
}

// close returns the first error of closing a file.
func (o *openedReports) close() (err error) {
	for _, file := range o.files {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}
	return err
}
