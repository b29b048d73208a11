package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// folder is where files are written.
type folder string

// write writes a file, given by its path with slashes.
func (f folder) write(name string, content []byte) error {
	path := filepath.Join(string(f), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// copy writes files of the checkout to a folder of the output, or to the output itself for "".
func (f folder) copy(to string, paths ...string) error {
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := f.write(to+filepath.Base(path), content); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program, and returns what it prints.
func command(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
