package report

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/objects"
)

// htmlTree is what is in an array of Python objects.
type htmlTree struct {
	In    string // which array of the file, if it may have several
	Lines []string
}

// htmlFileTrees is how many trees a page shows of a file.
const htmlFileTrees = 20

// treesOf returns the trees of a file if there is room for so many.
func treesOf(f *File, room int) (list []htmlTree) {
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
