package dtype

import (
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
