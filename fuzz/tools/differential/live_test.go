//go:build live

package main

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestDifferential is a short run.
func TestDifferential(t *testing.T) {
	live.Run(t, "go", "run", "./fuzz/tools/differential",
		"-environments", live.NumPy(t), "-arrays", "8000", "-archives", "6000", "-pickles", "16000")
}
