package validator

import (
	"errors"
	"io"
	"sync/atomic"
)

// ErrChanged is the error of a check of a file that was not the same from the question for its size to the end of
// the check.
var ErrChanged = errors.New("file changed while it was read")

// steady reads a file of known size. Bytes that aren't there any more are an error and not the end of the
// file: else what another program does to it would look like a fault of the file.
type steady struct {
	ra    io.ReaderAt
	size  int64
	reads atomic.Int32
	short atomic.Bool // it was seen that the file changed
}

func (s *steady) ReadAt(p []byte, off int64) (int, error) {
	s.reads.Add(1)
	n, err := s.ra.ReadAt(p, off)
	if n < len(p) && off+int64(n) < s.size && (err == nil || err == io.EOF || err == io.ErrUnexpectedEOF) {
		s.short.Store(true)
		err = ErrChanged
	}
	return n, err
}
