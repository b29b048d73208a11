package conformance

import (
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
)

// Cell is the judgement of an outcome, given what the file requires.
type Cell string

// The cells.
const (
	CellPass         Cell = "pass"
	CellEither       Cell = "either" // readers may accept or reject the file
	CellUnsupported  Cell = "unsupported"
	CellWrongVerdict Cell = "wrong-verdict" // accepted what must be rejected, or rejected what must be accepted
	CellException    Cell = "exception"
	CellWrongData    Cell = "wrong-data" // accepted, with a different array than the one in the file
	CellCrash        Cell = "crash"
	CellHang         Cell = "hang"
	CellOutOfMemory  Cell = "out-of-memory"
)

// Cells returns the cells, the best first and the worst last.
func Cells() []Cell {
	return []Cell{CellPass, CellEither, CellUnsupported, CellWrongVerdict, CellException, CellWrongData, CellCrash, CellHang, CellOutOfMemory}
}

// Failed reports whether the cell is a failure.
func (c Cell) Failed() bool {
	switch c {
	case CellPass, CellEither, CellUnsupported:
		return false
	}
	return true
}

// Severe reports whether the cell is a failure that harms a reader's users. The wrong verdict and an exception are not:
// an error is seen, and a broken file is often read with the values that its writer meant.
func (c Cell) Severe() bool {
	return c.Failed() && c != CellWrongVerdict && c != CellException
}

// CellNamed returns the cell of a word in a list or a report, which may be a word of an earlier version.
func CellNamed(word string) Cell { return Cell(protocol.Recorded(word)) }

// UnmarshalText reads a cell as CellNamed does.
func (c *Cell) UnmarshalText(text []byte) error {
	*c = CellNamed(string(text))
	return nil
}

// Report is the result of a run. Its JSON form is the document of npycheck conform --format json.
type Report struct {
	Schema         int            `json:"schema"` // 1
	Implementation Implementation `json:"implementation"`
	Corpus         string         `json:"corpus"` // the version of the corpus
	Profile        string         `json:"profile,omitempty"`
	Writer         bool           `json:"writer,omitempty"`          // results of a writer
	FailOnWarning  bool           `json:"fail_on_warning,omitempty"` // a file with a warning fails
	Repeat         int            `json:"repeat,omitempty"`          // how often each case was asked for, if more than once
	Incomplete     string         `json:"incomplete,omitempty"`      // why there are results for only a part of the cases
	Summary        map[Cell]int   `json:"summary"`                   // all cells
	Results        []Result       `json:"results"`                   // sorted by ID
}

// Result is the result of one case.
type Result struct {
	ID      string      `json:"id"`
	Duty    corpus.Duty `json:"duty"` // what the file requires, with the profile applied
	Outcome Outcome     `json:"outcome"`
	Cell    Cell        `json:"cell"`
	Rules   []string    `json:"rules"`             // the rules that the file breaks; for a writer, those that its file breaks
	Message string      `json:"message,omitempty"` // what the adapter said, or how the array differs; one line
	Known   string      `json:"known,omitempty"`   // the reason of the known-failure list

	Remark string `json:"remark,omitempty"` // what else was seen: answers that differ, or a process that broke down, but not alone

	Importance string   `json:"importance,omitempty"` // of the case, as its features
	Features   []string `json:"features,omitempty"`
	DurationMS float64  `json:"duration_ms,omitempty"` // until the answer
	PeakBytes  int64    `json:"peak_bytes,omitempty"`  // peak resident bytes meanwhile; 0 if unknown
}
