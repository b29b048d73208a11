package replace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestErrorsLeaveAll lets each step fail: the old file stays, and nothing else does.
func TestErrorsLeaveAll(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	good := func(*os.File) error { return nil }
	bad := func(*os.File) error { return failed }
	for name, o := range map[string]Options{
		"write": {Write: bad, Check: good, Ready: func() error { return nil }},
		"check": {Write: good, Check: bad, Ready: func() error { return nil }},
		"ready": {Write: good, Check: good, Ready: func() error { return failed }},
	} {
		dir := t.TempDir()
		o.Path = filepath.Join(dir, "a.npy")
		write(t, o.Path, "old")
		info, err := os.Stat(o.Path)
		if err != nil {
			t.Fatal(err)
		}
		o.Like = info
		if err := File(o); !errors.Is(err, failed) {
			t.Errorf("%s: got %v, want the error of the step", name, err)
		}
		has(t, dir, map[string]string{"a.npy": "old"})
	}
}

// TestNewName writes a file of another name, which replaces none.
func TestNewName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, to := filepath.Join(dir, "a.npz"), filepath.Join(dir, "a.npy")
	write(t, path, "old")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Path: path, To: to, Like: info,
		Write: func(f *os.File) error { _, err := f.WriteString("new"); return err },
		Check: func(*os.File) error { return nil },
		Ready: func() error { return nil },
	}
	if err := File(o); err != nil {
		t.Fatal(err)
	}
	has(t, dir, map[string]string{"a.npz": "old", "a.npy": "new"})
	if err := File(o); !errors.Is(err, ErrExists) {
		t.Errorf("got %v, want that there is such a file", err)
	}
	has(t, dir, map[string]string{"a.npz": "old", "a.npy": "new"})
}

// TestRename gives a file another name, unless there is one.
func TestRename(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, to := filepath.Join(dir, "a.npz"), filepath.Join(dir, "a.npy")
	write(t, path, "old")
	if err := Rename(path, to); err != nil {
		t.Fatal(err)
	}
	has(t, dir, map[string]string{"a.npy": "old"})
	write(t, path, "other")
	if err := Rename(path, to); !errors.Is(err, ErrExists) {
		t.Errorf("got %v, want that there is such a file", err)
	}
	has(t, dir, map[string]string{"a.npy": "old", "a.npz": "other"})
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// has requires a folder to have these files and no others.
func has(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(files) {
		t.Errorf("got %v, %v, want %d files", entries, err, len(files))
	}
	for name, content := range files {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != content {
			t.Errorf("%s: got %q, %v, want %q", name, b, err, content)
		}
	}
}
