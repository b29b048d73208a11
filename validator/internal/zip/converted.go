package zip

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// conversion is what the transfer of an archive as text did to it. If anything, everything else that is wrong with the
// archive follows from that.
type conversion struct {
	kind  conversionKind
	lines int64 // whose ends were converted
}

type conversionKind uint8

const (
	unconverted conversionKind = iota
	decodedUTF8                // bytes that are not UTF-8 became U+FFFD
	encodedUTF8                // each byte became a character
	lfToCRLF
	crlfToLF
)

// inBinary is the remedy for an archive that was converted.
const inBinary finding.Remedy = ": fetch it in binary mode"

// String says what was done, or "" if nothing was.
func (c conversion) String() string {
	switch c.kind {
	case decodedUTF8:
		return "decoded as UTF-8"
	case encodedUTF8:
		return "converted to UTF-8"
	case lfToCRLF:
		return text.Count(c.lines, "LF") + " became CR LF"
	case crlfToLF:
		return fmt.Sprintf("cut, or %d CR LF became LF", c.lines)
	}
	return ""
}

// conversion returns how the archive was converted as text.
func (e *endRecords) conversion() (conversion, error) {
	c, err := e.encoded()
	if c.kind == unconverted && err == nil && e.whole {
		c, err = e.lineEnds()
	}
	e.Wrecked = e.Wrecked || c.kind != unconverted
	return c, err
}

// encoded reports whether the archive went through a text encoding, by its first bytes: then they are UTF-8, with
// characters beyond ASCII in the binary fields of the first local header. The name after them is left out, since it
// can have them in a good archive.
func (e *endRecords) encoded() (conversion, error) {
	head, err := e.bytesAt(0, min(usualHeader, e.size))
	if err != nil || len(head) < localSize || !inUTF8(head) {
		return conversion{}, err
	}
	fields := head[signatureSize:localSize]
	switch {
	case bytes.Contains(fields, []byte("\uFFFD")):
		return conversion{kind: decodedUTF8}, nil
	case bytes.IndexByte(fields, 0xc2) >= 0 || bytes.IndexByte(fields, 0xc3) >= 0:
		return conversion{kind: encodedUTF8}, nil
	}
	return conversion{}, nil
}

// inUTF8 reports whether b is UTF-8. A character may be cut at the end.
func inUTF8(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return !utf8.FullRune(b)
		}
		b = b[n:]
	}
	return true
}

// lineEnds reports whether line endings were converted. If each LF became CR LF, the directory is too late by the
// number of such pairs; if each CR LF became LF, it is too early, and no pair is left.
func (e *endRecords) lineEnds() (conversion, error) {
	stated := e.bytes.value + e.start.value
	if e.bytes.doubt || e.start.doubt || stated > uint64(e.size)<<1 || stated == uint64(e.Limit) {
		return conversion{}, nil
	}
	moved := e.Limit - int64(stated)
	pairs, lone, err := e.countLines()
	switch {
	case err != nil:
		return conversion{}, err
	case moved == pairs && lone == 0:
		return conversion{lfToCRLF, pairs}, nil
	case moved < 0 && pairs == 0 && lone >= -moved:
		return conversion{crlfToLF, -moved}, nil
	}
	return conversion{}, nil
}

// countLines counts the pairs of CR LF, and the other LFs, before the end records.
func (e *endRecords) countLines() (pairs, lone int64, err error) {
	buf, last := make([]byte, min(64<<10, e.Limit)), byte(0)
	for at := int64(0); at < e.Limit; at += int64(len(buf)) {
		if err := e.ctx.Err(); err != nil {
			return 0, 0, err
		}
		b := buf[:min(int64(len(buf)), e.Limit-at)]
		if err := e.fill(b, at); err != nil {
			return 0, 0, err
		}
		n := int64(bytes.Count(b, []byte("\r\n")))
		if last == '\r' && bytes.HasPrefix(b, []byte("\n")) {
			n++
		}
		pairs, lone = pairs+n, lone+int64(bytes.Count(b, []byte("\n")))-n
		last = b[len(b)-1]
	}
	return pairs, lone, nil
}
