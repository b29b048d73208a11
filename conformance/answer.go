package conformance

import (
	"fmt"
	"slices"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/internal/judge"
)

// Outcome is what an implementation did with a file (protocol.md).
type Outcome string

// The outcomes.
const (
	OutcomeAccept      Outcome = "accept"
	OutcomeReject      Outcome = "reject"
	OutcomeUnsupported Outcome = "unsupported"
	OutcomeException   Outcome = "exception" // an error that the implementation doesn't mean, which its caller can catch
	OutcomeCrash       Outcome = "crash"
	OutcomeHang        Outcome = "hang"
	OutcomeOutOfMemory Outcome = "out-of-memory" // more than the limit
	OutcomeInvalid     Outcome = "invalid"       // the adapter broke the protocol
)

// Outcomes returns the outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeAccept, OutcomeReject, OutcomeUnsupported, OutcomeException, OutcomeCrash, OutcomeHang, OutcomeOutOfMemory, OutcomeInvalid}
}

// UnmarshalText reads an outcome of a report, which may be one of an earlier version.
func (o *Outcome) UnmarshalText(text []byte) error {
	*o = Outcome(protocol.Recorded(string(text)))
	return nil
}

// Array is the array or the archive that a reader returned.
type Array = judge.Array

// Answer is what an adapter answered, or what became of it instead.
type Answer struct {
	Outcome Outcome
	Array   *Array        // of a reader that accepted the file
	Message string        // what the adapter said, in one line
	Took    time.Duration // until the answer, or the end of the process
	Peak    int64         // peak resident bytes of the process meanwhile; 0 if unknown
	Remark  string        // what counts against no file: a process broke down, and a fresh one didn't
	Late    *Answer       // what became of the file before this one, if its process broke down after it had answered
	AtNext  bool          // Late came when the process was asked for the next file

	anyRank   bool // the implementation doesn't claim the rank of the file: it may return another
	dropsOnes bool // its language drops trailing dimensions of 1

	by *Implementation // that a Session asked; nil if it claims all
}

func invalidf(format string, args ...any) Answer {
	return Answer{Outcome: OutcomeInvalid, Message: fmt.Sprintf(format, args...)}
}

// brokeDown reports whether the process ended in a way that may have a cause other than the file.
func (a *Answer) brokeDown() bool {
	switch a.Outcome {
	case OutcomeCrash, OutcomeHang, OutcomeOutOfMemory, OutcomeInvalid:
		return true
	}
	return false
}

func hang(timeout time.Duration) Answer {
	return Answer{Outcome: OutcomeHang, Message: "no answer in " + timeout.String()}
}

// settle returns the answer of the implementation about a file with the format and the features. A
// rejection is unsupported if the implementation doesn't claim what the file takes.
func (i *Implementation) settle(a Answer, format string, features []string) Answer {
	for _, rank := range []string{"0d", "1d"} {
		a.anyRank = a.anyRank || slices.Contains(features, rank) && !i.claims("", []string{rank})
	}
	a.dropsOnes = slices.Contains(i.Traits, judge.NoTrailingOnes)
	if a.Outcome == OutcomeReject && !i.claims(format, features) {
		a.Outcome = OutcomeUnsupported
	}
	return a
}

// Difference is how the arrays differ, apart from what the language does to shapes.
func (a *Answer) Difference(b *Answer, e *Expectation) string {
	got := b.Array
	if a.ranksDiffer(e) || b.ranksDiffer(e) {
		got = got.Like(a.Array)
	}
	return a.Array.Difference(got)
}

// ranksDiffer reports whether the array of an answer may have a different rank than the file's.
func (a *Answer) ranksDiffer(e *Expectation) bool {
	if a.by == nil {
		return false
	}
	settled := a.by.settle(*a, e.Format, e.Features)
	return settled.anyRank || settled.dropsOnes
}
