package validator

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// maxTraced is the number of bytes of a region that are handed on.
const maxTraced = 256

// tracer passes regions of an array to Options.Trace. It is nil if there is none.
type tracer struct {
	listen func(Region)
	common Region // what all regions of the array have; its offset is where the array begins
}

// trace passes on the meaning of n bytes at the offset at. The bytes may be nil.
func (t *tracer) trace(at, n int64, b []byte, format string, args ...any) {
	if t != nil {
		t.region(at, n, b, fmt.Sprintf(format, args...))
	}
}

// region is trace for a name that needs no formatting. The tracer must not be nil.
func (t *tracer) region(at, n int64, b []byte, name string) {
	if n == 0 {
		return
	}
	r := t.common
	r.Offset += at
	r.Length, r.Name, r.Bytes = n, name, b[:min(int64(len(b)), n, maxTraced)]
	t.listen(r)
}

// prefix is trace for the parts of a prefix of the layout l at an offset, as far as b has them.
func (t *tracer) prefix(at int64, b []byte, l layout) {
	if t == nil {
		return
	}
	have := int64(len(b))
	for _, f := range [...]struct {
		from, to    int64
		name, value string
	}{
		{0, int64(len(magic)), "magic", ""},
		{int64(len(magic)), 8, "format version", " " + l.version.String()},
		{8, l.prefixLen, "header length", fmt.Sprintf(" %d, little-endian", l.headerLen)},
	} {
		switch {
		case f.from < f.to && f.to <= have:
			t.trace(at+f.from, f.to-f.from, b[f.from:f.to], "%s%s", f.name, f.value)
		case f.from < min(f.to, have):
			t.trace(at+f.from, have-f.from, b[f.from:], "%s, truncated", f.name)
		}
	}
}

// unread is trace for the bytes from an offset to the end of a file of the given size, where an array begins whose
// header isn't read. B has the first of these bytes.
func (t *tracer) unread(at int64, b []byte, size int64) {
	if t == nil {
		return
	}
	var l layout
	if len(b) >= 8 {
		l.version, l.prefixLen = spec.Version{Major: b[6], Minor: b[7]}, 8
	}
	if l.version.Known() {
		l.prefixLen = int64(l.version.PrefixLen())
	}
	have := int64(len(b))
	if l.prefixLen > 8 && l.prefixLen <= have {
		l.headerLen = littleEndian(b[8:l.prefixLen])
	}
	t.prefix(at, b, l)
	rest := max(size-at, have) - l.prefixLen
	if l.headerLen == 0 || rest <= 0 {
		return
	}
	after := b[l.prefixLen:]
	if rest < l.headerLen {
		t.trace(at+l.prefixLen, rest, after, "header text, %d of %d bytes", rest, l.headerLen)
		return
	}
	t.trace(at+l.prefixLen, l.headerLen, after, "header text")
	t.trace(at+l.total(), rest-l.headerLen, after[min(l.headerLen, int64(len(after))):], "bytes after the header")
}

// header is trace for the parts of a header. The tree is nil if the text wasn't parsed.
func (t *tracer) header(l layout, s []byte, lit *literal.Tree) {
	if t == nil || len(s) == 0 {
		return
	}
	if lit == nil || !lit.Complete() || lit.Kind(lit.Root()) != literal.Dict {
		t.trace(l.at(0), int64(len(s)), s, "header text")
		return
	}
	pos, end := 0, lit.End(lit.Root())
	part := func(end int, format string, args ...any) {
		if end > pos {
			t.trace(l.at(pos), int64(end-pos), s[pos:end], format, args...)
			pos = end
		}
	}
	part(int(lit.Pos(lit.Root())), "before the dictionary")
	part(pos+1, "dictionary begins")
	for n := lit.First(lit.Root()); n != 0; n = lit.Next(n) {
		value := lit.Next(n)
		if value == 0 {
			break
		}
		part(int(lit.Pos(n)), "separator")
		part(int(lit.End(n)), "key %s", text.QuoteBytes(lit.Text(n)))
		part(int(lit.Pos(value)), "separator")
		part(int(lit.End(value)), "value %s", text.QuoteBytes(lit.Text(value)))
		n = value
	}
	part(end-1, "separator")
	part(end, "dictionary ends")
	last := len(s)
	if last > pos && s[last-1] == '\n' {
		last--
	}
	part(last, "padding, %s", text.Count(int64(last-pos), "byte"))
	part(len(s), "final newline")
}
