package conformance

import (
	"fmt"
	"time"
)

// Outcome is what an implementation did with a file. See protocol.md.
type Outcome string

// The outcomes.
const (
	OutcomeAccept      Outcome = "accept"
	OutcomeReject      Outcome = "reject"
	OutcomeUnsupported Outcome = "unsupported"
	OutcomeCrash       Outcome = "crash"
	OutcomeHang        Outcome = "hang"
	OutcomeBlowUp      Outcome = "blow-up"
	OutcomeInvalid     Outcome = "invalid" // the adapter broke the protocol
)

// Outcomes returns the outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeAccept, OutcomeReject, OutcomeUnsupported, OutcomeCrash, OutcomeHang, OutcomeBlowUp, OutcomeInvalid}
}

// Answer is what an adapter answered, or what became of it instead.
type Answer struct {
	Outcome Outcome
	Array   *Array // of a reader that accepted the file
	Message string // what the adapter said, in one line

	Took time.Duration // from the question to the answer, or to the end that came instead
	Peak int64         // bytes that the process had resident meanwhile at most; 0 if that isn't known

	// Remark says what happened that counts against no file: a process that answered other files before
	// broke down at this one, and neither this file nor the one before it does that to a fresh process.
	Remark string
	// Late is what became of the file that was asked for before this one: its process broke down after
	// it had answered. It is nil if nothing did.
	Late *Answer

	anyRank bool // the implementation doesn't claim the rank of the file: it may return another

	by *Implementation // that a Session asked; nil for one that claims all
}

func invalidf(format string, args ...any) Answer {
	return Answer{Outcome: OutcomeInvalid, Message: fmt.Sprintf(format, args...)}
}

// brokeDown reports whether this is an end of a process that may have another cause than the file.
func (a *Answer) brokeDown() bool {
	switch a.Outcome {
	case OutcomeCrash, OutcomeHang, OutcomeBlowUp, OutcomeInvalid:
		return true
	}
	return false
}
