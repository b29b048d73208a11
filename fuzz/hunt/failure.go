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

// finding returns the failure as a finding that was seen once. It has neither the array of the answer nor what was
// expected: there may be many findings, and each of these is far larger than the file.
func (f *failure) finding() *Finding {
	return &Finding{
		Signature:  f.signature,
		File:       f.file,
		Format:     f.format,
		Written:    f.written,
		Next:       f.next.content,
		NextFormat: f.next.format,
		Outcome:    f.answer.Outcome,
		Account:    f.account,
		Other:      f.other,
		Runs:       1,
	}
}
