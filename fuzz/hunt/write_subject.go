package hunt

import (
	"bytes"
	"context"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/validator"
)

// exhibit is what the files of a finding show: README.md, finding.json and the draft of a case.
type exhibit struct {
	*Finding
	expected *conformance.Expectation // of a reader of File, and the report on it
	answer   conformance.Answer       // with its array
	opponent []string                 // the command of the other reader, if it is a program

	implementation conformance.Implementation
	command        []string             // of the adapter; nil if the reader is not a program
	protocol       conformance.Protocol // of the adapter
	path           string               // where File will be, as a person types it

	// The file that the finding is about: the one that was read or written.
	name    string
	content []byte
	report  *validator.Report
}

// exhibit returns a finding with what is known about its failure, to be shown.
func (f *failure) exhibit(g *Finding) (*exhibit, error) {
	x := &exhibit{Finding: g, expected: f.expected, answer: f.answer, opponent: f.opponent, name: fileName(g.Format), content: g.File, report: f.expected.Report}
	if g.Written == nil {
		return x, nil
	}
	x.name, x.content = "written"+extension(g.Format), g.Written
	var err error
	x.report, err = validator.Check(context.Background(), bytes.NewReader(x.content), int64(len(x.content)),
		&validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: x.name})
	return x, err
}

// place returns where the bytes of a finding are in the file. There are none for compressed content.
func (x *exhibit) place(f *validator.Finding) (offset int64, ok bool) {
	if f.Base == validator.BaseFile {
		return f.Offset, true
	}
	if f.Member < 0 || f.Member >= len(x.report.Members) {
		return 0, false
	}
	m := x.report.Members[f.Member]
	return m.Offset + f.Offset, m.Stored && m.Offset >= 0
}
