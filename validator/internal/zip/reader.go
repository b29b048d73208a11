package zip

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
)

// reader reads the bytes of an archive.
type reader struct {
	ctx   context.Context
	ra    io.ReaderAt
	size  int64
	trace tracer
	whole bool   // all of it may be read
	buf   []byte // the last header that was read

	// Headers and data that share no bytes fit into the file. A budget of four times its size
	// bounds the work on members that do share them.
	budget     int64
	incomplete string // why members were not checked
}

// Places is where the parts of an archive are.
type Places struct {
	End       int64 // offset of the end record
	Limit     int64 // offset of the first of the end records, after the directory
	Directory int64 // offset of the central directory
	Lost      bool  // there is no directory
	Wrecked   bool  // the archive was converted as text or lacks bytes, as was reported; other faults follow from that
	base      int64 // what every offset lacks, if bytes precede the archive
	blind     bool  // the directory is only partly known, and so is which members it doesn't list
}

// tracer is called with the meaning of n bytes at the offset at, if it isn't nil.
type tracer func(at, n int64, b []byte, what string)

func (t tracer) tell(at, n int64, b []byte, format string, args ...any) {
	if t != nil && n != 0 {
		t(at, n, b, fmt.Sprintf(format, args...))
	}
}

// spend takes n bytes from the budget. If it doesn't have them, it returns false and records that, and the caller
// stops.
func (r *reader) spend(n int64) bool {
	if r.budget < n {
		r.budget = -1
		r.incomplete = cmp.Or(r.incomplete, "members share so many bytes that not all of them were checked")
		return false
	}
	r.budget -= n
	return true
}

// overLimit says why members beyond the limit on their number were not checked.
func overLimit(limit int) string {
	return fmt.Sprintf("archive has more than %d members; the rest was not checked", limit)
}

// bytesAt reads n bytes at the offset at. Callers keep n small.
func (r *reader) bytesAt(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	return b, r.fill(b, at)
}

// usualHeader is a size that nearly every header fits in, name and extra fields included.
const usualHeader = 256

// load reads n bytes at the offset at into the buffer, which already has the first have of them.
func (r *reader) load(at, have, n int64) ([]byte, error) {
	r.buf = slices.Grow(r.buf[:have], int(n-have))[:n]
	return r.buf, r.fill(r.buf[have:], at+have)
}

// fill reads len(b) bytes at the offset at, which are within the archive.
func (r *reader) fill(b []byte, at int64) error {
	n, err := r.ra.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// signed returns the n bytes at an offset if they exist and begin with a signature, and nil
// otherwise.
func (r *reader) signed(at, n int64, signature string) ([]byte, error) {
	if at < 0 || at > r.size-n {
		return nil, nil
	}
	b, err := r.bytesAt(at, n)
	if err != nil || !bytes.HasPrefix(b, []byte(signature)) {
		return nil, err
	}
	return b, nil
}
