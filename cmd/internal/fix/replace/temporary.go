package replace

import (
	"os"
	"path/filepath"
)

// temporary is a file without a name, or with one that nobody looks for.
type temporary struct {
	*os.File
	name string // "" for none
}

// named returns a temporary file with a name in the folder of a file.
func named(path string) (*temporary, error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".npycheck-fix-*")
	if err != nil {
		return nil, plain(err)
	}
	return &temporary{f, f.Name()}, nil
}

// drop ends the work on a temporary file, and removes it if it didn't become another.
func (t *temporary) drop() {
	t.Close()
	if t.name != "" {
		os.Remove(t.name)
	}
}
