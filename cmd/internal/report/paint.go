package report

import (
	"github.com/fatih/color"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/spec"
)

// Paint is how text is marked: with colours, or not at all.
type Paint bool

// Bold marks headings, and the names that a line is about.
func (p Paint) Bold(text string) string { return p.with(text, color.Bold) }

// Arrow marks what leads to a place.
func (p Paint) Arrow(text string) string { return p.with(text, color.FgBlue, color.Bold) }

// Good and Bad mark results.
func (p Paint) Good(text string) string { return p.with(text, color.FgGreen, color.Bold) }
func (p Paint) Bad(text string) string  { return p.with(text, color.FgRed, color.Bold) }

// Outcome marks text in the colour of an outcome.
func (p Paint) Outcome(o outcome.Outcome, text string) string {
	switch o {
	case outcome.OK:
		return p.Good(text)
	case outcome.Failed:
		return p.Bad(text)
	}
	return p.Severity(spec.Warning, text)
}

// Severity marks text in the colour of a severity.
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

func (p Paint) with(text string, attributes ...color.Attribute) string {
	if !p || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}
