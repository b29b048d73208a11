package conformance

import (
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
)

// Cause is what failures have in common that a reader would stop showing with one change.
type Cause struct {
	Cell    Cell
	Message string // without what differs from file to file
	Rule    string // that the files break which were read; "" if the message says what went wrong
}

// Cause returns the cause of a failure. A reader that reads what it must reject gives no reason: there the rule that the
// file breaks is one.
func (r *Result) Cause() Cause {
	cause := Cause{Cell: r.Cell, Message: text.MessageShape(r.Message)}
	switch {
	case r.Cell == CellWrongData:
		cause.Message = text.DifferenceKind(r.Message)
	case r.Outcome == OutcomeAccept && strings.HasPrefix(r.Message, "read as "):
		cause.Message = ""
	}
	if cause.Message == "" && r.Duty != corpus.Accept && len(r.Rules) > 0 {
		cause.Rule = r.Rules[0]
	}
	return cause
}
