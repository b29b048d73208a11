package fix

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	maxSpool  = 1 << 30 // size of the largest file that is unpacked, in bytes
	maxMemory = 8 << 20 // of the largest that needs no temporary file
)

var (
	// ErrTooLarge says that what was converted or packed is too large to find out what it is, or has too many findings.
	ErrTooLarge = errors.New("too large to be looked at")

	errSpool = errors.New("the temporary file can't be written")
)

// spool has the bytes of a file that was unpacked, in memory or in a temporary file.
type spool struct {
	io.ReaderAt
	file *os.File // or nil
}

// Close removes the file.
func (s *spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	os.Remove(s.file.Name()) // again, where it was removed at once
	return err
}

// spooled copies what r yields, and returns its size. More bytes than the limit are ErrTooLarge. An error of writing is
// errSpool.
func spooled(r io.Reader, limit int64) (*spool, int64, error) {
	var head bytes.Buffer
	n, err := io.Copy(&head, io.LimitReader(r, min(limit, maxMemory)+1))
	switch {
	case err != nil:
		return nil, 0, err
	case n > limit:
		return nil, 0, ErrTooLarge
	case n <= maxMemory:
		return &spool{ReaderAt: bytes.NewReader(head.Bytes())}, n, nil
	}
	f, err := os.CreateTemp("", "npycheck-fix-*")
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errSpool, err)
	}
	os.Remove(f.Name()) // so that nothing is left of it, on systems that can do that
	s := &spool{f, f}
	w := bufio.NewWriterSize(f, 64<<10)
	n, err = io.Copy(writing{w}, io.MultiReader(&head, io.LimitReader(r, limit+1-n)))
	if err == nil && n > limit {
		err = ErrTooLarge
	}
	if err == nil {
		if err = w.Flush(); err != nil {
			err = fmt.Errorf("%w: %w", errSpool, err)
		}
	}
	if err != nil {
		s.Close()
		return nil, 0, err
	}
	return s, n, nil
}

// writing marks errors of writing.
type writing struct{ w io.Writer }

func (w writing) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errSpool, err)
	}
	return n, err
}

// errDecode marks an error of the bytes, and not of reading them.
var errDecode = errors.New("the file is not what it looks like")
