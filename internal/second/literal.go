package second

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is a Python value: a string, an int64, a bool, nil for None, a tuple, a list or a dict. A lone surrogate in a
// string is three bytes, as UTF-8 would have it.
type value any

type (
	tuple []value
	list  []value
	dict  []entry
	entry struct{ key, value value }
)

// maxDepth is how deep brackets may nest: as deep as CPython reads them.
const maxDepth = 200

// parser reads the text of a header. In version 3.0 the text is UTF-8, before it Latin-1.
type parser struct {
	*Reader
	s     string
	pos   int
	end   int // of the last token that eat skipped
	utf8  bool
	depth int
}

// space skips what may be between two tokens. NumPy's older releases broke lines.
func (p *parser) space() {
	for p.pos < len(p.s) {
		rest := p.s[p.pos:]
		switch c := rest[0]; {
		case c == ' ', c == '\n' && !p.has("newline-inside"), (c == '\t' || c == '\r' || c == '\f') && p.Level >= Lax:
			p.pos++
		case p.Level < Any:
			return
		case c == '\v':
			p.pos++
		case strings.HasPrefix(rest, "\\\n"), strings.HasPrefix(rest, "\\\r"):
			p.pos += 2
		case c == '#':
			if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
				p.pos += n
			} else {
				p.pos = len(p.s)
			}
		default:
			return
		}
	}
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

// eat skips a byte if it comes next, with the space before and after it.
func (p *parser) eat(c byte) bool {
	p.space()
	if p.peek() != c {
		return false
	}
	p.pos++
	p.end = p.pos
	p.space()
	return true
}

// words are the names of values, which JSON spells otherwise.
var words = []struct {
	name string
	is   value
	json bool
}{{"True", true, false}, {"False", false, false}, {"None", nil, true}, {"true", true, true}, {"false", false, true}, {"null", nil, true}}

func (p *parser) value() value {
	p.space()
	switch c := p.peek(); {
	case p.prefix() >= 0:
		return p.text()
	case c == '{':
		return p.dict()
	case c == '(':
		items, comma := p.items(')')
		if len(items) == 1 && !comma {
			p.strictly(false, "parentheses without a comma")
			return items[0]
		}
		return tuple(items)
	case c == '[':
		items, _ := p.items(']')
		return list(items)
	case '0' <= c && c <= '9', c == '-', c == '+' && p.Level == Any:
		return p.number()
	}
	for _, w := range words {
		if strings.HasPrefix(p.s[p.pos:], w.name) && (!w.json || p.Level == Any || p.has("json-booleans")) {
			p.pos += len(w.name)
			return w.is
		}
	}
	refuse("not a literal: %q", p.s[p.pos:min(len(p.s), p.pos+8)])
	return nil
}

// open skips an opening bracket.
func (p *parser) open() {
	p.depth++
	p.must(p.depth <= maxDepth, "stack-overflow", "brackets nest over %d deep", maxDepth)
	p.eat(p.peek())
}

// items reads the items of a tuple or a list.
func (p *parser) items(closing byte) (items []value, comma bool) {
	for p.open(); !p.eat(closing); comma = p.eat(',') {
		if len(items) > 0 && !comma {
			refuse("expected a comma")
		}
		items = append(items, p.value())
	}
	p.depth--
	if p.has("trailing-comma-refused") && comma && len(items) > 1 && closing == ')' {
		refuse("a comma after the last item")
	}
	return items, comma
}

func (p *parser) dict() dict {
	var d dict
	comma := true
	for p.open(); !p.eat('}'); comma = p.eat(',') {
		if !comma {
			refuse("expected a comma")
		}
		key := p.value()
		if !p.eat(':') {
			refuse("expected a colon")
		}
		d = append(d, entry{key, p.value()})
	}
	p.depth--
	return d
}

// span skips the bytes that belong to a token, and returns them.
func (p *parser) span(belongs func(c byte) bool) string {
	start := p.pos
	for p.pos < len(p.s) && belongs(p.s[p.pos]) {
		p.pos++
	}
	return p.s[start:p.pos]
}

func digit(c byte) bool { return c-'0' <= 9 }

// anyDigit reports whether a byte can be in a number of any base, with its prefix.
func anyDigit(c byte) bool {
	lower := c | 0x20
	return digit(c) || c == '_' || 'a' <= lower && lower <= 'f' || lower == 'x' || lower == 'o'
}

