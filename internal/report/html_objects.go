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

// objects returns the trees of a file that there is room for.
func (h *HTML) objects(f *File) (list []htmlTree) {
	f.Trees.Each(func(name string, array int, tree *objects.Tree) {
		if len(list) == htmlFileTrees || h.trees == htmlTrees {
			return
		}
		h.trees++
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
