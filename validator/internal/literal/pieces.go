package literal

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// pieces iterates over one string literal, prefix and quotes included.
type pieces struct {
	text   []byte // of the header
	latin1 bool   // bytes from 0x80 on are latin1, not UTF-8
	prefix []byte // the letters before the quotes
	quotes []byte // the opening ones, one or three
	raw    bool   // a backslash is literal
	bytes  bool   // a bytes literal, whose escape sequences aren't decoded
	pos    int    // where the next piece begins
}

// openString starts at the string literal at pos: its prefix, if any, is followed by a quote.
func openString(text []byte, pos int, latin1 bool) pieces {
	s := pieces{text: text, latin1: latin1, pos: pos}
	for letter(text[s.pos]) {
		s.pos++
	}
	s.prefix = text[pos:s.pos]
	switch string(bytes.ToLower(s.prefix)) {
	case "r":
		s.raw = true
	case "b":
		s.bytes = true
	case "br", "rb":
		s.raw, s.bytes = true, true
	}
	n := 1
	if q := text[s.pos]; bytes.HasPrefix(text[s.pos+1:], []byte{q, q}) {
		n = 3
	}
	s.quotes = text[s.pos : s.pos+n]
	s.pos += n
	return s
}

// form is what a piece of a string is.
type form uint8

const (
	unclosed   form = iota // the string ends without a quote
	closed                 // the closing quotes
	plain                  // printable characters that stand for themselves
	control                // an ASCII control character that stands for itself
	newLine                // a line break, which stands for a newline
	highLatin1             // bytes from 0x80 on, latin1
	character              // an invisible character from U+0080 on, or a byte that is not UTF-8
	backslash              // a backslash that stands for itself, alone or together with a quote, a second one, or a line break
	escape                 // an escape sequence
)

// piece is the smallest part of a string literal that has a meaning.
type piece struct {
	form     form
	pos, end int     // in the text
	r        rune    // the character that an escape sequence stands for, as unescape has it
	fault    spec.ID // the rule that the escape sequence breaks
}

// next returns the next piece. The last ones are closed and unclosed.
func (s *pieces) next() piece {
	p := piece{pos: s.pos}
	p.form, p.end = s.at(s.pos)
	if p.form == escape {
		var n int
		n, p.r, p.fault = unescape(s.text[s.pos:])
		p.end = s.pos + n
	}
	s.pos = p.end
	if p.fault == spec.LiteralUnknownEscape {
		s.pos = p.pos + 1 // the bytes after the backslash are literal
	}
	return p
}

// at returns the form and the end of the piece at pos; the end of an escape sequence is left open.
func (s *pieces) at(pos int) (form, int) {
	if pos == len(s.text) {
		return unclosed, pos
	}
	rest := s.text[pos:]
	long := len(s.quotes) > 1
	switch c := rest[0]; {
	case c == s.quotes[0]:
		if bytes.HasPrefix(rest, s.quotes) {
			return closed, pos + len(s.quotes)
		}
		return plain, pos + 1
	case c == '\\':
		return s.atBackslash(pos)
	case c == '\n' || c == '\r':
		if !long {
			return unclosed, pos
		}
		return newLine, pos + LineBreak(rest)
	case c < ' ' || c == 0x7f:
		return control, pos + 1
	case c >= 0x80 && s.latin1:
		end := pos
		for end < len(s.text) && s.text[end] >= 0x80 {
			end++
		}
		return highLatin1, end
	case c >= 0x80:
		end := pos + printable(rest)
		if end > pos {
			return plain, end
		}
		_, size := utf8.DecodeRune(rest)
		return character, pos + size
	}
	end := pos
	for end < len(s.text) && s.text[end] >= ' ' && s.text[end] < 0x7f && s.text[end] != '\\' && s.text[end] != s.quotes[0] {
		end++
	}
	return plain, end
}

// printable returns how many bytes at the start of b are printable characters from U+00A0 on.
func printable(b []byte) (n int) {
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if r < 0xa0 || r == utf8.RuneError && size == 1 || !strconv.IsPrint(r) {
			break
		}
		n += size
	}
	return n
}

func (s *pieces) atBackslash(pos int) (form, int) {
	if pos+1 == len(s.text) {
		return unclosed, pos
	}
	if !s.raw && !s.bytes {
		return escape, pos
	}
	rest := s.text[pos+1:]
	switch c := rest[0]; {
	case LineBreak(rest) > 0:
		return backslash, pos + 1 + LineBreak(rest)
	case c == '\\' || quotes(c):
		return backslash, pos + 2
	}
	return backslash, pos + 1
}

// appendValue appends the value of a piece, as WTF-8.
func (s *pieces) appendValue(dst []byte, p piece) []byte {
	words := s.text[p.pos:p.end]
	switch {
	case p.form == newLine:
		return append(dst, '\n')
	case p.form == highLatin1:
		for _, c := range words {
			dst = utf8.AppendRune(dst, rune(c))
		}
		return dst
	case p.form == backslash && LineBreak(words[1:]) > 0:
		return append(dst, "\\\n"...)
	case p.fault == spec.LiteralUnknownEscape:
		return append(dst, '\\')
	case p.form == escape && p.r < 0: // a continued line
		return dst
	case p.form == escape:
		return text.AppendWTF8(dst, p.r)
	}
	return append(dst, words...)
}

// Verbatim returns the text between the quotes of a string if it equals the value as WTF-8.
func (t *Tree) Verbatim(n Node) (body []byte, ok bool) {
	if t.Escaped(n) {
		return nil, false
	}
	text := t.Text(n)
	body = text[1 : len(text)-1]
	return body, !t.src.Latin1 || ascii(body)
}

// Value returns the value of a string as WTF-8.
func (t *Tree) Value(n Node) string {
	if body, ok := t.Verbatim(n); ok {
		return string(body)
	}
	text := t.Text(n)
	var value []byte
	for pos := 0; pos < len(text); pos += Gap(text[pos:]) {
		s := openString(text, pos, t.src.Latin1)
		p := s.next()
		for ; p.form > closed; p = s.next() {
			value = s.appendValue(value, p)
		}
		pos = p.end
	}
	return string(value)
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}
