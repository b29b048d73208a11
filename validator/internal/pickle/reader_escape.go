package pickle

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
)

// decoded collects a text that is decoded piece by piece.
type decoded struct {
	text []byte
	n    int64 // characters
	long bool  // more than is kept
	wide bool  // a byte that isn't ASCII

	at    int64 // where it begins
	check *textCheck
	last  rune // which is compared once another follows: it may be the closing quote
}

// compare compares the character before r, not yet r itself.
func (c *decoded) compare(r rune) {
	if c.n > 0 {
		c.check.character(c.last)
	}
	c.last = r
}

func (c *decoded) add(r rune) {
	c.compare(r)
	c.n++
	if len(c.text) > maxText-utf8.UTFMax {
		c.long = true
	} else {
		c.text = text.AppendWTF8(c.text, r)
	}
}

func (c *decoded) addByte(b byte) {
	c.compare(rune(b))
	c.n++
	c.wide = c.wide || b >= 0x80
	if len(c.text) >= maxText {
		c.long = true
	} else {
		c.text = append(c.text, b)
	}
}

func (c *decoded) value() value {
	v := value{kind: kindText, n: c.n, read: c.at}
	if !c.long {
		v.text, v.known = string(c.text), true
	}
	c.check.end(c.at)
	return v
}

// escaped reads a line of Latin-1 with \u escapes.
func (r *reader) escaped() value {
	c := decoded{text: r.buf[:0], at: r.at, check: &r.text}
	for {
		b, ok := r.next()
		if !ok || b == '\n' {
			c.compare(0)
			r.buf = c.text
			return c.value()
		}
		if b != '\\' {
			c.add(rune(b))
			continue
		}
		e, ok := r.next()
		digits := 0
		switch {
		case !ok:
			return value{}
		case e == 'u':
			digits = 4
		case e == 'U':
			digits = 8
		case e == '\n':
			c.add('\\')
			c.compare(0)
			r.buf = c.text
			return c.value()
		default:
			c.add('\\')
			c.add(rune(e))
			continue
		}
		char, ok := r.hex(digits)
		if !ok {
			return value{}
		}
		c.add(char)
	}
}

// hex reads the digits of an escape.
func (r *reader) hex(digits int) (rune, bool) {
	var char int64
	for range digits {
		c, ok := r.next()
		if !ok {
			return 0, false
		}
		d := hexDigit(c)
		if d < 0 {
			r.malformed("%s has an escape with byte 0x%02x, expected a hexadecimal digit", r.op.name, c)
			return 0, false
		}
		char = char<<4 | int64(d)
	}
	if char > utf8.MaxRune {
		r.malformed("%s has an escape for 0x%x, expected a Unicode character", r.op.name, char)
		return 0, false
	}
	return rune(char), true
}

// quoted reads a line with a string literal of Python 2.
func (r *reader) quoted() value {
	quote, ok := r.next()
	if !ok {
		return value{}
	}
	if quote != '\'' && quote != '"' {
		r.malformed("%s has an argument that starts with 0x%02x, expected a quote", r.op.name, quote)
		return value{}
	}
	c := decoded{text: r.buf[:0], at: r.at, check: &r.text}
	last, escape := byte(0), false // the last byte, and whether it begins an escape
	for {
		b, ok := r.next()
		if !ok {
			return value{}
		}
		if b == '\n' {
			break
		}
		// A quote inside is not a fault: Python looks at both ends of the line only.
		last, escape = b, b == '\\'
		if !escape {
			c.addByte(b)
		} else if !r.escape(&c) {
			return value{}
		}
	}
	if c.n == 0 || last != quote || escape {
		r.malformed("%s has an argument without a closing quote", r.op.name)
		return value{}
	}
	c.n--
	if !c.long {
		c.text = c.text[:len(c.text)-1]
	}
	r.buf = c.text
	if c.wide {
		r.notes.trapText()
	}
	return c.value()
}

// escape reads what follows a backslash in a string literal of Python 2.
func (r *reader) escape(c *decoded) bool {
	b, ok := r.next()
	if !ok {
		return false
	}
	switch b {
	case '\\', '\'', '"':
		c.addByte(b)
	case 'a', 'b', 't', 'n', 'v', 'f', 'r':
		const letters = "abtnvfr" // in the order of their control characters
		c.addByte(byte(7 + strings.IndexByte(letters, b)))
	case 'x':
		char, ok := r.hex(2)
		if !ok {
			return false
		}
		c.addByte(byte(char))
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := int(b - '0')
		for range 2 {
			d, err := r.r.Peek(1)
			if err != nil && err != io.EOF {
				r.cut(err, 0)
				return false
			}
			if err != nil || d[0] < '0' || d[0] > '7' {
				break
			}
			n = n<<3 | int(d[0]-'0')
			r.skip(1)
		}
		c.addByte(byte(n))
	case '\n':
		r.malformed("%s ends with a backslash", r.op.name)
		return false
	default:
		c.addByte('\\')
		c.addByte(b)
	}
	return true
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
