package report

import (
	"io"
)

// Format writes a report in one form: the beginning, the files one after the other, and the end. What it writes about
// a file doesn't depend on other files, so several goroutines may write files, each to its own writer. A Format
// remembers nothing and can be used for several reports, unless it is InOrder.
type Format interface {
	Begin(w io.Writer) error
	File(w io.Writer, n int64, f *File) error // the nth file, counted from 0
	End(w io.Writer, s Summary) error

	// InOrder reports whether it remembers what it has written, and is for one report: it gets the files in order,
	// without silent ones ([File.Silent]), and without members and imports ([File.Brief]).
	InOrder() bool
}

// write writes text unless it is empty.
func write(w io.Writer, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := w.Write(text)
	return err
}

// maxPiece is the number of bytes after which the text on a file is written: as a whole, that of a large archive would
// take more memory than everything else.
const maxPiece = 16 << 10

// spill writes text once it is long, and returns what remains to be written.
func spill(w io.Writer, text []byte) ([]byte, error) {
	if len(text) < maxPiece {
		return text, nil
	}
	return text[:0], write(w, text)
}
