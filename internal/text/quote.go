// Package text makes text fit for what reads it: a terminal, a CI service, JSON, Python, a person.
package text

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxQuoted is the number of characters that Quote keeps. Names in real files are shorter; a
// longer one is an attack on the reader of the report.
const MaxQuoted = 200

// maxQuotedBytes is the number of characters that QuoteBytes keeps: a message should fit on two lines of a terminal.
const maxQuotedBytes = 60

// Quote keeps printable characters and shows every other one, and each byte of invalid UTF-8, as a
// Python escape: \x1b, \u202e. Text over 200 characters is cut and its length stated.
func Quote(s string) string { return quote(s, len(s), MaxQuoted) }

// QuoteBytes is Quote for a part of a file, cut after 60 characters. It reads no more of it than it shows.
func QuoteBytes(b []byte) string {
	return quote(string(b[:min(len(b), utf8.UTFMax*(maxQuotedBytes+1))]), len(b), maxQuotedBytes)
}

// Literal is Quote in quotation marks: single ones, as Python's repr has them, unless those would collide with the text.
func Literal(s string) string { return enclose(Quote(s)) }

// LiteralBytes is QuoteBytes in the quotation marks of Literal.
func LiteralBytes(b []byte) string { return enclose(QuoteBytes(b)) }

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
	return appendHex(append(dst, '\\', letter), int64(r), digits)
}

// Byte shows a byte as its ASCII character, or as a number.
func Byte(c byte) string {
	if c < ' ' || c > '~' {
		return fmt.Sprintf("byte 0x%02x", c)
	}
	return enclose(string(rune(c)))
}

// Hex shows bytes as hexadecimal numbers.
func Hex(b []byte) string {
	if len(b) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("% x", b)
}

// Error returns the text of an error without the name of the file, which is shown anyway.
func Error(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return Quote(err.Error())
}
