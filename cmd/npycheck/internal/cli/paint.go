package cli

import (
	"io"
	"os"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
)

// PaintFor returns the colours for w: a terminal that takes them has some, unless NO_COLOR is set.
func PaintFor(w io.Writer) report.Paint {
	return report.Paint(os.Getenv("NO_COLOR") == "" && TakesEscapes(w))
}

// Headings marks the lines of a text that begin a paragraph, end with a colon and are not indented.
func Headings(p report.Paint, text string) string {
	if !p {
		return text
	}
	paragraphs := strings.Split(text, "\n\n")
	for i, paragraph := range paragraphs {
		heading, _, _ := strings.Cut(paragraph, "\n")
		if strings.HasSuffix(heading, ":") && heading[0] != ' ' {
			paragraphs[i] = p.Bold(heading) + paragraph[len(heading):]
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
