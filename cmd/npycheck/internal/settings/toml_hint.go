package settings

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

var (
	// bareValue is a line with a key and a value, or a list of values, without quotes.
	bareValue = regexp.MustCompile(`^\s*([\w."-]+)\s*=\s*(\[?)([A-Za-z*][^#"'=\[\]{}]*)(\]?)\s*(#.*)?$`)
	bareWord  = regexp.MustCompile(`^[\w.*/-]+$`)
)

// correctedLine returns how to write a line, from 1, whose text has no quotes, or whose true or false is in capitals; "" for
// any other line.
func correctedLine(text []byte, line int) string {
	lines := bytes.Split(text, []byte("\n"))
	if line < 1 || line > len(lines) {
		return ""
	}
	m := bareValue.FindSubmatch(lines[line-1])
	if m == nil || (len(m[2]) == 0) != (len(m[4]) == 0) {
		return ""
	}
	list := len(m[2]) > 0
	words := strings.Split(strings.TrimSpace(string(m[3])), ",")
	if !list && len(words) > 1 {
		return ""
	}
	for i, word := range words {
		word = strings.TrimSpace(word)
		lower := strings.ToLower(word)
		switch {
		case !bareWord.MatchString(word):
			return ""
		case !list && (lower == "true" || lower == "false"):
			words[i] = lower
		default:
			words[i] = `"` + word + `"`
		}
	}
	return fmt.Sprintf("%s = %s%s%s", m[1], m[2], strings.Join(words, ", "), m[4])
}
