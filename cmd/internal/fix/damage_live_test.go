//go:build live

package fix

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// pair is a file that fix changed, for damage.py.
type pair struct {
	Damage      string
	Was         []string // before each edit
	Then, Now   string
	Unconverted []string // what is left of an array if conversions of a text are taken back
}

// TestDamageByNumPy damages 10,000 files and fixes them. NumPy is the judge: each is as it was before the damage, or as
// NumPy read it before it was fixed.
func TestDamageByNumPy(t *testing.T) {
	const release = "2.4.6"
	dir := t.TempDir()
	var pairs []pair
	store := func(b []byte) string {
		path := filepath.Join(dir, fmt.Sprintf("%x", sum(b)))
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	files := damage(t, 10_000)
	for i := range files {
		d := &files[i]
		for _, opt := range optionsFor(i) {
			p := planOf(t, d.file, "a."+d.suffix, opt.Options)
			if len(p.Files) == 0 {
				continue
			}
			if now, err := written(t, p.Files[0]); err == nil {
				one := pair{Damage: fmt.Sprintf("%d: %v, fixed %s: %s", i, d, opt.name, strings.Join(rulesOf(p), ", ")), Then: store(d.file), Now: store(now)}
				for _, b := range append([][]byte{d.was}, d.between...) {
					one.Was = append(one.Was, store(b))
				}
				if len(d.between) > 0 {
					for _, b := range d.unconverted() {
						one.Unconverted = append(one.Unconverted, store(b))
					}
				}
				pairs = append(pairs, one)
			}
			p.Close()
		}
	}
	list, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "list.json")
	if err := os.WriteFile(name, list, 0o600); err != nil {
		t.Fatal(err)
	}
	var result struct {
		Faults []string
		Counts map[string]int
	}
	python := filepath.Join(live.NumPy(t, release), release, "bin", "python")
	if err := json.Unmarshal([]byte(live.Output(t, python, "-I", "cmd/internal/fix/testdata/damage.py", name)), &result); err != nil {
		t.Fatal(err)
	}
	for _, fault := range result.Faults {
		t.Error(fault)
	}
	t.Logf("%d of %d files changed: %v", len(pairs), len(files), result.Counts)
}
