// Package outcome decides whether a check passes. Everything that says so, to people or to programs, says what [Of]
// returns: the exit code, the first word of each report, and "ok" in JSON.
package outcome

import (
	"cmp"

	"github.com/npycheck/npycheck/spec"
)

// Outcome is how the check of a file or of a run ended. The zero value is that of a check that hasn't ended.
type Outcome string

// The outcomes.
const (
	OK         Outcome = "ok"
	Failed     Outcome = "failed"
	Incomplete Outcome = "incomplete" // something was not checked, whatever was found elsewhere
)

// Of returns the outcome of a check that has seen the whole, or not, and whose worst finding has a severity, 0 if there
// is none. Findings of the severity failOn or above fail a check; 0 is spec.Error.
func Of(whole bool, worst, failOn spec.Severity) Outcome {
	switch {
	case !whole:
		return Incomplete
	case worst >= cmp.Or(failOn, spec.Error):
		return Failed
	}
	return OK
}

// Title returns the outcome as a sentence begins with it.
func (o Outcome) Title() string {
	switch o {
	case OK:
		return "OK"
	case Failed:
		return "Failed"
	}
	return "Incomplete"
}

// ExitCode returns the exit code of a program whose report has the outcome.
func (o Outcome) ExitCode() int {
	switch o {
	case OK:
		return 0
	case Failed:
		return 1
	}
	return 3
}
