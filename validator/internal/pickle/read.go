package pickle

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// maxDigits is the number of digits up to which Python turns text into an int.
const maxDigits = 4300

// take returns the next n bytes, at most maxText. They stay valid until the next read. Where the
// data end it ends the walk and returns nil.
func (p *machine) take(n int) []byte {
	b, err := p.r.Peek(n)
	if len(b) < n {
		p.skip(len(b))
		p.cut(err)
		return nil
	}
	p.skip(n)
	return b
}

func (p *machine) skip(n int) {
	p.r.Discard(n)
	p.at += int64(n)
}

// next returns the next byte, and false where the data end.
func (p *machine) next() (byte, bool) {
	c, err := p.r.ReadByte()
	if err != nil {
		p.cut(err)
		return 0, false
	}
	p.at++
	return c, true
}

// cut ends the walk where the data end or can't be read.
func (p *machine) cut(err error) {
	p.result.Truncated = p.ended(err)
}

// ended ends the walk, and reports whether the reason is that there are no more data.
func (p *machine) ended(err error) bool {
	p.done = true
	if err == io.EOF && p.at < p.config.End {
		err = ErrShort
	}
	if err != io.EOF {
		p.err = err
		return false
	}
	return true
}

// short ends the walk inside of something whose length is known to be n.
func (p *machine) short(err error, n, have int64) {
	if p.ended(err) {
		p.malformed("%s has a length of %d, but only %s follow", p.op.name, n, fault.Count(have, "byte"))
	}
}

// malformed ends the walk with a finding about the opcode.
func (p *machine) malformed(format string, args ...any) {
	p.done = true
	p.report(spec.PickleMalformed, p.start, p.at-p.start, format, args...)
}

// number reads an argument of fixed size, or a length.
func (p *machine) number() int64 {
	switch p.op.arg {
	case argUint8, argCount8:
		c, _ := p.next()
		return int64(c)
	case argUint16:
		if b := p.take(2); b != nil {
			return int64(binary.LittleEndian.Uint16(b))
		}
	case argInt32, argCount32s:
		if b := p.take(4); b != nil {
			return int64(int32(binary.LittleEndian.Uint32(b)))
		}
	case argUint32, argCount32:
		if b := p.take(4); b != nil {
			return int64(binary.LittleEndian.Uint32(b))
		}
	case argUint64, argCount64, argFloat64:
		if b := p.take(8); b != nil {
			// No file is as long as 2^63 bytes.
			return int64(min(binary.LittleEndian.Uint64(b), 1<<63-1))
		}
	}
	return 0
}

// float reads eight bytes, the highest first.
func (p *machine) float() float64 {
	b := p.take(8)
	if b == nil {
		return 0
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b))
}

// counted reads a length and as many bytes, of which it keeps up to keep.
func (p *machine) counted(kind valueKind, keep int64) value {
	n := p.number()
	v := value{kind: kind, n: n}
	if n < 0 {
		p.malformed("%s has the length %d", p.op.name, n)
	}
	if kind != kindInt {
		p.text.begin(&p.stack)
	}
	if p.done || n > maxText {
		v.hash = p.pass(n, kind == kindText)
		p.text.end(v.hash)
		return v
	}
	b, err := p.r.Peek(int(n))
	if int64(len(b)) < n {
		p.skip(len(b))
		p.short(err, n, int64(len(b)))
		return v
	}
	if n <= keep {
		v.text, v.known = string(b), true
	}
	wide := kind == kindText && !ascii(b)
	v.hash = textHash(b)
	if kind == kindInt {
		v.hash = bytesHash(b)
	} else {
		p.text.bytes(b)
		p.text.end(v.hash)
	}
	p.skip(int(n))
	if wide {
		p.trapText()
	}
	return v
}

// pass reads n bytes, of which only matters whether they are ASCII if they are text of Python 2. It
// returns the number at which they begin, for the hash of the text that they are: two long texts hardly
// ever stand at the same place.
func (p *machine) pass(n int64, text bool) uint64 {
	at := spread(uint64(p.at))
	wide := false
	for left := n; left > 0 && !p.done; {
		if p.err = p.ctx.Err(); p.err != nil {
			p.done = true
			return at
		}
		if text && !wide && !p.traps.text || p.text.compares() {
			b, _ := p.r.Peek(int(min(left, maxText)))
			wide = wide || text && !ascii(b)
			p.text.bytes(b)
			got, err := p.r.Discard(max(len(b), 1))
			p.at += int64(got)
			left -= int64(got)
			if err != nil {
				p.short(err, n, n-left)
			}
			continue
		}
		got, err := p.r.Discard(int(min(left, 1<<20)))
		p.at += int64(got)
		left -= int64(got)
		if err != nil {
			p.short(err, n, n-left)
		}
	}
	if wide && !p.done {
		p.trapText()
	}
	return at
}

