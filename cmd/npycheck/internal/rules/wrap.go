package rules

import (
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

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
	words := strings.Join(strings.Fields(paragraph), " ")
	return append(text.AppendWrapped(append(dst, indent...), words, len(indent), indent, columns), '\n')
}
