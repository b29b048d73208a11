package said

import (
	"regexp"
	"strings"
)

// Parts of a message that differ from file to file.
var (
	paths   = regexp.MustCompile(`(?:[A-Za-z]:)?(?:[/\\][\w.+@~-]+){2,}`)
	quoted  = regexp.MustCompile(`"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*'|` + "`[^`]*`")
	numbers = regexp.MustCompile(`0x[0-9a-fA-F…]+|[0-9]+`)
	asides  = regexp.MustCompile(`\([^()]*\)`)
	where   = regexp.MustCompile(` --> .*`) // Rust parsers show the text at which they fail
	lists   = regexp.MustCompile(`#(?:[,; ]+-?#)+`)
)

// maxShape is the number of bytes of a message that count.
const maxShape = 100

// Shape returns a message without the parts that differ from file to file: numbers, paths, and what is quoted or in
// parentheses, which is often a piece of the file.
func Shape(message string) string {
	message = where.ReplaceAllString(message, "")
	message = quoted.ReplaceAllString(message, "…")
	message = asides.ReplaceAllString(message, "(…)")
	message = paths.ReplaceAllString(message, "…")
	message = numbers.ReplaceAllString(message, "#")
	message = lists.ReplaceAllString(message, "#")
	if len(message) > maxShape {
		message = strings.ToValidUTF8(message[:maxShape], "")
	}
	return message
}

// Difference returns what differs between two arrays, without the values.
func Difference(message string) string {
	of := ""
	if member, rest, ok := strings.Cut(message, `": `); ok && strings.HasPrefix(member, `member "`) {
		of, message = "member: ", rest
	}
	for _, what := range []string{"dtype", "shape", "element"} {
		if strings.HasPrefix(message, what) {
			return of + what
		}
	}
	message, _, _ = strings.Cut(message, ", expected")
	return of + Shape(message)
}
