package validator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

const unknownSize = -1

const (
	firstRead = 256 // bytes; holds nearly every header whole
	maxPrefix = 12  // bytes of magic, version and the longer length field
)

// source provides the bytes: a file (ra) or a stream (r).
type source struct {
	name string // of the file, if it has one
	ra   io.ReaderAt
	r    io.Reader
	size int64 // from the start of the array on; unknownSize until the end of a stream was seen

	// Whether something else determines where the bytes end, as in a member of a faulty archive, so that missing or
	// surplus bytes at the end prove nothing; nil if that never happens.
	doubtful func() bool
}

// input is the state of reading a source front to back, one array after the other.
type input struct {
	source
	start      int64 // of the array, in the source
	once       once  // between source.r and whoever reads it, if it can't be read again
	ctx        context.Context
	opt        *Options
	inside     bool   // the bytes are the content of a member, and offsets are in it
	head       []byte // the first bytes of the array: the prefix, the header, and a little more
	scratch    []byte // receives bytes that aren't checked
	readAhead  func() // to be called before expensive work on each byte; nil if not needed
	wait       func() // waits until the members before this one are done
	incomplete string // why the check ended early
}

// maxSurplus is the number of bytes of a stream that are read only to find where it ends: it may be endless.
const maxSurplus = 64 << 20

