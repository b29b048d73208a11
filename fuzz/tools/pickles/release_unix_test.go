//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLoaderEnds runs a loader that ends before it has read anything.
func TestLoaderEnds(t *testing.T) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "1.0", "bin")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "python"), []byte("#!/bin/sh\nexit 3\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	c := campaign{count: 2048, seed: 1, environments: dir, releases: []string{"1.0"}, figures: newFigures()}
	if err := c.run(); err == nil || err.Error() != "NumPy 1.0: exit status 3" {
		t.Errorf("got %v, want how the loader ended", err)
	}
}
