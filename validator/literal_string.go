package validator

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
)

// strings parses one string literal, or several that Python joins, into one node.
func (w *walk) strings() {
	lit := &w.lit
	nd := node{kind: nodeString, pos: int32(lit.pos)}
	if end := w.plainString(); end > 0 {
		w.advance(end - lit.pos)
		nd.end = int32(end)
		w.item(nd)
		return
	}
	for parts := 1; ; parts++ {
		part := w.stringPart()
		if !part.closed {
			// The rest of the header is inside the string.
			lit.malformed = true
			nd.end = int32(len(w.text))
			lit.pos = len(w.text)
			nd.kind = nodeBad
			break
		}
		switch {
		case !part.known || nd.kind == nodeBad:
			nd.kind = nodeBad
		case part.bytes:
			nd.kind = nodeBytes
		}
		if parts == 2 {
			w.report(spec.LiteralImplicitConcatenation, w.at(int(nd.pos)), int64(lit.pos)-int64(nd.pos), w.pointer(),
				"%s are two strings that Python joins, want one", w.quoted(w.text[nd.pos:lit.pos]))
		}
		nd.escaped = nd.escaped || !part.plain || parts > 1
		nd.end = int32(lit.pos)
		if !w.anotherString() {
			break
		}
	}
	w.item(nd)
}

// plainString returns the end of a string at the present position that there is nothing to say
// about: printable ASCII between single quotes, with a comma, a colon or a bracket behind it. It
// returns 0 for every other, and is the way that nearly all strings take.
func (w *walk) plainString() int {
	text, pos := w.text, w.lit.pos
	if text[pos] != '\'' {
		return 0
	}
	for pos++; pos < len(text); pos++ {
		switch c := text[pos]; {
		case c == '\'':
			if pos+1 < len(text) {
				switch text[pos+1] {
				case ',', ':', ')', ']', '}':
					return pos + 1
				}
			}
			return 0
		case c == '\\' || c < ' ' || c > '~':
			return 0
		}
	}
	return 0
}

// anotherString moves to a string literal that follows with nothing between but what may stand
// between two tokens.
func (w *walk) anotherString() bool {
	lit := &w.lit
	end := lit.pos + gap(w.text[lit.pos:])
	for pos := end; end < len(w.text) && letter(w.text[end]) && end-pos < 3; {
		end++
	}
	if end == len(w.text) || w.text[end] != '\'' && w.text[end] != '"' || len(lit.stack) == 1 {
		return false
	}
	loose := lit.loose
	w.space()
	lit.loose = loose // the strings are reported, whatever their distance
	return true
}

// stringPart is one string literal.
type stringPart struct {
	bytes  bool // it has the prefix b
	plain  bool // the value is what stands between a pair of single quotes
	known  bool // the value can be told
	closed bool // it has a closing quote
}

// stringPart parses one string literal with its prefix.
func (w *walk) stringPart() (part stringPart) {
	lit := &w.lit
	start := lit.pos
	pos := start
	for letter(w.text[pos]) {
		pos++
	}
	raw := false
	part = stringPart{plain: pos == start, known: true}
	switch prefix := string(bytes.ToLower(w.text[start:pos])); prefix {
	case "":
	case "u":
		w.report(spec.LiteralUnicodePrefix, w.at(start), 1, w.pointer(), "string has the prefix %c of Python 2, want none", w.text[start])
	case "r":
		raw = true
		w.report(spec.LiteralStringPrefix, w.at(start), 1, w.pointer(), "string has the prefix %c, want none", w.text[start])
	case "b":
		part.bytes = true
	case "br", "rb":
		part.bytes, raw = true, true
	default:
		w.report(spec.LiteralStringPrefixInvalid, w.at(start), int64(pos-start), w.pointer(), "string has the prefix %s, want none", prefix)
		part.known = false
	}
	quote := w.text[pos]
	body := pos + 1
	long := bytes.HasPrefix(w.text[pos:], []byte{quote, quote, quote})
	if long {
		body = pos + 3
		part.plain = false
	}
	end, quoted := w.scanString(body, quote, long, raw, part.bytes)
	if end < 0 {
		w.report(spec.LiteralUnterminated, w.at(start), int64(len(w.text)-start), w.pointer(), "string has no closing quote")
		return part
	}
	content := w.text[body:end]
	part.plain = part.plain && !quoted.escapes
	part.known = part.known && !quoted.unknown
	part.closed = true
	switch {
	case long:
		w.report(spec.LiteralTripleQuotes, w.at(start), int64(end+3-start), w.pointer(), "string has three quotes on each side, want one")
		w.advance(end + 3 - start)
		return part
	case quote == '"' && !(bytes.IndexByte(content, '\'') >= 0 && !bytes.Contains(content, []byte{'"'})):
		w.report(spec.LiteralDoubleQuotes, w.at(start), int64(end+1-start), w.pointer(), "string has double quotes, want single quotes")
	case quoted.escapedQuote >= 0 && quote == '\'' && bytes.IndexByte(content, '"') < 0:
		w.report(spec.LiteralUnneededEscape, w.at(quoted.escapedQuote), 2, w.pointer(), `quote is escaped, want double quotes around the string`)
	}
	w.advance(end + 1 - start)
	return part
}

