package hunt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// Repro says how a finding is reproduced.
type Repro struct {
	Implementation conformance.Implementation
	Command        []string             // of the adapter; nil if the reader is not a program
	Protocol       conformance.Protocol // of the adapter
	File           string               // where the file of the finding is going to be, as a person types it
}

// findingFiles are the files that a folder of a finding may have.
var findingFiles = []string{"input.npy", "input.npz", "written.npy", "written.npz", "finding.json", "README.md", "draft.go.txt"}

// maxDraft is the size in bytes up to which a file has a draft, which spells its bytes and is three times as large:
// nobody makes a case of a larger one.
const maxDraft = 64 << 10

// write writes what there is of a finding into a folder that has no file of these names: the file, README.md,
// finding.json, a draft of a case for the corpus if the file is small, and what a writer wrote. It follows no link.
func (f *Finding) write(dir string, repro Repro) error {
	s, err := newSubject(f)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	files := []struct {
		name    string
		content []byte
	}{
		{fileName(f.Format), f.File},
		{"finding.json", f.json(s, &repro)},
		{"README.md", f.readme(s, &repro)},
	}
	if len(s.content) <= maxDraft {
		files = append(files, struct {
			name    string
			content []byte
		}{"draft.go.txt", f.draft(s)})
	}
	if f.Written != nil {
		files = append(files, struct {
			name    string
			content []byte
		}{s.name, s.content})
	}
	for _, file := range files {
		if err := create(root, file.name, file.content); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that isn't there.
func create(root *os.Root, name string, content []byte) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is already there", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// subject is the file that a finding is about: the one that was read, or that was written.
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
		&validator.Options{Depth: validator.Full, Name: s.name})
	return s, err
}

// place returns where the bytes of a finding are in the file. There are none of what is compressed.
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
