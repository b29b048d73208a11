package report

import (
	"fmt"
	"io"

	"github.com/fatih/color"

	"github.com/npycheck/npycheck/internal/inert"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TextOptions adjust a report as text.
type TextOptions struct {
	Quiet   bool // no line at the end
	NoHex   bool // no bytes under the findings
	Colours bool // for a terminal
}

// Text writes a report for people: a line for each finding, the bytes concerned under it, and nothing for a file
// without findings.
type Text struct {
	quiet    bool
	hex      bool
	severity [spec.Error + 1]func(...any) string
	path     func(...any) string
	caret    func(...any) string
}

// NewText returns a Text.
func NewText(o TextOptions) *Text {
	paint := func(attributes ...color.Attribute) func(...any) string {
		c := color.New(attributes...)
		if o.Colours {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	t := &Text{quiet: o.Quiet, hex: !o.NoHex, path: paint(color.Bold), caret: paint(color.FgGreen, color.Bold)}
	t.severity[spec.Note] = paint(color.FgCyan, color.Bold)
	t.severity[spec.Warning] = paint(color.FgMagenta, color.Bold) // yellow is hard to see on white
	t.severity[spec.Error] = paint(color.FgRed, color.Bold)
	return t
}

// textSize is roughly the number of bytes of a finding as text.
const textSize = 320

// Begin writes nothing.
func (*Text) Begin(io.Writer) error { return nil }

// File writes the findings of a file.
func (t *Text) File(w io.Writer, _ int64, f *File) error {
	if f.Silent() {
		return nil
	}
	text := make([]byte, 0, textSize*len(f.Findings))
	path := t.path(displayPath(f))
	for i := range f.Findings {
		found := &f.Findings[i]
		text = fmt.Appendf(text, "%s%s: %s: %s [%s]\n", path, Within(&found.Finding), t.severity[found.Severity](found.Severity), inert.Text(found.Message), found.Rule)
		if t.hex {
			text = appendExcerpt(text, found, t.caret)
		}
	}
	for _, o := range f.Omitted {
		text = fmt.Appendf(text, "%s: %s not listed [%s]\n", path, plural.Count(int64(o.Count), "more finding"), o.Rule)
	}
	if why := f.unsaid(); why != "" {
		text = fmt.Appendf(text, "%s: %s: %s\n", path, t.severity[spec.Error](validator.NotChecked), inert.Text(why))
	}
	return write(w, text)
}

// End writes the summary in a line.
func (t *Text) End(w io.Writer, s Summary) error {
	if t.quiet {
		return nil
	}
	return write(w, append(appendSummary(nil, s), '\n'))
}

// appendSummary appends the summary without the end of its line.
func appendSummary(dst []byte, s Summary) []byte {
	dst = fmt.Appendf(dst, "%s: %d conforming, %d nonconforming", plural.Count(s.Files, "file"), s.Conforming, s.Nonconforming)
	if s.NotChecked > 0 {
		dst = fmt.Appendf(dst, ", %d not checked", s.NotChecked)
	}
	dst = fmt.Appendf(dst, "; %s, %s, %s", plural.Count(s.Error, "error"), plural.Count(s.Warning, "warning"), plural.Count(s.Note, "note"))
	if s.Known > 0 {
		dst = fmt.Appendf(dst, "; %d known", s.Known)
	}
	if s.Unverified > 0 {
		dst = fmt.Appendf(dst, "; checksums of %s not verified (--depth full)", plural.Count(s.Unverified, "archive"))
	}
	if s.Links > 0 {
		dst = fmt.Appendf(dst, "; %s not followed (--follow)", plural.Count(s.Links, "link"))
	}
	if s.Others > 0 {
		dst = fmt.Appendf(dst, "; %s of another kind not checked", plural.Count(s.Others, "file"))
	}
	if s.Excluded > 0 {
		dst = fmt.Appendf(dst, "; %s skipped by default (--no-default-excludes)", plural.Count(s.Excluded, "folder"))
	}
	if s.Interrupted {
		dst = append(dst, "; interrupted"...)
	}
	return dst
}

// Within says which part of a file a finding is about, in the form that follows the path: the member of an archive,
// and which of several arrays. It is "[b.npy]", "[2]" or "[b.npy][2]", and "" for the file and for its first array.
func Within(f *validator.Finding) string {
	within := ""
	if f.MemberName != "" {
		within = "[" + quoteInert(f.MemberName) + "]"
	}
	return within + arrayIndex(f)
}

// arrayIndex says which of several arrays a finding is about, unless it is the first.
func arrayIndex(f *validator.Finding) string {
	if f.Array == 0 {
		return ""
	}
	return fmt.Sprintf("[%d]", f.Array)
}
