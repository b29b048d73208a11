package validator

import (
	"bufio"
	"bytes"
	"io"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// data compares the length of the data with the header (clauses npy-7.1 and npy-7.2) and, at depth
// Full, looks at every byte of them.
func (w *walk) data() error {
	a := &w.array
	total := w.layout.total()
	if !a.known || a.disputed || w.opt.depth() == Header {
		w.trace(total, max(w.size-total, 0), w.head[total:], "bytes after the header")
		return w.drain()
	}
	if w.opt.depth() == Full {
		return w.contents(w.payload(total), total)
	}
	if w.size == unknownSize || w.ra == nil && w.size-total > a.bytes {
		return w.measure(w.payload(total), total)
	}
	have := w.size - total
	var after []byte
	if have > a.bytes {
		buf := make([]byte, min(int64(len(magic)), have-a.bytes))
		if _, err := io.ReadFull(io.NewSectionReader(w.ra, total+a.bytes, int64(len(buf))), buf); err != nil {
			return endAsChanged(err)
		}
		after = buf
	}
	w.dataLength(total, have, after)
	return nil
}

// The bytes that are read in one go from data up to a megabyte, or of a length that isn't known, and
// from longer ones.
const (
	smallBuffer = 64 << 10
	largeBuffer = 1 << 20
)

// contents reads the data and checks the values that can be wrong: booleans, code points, padding
// (clauses npy-7.3 to npy-7.5).
func (w *walk) contents(payload io.Reader, total int64) error {
	buffer := smallBuffer
	if w.size-total >= largeBuffer {
		buffer = largeBuffer
	}
	if w.scanned == nil || w.scanned.Size() < buffer {
		w.scanned = bufio.NewReaderSize(nil, buffer)
	}
	w.scanned.Reset(payload)
	s := &scan{ctx: w.ctx, r: w.scanned, at: total, once: w.once.r != nil}
	s.row = append(s.row, w.head[total-total%excerptRow:total]...)
	p := planFor(&w.array.dtype)
	if p.values != anyBytes {
		w.prepare()
	}
	s.data(p, w.array.bytes)
	if s.err != nil && s.err != io.EOF && s.err != io.ErrUnexpectedEOF {
		return s.err
	}
	if w.ra != nil && s.err != nil && s.at < min(w.size, total+w.array.bytes) {
		return ErrChanged
	}
	for _, f := range []struct {
		*tally
		rule spec.ID
		what string
	}{
		{&s.bools, spec.DataBoolValue, "boolean byte is 0x%02x, want 0x00 or 0x01 (%s)"},
		{&s.points, spec.DataCodePoint, "code point is 0x%x, want a Unicode character (%s)"},
		{&s.padding, spec.DataPaddingNotZero, "padding byte is 0x%02x, want 0x00 (%s)"},
	} {
		if f.count > 0 {
			w.faults.Add(fault.Fault{Rule: f.rule, Offset: f.at, Length: f.n, Excerpt: fault.Excerpt(f.excerpt), Once: s.once},
				f.what, f.value, fault.Count(f.count, "occurrence"))
		}
	}
	return w.after(s.r, total, s.at-total)
}

// measure counts the bytes of a stream and looks at those after the data.
func (w *walk) measure(payload io.Reader, total int64) error {
	have, err := w.discard(io.LimitReader(payload, w.array.bytes))
	if err != nil {
		return err
	}
	return w.after(payload, total, have)
}

// after reads what follows the have bytes of data that were read from payload.
func (w *walk) after(payload io.Reader, total, have int64) error {
	if w.ra != nil && total+have == w.size {
		w.dataLength(total, have, nil)
		return nil
	}
	var first [len(magic)]byte
	n, err := io.ReadFull(payload, first[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	rest, err := w.surplus(payload)
	if err != nil {
		return err
	}
	w.dataLength(total, have+int64(n)+rest, first[:n])
	return nil
}

// dataLength reports data that are not as long as the header says. After holds the first bytes
// that follow the data.
func (w *walk) dataLength(total, have int64, after []byte) {
	want := w.array.bytes
	w.traceData(have)
	switch {
	case have < want:
		w.reportEnd(spec.DataTruncated, total+have, 0, "data truncated: %d of %s", have, fault.Count(want, "byte"))
	case have > want && bytes.HasPrefix(after, []byte(magic)):
		w.report(spec.DataSecondArray, total+want, have-want, "", "another array follows the data: %s, want the end of the file", fault.Count(have-want, "byte"))
	case have > want:
		w.reportEnd(spec.DataTrailing, total+want, have-want, "%s after the data, want the end of the file", fault.Count(have-want, "extra byte"))
	}
}

// traceData tells of the bytes after the header.
func (w *walk) traceData(have int64) {
	if !w.tracing() {
		return
	}
	a, total := &w.array, w.layout.total()
	after := w.head[min(total, int64(len(w.head))):]
	n := min(have, a.bytes)
	w.trace(total, n, after, "data: %s of %s", fault.Count(n, "byte"), a.dtype.Descr())
	if have > n {
		w.trace(total+n, have-n, nil, "bytes after the data")
	}
}
