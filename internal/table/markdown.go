package table

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
)

// Implementation returns the name and the version.
func Implementation(i conformance.Implementation) string {
	return strings.TrimSpace(Code(i.Name) + " " + Code(i.Version))
}

// CellHeads returns the heads of the columns that CellCounts fills.
func CellHeads() string {
	var b strings.Builder
	for _, cell := range conformance.Cells() {
		fmt.Fprintf(&b, " %s |", cell)
	}
	return b.String()
}

// CellCounts returns the columns of a line of counts.
func CellCounts(counts map[conformance.Cell]int) string {
	var b strings.Builder
	for _, cell := range conformance.Cells() {
		fmt.Fprintf(&b, " %d |", counts[cell])
	}
	return b.String()
}

// Codes returns words as code, side by side.
func Codes(words []string) string {
	codes := make([]string, len(words))
	for i, word := range words {
		codes[i] = Code(word)
	}
	return strings.Join(codes, " ")
}

// Word returns plain words as they are, and anything else as code.
func Word(s string) string {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '+' && c != ' ' {
			return Code(s)
		}
	}
	return s
}

// Code shows foreign text in Markdown.
func Code(s string) string { return text.MarkdownCode(text.Quote(s)) }