// scanned is what scanString saw in a string.
type scanned struct {
	escapes      bool
	unknown      bool // the value can't be told
	escapedQuote int  // position of the last escaped quote of the sort around the string, or -1
}

// scanString returns the position of the closing quote, or -1 if there is none.
func (w *walk) scanString(pos int, quote byte, long, raw, isBytes bool) (int, scanned) {
	s := scanned{escapedQuote: -1}
	latin1 := w.layout.version != spec.Version3
	for pos < len(w.text) {
		c := w.text[pos]
		switch {
		case c == quote:
			if !long {
				return pos, s
			}
			if bytes.HasPrefix(w.text[pos:], []byte{quote, quote, quote}) {
				return pos, s
			}
			pos++
		case c == '\\':
			s.escapes = s.escapes || !raw
			if pos+1 >= len(w.text) {
				return -1, s
			}
			if raw || isBytes {
				pos += 1 + max(1, lineBreak(w.text[pos+1:]))
				break
			}
			if c := w.text[pos+1]; c == quote {
				// Needed or not: that depends on the rest of the string.
				s.escapedQuote = max(s.escapedQuote, pos)
				pos += 2
				break
			}
			n, known := w.escape(pos)
			s.unknown = s.unknown || !known
			pos += n
		case (c == '\n' || c == '\r') && !long:
			return -1, s
		case c == 0:
			w.report(spec.HeaderNul, w.at(pos), 1, w.pointer(), "string holds a NUL byte, want the escape \\x00")
			pos++
		case c == '\n' || c == '\r':
			pos++ // between three quotes
		case c < ' ' || c == 0x7f:
			w.report(spec.HeaderControlCharacter, w.at(pos), 1, w.pointer(), "string holds the control character 0x%02x, want its escape", c)
			pos++
		case c >= 0x80 && latin1:
			end := pos
			for end < len(w.text) && w.text[end] >= 0x80 {
				end++
			}
			hint := "which version 1.0 and 2.0 don't allow"
			if utf8.Valid(w.text[pos:end]) {
				hint = "which look like UTF-8 and are read as latin1"
			}
			w.report(spec.HeaderNotAscii, w.at(pos), int64(end-pos), w.pointer(), "string holds the non-ASCII bytes %s, %s", hexBytes(w.text[pos:min(end, pos+16)]), hint)
			pos = end
		case c >= 0x80:
			r, size := utf8.DecodeRune(w.text[pos:])
			switch {
			case r == utf8.RuneError && size == 1: // header-not-utf8
			case r < 0xa0:
				w.report(spec.HeaderControlCharacter, w.at(pos), int64(size), w.pointer(), "string holds the control character U+%04X, want its escape", r)
			case !unicode.IsPrint(r):
				w.report(spec.HeaderInvisibleCharacter, w.at(pos), int64(size), w.pointer(), "string holds the invisible character U+%04X, want its escape", r)
			}
			pos += size
		default:
			pos++
		}
	}
	return -1, s
}

// escape checks the escape sequence at pos. It returns its length, and whether its value is known.
func (w *walk) escape(pos int) (n int, known bool) {
	n, r, fault := unescape(w.text[pos:])
	known = fault != spec.LiteralBadEscape && fault != spec.LiteralNamedEscape
	if fault == spec.LiteralUnknownEscape {
		size := n
		if w.layout.version != spec.Version3 {
			size = 2
		}
		w.report(fault, w.at(pos), int64(size), w.pointer(), escapeMessages[fault], w.quoted(w.text[pos:pos+size]))
		return 1, known // what follows the backslash stands for itself
	}
	if fault == 0 {
		fault = unneeded(w.text[pos:pos+n], r)
	}
	if fault != 0 {
		w.report(fault, w.at(pos), int64(n), w.pointer(), escapeMessages[fault], w.quoted(w.text[pos:pos+n]))
	}
	return n, known
}

