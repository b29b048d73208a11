package hunt

import (
	"bytes"
	"context"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/validator"
)

// Repro says how a finding is reproduced.
type Repro struct {
	Implementation conformance.Implementation
	Command        []string             // of the adapter; nil if the reader is not a program
	Protocol       conformance.Protocol // of the adapter
	File           string               // where the file of the finding will be, as a person types it
}

// subject is the file that a finding is about: the one that was read or written.
type subject struct {
	name    string
	content []byte
	report  *validator.Report
}

func newSubject(f *Finding) (*subject, error) {
	if f.Expected == nil { // of the file of an earlier run
		var err error
		if f.Expected, err = conformance.Expect(context.Background(), f.File, fileName(f.Format)); err != nil {
			return nil, err
		}
	}
	s := &subject{fileName(f.Format), f.File, f.Expected.Report}
	if f.Written == nil {
		return s, nil
	}
	s.name, s.content = strings.Replace(s.name, "input", "written", 1), f.Written
	var err error
	s.report, err = validator.Check(context.Background(), bytes.NewReader(s.content), int64(len(s.content)),
		&validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: s.name})
	return s, err
}

// place returns where the bytes of a finding are in the file. There are none for compressed content.
func (s *subject) place(f *validator.Finding) (offset int64, ok bool) {
	if f.Base == validator.BaseFile {
		return f.Offset, true
	}
	if f.Member < 0 || f.Member >= len(s.report.Members) {
		return 0, false
	}
	m := s.report.Members[f.Member]
	return m.Offset + f.Offset, m.Stored && m.Offset >= 0
}
