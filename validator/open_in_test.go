package validator

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/disk"
)

// TestOpenIn opens files by their names in an open folder.
func TestOpenIn(t *testing.T) {
	dir := t.TempDir()
	try(t, os.WriteFile(filepath.Join(dir, "a.npy"), plainFile, 0o600))
	try(t, os.WriteFile(filepath.Join(dir, "b.npz"), plainFile, 0o600))
	try(t, os.Mkdir(filepath.Join(dir, "c.npy"), 0o700))
	folder, err := disk.OpenFolder(dir)
	try(t, err)
	defer folder.Close()
	for name, want := range map[string][]string{"a.npy": nil, "b.npz": {"npz-single-array"}} {
		f, err := disk.OpenIn(folder, name)
		try(t, err)
		report, err := Check(context.Background(), f, f.Size(), nil)
		if err != nil || !slices.Equal(ruleIDs(report), want) {
			t.Errorf("%s: got %+v, %v, want the rules %v", name, report, err, want)
		}
		try(t, f.Close())
	}
	for name, want := range map[string]string{
		"c.npy":                       "regular file",
		"missing.npy":                 "", // in the words of the system
		"":                            "is not a name in a folder",
		"c.npy/../a.npy":              "is not a name in a folder",
		"/a.npy":                      "is not a name in a folder",
		"..":                          "regular file",
		"a\x1b.npy":                   "",
		strings.Repeat("a", 300):      "",
		strings.Repeat("../", 10_000): "is not a name in a folder",
	} {
		f, err := disk.OpenIn(folder, name)
		var path *fs.PathError
		if f != nil || !errors.As(err, &path) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.40q: got %v, want the error %q", name, err, want)
		} else if want := Quote(dir + string(os.PathSeparator) + name); path.Path != want {
			t.Errorf("%.40q: got the path %q in the error, want %q", name, path.Path, want)
		}
	}
}

// TestOpenInFolderThatIsReplaced replaces the folder of a file with a fault, between the opening and the end of the
// check.
func TestOpenInFolderThatIsReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open folder can't be renamed")
	}
	dir := filepath.Join(t.TempDir(), "d")
	try(t, os.Mkdir(dir, 0o700))
	try(t, os.WriteFile(filepath.Join(dir, "a.npy"), plainFile[:140], 0o600))
	folder, err := disk.OpenFolder(dir)
	try(t, err)
	defer folder.Close()
	f, err := disk.OpenIn(folder, "a.npy")
	try(t, err)
	defer f.Close()
	try(t, os.Rename(dir, dir+".old"))
	try(t, os.Mkdir(dir, 0o700))
	try(t, os.WriteFile(filepath.Join(dir, "a.npy"), plainFile, 0o600))
	if report, err := Check(context.Background(), f, f.Size(), nil); report != nil || !errors.Is(err, ErrChanged) {
		t.Errorf("got %+v, %v, want %v", report, err, ErrChanged)
	}
}

// TestOpenFolder opens what is not a folder.
func TestOpenFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a\x1b.npy")
	if runtime.GOOS == "windows" {
		file = filepath.Join(dir, "a.npy")
	}
	try(t, os.WriteFile(file, plainFile, 0o600))
	for _, name := range []string{file, filepath.Join(dir, "missing"), ""} {
		folder, err := disk.OpenFolder(name)
		var path *fs.PathError
		if folder != nil || !errors.As(err, &path) || path.Path != Quote(name) {
			t.Errorf("%q: got %v, %v, want an error with the quoted path", name, folder, err)
		}
	}
}
