package pickle

import (
	"errors"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

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
