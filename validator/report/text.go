package report

import (
	"fmt"
	"io"

	"github.com/fatih/color"

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

// textSize is the number of bytes that a finding takes as text, about.
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
		text = fmt.Appendf(text, "%s%s: %s: %s [%s]\n", path, inMember(found.MemberName), t.severity[found.Severity](found.Severity), Inert(found.Message), found.Rule)
		if t.hex {
			text = appendExcerpt(text, found, t.caret)
		}
	}
	for _, o := range f.Omitted {
		text = fmt.Appendf(text, "%s: %s not listed [%s]\n", path, Count(int64(o.Count), "more finding"), o.Rule)
	}
	if f.Err != nil {
		text = fmt.Appendf(text, "%s: %s: %s\n", path, t.severity[spec.Error](validator.Unreadable), Inert(ErrorText(f.Err)))
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
	dst = fmt.Appendf(dst, "%s: %d conforming, %d nonconforming", Count(s.Files, "file"), s.Conforming, s.Nonconforming)
	if s.Unreadable > 0 {
		dst = fmt.Appendf(dst, ", %d unreadable", s.Unreadable)
	}
	dst = fmt.Appendf(dst, "; %s, %s, %s", Count(s.Error, "error"), Count(s.Warning, "warning"), Count(s.Note, "note"))
	if s.Known > 0 {
		dst = fmt.Appendf(dst, "; %d known", s.Known)
	}
	if s.Unverified > 0 {
		dst = fmt.Appendf(dst, "; checksums of %s not verified (--depth full)", Count(s.Unverified, "archive"))
	}
	if s.Links > 0 {
		dst = fmt.Appendf(dst, "; %s not followed (--follow)", Count(s.Links, "link"))
	}
	if s.Others > 0 {
		dst = fmt.Appendf(dst, "; %s of another kind not checked", Count(s.Others, "file"))
	}
	if s.Interrupted {
		dst = append(dst, "; interrupted"...)
	}
	return dst
}

// inMember names the member of an archive that a finding is about.
func inMember(name string) string {
	if name == "" {
		return ""
	}
	return "[" + quoteInert(name) + "]"
}
