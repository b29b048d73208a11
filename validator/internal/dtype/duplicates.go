package dtype

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// duplicates reports repeated names and titles in the list of fields at node n. NumPy keeps both in one table. Count
// is how many names to expect; padding has the indexes of padding fields, which need no name.
func (w *walk) duplicates(n literal.Node, count int, padding []int32) {
	l := &w.labels
	l.tree = w.tree
	l.collect(n, count, padding)
	slices.SortFunc(l.all, func(a, b label) int {
		return cmp.Or(bytes.Compare(l.text(a), l.text(b)), cmp.Compare(a.node, b.node))
	})
	for i := 1; i < len(l.all); i++ {
		a, b := l.all[i-1], l.all[i]
		if !bytes.Equal(l.text(a), l.text(b)) {
			continue
		}
		rule, what := spec.DescrDuplicateName, "duplicate field name %s"
		if a.field < 0 || b.field < 0 {
			rule, what = spec.DescrDuplicateTitle, "%s is the title of one field and the name or title of another"
		}
		w.enter(max(b.field, ^b.field))
		w.fault(rule, b.node, what, w.tree.Excerpt(b.node))
		w.leave()
	}
}
