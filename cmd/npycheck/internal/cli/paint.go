package cli

import (
	"io"
	"os"
	"strings"

	"github.com/fatih/color"

	"github.com/npycheck/npycheck/spec"
)

// Paint is how text for people is marked: with colours, or not at all.
type Paint bool

// PaintFor returns the colours for w: a terminal that takes them has some, unless NO_COLOR is set.
func PaintFor(w io.Writer) Paint {
	return Paint(os.Getenv("NO_COLOR") == "" && TakesEscapes(w))
}

// Bold marks headings, and the names that a line is about.
func (p Paint) Bold(text string) string { return p.with(text, color.Bold) }

// Faint marks what matters least.
func (p Paint) Faint(text string) string { return p.with(text, color.Faint) }

// Good and Bad mark results.
func (p Paint) Good(text string) string { return p.with(text, color.FgGreen, color.Bold) }
func (p Paint) Bad(text string) string  { return p.with(text, color.FgRed, color.Bold) }

// Severity marks text in the colour of a severity, as reports do.
func (p Paint) Severity(s spec.Severity, text string) string {
	switch s {
	case spec.Error:
		return p.Bad(text)
	case spec.Warning:
		return p.with(text, color.FgMagenta, color.Bold) // yellow is hard to see on white
	}
	return p.with(text, color.FgCyan, color.Bold)
}

// Carets returns how to mark the carets under what a finding of that severity is about.
func (p Paint) Carets(s spec.Severity) func(...any) string {
	return func(carets ...any) string { return p.Severity(s, carets[0].(string)) }
}

// Headings marks the lines of a text that begin a paragraph, end with a colon and are not indented.
func (p Paint) Headings(text string) string {
	if !p {
		return text
	}
	paragraphs := strings.Split(text, "\n\n")
	for i, paragraph := range paragraphs {
		heading, _, _ := strings.Cut(paragraph, "\n")
		if strings.HasSuffix(heading, ":") && heading[0] != ' ' {
			paragraphs[i] = p.Bold(heading) + paragraph[len(heading):]
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

func (p Paint) with(text string, attributes ...color.Attribute) string {
	if !p || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}
