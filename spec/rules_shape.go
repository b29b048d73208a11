package spec

const (
	ShapeNotTuple ID = iota + shapeIDs
	ShapeItemNotInt
	ShapeBool
	ShapeNegative
	ShapeDimensionOverflow
	ShapeProductOverflow
	ShapeZeroWithHugeDimension
	ShapeRankOver32
	ShapeRankOver64
)

// shapeRules are about the value of shape (section 6 of npy.md).
func shapeRules() []Rule {
	return []Rule{
		{
			ID: ShapeNotTuple, Name: "shape-not-tuple", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.1", Since: "0.1.0",
			Title: "shape is not a tuple",
			Doc: "The shape is a tuple, even for one dimension: (3,). Without the comma, (3) is a number in " +
				"parentheses. Writers that build the text from a list of numbers get this wrong. NumPy rejects both " +
				"the list and the number. Nearly every other reader accepts (3), and npyjs and candle accept a plain " +
				"3; ndarray-npy and npyz reject both.",
			Owner:  ownMended,
			Author: "Write a tuple, with a comma after a single dimension: (3,).",
			Fix:    fixUnknown,
		},
		{
			ID: ShapeItemNotInt, Name: "shape-item-not-int", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.1", Since: "0.1.0",
			Title: "dimension is not an integer",
			Doc: "A dimension counts elements. Floating-point numbers come from languages with a single " +
				"number type, strings from templates. NumPy rejects the file. numpy-ts, npyjs, numpy-parser, " +
				"cnpy, TinyNPY, llohse's libnpy, xtensor, matajoh's libnpy and npy-matlab accept (3.0, 4), " +
				"and not all of them read the same shape.",
			Owner:  ownMended,
			Author: "Write each dimension as a decimal integer, without separators.",
			Fix:    fixUnknown,
		},
		{
			ID: ShapeBool, Name: "shape-bool", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.1", Since: "0.1.0",
			Title: "dimension is a boolean",
			Doc: "In Python a bool is an int, so True passes NumPy's check of the header, and NumPy fails later with " +
				"a TypeError. No writer has a reason to write it.",
			Owner:  ownMended,
			Author: "Write each dimension as a decimal integer.",
			Fix:    fixUnknown,
		},
		{
			ID: ShapeNegative, Name: "shape-negative", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.2", Since: "0.1.0",
			Title: "dimension is negative",
			Doc: "No array has a negative dimension. Up to 2.2 NumPy reads (-1,) in a real file as whatever the file " +
				"holds; it rejects the same bytes in a stream or an archive, and memory-mapped with an itemsize of " +
				"zero they kill the process. npyio, npyjs, numpy-parser, cnpy, TinyNPY and npy-ocaml accept (-1,) " +
				"too, and ClickHouse looped forever on a negative shape.",
			Owner:  ownAgain + " The file doesn't say how many elements there are.",
			Author: "Write the shape when it is known. " + authorComplete,
			Fix:    fixUnknown,
		},
		{
			ID: ShapeDimensionOverflow, Name: "shape-dimension-overflow", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.3", Since: "0.1.0",
			Title: "dimension over 2^63 - 1",
			Doc: "In NumPy a dimension is an int64, and no machine holds more elements. Larger numbers come from " +
				"damage or from an attempt to make a reader's arithmetic wrap: for 2^64 + 3 NumPy raises an error, " +
				"gonpy panics, npyjs and numpy-parser accept the number, and matajoh's libnpy returns a scalar.",
			Owner:  ownAgain,
			Author: "Write the real dimension.",
			Fix:    fixUnknown,
		},
		{
			ID: ShapeProductOverflow, Name: "shape-product-overflow", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-6.3", Since: "0.1.0",
			Title: "array of 2^63 bytes or more",
			Doc: "The number of bytes has to fit in a signed 64-bit integer. A product that wraps is a small number " +
				"that a reader may believe: for (4294967296, 4294967296) npyio, gonpy, llohse's libnpy, xtensor and " +
				"npyz return an array, and for a shape whose byte count wraps to 8 xtensor returns a huge size over a " +
				"tiny buffer. In NumPy the product wraps too, but a later step rejects the file.",
			Owner:  ownAgain,
			Author: "Write the real shape. In a reader, check every multiplication.",
			Fix:    fixUnknown,
		},
		{
			ID: ShapeZeroWithHugeDimension, Name: "shape-zero-with-huge-dimension", Level: Should, Kind: Limit, Reader: Either, Clause: "npy-6.4", Since: "0.1.0",
			Title: "empty array whose other dimensions overflow",
			Doc: "An array with a dimension of zero has no data, whatever its other dimensions are. NumPy still " +
				"rejects it if another dimension, or the product of the others and the itemsize, is over 2^63 - 1, " +
				"and can't create such an array itself. The same is true of a subarray with 2^31 - 1. The file is " +
				"well-formed, but few readers accept it.",
			Owner: "Write the file again with smaller dimensions, if it is meant to be empty; otherwise fetch it " +
				"again.",
			Author: "Keep the other dimensions of an empty array small.",
			Fix:    fixContent,
		},
		{
			ID: ShapeRankOver32, Name: "shape-rank-over-32", Level: May, Kind: Limit, Reader: Either, Clause: "npy-6.5", Since: "0.1.0",
			Title: "more dimensions than NumPy 1.x reads",
			Doc: "NumPy before 2.0 allowed at most 32 dimensions; since then it allows 64. An array or a subarray of " +
				"33 to 64 dimensions conforms, and NumPy 2.x writes it without a warning, but every NumPy 1.x rejects " +
				"the file.",
			Owner: "Read the file with NumPy 2 or later. For NumPy 1, merge dimensions there, and save the array " +
				"again.",
			Author: "Remove dimensions of length 1, or merge dimensions, before you save an array for NumPy 1.",
			Fix:    fixContent,
		},
		{
			ID: ShapeRankOver64, Name: "shape-rank-over-64", Level: Should, Kind: Limit, Reader: Either, Clause: "npy-6.5", Since: "0.1.0",
			Title: "more dimensions than any NumPy reads",
			Doc: "No NumPy can hold an array of more than 64 dimensions. The format sets no limit, so the " +
				"file describes an array that NumPy itself can't represent.",
			Owner:  "Write the file again with at most 64 dimensions: no NumPy reads more.",
			Author: "Remove dimensions of length 1, or merge dimensions.",
			Fix:    fixContent,
		},
	}
}
