package planted

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is a literal: a text, a number, a bool, a list, a tuple or a dict.
type value struct {
	kind  byte // 's', 'i', 'b', '[', '(' or '{'
	text  string
	n     uint64
	minus bool
	truth bool
	items []value // of a dict, keys and values in turn
}

// maxDepth is how deep brackets may nest: as deep as the specification lets a writer nest them.
const maxDepth = 200

// parser reads the text of a header. In version 3.0 the text is UTF-8, before it Latin-1.
type parser struct {
	*Reader
	s     string
	pos   int
	utf8  bool
	depth int
}

// space skips what may be between two tokens. NumPy's older releases broke lines; all other
// whitespace is left to the lax reader.
func (p *parser) space() {
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		if c != ' ' && (c != '\n' || p.has("newline-inside")) && (!p.Lax || !strings.ContainsRune("\t\r\f", rune(c))) {
			return
		}
		p.pos++
	}
}

func (p *parser) next() byte {
	p.space()
	if p.pos >= len(p.s) {
		refuse("the header ends early")
	}
	return p.s[p.pos]
}

func (p *parser) eat(c byte) bool {
	if p.next() != c {
		return false
	}
	p.pos++
	return true
}

func (p *parser) value() value {
	switch c := p.next(); {
	case c == '\'' || c == '"':
		return value{kind: 's', text: p.text()}
	case c == '(' || c == '[' || c == '{':
		return p.group(c)
	case '0' <= c && c <= '9', c == '-':
		return p.number()
	case (c == 'u' || c == 'U') && p.Lax && p.pos+1 < len(p.s) && strings.IndexByte(`'"`, p.s[p.pos+1]) >= 0:
		p.pos++
		return value{kind: 's', text: p.text()}
	}
	for _, word := range []string{"True", "False"} {
		if strings.HasPrefix(p.s[p.pos:], word) {
			p.pos += len(word)
			return value{kind: 'b', truth: word == "True"}
		}
	}
	if p.has("json-booleans") {
		for _, word := range []string{"true", "false", "null"} {
			if strings.HasPrefix(p.s[p.pos:], word) {
				p.pos += len(word)
				return value{kind: 'b', truth: word == "true"}
			}
		}
	}
	refuse("not a literal: %q", p.s[p.pos:min(len(p.s), p.pos+8)])
	panic("unreachable")
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

func (p *parser) group(open byte) value {
	if p.depth++; p.depth > maxDepth {
		if p.has("stack-overflow") {
			crash()
		}
		refuse("brackets nest over %d deep", maxDepth)
	}
	p.pos++
	v := value{kind: open}
	comma := false
	for {
		if p.eat(closing[open]) {
			break
		}
		if len(v.items) > 0 && !comma {
			refuse("expected a comma")
		}
		v.items = append(v.items, p.value())
		if open == '{' {
			if !p.eat(':') {
				refuse("expected a colon")
			}
			v.items = append(v.items, p.value())
		}
		comma = p.eat(',')
	}
	p.depth--
	if open == '(' && len(v.items) == 1 && !comma {
		if !p.Lax {
			refuse("parentheses without a comma")
		}
		return v.items[0]
	}
	if p.has("trailing-comma-refused") && comma && len(v.items) > 1 && open == '(' {
		refuse("a comma after the last item")
	}
	return v
}

func (p *parser) number() value {
	v := value{kind: 'i'}
	if v.minus = p.s[p.pos] == '-'; v.minus {
		p.pos++
	}
	start := p.pos
	for p.pos < len(p.s) && p.s[p.pos]-'0' <= 9 {
		p.pos++
	}
	digits := p.s[start:p.pos]
	switch {
	case digits == "":
		refuse("a sign without a number")
	case len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0") != "":
		if p.has("octal") {
			n, err := strconv.ParseUint(digits, 8, 64)
			if err != nil {
				refuse("%v", err)
			}
			v.n = n
			return v
		}
		if !p.has("leading-zeros") {
			refuse("a number with leading zeros")
		}
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case p.has("dimension-wraps-32"):
		n = 0
		for _, d := range []byte(digits) {
			n = (n*10 + uint64(d-'0')) & 0xffffffff
		}
	case p.has("dimension-wraps-64"):
		n = 0
		for _, d := range []byte(digits) {
			n = n*10 + uint64(d-'0')
		}
	case err != nil || n >= 1<<63:
		refuse("%s is too large", digits[:min(len(digits), 20)])
	}
	v.n = n
	if p.pos < len(p.s) {
		switch c := p.s[p.pos]; {
		case c == 'L' && p.Lax && !p.utf8, c == 'L' && p.has("suffix-v3"), c == 'l' && p.has("suffix-lower"):
			p.pos++
		case c == 'L' && p.has("suffix-detached"):
			p.pos++
		case c == '.' && p.has("float-dimension"):
			for p.pos++; p.pos < len(p.s) && p.s[p.pos]-'0' <= 9; p.pos++ {
			}
		case c == '.' || c == '_' || c == 'e' || c == 'E' || c == 'x' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80:
			if p.has("number-rest") {
				for p.pos < len(p.s) && strings.IndexByte(",)] }", p.s[p.pos]) < 0 {
					p.pos++
				}
				return v
			}
			refuse("%q follows a number", c)
		}
	}
	return v
}

// text reads a string, and returns lone surrogates as wtf8 does: three bytes each.
func (p *parser) text() string {
	quote := p.s[p.pos]
	p.pos++
	if p.has("double-quotes-refused") && quote == '"' {
		refuse("double quotes")
	}
	var b strings.Builder
	for {
		if p.pos >= len(p.s) {
			refuse("a string without an end")
		}
		c := p.s[p.pos]
		p.pos++
		switch {
		case c == quote:
			return b.String()
		case c == '\n' || c == '\r':
			refuse("a line break in a string")
		case c == 0:
			if p.has("string-ends-at-nul") {
				for p.pos < len(p.s) && p.s[p.pos] != quote {
					p.pos++
				}
				continue
			}
			refuse("a NUL in a string")
		case c == '\\' && p.has("escapes-raw"):
			b.WriteByte(c)
			if p.pos < len(p.s) && p.s[p.pos] == quote {
				b.WriteByte(quote)
				p.pos++
			}
		case c == '\\':
			p.escape(&b)
		case c < 0x80:
			b.WriteByte(c)
		case p.utf8 || p.has("names-as-raw-bytes"):
			b.WriteByte(c) // checked as a whole
		case p.has("names-ascii-only"):
			b.WriteByte('?')
		case p.has("names-as-cp1252") && c == 0x92:
			b.WriteRune('’')
		default:
			b.WriteRune(rune(c))
		}
	}
}

func (p *parser) escape(b *strings.Builder) {
	if p.pos >= len(p.s) {
		refuse("a string without an end")
	}
	c := p.s[p.pos]
	p.pos++
	digits := 0
	switch c {
	case '\\', '\'', '"':
		b.WriteByte(c)
		return
	case 'n', 'r', 't':
		if p.has("control-escapes-raw") {
			b.WriteByte(c)
			return
		}
		b.WriteByte(map[byte]byte{'n': '\n', 'r': '\r', 't': '\t'}[c])
		return
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		refuse("the escape \\%c", c)
	}
	if len(p.s)-p.pos < digits {
		refuse("a cut escape")
	}
	n, err := strconv.ParseUint(p.s[p.pos:p.pos+digits], 16, 32)
	if err != nil || n > utf8.MaxRune {
		if p.has("bad-escapes") {
			b.WriteString("?")
			return
		}
		refuse("a bad escape")
	}
	p.pos += digits
	switch {
	case p.has("astral-escapes") && n > 0xffff:
		n &= 0xffff
	case p.has("surrogates-replaced") && n>>11 == 0xd800>>11:
		n = utf8.RuneError
	case p.has("surrogates-joined") && n>>10 == 0xd800>>10 && strings.HasPrefix(p.s[p.pos:], `\u`) && len(p.s)-p.pos >= 6:
		if low, err := strconv.ParseUint(p.s[p.pos+2:p.pos+6], 16, 32); err == nil && low>>10 == 0xdc00>>10 {
			p.pos += 6
			n = 0x10000 + (n&0x3ff)<<10 + low&0x3ff
		}
	case p.has("byte-escapes-as-bytes") && digits == 2:
		b.WriteByte(byte(n))
		return
	}
	if n>>11 == 0xd800>>11 {
		b.Write([]byte{0xe0 | byte(n>>12), 0x80 | byte(n>>6&0x3f), 0x80 | byte(n&0x3f)})
		return
	}
	b.WriteRune(rune(n))
}

// repr writes a text as Python would in a header of any version: everything but ASCII escaped.
func repr(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 && len(s)-i >= 3 { // a surrogate
			r, n = rune(s[i]&0xf)<<12|rune(s[i+1]&0x3f)<<6|rune(s[i+2]&0x3f), 3
		}
		i += n
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case ' ' <= r && r < 0x7f:
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
