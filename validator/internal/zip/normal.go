package zip

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The syllables of Hangul are composed by arithmetic (section 3.12 of the Unicode standard).
const (
	hangulBase     = 0xac00
	leadBase       = 0x1100
	vowelBase      = 0x1161
	trailBase      = 0x11a7
	vowels, trails = 21, 28
	hangulCount    = 19 * vowels * trails
)

//go:embed normal.txt
var normalText string

// character is what Unicode says about a character.
type character struct {
	class uint8  // the canonical combining class
	to    []rune // what it stands for in the canonical decomposition; nil for itself
}

// characters has those with a combining class other than 0 or a decomposition, except for Hangul. A name that isn't ASCII
// makes it. It panics if the table isn't what normal.py writes.
var characters = sync.OnceValue(func() map[rune]character {
	number := func(text string, base, bits int) uint64 {
		n, err := strconv.ParseUint(text, base, bits)
		if err != nil {
			panic("normal.txt: " + err.Error())
		}
		return n
	}
	_, rows, _ := strings.Cut(normalText, "\n")
	all := make(map[rune]character, strings.Count(rows, "\n"))
	for row := range strings.Lines(rows) {
		columns := strings.Fields(row)
		c := character{class: uint8(number(columns[1], 10, 8))}
		for _, part := range columns[2:] {
			c.to = append(c.to, rune(number(part, 16, 21)))
		}
		all[rune(number(columns[0], 16, 21))] = c
	}
	return all
})

// lookup returns what Unicode says about a character. No character before À has a class or decomposes.
func lookup(r rune) character {
	if r < 'À' {
		return character{}
	}
	return characters()[r]
}

// normalized returns a text in Unicode's normalization form D. Two texts have the same one if and only
// if they have the same form C, to which some file systems and programs bring every name.
func normalized(s string) string {
	if ascii(s) || !utf8.ValidString(s) || !strings.ContainsFunc(s, composed) {
		return s
	}
	runes := make([]rune, 0, len(s))
	for _, r := range s {
		runes = appendDecomposed(runes, r)
	}
	return string(ordered(runes))
}

// composed reports whether a character stands for others, or its place depends on the characters beside it.
func composed(r rune) bool {
	c := lookup(r)
	return c.class != 0 || c.to != nil || r >= hangulBase && r < hangulBase+hangulCount
}

func appendDecomposed(runes []rune, r rune) []rune {
	if n := r - hangulBase; n >= 0 && n < hangulCount {
		runes = append(runes, leadBase+n/(vowels*trails), vowelBase+n/trails%vowels)
		if trail := n % trails; trail > 0 {
			runes = append(runes, trailBase+trail)
		}
		return runes
	}
	if to := lookup(r).to; to != nil {
		return append(runes, to...)
	}
	return append(runes, r)
}

// marked is a combining character with its class.
type marked struct {
	r     rune
	class uint8
}

// ordered sorts each run of combining characters by their classes, and leaves those of one class in their
// order.
func ordered(runes []rune) []rune {
	var run []marked
	for i := 0; i < len(runes); i++ {
		run = run[:0]
		for _, r := range runes[i:] {
			class := lookup(r).class
			if class == 0 {
				break
			}
			run = append(run, marked{r, class})
		}
		if len(run) > 1 {
			slices.SortStableFunc(run, func(a, b marked) int { return cmp.Compare(a.class, b.class) })
			for k, m := range run {
				runes[i+k] = m.r
			}
		}
		i += len(run)
	}
	return runes
}

// foldCase maps every character to the least of those that simple case folding makes equal.
func foldCase(s string) string {
	switch {
	case ascii(s):
		return strings.ToUpper(s)
	case !utf8.ValidString(s):
		return s
	}
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}
