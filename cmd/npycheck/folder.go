package main

import (
	"io/fs"
	"os"
)

// openFolder opens a folder to write into, and makes it if it doesn't exist. It reports whether nothing is in it.
func openFolder(dir string) (root *os.Root, empty bool, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, false, err
	}
	if root, err = os.OpenRoot(dir); err != nil {
		return nil, false, err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		root.Close()
		return nil, false, err
	}
	return root, len(entries) == 0, nil
}

// openEmpty is openFolder for a folder in which nothing may be.
func openEmpty(dir string) (*os.Root, error) {
	root, empty, err := openFolder(dir)
	if err == nil && !empty {
		root.Close()
		return nil, usagef("%s is not empty", quoted(dir))
	}
	return root, err
}
