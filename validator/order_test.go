package validator

import "testing"

// TestOrder has values that are no boolean, and a True that changes nothing.
func TestOrder(t *testing.T) {
	runPlaces(t, nil, []place{
		{npy(1, dict("'|u1'", "False", "(1, 3)"), zeros(3)), ""},
		{npy(1, dict("'|u1'", "(False)", "(1, 3)"), zeros(3)),
			`literal-parentheses 44+7  parentheses around a boolean, want it bare`},
		{npy(1, dict("'|u1'", "false", "(1, 3)"), zeros(3)),
			`literal-json 44+5 /fortran_order 'false' is a word of JSON, want False`},
		{npy(1, dict("'|u1'", "0", "(1, 3)"), zeros(3)),
			`order-not-bool 44+1 /fortran_order fortran_order is 0, an integer, want True or False`},
		{npy(1, dict("'|u1'", "1", "(1, 3)"), zeros(3)),
			`order-not-bool 44+1 /fortran_order fortran_order is 1, an integer, want True or False`},
		{npy(1, dict("'|u1'", "'False'", "(1, 3)"), zeros(3)),
			`order-not-bool 44+7 /fortran_order fortran_order is 'False', a string, want True or False`},
		{npy(1, dict("'|u1'", "None", "(1, 3)"), zeros(3)),
			`order-not-bool 44+4 /fortran_order fortran_order is None, None, want True or False`},
		{npy(1, dict("'|u1'", "x", "(1, 3)"), zeros(3)),
			`header-not-a-literal 44+1 /fortran_order header has the name x, and is no Python literal`},
		{npy(1, dict("'|u1'", "True", "(1, 3)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "true", "(1, 3)"), zeros(3)),
			`literal-json 44+4 /fortran_order 'true' is a word of JSON, want True | order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "True", "()"), zeros(1)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "True", "(3,)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "True", "(3, 1)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "True", "(1, 3, 1)"), zeros(3)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "True", "(0, 2, 2)"), zeros(0)),
			`order-true-without-effect 44+4 /fortran_order fortran_order is True, where numpy.save writes False since the array is in C order as well`},
		{npy(1, dict("'|u1'", "True", "(2, 2)"), zeros(4)), ""},
		{npy(1, dict("'|u1'", "True", "(1, 2, 2)"), zeros(4)), ""},
		{npy(1, dict("'|u1'", "True", "3"), zeros(3)),
			`shape-not-tuple 59+1 /shape shape is 3, an integer, want a tuple of integers`},
	})
}
