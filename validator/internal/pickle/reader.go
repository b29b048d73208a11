package pickle

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// ErrShort is the error for input that ends before [Config.End].
var ErrShort = errors.New("data ends before the stated size")

// reader reads a pickle.
type reader struct {
	*place
	notes *notes
	text  textCheck // of the latest bytes or text

	ctx       context.Context
	r         *bufio.Reader
	buf       []byte
	end       int64 // where the bytes end, -1 if that isn't known
	err       error // the bytes can't be read, or the context is done
	truncated bool  // the bytes end before the pickle does
	missing   int64 // at least as many bytes of it are missing then
}

// take returns the next n bytes, at most maxText. They stay valid until the next read. Where the
// data ends it ends the walk and returns nil.
func (r *reader) take(n int) []byte {
	b, err := r.r.Peek(n)
	if len(b) < n {
		r.skip(len(b))
		r.cut(err, int64(n-len(b)))
		return nil
	}
	r.skip(n)
	return b
}

func (r *reader) skip(n int) {
	r.r.Discard(n)
	r.at += int64(n)
}

// next returns the next byte, and false where the data ends.
func (r *reader) next() (byte, bool) {
	c, err := r.r.ReadByte()
	if err != nil {
		r.cut(err, 0)
		return 0, false
	}
	r.at++
	return c, true
}

// cut ends the walk where the data ends or can't be read, that many bytes too early; 0 if that isn't known.
func (r *reader) cut(err error, missing int64) {
	r.done = true
	if err == io.EOF && r.at < r.end {
		err = ErrShort
	}
	if err != io.EOF {
		r.err = err
		return
	}
	r.truncated, r.missing = true, missing
}

// number reads an argument of fixed size, or a length.
func (r *reader) number() int64 {
	switch r.op.arg {
	case argUint8, argCount8:
		c, _ := r.next()
		return int64(c)
	case argUint16:
		if b := r.take(2); b != nil {
			return int64(binary.LittleEndian.Uint16(b))
		}
	case argInt32, argCount32s:
		if b := r.take(4); b != nil {
			return int64(int32(binary.LittleEndian.Uint32(b)))
		}
	case argUint32, argCount32:
		if b := r.take(4); b != nil {
			return int64(binary.LittleEndian.Uint32(b))
		}
	case argUint64, argCount64, argFloat64:
		if b := r.take(8); b != nil {
			// No file is as long as 2^63 bytes.
			return int64(min(binary.LittleEndian.Uint64(b), 1<<63-1))
		}
	}
	return 0
}

// line reads a line and returns it without its newline, or only the first bytes of a long one.
func (r *reader) line() string {
	r.buf = r.buf[:0]
	for {
		c, ok := r.next()
		if !ok || c == '\n' {
			return string(r.buf)
		}
		if len(r.buf) < maxDigits+3 { // with a sign and an L
			r.buf = append(r.buf, c)
		}
	}
}

// name reads a line that is part of an import.
func (r *reader) name() string {
	r.buf = r.buf[:0]
	for {
		c, ok := r.next()
		if !ok || c == '\n' {
			return string(r.buf)
		}
		if len(r.buf) < maxText {
			r.buf = append(r.buf, c)
		}
	}
}

// odd reports a line with a number in a form that no pickler writes. It ends the walk unless some
// unpickler accepts it.
func (r *reader) odd(s, want string, read bool) {
	if tooLong(s) {
		r.fault(spec.PickleMalformed, "%s has more than %d digits", r.op.name, maxDigits)
	} else {
		r.fault(spec.PickleMalformed, "%s has argument %s, expected %s", r.op.name, text.Literal(s), want)
	}
	r.done = !read
}

// decimal parses a line with an int. Unpicklers differ in how they read forms that no pickler writes: 010 is 8 to
// CPython's unpickler in C and a fault to the one in Python, and +1 is True to the former.
func (r *reader) decimal(text string) value {
	if r.done {
		return value{}
	}
	digits := strings.TrimPrefix(text, "-")
	plain := text == "0" || digits != "" && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
	if !plain || tooLong(text) {
		_, err := strconv.ParseInt(strings.TrimSpace(text), 0, 64)
		r.odd(text, "decimal digits without a plus sign or leading zeros", !errors.Is(err, strconv.ErrSyntax))
		return anything()
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n = int64(len(text)) / 2 // bytes, and at most as many
	}
	return value{kind: kindInt, known: err == nil, n: n}
}

