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

// Trees returns Trees for the next file, or nil if there is no room for them on the page. It may be called while a file
// is written.
func (h *HTML) Trees() *objects.Trees {
	if h.trees.Load() >= htmlObjects {
		return nil
	}
	return objects.New(objects.DefaultDepth, htmlFileTrees)
}

// addTrees returns the trees of a file, if there is room for them on the page.
func (h *HTML) addTrees(f *File) (list []htmlTree) {
	f.Trees.Each(func(name string, array int, tree *objects.Tree) {
		if h.trees.Load() >= htmlObjects {
			return
		}
		h.trees.Add(1)
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
