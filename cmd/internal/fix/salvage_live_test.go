//go:build live

package fix

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestSalvageByNumPy lets NumPy write archives, damages them, and lets NumPy load what was salvaged: savez writes headers
// of zip64 for every member, which other repair tools get wrong.
func TestSalvageByNumPy(t *testing.T) {
	const release = "2.4.6"
	python := filepath.Join(live.NumPy(t, release), release, "bin", "python")
	dir := t.TempDir()
	const write = `import numpy as np, sys
arrays = dict(a=np.arange(1000.).reshape(40, 25), b=np.arange(300), c=np.array(['x', {'y': 1}], dtype=object), d=np.random.default_rng(1).random(5000))
np.savez(sys.argv[1] + '/stored.npz', **arrays)
np.savez_compressed(sys.argv[1] + '/packed.npz', **arrays)
class Pipe:
    def __init__(self, f): self.write, self.flush, self.read = f.write, f.flush, None
np.savez(Pipe(open(sys.argv[1] + '/pipe.npz', 'wb')), **arrays)`
	live.Output(t, python, "-c", write, dir)
	var program strings.Builder
	program.WriteString("import numpy as np\n")
	for _, name := range []string{"stored", "packed", "pipe"} {
		b, err := os.ReadFile(filepath.Join(dir, name+".npz"))
		if err != nil {
			t.Fatal(err)
		}
		for i, test := range []struct {
			now   []byte
			files string
		}{
			{b[:len(b)-600], "['a', 'b', 'c']"},
			{b[:len(b)-22], "['a', 'b', 'c', 'd']"},
			{b[:len(b)-400], "['a', 'b', 'c']"},
			{cutOut(b, 1000, 1100), "['b', 'c', 'd']"},
			{changed(b, len(b)-200, strings.Repeat("\x00", 200)), "['a', 'b', 'c', 'd']"},
		} {
			s := salvage(t, test.now)
			if s.File == nil {
				t.Fatalf("%s, damage %d: got nothing, want members; lost: %v", name, i, s.Lost)
			}
			saved, err := written(t, s.File)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, fmt.Sprintf("%s-%d.npz", name, i))
			if err := os.WriteFile(path, saved, 0o666); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&program, "new, old = np.load(%q, allow_pickle=True), np.load(%q, allow_pickle=True)\n", path, filepath.Join(dir, "stored.npz"))
			fmt.Fprintf(&program, "assert new.files == %s, (%q, new.files)\nfor k in new.files: np.testing.assert_array_equal(new[k], old[k])\n", test.files, path)
		}
	}
	live.Output(t, python, "-c", program.String())
}
