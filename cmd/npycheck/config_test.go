package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/npycheck/npycheck/spec"
)

// TestTOMLLines has keys of every form.
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

// TestMatchBelow has paths that are in the folder of the file, and above it.
func TestMatchBelow(t *testing.T) {
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	at := &folder{dir: filepath.Join(root, "p"), workDir: filepath.Join(root, "p", "data")}
	for _, test := range []struct {
		glob, path string
		want       bool
	}{
		{"*.npy", "a.npy", true},
		{"*.npy", "a.NPY", true},
		{"data/a.npy", "a.npy", true},
		{"a.npy", filepath.Join("..", "a.npy"), true},
		{"/a.npy", filepath.Join("..", "a.npy"), true},
		{"/a.npy", "a.npy", false},
		{"old", filepath.Join("old", "x", "a.npy"), true},
		{"data/old", filepath.Join("old", "x", "a.npy"), true},
		{"/old", filepath.Join("old", "x", "a.npy"), false},
		{"data/**/a.npy", filepath.Join("old", "x", "a.npy"), true},
		{"data", "a.npy", true},
		{"dat", "a.npy", false},
		{"data/a.npy", filepath.Join(root, "p", "data", "a.npy"), true},
		{"data/a.npy", filepath.Join(root, "q", "data", "a.npy"), false},
	} {
		if got := (globs{[]string{test.glob}, at}).matchBelow(test.path); got != test.want {
			t.Errorf("%s, %s: got %v, want %v", test.glob, test.path, got, test.want)
		}
	}
}

func TestIsGlob(t *testing.T) {
	for glob, want := range map[string]bool{
		"*.{npy,npz}":                      true,
		"{a,b}/{c,d}/**/*.{npy,npz}":       true,
		"[":                                false,
		"{a":                               false,
		strings.Repeat("{a,a}", 30):        false,
		strings.Repeat("{a,", 30) + "a":    false,
		strings.Repeat("{a,b,c}", 7) + "x": true,
	} {
		if got := isGlob(glob); got != want {
			t.Errorf("%s: got %v, want %v", glob, got, want)
		}
	}
}

func TestRulesNamed(t *testing.T) {
	for word, want := range map[string][]spec.ID{
		"zip-gap":        {spec.ZipGap},
		"shape-rank-*":   {spec.ShapeRankOver32, spec.ShapeRankOver64},
		"*-rank-over-6*": {spec.ShapeRankOver64},
		"zip-ga":         nil,
		"zip-ga?":        nil,
		"zip-[g]ap":      nil,
		"zip-gap\n":      nil,
		"ZIP-GAP":        nil,
		"":               nil,
	} {
		if got := rulesNamed(word); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", word, got, want)
		}
	}
	if got := len(rulesNamed("*")); got != len(spec.Rules()) {
		t.Errorf("*: got %d rules, want all", got)
	}
	if families := ruleFamilies(); !slices.Contains(families, "header-*") || !slices.Contains(families, "pickle-import-*") || slices.Contains(families, "zip-gap-*") {
		t.Errorf("got %v", families)
	}
}
