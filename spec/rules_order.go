package spec

const (
	OrderNotBool ID = iota + orderIDs
	OrderTrueWithoutEffect
)

// orderRules are about the value of fortran_order (section 6 of npy.md).
func orderRules() []Rule {
	return []Rule{
		{
			ID: OrderNotBool, Name: "order-not-bool", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.6", Since: "0.1.0",
			Title: "fortran_order is not True or False",
			Doc: "The value must be the boolean True or False; 0, None and the string 'False' are not. NumPy checks " +
				"the type and rejects everything else. The string is the dangerous one: in most languages it counts " +
				"as true. npyjs, cnpy, TinyNPY and npy-matlab accept a number.",
			Owner:  ownMended,
			Author: "Write True or False.",
			Fix:    fixUnknown,
		},
		{
			ID: OrderTrueWithoutEffect, Name: "order-true-without-effect", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-6.7", Since: "0.1.0",
			Title: "fortran_order is True where numpy.save writes False",
			Doc: "numpy.save always writes False for an array that is in C order and in Fortran order at once: every " +
				"array with at most one dimension longer than 1, and every empty one. True describes the same bytes, " +
				"and NumPy reads it without a warning. open_memmap writes what its caller asks for; npy-matlab writes " +
				"True for every array.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
	}
}
