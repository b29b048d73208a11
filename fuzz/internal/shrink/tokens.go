package shrink

import "bytes"

// token is a piece of a header text: a string, a word or a number, one byte of punctuation, or a run of whitespace.
type token struct {
	from, to int
	kind     byte // 's' for a string, 'w' for a word or a number, ' ' for a space, or the byte itself
	pair     int  // of a bracket: the index of the other one, or -1
}

// tokens cuts a text into tokens. Every byte is in one of them.
func tokens(text []byte) []token {
	var all []token
	var open []int
	for at := 0; at < len(text); {
		t := token{from: at, to: at + 1, kind: text[at], pair: -1}
		switch c := text[at]; {
		case c == '\'' || c == '"':
			t.kind, t.to = 's', stringEnd(text, at)
		case isSpace(c):
			t.kind = ' '
			for t.to < len(text) && isSpace(text[t.to]) {
				t.to++
			}
		case isWord(c):
			t.kind = 'w'
			for t.to < len(text) && isWord(text[t.to]) {
				t.to++
			}
		case bytes.IndexByte([]byte("([{"), c) >= 0:
			open = append(open, len(all))
		case bytes.IndexByte([]byte(")]}"), c) >= 0 && len(open) > 0:
			t.pair = open[len(open)-1]
			all[t.pair].pair = len(all)
			open = open[:len(open)-1]
		}
		all = append(all, t)
		at = t.to
	}
	return all
}

// stringEnd returns where the string ends that begins at an offset, or where its line does.
func stringEnd(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case text[at]:
			return i + 1
		case '\\':
			i++
		case '\n':
			return i
		}
	}
	return len(text)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '.' || c == '-' || c == '+' || c >= 0x80
}

// literalEnd returns where the first bracket of a text is closed, or 0.
func literalEnd(text []byte) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '\'', '"':
			at = stringEnd(text, at) - 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return 0
}
