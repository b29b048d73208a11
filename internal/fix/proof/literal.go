package proof

import (
	"encoding/binary"
	"errors"
	"math/big"
	"strconv"
	"unicode/utf8"
)

// maxDepth is how deep values may nest: in the 200 brackets that CPython reads, and a few more.
const maxDepth = 250

// maxDigits is the length of the longest number that is read.
const maxDigits = 10_000

var errLiteral = errors.New("the second parser doesn't understand the header")

// text is a Python string, four bytes for each code point, so that it can hold lone surrogates.
type text string

// ascii returns the text if it is ASCII, and "" otherwise.
func (t text) ascii() string {
	var b []byte
	for i := 0; i < len(t); i += 4 {
		r := binary.BigEndian.Uint32([]byte(t[i : i+4]))
		if r >= 0x80 {
			return ""
		}
		b = append(b, byte(r))
	}
	return string(b)
}

// value is a Python value: a text, an int64, a bool, nil for None, a tuple, a list or a dictionary.
type value any

type (
	tuple []value
	list  []value
	entry struct{ key, value value }
	dict  []entry
)

// scanner reads the literal of a header. Its methods panic with errLiteral.
type scanner struct {
	b      []byte
	pos    int
	depth  int
	latin1 bool
	end    int // of the last token that eat skipped
}

// literal reads the dictionary of a header text, and where it ends. What comes before it, and after it, is not part of it.
func literal(b []byte, latin1 bool) (d dict, end int, err error) {
	defer func() {
		if r := recover(); r != nil {
			if r != any(errLiteral) {
				panic(r)
			}
			err = errLiteral
		}
	}()
	s := &scanner{b: b, latin1: latin1}
	for s.space(); s.pos < len(b) && b[s.pos] != '{' && b[s.pos] != '('; s.space() {
		s.pos++
	}
	d, ok := s.value().(dict)
	if !ok {
		return nil, 0, errLiteral
	}
	return d, s.end, nil
}

func (s *scanner) must(ok bool) {
	if !ok {
		panic(errLiteral)
	}
}

// peek returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.b) {
		return s.b[s.pos]
	}
	return 0
}

// space skips what may be between two tokens.
func (s *scanner) space() {
	for s.pos < len(s.b) {
		switch c := s.b[s.pos]; {
		case c == ' ' || '\t' <= c && c <= '\r':
			s.pos++
		case c == '\\' && s.pos+1 < len(s.b) && (s.b[s.pos+1] == '\n' || s.b[s.pos+1] == '\r'):
			s.pos += 2
		case c == '#':
			for s.pos < len(s.b) && s.b[s.pos] != '\n' && s.b[s.pos] != '\r' {
				s.pos++
			}
		default:
			return
		}
	}
}

// eat skips a byte if it comes next, with the space before and after it.
func (s *scanner) eat(c byte) bool {
	s.space()
	if s.peek() != c {
		return false
	}
	s.pos++
	s.end = s.pos
	s.space()
	return true
}

func (s *scanner) value() value {
	s.depth++
	s.must(s.depth <= maxDepth)
	defer func() { s.depth-- }()
	s.space()
	switch c := s.peek(); {
	case c == '{':
		return s.dictionary()
	case c == '(':
		items, comma := s.items('(', ')')
		if len(items) == 1 && !comma {
			return items[0]
		}
		return tuple(items)
	case c == '[':
		items, _ := s.items('[', ']')
		return list(items)
	case '0' <= c && c <= '9' || c == '-' || c == '+':
		return s.number()
	}
	return s.word()
}

func (s *scanner) items(opening, closing byte) (items []value, comma bool) {
	s.eat(opening)
	for !s.eat(closing) {
		s.must(len(items) == 0 || comma)
		items = append(items, s.value())
		comma = s.eat(',')
	}
	return items, comma
}

func (s *scanner) dictionary() dict {
	s.eat('{')
	var d dict
	for comma := true; !s.eat('}'); comma = s.eat(',') {
		s.must(comma)
		key := s.value()
		s.must(s.eat(':'))
		d = append(d, entry{key, s.value()})
	}
	return d
}

