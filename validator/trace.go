package validator

import (
	"fmt"

	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/literal"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// Region is a range of bytes with a meaning, as a check comes across it.
type Region struct {
	Offset int64
	Length int64
	Base   Base   // what the offset counts from
	Name   string // what the bytes are, with the value they hold
	Bytes  []byte // the first of them, if they were read; not to be kept

	Member     int    // index in Report.Members of the member whose content they are, or NoMember
	MemberName string // as it will be in Report.Members
}

// maxTraced is the number of bytes of a region that are handed on.
const maxTraced = 256

// trace tells whoever listens what n bytes at the offset at are. The bytes may be nil.
func (w *walk) trace(at, n int64, b []byte, format string, args ...any) {
	if w.opt == nil || w.opt.Trace == nil || n == 0 {
		return
	}
	r := Region{Offset: at, Length: n, Name: fmt.Sprintf(format, args...), Bytes: b[:min(len(b), maxTraced)], Member: NoMember}
	if w.inside {
		r.Base, r.Member, r.MemberName = BaseContent, w.ordinal-1, w.member
	}
	w.opt.Trace(r)
}

// tracing reports whether anybody listens.
func (in *input) tracing() bool { return in.opt != nil && in.opt.Trace != nil }

// tracePrefix tells of the bytes before the header text.
func (w *walk) tracePrefix() {
	if !w.tracing() {
		return
	}
	l := w.layout
	w.trace(0, 6, w.head[:6], "magic")
	w.trace(6, 2, w.head[6:8], "format version %v", l.version)
	w.trace(8, l.prefixLen-8, w.head[8:l.prefixLen], "header length %d, little-endian", l.headerLen)
}

// traceHeader tells of the parts of the header text.
func (w *walk) traceHeader() {
	if !w.tracing() || len(w.text) == 0 {
		return
	}
	lit := &w.lit
	if !lit.Complete() || lit.Kind(lit.Root()) != literal.Dict {
		w.trace(w.layout.at(0), int64(len(w.text)), w.text, "header text")
		return
	}
	pos, end := 0, lit.End(lit.Root())
	part := func(end int, format string, args ...any) {
		if end > pos {
			w.trace(w.layout.at(pos), int64(end-pos), w.text[pos:end], format, args...)
			pos = end
		}
	}
	part(int(lit.Pos(lit.Root())), "before the dictionary")
	part(pos+1, "dictionary begins")
	for n := w.lit.First(lit.Root()); n != 0; n = lit.Next(n) {
		value := lit.Next(n)
		if value == 0 {
			break
		}
		part(int(lit.Pos(n)), "separator")
		part(int(lit.End(n)), "key %s", quote.Bytes(lit.Text(n)))
		part(int(lit.Pos(value)), "separator")
		part(int(lit.End(value)), "value %s", quote.Bytes(lit.Text(value)))
		n = value
	}
	part(end-1, "separator")
	part(end, "dictionary ends")
	last := len(w.text)
	if last > pos && w.text[last-1] == '\n' {
		last--
	}
	part(last, "padding, %s", fault.Count(int64(last-pos), "byte"))
	part(len(w.text), "final newline")
}

// traceData tells of the bytes after the header.
func (w *walk) traceData(have int64) {
	if !w.tracing() {
		return
	}
	a, total := &w.array, w.layout.total()
	behind := w.head[min(total, int64(len(w.head))):]
	n := min(have, a.bytes)
	w.trace(total, n, behind, "data: %s of %s", fault.Count(n, "byte"), a.dtype.Descr())
	if have > n {
		w.trace(total+n, have-n, nil, "bytes after the data")
	}
}
