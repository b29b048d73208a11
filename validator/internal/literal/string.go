package literal

import (
	"bytes"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// strings parses one string literal, or several that Python joins, into one node.
func (p *parser) strings() {
	nd := node{kind: String, pos: int32(p.pos)}
	if end := plainString(p.text, p.pos); end > 0 {
		p.advance(end - p.pos)
		nd.end = int32(end)
		p.item(nd)
		return
	}
	for parts := 1; ; parts++ {
		part := p.stringPart()
		if !part.closed {
			// The rest of the header is inside the string.
			p.tree.malformed = true
			nd.end = int32(len(p.text))
			p.pos = len(p.text)
			nd.kind = Bad
			break
		}
		switch {
		case !part.known || nd.kind == Bad:
			nd.kind = Bad
		case part.bytes:
			nd.kind = Bytes
		}
		if parts == 2 {
			p.report(spec.LiteralImplicitConcatenation, int(nd.pos), p.pos,
				"%s is two adjacent strings, which Python joins; expected one", p.tree.quoted(p.text[nd.pos:p.pos]))
		}
		nd.escaped = nd.escaped || !part.plain || parts > 1
		nd.end = int32(p.pos)
		if !p.anotherString() {
			break
		}
	}
	p.item(nd)
}

// plainString returns the end of a string at pos that can't have a fault: printable ASCII between single quotes, with
// a comma, a colon or a bracket after it. It returns 0 for every other. This is the fast path that nearly all strings
// take.
func plainString(text []byte, pos int) int {
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

// anotherString moves to a string literal that follows with no token between.
func (p *parser) anotherString() bool {
	end := p.pos + Gap(p.text[p.pos:])
	for pos := end; end < len(p.text) && letter(p.text[end]) && end-pos < 3; {
		end++
	}
	if end == len(p.text) || !quotes(p.text[end]) || len(p.stack) == 1 {
		return false
	}
	loose := p.tree.loose
	p.space()
	p.tree.loose = loose // the strings are reported, whatever their distance
	return true
}

// stringPart is one string literal.
type stringPart struct {
	bytes  bool // it has the prefix b
	plain  bool // the value is exactly the text between single quotes
	known  bool // the value is known
	closed bool // it has a closing quote
}

// stringPart parses one string literal with its prefix.
func (p *parser) stringPart() stringPart {
	start := p.pos
	s := openString(p.text, start, p.tree.src.Latin1)
	part := stringPart{bytes: s.bytes, plain: len(s.prefix) == 0 && len(s.quotes) == 1, known: p.prefix(s.prefix)}
	body := s.pos
	escapedQuote := -1 // the last quote of the kind around the string
	next := s.next()
	for ; next.form > closed; next = s.next() {
		switch {
		case next.form == control || next.form == highLatin1 || next.form == character:
			p.character(next)
		case next.form != escape:
		case p.text[next.pos+1] == s.quotes[0]:
			// Whether it is needed depends on the rest of the string.
			part.plain, escapedQuote = false, next.pos
		default:
			part.plain = false
			part.known = p.escape(next) && part.known
		}
	}
	if next.form == unclosed {
		p.report(spec.LiteralUnterminated, start, len(p.text), "string has no closing quote")
		return part
	}
	part.closed = true
	content := p.text[body:next.pos]
	switch q := s.quotes[0]; {
	case len(s.quotes) > 1:
		p.report(spec.LiteralTripleQuotes, start, next.end, "string is triple-quoted, expected single quotes")
	case q == '"' && !(bytes.IndexByte(content, '\'') >= 0 && bytes.IndexByte(content, '"') < 0):
		p.report(spec.LiteralDoubleQuotes, start, next.end, "string is double-quoted, expected single quotes")
	case escapedQuote >= 0 && q == '\'' && bytes.IndexByte(content, '"') < 0:
		p.report(spec.LiteralUnneededEscape, escapedQuote, escapedQuote+2, "quote is escaped, expected double quotes around the string")
	}
	p.advance(next.end - start)
	return part
}

// prefix checks the letters before a string. It returns false if Python doesn't know them.
func (p *parser) prefix(letters []byte) bool {
	end := p.pos + len(letters)
	switch prefix := string(bytes.ToLower(letters)); prefix {
	case "", "b", "br", "rb":
	case "u":
		p.report(spec.LiteralUnicodePrefix, p.pos, end, "string has the Python 2 prefix %s, expected none", letters)
	case "r":
		p.report(spec.LiteralStringPrefix, p.pos, end, "string has the prefix %s, expected none", letters)
	default:
		p.report(spec.LiteralStringPrefixInvalid, p.pos, end, "string has the prefix %s, expected none", prefix)
		return false
	}
	return true
}

// character reports a character in a string that isn't printable, or isn't ASCII where it has to be.
func (p *parser) character(c piece) {
	switch s := p.text[c.pos:c.end]; {
	case s[0] == 0:
		p.report(spec.HeaderNul, c.pos, c.end, "string contains a NUL byte, expected the escape \\x00")
	case c.form == control:
		p.report(spec.HeaderControlCharacter, c.pos, c.end, "string contains the control character 0x%02x, expected its escape", s[0])
	case c.form == highLatin1:
		format := "non-ASCII bytes %s in a string are read as Latin-1; expected escapes"
		switch {
		case len(s) == 1:
			format = "non-ASCII byte %s in a string is read as Latin-1; expected its escape"
		case utf8.Valid(s):
			format = "non-ASCII bytes %s in a string look like UTF-8, but are read as Latin-1"
		}
		p.report(spec.HeaderNotAscii, c.pos, c.end, format, text.Hex(s[:min(len(s), 8)]))
	default:
		switch r, size := utf8.DecodeRune(s); {
		case r == utf8.RuneError && size == 1: // header-not-utf8
		case r < 0xa0:
			p.report(spec.HeaderControlCharacter, c.pos, c.end, "string contains the control character U+%04X, expected its escape", r)
		default:
			p.report(spec.HeaderInvisibleCharacter, c.pos, c.end, "string contains the invisible character U+%04X, expected its escape", r)
		}
	}
}

// escape checks an escape sequence. It returns false if its value is unknown.
func (p *parser) escape(esc piece) bool {
	end := esc.end
	message := ""
	switch esc.fault {
	case spec.LiteralUnknownEscape:
		if p.tree.src.Latin1 {
			end = esc.pos + 2
		}
		message = "unknown escape %s: Python keeps the backslash in the string"
	case spec.LiteralBadEscape:
		message = "escape %s is incomplete or out of range"
	case spec.LiteralNamedEscape:
		message = "named escape %s, expected the character or its code point"
	default:
		if needed(p.text[esc.pos:end], esc.r) {
			return true
		}
		if esc.r < 0 {
			p.report(spec.LiteralUnneededEscape, esc.pos, end, "string continues on a new line")
		} else {
			p.report(spec.LiteralUnneededEscape, esc.pos, end, "escape %s, expected %s", p.tree.quoted(p.text[esc.pos:end]), usual(esc.r))
		}
		return true
	}
	p.report(esc.fault, esc.pos, end, message, p.tree.quoted(p.text[esc.pos:end]))
	return esc.fault != spec.LiteralBadEscape && esc.fault != spec.LiteralNamedEscape
}
