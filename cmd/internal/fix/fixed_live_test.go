//go:build live

package fix

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// fixedPair is a file before and after npycheck fix, for fixed.py.
type fixedPair struct {
	ID      string `json:"id"`
	Old     string `json:"old"`
	New     string `json:"new"`
	Dropped bool   `json:"dropped"`
}

// TestFixedByNumPy fixes the corpus with every flag. NumPy reads all that comes out, and where it reads the file as
// it was, it gets the same arrays from it.
func TestFixedByNumPy(t *testing.T) {
	dir := t.TempDir()
	pairs := fixedPairs(t, dir)
	if len(pairs) < 900 {
		t.Errorf("fixed %d files that NumPy should read, want more", len(pairs))
	}
	list, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "list.json")
	if err := os.WriteFile(name, list, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, release := range []string{"1.24.4", "2.4.6"} {
		var result struct {
			Faults              []string
			Compared, Identical int
		}
		python := filepath.Join(live.NumPy(t, release), release, "bin", "python")
		if err := json.Unmarshal([]byte(live.Output(t, python, "-I", "cmd/internal/fix/testdata/fixed.py", name)), &result); err != nil {
			t.Fatal(err)
		}
		for _, fault := range result.Faults {
			t.Errorf("NumPy %s: %s", release, fault)
		}
		if result.Compared < 600 || result.Identical < 600 {
			t.Errorf("NumPy %s: compared %d files, and %d are what numpy.save writes; want more", release, result.Compared, result.Identical)
		}
		t.Logf("NumPy %s: compared %d of %d files; %d are what numpy.save writes", release, result.Compared, len(pairs), result.Identical)
	}
}

// fixedPairs fixes the cases into a folder.
func fixedPairs(t *testing.T, dir string) []fixedPair {
	t.Helper()
	var pairs []fixedPair
	for i, c := range corpus.Cases() {
		b := vector(t, c)
		p := planOf(t, b, c.File, asked)
		if len(p.Files) > 0 && readable(p) {
			pair := fixedPair{ID: c.ID, Old: filepath.Join(dir, fmt.Sprintf("%d.old", i)), New: filepath.Join(dir, fmt.Sprintf("%d.new", i))}
			if err := os.WriteFile(pair.Old, b, 0o600); err != nil {
				t.Fatal(err)
			}
			now, err := os.Create(pair.New)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Files[0].Encode(t.Context(), now); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			if err := now.Close(); err != nil {
				t.Fatal(err)
			}
			pair.Dropped = slices.ContainsFunc(p.Fixed, func(f validator.Finding) bool {
				return f.Rule == spec.ZipDirectoryEntry || f.Rule == spec.ZipNameDuplicate || f.Rule == spec.ZipHiddenMember
			})
			if slices.ContainsFunc(p.Fixed, func(f validator.Finding) bool {
				length := f.Rule == spec.HeaderFinalNewline && f.Offset == 8 // the field that says where the data begins
				return length || f.Rule == spec.HeaderNewlinesConverted || f.Rule.Rule().Area() == "zip" && f.Rule.Rule().Kind == spec.Security
			}) {
				pair.Old = "" // what NumPy reads in it is wrong, or has another name
			}
			pairs = append(pairs, pair)
		}
		p.Close()
	}
	return pairs
}

// readable reports whether NumPy reads what a plan writes: there are no objects, errors and limits left.
func readable(p *Plan) bool {
	return !slices.ContainsFunc(p.Left, func(l Left) bool {
		r := l.Rule.Rule()
		return l.Severity() == spec.Error || r.Area() == "pickle" || r.Kind == spec.Limit || l.Rule == spec.DescrOtherPlatformFloat
	})
}
