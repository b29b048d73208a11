package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSource looks for the ID of each case in the line where the case is said to be described. An ID that is put
// together is there up to its first variable part.
func TestSource(t *testing.T) {
	lines := make(map[string][]string)
	for _, c := range Cases() {
		file, line := c.Source()
		if lines[file] == nil {
			text, err := os.ReadFile(filepath.Join("..", file))
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			lines[file] = strings.Split(string(text), "\n")
		}
		if line < 1 || line > len(lines[file]) || !names(lines[file][line-1], c.ID) {
			t.Errorf("%s: it is not at %s:%d", c.ID, file, line)
		}
	}
	if file, line := (Case{ID: "prefix/none"}).Source(); file != "" || line != 0 {
		t.Errorf("got %s:%d for a case that doesn't exist", file, line)
	}
}

// names reports whether a line has an ID in quotes, or a format of which the ID has the front.
func names(line, id string) bool {
	for i, text := range strings.Split(line, `"`) {
		if front, _, format := strings.Cut(text, "%"); i%2 == 1 && (text == id || format && strings.HasPrefix(id, front)) {
			return true
		}
	}
	return false
}
