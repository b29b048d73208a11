//go:build live

package main

import (
	"testing"

	"github.com/npycheck/npycheck/internal/live"
)

// TestDifferential is a short run.
func TestDifferential(t *testing.T) {
	live.Run(t, "go", "run", "./fuzz/internal/differential",
		"-environments", live.NumPy(t), "-arrays", "8000", "-archives", "6000", "-pickles", "16000")
}
