package validator

import (
	"errors"
	"fmt"
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

// maxSurplus is the number of bytes of a stream that are read when nothing in them is of interest but where
// they end: a stream need not have an end.
const maxSurplus = 64 << 20

// surplus reads bytes that nobody looks at, those after the data or those of a file that can't be
// understood, and returns how many there were. Of a stream without an end in sight it leaves the rest:
// that the writer at the other end is not cut off is worth no more.
func (w *walk) surplus(r io.Reader) (n int64, err error) {
	if w.ra != nil || w.inside {
		return w.discard(r)
	}
	n, err = w.discard(io.LimitReader(r, maxSurplus+1))
	if n > maxSurplus {
		w.exceedSurplus()
	}
	return n, err
}

// exceedSurplus notes that the rest of a stream was left.
func (w *walk) exceedSurplus() {
	if w.incomplete == "" {
		w.incomplete = fmt.Sprintf("more than %d bytes follow that can't be judged; the rest of the stream was not read", maxSurplus)
	}
}
