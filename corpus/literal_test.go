package corpus

import (
	"strconv"
	"strings"
)

// text is a part of the header of a file: a value, as far as brackets, commas and quotes tell. It is found
// with as little as possible, and nothing that the validator has, so that the two can be compared.
type text struct {
	header   string
	from, to int // in header, without white space around it
}

// trimmed returns the part of the header between two places, without white space around it.
func trimmed(header string, from, to int) text {
	part := header[from:to]
	left := len(part) - len(strings.TrimLeft(part, " \t\r\n\f"))
	return text{header, from + left, from + max(left, len(strings.TrimRight(part, " \t\r\n\f")))}
}

func (t text) String() string { return t.header[t.from:t.to] }

// bracket returns the bracket that the text begins with, or 0.
func (t text) bracket() byte {
	if s := t.String(); s != "" && strings.ContainsRune("({[", rune(s[0])) {
		return s[0]
	}
	return 0
}

// split returns what commas, or another separator, part inside the brackets of the text. What is empty after
// the last one is nothing.
func (t text) split(separator byte) (items []text) {
	s := t.String()
	if s == "" {
		return nil
	}
	from, depth := 1, 0
	add := func(to int) {
		if item := trimmed(t.header, t.from+from, t.from+to); item.from < item.to {
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
		case strings.ContainsRune("({[", rune(c)):
			depth++
		case strings.ContainsRune(")}]", rune(c)):
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

// closing returns where the string that begins at an offset of s ends.
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
func (t text) unwrapped() text {
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
func (t text) pair(key string) (pair, value text, ok bool) {
	for _, item := range t.split(',') {
		colon := strings.IndexByte(item.String(), ':')
		if colon < 0 || t.bracket() != '{' {
			continue
		}
		name := strings.Trim(strings.TrimLeft(item.String()[:colon], "bruBRU("), "'\" \t\r\n\f)")
		if name == key {
			pair, value, ok = item, trimmed(t.header, item.from+colon+1, item.to), true
		}
	}
	return pair, value, ok
}

// at follows a JSON pointer.
func (t text) at(pointer string) (text, bool) {
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
		return value.at(rest)
	}
	i, err := strconv.Atoi(segment)
	if items := t.split(','); err == nil && t.bracket() != 0 && i < len(items) {
		return items[i].at(rest)
	}
	return t, false
}
