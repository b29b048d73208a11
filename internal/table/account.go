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

// Rules returns the rules that say more about the failure of a reader or a writer. A file that every reader must accept
// may break a rule that doesn't matter. The message about what a writer wrote has its rules already, and an adapter that
// breaks the protocol says nothing about the reader.
func Rules(r *conformance.Result, writer bool) []string {
	if writer || r.Duty == corpus.Accept || r.Outcome == conformance.OutcomeInvalid {
		return nil
	}
	return r.Rules
}
