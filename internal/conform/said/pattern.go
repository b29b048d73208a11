package said

import "strings"

// Like reports whether a text matches a pattern, in which "*" stands for any characters; \* and \\ are a star and a
// backslash.
func Like(pattern, text string) bool {
	parts := literals(pattern)
	if len(parts) == 1 {
		return parts[0] == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(text, part)
		if !ok || at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return ok && strings.HasSuffix(text, parts[len(parts)-1])
}

// literals returns what is between the stars of a pattern.
func literals(pattern string) []string {
	if !strings.Contains(pattern, `\`) {
		return strings.Split(pattern, "*")
	}
	var parts []string
	var part strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern) && (pattern[i+1] == '*' || pattern[i+1] == '\\'):
			i++
			part.WriteByte(pattern[i])
		case c == '*':
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteByte(c)
		}
	}
	return append(parts, part.String())
}

// Literally makes a pattern that only the text matches.
var Literally = strings.NewReplacer(`\`, `\\`, `*`, `\*`)
