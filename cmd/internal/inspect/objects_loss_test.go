package inspect_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/validator"
)

// TestLosses lets go of the parts of each node of the samples, in each way. What is left must still have lines and JSON,
// and a node without parts the same lines.
func TestLosses(t *testing.T) {
	kinds := make(map[int]bool)
	for name, sample := range samples {
		before := tree(t, sample.pickle, 3).Lines()
		for way, lose := range inspect.Losses {
			for i := 0; ; i++ {
				tree := tree(t, sample.pickle, 3)
				all := tree.All()
				if i == len(all) {
					break
				}
				kind, has := all[i].Kind()
				kinds[kind] = true
				lose(all[i])
				if lines := tree.Lines(); !has && !slices.Equal(lines, before) {
					t.Errorf("%s: got, after %s of node %d without parts,\n%q\nwant\n%q", name, way, i, lines, before)
				}
				if out := tree.AppendJSON(nil); !json.Valid(out) {
					t.Errorf("%s: got, after %s of node %d, the JSON %s", name, way, i, out)
				}
			}
		}
	}
	for kind := range inspect.Kinds {
		if !kinds[kind] {
			t.Errorf("got no sample with kind %d", kind)
		}
	}
}

// The pickles of which trees let go of complex numbers: one that is in the memo, but on no stack, when trim looks; those
// after the first 500 values; and those in a dict.
var (
	complexInMemo = one2j + "q\x050](" + "(" + strings.Repeat("N", 33_000) + "1h\x05e."
	complexMany   = "](" + strings.Repeat("]("+strings.Repeat(one2j, 100)+"e", 20) + "e."
	complexInDict = "}(" + strings.Repeat("K\x01"+one2j, 300) + "u."
)

// TestComplex expects complex numbers to stay what they are.
func TestComplex(t *testing.T) {
	many := "objects: list of 20"
	for i := range 10 {
		many += fmt.Sprintf("\n  [%d]: list of 100", i)
		if i < 5 { // the lists take 10 values, and the first four 100 each
			many += ": (1-2j), (1-2j), (1-2j), (1-2j), (1-2j), (1-2j), (1-2j), …"
		}
	}
	for name, test := range map[string]struct{ pickle, want string }{
		"memo": {complexInMemo, "objects: list of 1: (1-2j)"},
		"many": {complexMany, many + "\n  … 10 more"},
		"dict": {complexInDict, "objects: dict of 300 keys" + strings.Repeat("\n  1: (1-2j)", 250) + "\n  … 50 more keys"},
	} {
		for depth := 1; depth <= inspect.MaxDepth; depth += inspect.MaxDepth - 1 {
			want := test.want
			if name == "many" && depth == 1 {
				want = many + "\n  … 10 more" // what fits on a line is not a level
			}
			if got := strings.Join(tree(t, test.pickle, depth).Lines(), "\n"); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
			}
		}
	}
	got := string(tree(t, one2j+".", 3).AppendJSON(nil))
	if want := `{"type":"complex","value":[1,-2]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestWords expects text of a file not to look like words of npycheck.
func TestWords(t *testing.T) {
	const fake = "x (shared, see above)"
	text := fmt.Sprintf("X%c\x00\x00\x00%s", len(fake), fake)
	for name, test := range map[string]struct{ pickle, want string }{
		"import":   {"cm\n" + fake + "\n.", "import of 'm.x (shared, see above)' (unknown)"},
		"module":   {"c" + fake + "\nC\n)\x81.", "'x (shared, see above).C' (unknown class)"},
		"array":    {"cnumpy._core.multiarray\n_reconstruct\n(cm\n" + fake + "\nK\x00\x85C\x01btR.", "'m.x (shared, see above)' (unknown)"},
		"dtype":    {"cnumpy\ndtype\n(" + text + "tR.", "dtype 'x (shared, see above)'"},
		"Decimal":  {"cdecimal\nDecimal\n(" + text + "tR.", "decimal.Decimal 'x (shared, see above)'"},
		"path":     {"cpathlib\nPosixPath\n(" + text + "tR.", "pathlib.PosixPath 'x (shared, see above)'"},
		"control":  {"cm\nx\x1b[m\n.", `import of 'm.x\x1b[m' (unknown)`},
		"long":     {"cm\n" + strings.Repeat("x ", 40) + "\n.", "import of 'm." + strings.Repeat("x ", 29) + "…' (unknown)"},
		"no name":  {"cm\n\n.", "import of 'm.' (unknown)"},
		"digit":    {"cm\n1a\n.", "import of 'm.1a' (unknown)"},
		"Python 3": {"cm\n\xc3\xa9t\xc3\xa9_1\n.", "import of m.été_1 (unknown)"},
	} {
		if got := strings.Join(tree(t, test.pickle, 3).Lines(), "\n"); got != "objects: "+test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
	// Programs that read JSON get a name as it is.
	got := string(tree(t, "cm\n"+fake+"\n)\x81.", 3).AppendJSON(nil))
	if want := `{"type":"m.x (shared, see above)","import":"unknown"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRoom expects the trees of a file to show 5000 values together, the outermost ones included, and as many trees as
// there may be, the first ones.
func TestRoom(t *testing.T) {
	for name, test := range map[string]struct {
		pickle      string
		most, trees int
	}{
		"values": {"](NNNNNNNNNe.", 5000, 500}, // 10 in each
		"empty":  {"].", 5000, 5000},
		"trees":  {"].", 20, 20},
	} {
		trees := inspect.NewTrees(1, test.most)
		check(t, trees, strings.Repeat(array(test.pickle), 5100))
		count, last := 0, 0
		trees.Each(func(_ string, array int, _ *inspect.Tree) { count, last = count+1, array })
		if count != test.trees || last != test.trees {
			t.Errorf("%s: got %d trees, the last one of array %d, want %d", name, count, last, test.trees)
		}
		if step, end := trees.Opcodes(validator.NoMember, 0, ""); step != nil || end != nil {
			t.Errorf("%s: got room for another tree", name)
		}
	}
}