var escapeMessages = map[spec.ID]string{
	spec.LiteralUnneededEscape: "escape %s is not one that Python's repr writes here",
	spec.LiteralUnknownEscape:  "escape %s is not one of Python's; the backslash stays in the string",
	spec.LiteralBadEscape:      "escape %s is incomplete or out of range",
	spec.LiteralNamedEscape:    "escape %s names a character, want the character or its number",
}

// unescape returns the length of the escape sequence at the start of b and the character it stands
// for: -1 for none, or unicode.ReplacementChar where it can't be told. Fault is the rule that the
// sequence breaks by itself.
func unescape(b []byte) (n int, r rune, fault spec.ID) {
	switch c := b[1]; c {
	case '\n', '\r':
		return 1 + lineBreak(b[1:]), -1, 0
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

// unneeded tells whether repr would have written the character r otherwise than by the escape
// sequence esc. Bytes from 0x80 on are what Python 2 wrote as \x.. in every name.
func unneeded(esc []byte, r rune) spec.ID {
	fine := false
	switch esc[1] {
	case '\\', 'n', 'r', 't':
		fine = true
	case 'x':
		fine = (r < ' ' || r >= 0x7f) && r != '\n' && r != '\r' && r != '\t' && bytes.Equal(esc, bytes.ToLower(esc))
	case 'u':
		fine = r >= 0x100 && bytes.Equal(esc, bytes.ToLower(esc))
	case 'U':
		fine = r >= 0x10000 && bytes.Equal(esc[1:], append([]byte{'U'}, bytes.ToLower(esc[2:])...))
	}
	if fine {
		return 0
	}
	return spec.LiteralUnneededEscape
}

// value returns the value of a string node as WTF-8. Bytes of version 1.0 and 2.0 are latin1.
func (w *walk) value(n int32) string {
	nd := w.lit.nodes[n]
	text := w.text[nd.pos:nd.end]
	latin1 := w.layout.version != spec.Version3
	if !nd.escaped {
		body := text[1 : len(text)-1]
		if !latin1 || ascii(body) {
			return string(body)
		}
	}
	var out []byte
	for len(text) > 0 {
		raw := false
		text = text[gap(text):]
		for len(text) > 0 && letter(text[0]) {
			raw = raw || text[0]|0x20 == 'r'
			text = text[1:]
		}
		if len(text) == 0 {
			break
		}
		quote := text[:1]
		if len(text) >= 6 && text[1] == text[0] && text[2] == text[0] {
			quote = text[:3]
		}
		text = text[len(quote):]
		for len(text) > 0 && !bytes.HasPrefix(text, quote) {
			switch c := text[0]; {
			case lineBreak(text) > 0:
				out = append(out, '\n')
				text = text[lineBreak(text):]
			case c == '\\' && len(text) > 1 && raw && lineBreak(text[1:]) == 0:
				out = append(out, text[:2]...)
				text = text[2:]
			case c == '\\' && raw: // before a line break
				out = append(out, c)
				text = text[1:]
			case c == '\\' && len(text) > 1:
				size, r, fault := unescape(text)
				switch {
				case fault == spec.LiteralUnknownEscape:
					out, size = append(out, c), 1
				case r >= 0:
					out = appendWTF8(out, r)
				}
				text = text[size:]
			case c >= 0x80 && latin1:
				out = utf8.AppendRune(out, rune(c))
				text = text[1:]
			default:
				out = append(out, c)
				text = text[1:]
			}
		}
		text = text[min(len(quote), len(text)):]
	}
	return string(out)
}

// appendWTF8 appends a character that may be a lone surrogate.
func appendWTF8(dst []byte, r rune) []byte {
	if 0xd800 <= r && r <= 0xdfff {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
	}
	return utf8.AppendRune(dst, r)
}

func ascii[T string | []byte](b T) bool {
	for i := range len(b) {
		if b[i] >= 0x80 {
			return false
		}
	}
	return true
}
