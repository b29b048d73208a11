package report

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/objects"
)

const htmlFileTrees = 20 // of a file

// htmlTree is what is in an array of Python objects.
type htmlTree struct {
	In    string // which array of the file, if it may have several
	Lines []string
}

// htmlTrees returns the trees of a file, if there is room for them on the page.
func htmlTrees(f *File, room int) (list []htmlTree) {
	f.Trees.Each(func(name string, array int, tree *objects.Tree) {
		if len(list) == min(htmlFileTrees, room) {
			return
		}
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
