package report

import "io"

// JSONLines writes a report as JSON Lines: the head, an object for each file, and one with the summary. A report
// without its last line was cut off.
type JSONLines struct{ head Head }

// NewJSONLines returns a JSONLines with the head that [Checker.Head] gives.
func NewJSONLines(head Head) *JSONLines { return &JSONLines{head} }

// Begin writes the head.
func (j *JSONLines) Begin(w io.Writer) error {
	return write(w, append(AppendJSON(nil, map[string]Head{"head": j.head}), '\n'))
}

// File writes the object of a file.
func (*JSONLines) File(w io.Writer, _ int64, f *File) error { return f.writeJSON(w, "", "\n") }

// End writes the summary.
func (*JSONLines) End(w io.Writer, s Summary) error {
	return write(w, append(AppendJSON(nil, map[string]Summary{"summary": s}), '\n'))
}
