package validator

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

const (
	firstRead = 256 // bytes; holds nearly every header whole
	maxPrefix = 12  // bytes of magic, version and the longer length field
)

// layout is where the parts of the file are, as its prefix tells.
type layout struct {
	version   spec.Version
	prefixLen int64 // bytes in front of the header text
	headerLen int64 // bytes of the header text
}

// total returns the offset at which the data begin.
func (l layout) total() int64 { return l.prefixLen + l.headerLen }

// prefix reads magic, version and header length (clauses npy-1.1 to npy-1.5) and sees to it that
// the header is in memory. It returns false when there is no header to look at.
func (w *walk) prefix(report *Report) (bool, error) {
	if len(w.head) < len(magic)+2 && hasMagic(w.head) {
		if len(w.head) == 0 {
			w.reportEnd(spec.PrefixTooShort, 0, 0, "file is empty")
		} else {
			w.reportEnd(spec.PrefixTooShort, int64(len(w.head)), 0, "prefix truncated: %d of at least %d bytes", len(w.head), spec.Version1.PrefixLen())
		}
		return false, nil
	}
	if barePickle(w.head) {
		if err := w.read(resemblanceLen); err != nil {
			return false, err
		}
		w.report(spec.PickleRawFile, 0, 2, "", "file is a bare pickle, which np.load runs if it is allowed to, want the magic 93 4e 55 4d 50 59 (\\x93NUMPY)%s", pickleOrigin(w.head))
		if w.opt.depth() == Header {
			return false, nil
		}
		return false, w.bare()
	}
	if !bytes.HasPrefix(w.head, []byte(magic)) {
		return false, w.otherFormat()
	}
	report.Format = Npy
	w.layout.version = spec.Version{Major: w.head[6], Minor: w.head[7]}
	if !w.layout.version.Known() {
		w.report(spec.PrefixVersionUnknown, 6, 2, "", "format version is %v, want 1.0, 2.0 or 3.0", w.layout.version)
		return false, w.drain()
	}
	return w.headerLength(report)
}

// otherFormat reports a file without the magic. At depth Header, where a stream isn't read to its end,
// nothing is said that takes the size of the file.
func (w *walk) otherFormat() error {
	if err := w.read(resemblanceLen); err != nil {
		return err
	}
	size := int64(unknownSize)
	if w.opt.depth() != Header {
		if w.size == unknownSize {
			rest, err := w.surplus(w.r)
			if err != nil {
				return err
			}
			if w.incomplete == "" {
				w.size = int64(len(w.head)) + rest
			}
		}
		size = w.size
	}
	w.notMagic(size)
	return nil
}

// notMagic reports the first bytes of another format; size is that of the file, if it is known.
func (w *walk) notMagic(size int64) {
	n := min(len(w.head), len(magic))
	w.report(spec.PrefixMagic, 0, int64(n), "", "file begins with %s, want the magic 93 4e 55 4d 50 59 (\\x93NUMPY)%s",
		quote.Hex(w.head[:n]), resemblance(w.head[:min(len(w.head), resemblanceLen)], size))
}

