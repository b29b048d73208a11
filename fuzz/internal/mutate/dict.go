package mutate

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// dictMutation changes the dictionary of a header.
type dictMutation struct{ *mutation }

// dictChanges are the changes to dictionaries, by area.
var dictChanges = map[string][]func(dictMutation, []byte) []byte{
	"keys": {
		dictMutation.dropPair, dictMutation.repeatPair, dictMutation.swapPairs, dictMutation.rename, dictMutation.rename, dictMutation.extraPair,
		dictMutation.swapValues,
	},
	"descr": {
		dictMutation.otherDescr, dictMutation.otherDescr, dictMutation.typeString, dictMutation.typeString, dictMutation.nested,
		dictMutation.descrToken,
	},
	"shape": {dictMutation.otherShape, dictMutation.dimension, dictMutation.dimension, dictMutation.shapeToken},
	"order": {dictMutation.otherOrder},
}

// pair returns a random pair of the dictionary.
func (m dictMutation) pair(b []byte) (p pair, ok bool) {
	pairs := pairsOf(b)
	if len(pairs) == 0 {
		return pair{}, false
	}
	return pairs[m.N(len(pairs))], true
}

// whole is the extent of the pair, with the comma after it if there is one.
func (p pair) whole(b []byte) extent {
	end := p.value.to
	if rest := bytes.TrimLeft(b[end:], " "); len(rest) > 0 && rest[0] == ',' {
		end = len(b) - len(rest) + 1
	}
	return extent{p.key.from, end}
}

func (m dictMutation) dropPair(b []byte) []byte {
	p, _ := m.pair(b)
	return put(b, p.whole(b), "")
}

func (m dictMutation) repeatPair(b []byte) []byte {
	p, ok := m.pair(b)
	if !ok {
		return b
	}
	key, value := string(p.key.of(b)), string(p.value.of(b))
	if m.One(2) {
		key = spelling(m.mutation.Chooser, func(t *speller) { t.spelled(strings.Trim(key, `'"`)) })
	}
	if m.One(2) {
		value = m.value(key)
	}
	at := choice.Of(m.Chooser, p.key.from, p.whole(b).to)
	return put(b, extent{at, at}, choice.Of(m.Chooser, "", " ")+key+": "+value+", ")
}

// value returns another value for a key.
func (m dictMutation) value(key string) string {
	return spelling(m.mutation.Chooser, func(t *speller) {
		switch {
		case strings.Contains(key, "descr"):
			t.descr(2)
		case strings.Contains(key, "shape"):
			t.shape()
		default:
			t.literal(2)
		}
	})
}

func (m dictMutation) swapPairs(b []byte) []byte {
	p, _ := m.pair(b)
	q, _ := m.pair(b)
	return traded(b, extent{p.key.from, p.value.to}, extent{q.key.from, q.value.to})
}

func (m dictMutation) swapValues(b []byte) []byte {
	p, _ := m.pair(b)
	q, _ := m.pair(b)
	if m.One(2) {
		return traded(b, p.value, q.value)
	}
	return traded(b, p.key, q.value)
}

func (m dictMutation) rename(b []byte) []byte {
	p, ok := m.pair(b)
	if !ok {
		return b
	}
	key := string(p.key.of(b))
	inner := strings.Trim(key, `'"`)
	switch m.N(6) {
	case 0:
		return put(b, p.key, strings.ReplaceAll(key, inner, choice.Of(m.Chooser, strings.ToUpper(inner), " "+inner, inner+" ", inner+"\\x00", inner[:len(inner)/2], inner+inner)))
	case 1:
		return put(b, p.key, spelling(m.mutation.Chooser, func(t *speller) { t.literal(1) }))
	case 2:
		return put(b, p.key, "'"+keyWords[m.N(len(keyWords))]+"'")
	case 3:
		return put(b, p.key, inner)
	}
	return put(b, p.key, spelling(m.mutation.Chooser, func(t *speller) { t.spelled(inner) }))
}

func (m dictMutation) extraPair(b []byte) []byte {
	p, _ := m.pair(b)
	extra := spelling(m.mutation.Chooser, func(t *speller) {
		if t.One(5) {
			t.literal(1)
		} else {
			t.str()
		}
		t.add(": ")
		t.literal(2)
		t.add(", ")
	})
	return put(b, extent{p.key.from, p.key.from}, extra)
}

// otherValue replaces the value of a key, now and then by that of the other file.
func (m dictMutation) otherValue(b []byte, key string, make func(*speller)) []byte {
	at, ok := valueOf(b, key)
	if !ok {
		return b
	}
	if _, text, _, ok := splitNpy(m.other); ok && m.One(4) {
		if value, ok := valueOf(text, key); ok {
			return put(b, at, string(value.of(text)))
		}
	}
	return put(b, at, spelling(m.mutation.Chooser, make))
}

func (m dictMutation) otherDescr(b []byte) []byte {
	return m.otherValue(b, "descr", func(t *speller) { t.descr(t.N(4)) })
}

