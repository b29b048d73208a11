package fix

import (
	"strings"
	"unicode"
)

// tame returns a name that is safe on every system: relative, without control characters and the like.
func tame(name string) string {
	name, _, _ = strings.Cut(name, "\x00")
	name = strings.ReplaceAll(name, "\\", "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:]
	}
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." && part != ".." {
			parts = append(parts, strings.Map(visible, part))
		}
	}
	return strings.Join(parts, "/")
}

// visible returns a character of a name, or an underscore for one that can't be seen.
func visible(r rune) rune {
	if !unicode.IsGraphic(r) {
		return '_'
	}
	return r
}
