// Package header reads as much of the header of a .npy file as brackets, commas and quotes reveal. It is small and
// shares nothing with the validator, so that the two can be compared.
package header

import (
	"encoding/binary"
	"strconv"
	"strings"
)

// Text is a part of a file: a value of its header, or another part between brackets, commas and colons.
type Text struct {
	file     string
	From, To int // offsets in the file, without whitespace around it
}

// Of returns the text of the header of a file, as far as the file has it, and whether it has all of it.
func Of(file []byte) (t Text, whole bool) {
	start, end := Bounds(file)
	whole = end <= len(file)
	end = min(end, len(file))
	return trimmed(string(file[:end]), min(start, end), end).unwrapped(), whole
}

// Bounds returns where the header of a file begins, and where its length says that it ends: 0 and 0 if it isn't a
// .npy file of a known version.
func Bounds(file []byte) (start, end int) {
	switch {
	case len(file) < 12 || string(file[:6]) != "\x93NUMPY" || file[7] != 0:
		return 0, 0
	case file[6] == 1:
		return 10, 10 + int(binary.LittleEndian.Uint16(file[8:]))
	case file[6] == 2 || file[6] == 3:
		return 12, 12 + int(binary.LittleEndian.Uint32(file[8:]))
	}
	return 0, 0
}

// trimmed returns the part of a file between two offsets, without whitespace around it.
func trimmed(file string, from, to int) Text {
	part := file[from:to]
	left := len(part) - len(strings.TrimLeft(part, " \t\r\n\f"))
	return Text{file, from + left, from + max(left, len(strings.TrimRight(part, " \t\r\n\f")))}
}

// String returns the text itself.
func (t Text) String() string { return t.file[t.From:t.To] }

// bracket returns the bracket that the text begins with, or 0.
func (t Text) bracket() byte {
	if s := t.String(); s != "" && strings.ContainsRune("({[", rune(s[0])) {
		return s[0]
	}
	return 0
}

// split returns the parts between commas, or another separator, inside the brackets of the text. An empty part after
// the last one doesn't count.
func (t Text) split(separator byte) (items []Text) {
	s := t.String()
	if s == "" {
		return nil
	}
	from, depth := 1, 0
	add := func(to int) {
		if item := trimmed(t.file, t.From+from, t.From+to); item.From < item.To {
			items = append(items, item)
		}
		from = to + 1
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' || c == '"':
			i = closing(s, i)
		case c == '#':
			if n := strings.IndexAny(s[i:], "\r\n"); n >= 0 {
				i += n
			}
		case c == '(' || c == '{' || c == '[':
			depth++
		case c == ')' || c == '}' || c == ']':
			if depth--; depth == 0 {
				add(i)
				return items
			}
		case c == separator && depth == 1:
			add(i)
		}
	}
	add(max(from, len(s)))
	return items
}

// closing returns the end of the string that begins at an offset of s.
func closing(s string, at int) int {
	quote := s[at : at+1]
	if strings.HasPrefix(s[at:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for i := at + len(quote); i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], quote):
			return i + len(quote) - 1
		}
	}
	return len(s)
}

// unwrapped returns the text without redundant parentheses.
func (t Text) unwrapped() Text {
	for t.bracket() == '(' {
		inner := t.split(',')
		if len(inner) != 1 || strings.HasSuffix(strings.TrimRight(strings.TrimSuffix(t.String(), ")"), " \t\r\n\f"), ",") {
			break
		}
		t = inner[0]
	}
	return t
}

// pair returns the last pair of a dictionary with the key, and its value.
func (t Text) pair(key string) (pair, value Text, ok bool) {
	for _, item := range t.split(',') {
		colon := strings.IndexByte(item.String(), ':')
		if colon < 0 || t.bracket() != '{' {
			continue
		}
		name := strings.Trim(strings.TrimLeft(item.String()[:colon], "uU("), "'\" \t\r\n\f)")
		if name == key {
			pair, value, ok = item, trimmed(t.file, item.From+colon+1, item.To), true
		}
	}
	return pair, value, ok
}

// At follows a JSON pointer.
func (t Text) At(pointer string) (Text, bool) {
	if pointer == "" {
		return t, true
	}
	t = t.unwrapped()
	segment, rest, _ := strings.Cut(pointer[1:], "/")
	if rest != "" {
		rest = "/" + rest
	}
	if t.bracket() == '{' {
		pair, value, ok := t.pair(segment)
		if rest == "" {
			return pair, ok
		}
		return value.At(rest)
	}
	i, err := strconv.Atoi(segment)
	if items := t.split(','); err == nil && t.bracket() != 0 && i < len(items) {
		return items[i].At(rest)
	}
	return t, false
}