// unicode reads a length and as many bytes of UTF-8.
func (p *machine) unicode() value {
	n := p.number()
	v := value{kind: kindText, hash: spread(uint64(p.at))}
	p.text.begin(&p.stack)
	for left := n; left > 0 && !p.done; {
		b, err := p.r.Peek(int(min(left, maxText)))
		have := int64(len(b))
		if err != nil && have < min(left, maxText) {
			p.skip(len(b))
			p.short(err, n, n-left+have)
			return v
		}
		chars, used := characters(b)
		if used == 0 || used < len(b) && (have == left || used < len(b)-3) {
			p.malformed("%s holds the byte 0x%02x at offset %d, want UTF-8", p.op.name, b[used], p.at+int64(used))
			return v
		}
		if have == n {
			v.text, v.known = string(b), true
			v.hash = textHash(b)
		}
		p.text.text(b[:used])
		v.n += chars
		left -= int64(used)
		p.skip(used)
		if left > 0 && p.ctx.Err() != nil {
			p.err, p.done = p.ctx.Err(), true
		}
	}
	v.known = v.known || n == 0
	p.text.end(v.hash)
	return v
}

// characters counts the characters at the start of b, and tells how many bytes of b they are.
// Python lets surrogates pass.
func characters(b []byte) (chars int64, used int) {
	for used < len(b) {
		if b[used] < utf8.RuneSelf {
			used++
			chars++
			continue
		}
		_, size := utf8.DecodeRune(b[used:])
		if size == 1 {
			if rest := b[used:]; len(rest) < 3 || rest[0] != 0xed || rest[1]&0xe0 != 0xa0 || rest[2]&0xc0 != 0x80 {
				return chars, used
			}
			size = 3
		}
		used += size
		chars++
	}
	return chars, used
}

// line reads a line and returns it without its newline, of a long one the first bytes only.
func (p *machine) line() string {
	p.buf = p.buf[:0]
	for {
		c, ok := p.next()
		if !ok || c == '\n' {
			return string(p.buf)
		}
		if len(p.buf) < maxDigits+3 { // with a sign and an L
			p.buf = append(p.buf, c)
		}
	}
}

// tooLong reports whether a line has more digits than Python takes.
func tooLong(text string) bool { return len(strings.TrimLeft(text, "+-")) > maxDigits }

// odd reports a line with a number that no pickler writes so. It ends the walk unless there is an
// unpickler that takes it for a number all the same.
func (p *machine) odd(text, want string, read bool) {
	if tooLong(text) {
		p.fault(spec.PickleMalformed, "%s has more than %d digits", p.op.name, maxDigits)
	} else {
		p.fault(spec.PickleMalformed, "%s has the argument '%s', want %s", p.op.name, quote.String(text), want)
	}
	p.done = !read
}

// decimal takes a line with an int. Unpicklers differ in what they make of other forms than that of a
// pickler: 010 is 8 to the one of CPython in C and a fault to the one in Python, and +1 is True to the
// former.
func (p *machine) decimal(text string) value {
	if p.done {
		return value{}
	}
	digits := strings.TrimPrefix(text, "-")
	plain := text == "0" || digits != "" && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
	if !plain || tooLong(text) {
		_, err := strconv.ParseInt(strings.TrimSpace(text), 0, 64)
		p.odd(text, "decimal digits without a plus sign or a zero in front", !errors.Is(err, strconv.ErrSyntax))
		return anything()
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n = int64(len(text)) / 2 // bytes, and at most as many
	}
	return value{kind: kindInt, known: err == nil, n: n, hash: decimalHash(text)}
}

// decimalFloat takes a line with a float. Go reads hexadecimal digits too, and the unpickler of CPython
// in C neither blanks nor underscores.
func (p *machine) decimalFloat(text string) float64 {
	if p.done {
		return 0
	}
	number := strings.ReplaceAll(strings.TrimSpace(text), "_", "")
	f, err := strconv.ParseFloat(number, 64)
	read := !errors.Is(err, strconv.ErrSyntax) && !strings.ContainsAny(number, "xX")
	if !read || number != text || tooLong(text) {
		p.odd(text, "a decimal number", read)
	}
	return f
}

// name reads a line of an import.
func (p *machine) name() string {
	p.buf = p.buf[:0]
	for {
		c, ok := p.next()
		if !ok || c == '\n' {
			return string(p.buf)
		}
		if len(p.buf) < maxText {
			p.buf = append(p.buf, c)
		}
	}
}