// decimalFloat checks a line with a float. Go also reads hexadecimal digits; CPython's unpickler in C reads neither
// spaces nor underscores.
func (r *reader) decimalFloat(text string) {
	if r.done {
		return
	}
	number := strings.ReplaceAll(strings.TrimSpace(text), "_", "")
	_, err := strconv.ParseFloat(number, 64)
	read := !errors.Is(err, strconv.ErrSyntax) && !strings.ContainsAny(number, "xX")
	if !read || number != text || tooLong(text) {
		r.odd(text, "a decimal number", read)
	}
}

// tooLong reports whether a line has more digits than Python accepts.
func tooLong(text string) bool { return len(strings.TrimLeft(text, "+-")) > maxDigits }

// slot reads the number of a memo slot. To every unpickler it is decimal.
func (r *reader) slot() int64 {
	if r.op.arg != argLine {
		return r.number()
	}
	text := r.line()
	if r.done {
		return 0
	}
	number := strings.ReplaceAll(strings.TrimSpace(text), "_", "")
	n, err := strconv.ParseInt(number, 10, 64)
	if number != text || n < 0 || errors.Is(err, strconv.ErrSyntax) || tooLong(text) {
		r.odd(text, "a memo slot number", err == nil && n >= 0 && !tooLong(text))
	}
	return n
}

// counted reads a length and as many bytes, of which it returns at most keep.
func (r *reader) counted(kind valueKind, keep int64) value {
	n := r.number()
	v := value{kind: kind, n: n, read: r.at}
	if n < 0 {
		r.malformed("%s has negative length %d", r.op.name, n)
	}
	if r.done || n > maxText {
		r.pass(n, kind == kindText)
		r.text.end(v.read)
		return v
	}
	b, err := r.r.Peek(int(n))
	if int64(len(b)) < n {
		r.skip(len(b))
		r.cut(err, n-int64(len(b)))
		return v
	}
	if n <= keep {
		v.text, v.known = string(b), true
	}
	wide := kind == kindText && !ascii(b)
	if kind != kindInt {
		r.text.bytes(b)
		r.text.end(v.read)
	}
	r.skip(int(n))
	if wide {
		r.notes.trapText()
	}
	return v
}

// pass reads n bytes without keeping them. For text of Python 2 it checks whether they are ASCII.
func (r *reader) pass(n int64, text bool) {
	wide := false
	for left := n; left > 0 && !r.done; {
		if r.err = r.ctx.Err(); r.err != nil {
			r.done = true
			return
		}
		if text && !wide && !r.notes.needs.Latin1 || r.text.compares() {
			b, _ := r.r.Peek(int(min(left, maxText)))
			wide = wide || text && !ascii(b)
			r.text.bytes(b)
			got, err := r.r.Discard(max(len(b), 1))
			r.at += int64(got)
			left -= int64(got)
			if err != nil {
				r.cut(err, left)
			}
			continue
		}
		got, err := r.r.Discard(int(min(left, 1<<20)))
		r.at += int64(got)
		left -= int64(got)
		if err != nil {
			r.cut(err, left)
		}
	}
	if wide && !r.done {
		r.notes.trapText()
	}
}

// unicode reads a length and as many bytes of UTF-8.
func (r *reader) unicode() value {
	n := r.number()
	v := value{kind: kindText, read: r.at}
	for left := n; left > 0 && !r.done; {
		b, err := r.r.Peek(int(min(left, maxText)))
		have := int64(len(b))
		if err != nil && have < min(left, maxText) {
			r.skip(len(b))
			r.cut(err, left-have)
			return v
		}
		chars, used := characters(b)
		if used == 0 || used < len(b) && (have == left || used < len(b)-3) {
			r.malformed("%s has byte 0x%02x at offset %d, expected UTF-8", r.op.name, b[used], r.at+int64(used))
			return v
		}
		if have == n {
			v.text, v.known = string(b), true
		}
		r.text.text(b[:used])
		v.n += chars
		left -= int64(used)
		r.skip(used)
		if left > 0 && r.ctx.Err() != nil {
			r.err, r.done = r.ctx.Err(), true
		}
	}
	v.known = v.known || n == 0
	r.text.end(v.read)
	return v
}

// characters counts the characters at the start of b, and returns how many bytes they take. Like
// Python, it accepts surrogates.
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

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// integer reads the bytes of an int in two's complement.
func (r *reader) integer() value {
	v := r.counted(kindInt, 8)
	if r.done {
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
		return value{kind: kindInt, n: v.n}
	}
	return value{kind: kindInt, known: true, n: int64(n)}
}
