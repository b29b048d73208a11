package validator

import "testing"

// TestOrder covers values that are not booleans, and a True that changes nothing.
func TestOrder(t *testing.T) {
	runPlaces(t, nil, []place{
		{npy(1, dict("'|u1'", "False", "(1, 3)"), zeros(3)), ""},
		{npy(1, dict("'|u1'", "(False)", "(1, 3)"), zeros(3)),
			`literal-parentheses 44+7  parentheses around a boolean, expected none`},
		{npy(1, dict("'|u1'", "false", "(1, 3)"), zeros(3)),
			`literal-json 44+5 /fortran_order false is JSON, expected False`},
		{npy(1, dict("'|u1'", "0", "(1, 3)"), zeros(3)),
			`order-not-bool 44+1 /fortran_order fortran_order is 0, expected True or False`},
		{npy(1, dict("'|u1'", "1", "(1, 3)"), zeros(3)),
			`order-not-bool 44+1 /fortran_order fortran_order is 1, expected True or False`},
		{npy(1, dict("'|u1'", "'False'", "(1, 3)"), zeros(3)),
			`order-not-bool 44+7 /fortran_order fortran_order is 'False', expected True or False`},
		{npy(1, dict("'|u1'", "None", "(1, 3)"), zeros(3)),
			`order-not-bool 44+4 /fortran_order fortran_order is None, expected True or False`},
		{npy(1, dict("'|u1'", "x", "(1, 3)"), zeros(3)),
			`header-not-a-literal 44+1 /fortran_order header is not a Python literal: unexpected name x`},
		{npy(1, dict("'|u1'", "True", "(1, 3)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "true", "(1, 3)"), zeros(3)),
			`literal-json 44+4 /fortran_order true is JSON, expected True | order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "True", "()"), zeros(1)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "True", "(3,)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "True", "(3, 1)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "True", "(1, 3, 1)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "True", "(0, 2, 2)"), zeros(0)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True; numpy.save writes False, as the array is in C order too`},
		{npy(1, dict("'|u1'", "True", "(2, 2)"), zeros(4)), ""},
		{npy(1, dict("'|u1'", "True", "(1, 2, 2)"), zeros(4)), ""},
		{npy(1, dict("'|u1'", "True", "3"), zeros(3)),
			`shape-not-tuple 59+1 /shape shape is 3, expected a tuple of integers`},
	})
}