// decoded gathers a text that is decoded piece by piece.
type decoded struct {
	text []byte
	n    int64 // characters
	long bool  // more than is kept
	wide bool  // a byte that isn't one of ASCII

	check *textCheck
	last  rune // which is compared once another follows: it may be the closing quote
}

// compare compares the character before r.
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
		c.text = appendWTF8(c.text, r)
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
	v := value{kind: kindText, n: c.n}
	if !c.long {
		v.text, v.known = string(c.text), true
		v.hash = textHash(c.text)
	} else {
		v.hash = chosen
	}
	c.check.end(v.hash)
	return v
}

// escaped reads a line of Latin-1 with \u escapes.
func (p *machine) escaped() value {
	p.text.begin(&p.stack)
	c := decoded{text: p.buf[:0], check: &p.text}
	for {
		b, ok := p.next()
		if !ok || b == '\n' {
			c.compare(0)
			p.buf = c.text
			return c.value()
		}
		if b != '\\' {
			c.add(rune(b))
			continue
		}
		e, ok := p.next()
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
			p.buf = c.text
			return c.value()
		default:
			c.add('\\')
			c.add(rune(e))
			continue
		}
		r, ok := p.hex(digits)
		if !ok {
			return value{}
		}
		c.add(r)
	}
}

// hex reads the digits of an escape.
func (p *machine) hex(digits int) (rune, bool) {
	var r int64
	for range digits {
		c, ok := p.next()
		if !ok {
			return 0, false
		}
		d := hexDigit(c)
		if d < 0 {
			p.malformed("%s has an escape with a byte 0x%02x, want a hexadecimal digit", p.op.name, c)
			return 0, false
		}
		r = r<<4 | int64(d)
	}
	if r > utf8.MaxRune {
		p.malformed("%s has an escape of 0x%x, want a Unicode character", p.op.name, r)
		return 0, false
	}
	return rune(r), true
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

// quoted reads a line with a string literal of Python 2.
func (p *machine) quoted() value {
	quote, ok := p.next()
	if !ok {
		return value{}
	}
	if quote != '\'' && quote != '"' {
		p.malformed("%s has an argument that begins with 0x%02x, want a quote", p.op.name, quote)
		return value{}
	}
	p.text.begin(&p.stack)
	c := decoded{text: p.buf[:0], check: &p.text}
	last, escape := byte(0), false // the last byte, and whether it begins an escape
	for {
		b, ok := p.next()
		if !ok {
			return value{}
		}
		if b == '\n' {
			break
		}
		// A quote inside is no fault: Python looks at both ends of the line only.
		last, escape = b, b == '\\'
		if !escape {
			c.addByte(b)
		} else if !p.escape(&c) {
			return value{}
		}
	}
	if c.n == 0 || last != quote || escape {
		p.malformed("%s has an argument without a quote at its end", p.op.name)
		return value{}
	}
	c.n--
	if !c.long {
		c.text = c.text[:len(c.text)-1]
	}
	p.buf = c.text
	if c.wide {
		p.trapText()
	}
	return c.value()
}

// escape reads what follows a backslash in a string literal of Python 2.
func (p *machine) escape(c *decoded) bool {
	b, ok := p.next()
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
		r, ok := p.hex(2)
		if !ok {
			return false
		}
		c.addByte(byte(r))
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := int(b - '0')
		for range 2 {
			d, err := p.r.Peek(1)
			if err != nil && err != io.EOF {
				p.cut(err)
				return false
			}
			if err != nil || d[0] < '0' || d[0] > '7' {
				break
			}
			n = n<<3 | int(d[0]-'0')
			p.skip(1)
		}
		c.addByte(byte(n))
	case '\n':
		p.malformed("%s ends with a backslash", p.op.name)
		return false
	default:
		c.addByte('\\')
		c.addByte(b)
	}
	return true
}

// integer reads the bytes of an int in two's complement.
func (p *machine) integer() value {
	v := p.counted(kindInt, 8)
	if p.done {
		return v
	}
	var n uint64
	for i := len(v.text) - 1; i >= 0; i-- {
		n = n<<8 | uint64(v.text[i])
	}
	if l := len(v.text); l > 0 && l < 8 && v.text[l-1] >= 0x80 {
		n |= ^uint64(0) << (8 * l)
	}
	if !v.known {
		if v.n > maxText {
			v.hash = chosen
		}
		return value{kind: kindInt, n: v.n, hash: v.hash}
	}
	return value{kind: kindInt, known: true, n: int64(n), hash: v.hash}
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendWTF8 appends a character that may be a lone surrogate.
func appendWTF8(dst []byte, r rune) []byte {
	if 0xd800 <= r && r <= 0xdfff {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
	}
	return utf8.AppendRune(dst, r)
}
