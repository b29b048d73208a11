package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// configName is the name of the file with a project's settings.
const configName = ".npycheck.toml"

// maxConfig is the number of bytes that such a file may have. It can come from anybody.
const maxConfig = 64 << 10

// findConfig returns the path of the nearest configuration file in a folder or above it, or "". Nothing ends the
// search but the root: a file in a folder below replaces one above, and an empty one switches it off.
func findConfig(dir string) string {
	for {
		path := filepath.Join(dir, configName)
		if _, err := os.Lstat(path); err == nil {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// readConfig returns the text of a configuration file. It waits for nobody: only regular files are opened.
func readConfig(path string) ([]byte, error) {
	f, err := validator.Open(path)
	if err != nil {
		return nil, errors.New(report.ErrorText(err))
	}
	defer f.Close()
	text := make([]byte, maxConfig+1)
	n, err := f.ReadAt(text, 0)
	if err != nil && err != io.EOF {
		return nil, errors.New(report.ErrorText(err))
	}
	if n > maxConfig {
		return nil, fmt.Errorf("has more than %d bytes", maxConfig)
	}
	return text[:n], nil
}

// folder is a folder that patterns count from.
type folder struct {
	dir     string // absolute
	workDir string // absolute, for paths that are not
}

// rel returns a path as seen from the folder, with slashes.
func (f *folder) rel(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(f.workDir, path)
	}
	rel, err := filepath.Rel(f.dir, path)
	if err != nil { // on another drive
		rel = path
	}
	return filepath.ToSlash(rel)
}
