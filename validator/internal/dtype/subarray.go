package dtype

import (
	"math"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// pairShape returns the second item of a tuple of a type and a shape. It returns false for every
// other tuple, after reporting it.
func (w *walk) pairShape(n, tuple literal.Node) (shape literal.Node, ok bool) {
	base := w.tree.First(tuple)
	if base != 0 {
		shape = w.tree.Next(base)
	}
	if shape == 0 || w.tree.Next(shape) != 0 {
		w.fault(spec.DescrTupleMalformed, n, "%s is a tuple, but not of two items; expected a type and a shape", w.subject())
		return 0, false
	}
	switch k := w.tree.Kind(w.tree.Inner(shape)); k {
	case literal.List, literal.String:
		w.fault(spec.DescrTwoTypes, n, "%s is a pair of two types, expected one type", w.subject())
		return 0, false
	case literal.Dict:
		w.dictionary(n, base, w.tree.Inner(shape))
		return 0, false
	case literal.Tuple, literal.Int, literal.Bad:
		return shape, true
	default:
		w.fault(spec.DescrTupleMalformed, n, "%s is a tuple whose second item is %s, expected a shape", w.subject(), k)
		return 0, false
	}
}

// subarray judges the shape of a subarray of base elements (clause npy-5.14). The parameter known
// says whether base is known, the result whether the subarray is.
func (w *walk) subarray(n literal.Node, base spec.DType, known bool) (spec.DType, bool) {
	dims, ok := w.subarrayShape(n)
	switch {
	case !ok:
		return base, false
	case base.Itemsize == 0 && known && !base.Struct:
		w.fault(spec.DescrSubarrayZeroItemsize, n, "subarray has elements of zero bytes, expected a base type with a size")
		return base, false
	case len(dims) == 0 && w.tree.Kind(w.tree.Inner(n)) != literal.Tuple:
		return base, known // reported already
	case len(dims) == 0:
		w.fault(spec.DescrSubarrayShapeEmpty, n, "subarray shape is (), expected at least one dimension")
		return base, known
	}
	Rank(w.tree, n, len(dims), w.pointer(), "subarray shape")
	if slices.Contains(dims, 0) {
		w.fault(spec.DescrSubarrayZero, n, "subarray shape is %s, which has no elements", w.tree.Excerpt(n))
	}
	if !known {
		return base, false
	}
	t, err := spec.Subarray(base, dims)
	switch {
	case err == nil:
	case base.Itemsize == 0 || slices.Contains(dims, 0):
		w.fault(spec.ShapeZeroWithHugeDimension, n, "subarray is empty, but its other dimensions make over %d bytes, which NumPy rejects", math.MaxInt32)
		return base, false
	default:
		w.fault(spec.DescrItemsizeOverflow, n, "subarray has more than %d bytes", math.MaxInt32)
		return base, false
	}
	return t, true
}

// subarrayShape returns the dimensions of a subarray, those beyond 64 bits as math.MaxInt64. It
// returns false for a shape that is invalid or that readers interpret differently.
func (w *walk) subarrayShape(n literal.Node) (dims []int64, ok bool) {
	value := w.tree.Inner(n)
	switch k := w.tree.Kind(value); k {
	case literal.Bad:
		return nil, false
	case literal.Int:
		w.tree.Explain(n)
		d, ok := w.subarrayDim(value)
		switch {
		case !ok:
			w.fault(spec.DescrSubarrayShapeNegative, n, "subarray shape is %s, expected a tuple of non-negative integers", w.tree.Excerpt(n))
			return nil, false
		case d == 1:
			w.fault(spec.DescrSubarrayShapeOne, n, "subarray shape is the number 1: not a subarray in NumPy 1.x, (1,) in NumPy 2.x")
			return nil, false
		}
		w.fault(spec.DescrSubarrayShapeInt, n, "subarray shape is the number %s, expected the tuple (%s,)", w.tree.Excerpt(n), w.tree.Excerpt(n))
		return []int64{d}, true
	case literal.Tuple:
		return w.subarrayDims(value)
	case literal.List:
		w.fault(spec.DescrSubarrayShapeForm, n, "subarray shape is a list, expected a tuple")
		return w.subarrayDims(value)
	case literal.None:
		w.fault(spec.DescrSubarrayShapeForm, n, "subarray shape is None, expected a tuple or no shape")
		return nil, true
	default:
		w.fault(spec.DescrSubarrayShapeType, n, "subarray shape is %s, expected a tuple of integers", w.tree.Excerpt(n))
		return nil, false
	}
}

func (w *walk) subarrayDims(tuple literal.Node) (dims []int64, ok bool) {
	ok = true
	index := int32(0)
	for item := w.tree.First(tuple); item != 0; item = w.tree.Next(item) {
		w.enter(index)
		value := w.tree.Inner(item)
		switch k := w.tree.Kind(value); k {
		case literal.Int:
			d, good := w.subarrayDim(value)
			if !good {
				w.fault(spec.DescrSubarrayShapeNegative, item, "subarray dimension is %s, expected a non-negative integer", w.tree.Excerpt(item))
				ok = false
			}
			dims = append(dims, d)
		case literal.Bad:
			ok = false
		default:
			w.fault(spec.DescrSubarrayShapeType, item, "subarray dimension is %s, expected a non-negative integer", w.tree.Excerpt(item))
			ok = false
		}
		w.leave()
		index++
	}
	return dims, ok
}

// subarrayDim returns the value of an integer, and false if it is negative.
func (w *walk) subarrayDim(n literal.Node) (d int64, ok bool) {
	d, fits := w.tree.Int(n)
	if fits {
		return d, d >= 0
	}
	return math.MaxInt64, !w.tree.Negative(n)
}
