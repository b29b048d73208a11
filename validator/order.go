package validator

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// order checks the value of fortran_order (clause npy-6.6).
func (w *walk) order(n literal.Node) {
	value := w.lit.Inner(n)
	switch k := w.lit.Kind(value); k {
	case literal.Bad:
	case literal.Bool:
		c := w.text[w.lit.Pos(value)]
		w.array.fortran = c == 'T' || c == 't'
		w.array.orderKnown = true
	default:
		w.lit.Fault(spec.OrderNotBool, n, "/fortran_order", "fortran_order is %s, %s, want True or False", w.lit.Excerpt(n), k)
	}
}

// orderEffect remarks on a True that numpy.save would have written as False, because the array is also
// contiguous in C order (clause npy-6.7).
func (w *walk) orderEffect(n literal.Node) {
	a := &w.array
	if !a.fortran || !a.shapeKnown {
		return
	}
	if bothOrders(a.shape) {
		w.lit.Fault(spec.OrderTrueWithoutEffect, n, "/fortran_order", "fortran_order is True, where numpy.save writes False since the array is in C order as well")
	}
}

// bothOrders reports whether an array of the given shape lies in C order and in Fortran order at once
// (clause npy-6.7).
func bothOrders(shape []int64) bool {
	long := 0
	for _, d := range shape {
		if d == 0 {
			return true
		}
		if d > 1 {
			long++
		}
	}
	return long < 2
}
