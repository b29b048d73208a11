package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// everyFormat are the formats. What there is besides the report goes to aside.
var everyFormat = []struct {
	name string
	make func(aside io.Writer) Format
}{
	{"text", func(io.Writer) Format { return NewText(TextOptions{}) }},
	{"summary", func(io.Writer) Format { return NewByRule(TextOptions{}) }},
	{"json", func(io.Writer) Format { return JSON{} }},
	{"jsonl", func(io.Writer) Format { return NewJSONLines(new(Checker).Head()) }},
	{"compact", func(io.Writer) Format { return Compact{} }},
	{"junit", func(io.Writer) Format { return NewJUnit(0) }},
	{"markdown", func(io.Writer) Format { return NewMarkdown() }},
	{"sarif", func(io.Writer) Format { return NewSARIF("") }},
	{"gitlab", func(io.Writer) Format { return NewGitLab("") }},
	{"github", func(aside io.Writer) Format { return NewGitHub(GitHubOptions{Summary: aside}) }},
	{"html", func(io.Writer) Format { return NewHTML(new(Checker).Head()) }},
	{"baseline", func(io.Writer) Format { return NewBaselineWriter("") }},
}

// writeAll writes a report, and returns the first error.
func writeAll(w io.Writer, format Format, files []*File) error {
	if err := format.Begin(w); err != nil {
		return err
	}
	var sum Summary
	for n, f := range files {
		sum.Add(f)
		if err := format.File(w, int64(n), f); err != nil {
			return err
		}
	}
	sum.Decide(0)
	return format.End(w, sum)
}

// fullAfter is a writer that takes so many pieces, and fails from the next one on.
type fullAfter struct{ pieces, asked int }

func (f *fullAfter) Write(p []byte) (int, error) {
	f.asked++
	if f.asked > f.pieces {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestFullDisk lets each write of each format fail.
func TestFullDisk(t *testing.T) {
	var files []*File
	for _, name := range []string{"a.npz", "b.npz"} {
		r := &validator.Report{Format: validator.Npz, Incomplete: "a limit"}
		for i := range 300 {
			member := fmt.Sprintf("%s%d.npy", strings.Repeat("long", 25), i)
			r.Members = append(r.Members, validator.Member{Name: member, Key: member})
			rule := spec.Rules()[i%len(spec.Rules())].ID
			r.Findings = append(r.Findings, validator.Finding{Rule: rule, Message: "a message", Base: validator.BaseContent, Member: i, MemberName: member})
		}
		f := new(Checker).File(Path(name), r, nil)
		f.Omitted = []Omitted{{spec.DataTrailing, spec.Error, 7}}
		files = append(files, f)
	}
	for _, format := range everyFormat {
		t.Run(format.name, func(t *testing.T) {
			all := &fullAfter{pieces: 1 << 30}
			if err := writeAll(all, format.make(all), files); err != nil || all.asked == 0 {
				t.Fatalf("%d pieces, %v", all.asked, err)
			}
			for n := range all.asked {
				w := &fullAfter{pieces: n}
				if err := writeAll(w, format.make(w), files); err != io.ErrShortWrite {
					t.Errorf("full after %d of %d pieces: got the error %v", n, all.asked, err)
				}
				if w.asked != n+1 {
					t.Errorf("full after %d of %d pieces: asked to write %d more", n, all.asked, w.asked-n)
				}
			}
		})
	}
}

// TestLongNames covers names of members that are long and all escapes. A report of a file may take a multiple of what
// is known of it, but not at once.
func TestLongNames(t *testing.T) {
	const size = 16 << 10
	r := &validator.Report{Format: validator.Npz}
	for i := range 100 {
		name := fmt.Sprintf("%s%d.npy", strings.Repeat("\x1b", size), i)
		r.Members = append(r.Members, validator.Member{Name: name, Key: name})
		rule := spec.Rules()[i%len(spec.Rules())].ID
		r.Findings = append(r.Findings, validator.Finding{Rule: rule, Message: "a message", Base: validator.BaseContent, Member: i, MemberName: name})
	}
	files := []*File{new(Checker).File(Path("a.npz"), r, nil)}
	const most = 32 * size // of a finding with all its forms of the name
	for _, format := range everyFormat {
		t.Run(format.name, func(t *testing.T) {
			var pieces longest
			if err := writeAll(&pieces, format.make(&pieces), files); err != nil {
				t.Fatal(err)
			}
			if pieces.most > most {
				t.Errorf("a piece of %d bytes of %d in all, want at most %d", pieces.most, pieces.total, most)
			}
		})
	}
}
