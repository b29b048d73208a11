package zip

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// conversion reports whether the archive was converted as text. If so, everything else that is wrong with it follows
// from that.
func (e *endRecords) conversion() (hint string, remedy finding.Remedy, err error) {
	if hint, err = e.encoded(); hint == "" && err == nil && e.whole {
		hint, err = e.lineEnds()
	}
	if hint == "" {
		return "", "", err
	}
	e.Wrecked = true
	return hint, ": fetch it in binary mode", err
}

// encoded reports whether the archive went through a text encoding, by its first bytes: then they are UTF-8, with
// characters beyond ASCII in the binary fields of the first local header. The name after them is left out, since it
// can have them in a good archive.
func (e *endRecords) encoded() (hint string, err error) {
	head, err := e.bytesAt(0, min(usualHeader, e.size))
	if err != nil || len(head) < localSize || !inUTF8(head) {
		return "", err
	}
	fields := head[signatureSize:localSize]
	switch {
	case bytes.Contains(fields, []byte("\uFFFD")):
		hint = "; decoded as UTF-8"
	case bytes.IndexByte(fields, 0xc2) >= 0 || bytes.IndexByte(fields, 0xc3) >= 0:
		hint = "; converted to UTF-8"
	}
	return hint, nil
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
func (e *endRecords) lineEnds() (hint string, err error) {
	stated := e.bytes.value + e.start.value
	if e.bytes.doubt || e.start.doubt || stated > uint64(e.size)<<1 || stated == uint64(e.Limit) {
		return "", nil
	}
	moved := e.Limit - int64(stated)
	pairs, lone, err := e.countLines()
	switch {
	case err != nil:
		return "", err
	case moved == pairs && lone == 0:
		return fmt.Sprintf("; %s became CR LF", text.Count(pairs, "LF")), nil
	case moved < 0 && pairs == 0 && lone >= -moved:
		return fmt.Sprintf("; cut, or %d CR LF became LF", -moved), nil
	}
	return "", nil
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
