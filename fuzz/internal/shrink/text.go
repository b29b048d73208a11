package shrink

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

// edit is a range of a text, and its replacement: a part of the text, or another text.
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

// shrinkText makes the text of a header shorter.
func shrinkText(s *search) {
	mended := cut.with
	tryEdits(s, items, mended)
	tryEdits(s, inner, mended)
	textRuns(s)
	tryEdits(s, shorter, mended)
	tryEdits(s, items, func(p cut, text []byte) []byte { return slices.Concat(p.head, text, p.pad, p.data) })
}

// tryText tries a file with a shorter text. Padding may fill the gap at first: the next edit may be the one that saves
// a line of it.
func tryText(s *search, candidate []byte) bool {
	return (s.round == 0 || len(candidate) < len(s.best)) && s.try(candidate)
}

// textRuns drops runs of the text, whatever they are.
func textRuns(s *search) {
	p, ok := aligned(s)
	if !ok {
		return
	}
	s.runs(len(p.text), func(from, to int) bool {
		if to > len(p.text) || !tryText(s, p.with(without(p.text, from, to))) {
			return false
		}
		p, _ = aligned(s)
		return true
	})
}

// tryEdits tries the edits that a function finds in the text, the largest savings first. Render makes the file with
// the new text.
func tryEdits(s *search, find func(text []byte, tokens []npy.Token) []edit, render func(cut, []byte) []byte) {
	p, ok := aligned(s)
	if !ok {
		return
	}
	list := func() []edit {
		found := find(p.text, npy.Tokens(p.text))
		slices.SortStableFunc(found, func(a, b edit) int { return cmp.Compare(b.saves(), a.saves()) })
		return found
	}
	failed, most := 0, 4*parts<<(2*s.round)
	for i, found := 0, list(); i < len(found) && found[i].saves() >= 0 && failed < most && !s.spent(); {
		if !tryText(s, render(p, found[i].apply(p.text))) {
			i++
			failed++
			continue
		}
		if p, ok = aligned(s); !ok {
			return
		}
		found = list()
	}
}

// items finds the items of all brackets, with a comma each, and the pairs of brackets themselves.
func items(_ []byte, tokens []npy.Token) (found []edit) {
	type level struct{ from, comma int } // where the item begins, and the comma before it or -1
	stack := []level{{0, -1}}
	for i, t := range tokens {
		top := &stack[len(stack)-1]
		switch {
		case t.Kind == ',':
			found = append(found, edit{from: top.from, to: t.To})
			top.from, top.comma = t.To, t.From
		case t.Pair > i:
			stack = append(stack, level{t.To, -1})
		case t.Pair >= 0:
			if from := max(top.from, 0); top.comma >= 0 {
				found = append(found, edit{from: top.comma, to: t.From})
			} else if from < t.From {
				found = append(found, edit{from: from, to: t.From})
			}
			stack = stack[:len(stack)-1]
		}
	}
	return found
}

// inner finds brackets that can be replaced by their content, or by its first item.
func inner(_ []byte, tokens []npy.Token) (found []edit) {
	for i, t := range tokens {
		if t.Pair <= i {
			continue
		}
		close := tokens[t.Pair]
		found = append(found, edit{from: t.From, to: close.To, keepFrom: t.To, keepTo: close.From})
		next := i + 1
		for next < t.Pair && tokens[next].Kind != ',' {
			next = max(next, tokens[next].Pair) + 1
		}
		if next < t.Pair {
			found = append(found, edit{from: t.From, to: close.To, keepFrom: t.To, keepTo: tokens[next].From})
		}
	}
	return found
}

// shorter finds shorter strings, numbers and words, and tokens that could be left out.
func shorter(text []byte, tokens []npy.Token) (found []edit) {
	for _, t := range tokens {
		n := t.To - t.From
		found = append(found, edit{from: t.From, to: t.To})
		switch {
		case t.Kind == 's' && n > 2:
			from, to, middle := t.From+1, t.To-1, t.From+n/2
			found = append(found, edit{from: from, to: to}, edit{from: from, to: to, by: "a"},
				edit{from: from, to: to, keepFrom: from, keepTo: middle},
				edit{from: from, to: to, keepFrom: middle, keepTo: to})
		case t.Kind == 'w' && n > 1:
			middle := t.From + n/2
			found = append(found, edit{from: t.From, to: t.To, by: "0"}, edit{from: t.From, to: t.To, by: "1"},
				edit{from: t.From, to: t.To, keepFrom: t.From, keepTo: middle},
				edit{from: t.From, to: t.To, keepFrom: middle, keepTo: t.To})
		}
	}
	return found
}
