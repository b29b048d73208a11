package text

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends v as JSON, with a \u escape for every invisible character and every one that a terminal or a log
// may act on, and without anything that a CI service treats as a command. It panics if v has no JSON form.
func AppendJSON(dst []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	start := len(dst)
	dst = slices.Grow(dst, len(text))
	// Outside of strings JSON is ASCII, so the escapes only ever land inside one.
	for i := 0; i < len(text); {
		plain := i
		for i < len(text) && text[i] >= ' ' && text[i] <= '~' && text[i] != '\\' {
			i++
		}
		if dst = append(dst, text[plain:i]...); i == len(text) {
			break
		}
		if text[i] == '\\' {
			n := 2
			if text[i+1] == 'u' {
				n = 6
			}
			dst = appendUnescaped(dst, text[i:i+n])
			i += n
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case strconv.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r < 0x10000:
			dst = appendCodeUnit(dst, r)
		default:
			high, low := utf16.EncodeRune(r)
			dst = appendCodeUnit(appendCodeUnit(dst, high), low)
		}
	}
	return inertEnd(dst, start, `\u005b`)
}

// appendJSONString is AppendJSON for a string. It is faster for ASCII that needs no escape.
func appendJSONString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '#' {
			return AppendJSON(dst, s)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// appendUnescaped appends an escape, or the character itself where encoding/json only escapes it
// for the sake of HTML: '<' is the first character of most dtypes.
func appendUnescaped(dst, escape []byte) []byte {
	switch string(escape) {
	case `\u003c`:
		return append(dst, '<')
	case `\u003e`:
		return append(dst, '>')
	case `\u0026`:
		return append(dst, '&')
	}
	return append(dst, escape...)
}

func appendCodeUnit(dst []byte, r rune) []byte { return fmt.Appendf(dst, `\u%04x`, r) }

// CommandStart is what CI services treat as the start of a command anywhere in a line: "##[" (GitHub, Azure), "##vso["
// (Azure) and "##teamcity[". Some ignore invisible non-ASCII characters when they compare text.
var CommandStart = regexp.MustCompile(`(#[[:^ascii:]]*#[A-Za-z[:^ascii:]]*)\[`)

// Inert breaks what CI services treat as the start of a command anywhere in a line.
func Inert(s string) string {
	if strings.Count(s, "#") < 2 {
		return s
	}
	return CommandStart.ReplaceAllString(s, `${1}\x5b`)
}

// inertEnd is Inert for what ends dst and begins at start, with another escape of the bracket.
func inertEnd(dst []byte, start int, bracket string) []byte {
	if bytes.Count(dst[start:], []byte("#")) < 2 {
		return dst
	}
	return append(dst[:start], CommandStart.ReplaceAll(dst[start:], []byte("${1}"+bracket))...)
}

// Object is a JSON object that is appended to a buffer, field by field, up to End. A method returns the buffer, as append
// does. Strings are those of [AppendJSON]; names are written as they are.
type Object []byte

// NewObject begins an object.
func NewObject(dst []byte) Object { return append(dst, '{') }

// Reopen returns an object at the end of dst for further fields.
func Reopen(dst []byte) Object { return dst[:len(dst)-len("}")] }

// End ends the object: an Object that contains it may follow.
func (o Object) End() Object { return append(o, '}') }

// Name appends the name of a field, whose value the caller appends.
func (o Object) Name(name string) Object {
	if o[len(o)-1] != '{' {
		o = append(o, ',')
	}
	return append(append(append(o, '"'), name...), `":`...)
}

// Object begins a field that is an object. Its End is followed by the next field of o.
func (o Object) Object(name string) Object { return NewObject(o.Name(name)) }

// Text appends a field that is a string.
func (o Object) Text(name, s string) Object { return appendJSONString(o.Name(name), s) }

// Base64 appends a field with bytes in Base64.
func (o Object) Base64(name string, data []byte) Object {
	return append(base64.StdEncoding.AppendEncode(append(o.Name(name), '"'), data), '"')
}

// Hex appends a field with bytes in hexadecimal.
func (o Object) Hex(name string, data []byte) Object {
	return append(hex.AppendEncode(append(o.Name(name), '"'), data), '"')
}

// Int appends a field that is a whole number.
func (o Object) Int(name string, n int64) Object { return strconv.AppendInt(o.Name(name), n, 10) }

// Bool appends a field that is true or false.
func (o Object) Bool(name string, b bool) Object { return strconv.AppendBool(o.Name(name), b) }

// Any appends a field with what AppendJSON makes of v.
func (o Object) Any(name string, v any) Object { return AppendJSON(o.Name(name), v) }

// List appends a field that is an array of n values, which add appends by their index. It may have written what comes
// before, and return an empty buffer.
func (o Object) List(name string, n int, add func(dst []byte, i int) []byte) Object {
	dst := append(o.Name(name), '[')
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = add(dst, i)
	}
	return append(dst, ']')
}

// Lines is List with a line for each value, for people who compare files.
func (o Object) Lines(name string, n int, add func(dst []byte, i int) []byte) Object {
	o = o.List(name, n, func(dst []byte, i int) []byte { return add(append(dst, '\n'), i) })
	return append(o[:len(o)-len("]")], "\n]"...)
}
