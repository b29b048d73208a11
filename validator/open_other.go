//go:build !unix

package validator

import (
	"errors"
	"io/fs"
	"os"
)

// open opens a regular file.
func open(name string) (*os.File, int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		f.Close()
		return nil, 0, &fs.PathError{Op: "open", Path: Quote(name), Err: errors.New("is not a regular file")}
	}
	return f, info.Size(), nil
}
