package hunt

import (
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// A failure is an answer that no reader should give.
type failure struct {
	signature Signature
	file      []byte
	format    validator.Format
	expected  *conformance.Expectation
	answer    conformance.Answer
	account   string
	written   []byte
	other     string   // of CellDiffers: the reader that returned something else
	opponent  []string // its command
	next      pooled   // that the reader was asked about after it, if it broke down only then
}

func newFailure(cell Cell, e *conformance.Expectation, format validator.Format, a conformance.Answer, account string) *failure {
	return &failure{signature: NewSignature(cell, e, a.Outcome, account), file: e.File, format: format, expected: e, answer: a, account: account}
}
