package literal

import (
	"bytes"
	"math"
)

func digit(c byte) bool { return '0' <= c && c <= '9' }

func digitValue(c byte) int {
	switch {
	case digit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return math.MaxInt
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

func quotes(c byte) bool { return c == '\'' || c == '"' }

func whiteSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// LineBreak returns the length of the line break that b begins with, as Python sees it: 2 for CR LF, 1
// for LF or CR, and 0 for none.
func LineBreak(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case len(b) > 0 && (b[0] == '\n' || b[0] == '\r'):
		return 1
	}
	return 0
}

// Comment returns the length of the comment that b begins with, without its line break.
func Comment(b []byte) int {
	if n := bytes.IndexAny(b, "\r\n"); n >= 0 {
		return n
	}
	return len(b)
}

// Continuation returns the length of the continued line that b begins with: a backslash and a line
// break. It is 0 for none.
func Continuation(b []byte) int {
	if len(b) > 0 && b[0] == '\\' {
		if n := LineBreak(b[1:]); n > 0 {
			return 1 + n
		}
	}
	return 0
}

// Whitespace reports whether a byte other than the space is whitespace to Python.
func Whitespace(c byte) bool { return c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// Gap returns how many bytes at the start of b may be between two tokens: whitespace, comments
// and continued lines.
func Gap(b []byte) (n int) {
	for n < len(b) {
		switch c := b[n]; c {
		case ' ', '\t', '\f', '\r', '\n':
			n++
		case '#':
			n += Comment(b[n:])
		default:
			step := Continuation(b[n:])
			if step == 0 {
				return n
			}
			n += step
		}
	}
	return n
}

// trimRight returns the text without the whitespace at its end.
func trimRight(text []byte) []byte {
	const eight = "        "
	for len(text) > 0 && whiteSpace(text[len(text)-1]) {
		text = text[:len(text)-1]
		for len(text) >= len(eight) && string(text[len(text)-len(eight):]) == eight {
			text = text[:len(text)-len(eight)]
		}
	}
	return text
}
