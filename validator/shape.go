package validator

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/dtype"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// shape checks the value of shape (clauses npy-6.1 to npy-6.3 and npy-6.5).
func (w *walk) shape(n literal.Node) {
	a := &w.array
	tuple := w.lit.Inner(n)
	switch k := w.lit.Kind(tuple); {
	case k == literal.Bad:
		return
	case k == literal.Int && tuple != n:
		w.lit.Explain(n)
		w.lit.Fault(spec.ShapeNotTuple, n, "/shape", "shape is %s, an integer in parentheses, want the tuple (%s,)", w.lit.Excerpt(n), w.lit.Excerpt(tuple))
		return
	case k != literal.Tuple:
		w.lit.Fault(spec.ShapeNotTuple, n, "/shape", "shape is %s, %s, want a tuple of integers", w.lit.Excerpt(n), k)
		return
	}
	rank := 0
	for item := w.lit.First(tuple); item != 0; item = w.lit.Next(item) {
		rank++
	}
	a.shape = slices.Grow(a.shape, rank)
	ok := true
	for item := w.lit.First(tuple); item != 0; item = w.lit.Next(item) {
		d, good := w.dimension(item, len(a.shape))
		ok = ok && good
		a.shape = append(a.shape, d)
	}
	a.shapeKnown = ok
	dtype.Rank(&w.lit, n, rank, "/shape", "shape")
}

func (w *walk) dimension(item literal.Node, index int) (int64, bool) {
	value := w.lit.Inner(item)
	pointer := func() string { return fmt.Sprintf("/shape/%d", index) }
	switch k := w.lit.Kind(value); k {
	case literal.Int:
	case literal.Bad:
		return 0, false
	case literal.Bool:
		w.lit.Fault(spec.ShapeBool, item, pointer(), "shape[%d] is %s, want a non-negative integer", index, w.lit.Excerpt(item))
		return 0, false
	default:
		w.lit.Fault(spec.ShapeItemNotInt, item, pointer(), "shape[%d] is %s, %s, want a non-negative integer", index, w.lit.Excerpt(item), k)
		return 0, false
	}
	d, fits := w.lit.Int(value)
	switch {
	case w.lit.Negative(value) && (!fits || d < 0):
		w.lit.Fault(spec.ShapeNegative, item, pointer(), "shape[%d] is %s, want a non-negative integer", index, w.lit.Excerpt(item))
		return 0, false
	case !fits:
		w.lit.Fault(spec.ShapeDimensionOverflow, item, pointer(), "shape[%d] is %s, want at most %d", index, w.lit.Excerpt(item), int64(math.MaxInt64))
		return 0, false
	}
	return d, true
}

// product computes how many bytes the array has (clauses npy-6.3 and npy-6.4).
func (w *walk) product(n literal.Node) {
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
		w.lit.Fault(spec.ShapeZeroWithHugeDimension, n, "/shape", "array is empty, but its other dimensions come to 2^63 bytes or more, which NumPy refuses")
	case overflow:
		w.lit.Fault(spec.ShapeProductOverflow, n, "/shape", "array has 2^63 bytes or more")
		return
	}
	if empty {
		total = 0
	}
	a.bytes = total
	a.known = a.dtype.Kind != 0 && a.orderKnown
}
