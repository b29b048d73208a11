package page

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestColours holds that every colour that a style uses has a value.
func TestColours(t *testing.T) {
	used, defined := map[string]string{}, map[string]bool{}
	for _, root := range []string{"../../internal", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".css" && filepath.Ext(path) != ".js" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range regexp.MustCompile(`"(--[a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
				defined[m[1]] = true // by a script
			}
			for _, m := range regexp.MustCompile(`var\((--[a-z-]+)`).FindAllStringSubmatch(string(text), -1) {
				used[m[1]] = path
			}
			for _, m := range regexp.MustCompile(`(--[a-z-]+):`).FindAllStringSubmatch(string(text), -1) {
				defined[m[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(used) < 10 {
		t.Errorf("got %d colours", len(used))
	}
	for name, path := range used {
		if !defined[name] {
			t.Errorf("%s: %s has no value", path, name)
		}
	}
}
