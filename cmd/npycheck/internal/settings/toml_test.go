package settings

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
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
	lines := tomlLines([]byte(text), nil)
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

// TestTOMLLinesOfTable has every way to spell a table in a file that others have tables in, too.
func TestTOMLLinesOfTable(t *testing.T) {
	for text, want := range map[string]string{
		"[project]\nignore = 1\n[tool.npycheck]\nignore = [\n'a']\n":  "tool 3, tool npycheck 3, tool npycheck ignore 4, tool npycheck ignore [0] 5",
		"[tool.npycheck.severity]\na = 'off'\n[tool.npyc]\nb = 1":     "tool 1, tool npycheck 1, tool npycheck severity 1, tool npycheck severity a 2",
		"[tool]\nx = 1\nnpycheck.only = []\nnpycheck.show = 'note'\n": "tool 1, tool npycheck 3, tool npycheck only 3, tool npycheck show 4",
		"tool = {npycheck = {show = 'note'}}":                         "tool 1, tool npycheck 1, tool npycheck show 1",
		"[[tool.x.overrides]]\n[[tool.npycheck.overrides]]\n[tool.npycheck.overrides.severity]\na = 'off'\n[tool.npycheck.overrides.severity.a.b.c]": "tool 1, tool npycheck 2, tool npycheck overrides 2, tool npycheck overrides [0] 2, tool npycheck overrides [0] severity 3, tool npycheck overrides [0] severity a 4",
	} {
		var got []string
		for path, line := range tomlLines([]byte(text), projectTable) {
			got = append(got, strings.ReplaceAll(path, "\x00", " ")+" "+strconv.Itoa(line))
		}
		slices.Sort(got)
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestKeys expects each setting once, with a flag in a group of the help and a place in the help of config.
func TestKeys(t *testing.T) {
	cmd := &cobra.Command{}
	s := new(Settings)
	s.Register(cmd)
	example := Example()
	for _, setting := range s.all() {
		if flag := cmd.Flags().Lookup(setting.Key); flag == nil || flag.Usage == "" || len(flag.Annotations) == 0 {
			t.Errorf("%s: got the flag %+v, want one with a text and a group", setting.Key, flag)
		}
		if n := strings.Count(example, "  "+setting.Key+" = "); n != 1 && setting.kind != levels {
			t.Errorf("%s: got %d examples, want 1", setting.Key, n)
		}
	}
	if got, want := strings.Join(keys(true), " "), "path ignore severity allow-import"; got != want {
		t.Errorf("got the keys %s of overrides, want %s", got, want)
	}
}
