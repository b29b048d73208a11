package table

import (
	"fmt"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// Account says in one line what a case expects and what was returned, with the message, quoted.
func Account(r *conformance.Result) string {
	want := validator.Quote(string(r.Duty))
	switch {
	case r.Cell == conformance.CellWrongData:
		want = "the array of the file"
	case r.Cell == conformance.CellWrongVerdict && r.Outcome == conformance.OutcomeAccept && r.Duty == corpus.Accept:
		want = "a file that conforms" // of a writer
	case r.Duty == corpus.Either || r.Duty == corpus.Survive:
		want = "accept or reject"
	}
	if r.Message == "" {
		return fmt.Sprintf("got %s, expected %s", r.Outcome, want)
	}
	return fmt.Sprintf("got %s, expected %s: %s", r.Outcome, want, validator.Quote(r.Message))
}
