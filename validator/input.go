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

// source is where the bytes come from: a file (ra) or a stream (r).
type source struct {
	name string // of the file, if it has one
	ra   io.ReaderAt
	r    io.Reader
	size int64 // from the start of the array on; unknownSize until the end of a stream was seen

	// Whether the bytes end where they do for a reason outside of them, as a member of a faulty archive
	// may, so that nothing can be said of what is missing or surplus at their end; nil if they never do.
	doubtful func() bool
}

// input is a source as a check goes through it, front to back, one array after the other.
type input struct {
	source
	start      int64 // of the array, in the source
	once       once  // between source.r and whoever reads it, if it can't be read again
	ctx        context.Context
	opt        *Options
	inside     bool   // the bytes are the content of a member, and offsets are in it
	head       []byte // the first bytes of the array: the prefix, the header, and a little more
	scratch    []byte // where bytes go that nobody looks at
	readAhead  func() // to be called before much is done with each byte; nil if that is of no use
	wait       func() // of a member, until those before it are done
	incomplete string // why the check ended before the end of the bytes
}

// maxSurplus is the number of bytes of a stream that are read when nothing in them is of interest but where
// they end: a stream need not have an end.
const maxSurplus = 64 << 20

// read sees to it that head holds the first n bytes of the array, or all that there is if that is less.
// Callers keep n within the limit on the size of headers.
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
	// A stream may be much shorter than a header length in it claims.
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

// has reports whether there are at least n bytes. If a stream must be read for the answer
// beyond what a header may take, its data is lost.
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

// prepare is called before much is done with each of the bytes that follow.
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
		in.scratch = make([]byte, 32<<10)
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

// next moves to what follows the first n bytes. Of a stream, those that head doesn't hold were read, and no others.
func (in *input) next(n int64) {
	in.start += n
	if in.size != unknownSize {
		in.size -= n
	}
	in.head = in.head[min(n, int64(len(in.head))):]
}

// remaining returns the number of bytes from start on. Nobody looks at them.
func (in *input) remaining() (int64, error) {
	if in.ra != nil {
		return in.size, nil
	}
	n, err := in.surplus(in.r)
	return int64(len(in.head)) + n, err
}

// surplus reads the rest, which nobody looks at, and returns how many bytes there were. Of a stream without an
// end in sight it leaves the rest: that the writer at the other end is not cut off is worth no more.
func (in *input) surplus(r io.Reader) (n int64, err error) {
	if in.ra != nil || in.inside {
		return in.discard(r)
	}
	n, err = in.discard(io.LimitReader(r, maxSurplus+1))
	if n > maxSurplus {
		in.giveUp("more than %d bytes follow that can't be judged; the rest of the stream was not read", maxSurplus)
	}
	return n, err
}

// giveUp notes why the check ends before the end of the bytes. The first reason counts.
func (in *input) giveUp(format string, args ...any) {
	if in.incomplete == "" {
		in.incomplete = fmt.Sprintf(format, args...)
	}
}

// drain reads a stream that nobody looks at any more to its end, if it has one within reach, so that a faulty
// file gives the same result from a pipe as from a disk: the writer at the other end is not cut off.
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

// The numbers of bytes at the start and at the end that are kept of what can be read only once.
const (
	maxStart = 4 << 10
	maxEnd   = 256
)

// once reads bytes that can't be read again, and keeps those that findings are likely to be about.
type once struct {
	r          io.Reader // nil for a source that can be read again
	start, end []byte
	n          int64     // bytes that were read
	whole      bool      // no more follow, as the end showed
	lines      *lineEnds // nil if nobody asks for them
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

// excerpt returns the excerpt for a place in what was read. Head has bytes from an offset on, too; size is how many there
// are in all, if that is known.
func (o *once) excerpt(offset int64, head []byte, at, size int64) Excerpt {
	whole := o.whole || o.n == size
	if from := o.n - int64(len(o.end)); offset-2*excerptRow >= from {
		return excerptAt(offset, o.n, whole, func(b []byte, at int64) int { return copy(b, o.end[at-from:]) })
	}
	inHead := at <= offset-offset%excerptRow && offset < at+int64(len(head))
	if inHead && (at > 0 || len(head) > len(o.start)) { // of a further array, or long
		return excerptAt(offset, at+int64(len(head)), false, func(b []byte, from int64) int { return copy(b, head[from-at:]) })
	}
	return excerptOf(o.start, whole && int64(len(o.start)) == o.n, offset)
}
