//go:build live

package main

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestPage builds the page and the npm package. It runs the package in Node.js and opens the page in Chromium and
// Firefox, and compares both with the command.
func TestPage(t *testing.T) { live.Run(t, "cmd/npycheck-web/testdata/run") }
