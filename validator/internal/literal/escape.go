package literal

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// unescape returns the length of the escape sequence at the start of b and the character it stands
// for: -1 for none, or unicode.ReplacementChar where it is unknown. Fault is the rule that the
// sequence itself breaks.
func unescape(b []byte) (n int, r rune, fault spec.ID) {
	switch c := b[1]; c {
	case '\n', '\r':
		return 1 + LineBreak(b[1:]), -1, 0
	case '\\', '\'', '"':
		return 2, rune(c), 0
	case 'a':
		return 2, '\a', 0
	case 'b':
		return 2, '\b', 0
	case 'f':
		return 2, '\f', 0
	case 'n':
		return 2, '\n', 0
	case 'r':
		return 2, '\r', 0
	case 't':
		return 2, '\t', 0
	case 'v':
		return 2, '\v', 0
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, r = 1, 0
		for n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '7' {
			r = r*8 + rune(b[n]-'0')
			n++
		}
		return n, r, 0
	case 'x':
		return hexEscape(b, 2)
	case 'u':
		return hexEscape(b, 4)
	case 'U':
		return hexEscape(b, 8)
	case 'N':
		end := bytes.IndexByte(b, '}')
		if len(b) < 3 || b[2] != '{' || end < 4 || bytes.IndexByte(b[:end], '\'') >= 0 || bytes.IndexByte(b[:end], '"') >= 0 {
			return 2, unicode.ReplacementChar, spec.LiteralBadEscape
		}
		return end + 1, unicode.ReplacementChar, spec.LiteralNamedEscape
	}
	_, size := utf8.DecodeRune(b[1:])
	return 1 + size, -1, spec.LiteralUnknownEscape
}

func hexEscape(b []byte, digits int) (n int, r rune, fault spec.ID) {
	var v uint32
	n = 2
	for ; n < 2+digits; n++ {
		if n == len(b) || digitValue(b[n]) > 15 {
			return n, unicode.ReplacementChar, spec.LiteralBadEscape
		}
		v = v<<4 | uint32(digitValue(b[n]))
	}
	if v > unicode.MaxRune {
		return n, unicode.ReplacementChar, spec.LiteralBadEscape
	}
	return n, rune(v), 0
}

// usual is how Python's repr writes a character in a header: in quotes, unless it is an escape sequence.
func usual(r rune) string {
	switch {
	case r >= 0x10000:
		return fmt.Sprintf(`\U%08x`, r)
	case r >= 0x100:
		return fmt.Sprintf(`\u%04x`, r)
	case r >= 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	}
	literal := string(text.AppendRepr(nil, string(r)))
	if literal[1] == '\\' {
		return literal[1 : len(literal)-1]
	}
	return literal
}

// needed reports whether Python's repr may have written the character r by the escape sequence esc. Python 2 wrote
// bytes from 0x80 on as \x.. in every name.
func needed(esc []byte, r rune) bool {
	switch esc[1] {
	case '\\', 'n', 'r', 't':
		return true
	case 'x':
		return (r < ' ' || r >= 0x7f) && r != '\n' && r != '\r' && r != '\t' && bytes.Equal(esc, bytes.ToLower(esc))
	case 'u':
		return r >= 0x100 && bytes.Equal(esc, bytes.ToLower(esc))
	case 'U':
		return r >= 0x10000 && bytes.Equal(esc[2:], bytes.ToLower(esc[2:]))
	}
	return false
}
