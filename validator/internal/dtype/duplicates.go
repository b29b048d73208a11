package dtype

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// label is a name or a title.
type label struct {
	node    literal.Node
	field   int32 // the index of the field, inverted for a title
	decoded int32 // the index of its value among those decoded; 0 if it stands in the header as it is
}

// duplicates reports names and titles that occur again in the list of fields at node n. NumPy keeps
// both in one table. Count is how many names to expect; blanks has the indexes of padding, which needs
// no name of its own.
func (w *walk) duplicates(n literal.Node, count int, blanks []int32) {
	w.labels = slices.Grow(w.labels[:0], count)
	w.collect(n, blanks)
	labels := w.labels
	slices.SortFunc(labels, func(a, b label) int {
		return cmp.Or(bytes.Compare(w.labelText(a), w.labelText(b)), cmp.Compare(a.node, b.node))
	})
	for i := 1; i < len(labels); i++ {
		a, b := labels[i-1], labels[i]
		if !bytes.Equal(w.labelText(a), w.labelText(b)) {
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

// collect makes labels those of the names and titles in the list of fields at node n.
func (w *walk) collect(n literal.Node, blanks []int32) {
	w.decoded = append(w.decoded[:0], nil)
	index := int32(0)
	for item := w.tree.First(n); item != 0; item = w.tree.Next(item) {
		tuple := w.tree.Inner(item)
		k := w.tree.Kind(tuple)
		if first := w.tree.First(tuple); first != 0 && (k == literal.Tuple || k == literal.List) {
			name, title := w.nameNodes(first)
			if len(blanks) > 0 && blanks[0] == index {
				blanks, name = blanks[1:], 0
			}
			if name != 0 {
				w.addLabel(name, index)
			}
			if title != 0 {
				w.addLabel(title, ^index)
			}
		}
		index++
	}
}

// addLabel adds a name or a title, and decodes it if it has to be.
func (w *walk) addLabel(n literal.Node, field int32) {
	l := label{node: n, field: field}
	if _, ok := w.tree.Verbatim(n); !ok {
		l.decoded = int32(len(w.decoded))
		w.decoded = append(w.decoded, []byte(w.tree.Value(n)))
	}
	w.labels = append(w.labels, l)
}

// nameNodes returns the strings that are the name and the title of a field, 0 where there is none.
func (w *walk) nameNodes(n literal.Node) (name, title literal.Node) {
	name = w.tree.Inner(n)
	if w.tree.Kind(name) == literal.Tuple {
		if title = w.tree.First(name); title == 0 {
			return 0, 0
		}
		name, title = w.tree.Inner(w.tree.Next(title)), w.tree.Inner(title)
	}
	if w.tree.Kind(name) != literal.String {
		name = 0
	}
	if w.tree.Kind(title) != literal.String {
		title = 0
	}
	return name, title
}

// labelText returns the value of a label.
func (w *walk) labelText(l label) []byte {
	if l.decoded > 0 {
		return w.decoded[l.decoded]
	}
	text := w.tree.Text(l.node)
	return text[1 : len(text)-1]
}
