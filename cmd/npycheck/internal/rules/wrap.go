package rules

import "strings"

// appendWrapped appends text rewrapped to the width in columns. Empty lines separate paragraphs.
func appendWrapped(dst []byte, text string, columns int) []byte {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = appendLines(dst, paragraph, "", columns)
	}
	return dst
}

// appendLines appends a paragraph wrapped to the width in columns, each line with the indent.
func appendLines(dst []byte, paragraph, indent string, columns int) []byte {
	width := 0
	for _, word := range strings.Fields(paragraph) {
		n := len([]rune(word))
		switch {
		case width > 0 && width+1+n <= columns:
			dst = append(dst, ' ')
			width++
		case width > 0:
			dst = append(dst, '\n')
			fallthrough
		default:
			dst = append(dst, indent...)
			width = len(indent)
		}
		dst = append(dst, word...)
		width += n
	}
	return append(dst, '\n')
}
