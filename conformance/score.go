package conformance

import (
	"context"
	"path/filepath"

	"github.com/npycheck/npycheck/corpus"
)

// readerTasks returns what to ask a reader: every case but those that the profile leaves out.
func (r *runner) readerTasks(cases []corpus.Case) []task {
	var tasks []task
	for i, c := range cases {
		duty := c.Duty
		if r.profile != nil {
			if duty = r.profile.Verdict(c); duty == corpus.Unsupported {
				continue
			}
		}
		tasks = append(tasks, task{
			c:       c,
			duty:    duty,
			request: request{Op: opRead, ID: int64(i + 1), Path: filepath.Join(r.folder.Name(), filepath.FromSlash(c.File)), maxAnswer: maxAnswer + 64*c.Size},
			judge: func(_ context.Context, a answer) (Result, error) {
				return judgeRead(&c, duty, a, &vector{&c, func() ([]byte, error) { return r.vector(&c) }}), nil
			},
		})
	}
	return tasks
}

// judgeRead makes a result of what a reader did with a case.
func judgeRead(c *corpus.Case, duty corpus.Duty, a answer, v *vector) Result {
	result := Result{ID: c.ID, Duty: duty, Outcome: a.outcome, Rules: c.Rules, Message: a.message}
	if result.Rules == nil {
		result.Rules = []string{}
	}
	if cell, ok := badEnd(a.outcome); ok {
		result.Cell = cell
		return result
	}
	accepted := a.outcome == Accept
	switch {
	case duty == corpus.Survive:
		result.Cell = CellPass
		return result
	case a.outcome == Unsupported:
		result.Cell = CellUnsupported
		return result
	case duty == corpus.Either:
		result.Cell = CellEither
	case (duty == corpus.Accept) == accepted:
		result.Cell = CellPass
	default:
		result.Cell = CellFail
	}
	switch {
	case !accepted:
	case duty == corpus.Reject:
		if result.Message == "" {
			result.Message = line("read as " + a.array.describe())
		}
	default:
		if d := v.difference(a.array); d != "" {
			result.Cell, result.Message = CellWrongData, line(d)
		}
	}
	return result
}

// badEnd returns the cell of an outcome that is bad whatever the file is.
func badEnd(o Outcome) (Cell, bool) {
	switch o {
	case Crash:
		return CellCrash, true
	case Hang:
		return CellHang, true
	case BlowUp:
		return CellBlowUp, true
	case Invalid:
		return CellFail, true
	}
	return "", false
}
