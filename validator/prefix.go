package validator

import (
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// prefix reads magic, version and header length (clauses npy-1.1 to npy-1.5) of a file that begins with the magic or a
// part of it, and loads the header into memory. It returns false if there is no header to check.
func (w *walk) prefix() (bool, error) {
	if len(w.head) < len(magic)+2 {
		if len(w.head) == 0 {
			w.reportEnd(spec.PrefixTooShort, 0, 0, "file is empty")
		} else {
			w.reportEnd(spec.PrefixTooShort, int64(len(w.head)), 0, "prefix truncated: %d of at least %d bytes%s", len(w.head), spec.Version1.PrefixLen(), finding.Again)
		}
		w.tracer().unread(0, w.head, w.size)
		return false, nil
	}
	w.layout.version = spec.Version{Major: w.head[6], Minor: w.head[7]}
	if !w.layout.version.Known() {
		w.faults.Addf(spec.PrefixVersionUnknown, 6, 2, "", "format version is %v, expected 1.0, 2.0 or 3.0", w.layout.version)
		w.tracer().unread(0, w.head, w.size)
		return false, w.drain()
	}
	return w.headerLength()
}

// headerLength reads the length field and takes the first layout that the file can have.
func (w *walk) headerLength() (bool, error) {
	version := w.layout.version
	if prefixLen := version.PrefixLen(); len(w.head) < prefixLen {
		w.reportEnd(spec.PrefixTooShort, int64(len(w.head)), 0, "prefix truncated: %d of %d bytes%s", len(w.head), prefixLen, finding.Again)
		w.tracer().unread(0, w.head, w.size)
		return false, nil
	}
	candidates := layouts(version, w.head)
	stated := candidates[1].layout
	for _, c := range candidates {
		fits, err := w.fits(c)
		if err != nil {
			return false, err
		}
		if fits {
			c.report(stated, w.head[8:stated.prefixLen], &w.faults)
			w.layout = c.layout
			w.text = w.head[c.prefixLen:c.total()]
			w.tracer().prefix(0, w.head, w.layout)
			return true, nil
		}
	}
	w.layout = stated
	return false, w.noHeader()
}

// candidate is a layout that a file may have.
type candidate struct {
	layout
	likely  bool    // the first bytes of the header are where the layout has them
	rule    spec.ID // the rule that the file breaks if it has this layout
	newline bool    // the last byte of the header has to confirm the layout
}

// layouts returns the layouts that a file beginning with head may have, the likeliest first: as the length field
// states, or as it would be if the writer used another width or byte order. The second result is the one that the
// field states.
func layouts(version spec.Version, head []byte) [4]candidate {
	field := head[8:version.PrefixLen()]
	stated := layout{version, int64(len(field)) + 8, littleEndian(field)}
	swapped := layout{version, stated.prefixLen, bigEndian(field)}
	wide, narrow := stated, stated
	wide.prefixLen = 12
	narrow.prefixLen, narrow.headerLen = 10, littleEndian(head[8:10])
	long := len(head) >= maxPrefix+2
	return [...]candidate{
		{layout: wide, rule: spec.PrefixLengthWidth, likely: long && version == spec.Version1 && head[10] == 0 && head[11] == 0 && head[12] == '{'},
		{layout: stated, likely: true},
		{layout: narrow, rule: spec.PrefixLengthWidth, likely: long && version != spec.Version1 && head[10] == '{' && quoteOrSpace(head[11])},
		{layout: swapped, rule: spec.PrefixLengthBigEndian, likely: long, newline: true},
	}
}

// maxSlip is the number of bytes after a header without a newline in which one is looked for.
const maxSlip = 64 << 10

// fits reports whether the file can have a layout, and if so loads the header into memory, together
// with the byte after it, which shows whether the final newline became two bytes.
func (in *input) fits(c candidate) (bool, error) {
	if !c.likely || c.headerLen > in.opt.maxHeaderSize() || c.headerLen == 0 && c.rule != 0 {
		return false, nil
	}
	if ok, err := in.has(c.total()); err != nil || !ok {
		return false, err
	}
	if err := in.read(c.total() + 1); err != nil {
		return false, err
	}
	if end := c.total(); int64(len(in.head)) > end && in.head[max(end-1, 0)] != '\n' { // which may be further on
		if err := in.read(end + maxSlip); err != nil {
			return false, err
		}
	}
	// A member of an archive can be shorter than the archive says.
	return int64(len(in.head)) >= c.total() && (!c.newline || in.head[c.total()-1] == '\n'), nil
}

// report reports that a file has a different layout than its length field states.
func (c candidate) report(stated layout, field []byte, faults *finding.List) {
	at, n := stated.lengthField()
	switch c.rule {
	case spec.PrefixLengthWidth:
		faults.Addf(c.rule, at, n, "", "header begins at offset %d, as if the length field had %d bytes; version %v has %d",
			faults.Base+c.prefixLen, c.prefixLen-at, stated.version, n)
	case spec.PrefixLengthBigEndian:
		faults.Addf(c.rule, at, n, "", "header length %s looks big-endian: %d, not %d",
			text.Hex(field), c.headerLen, stated.headerLen)
	}
}

// noHeader reports a header that is cut or too long to be read.
func (w *walk) noHeader() error {
	l, limit := w.layout, w.opt.maxHeaderSize()
	whole, err := w.has(l.total())
	if err != nil {
		return err
	}
	w.tracer().unread(0, w.head, w.size)
	if whole {
		reportOverLimit(l, limit, &w.faults)
		w.giveUp("%s", w.faults.Message(spec.HeaderLengthOverLimit))
	} else {
		w.reportEnd(spec.PrefixHeaderTruncated, w.size, 0, "header truncated: %d of %d bytes%s", w.size-l.prefixLen, l.headerLen, finding.Again)
	}
	return w.drain()
}

func quoteOrSpace(b byte) bool { return b == '\'' || b == '"' || b == ' ' }
