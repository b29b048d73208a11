//go:build !unix

package files

import (
	"io/fs"
	"path/filepath"
)

// fileID identifies a file or a folder: its path without links.
type fileID string

func identify(path string, _ fs.FileInfo) (fileID, bool) {
	path, err := filepath.EvalSymlinks(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	return fileID(path), err == nil
}
