package disk

import (
	"io/fs"
	"os"
	"path/filepath"
)

// RemoveAll removes a folder with all that is in it, even with folders that somebody has closed.
func RemoveAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	filepath.WalkDir(dir, func(name string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			os.Chmod(name, 0o700) // before it is read
		}
		return nil
	})
	return os.RemoveAll(dir)
}
