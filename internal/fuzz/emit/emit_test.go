package emit_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/fuzz/emit"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/spec"
)

// written writes files and opens them as a suite.
func written(t *testing.T, o emit.Options) (*conformance.Suite, []byte) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := emit.Write(t.Context(), root, o); err != nil {
		t.Fatal(err)
	}
	suite, err := conformance.OpenSuite(dir)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	return suite, manifest
}

// TestWrite writes files of every mode: the manifest has the schema of the corpus, and each case what the corpus
// asks of its own.
func TestWrite(t *testing.T) {
	t.Parallel()
	schema := schematest.Read(t, "../../../corpus/manifest.schema.json")
	for _, mode := range emit.Modes() {
		const count = 500
		suite, manifest := written(t, emit.Options{Seed: 3, Count: count, Mode: mode})
		if err := schema.Validate(t, manifest); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		if len(suite.Cases) != count {
			t.Errorf("%s: got %d cases, want %d", mode, len(suite.Cases), count)
		}
		if !slices.IsSortedFunc(suite.Cases, func(a, b corpus.Case) int { return bytes.Compare([]byte(a.ID), []byte(b.ID)) }) {
			t.Errorf("%s: the cases are not sorted", mode)
		}
		byID := map[string]corpus.Case{}
		duties := map[corpus.Duty]int{}
		for _, c := range suite.Cases {
			byID[c.ID] = c
			duties[c.Duty]++
		}
		for _, c := range suite.Cases {
			if twin, ok := byID[c.Twin]; c.Twin != "" && (!ok || twin.Twin != "") {
				t.Errorf("%s: the twin %s is no file without a fault", c.ID, c.Twin)
			}
			if c.Twin == "" && c.Duty == corpus.Reject {
				t.Errorf("%s: no twin", c.ID)
			}
			info, err := os.Stat(filepath.Join(suite.Folder, filepath.FromSlash(c.File)))
			if err != nil || info.Size() != c.Size {
				t.Errorf("%s: %v, %v, want %d bytes", c.ID, info, err, c.Size)
			}
		}
		t.Logf("%s: %v, %d bytes of manifest", mode, duties, len(manifest))
	}
}

// TestWriteTruth compares the arrays that the generator made with what npycheck reads.
func TestWriteTruth(t *testing.T) {
	t.Parallel()
	suite, _ := written(t, emit.Options{Seed: 9, Count: 600, Mode: emit.Fault})
	arrays := 0
	for _, c := range suite.Cases {
		file, err := os.ReadFile(filepath.Join(suite.Folder, filepath.FromSlash(c.File)))
		if err != nil {
			t.Fatal(err)
		}
		e, err := conformance.Expect(t.Context(), file, c.File)
		if err != nil {
			t.Fatal(err)
		}
		if c.Array == nil || e.Array == nil {
			continue
		}
		arrays++
		if got, want := fmt.Sprint(*e.Array), fmt.Sprint(*c.Array); got != want {
			t.Errorf("%s: npycheck reads %s, want %s", c.ID, got, want)
		}
	}
	if arrays < 100 {
		t.Errorf("got %d arrays, want more", arrays)
	}
}

// TestWriteDeterministic writes the same files twice, and others of another seed.
func TestWriteDeterministic(t *testing.T) {
	t.Parallel()
	o := emit.Options{Seed: 1, Count: 120}
	_, first := written(t, o)
	_, again := written(t, o)
	if !bytes.Equal(first, again) {
		t.Error("two manifests of one seed differ")
	}
	o.Seed = 2
	if _, other := written(t, o); bytes.Equal(first, other) {
		t.Error("the manifests of two seeds are the same")
	}
}

// TestWriteAreas writes files of two areas.
func TestWriteAreas(t *testing.T) {
	t.Parallel()
	suite, _ := written(t, emit.Options{Seed: 1, Count: 9, Mode: emit.Valid, Areas: []string{"shape", "descr", "shape"}})
	var ids []string
	for _, c := range suite.Cases {
		ids = append(ids, c.ID)
	}
	want := []string{"descr/g1-000000", "descr/g1-000001", "descr/g1-000002", "descr/g1-000003", "descr/g1-000004",
		"shape/g1-000005", "shape/g1-000006", "shape/g1-000007", "shape/g1-000008"}
	if !slices.Equal(ids, want) {
		t.Errorf("got %q, want %q", ids, want)
	}
	for _, area := range spec.Areas() {
		if suite, _ := written(t, emit.Options{Count: 1, Areas: []string{area}}); len(suite.Cases) != 1 {
			t.Errorf("%s: got %d cases, want 1", area, len(suite.Cases))
		}
	}
}
