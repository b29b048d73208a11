package rules

import "github.com/npycheck/npycheck/cmd/internal/report"

// textWidth is the width of prose in columns, unless the terminal is narrower.
const textWidth = 80

// explainer writes explanations.
type explainer struct {
	columns int // that prose has
	paint   report.Paint
	clause  bool // show the text of the clause of a rule
}

// heading appends a line that stands out, wrapped.
func (e *explainer) heading(dst []byte, text string) []byte {
	wrapped := string(appendWrapped(nil, text, e.columns))
	return append(append(dst, e.paint.Bold(wrapped[:len(wrapped)-1])...), '\n')
}
