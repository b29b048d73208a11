package fix

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxSpool is the size of the largest file that is unpacked, in bytes.
const maxSpool = 1 << 30

var errSpool = errors.New("the temporary file can't be written")

// spool is a temporary file.
type spool struct{ *os.File }

// Close removes the file.
func (s *spool) Close() error {
	err := s.File.Close()
	os.Remove(s.Name()) // again, where it was removed at once
	return err
}

// spooled copies what r yields to a temporary file, and returns its size. More bytes than the limit are an error. An error of writing is errSpool.
func spooled(r io.Reader, limit int64) (*spool, int64, error) {
	f, err := os.CreateTemp("", "npycheck-fix-*")
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errSpool, err)
	}
	os.Remove(f.Name()) // so that nothing is left of it, on systems that can do that
	s := &spool{f}
	w := bufio.NewWriterSize(f, 64<<10)
	n, err := io.Copy(writing{w}, io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = errDecode
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
