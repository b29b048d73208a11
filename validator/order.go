package validator

import "github.com/npycheck/npycheck/spec"

// order checks the value of fortran_order (clause npy-6.6).
func (w *walk) order(n int32) {
	value := w.inner(n)
	switch k := w.lit.nodes[value].kind; k {
	case nodeBad:
	case nodeBool:
		c := w.text[w.lit.nodes[value].pos]
		w.array.fortran = c == 'T' || c == 't'
		w.array.orderKnown = true
	default:
		w.reportNode(spec.OrderNotBool, n, "/fortran_order", "fortran_order is %s, %s, want True or False", w.excerpt(n), k)
	}
}

// orderEffect remarks on a True that numpy.save would have written as False, because the array is also
// contiguous in C order (clause npy-6.7).
func (w *walk) orderEffect(n int32) {
	a := &w.array
	if !a.fortran || !a.shapeKnown {
		return
	}
	if bothOrders(a.shape) {
		w.reportNode(spec.OrderTrueWithoutEffect, n, "/fortran_order", "fortran_order is True, where numpy.save writes False since the array is in C order as well")
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