// read makes head contain the first n bytes of the array, or all of them if there are fewer. Callers keep n within the
// limit on the size of headers.
func (in *input) read(n int64) error {
	if in.size != unknownSize {
		n = min(n, in.size)
	}
	have := int64(len(in.head))
	if n <= have {
		return nil
	}
	if in.ra != nil {
		in.head = append(in.head, make([]byte, n-have)...)
		got, err := in.ra.ReadAt(in.head[have:], in.start+have)
		if int64(got) < n-have {
			return err // also that of a file that ends too early: see steady
		}
		return nil
	}
	// The header length is unverified: grow as bytes arrive instead of allocating for it.
	for int64(len(in.head)) < n {
		chunk := min(n-int64(len(in.head)), max(int64(len(in.head)), firstRead))
		have := len(in.head)
		in.head = append(in.head, make([]byte, chunk)...)
		got, err := io.ReadFull(in.r, in.head[have:])
		in.head = in.head[:have+got]
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			in.size = int64(len(in.head))
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// has reports whether there are at least n bytes. If the answer requires reading a stream beyond
// the limit on headers, its data is lost.
func (in *input) has(n int64) (bool, error) {
	if in.size == unknownSize {
		within := min(n, maxPrefix+in.opt.maxHeaderSize())
		if err := in.read(within); err != nil {
			return false, err
		}
		if in.size == unknownSize && n > within {
			missing := n - int64(len(in.head))
			rest, err := in.discard(io.LimitReader(in.r, missing))
			if err != nil {
				return false, err
			}
			if rest < missing {
				in.size = int64(len(in.head)) + rest
			}
		}
	}
	return in.size == unknownSize || in.size >= n, nil
}

// prepare is called before expensive work on each of the bytes that follow.
func (in *input) prepare() {
	if in.readAhead != nil {
		in.readAhead()
	}
}

// await waits until the members of the archive before this one are done.
func (in *input) await() {
	if in.wait != nil {
		in.wait()
	}
}

// discard reads r to its end and returns how many bytes there were.
func (in *input) discard(r io.Reader) (n int64, err error) {
	if in.scratch == nil {
		in.scratch = make([]byte, 128<<10) // with less, calls of the system take a tenth of the time
	}
	for {
		if err := in.ctx.Err(); err != nil {
			return n, err
		}
		got, err := r.Read(in.scratch)
		n += int64(got)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// payload returns a reader of everything after the header.
func (in *input) payload(total int64) io.Reader {
	if in.ra != nil {
		return io.NewSectionReader(in.ra, in.start+total, in.size-total)
	}
	return io.MultiReader(bytes.NewReader(in.head[total:]), in.r)
}

// next moves to what follows the first n bytes. Of a stream, only the bytes beyond head must have been read by then.
func (in *input) next(n int64) {
	in.start += n
	if in.size != unknownSize {
		in.size -= n
	}
	in.head = in.head[min(n, int64(len(in.head))):]
}

// remaining returns the number of bytes from start on, without checking them.
func (in *input) remaining() (int64, error) {
	if in.ra != nil {
		return in.size, nil
	}
	n, err := in.surplus(in.r)
	return int64(len(in.head)) + n, err
}

// surplus reads the rest, without checking it, and returns how many bytes there were. It gives up on a stream that
// doesn't end soon: not cutting off the writer isn't worth more.
func (in *input) surplus(r io.Reader) (n int64, err error) {
	if in.ra != nil || in.inside {
		return in.discard(r)
	}
	n, err = in.discard(io.LimitReader(r, maxSurplus+1))
	if n > maxSurplus {
		in.giveUp("over %d bytes follow that can't be judged; the rest of the stream was not read", maxSurplus)
	}
	return n, err
}

// giveUp records why the check ends early. The first reason counts.
func (in *input) giveUp(format string, args ...any) {
	if in.incomplete == "" {
		in.incomplete = fmt.Sprintf(format, args...)
	}
}

// drain reads the unchecked rest of a stream, if it ends soon, so that the writer isn't cut off and a faulty file
// gives the same result from a pipe as from a disk.
func (in *input) drain() error {
	if in.size != unknownSize || in.opt.depth() == Header {
		return nil
	}
	_, err := in.surplus(in.r)
	return err
}

func endAsChanged(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrChanged
	}
	return err
}

// ErrChanged is the error for a file that changed between the query for its size and the end of the check.
var ErrChanged = errors.New("file changed while it was read")

// steady reads a file of known size. Bytes that disappeared are an error and not the end of the file: otherwise
// another program's change would look like a fault of the file.
type steady struct {
	ra    io.ReaderAt
	size  int64
	reads atomic.Int32
	short atomic.Bool // the file was seen to change
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

// The numbers of bytes that are kept from the start and the end of a source that can be read only once.
const (
	maxStart = 4 << 10
	maxEnd   = 256
)

// once reads bytes that can't be read again, and keeps the ones that findings are likely to be about.
type once struct {
	r          io.Reader // nil for a source that can be read again
	start, end []byte
	n          int64     // bytes that were read
	whole      bool      // the end was reached
	lines      *lineEnds // nil if they aren't needed
}

// of returns a reader of r, with the buffers of an earlier one.
func (o *once) of(r io.Reader) io.Reader {
	*o = once{r: r, start: o.start[:0], end: o.end[:0]}
	return o
}

func (o *once) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	o.n += int64(n)
	if o.lines != nil {
		o.lines.Write(p[:n])
	}
	o.whole = err == io.EOF
	o.start = append(o.start, p[:min(n, maxStart-len(o.start))]...)
	last := p[max(0, n-maxEnd):n]
	if surplus := len(o.end) + len(last) - maxEnd; surplus > 0 {
		o.end = o.end[:copy(o.end, o.end[surplus:])]
	}
	o.end = append(o.end, last...)
	return n, err
}

// excerpt returns the excerpt for a place in the bytes that were read. Head also has bytes, from an offset on; size is
// the total number, if known.
func (o *once) excerpt(offset int64, head []byte, at, size int64) Excerpt {
	whole := o.whole || o.n == size
	if from := o.n - int64(len(o.end)); offset-2*excerptRow >= from {
		return excerptAt(offset, o.n, whole, func(b []byte, at int64) int { return copy(b, o.end[at-from:]) })
	}
	inHead := at <= offset-offset%excerptRow && offset < at+int64(len(head))
	if inHead && (at > 0 || len(head) > len(o.start)) { // of an array after the first, or long
		return excerptAt(offset, at+int64(len(head)), false, func(b []byte, from int64) int { return copy(b, head[from-at:]) })
	}
	return excerptOf(o.start, whole && int64(len(o.start)) == o.n, offset)
}
