package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shape returns the shape of an array as a tuple: "(2, 3)", "(3,)", "()".
func Shape(shape []int64) string { return string(AppendShape(nil, shape)) }

// AppendShape appends the shape of an array as a tuple.
func AppendShape(dst []byte, shape []int64) []byte {
	dst = append(dst, '(')
	for i, n := range shape {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(dst, n, 10)
	}
	if len(shape) == 1 {
		dst = append(dst, ',')
	}
	return append(dst, ')')
}

// AppendRepr appends the literal of a string. s is WTF-8: UTF-8 in which a lone surrogate is encoded as
// the three bytes that UTF-8 forbids; any other invalid byte is written as U+FFFD. Whether a new
// character is printable, and so not escaped, depends on the Unicode version.
func AppendRepr(dst []byte, s string) []byte {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	dst = append(dst, quote)
	for i := 0; i < len(s); {
		if c := s[i]; ' ' <= c && c <= '~' && c != quote && c != '\\' {
			dst = append(dst, c) // as nearly always
			i++
			continue
		}
		r, size := decodeWTF8(s[i:])
		i += size
		switch {
		case r == rune(quote) || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case strconv.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r < 0x100:
			dst = appendHex(append(dst, `\x`...), int64(r), 2)
		case r < 0x10000:
			dst = appendHex(append(dst, `\u`...), int64(r), 4)
		default:
			dst = appendHex(append(dst, `\U`...), int64(r), 8)
		}
	}
	return append(dst, quote)
}

// decodeWTF8 is utf8.DecodeRuneInString that also knows the three bytes of a surrogate.
func decodeWTF8(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	if len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

// ParseRepr reads the string literal at the start of text and returns its value and length. Only
// what AppendRepr writes is read; otherwise ok is false and n the offset of the fault.
func ParseRepr(text string) (value string, n int, ok bool) {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		return "", 0, false
	}
	var out []byte
	i := 1
	for i < len(text) && text[i] != text[0] {
		if text[i] != '\\' {
			out = append(out, text[i])
			i++
			continue
		}
		r, size := parseEscape(text[i:])
		if size == 0 {
			return "", i, false
		}
		out = AppendWTF8(out, r)
		i += size
	}
	if i == len(text) {
		return "", i, false
	}
	value = string(out)
	canonical := AppendRepr(nil, value)
	for n = 0; n <= i && n < len(canonical); n++ {
		if text[n] != canonical[n] {
			return "", n, false
		}
	}
	return value, n, len(canonical) == i+1
}

// parseEscape reads the escape sequence at the start of text. size is 0 if repr writes no such
// sequence.
func parseEscape(text string) (r rune, size int) {
	if len(text) < 2 {
		return 0, 0
	}
	digits := 0
	switch text[1] {
	case '\\', '\'':
		return rune(text[1]), 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	}
	if digits == 0 || len(text) < 2+digits {
		return 0, 0
	}
	for _, c := range []byte(text[2 : 2+digits]) {
		d := strings.IndexByte("0123456789abcdef", c)
		if d < 0 || r > unicode.MaxRune>>4 {
			return 0, 0
		}
		r = r<<4 | rune(d)
	}
	return r, 2 + digits
}

// AppendWTF8 appends a character to dst as UTF-8, and a surrogate as if it were a character.
func AppendWTF8(dst []byte, r rune) []byte {
	if 0xd800 <= r && r <= 0xdfff {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
	}
	return utf8.AppendRune(dst, r)
}
