package zip

import (
	"cmp"
	"slices"
	"strings"
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

// normalized returns a text in Unicode's normalization form D. Two texts have the same one if and only
// if they have the same form C, to which some file systems and programs bring every name.
func normalized(s string) string {
	if ascii(s) || !utf8.ValidString(s) {
		return s
	}
	runes := make([]rune, 0, len(s))
	for _, r := range s {
		runes = appendDecomposed(runes, r)
	}
	return string(ordered(runes))
}

func appendDecomposed(runes []rune, r rune) []rune {
	if r < 0xc0 {
		return append(runes, r)
	}
	if n := r - hangulBase; n >= 0 && n < hangulCount {
		runes = append(runes, leadBase+n/(vowels*trails), vowelBase+n/trails%vowels)
		if trail := n % trails; trail > 0 {
			runes = append(runes, trailBase+trail)
		}
		return runes
	}
	k, ok := slices.BinarySearchFunc(decompositions[:], r, func(d decomposition, r rune) int { return cmp.Compare(d.composed, r) })
	if !ok {
		return append(runes, r)
	}
	for _, r := range decompositions[k].to {
		runes = append(runes, r)
	}
	return runes
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
			class := combiningClass(r)
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

func combiningClass(r rune) uint8 {
	if r < combiningClasses[0].first {
		return 0
	}
	k, ok := slices.BinarySearchFunc(combiningClasses[:], r, func(c classRange, r rune) int {
		switch {
		case c.last < r:
			return -1
		case c.first > r:
			return 1
		}
		return 0
	})
	if !ok {
		return 0
	}
	return combiningClasses[k].class
}

// foldCase maps every character to the least of those that simple case folding makes equal.
func foldCase(s string) string {
	if !utf8.ValidString(s) {
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
