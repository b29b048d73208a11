//go:build live

package record

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestPagesInBrowser opens the matrix, the page of a run and reports on files.
func TestPagesInBrowser(t *testing.T) { live.Run(t, "internal/record/testdata/browser/run") }
