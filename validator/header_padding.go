package validator

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// maxNumpyPadding is the largest number of spaces that any NumPy release puts after the dictionary:
// a block of 64 plus the growth space of a one-digit dimension (clause npy-2.12).
const maxNumpyPadding = 64 + 20

// converted reports whether the newline of a header became CR LF after its length was written, as in a file that was
// written in text mode or converted in transit. Then the whole file is suspect.
func (h *headerText) converted() bool {
	last := len(h.text) - 1
	return last >= 0 && h.text[last] == '\r' && bytes.HasPrefix(h.after, []byte{'\n'})
}

// newline checks the last byte of the header.
func (h *headerText) newline() {
	last := len(h.text) - 1
	switch {
	case h.converted():
		h.report(spec.HeaderNewlinesConverted, last, last+2,
			"line endings were converted (LF to CR LF), so the data is damaged%s", finding.Remedy(": fetch it again in binary mode"))
	case last >= 0 && h.text[last] != '\n':
		end := text.Byte(h.text[last])
		if h.lost > 0 && h.text[last] != '\r' {
			h.report(spec.HeaderFinalNewline, last, last+1, "header length is %d, expected %d: it ends with %s, not a newline%s",
				last+1, last+1+h.lost, end, finding.Again)
			return
		}
		hint := finding.Remedy("")
		if h.text[last] == '\r' {
			hint = "; if LF became CR, fetch it again in binary mode"
		}
		h.report(spec.HeaderFinalNewline, last, last+1, "header ends with %s, expected a newline%s", end, hint)
	}
}

// padding checks everything after the dictionary, which ends at pos (clauses npy-2.7 to npy-2.9 and
// npy-2.12). Malformed means that it may not end where it seems to.
func (h *headerText) padding(pos int, malformed bool) {
	tail := h.text[pos:]
	if n := len(tail) - 1; n >= 0 && tail[n] == '\n' && spaces(tail[:n]) == n {
		if n > maxNumpyPadding {
			h.report(spec.HeaderExcessPadding, pos, pos+n, "header has %d padding spaces; NumPy writes at most %d", n, maxNumpyPadding)
		}
		return
	}
	body, open := h.terminator(pos, tail)
	var blanks, nuls oddBytes // whitespace other than spaces, which Python skips; and NULs
	commented := false
	for i := spaces(body); i < len(body); i += max(1, spaces(body[i:])) {
		c := body[i]
		switch {
		case c == ' ':
		case c == '#':
			n := literal.Comment(body[i:])
			if !commented {
				h.report(spec.HeaderPaddingComment, pos+i, pos+i+n, "comment in the padding, expected spaces")
				commented = true
			}
			if nul := bytes.IndexByte(body[i:i+n], 0); nul >= 0 {
				nuls.add(i + nul) // what Python reads as a comment it doesn't pass over with a NUL in it
			}
			i += max(n+literal.LineBreak(body[i+n:])-1, 0)
		case c == 0:
			nuls.add(i)
		case literal.Whitespace(c) || literal.Continuation(body[i:]) > 0:
			blanks.add(i)
		case malformed:
			i = len(body)
		default:
			s := bytes.TrimRight(body[i:], " \x00")
			h.report(spec.HeaderTrailingText, pos+i, pos+i+len(s), "unexpected %s after the dictionary, expected spaces and a newline", text.LiteralBytes(s))
			open = open && i+len(s) < len(tail) // else it replaced the newline
			i = len(body)
		}
	}
	if open {
		h.newline()
	}
	h.odd(spec.HeaderPaddingByte, blanks, pos, body)
	h.odd(spec.HeaderPaddingNul, nuls, pos, body)
}

// odd reports the bytes of a sort in the padding, which begins at pos.
func (h *headerText) odd(rule spec.ID, run oddBytes, pos int, body []byte) {
	if run.count == 0 {
		return
	}
	inAll := ""
	if run.count > run.n {
		inAll = fmt.Sprintf(" (%d in all)", run.count)
	}
	at := pos + run.at
	h.report(rule, at, at+run.n, "padding byte 0x%02x at offset %d, expected 0x20%s", body[run.at], h.faults.Base+h.layout.at(at), inAll)
}

// oddBytes is the first run of bytes of a kind, and the total number of such bytes.
type oddBytes struct{ at, n, count int }

func (b *oddBytes) add(at int) {
	if b.count == 0 {
		b.at = at
	}
	if b.at+b.n == at && b.n == b.count {
		b.n++
	}
	b.count++
}

// terminator checks how the header ends, and returns the padding before the end. Open reports whether the newline is
// missing.
func (h *headerText) terminator(pos int, tail []byte) (padding []byte, open bool) {
	n := len(tail)
	switch {
	case n > 0 && h.converted():
		h.newline()
		return tail[:n-1], false
	case bytes.HasSuffix(tail, []byte("\r\n")):
		h.report(spec.HeaderCrlf, pos+n-2, pos+n, "header ends with CR LF, expected LF")
		return tail[:n-2], false
	case bytes.HasSuffix(tail, []byte("\n")):
		return tail[:n-1], false
	}
	if i := bytes.LastIndexByte(tail, '\n'); i >= 0 && spaces(tail[i+1:]) == n-i-1 {
		h.report(spec.HeaderNewlineNotLast, pos+i, pos+n, "%s of padding after the newline, expected the newline last", text.Count(int64(n-i-1), "byte"))
		return tail[:i], false
	}
	return bytes.TrimSuffix(tail, []byte("\r")), true
}

// spaces returns the number of spaces at the start of b.
func spaces(b []byte) (n int) {
	const eight = 0x2020202020202020
	for len(b)-n >= 8 && binary.LittleEndian.Uint64(b[n:]) == eight {
		n += 8
	}
	for n < len(b) && b[n] == ' ' {
		n++
	}
	return n
}
