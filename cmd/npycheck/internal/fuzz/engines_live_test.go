//go:build live

package fuzz

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestEngines runs engines as docs/engines.md says, with what export writes.
func TestEngines(t *testing.T) {
	live.Run(t, "cmd/npycheck/internal/fuzz/testdata/engines/run", "libfuzzer", "afl", "go")
}
