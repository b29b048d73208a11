package text

import (
	"strings"
	"unicode/utf8"
)

// AppendWrapped appends a text that begins in a column, counted from 0, and breaks it at spaces so that no line has more columns
// than that, unless a word is longer. Every further line begins with the indent. With 0 columns it breaks nothing.
func AppendWrapped(dst []byte, text string, column int, indent string, columns int) []byte {
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case columns > 0 && column+1+n > columns:
			dst = append(append(dst, '\n'), indent...)
			column = len(indent)
		default:
			dst = append(dst, ' ')
			column++
		}
		dst = append(dst, word...)
		column += n
	}
	return dst
}
