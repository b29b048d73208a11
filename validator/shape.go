package validator

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// readShape appends the dimensions of the value of shape at node n to dims, and reports whether all of them are known
// (clauses npy-6.1 to npy-6.5). Empty means that the elements have no bytes.
func readShape(lit *literal.Tree, n literal.Node, empty bool, dims []int64) (shape []int64, known bool) {
	tuple := lit.Inner(n)
	switch k := lit.Kind(tuple); {
	case k == literal.Bad:
		return dims, false
	case k == literal.Int && tuple != n:
		lit.Explain(n)
		lit.Fault(spec.ShapeNotTuple, n, "/shape", "shape is %s, an integer in parentheses; expected the tuple (%s,)", lit.Excerpt(n), lit.Excerpt(tuple))
		return dims, false
	case k != literal.Tuple:
		lit.Fault(spec.ShapeNotTuple, n, "/shape", "shape is %s, expected a tuple of integers", lit.Excerpt(n))
		return dims, false
	}
	rank := 0
	for item := lit.First(tuple); item != 0; item = lit.Next(item) {
		rank++
		value := lit.Inner(item)
		if lit.Kind(value) == literal.Int {
			d, fits := lit.Int(value)
			empty = empty || fits && d == 0
		}
	}
	dims = slices.Grow(dims, rank)
	known = true
	for item := lit.First(tuple); item != 0; item = lit.Next(item) {
		d, ok := readDimension(lit, item, len(dims), empty)
		known = known && ok
		dims = append(dims, d)
	}
	return dims, known
}

// readDimension returns the dimension at the node item, and whether it is one. Empty means that the array has no
// bytes, however large this dimension is.
func readDimension(lit *literal.Tree, item literal.Node, index int, empty bool) (int64, bool) {
	value := lit.Inner(item)
	fault := func(rule spec.ID, format string, args ...any) (int64, bool) {
		lit.Fault(rule, item, fmt.Sprintf("/shape/%d", index), "shape[%d] is %s"+format, append([]any{index, lit.Excerpt(item)}, args...)...)
		return 0, false
	}
	switch lit.Kind(value) {
	case literal.Int:
	case literal.Bad:
		return 0, false
	case literal.Bool:
		return fault(spec.ShapeBool, ", expected a non-negative integer")
	default:
		return fault(spec.ShapeItemNotInt, ", expected a non-negative integer")
	}
	d, fits := lit.Int(value)
	switch {
	case lit.Negative(value) && (!fits || d < 0):
		return fault(spec.ShapeNegative, ", expected a non-negative integer")
	case !fits && empty:
		return fault(spec.ShapeZeroWithHugeDimension, ", expected at most %d, though the array is empty", int64(math.MaxInt64))
	case !fits:
		return fault(spec.ShapeDimensionOverflow, ", expected at most %d", int64(math.MaxInt64))
	}
	return d, true
}

// checkSize reports an array of too many bytes, whose shape is at node n (clauses npy-6.3 and npy-6.4). It returns how
// many bytes the array has, and whether that is known.
func checkSize(lit *literal.Tree, n literal.Node, itemsize int64, shape []int64) (bytes int64, known bool) {
	bytes, overflow := arrayBytes(itemsize, shape)
	switch {
	case !overflow:
		return bytes, true
	case itemsize == 0 || slices.Contains(shape, 0):
		lit.Fault(spec.ShapeZeroWithHugeDimension, n, "/shape", "array is empty, but its other dimensions make 2^63 bytes or more, which NumPy rejects")
		return 0, true
	default:
		lit.Fault(spec.ShapeProductOverflow, n, "/shape", "array has 2^63 bytes or more")
	}
	return 0, false
}

// arrayBytes returns the bytes of an array. Overflow means that they are 2^63 or more when zeros are left out, which
// NumPy rejects in an empty array, too.
func arrayBytes(itemsize int64, shape []int64) (bytes int64, overflow bool) {
	bytes = max(itemsize, 1)
	empty := itemsize == 0
	for _, d := range shape {
		empty = empty || d == 0
		hi, lo := bits.Mul64(uint64(bytes), uint64(max(d, 1)))
		if hi != 0 || lo > math.MaxInt64 {
			return 0, true
		}
		bytes = int64(lo)
	}
	if empty {
		return 0, false
	}
	return bytes, false
}
