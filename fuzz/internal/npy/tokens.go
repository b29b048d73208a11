package npy

// Token is a piece of a header text: a string, a word or a number, one byte of punctuation, or a run of whitespace.
type Token struct {
	From, To int
	Kind     byte // 's' for a string, 'w' for a word or a number, ' ' for a space, or the byte itself
	Pair     int  // of a bracket: the index of the other one, or -1
}

// TokenAt returns the token that begins at an offset of a text.
func TokenAt(text []byte, at int) Token {
	t := Token{From: at, To: at + 1, Kind: text[at], Pair: -1}
	run := func(kind byte, of func(byte) bool) {
		for t.Kind = kind; t.To < len(text) && of(text[t.To]); {
			t.To++
		}
	}
	switch c := text[at]; {
	case c == '\'' || c == '"':
		t.Kind, t.To = 's', stringEnd(text, at)
	case isSpace(c):
		run(' ', isSpace)
	case IsWord(c):
		run('w', IsWord)
	}
	return t
}

// Tokens cuts a text into tokens. Every byte is in one of them.
func Tokens(text []byte) (all []Token) {
	var open []int
	for at := 0; at < len(text); {
		t := TokenAt(text, at)
		switch t.Kind {
		case '(', '[', '{':
			open = append(open, len(all))
		case ')', ']', '}':
			if len(open) > 0 {
				t.Pair = open[len(open)-1]
				all[t.Pair].Pair = len(all)
				open = open[:len(open)-1]
			}
		}
		all = append(all, t)
		at = t.To
	}
	return all
}

// stringEnd returns where the string ends that begins at an offset.
func stringEnd(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case text[at]:
			return i + 1
		case '\\':
			i++
		}
	}
	return len(text)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// IsWord reports whether a byte belongs to a word or a number.
func IsWord(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// LiteralEnd returns where the first bracket of a text is closed, or 0.
func LiteralEnd(text []byte) int {
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
