package dtype

import (
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// usualDepth is how deep the types of most headers nest, in indexes of a path.
const usualDepth = 8

// walk is the current place in descr, with what was seen on the way.
type walk struct {
	tree   *literal.Tree
	path   []int32 // indexes from the top of descr down
	little bool    // a type in little-endian order was seen
	big    bool
	name   literal.Node // of the field whose type this is, or 0
	labels labels       // of the list of fields that duplicates looks at
}

// enter moves to item i of the current place, and leave moves back.
func (w *walk) enter(i int32) { w.path = append(w.path, i) }

func (w *walk) leave() { w.path = w.path[:len(w.path)-1] }

func (w *walk) pointer() string {
	if w.tree.Full() {
		return ""
	}
	b := []byte("/descr")
	for _, i := range w.path {
		b = append(b, '/')
		b = strconv.AppendInt(b, int64(i), 10)
	}
	return string(b)
}

// fault reports a fault of node n, which is at the current place.
func (w *walk) fault(rule spec.ID, n literal.Node, format string, args ...any) {
	w.tree.Fault(rule, n, w.pointer(), format, args...)
}

// subject is what a message calls the current place, if that is a type.
func (w *walk) subject() string {
	if len(w.path) == 0 {
		return "descr"
	}
	return "type"
}

// otherKind reports a node that is neither a type string nor a list of fields.
func (w *walk) otherKind(n literal.Node, k literal.Kind) {
	switch k {
	case literal.Bad:
	case literal.Dict:
		w.fault(spec.DescrDict, n, "%s is a dictionary, expected a type string or a list of fields", w.subject())
	default:
		w.fault(spec.DescrInvalidType, n, "%s is %s, expected a type string or a list of fields", w.subject(), w.tree.Excerpt(n))
	}
}

// The numbers of dimensions up to which NumPy reads an array or a subarray (clause npy-6.5).
const (
	NumPy1MaxRank = 32
	maxRank       = 64 // of any release
)

// Rank compares the number of dimensions of an array or a subarray with what NumPy reads (clause
// npy-6.5). What names the thing that has the shape at node n.
func Rank(tree *literal.Tree, n literal.Node, rank int, pointer, what string) {
	switch {
	case rank > maxRank:
		tree.Fault(spec.ShapeRankOver64, n, pointer, "%s has %d dimensions; NumPy reads at most %d", what, rank, maxRank)
	case rank > NumPy1MaxRank:
		tree.Fault(spec.ShapeRankOver32, n, pointer, "%s has %d dimensions; NumPy 1.x reads at most %d", what, rank, NumPy1MaxRank)
	}
}

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
