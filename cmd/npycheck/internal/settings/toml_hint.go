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

// lineHint says what a line, from 1, needs whose text has no quotes, or whose true or false is in capitals; "" for any
// other line. It doesn't repeat the value: the file may be a link to one with secrets.
func lineHint(text []byte, line int) string {
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
	for _, word := range words {
		if !bareWord.MatchString(strings.TrimSpace(word)) {
			return ""
		}
	}
	lower := strings.ToLower(words[0])
	switch {
	case list:
		return fmt.Sprintf("the values of %s need quotes", m[1])
	case len(words) > 1:
		return ""
	case lower == "true" || lower == "false":
		return fmt.Sprintf("expected %s = %s", m[1], lower)
	}
	return fmt.Sprintf("the value of %s needs quotes", m[1])
}
