// Package dtype judges descr, the value in a header that says what an array's elements are.
package dtype

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// Parse judges the value of descr, which is the node n of the tree, and returns the dtype that it
// describes: the zero DType if that can't be determined. The faults go where those of the tree go.
// The recursion is as deep as brackets nest in the tree.
func Parse(tree *literal.Tree, n literal.Node) spec.DType {
	w := walk{tree: tree, path: make([]int32, 0, usualDepth)}
	value := tree.Inner(n)
	var t spec.DType
	switch k := tree.Kind(value); k {
	case literal.String:
		s := w.typeString(value)
		w.judge(n, &s, true)
		t = s.dtype
	case literal.List:
		t = w.structure(value)
	case literal.Tuple:
		if _, ok := w.pairShape(n, value); ok {
			w.fault(spec.DescrTupleTopLevel, n, "descr is a tuple, expected a type string or a list of fields")
		}
	default:
		w.otherKind(n, k)
	}
	if w.little && w.big {
		w.fault(spec.DescrMixedByteOrder, n, "fields mix little-endian and big-endian byte order")
	}
	return t
}
