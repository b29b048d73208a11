package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

// TestHTMLTrees writes files of 30 arrays of objects each. A page has the trees of the first 20 of each file, and of
// 1000 altogether, after which none are made.
func TestHTMLTrees(t *testing.T) {
	one := "\x93NUMPY\x01\x00\x76\x00" + "{'descr': '|O', 'fortran_order': False, 'shape': (), }" + strings.Repeat(" ", 63) + "\nN."
	content := strings.Repeat(one, 30)
	c := new(Checker)
	page := newTestHTML(c)
	var b bytes.Buffer
	for n := range 60 {
		trees := page.Trees()
		if (trees == nil) != (n >= 50) {
			t.Fatalf("file %d: got trees %v", n, trees)
		}
		var opt validator.Options
		if trees != nil {
			opt.Opcodes = trees.Opcodes
		}
		r, err := validator.Check(t.Context(), strings.NewReader(content), int64(len(content)), &opt)
		if err != nil {
			t.Fatal(err)
		}
		f := c.File(Path("a.npy"), r, nil)
		f.Trees = trees
		if err := page.File(&b, int64(n), f); err != nil {
			t.Fatal(err)
		}
		want := 20 * min(n+1, 50)
		if got := strings.Count(b.String(), "<pre>objects: None\n"); got != want {
			t.Fatalf("file %d: got %d trees, want %d", n, got, want)
		}
	}
}
