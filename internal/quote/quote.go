// Package quote quotes names and bytes of a file for messages, so that no terminal acts on them. Whole reports go through
// package inert as well.
package quote

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Max is the number of characters that String keeps. Names in real files are shorter; a
// longer one is an attack on the reader of the report.
const Max = 200

// MaxBytes is the number of characters that Bytes keeps: a message should fit on two lines of a terminal.
const MaxBytes = 60

// String keeps printable characters and shows every other one, and each byte of invalid UTF-8, as a
// Python escape: \x1b, \u202e. Text over 200 characters is cut and its length stated.
func String(s string) string { return quote(s, len(s), Max) }

// Bytes is String for a part of a file, cut after 60 characters. It reads no more of it than it shows.
func Bytes(b []byte) string {
	return quote(string(b[:min(len(b), utf8.UTFMax*(MaxBytes+1))]), len(b), MaxBytes)
}

// Literal is String in quotation marks: single ones, as Python's repr has them, unless those would collide with the text.
func Literal(s string) string { return enclose(String(s)) }

// LiteralBytes is Bytes in the quotation marks of Literal.
func LiteralBytes(b []byte) string { return enclose(Bytes(b)) }

func enclose(text string) string {
	switch {
	case strings.IndexByte(text, '\'') < 0:
		return "'" + text + "'"
	case strings.IndexByte(text, '"') < 0:
		return `"` + text + `"`
	}
	return "'" + strings.ReplaceAll(text, "'", `\'`) + "'"
}

// quote quotes s, the start of a text of the given number of bytes, and keeps so many characters of it.
func quote(s string, total, most int) string {
	if plain(s, most) {
		return s
	}
	var out []byte
	for n, i := 0, 0; i < len(s); n++ {
		if n == most {
			out = append(out, "… ("...)
			out = strconv.AppendInt(out, int64(total), 10)
			return string(append(out, " bytes)"...))
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			out = appendEscape(out, 'x', rune(s[i]), 2)
		case strconv.IsPrint(r):
			out = utf8.AppendRune(out, r)
		case r < 0x100:
			out = appendEscape(out, 'x', r, 2)
		case r < 0x10000:
			out = appendEscape(out, 'u', r, 4)
		default:
			out = appendEscape(out, 'U', r, 8)
		}
		i += size
	}
	return string(out)
}

func plain(s string, most int) bool {
	if len(s) > most {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func appendEscape(dst []byte, letter byte, r rune, digits int) []byte {
	dst = append(dst, '\\', letter)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[r>>shift&15])
	}
	return dst
}
