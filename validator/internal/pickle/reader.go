package pickle

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
)

// ErrShort is the error for input that ends before [Config.End].
var ErrShort = errors.New("data ends before the stated size")

// reader reads a pickle.
type reader struct {
	*place
	notes *notes
	text  textCheck // of the latest bytes or text

	ctx       context.Context
	r         *bufio.Reader
	buf       []byte
	end       int64 // where the bytes end, -1 if that isn't known
	err       error // the bytes can't be read, or the context is done
	truncated bool  // the bytes end before the pickle does
	missing   int64 // at least as many bytes of it are missing then
}

// take returns the next n bytes, at most maxText. They stay valid until the next read. Where the
// data ends it ends the walk and returns nil.
func (r *reader) take(n int) []byte {
	b, err := r.r.Peek(n)
	if len(b) < n {
		r.skip(len(b))
		r.cut(err, int64(n-len(b)))
		return nil
	}
	r.skip(n)
	return b
}

func (r *reader) skip(n int) {
	r.r.Discard(n)
	r.at += int64(n)
}

// next returns the next byte, and false where the data ends.
func (r *reader) next() (byte, bool) {
	c, err := r.r.ReadByte()
	if err != nil {
		r.cut(err, 0)
		return 0, false
	}
	r.at++
	return c, true
}

// cut ends the walk where the data ends or can't be read, that many bytes too early; 0 if that isn't known.
func (r *reader) cut(err error, missing int64) {
	r.done = true
	if err == io.EOF && r.at < r.end {
		err = ErrShort
	}
	if err != io.EOF {
		r.err = err
		return
	}
	r.truncated, r.missing = true, missing
}

// number reads an argument of fixed size, or a length.
func (r *reader) number() int64 {
	switch r.op.arg {
	case argUint8, argCount8:
		c, _ := r.next()
		return int64(c)
	case argUint16:
		if b := r.take(2); b != nil {
			return int64(binary.LittleEndian.Uint16(b))
		}
	case argInt32, argCount32s:
		if b := r.take(4); b != nil {
			return int64(int32(binary.LittleEndian.Uint32(b)))
		}
	case argUint32, argCount32:
		if b := r.take(4); b != nil {
			return int64(binary.LittleEndian.Uint32(b))
		}
	case argUint64, argCount64, argFloat64:
		if b := r.take(8); b != nil {
			// No file is as long as 2^63 bytes.
			return int64(min(binary.LittleEndian.Uint64(b), 1<<63-1))
		}
	}
	return 0
}

// line reads a line and returns it without its newline, or only the first bytes of a long one.
func (r *reader) line() string {
	r.buf = r.buf[:0]
	for {
		c, ok := r.next()
		if !ok || c == '\n' {
			return string(r.buf)
		}
		if len(r.buf) < maxDigits+3 { // with a sign and an L
			r.buf = append(r.buf, c)
		}
	}
}

// name reads a line that is part of an import.
func (r *reader) name() string {
	r.buf = r.buf[:0]
	for {
		c, ok := r.next()
		if !ok || c == '\n' {
			return string(r.buf)
		}
		if len(r.buf) < maxText {
			r.buf = append(r.buf, c)
		}
	}
}
