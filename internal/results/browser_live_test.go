//go:build live

package results

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestPagesInBrowser opens the matrix, the page of a run and reports on files.
func TestPagesInBrowser(t *testing.T) { live.Run(t, "internal/results/testdata/browser/run") }
