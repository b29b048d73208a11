package corpus

import (
	"maps"
	"slices"
	"testing"
)

// TestSource makes sure that searching the source for the ID of a case finds the case.
func TestSource(t *testing.T) {
	unknown := maps.Clone(places())
	for _, c := range Cases() {
		if at := places()[c.ID]; len(at) != 1 {
			t.Errorf("%s: described at %v, want one place", c.ID, at)
		}
		delete(unknown, c.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(unknown)) {
		t.Errorf("%v: no case has the ID %s", unknown[id], id)
	}

	for _, test := range []struct {
		id, file string
	}{
		{"prefix/plain", "corpus/internal/cases/prefix.go"},
		{"header/unaligned-at-81", "corpus/internal/cases/header.go"},
		{"descr/grid-le-f8-1d-v1", "corpus/internal/cases/grid_numbers.go"},
		{"pickle/missing-2d", "corpus/internal/cases/pickle.go"},
		{"zip/numpy-twenty", "corpus/internal/cases/zip_writers.go"},
	} {
		if file, line := (Case{ID: test.id}).Source(); file != test.file || line == 0 {
			t.Errorf("%s: got %s:%d, want a line of %s", test.id, file, line, test.file)
		}
	}
	if file, line := (Case{ID: "prefix/none"}).Source(); file != "" || line != 0 {
		t.Errorf("got %s:%d for a case that doesn't exist", file, line)
	}
}
