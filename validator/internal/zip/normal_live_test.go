//go:build live

package zip

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestNormalTableOfPython compares the table of Unicode characters with Python's.
func TestNormalTableOfPython(t *testing.T) {
	live.Run(t, "python3", "validator/internal/zip/testdata/normal.py", "--check")
}
