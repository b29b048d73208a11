package cli

import (
	"cmp"
	"strings"
)

// DidYouMean returns "; did you mean X?" for the word nearest to the one given, or "" if none is
// near.
func DidYouMean(word string, words []string) string {
	if len(word) > 100 {
		return "" // not one of our names, and the distance takes quadratic time
	}
	word = strings.ToLower(strings.ReplaceAll(word, "_", "-"))
	best, distance := "", (len(word)+2)/3+1
	for _, w := range words {
		if d := editDistance(word, w); d < distance {
			best, distance = w, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// WantOneOf returns DidYouMean, or, if no word is near, the list of words.
func WantOneOf(word string, words []string) string {
	return cmp.Or(DidYouMean(word, words), "; expected one of "+strings.Join(words, ", "))
}

// editDistance returns the number of bytes to insert, delete or replace to get from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
