package shrink

import (
	"bytes"
	"cmp"
	"slices"
)

// token is a piece of a header text: a string, a word or a number, one byte of punctuation, or a run of white
// space.
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

// edit is a range of a text, and what is tried in its place: a part of the text, or a text.
type edit struct {
	from, to         int
	keepFrom, keepTo int
	by               string
}

func (e edit) saves() int { return e.to - e.from - (e.keepTo - e.keepFrom) - len(e.by) }

// apply returns the text after the edit.
func (e edit) apply(text []byte) []byte {
	return slices.Concat(text[:e.from], text[e.keepFrom:e.keepTo], []byte(e.by), text[e.to:])
}

// text makes the text of a header shorter.
func (s *search) text() {
	mended := npy.with
	s.edits(items, mended)
	s.edits(inner, mended)
	s.textRuns()
	s.edits(shorter, mended)
	s.edits(items, func(p npy, text []byte) []byte { return slices.Concat(p.head, text, p.pad, p.data) })
}

// tryText tries a file with a shorter text. The padding may take the room, to begin with: the next edit may be the
// one that saves a line of it.
func (s *search) tryText(candidate []byte) bool {
	return (s.round == 0 || len(candidate) < len(s.best)) && s.try(candidate)
}

// textRuns drops runs of the text, whatever they are.
func (s *search) textRuns() {
	p, ok := s.aligned()
	if !ok {
		return
	}
	s.runs(len(p.text), func(from, to int) bool {
		if to > len(p.text) || !s.tryText(p.with(without(p.text, from, to))) {
			return false
		}
		p, _ = s.aligned()
		return true
	})
}

// edits tries what a function finds to edit in the text, the most that it saves first. The file with the new
// text is what render makes of it.
func (s *search) edits(find func(text []byte, tokens []token) []edit, render func(npy, []byte) []byte) {
	p, ok := s.aligned()
	if !ok {
		return
	}
	list := func() []edit {
		found := find(p.text, tokens(p.text))
		slices.SortStableFunc(found, func(a, b edit) int { return cmp.Compare(b.saves(), a.saves()) })
		return found
	}
	failed, most := 0, 4*parts<<(2*s.round)
	for i, found := 0, list(); i < len(found) && found[i].saves() >= 0 && failed < most && !s.spent(); {
		if !s.tryText(render(p, found[i].apply(p.text))) {
			i++
			failed++
			continue
		}
		if p, ok = s.aligned(); !ok {
			return
		}
		found = list()
	}
}

// items finds the items of all brackets, with a comma each, and the pairs of brackets themselves.
func items(_ []byte, tokens []token) (found []edit) {
	type level struct{ from, comma int } // where the item begins, and the comma before it or -1
	stack := []level{{0, -1}}
	for i, t := range tokens {
		top := &stack[len(stack)-1]
		switch {
		case t.kind == ',':
			found = append(found, edit{from: top.from, to: t.to})
			top.from, top.comma = t.to, t.from
		case t.pair > i:
			stack = append(stack, level{t.to, -1})
		case t.pair >= 0:
			if from := max(top.from, 0); top.comma >= 0 {
				found = append(found, edit{from: top.comma, to: t.from})
			} else if from < t.from {
				found = append(found, edit{from: from, to: t.from})
			}
			stack = stack[:len(stack)-1]
		}
	}
	return found
}

// inner finds the brackets that what is in them could do without: all of it, or the first item.
func inner(_ []byte, tokens []token) (found []edit) {
	for i, t := range tokens {
		if t.pair <= i {
			continue
		}
		close := tokens[t.pair]
		found = append(found, edit{from: t.from, to: close.to, keepFrom: t.to, keepTo: close.from})
		next := i + 1
		for next < t.pair && tokens[next].kind != ',' {
			next = max(next, tokens[next].pair) + 1
		}
		if next < t.pair {
			found = append(found, edit{from: t.from, to: close.to, keepFrom: t.to, keepTo: tokens[next].from})
		}
	}
	return found
}

// shorter finds shorter strings, numbers and words, and tokens that could be left out.
func shorter(text []byte, tokens []token) (found []edit) {
	for _, t := range tokens {
		n := t.to - t.from
		found = append(found, edit{from: t.from, to: t.to})
		switch {
		case t.kind == 's' && n > 2:
			from, to, middle := t.from+1, t.to-1, t.from+n/2
			found = append(found, edit{from: from, to: to}, edit{from: from, to: to, by: "a"},
				edit{from: from, to: to, keepFrom: from, keepTo: middle},
				edit{from: from, to: to, keepFrom: middle, keepTo: to})
		case t.kind == 'w' && n > 1:
			middle := t.from + n/2
			found = append(found, edit{from: t.from, to: t.to, by: "0"}, edit{from: t.from, to: t.to, by: "1"},
				edit{from: t.from, to: t.to, keepFrom: t.from, keepTo: middle},
				edit{from: t.from, to: t.to, keepFrom: middle, keepTo: t.to})
		}
	}
	return found
}
