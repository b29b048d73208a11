package conformance

import (
	"fmt"
	"slices"
	"time"

	"github.com/npycheck/npycheck/internal/conform/compare"
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

// Array is the array or the archive that a reader returned.
type Array = compare.Array

// Answer is what an adapter answered, or what became of it instead.
type Answer struct {
	Outcome Outcome
	Array   *Array        // of a reader that accepted the file
	Message string        // what the adapter said, in one line
	Took    time.Duration // until the answer, or the end that came instead
	Peak    int64         // bytes that the process had resident meanwhile at most; 0 if that isn't known
	Remark  string        // what counts against no file: a process broke down, and a fresh one doesn't
	Late    *Answer       // what became of the file before this one, if its process broke down after it had answered
	AtNext  bool          // of what came late: it came when the process was asked for the next file

	anyRank   bool // the implementation doesn't claim the rank of the file: it may return another
	dropsOnes bool // its language drops dimensions of 1 at the end of a shape

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

func hang(timeout time.Duration) Answer {
	return Answer{Outcome: OutcomeHang, Message: "no answer in " + timeout.String()}
}

// settle returns the answer of the implementation about a file with the format and the features. A
// rejection is unsupported if the implementation doesn't claim what the file takes.
func (i *Implementation) settle(a Answer, format string, features []string) Answer {
	for _, rank := range []string{"0d", "1d"} {
		a.anyRank = a.anyRank || slices.Contains(features, rank) && !i.claims("", []string{rank})
	}
	a.dropsOnes = slices.Contains(i.Traits, compare.NoTrailingOnes)
	if a.Outcome == OutcomeReject && !i.claims(format, features) {
		a.Outcome = OutcomeUnsupported
	}
	return a
}

// Difference is that of the arrays, but for what the languages do to shapes.
func (a *Answer) Difference(b *Answer, e *Expectation) string {
	got := b.Array
	if a.ranksDiffer(e) || b.ranksDiffer(e) {
		got = got.Like(a.Array)
	}
	return a.Array.Difference(got)
}

// ranksDiffer reports whether the array of an answer may have another rank than the file.
func (a *Answer) ranksDiffer(e *Expectation) bool {
	if a.by == nil {
		return false
	}
	settled := a.by.settle(*a, e.Format, e.Features)
	return settled.anyRank || settled.dropsOnes
}
