package mutate

import (
	"bytes"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

// extent is a part of a text.
type extent struct{ from, to int }

func (s extent) of(b []byte) []byte { return b[s.from:s.to] }

// maxTokens is the most tokens that are separated.
const maxTokens = 1 << 12

// lex splits the text of a header into tokens other than spaces.
func lex(b []byte) (tokens []extent) {
	for at := 0; at < len(b) && len(tokens) < maxTokens; {
		t := npy.TokenAt(b, at)
		if at = t.To; t.Kind != ' ' {
			tokens = append(tokens, extent{t.From, t.To})
		}
	}
	return tokens
}

// pair is an entry of a dictionary.
type pair struct{ key, value extent }

// pairsOf returns the pairs of the outermost dictionary of a text.
func pairsOf(b []byte) (pairs []pair) {
	depth := 0
	var p pair
	for _, t := range lex(b) {
		c := b[t.from]
		switch {
		case c == '}' || c == ')' || c == ']':
			depth--
		case c == '{' || c == '(' || c == '[':
			depth++
			if depth == 1 {
				continue
			}
		}
		switch {
		case depth == 0 || depth == 1 && c == ',':
			if p.value.to > 0 {
				pairs = append(pairs, p)
			}
			p = pair{}
		case depth == 1 && c == ':' && p.value.from == 0:
			p.value.from = t.to
		case p.value.from > 0:
			if p.value.to == 0 {
				p.value.from = t.from
			}
			p.value.to = t.to
		default:
			if p.key.to == 0 {
				p.key.from = t.from
			}
			p.key.to = t.to
		}
	}
	return pairs
}

// valueOf returns the value of a key.
func valueOf(b []byte, key string) (extent, bool) {
	for _, p := range pairsOf(b) {
		if bytes.Contains(p.key.of(b), []byte(key)) {
			return p.value, true
		}
	}
	return extent{}, false
}

// put returns the text with a part replaced.
func put(b []byte, s extent, with string) []byte {
	return slices.Concat(b[:s.from], []byte(with), b[s.to:])
}
