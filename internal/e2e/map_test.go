package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const maxMapLines = 120

// spelled is what ARCHITECTURE.md spells as code.
var spelled = regexp.MustCompile("`([^`\n]*)`")

func architecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMap compares the table of ARCHITECTURE.md with the existing packages.
func TestMap(t *testing.T) {
	text := architecture(t)
	if n := strings.Count(text, "\n"); n > maxMapLines {
		t.Errorf("got %d lines, want at most %d", n, maxMapLines)
	}
	var got []string
	for line := range strings.Lines(text) {
		if cells := strings.Split(line, "|"); len(cells) > 1 {
			for _, name := range spelled.FindAllStringSubmatch(cells[1], -1) {
				got = append(got, name[1])
			}
		}
	}
	out, err := exec.Command("go", "list", module+"/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(out))
	for i, name := range want {
		want[i] = strings.TrimPrefix(name, module+"/")
		if !slices.Contains(got, want[i]) {
			t.Errorf("%s is not on the map", want[i])
		}
	}
	slices.Sort(got)
	for i, name := range got {
		if !slices.Contains(want, name) {
			t.Errorf("%s is on the map, but is not a package", name)
		}
		if i > 0 && name == got[i-1] {
			t.Errorf("%s is on the map twice", name)
		}
	}
}

// TestMapPaths looks for each path that ARCHITECTURE.md names. A file without a folder is in the folder of the path
// before it.
func TestMapPaths(t *testing.T) {
	file := regexp.MustCompile(`^[a-z_0-9]+\.(go|md)$`)
	folder, named := "", 0
	for _, match := range spelled.FindAllStringSubmatch(architecture(t), -1) {
		name := match[1]
		switch {
		case strings.Contains(name, " "):
			continue
		case strings.HasSuffix(name, "/"):
			folder = path.Clean(name)
		case strings.Contains(name, "/"):
			if folder = name; path.Ext(name) != "" {
				folder = path.Dir(name)
			}
		case file.MatchString(name):
			name = path.Join(folder, name)
		default:
			continue
		}
		named++
		if found, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(name))); len(found) == 0 || err != nil {
			t.Errorf("%s doesn't exist", name)
		}
	}
	if named < 100 {
		t.Errorf("got %d paths, want at least 100", named)
	}
}

// TestMapTests looks for each test that ARCHITECTURE.md names.
func TestMapTests(t *testing.T) {
	tests := map[string]bool{}
	begin := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "../.." && (entry.Name()[0] == '.' || entry.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		for _, test := range begin.FindAllStringSubmatch(string(text), -1) {
			tests[test[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, match := range spelled.FindAllStringSubmatch(architecture(t), -1) {
		if !strings.HasPrefix(match[1], "Test") {
			continue
		}
		named++
		if !tests[match[1]] {
			t.Errorf("%s doesn't exist", match[1])
		}
	}
	if named < 20 {
		t.Errorf("got %d tests, want at least 20", named)
	}
}
