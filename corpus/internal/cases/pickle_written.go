package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

// pickleWrittenCases is arrays of objects as NumPy saves them. Nothing in them calls more than
// NumPy's and Python's own constructors of values.
func pickleWrittenCases() []Case {
	object := func(shape, pickle string) []byte { return Npy1(Dict("'|O'", "False", shape), []byte(pickle)) }
	cases := variants(pickled(High), "pickle-numpy-core pickle-present",
		variant{"pickle/protocol-0", "protocol 0, which is text", object("(3,)", writtenProtocol0)},
		variant{"pickle/protocol-1", "protocol 1", object("(3,)", writtenProtocol1)},
		variant{"pickle/protocol-5", "protocol 5", object("(3,)", writtenProtocol5)},
		variant{"pickle/of-numbers-and-text", "numbers of every kind, None, text and bytes", object("(8,)", writtenAtoms)},
		variant{"pickle/of-collections", "the collections of Python", object("(8,)", writtenCollections)},
		variant{"pickle/of-dates", "dates and times, with time zones", object("(5,)", writtenDates)},
		variant{"pickle/of-scalars", "scalars of NumPy", object("(6,)", writtenScalars)},
		variant{"pickle/of-arrays", "arrays of numbers", object("(4,)", writtenArrays)},
		variant{"pickle/of-object-arrays", "arrays of objects", object("(2,)", writtenObjects)},
	)
	cases = append(cases, variants(pickled(Medium), "pickle-numpy-core pickle-present",
		variant{"pickle/of-decimals", "decimal numbers and a fraction", object("(3,)", writtenDecimals)},
		variant{"pickle/of-containers", "the classes of the module collections", object("(4,)", writtenContainers)},
		variant{"pickle/of-masked-arrays", "a masked array and the masked constant", object("(2,)", writtenMasked)},
		variant{"pickle/of-dtypes", "dtypes, one with metadata", object("(3,)", writtenDTypes)},
		variant{"pickle/of-random-generator", "a random generator with its state", object("(1,)", writtenRandom)},
		variant{"pickle/of-itself", "an array that holds itself", object("(1,)", writtenItself)},
	)...)
	cases = append(cases, variants(pickled(High), "pickle-present pickle-python2-text",
		variant{"pickle/python-2", "as NumPy 1.16 wrote it with Python 2, where text is bytes", object("(7,)", writtenPython2)},
	)...)
	cases = append(cases, variants(pickled(Medium), "pickle-numpy-core pickle-present pickle-string-dtype",
		variant{"pickle/strings", "text of variable length, for which the header says objects", object("(2,)", writtenStrings)},
	)...)
	newer := pickled(Medium)
	newer.Twin = "pickle/holds-class"
	cases = append(cases, variants(newer, "pickle-present pickle-string-dtype",
		variant{"pickle/string-dtype-class", "the class of the dtype of text of variable length", oneObject(Global("numpy.dtypes", "StringDType"))},
	)...)
	matrix := pickled(Medium)
	matrix.Features = "v1 object 2d"
	cases = append(cases, variants(matrix, "pickle-numpy-core pickle-present",
		variant{"pickle/matrix", "a matrix", object("(1, 2)", writtenMatrix)},
	)...)
	more := pickled(Medium)
	more.Twin = "pickle/holds-class"
	cases = append(cases, variants(more, "pickle-matrix pickle-present",
		variant{"pickle/matrix-of-three-dimensions", "a matrix that an index gave three dimensions, over which NumPy crashes when it copies it",
			oneObject(Reduce(Global("numpy.core.multiarray", "_reconstruct"), Global("numpy", "matrix"), "K\x00\x85", ShortBytes("b")) +
				TupleOf("K\x01", "K\x01K\x01K\x01\x87", dtypeOf("u1", "|", "K\x00"), "\x89", ShortBytes("1")) + "b")},
	)...)
	records := pickled(Medium)
	records.Features = "v1 object structured int 1d"
	return append(cases, variants(records, "pickle-numpy-core pickle-present",
		variant{"pickle/records", "a record array with a field of objects", Npy1(Dict("[('a', '<i4'), ('b', '|O')]", "False", "(1,)"), []byte(writtenRecords))},
	)...)
}
