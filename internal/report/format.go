package report

import (
	"io"
)

// Format writes a report in one form: the beginning, the files one after the other, and the end. What it writes of
// a file depends on no other, so that files may be written by several goroutines, each to a writer of its own.
// A Format remembers nothing and can be used for several reports, unless it is [InOrder].
type Format interface {
	Begin(w io.Writer) error
	File(w io.Writer, n int64, f *File) error // the nth file, counted from 0
	End(w io.Writer, s Summary) error
}

// InOrder is a Format that remembers what it has written, and is for one report: it gets the files in their order,
// only those of which there is something to say ([File.Silent]), and without members and imports.
type InOrder interface {
	Format
	InOrder()
}

// write writes text, if there is any.
func write(w io.Writer, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := w.Write(text)
	return err
}

// maxPiece is the number of bytes from which on a part of what is said of a file is written: in one piece, that of
// a large archive would take more memory than all the rest.
const maxPiece = 16 << 10

// spill writes text once it is long, and returns what is not written yet.
func spill(w io.Writer, text []byte) ([]byte, error) {
	if len(text) < maxPiece {
		return text, nil
	}
	return text[:0], write(w, text)
}