// number reads an integer.
func (p *parser) number() value {
	sign := int64(1)
	for signs := 0; p.peek() == '-' || p.peek() == '+' && p.Level == Any; signs++ {
		if signs > 0 && p.Level < Any {
			refuse("two signs")
		}
		if p.peek() == '-' {
			sign = -sign
		}
		if p.pos++; p.Level == Any {
			p.space()
		}
	}
	if p.Level < Any {
		return sign * p.decimal()
	}
	digits := p.span(anyDigit)
	if p.peek() != '\n' { // the suffix of Python 2 may be apart
		after := p.pos
		if p.space(); p.peek()|0x20 == 'l' {
			p.pos++
		} else {
			p.pos = after
		}
	}
	if strings.Trim(digits, "0") == "" && digits != "" {
		return int64(0)
	}
	n, err := strconv.ParseInt(digits, 0, 64)
	if err == nil && n == 0 {
		return int64(0) // 0x0, and 0_0
	}
	if err != nil || digits[0] == '0' && (digit(digits[1]) || digits[1] == '_') {
		refuse("the number %q", digits[:min(len(digits), 20)])
	}
	return sign * n
}

// decimal reads digits, and what may be a part of the number.
func (p *parser) decimal() int64 {
	digits := p.span(digit)
	if digits == "" {
		refuse("a sign without a number")
	}
	base := 10
	if digits[0] == '0' && strings.Trim(digits, "0") != "" {
		p.must(p.has("octal"), "leading-zeros", "a number with leading zeros")
		if p.has("octal") {
			base = 8
		}
	}
	n, err := strconv.ParseUint(digits, base, 63)
	switch {
	case p.has("dimension-wraps-32"), p.has("dimension-wraps-64"):
		n = 0
		for _, d := range []byte(digits) {
			n = n*10 + uint64(d-'0')
		}
		if p.has("dimension-wraps-32") {
			n &= 0xffffffff
		}
	case err != nil:
		refuse("%s is not a number, or too large", digits[:min(len(digits), 20)])
	}
	p.afterNumber()
	return int64(n)
}

// afterNumber skips the suffix of Python 2, and refuses what else would be a part of the number.
func (p *parser) afterNumber() {
	switch c := p.peek(); {
	case c == 'L' && (p.Level == Lax && !p.utf8 || p.has("suffix-v3")), c == 'l' && p.has("suffix-lower"):
		p.pos++
	case c == ' ' && p.has("suffix-detached") && strings.HasPrefix(strings.TrimLeft(p.s[p.pos:], " "), "L"):
		p.span(func(c byte) bool { return c == ' ' })
		p.pos++
	case c == '.' && p.has("float-dimension"):
		p.pos++
		p.span(digit)
	case (c == '.' || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80) && p.has("number-rest"):
		p.span(func(c byte) bool { return strings.IndexByte(",)] }", c) < 0 })
	case c == '.' || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80:
		refuse("%q follows a number", c)
	}
}

// prefix returns the length of the prefix of the string that comes next, or -1 if none does.
func (p *parser) prefix() int {
	quote := func(i int) bool { return i < len(p.s) && (p.s[i] == '\'' || p.s[i] == '"') }
	c := p.peek() | 0x20
	switch {
	case quote(p.pos):
		return 0
	case quote(p.pos+1) && (c == 'u' && p.Level >= Lax || c == 'r' && p.Level == Any):
		return 1
	}
	return -1
}

// text reads a string, and those that follow it, which belong to it.
func (p *parser) text() string {
	var b strings.Builder
	for {
		raw := p.peek()|0x20 == 'r'
		p.pos += p.prefix()
		p.quoted(&b, raw)
		if p.Level < Any {
			return b.String()
		}
		if p.space(); p.prefix() < 0 {
			return b.String()
		}
	}
}

