//go:build live

package export

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestEngines runs engines with what Write writes. They have to find the defects of testdata/reader.c.
func TestEngines(t *testing.T) {
	live.Run(t, "internal/fuzz/export/testdata/engines/run", "libfuzzer", "afl", "go")
}
