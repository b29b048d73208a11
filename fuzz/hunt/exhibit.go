package hunt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/text"
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

// findingFiles are the files that a folder of a finding may have.
var findingFiles = []string{"input.npy", "input.npz", "next.npy", "next.npz", "written.npy", "written.npz", "finding.json", "README.md", "draft.go.txt"}

// maxDraft is the size in bytes up to which a file gets a draft, which spells out its bytes and is three times as
// large: larger files don't become cases.
const maxDraft = 64 << 10

// write writes the files of a finding into a folder that has no file of these names: the file, README.md,
// finding.json, a draft of a case for the corpus if the file is small, what a writer wrote, and the file after it at
// which the reader broke down. It follows no link.
func (x *exhibit) write(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	type file struct {
		name    string
		content []byte
	}
	files := []file{{fileName(x.Format), x.File}, {"finding.json", x.json()}, {"README.md", x.readme()}}
	if len(x.content) <= maxDraft {
		files = append(files, file{"draft.go.txt", x.draft()})
	}
	if x.Next != nil {
		files = append(files, file{nextName(x.NextFormat), x.Next})
	}
	if x.Written != nil {
		files = append(files, file{x.name, x.content})
	}
	for _, file := range files {
		if err := create(root, file.name, file.content); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that must not exist.
func create(root *os.Root, name string, content []byte) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// The bounds of the hexadecimal in a README, so that it fits on a screen.
const (
	maxHexRows = 12
	maxMarks   = 16
)

// mark is a range of bytes with carets under it. Without bytes it is the place before offset, or after the end of
// the file.
type mark struct{ offset, length int64 }

// marks returns the ranges of the findings, as far as they are in the file itself.
func (x *exhibit) marks() (all []mark) {
	for i := range x.report.Findings {
		f := &x.report.Findings[i]
		if at, ok := x.place(f); ok && len(all) < maxMarks {
			// Carets under all of a long range would hide the bytes.
			all = append(all, mark{min(at, int64(len(x.content))), min(f.Length, 2*text.RowBytes)})
		}
	}
	return all
}

// hex returns a hex dump of the file, with carets under the bytes that findings are about. For a longer file it has
// only the first rows, and those with carets and one before them.
func (x *exhibit) hex() []byte {
	if len(x.content) == 0 {
		return []byte("(no bytes)\n")
	}
	marks := x.marks()
	last := (len(x.content) - 1) / text.RowBytes
	rows := []int{0, 1}
	for _, m := range marks {
		for row := m.offset/text.RowBytes - 1; row <= (m.offset+m.length)/text.RowBytes; row++ {
			rows = append(rows, int(min(row, int64(last))))
		}
	}
	for row := 2; row <= last && row < 64*maxHexRows; row++ {
		if !x.repeats(row) {
			rows = append(rows, row)
		}
	}
	var kept []int
	for _, row := range rows {
		if row >= 0 && row <= last && len(kept) < maxHexRows && !slices.Contains(kept, row) {
			kept = append(kept, row)
		}
	}
	slices.Sort(kept)
	var out []byte
	for i, row := range kept {
		if i > 0 {
			out = append(out, x.between(kept[i-1]+1, row)...)
		}
		from := row * text.RowBytes
		to := min(from+text.RowBytes, len(x.content))
		out = append(text.AppendColumns(out, int64(from), x.content[from:to]), '\n')
		out = append(out, x.carets(marks, from, to)...)
	}
	return append(out, x.between(kept[len(kept)-1]+1, last+1)...)
}

// repeats reports whether a row has the same bytes as the one before.
func (x *exhibit) repeats(row int) bool {
	from, to := row*text.RowBytes, (row+1)*text.RowBytes
	return to <= len(x.content) && bytes.Equal(x.content[from-text.RowBytes:from], x.content[from:to])
}

// between returns the line that stands for rows that are left out: "*" if they repeat the one before, as in
// hexdump.
func (x *exhibit) between(from, to int) string {
	switch {
	case from == to:
		return ""
	case to-from > 64*maxHexRows:
		return "...\n"
	}
	for row := from; row < to; row++ {
		if !x.repeats(row) {
			return "...\n"
		}
	}
	return "*\n"
}

// carets returns a line with carets under the bytes of a row that are marked, nothing if none is.
func (x *exhibit) carets(marks []mark, from, to int) []byte {
	indent := len(fmt.Sprintf("%08x  ", from))
	line := bytes.Repeat([]byte{' '}, indent+text.Column(text.RowBytes)+2)
	for _, m := range marks {
		for at := max(m.offset, int64(from)); at < min(m.offset+m.length, int64(to)); at++ {
			copy(line[indent+text.Column(int(at)-from):], "^^")
		}
		end := m.offset == int64(to) && to == len(x.content)
		if end || m.length == 0 && m.offset >= int64(from) && m.offset < int64(to) {
			line[indent+text.Column(int(m.offset)-from)] = '^'
		}
	}
	if line = bytes.TrimRight(line, " "); len(line) == 0 {
		return nil
	}
	return append(line, '\n')
}
