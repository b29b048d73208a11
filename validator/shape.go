package validator

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// The numbers of dimensions that NumPy reads (clause npy-6.5).
const (
	numpy1MaxRank = 32
	numpy2MaxRank = 64
)

// shape checks the value of shape (clauses npy-6.1 to npy-6.3 and npy-6.5).
func (w *walk) shape(n int32) {
	a := &w.array
	tuple := w.inner(n)
	switch k := w.lit.nodes[tuple].kind; {
	case k == nodeBad:
		return
	case k == nodeInt && tuple != n:
		w.explain(n)
		w.reportNode(spec.ShapeNotTuple, n, "/shape", "shape is %s, an integer in parentheses, want the tuple (%s,)", w.excerpt(n), w.excerpt(tuple))
		return
	case k != nodeTuple:
		w.reportNode(spec.ShapeNotTuple, n, "/shape", "shape is %s, %s, want a tuple of integers", w.excerpt(n), k)
		return
	}
	rank := 0
	for item := w.first(tuple); item != 0; item = w.lit.nodes[item].next {
		rank++
	}
	a.shape = slices.Grow(a.shape, rank)
	ok := true
	for item := w.first(tuple); item != 0; item = w.lit.nodes[item].next {
		d, good := w.dimension(item, len(a.shape))
		ok = ok && good
		a.shape = append(a.shape, d)
	}
	a.shapeKnown = ok
	w.rank(n, rank, "/shape", "shape")
}

// rank compares a number of dimensions with what NumPy reads (clause npy-6.5).
func (w *walk) rank(n int32, rank int, pointer, what string) {
	switch {
	case rank > numpy2MaxRank:
		w.reportNode(spec.ShapeRankOver64, n, pointer, "%s has %d dimensions; NumPy reads at most %d", what, rank, numpy2MaxRank)
	case rank > numpy1MaxRank:
		w.reportNode(spec.ShapeRankOver32, n, pointer, "%s has %d dimensions; NumPy 1.x reads at most %d", what, rank, numpy1MaxRank)
	}
}

func (w *walk) dimension(item int32, index int) (int64, bool) {
	value := w.inner(item)
	nd := w.lit.nodes[value]
	pointer := func() string { return fmt.Sprintf("/shape/%d", index) }
	switch nd.kind {
	case nodeInt:
	case nodeBad:
		return 0, false
	case nodeBool:
		w.reportNode(spec.ShapeBool, item, pointer(), "shape[%d] is %s, want a non-negative integer", index, w.excerpt(item))
		return 0, false
	default:
		w.reportNode(spec.ShapeItemNotInt, item, pointer(), "shape[%d] is %s, %s, want a non-negative integer", index, w.excerpt(item), nd.kind)
		return 0, false
	}
	d, fits := w.integer(value)
	switch {
	case nd.negative && (!fits || d < 0):
		w.reportNode(spec.ShapeNegative, item, pointer(), "shape[%d] is %s, want a non-negative integer", index, w.excerpt(item))
		return 0, false
	case !fits:
		w.reportNode(spec.ShapeDimensionOverflow, item, pointer(), "shape[%d] is %s, want at most %d", index, w.excerpt(item), int64(math.MaxInt64))
		return 0, false
	}
	return d, true
}

// explain keeps the parentheses around a node from being reported for themselves.
func (w *walk) explain(n int32) {
	for ; w.lit.nodes[n].kind == nodeGroup; n = w.first(n) {
		w.lit.nodes[n].explained = true
	}
}

// product computes how many bytes the array has (clauses npy-6.3 and npy-6.4).
func (w *walk) product(n int32) {
	a := &w.array
	if !a.shapeKnown {
		return
	}
	// Without a known itemsize the element count can still be too large.
	size := int64(1)
	if a.dtype.Kind != 0 {
		size = a.dtype.Itemsize
	}
	empty := size == 0
	total, overflow := max(size, 1), false
	for _, d := range a.shape {
		if d == 0 {
			empty = true
			continue
		}
		hi, lo := bits.Mul64(uint64(total), uint64(d))
		if hi != 0 || lo > math.MaxInt64 {
			overflow = true
			break
		}
		total = int64(lo)
	}
	if overflow {
		// The loop above stops at the overflow; a later dimension may still be zero.
		for _, d := range a.shape {
			empty = empty || d == 0
		}
	}
	switch {
	case overflow && empty:
		w.reportNode(spec.ShapeZeroWithHugeDimension, n, "/shape", "array is empty, but its other dimensions come to 2^63 bytes or more, which NumPy refuses")
	case overflow:
		w.reportNode(spec.ShapeProductOverflow, n, "/shape", "array has 2^63 bytes or more")
		return
	}
	if empty {
		total = 0
	}
	a.bytes = total
	a.known = a.dtype.Kind != 0 && a.orderKnown
}
