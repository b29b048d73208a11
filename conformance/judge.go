package conformance

import "github.com/npycheck/npycheck/corpus"

// Judge returns what an answer of a reader is worth, and what is wrong with it, or what the adapter said
// if nothing is. Of an answer that Session.Ask returned it knows what the reader claims.
func Judge(e *Expectation, a Answer) (Cell, string) {
	if a.by != nil {
		a = a.by.settle(a, e.Format, e.Features)
	}
	return judge(e.Duty, a, &vector{array: e.Array, members: e.Members, more: 0, name: "", read: func() ([]byte, error) { return e.File, nil }})
}

func judge(duty corpus.Duty, a Answer, v *vector) (Cell, string) {
	if cell, ok := badEnd(a.Outcome); ok {
		return cell, a.Message
	}
	accepted := a.Outcome == OutcomeAccept
	cell := CellFail
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
		return cell, line(message)
	default:
		return judgeArray(cell, &a, v)
	}
	return cell, a.Message
}

// judgeArray judges the array of an accepted file, which is worth the cell if it is right. What the language does to
// shapes is no difference, and hides none.
func judgeArray(cell Cell, a *Answer, v *vector) (Cell, string) {
	got := a.Array
	if a.dropsOnes {
		got = v.reshaped(got, droppedOnes)
	}
	d := v.difference(got)
	if d != "" && a.anyRank {
		besides := v.difference(v.reshaped(got, addedOnes))
		if besides == "" {
			return CellUnsupported, line("read with another rank: " + d)
		}
		d = besides
	}
	if d != "" {
		return CellWrongData, line(d)
	}
	return cell, a.Message
}

// badEnd returns the cell of an outcome that is bad whatever the file is.
func badEnd(o Outcome) (Cell, bool) {
	switch o {
	case OutcomeCrash:
		return CellCrash, true
	case OutcomeHang:
		return CellHang, true
	case OutcomeBlowUp:
		return CellBlowUp, true
	case OutcomeInvalid:
		return CellFail, true
	}
	return "", false
}