// quoted reads a string from its first quote on.
func (p *parser) quoted(b *strings.Builder, raw bool) {
	quote := p.s[p.pos : p.pos+1]
	if p.has("double-quotes-refused") && quote == `"` {
		refuse("double quotes")
	}
	if p.Level == Any && strings.HasPrefix(p.s[p.pos+1:], quote+quote) {
		quote += quote + quote
	}
	p.pos += len(quote)
	for !strings.HasPrefix(p.s[p.pos:], quote) {
		switch c := p.peek(); {
		case p.pos == len(p.s):
			refuse("a string without an end")
		case (c == '\n' || c == '\r') && p.Level < Any:
			refuse("a line break in a string")
		case c == 0 && p.Level < Any:
			p.must(false, "string-ends-at-nul", "a NUL in a string")
			p.pos += max(0, strings.Index(p.s[p.pos:], quote))
		case c == '\\' && raw:
			p.pos++
			b.WriteByte(c)
			p.character(b)
		case c == '\\' && p.has("escapes-raw"):
			p.pos++
			b.WriteByte(c)
			if p.peek() == quote[0] {
				p.character(b)
			}
		case c == '\\':
			p.pos++
			p.escape(b)
		default:
			p.character(b)
		}
	}
	p.pos += len(quote)
}

// character reads a character that stands for itself.
func (p *parser) character(b *strings.Builder) {
	if p.pos == len(p.s) {
		refuse("a string without an end")
	}
	c := p.s[p.pos]
	switch {
	case c < 0x80 || p.has("names-as-raw-bytes"):
		b.WriteByte(c)
	case p.utf8:
		_, n := utf8.DecodeRuneInString(p.s[p.pos:])
		p.must(n > 1, "utf-8-unchecked", "the header is not UTF-8")
		b.WriteString(p.s[p.pos : p.pos+n])
		p.pos += n - 1
	case p.has("names-ascii-only"):
		b.WriteByte('?')
	case p.has("names-as-cp1252") && c == 0x92:
		b.WriteRune('’')
	default:
		b.WriteRune(rune(c))
	}
	p.pos++
}

// escapes are characters after a backslash, each with what both mean. The first of them are in all headers.
const escapes = "\\\\''\"\"n\nr\rt\ta\ab\bf\fv\v"

// escape reads what follows a backslash.
func (p *parser) escape(b *strings.Builder) {
	c := p.peek()
	if i := strings.IndexByte(escapes, c); c != 0 && i >= 0 && i%2 == 0 && (i < 12 || p.Level == Any) {
		if i >= 6 && p.has("control-escapes-raw") {
			i--
		}
		p.pos++
		b.WriteByte(escapes[i+1])
		return
	}
	digits, base := 0, 16
	switch {
	case c == 'x':
		digits = 2
	case c == 'u':
		digits = 4
	case c == 'U':
		digits = 8
	case p.Level < Any || c == 'N':
		refuse("the escape \\%c", c)
	case c == '\n':
		p.pos++
		return
	case c == '\r':
		if p.pos++; p.peek() == '\n' {
			p.pos++
		}
		return
	case '0' <= c && c <= '7':
		base = 8
		for digits < 3 && p.pos+digits < len(p.s) && p.s[p.pos+digits]-'0' < 8 {
			digits++
		}
		p.pos--
	default:
		b.WriteByte('\\')
		return
	}
	p.pos++
	if len(p.s)-p.pos < digits {
		refuse("a cut escape")
	}
	n, err := strconv.ParseUint(p.s[p.pos:p.pos+digits], base, 32)
	if err != nil || n > utf8.MaxRune {
		p.must(false, "bad-escapes", "a bad escape")
		b.WriteString("?")
		return
	}
	p.pos += digits
	p.point(b, rune(n), digits)
}

// point appends a character that was escaped with a number of digits.
func (p *parser) point(b *strings.Builder, n rune, digits int) {
	switch {
	case p.has("astral-escapes") && n > 0xffff:
		n &= 0xffff
	case p.has("surrogates-replaced") && surrogate(n):
		n = utf8.RuneError
	case p.has("surrogates-joined") && n>>10 == 0xd800>>10 && strings.HasPrefix(p.s[p.pos:], `\u`) && len(p.s)-p.pos >= 6:
		if low, err := strconv.ParseUint(p.s[p.pos+2:p.pos+6], 16, 32); err == nil && low>>10 == 0xdc00>>10 {
			p.pos += 6
			n = 0x10000 + (n&0x3ff)<<10 + rune(low)&0x3ff
		}
	case p.has("byte-escapes-as-bytes") && digits == 2:
		b.WriteByte(byte(n))
		return
	}
	if surrogate(n) {
		b.Write([]byte{0xe0 | byte(n>>12), 0x80 | byte(n>>6&0x3f), 0x80 | byte(n&0x3f)})
		return
	}
	b.WriteRune(n)
}

func surrogate(n rune) bool { return n>>11 == 0xd800>>11 }
