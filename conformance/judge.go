package conformance

import (
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
)

// Judge returns the cell for an answer of a reader, and the reason if there is one.
func Judge(e *Expectation, a Answer) (Cell, string) {
	if a.by != nil {
		a = a.by.settle(a, e.Format, e.Features)
	}
	return judgeAnswer(e.Duty, a, &judge.Vector{Array: e.Array, Members: e.Members, Read: func() ([]byte, error) { return e.File, nil }})
}

func judgeAnswer(duty corpus.Duty, a Answer, v *judge.Vector) (Cell, string) {
	if cell, ok := badEnd(a.Outcome); ok {
		return cell, a.Message
	}
	accepted := a.Outcome == OutcomeAccept
	cell := CellWrongVerdict
	switch {
	case duty == corpus.Survive:
		return CellPass, a.Message
	case a.Outcome == OutcomeUnsupported:
		return CellUnsupported, a.Message
	case duty == corpus.Either:
		cell = CellEither
	case (duty == corpus.Accept) == accepted:
		cell = CellPass
	}
	switch {
	case !accepted:
	case duty == corpus.Reject:
		message := "read as " + a.Array.String()
		if a.Message != "" {
			message += ": " + a.Message
		}
		return cell, text.Line(message)
	default:
		return judgeArray(cell, &a, v)
	}
	return cell, a.Message
}

// judgeArray judges the array of an accepted file, which gets the cell if it is right. What the language does to
// shapes is not a difference, and doesn't hide one.
func judgeArray(cell Cell, a *Answer, v *judge.Vector) (Cell, string) {
	got := a.Array
	if a.dropsOnes {
		got = v.RestoreOnes(got)
	}
	d := v.Difference(got)
	if d != "" && a.anyRank {
		besides := v.Difference(v.AddOnes(got))
		if besides == "" {
			return CellUnsupported, text.Line("read with another rank: " + d)
		}
		d = besides
	}
	if d != "" {
		return CellWrongData, text.Line(d)
	}
	return cell, a.Message
}

// badEnd returns the cell of an outcome that is bad for any file.
func badEnd(o Outcome) (Cell, bool) {
	switch o {
	case OutcomeException:
		return CellException, true
	case OutcomeCrash:
		return CellCrash, true
	case OutcomeHang:
		return CellHang, true
	case OutcomeOutOfMemory:
		return CellOutOfMemory, true
	case OutcomeInvalid:
		return CellWrongVerdict, true
	}
	return "", false
}
