package settings

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// index is an element's path below that of its list.
func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// joinKeys makes a key of a map of a path. TOML keys can't contain NUL.
func joinKeys(path []string) string { return strings.Join(path, "\x00") }

// tomlLines returns the lines of the keys, and of the values in lists, of a table and what it is part of, in a valid
// text.
func tomlLines(text []byte, of []string) map[string]int {
	w := tomlWalk{of: of, lines: map[string]int{}, tables: map[string]int{}}
	for i, c := range text {
		if c == '\n' {
			w.ends = append(w.ends, i)
		}
	}
	w.Reset(text)
	var table []string
	for w.NextExpression() {
		switch node := w.Expression(); node.Kind {
		case unstable.Table:
			table, _ = w.key(nil, node)
		case unstable.ArrayTable:
			list, line := w.key(nil, node)
			n := w.tables[joinKeys(list)]
			w.tables[joinKeys(list)]++
			table = append(list, index(n))
			w.note(table, line)
		case unstable.KeyValue:
			path, _ := w.key(table, node)
			w.value(path, node.Value())
		}
	}
	return w.lines
}

type tomlWalk struct {
	unstable.Parser
	of     []string
	ends   []int // offsets of the newlines
	lines  map[string]int
	tables map[string]int // number of tables in each list of tables
}

// maxPath is the length of the longest path that a setting has in the table: overrides, which one, severity, the rule.
// Below it nothing is recorded, since a stranger's file can have a key of thousands of parts.
const maxPath = 4

func (w *tomlWalk) note(path []string, line int) {
	if common := min(len(path), len(w.of)); !slices.Equal(path[:common], w.of[:common]) {
		return
	}
	if _, ok := w.lines[joinKeys(path)]; !ok {
		w.lines[joinKeys(path)] = line
	}
}

// lineOf returns the line of a part of the text.
func (w *tomlWalk) lineOf(part unstable.Range) int {
	before, _ := slices.BinarySearch(w.ends, int(part.Offset))
	return 1 + before
}

// key records the line of a key and returns its path. What follows a list of tables belongs to the last of them.
func (w *tomlWalk) key(of []string, node *unstable.Node) (path []string, line int) {
	path = slices.Clone(of)
	for keys := node.Key(); keys.Next() && len(path) < len(w.of)+maxPath; {
		if n := w.tables[joinKeys(path)]; n > 0 {
			path = append(path, index(n-1))
		}
		path = append(path, string(keys.Node().Data))
		line = w.lineOf(keys.Node().Raw)
		w.note(path, line)
	}
	return path, line
}

// value records the lines in a value.
func (w *tomlWalk) value(path []string, node *unstable.Node) {
	if len(path) >= len(w.of)+maxPath {
		return
	}
	switch node.Kind {
	case unstable.InlineTable:
		for children := node.Children(); children.Next(); {
			below, _ := w.key(path, children.Node())
			w.value(below, children.Node().Value())
		}
	case unstable.Array:
		i := 0
		for children := node.Children(); children.Next(); i++ {
			below := append(slices.Clip(path), index(i))
			if raw := children.Node().Raw; raw.Length > 0 {
				w.note(below, w.lineOf(raw))
			}
			w.value(below, children.Node())
		}
	}
}

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
