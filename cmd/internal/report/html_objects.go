package report

import (
	"fmt"
	"sync/atomic"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/page"
)

// The limits of the trees on a page.
const (
	htmlAllTrees  = 1000
	htmlFileTrees = 20 // of a file
)

// htmlTree is what is in an array of Python objects.
type htmlTree struct {
	In    string // which array of the file, if it may have several
	Lines []string
}

func (t htmlTree) markup() page.HTML {
	return page.Format(`<details class="objects"><summary>Python objects%s</summary>
<pre>%s</pre></details>
`, page.With(t.In, " of %s"), page.Each(t.Lines, "", func(line string) page.HTML { return page.Format("%s\n", line) }))
}

// htmlTrees counts the trees that are on a page.
type htmlTrees struct{ shown atomic.Int64 }

// full reports whether there is no room for another one. It is safe for concurrent use.
func (t *htmlTrees) full() bool { return t.shown.Load() >= htmlAllTrees }

// add returns the trees of a file for which there is room.
func (t *htmlTrees) add(f *File) (list []htmlTree) {
	f.Trees.Each(func(name string, array int, tree *inspect.Tree) {
		if t.full() {
			return
		}
		t.shown.Add(1)
		in := ""
		if name != "" {
			in = "member " + quoteInert(name)
		} else if array > 0 {
			in = fmt.Sprintf("array %d", array)
		}
		list = append(list, htmlTree{in, tree.Lines()})
	})
	return list
}
