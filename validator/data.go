package validator

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// data compares the length of the data with the header (clause npy-7.1) and, at depth Full, checks values that can be
// wrong. It reports whether something may follow the data, and then leaves start there.
func (w *walk) data() (more bool, err error) {
	a := &w.array
	total := w.layout.total()
	if !a.known || a.disputed {
		w.tracer().trace(total, max(w.size-total, 0), w.head[total:], "bytes after the header")
		return false, w.drain()
	}
	if w.opt.depth() == Header && w.inside && w.size == unknownSize {
		return false, nil
	}
	have, err := w.pass(total)
	if err != nil {
		return false, err
	}
	if t := w.tracer(); t != nil {
		t.trace(total, have, w.head[min(total, int64(len(w.head))):], "data: %s of %s", text.Count(have, "byte"), a.dtype.Descr())
	}
	if have < a.bytes {
		return false, w.dataLength(total, have)
	}
	if w.size == total+have {
		return false, nil
	}
	w.proceed(total + have)
	if n := a.slip.n; n > 0 && w.opt.depth() != Header {
		if err := w.read(n + 1); err != nil || w.size == n && slid(w, n) {
			return false, err
		}
	}
	return true, nil
}

// pass returns how many bytes of the data there are, reading them if necessary.
func (w *walk) pass(total int64) (have int64, err error) {
	size := w.array.bytes
	switch {
	case w.opt.depth() == Full && (w.ra == nil || planFor(&w.array.dtype).values != anyBytes):
		return w.contents(io.LimitReader(w.payload(total), size), total)
	case w.size != unknownSize && (w.ra != nil || w.size-total <= size):
		return min(w.size-total, size), nil
	}
	ahead := int64(len(w.head)) - total
	if ahead >= size {
		return size, nil
	}
	n, err := w.discard(io.LimitReader(w.r, size-ahead))
	if err != nil {
		return 0, err
	}
	return ahead + n, nil
}

// The sizes of a read: from data of up to a megabyte or of unknown length, and from longer data.
const (
	smallBuffer = 64 << 10
	largeBuffer = 1 << 20
)

// contents reads the data, checks the values that can be wrong, booleans, code points and padding (clauses npy-7.3 to
// npy-7.5), and returns how many bytes there are.
func (w *walk) contents(data io.Reader, total int64) (have int64, err error) {
	buffer := smallBuffer
	if w.array.bytes >= largeBuffer && (w.size == unknownSize || w.size-total >= largeBuffer) {
		buffer = largeBuffer
	}
	if w.scanned == nil || w.scanned.Size() < buffer {
		w.scanned = bufio.NewReaderSize(nil, buffer)
	}
	w.scanned.Reset(data)
	begin := w.start + total
	s := &scan{ctx: w.ctx, r: w.scanned, at: begin, once: w.once.r != nil}
	s.row = append(s.row, w.head[max(0, total-begin%excerptRow):total]...)
	p := planFor(&w.array.dtype)
	if p.values != anyBytes {
		w.prepare()
	}
	s.data(p, w.array.bytes)
	if s.err != nil && s.err != io.EOF && s.err != io.ErrUnexpectedEOF {
		return 0, s.err
	}
	have = s.at - begin
	if w.ra != nil && s.err != nil && have < min(w.size-total, w.array.bytes) {
		return 0, ErrChanged
	}
	for _, f := range []struct {
		*tally
		rule spec.ID
		what string
	}{
		{&s.bools, spec.DataBoolValue, "boolean byte is 0x%02x, expected 0x00 or 0x01 (%s)"},
		{&s.points, spec.DataCodePoint, "code point is 0x%x, expected a Unicode character (%s)"},
		{&s.padding, spec.DataPaddingNotZero, "padding byte is 0x%02x, expected 0x00 (%s)"},
	} {
		if f.count > 0 && !w.array.early {
			w.faults.Add(finding.Finding{Rule: f.rule, Offset: f.at - w.start, Length: f.n, Excerpt: finding.Excerpt(f.excerpt), Once: s.once},
				f.what, f.value, text.Count(f.count, "occurrence"))
		}
	}
	return have, nil
}

// dataLength reports data that is shorter than the header says.
func (w *walk) dataLength(total, have int64) error {
	if w.opt.depth() == Header || slid(w, have-w.array.bytes) {
		return nil
	}
	lost, err := w.lostReturns(w.array.bytes - have)
	if err != nil {
		return err
	}
	const truncated = "data truncated: %d of %s"
	if lost {
		w.reportEnd(spec.DataTruncated, total+have, 0, truncated+"; cut off, or %d CR LF became LF%s",
			have, text.Count(w.array.bytes, "byte"), w.array.bytes-have, finding.Remedy(": fetch it again in binary mode"))
	} else {
		w.reportEnd(spec.DataTruncated, total+have, 0, truncated+"%s%s", have, text.Count(w.array.bytes, "byte"), w.array.rowsOf(have), finding.Again)
	}
	return nil
}

// lostReturns reports whether a file that lacks some bytes looks as if each CR LF became LF, as Git does to files that
// it mistakes for text. Then there must be an LF for each missing byte. The absence of CR LF proves little in a few
// bytes, but a truncated file rarely lacks about as many bytes as it has LFs. Only depth Full reads a file for that.
// Archives have other signs.
func (in *input) lostReturns(missing int64) (bool, error) {
	if in.opt.depth() != Full || in.inside || missing <= fewReturns {
		return false, nil
	}
	l := in.once.lines
	if in.ra != nil {
		size := in.start + in.size
		if missing > size {
			return false, nil
		}
		l = &lineEnds{}
		if _, err := in.discard(io.TeeReader(io.NewSectionReader(in.ra, 0, size), l)); err != nil {
			return false, err
		}
	}
	return l.pairs == 0 && l.all >= missing && (l.all <= 2*missing || l.n >= manyBytes), nil
}

// slid reports whether the data has exactly its length if it begins after the newline of the header, and not where the
// length field says: extra bytes follow it there, or are missing if extra is negative. What else there is
// to say about the end of the header or the values then follows from it, but not what is wrong with the prefix.
func slid(w *walk, extra int64) bool {
	s := w.array.slip
	if s.n == 0 || s.n != extra || len(w.faults.Omitted) > 0 || w.doubtful != nil && w.doubtful() {
		return false
	}
	at, field := w.layout.lengthField()
	w.faults.Kept = slices.DeleteFunc(w.faults.Kept, func(f finding.Finding) bool {
		offset := f.Offset - w.faults.Base
		return f.Array == w.faults.Array && (offset >= s.close || offset == at && f.Rule.Rule().Area() == "header")
	})
	rule, side, n := spec.HeaderFinalNewline, "later", s.n
	if n < 0 {
		rule, side, n = spec.HeaderTrailingText, "earlier", -n
	}
	length := w.layout.headerLen
	if (w.layout.total()+s.n)%64 == 0 {
		w.faults.Addf(rule, at, field, "", "header length is %d, expected %d: the newline is %s %s, as is the data%s",
			length, length+s.n, text.Count(n, "byte"), side, setTo(length+s.n))
	} else {
		w.faults.Addf(rule, at, field, "", "header length is %d, but the newline is %s %s, as is the data: edited by hand?%s",
			length, text.Count(n, "byte"), side, finding.Remedy(fmt.Sprintf(" Set it to %d", length+s.n)))
	}
	return true
}
