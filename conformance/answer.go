package conformance

import "fmt"

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

	by *Implementation // that a Session asked; nil for one that claims all
}

func invalidf(format string, args ...any) Answer {
	return Answer{Outcome: OutcomeInvalid, Message: fmt.Sprintf(format, args...)}
}
