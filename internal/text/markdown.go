package text

import (
	"fmt"
	"strings"
)

// MarkdownCode shows foreign text that is fit for a terminal in Markdown, in the cell of a table as well: in code nothing
// is a link, a mention or a tag. A code span has no escape for a backquote, nor one that every renderer of tables knows for
// a bar, so that text with either becomes an element with references.
func MarkdownCode(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	if !strings.ContainsAny(s, "`|") {
		return "`" + Inert(s) + "`"
	}
	var b strings.Builder
	b.WriteString("<code>")
	for _, r := range s {
		if r > '~' || r == ' ' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	b.WriteString("</code>")
	return b.String()
}
