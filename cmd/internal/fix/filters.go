package fix

import (
	"bufio"
	"io"
)

// filter is a reader that turns one byte at a time into others.
type filter struct {
	r    *bufio.Reader
	turn func(dst []byte, r *bufio.Reader) ([]byte, error)
	rest []byte
	err  error
}

func (f *filter) Read(p []byte) (int, error) {
	for len(f.rest) < len(p) && f.err == nil {
		f.rest, f.err = f.turn(f.rest, f.r)
	}
	n := copy(p, f.rest)
	f.rest = append(f.rest[:0], f.rest[n:]...)
	if n == 0 && len(p) > 0 {
		return 0, f.err
	}
	return n, nil
}

func filtered(turn func([]byte, *bufio.Reader) ([]byte, error)) func(io.Reader) io.Reader {
	return func(r io.Reader) io.Reader { return &filter{r: bufio.NewReaderSize(r, 64<<10), turn: turn} }
}

// The filters: what systems do to a text, and the reverse.
var (
	withoutReturns = filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		c, err := r.ReadByte()
		if err != nil {
			return dst, err
		}
		switch next, _ := r.Peek(1); {
		case c == '\n':
			return dst, errDecode // not every LF became CR LF
		case c == '\r' && len(next) > 0 && next[0] == '\n':
			r.Discard(1)
			return append(dst, '\n'), nil
		}
		return append(dst, c), nil
	})
	withReturns = filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		c, err := r.ReadByte()
		switch {
		case err != nil:
			return dst, err
		case c == '\n':
			return append(dst, '\r', '\n'), nil
		}
		return append(dst, c), nil
	})
)
