//go:build unix

package disk

import (
	"os"
	"path/filepath"
	"testing"
)

// TestChangedWithoutSize covers files without a size: those of /proc change all the time and look like any others
// by their times. A file that gets a size is another one.
func TestChangedWithoutSize(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	try(t, os.WriteFile(name, nil, 0o600))
	f, err := Open(name)
	try(t, err)
	defer f.Close()
	h, other := f.handle, state{}
	if h.changed(name, other) {
		t.Error("a file without a size counts as changed when its times differ")
	}
	if other.size = 1; !h.changed(name, other) {
		t.Error("a file that lost its content doesn't count as changed")
	}
	try(t, os.WriteFile(name, []byte("a"), 0o600))
	if !h.changed(name, state{}) {
		t.Error("a file that got a content doesn't count as changed")
	}
}

// try ends the test on an error.
func try(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