// typeString changes a type string slightly.
func (m dictMutation) typeString(b []byte) []byte {
	at, ok := m.stringIn(b, "descr")
	if !ok {
		return b
	}
	s := at.of(b)
	digits := bytes.IndexAny(s, "0123456789")
	switch {
	case m.One(3) || len(s) < 2:
		return put(b, at, spelling(m.mutation.Chooser, (*speller).typeString))
	case m.One(3):
		return put(b, extent{at.from, at.from + 1}, choice.Of(m.Chooser, "<", ">", "|", "=", "", "!"))
	case digits >= 0 && m.One(2):
		from := at.from + digits
		to := from
		for to < at.to && b[to] >= '0' && b[to] <= '9' {
			to++
		}
		return put(b, extent{from, to}, strconv.FormatUint(edge(m.mutation.Chooser), 10))
	}
	return put(b, extent{at.from + 1, at.from + 2}, choice.Of(m.Chooser, "f", "i", "u", "c", "S", "U", "V", "M", "m", "O", "b", "?", "a", "F", "l", "T", "", " "))
}

// stringIn returns the text between the quotes of a random string in the value of a key.
func (m dictMutation) stringIn(b []byte, key string) (extent, bool) {
	value, ok := valueOf(b, key)
	if !ok {
		return extent{}, false
	}
	tokens := lex(value.of(b))
	if len(tokens) == 0 {
		return extent{}, false
	}
	start := m.N(len(tokens))
	for i := range tokens {
		t := tokens[(start+i)%len(tokens)]
		if c := b[value.from+t.from]; (c == '\'' || c == '"') && t.to-t.from >= 2 {
			return extent{value.from + t.from + 1, value.from + t.to - 1}, true
		}
	}
	return extent{}, false
}

// nested wraps the descr in others.
func (m dictMutation) nested(b []byte) []byte {
	at, ok := valueOf(b, "descr")
	if !ok {
		return b
	}
	n := choice.Of(m.Chooser, 1, 1, 2, 3, 31, 32, 33, 99, 100, 101, 1000, 5000)
	switch m.N(4) {
	case 0:
		return put(b, at, strings.Repeat("(", n)+string(at.of(b))+strings.Repeat(", (1,))", n))
	case 1:
		return put(b, at, strings.Repeat("[('a', ", n)+string(at.of(b))+strings.Repeat(", (2,))]", n))
	case 2:
		return put(b, at, "["+repeated("('a', "+string(at.of(b))+"), ", min(n, 100))+"]")
	}
	return put(b, at, strings.Repeat("[('a', ", n)+string(at.of(b))+strings.Repeat(")]", n))
}

func (m dictMutation) descrToken(b []byte) []byte { return m.tokenOf(b, "descr") }

func (m dictMutation) shapeToken(b []byte) []byte { return m.tokenOf(b, "shape") }

// tokenOf changes a token of the value of a key.
func (m dictMutation) tokenOf(b []byte, key string) []byte {
	at, ok := valueOf(b, key)
	if !ok {
		return b
	}
	changes := headerChanges["literal"]
	return put(b, at, string(changes[m.N(len(changes))](headerMutation(m), at.of(b))))
}

func (m dictMutation) otherShape(b []byte) []byte { return m.otherValue(b, "shape", (*speller).shape) }

// dimension changes a number of the shape.
func (m dictMutation) dimension(b []byte) []byte {
	at, ok := valueOf(b, "shape")
	if !ok {
		return b
	}
	var numbers []extent
	for _, t := range lex(at.of(b)) {
		if c := b[at.from+t.from]; c >= '0' && c <= '9' {
			numbers = append(numbers, extent{at.from + t.from, at.from + t.to})
		}
	}
	if len(numbers) == 0 {
		return put(b, at, "("+strconv.FormatUint(edge(m.mutation.Chooser), 10)+",)")
	}
	s := numbers[m.N(len(numbers))]
	n, _ := strconv.ParseUint(string(s.of(b)), 10, 64)
	switch m.N(6) {
	case 0:
		return put(b, s, strconv.FormatUint(edge(m.mutation.Chooser), 10))
	case 1:
		return put(b, s, "-"+string(s.of(b)))
	case 2: // the same number of elements if multiplied in 32 or 64 bits
		return put(b, s, strconv.FormatUint(n, 10)+", "+strconv.FormatUint(choice.Of(m.Chooser, uint64(1), 1<<32+1, 1<<31, 1<<63, 0), 10))
	case 3:
		return put(b, s, strconv.FormatUint(n+choice.Of(m.Chooser, uint64(1), 1<<32, 1<<31, 1<<16, 1<<63), 10))
	case 4:
		return put(b, s, spelling(m.mutation.Chooser, (*speller).number))
	}
	return put(b, s, strconv.FormatUint(max(n, 1)-1, 10))
}

var orders = []string{
	"True", "False", "True", "False", "0", "1", "-1", "2", "None", "'True'", "'False'", "'F'", "'C'", "true", "false", "TRUE", "bool(1)", "(True)", "(True,)", "[True]",
	"1.0", "0.0", "''", "b''", "()", "not False", "True if 1 else False", "1 == 1", "T", "1L",
}

func (m dictMutation) otherOrder(b []byte) []byte {
	return m.otherValue(b, "order", func(t *speller) {
		if t.One(8) {
			t.literal(2)
		} else {
			t.add(orders[t.N(len(orders))])
		}
	})
}