// number reads an integer in any base, with the suffix of Python 2.
func (s *scanner) number() value {
	sign := int64(1)
	for s.peek() == '-' || s.peek() == '+' {
		if s.peek() == '-' {
			sign = -sign
		}
		s.pos++
		s.space()
	}
	start := s.pos
	for c := s.peek(); c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' || c|0x20 == 'x' || c|0x20 == 'o'; c = s.peek() {
		s.pos++
	}
	digits := string(s.b[start:s.pos])
	if c := s.peek(); c != '\n' { // the suffix may be apart
		after := s.pos
		s.space()
		if s.peek()|0x20 == 'l' {
			s.pos++
		} else {
			s.pos = after
		}
	}
	s.must(len(digits) <= maxDigits)
	n, ok := new(big.Int).SetString(digits, 0)
	s.must(ok && (len(digits) < 2 || digits[0] != '0' || digits[1] > '9' || allZeros(digits)) && n.IsInt64())
	return sign * n.Int64()
}

func allZeros(digits string) bool {
	for i := range len(digits) {
		if digits[i] != '0' && digits[i] != '_' {
			return false
		}
	}
	return true
}

// word reads True, False, None or a string, with its prefix and those that follow it.
func (s *scanner) word() value {
	start := s.pos
	for c := s.peek() | 0x20; 'a' <= c && c <= 'z'; c = s.peek() | 0x20 {
		s.pos++
	}
	name := string(s.b[start:s.pos])
	if c := s.peek(); c == '\'' || c == '"' {
		t := []byte(s.quoted(name))
		for {
			s.space()
			next := s.pos
			for c := s.peek() | 0x20; c == 'u' || c == 'r'; c = s.peek() | 0x20 {
				s.pos++
			}
			if c := s.peek(); c != '\'' && c != '"' {
				s.pos = next
				return text(t)
			}
			t = append(t, s.quoted(string(s.b[next:s.pos]))...)
		}
	}
	switch name {
	case "True", "true":
		return true
	case "False", "false":
		return false
	case "None", "null":
		return nil
	}
	panic(errLiteral)
}

// quoted reads a string from its first quote on.
func (s *scanner) quoted(prefix string) text {
	raw := prefix == "r" || prefix == "R"
	s.must(raw || prefix == "" || prefix == "u" || prefix == "U")
	quote := s.b[s.pos : s.pos+1]
	if s.pos+2 < len(s.b) && s.b[s.pos+1] == quote[0] && s.b[s.pos+2] == quote[0] {
		quote = s.b[s.pos : s.pos+3]
	}
	s.pos += len(quote)
	var t []byte
	for {
		s.must(s.pos < len(s.b))
		switch c := s.b[s.pos]; {
		case len(s.b)-s.pos >= len(quote) && string(s.b[s.pos:s.pos+len(quote)]) == string(quote):
			s.pos += len(quote)
			return text(t)
		case c == '\\' && raw:
			s.pos++
			t = append(binary.BigEndian.AppendUint32(t, '\\'), s.character()...)
		case c == '\\':
			t = s.escape(t)
		default:
			t = append(t, s.character()...)
		}
	}
}

// character reads a character that stands for itself.
func (s *scanner) character() text {
	s.must(s.pos < len(s.b))
	r, n := rune(s.b[s.pos]), 1
	if !s.latin1 {
		r, n = utf8.DecodeRune(s.b[s.pos:])
		s.must(r != utf8.RuneError || n > 1)
	}
	s.pos += n
	return text(binary.BigEndian.AppendUint32(nil, uint32(r)))
}

// escapes are the characters after a backslash, each with what both mean.
const escapes = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v"

func (s *scanner) escape(t []byte) []byte {
	s.pos++
	c := s.peek()
	for i := 0; i < len(escapes); i += 2 {
		if escapes[i] == c {
			s.pos++
			return binary.BigEndian.AppendUint32(t, uint32(escapes[i+1]))
		}
	}
	digits, base := 0, 16
	switch {
	case c == 'x':
		digits = 2
	case c == 'u':
		digits = 4
	case c == 'U':
		digits = 8
	case c == '\n':
		s.pos++
		return t
	case c == '\r':
		if s.pos++; s.peek() == '\n' {
			s.pos++
		}
		return t
	case c == 'N':
		panic(errLiteral)
	case '0' <= c && c <= '7':
		base = 8
		for digits < 3 && s.pos+digits < len(s.b) && '0' <= s.b[s.pos+digits] && s.b[s.pos+digits] <= '7' {
			digits++
		}
		s.pos--
	default:
		return binary.BigEndian.AppendUint32(t, '\\')
	}
	s.pos++
	s.must(s.pos+digits <= len(s.b))
	n, err := strconv.ParseUint(string(s.b[s.pos:s.pos+digits]), base, 32)
	s.must(err == nil && n <= utf8.MaxRune)
	s.pos += digits
	return binary.BigEndian.AppendUint32(t, uint32(n))
}
