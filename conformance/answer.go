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
}

func invalidf(format string, args ...any) Answer {
	return Answer{Outcome: OutcomeInvalid, Message: fmt.Sprintf(format, args...)}
}

// Array is the array or the archive that a reader returned.
type Array struct {
	dtype   string
	shape   string // as in a message: "[4,3]"
	data    []byte // nil if only the hash was sent
	sum     string // the hash in lower case if only it was sent
	members map[string]*Array
}

// String tells what the reader got, in a few words.
func (a *Array) String() string {
	if a.members != nil {
		return fmt.Sprintf("an archive with %d arrays", len(a.members))
	}
	return fmt.Sprintf("%s of shape %s", a.dtype, a.shape)
}
