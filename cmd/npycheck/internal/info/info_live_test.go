//go:build live

package info

import (
	"path/filepath"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestStatisticsOfNumPy compares what npycheck info --stats --head prints for arrays with NumPy and exact arithmetic,
// for every numeric dtype in both byte orders and both memory orders, with extremes, NaN, infinities and negative
// zeros, in files and in archives.
func TestStatisticsOfNumPy(t *testing.T) { runEach(t, "compare.py") }

// TestObjectsOfNumPy compares the tree that npycheck info shows of Python objects with what NumPy loads: types, keys,
// scalars, dtypes and shapes, in all protocols of pickles, with shared values and cycles.
func TestObjectsOfNumPy(t *testing.T) { runEach(t, "compare_objects.py") }

// runEach runs a program with an old and a new release of NumPy.
func runEach(t *testing.T, program string) {
	releases := []string{"1.26.4", "2.4.6"}
	environments := live.NumPy(t, releases...)
	npycheck := live.Npycheck(t)
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			python := filepath.Join(environments, release, "bin", "python")
			live.Run(t, python, "-I", "cmd/npycheck/internal/info/testdata/"+program, npycheck, t.TempDir())
		})
	}
}
