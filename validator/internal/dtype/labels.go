package dtype

import (
	"slices"

	"github.com/npycheck/npycheck/validator/internal/literal"
)

// label is a name or a title.
type label struct {
	node    literal.Node
	field   int32 // the index of the field, inverted for a title
	decoded int32 // the index of its value among those decoded; 0 if the header has it verbatim
}

// labels are the names and titles in a list of fields.
type labels struct {
	tree    *literal.Tree
	all     []label
	decoded [][]byte // values, from the index 1 on
}

// collect adds the names and titles in the list of fields at node n.
func (l *labels) collect(n literal.Node, count int, padding []int32) {
	l.all = slices.Grow(l.all[:0], count)
	l.decoded = append(l.decoded[:0], nil)
	index := int32(0)
	for item := l.tree.First(n); item != 0; item = l.tree.Next(item) {
		tuple := l.tree.Inner(item)
		k := l.tree.Kind(tuple)
		if first := l.tree.First(tuple); first != 0 && (k == literal.Tuple || k == literal.List) {
			name, title := nameNodes(l.tree, first)
			if len(padding) > 0 && padding[0] == index {
				padding, name = padding[1:], 0
			}
			if name != 0 {
				l.add(name, index)
			}
			if title != 0 {
				l.add(title, ^index)
			}
		}
		index++
	}
}

// add adds a name or a title, and decodes it if it has to be.
func (l *labels) add(n literal.Node, field int32) {
	one := label{node: n, field: field}
	if _, ok := l.tree.Verbatim(n); !ok {
		one.decoded = int32(len(l.decoded))
		l.decoded = append(l.decoded, []byte(l.tree.Value(n)))
	}
	l.all = append(l.all, one)
}

// nameNodes returns the strings that are the name and the title of a field, 0 where there is none.
func nameNodes(tree *literal.Tree, n literal.Node) (name, title literal.Node) {
	name = tree.Inner(n)
	if tree.Kind(name) == literal.Tuple {
		if title = tree.First(name); title == 0 {
			return 0, 0
		}
		name, title = tree.Inner(tree.Next(title)), tree.Inner(title)
	}
	if tree.Kind(name) != literal.String {
		name = 0
	}
	if tree.Kind(title) != literal.String {
		title = 0
	}
	return name, title
}

// text returns the value of a label.
func (l *labels) text(of label) []byte {
	if of.decoded > 0 {
		return l.decoded[of.decoded]
	}
	text := l.tree.Text(of.node)
	return text[1 : len(text)-1]
}
