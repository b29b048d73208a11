package conformance

import (
	"github.com/npycheck/npycheck/corpus"
)

// Cell is the judgement of an outcome, given what the file requires.
type Cell string

// The cells.
const (
	CellPass        Cell = "pass"
	CellFail        Cell = "fail"       // the wrong verdict
	CellWrongData   Cell = "wrong-data" // accepted, with a different array than the one in the file
	CellCrash       Cell = "crash"
	CellHang        Cell = "hang"
	CellBlowUp      Cell = "blow-up"
	CellUnsupported Cell = "unsupported"
	CellEither      Cell = "either" // readers may accept or reject the file
)

// Cells returns the cells, the best first and the worst last.
func Cells() []Cell {
	return []Cell{CellPass, CellEither, CellUnsupported, CellFail, CellWrongData, CellCrash, CellHang, CellBlowUp}
}

// Failed reports whether the cell is a failure.
func (c Cell) Failed() bool {
	switch c {
	case CellPass, CellEither, CellUnsupported:
		return false
	}
	return true
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
	Summary        map[Cell]int   `json:"summary"`                   // all eight cells
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