func (w *walk) headerLength(report *Report) (bool, error) {
	l := &w.layout
	l.prefixLen = int64(l.version.PrefixLen())
	if int64(len(w.head)) < l.prefixLen {
		w.reportEnd(spec.PrefixTooShort, int64(len(w.head)), 0, "prefix truncated: %d of %d bytes", len(w.head), l.prefixLen)
		return false, nil
	}
	field := w.head[8:l.prefixLen]
	l.headerLen = littleEndian(field)

	limit := w.opt.maxHeaderSize()
	within, err := w.has(l.prefixLen + min(l.headerLen, limit))
	if err != nil {
		return false, err
	}
	other, rule, err := w.otherLayout(!within || l.headerLen > limit)
	if err != nil {
		return false, err
	}
	switch {
	case rule == spec.PrefixLengthWidth:
		w.report(rule, 8, int64(len(field)), "", "version %v has a header length of %d bytes, but the header begins at offset %d as after %d bytes",
			l.version, len(field), other.prefixLen, other.prefixLen-8)
		*l = other
	case rule == spec.PrefixLengthBigEndian:
		w.report(rule, 8, int64(len(field)), "", "header length %s is %d in little-endian order, which the file doesn't hold, and %d in big-endian order",
			quote.Hex(field), l.headerLen, other.headerLen)
		*l = other
	case l.headerLen > limit || !within:
		whole, err := w.has(l.total())
		if err != nil {
			return false, err
		}
		if whole {
			w.report(spec.HeaderLengthOverLimit, 8, int64(len(field)), "", "header has %d bytes, want at most %d", l.headerLen, limit)
			report.Incomplete = fmt.Sprintf("header of %d bytes is over the limit of %d and was not read", l.headerLen, limit)
		} else {
			w.reportEnd(spec.PrefixHeaderTruncated, w.size, 0, "header truncated: %d of %d bytes", w.size-l.prefixLen, l.headerLen)
		}
		return false, w.drain()
	}
	// The byte after the header tells whether its newline became two bytes.
	if err := w.read(l.total() + 1); err != nil {
		return false, err
	}
	if int64(len(w.head)) < l.total() {
		// A member of an archive that is shorter than the archive says.
		have := int64(len(w.head))
		w.reportEnd(spec.PrefixHeaderTruncated, have, 0, "header truncated: %d of %d bytes", have-l.prefixLen, l.headerLen)
		return false, nil
	}
	w.text = w.head[l.prefixLen:l.total()]
	w.tracePrefix()
	return true, nil
}

// otherLayout looks for a header length written by somebody who took the field for one of
// another width or byte order. Implausible tells that the field can't be right as it stands.
func (w *walk) otherLayout(implausible bool) (layout, spec.ID, error) {
	l := w.layout
	if err := w.read(maxPrefix + 2); err != nil || len(w.head) < maxPrefix+2 {
		return l, 0, err
	}
	limit := w.opt.maxHeaderSize()
	wide := l.version == spec.Version1 && w.head[10] == 0 && w.head[11] == 0 && w.head[12] == '{'
	narrow := l.version != spec.Version1 && implausible && w.head[10] == '{' && quoteOrSpace(w.head[11])
	switch {
	case wide:
		l.prefixLen = 12
	case narrow:
		l.prefixLen = 10
		l.headerLen = littleEndian(w.head[8:10])
	case implausible:
		l.headerLen = bigEndian(w.head[8:l.prefixLen])
	default:
		return l, 0, nil
	}
	if l.headerLen == 0 || l.headerLen > limit {
		return l, 0, nil
	}
	if ok, err := w.has(l.total()); err != nil || !ok {
		return l, 0, err
	}
	if err := w.read(l.total()); err != nil || int64(len(w.head)) < l.total() {
		return l, 0, err
	}
	switch {
	case wide || narrow:
		return l, spec.PrefixLengthWidth, nil
	case w.head[l.total()-1] == '\n':
		return l, spec.PrefixLengthBigEndian, nil
	}
	return l, 0, nil
}

// drain reads a stream that nobody looks at any more to its end, if it has one within reach, so that a faulty
// file gives the same result from a pipe as from a disk: the writer at the other end is not cut off.
func (w *walk) drain() error {
	if w.size != unknownSize || w.opt.depth() == Header {
		return nil
	}
	_, err := w.surplus(w.r)
	return err
}

func quoteOrSpace(b byte) bool { return b == '\'' || b == '"' || b == ' ' }

func littleEndian(field []byte) int64 {
	if len(field) == 2 {
		return int64(binary.LittleEndian.Uint16(field))
	}
	return int64(binary.LittleEndian.Uint32(field))
}

func bigEndian(field []byte) int64 {
	if len(field) == 2 {
		return int64(binary.BigEndian.Uint16(field))
	}
	return int64(binary.BigEndian.Uint32(field))
}
