package dtype

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

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
