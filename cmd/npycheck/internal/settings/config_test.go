package settings

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// TestTOMLLines has every form of key.
func TestTOMLLines(t *testing.T) {
	text := `# a comment
ignore = [
  "a", # and another
  'b']
severity."x.y" = "note"
 severity . z='note'
[[overrides]]
path = ["p"]
[overrides.severity]
"zip-*" = "off"

[[overrides]]
severity = {a = "note", "b" = "off"}
`
	if err := toml.Unmarshal([]byte(text), new(map[string]any)); err != nil {
		t.Fatal(err)
	}
	lines := tomlLines([]byte(text))
	for path, want := range map[string]int{
		"ignore": 2, "ignore [0]": 3, "ignore [1]": 4,
		"severity": 5, "severity x.y": 5, "severity z": 6,
		"overrides": 7, "overrides [0]": 7, "overrides [0] path": 8, "overrides [0] path [0]": 8,
		"overrides [0] severity": 9, "overrides [0] severity zip-*": 10,
		"overrides [1]": 12, "overrides [1] severity": 13, "overrides [1] severity b": 13,
	} {
		if got := lines[joinKeys(strings.Fields(path))]; got != want {
			t.Errorf("%s: got line %d, want %d", path, got, want)
		}
	}
}
