package validator

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// readOrder returns the value of fortran_order at node n, and whether it is known (clause npy-6.6).
func readOrder(lit *literal.Tree, n literal.Node) (fortran, known bool) {
	value := lit.Inner(n)
	switch k := lit.Kind(value); k {
	case literal.Bad:
	case literal.Bool:
		c := lit.Text(value)[0]
		return c == 'T' || c == 't', true
	default:
		lit.Fault(spec.OrderNotBool, n, "/fortran_order", "fortran_order is %s, expected True or False", lit.Excerpt(n))
	}
	return false, false
}

// orderEffect reports a True at node n that numpy.save would have written as False, because an array of the shape is
// also contiguous in C order (clause npy-6.7).
func orderEffect(lit *literal.Tree, n literal.Node, shape []int64) {
	if bothOrders(shape) {
		lit.Fault(spec.OrderTrueWithoutEffect, n, "/fortran_order", "fortran_order is True; numpy.save writes False, as the array is in C order too")
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
