package replace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestStrangers replaces a file while the name that the new one has for a moment is taken: by a file of somebody else, a
// folder, a symbolic link or a pipe, which stay, or by what an earlier attempt left, which goes.
func TestStrangers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		make  func(path string) error
		stays bool
	}{
		{"another file", func(path string) error { return os.WriteFile(path, []byte("mine"), 0o600) }, true},
		{"another file of the same size", func(path string) error { return os.WriteFile(path, content('c'), 0o600) }, true},
		{"a folder", func(path string) error { return os.Mkdir(path, 0o700) }, true},
		{"a symbolic link", func(path string) error { return os.Symlink("a.npy", path) }, true},
		{"a pipe", func(path string) error { return unix.Mkfifo(path, 0o600) }, true},
		{"what was left", func(path string) error { return os.WriteFile(path, content('b'), 0o600) }, false},
	} {
		path := old(t)
		if !nameless(path) {
			t.Skip("temporary files have names here")
		}
		if err := test.make(filepath.Join(filepath.Dir(path), ".npycheck-fix-a.npy")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := File(options(path, info)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if whole := whole(t, path); !whole {
			t.Errorf("%s: got the old file", test.name)
		}
		if left := others(t, path); len(left) == 1 != test.stays || test.stays && left[0] != ".npycheck-fix-a.npy" {
			t.Errorf("%s: got %q next to the file, want that it stays: %v", test.name, left, test.stays)
		}
	}
}

// TestLongName replaces a file whose name has no room for a prefix.
func TestLongName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("a", 251)+".npy")
	write(t, path, "old")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := File(options(path, info)); err != nil {
		t.Fatal(err)
	}
	has(t, dir, map[string]string{filepath.Base(path): string(content('b'))})
}
