package files

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMatchBelow has paths in the folder of the file, and above it.
func TestMatchBelow(t *testing.T) {
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	at := &Base{Dir: filepath.Join(root, "p"), WorkDir: filepath.Join(root, "p", "data")}
	for _, test := range []struct {
		glob, path string
		want       bool
	}{
		{"*.npy", "a.npy", true},
		{"*.npy", "a.NPY", true},
		{"*.cs", "a.CS", true},
		{"*.CS", "a.cs", true},
		{"*.cs", "cs", false},
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
		if got := (Globs{[]string{test.glob}, at}).MatchBelow(test.path); got != test.want {
			t.Errorf("%s, %s: got %v, want %v", test.glob, test.path, got, test.want)
		}
	}
}

// TestSuffixed has patterns with and without a suffix.
func TestSuffixed(t *testing.T) {
	for _, test := range []struct {
		glob, path string
		want       bool
	}{
		{"*.cs", "a.cs", true},
		{"*.cs", "x/a.CS", true},
		{"jobs/**/*.cs", "a.cs", true},
		{"*.cs", "a.npy.txt", false},
		{"*.cs", "cs", false},
		{"*", "a.cs", false},
		{"*.c*", "a.cs", false},
		{"*.{cs,npy}", "a.cs", false},
		{"a", "a", false},
		{"a.", "b.", false},
	} {
		if got := (Globs{Patterns: []string{test.glob}}).suffixed(test.path); got != test.want {
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
		if got := IsGlob(glob); got != want {
			t.Errorf("%s: got %v, want %v", glob, got, want)
		}
	}
}
