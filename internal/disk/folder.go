//go:build !linux

package disk

import (
	"errors"
	"io/fs"
	"os"
)

// openFolder opens a folder.
func openFolder(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, cause(err)
	}
	if !info.IsDir() { // opening could block
		return nil, errors.New("is not a directory")
	}
	f, err := os.Open(path)
	return f, cause(err)
}

// cause returns an error without the path in it.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
