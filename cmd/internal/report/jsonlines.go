package report

import (
	"io"

	"github.com/npycheck/npycheck/internal/text"
)

// JSONLines writes a report as JSON Lines: the head, an object for each file, and the trailer, which has the summary,
// and the head once more. A report without its last line was cut off. [LinesReader] reads it.
type JSONLines struct{ head Head }

// NewJSONLines returns a JSONLines with the head that [Checker.Head] gives.
func NewJSONLines(head Head) *JSONLines { return &JSONLines{head} }

// InOrder reports false: the files are independent of each other.
func (*JSONLines) InOrder() bool { return false }

// Begin writes the head.
func (j *JSONLines) Begin(w io.Writer) error {
	return write(w, append(text.AppendJSON(nil, map[string]Head{"head": j.head}), '\n'))
}

// File writes the object of a file.
func (*JSONLines) File(w io.Writer, _ int64, f *File) error { return f.writeJSON(w, "", "\n") }

// End writes the trailer.
func (j *JSONLines) End(w io.Writer, s Summary) error {
	return write(w, append(text.AppendJSON(nil, Trailer{s, j.head}), '\n'))
}

// Trailer is the last line of a report as JSON Lines. It has the head, so it can't be confused with that of another
// report.
type Trailer struct {
	Summary Summary `json:"summary"`
	Head    Head    `json:"head"`
}
