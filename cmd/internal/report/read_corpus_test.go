package report_test

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestReportReadBack writes a report of the corpus as JSON Lines and reads it again: as every format, the files that
// come out of it look like those that went in.
func TestReportReadBack(t *testing.T) {
	depths := []validator.Depth{validator.Full, validator.Header}
	if testing.Short() {
		depths = depths[:1]
	}
	for _, depth := range depths {
		c := report.Checker{Options: validator.Options{Depth: depth}, Policy: report.Policy{
			Severity: map[spec.ID]spec.Severity{spec.HeaderPaddingByte: spec.Note},
		}}
		var files []*report.File
		var sum report.Summary
		for i, vector := range corpus.Cases() {
			content, err := fs.ReadFile(corpus.FS, vector.File)
			if err != nil {
				t.Fatal(err)
			}
			r, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &c.Options)
			f := c.File(report.Path(vector.File), r, err)
			f.Size = int64(len(content))
			if i%100 == 0 {
				f = c.File(report.Path(vector.File), nil, io.ErrUnexpectedEOF)
			}
			files = append(files, f)
			sum.Add(f)
		}
		// Offsets count from the start of the file, though it is an archive and the rule is about arrays.
		archive, err := fs.ReadFile(corpus.FS, "accept/npz/first-stored.npz")
		if err != nil {
			t.Fatal(err)
		}
		c.Options.Name = "archive.npy"
		r, err := validator.Check(context.Background(), bytes.NewReader(archive), int64(len(archive)), &c.Options)
		f := c.File(report.Path(c.Options.Name), r, err)
		if !slices.ContainsFunc(f.Findings, func(found report.Finding) bool { return found.Rule == spec.PrefixMagic }) {
			t.Errorf("an archive with the name of an array: got %+v, want prefix-magic", f.Findings)
		}
		f.Size = int64(len(archive))
		files = append(files, f)
		sum.Add(f)

		head := c.Head()
		lines, err := report.NewLinesReader(bytes.NewReader(rendered(t, report.NewJSONLines(head), files, sum)))
		if err != nil {
			t.Fatal(err)
		}
		var back []*report.File
		var again report.Summary
		for {
			f, err := lines.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			back = append(back, f)
			again.Add(f)
		}
		if got, want := string(text.AppendJSON(nil, again)), string(text.AppendJSON(nil, lines.Trailer().Summary)); got != want {
			t.Errorf("depth %v: the files add up to\n%s and not to\n%s", depth, got, want)
		}
		for name, format := range map[string]func() report.Format{
			"text":     func() report.Format { return report.NewText(report.TextOptions{}) },
			"summary":  func() report.Format { return report.NewByRule(report.TextOptions{}) },
			"json":     func() report.Format { return report.JSON{} },
			"jsonl":    func() report.Format { return report.NewJSONLines(head) },
			"compact":  func() report.Format { return report.Compact{} },
			"junit":    func() report.Format { return report.NewJUnit(spec.Error) },
			"markdown": func() report.Format { return report.NewMarkdown() },
			"github":   func() report.Format { return report.NewGitHub(report.GitHubOptions{}) },
			"sarif":    func() report.Format { return report.NewSARIF("") },
			"gitlab":   func() report.Format { return report.NewGitLab("") },
			"html":     func() report.Format { return report.NewHTML(head) },
		} {
			want, got := rendered(t, format(), files, sum), rendered(t, format(), back, sum)
			if !bytes.Equal(got, want) {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				around := func(b []byte) []byte { return b[max(0, min(at-200, len(b))):min(at+200, len(b))] }
				t.Errorf("depth %v, %s: differs at %d: got\n%s\nwant\n%s", depth, name, at, around(got), around(want))
			}
		}
	}
}

// rendered returns a report of files in a format.
func rendered(t *testing.T, format report.Format, files []*report.File, sum report.Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := format.Begin(&b); err != nil {
		t.Fatal(err)
	}
	inOrder := format.InOrder()
	for i, f := range files {
		if inOrder && f.Silent() {
			continue
		}
		if inOrder {
			f = f.Brief()
		}
		if err := format.File(&b, int64(i), f); err != nil {
			t.Fatal(err)
		}
	}
	if err := format.End(&b, sum); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
