package cases

import . "github.com/npycheck/npycheck/internal/testing/build"

// pickleWrittenCases returns cases of object arrays as NumPy saves them. Nothing in them calls more than
// NumPy's and Python's own constructors of values.
func pickleWrittenCases() []Case {
	object := func(shape, pickle string) []byte { return Npy1(Dict("'|O'", "False", shape), []byte(pickle)) }
	cases := variants(pickled(), "pickle-numpy-core pickle-present",
		variant{"pickle/protocol-0", "an object array in protocol 0, which is text", object("(3,)", writtenProtocol0)},
		variant{"pickle/protocol-1", "an object array in protocol 1", object("(3,)", writtenProtocol1)},
		variant{"pickle/protocol-5", "an object array in protocol 5", object("(3,)", writtenProtocol5)},
		variant{"pickle/of-numbers-and-text", "numbers of every kind, None, text and bytes", object("(8,)", writtenAtoms)},
		variant{"pickle/of-collections", "Python's collections", object("(8,)", writtenCollections)},
		variant{"pickle/of-dates", "dates and times with time zones", object("(5,)", writtenDates)},
		variant{"pickle/of-scalars", "NumPy scalars", object("(6,)", writtenScalars)},
		variant{"pickle/of-arrays", "arrays of numbers", object("(4,)", writtenArrays)},
		variant{"pickle/of-object-arrays", "object arrays", object("(2,)", writtenObjects)},
	)
	cases = append(cases, variants(pickled(), "pickle-numpy-core pickle-present",
		variant{"pickle/of-decimals", "decimal numbers and a fraction", object("(3,)", writtenDecimals)},
		variant{"pickle/of-containers", "the classes of Python's collections module", object("(4,)", writtenContainers)},
		variant{"pickle/of-masked-arrays", "a masked array and the masked constant", object("(2,)", writtenMasked)},
		variant{"pickle/of-dtypes", "dtypes, one of them with metadata", object("(3,)", writtenDTypes)},
		variant{"pickle/of-exceptions", "ValueError", object("(1,)", writtenException)},
		variant{"pickle/of-file-errors", "FileNotFoundError with its number and the name of the file", object("(1,)", writtenFileNotFound)},
		variant{"pickle/of-paths", "a pure path of pathlib", object("(1,)", writtenPath)},
		variant{"pickle/of-namespaces", "a SimpleNamespace with an attribute", object("(1,)", writtenNamespace)},
		variant{"pickle/of-mapped-arrays", "an array of the class memmap, which loads without a file", object("(1,)", writtenMapped)},
		variant{"pickle/of-itself", "an array that contains itself", object("(1,)", writtenItself)},
	)...)
	cases = append(cases, variants(pickled(), "pickle-newer-name pickle-numpy-core pickle-present",
		variant{"pickle/of-random-generator", "a random generator and its state, with the class of the bit generator as NumPy 2 has it", object("(1,)", writtenRandom)},
		variant{"pickle/of-record-arrays", "a record array, whose class NumPy 2 finds in numpy.rec", object("(1,)", writtenRecordArray)},
	)...)
	cases = append(cases, variants(pickled(), "pickle-numpy-core pickle-platform pickle-present",
		variant{"pickle/of-posix-paths", "a path of pathlib that doesn't load on Windows", object("(1,)", writtenPosixPath)},
		variant{"pickle/of-time-zones", "a datetime with a time zone of zoneinfo, whose rules are those of the system that loads it", object("(1,)", writtenZone)},
	)...)
	cases = append(cases, variants(pickled(), "pickle-present pickle-python2-text",
		variant{"pickle/python-2", "text and bytes as NumPy 1.16 wrote them on Python 2, where text is bytes", object("(7,)", writtenPython2)},
	)...)
	cases = append(cases, variants(pickled(), "pickle-numpy-core pickle-present pickle-string-dtype",
		variant{"pickle/strings", "variable-length strings, which the header calls objects", object("(2,)", writtenStrings)},
	)...)
	newer := pickled()
	newer.Twin = "pickle/holds-class"
	cases = append(cases, variants(newer, "pickle-present pickle-string-dtype",
		variant{"pickle/string-dtype-class", "the dtype class of variable-length strings", oneObject(Global("numpy.dtypes", "StringDType"))},
	)...)
	newer.Story = "conforming, but the data is a pickle that only newer releases load: "
	cases = append(cases, variants(newer, "pickle-newer-name pickle-present",
		variant{"pickle/record-class", "the class recarray by the module numpy.rec", oneObject(Global("numpy.rec", "recarray"))},
		variant{"pickle/bool-class", "the class numpy.bool, which was bool_", oneObject(Global("numpy", "bool"))},
	)...)
	path := pickled()
	path.Story, path.Twin = "conforming, but the data is a pickle that not every system loads: ", "pickle/holds-path"
	cases = append(cases, variants(path, "pickle-platform pickle-present",
		variant{"pickle/posix-path", "a PosixPath", oneObject(Reduce(Global("pathlib", "PosixPath"), Unicode("a")))},
		variant{"pickle/windows-path", "a WindowsPath", oneObject(Reduce(Global("pathlib", "WindowsPath"), Unicode("a")))},
	)...)
	matrix := pickled()
	cases = append(cases, variants(matrix, "pickle-numpy-core pickle-present",
		variant{"pickle/matrix", "a matrix", object("(1, 2)", writtenMatrix)},
	)...)
	more := pickled()
	more.Twin = "pickle/holds-class"
	cases = append(cases, variants(more, "pickle-matrix pickle-present",
		variant{"pickle/matrix-of-three-dimensions", "a matrix that indexing gave three dimensions, which crashes NumPy when it copies it",
			oneObject(Reduce(Global("numpy.core.multiarray", "_reconstruct"), Global("numpy", "matrix"), "K\x00\x85", ShortBytes("b")) +
				TupleOf("K\x01", "K\x01K\x01K\x01\x87", dtypeOf("u1", "|", "K\x00"), "\x89", ShortBytes("1")) + "b")},
	)...)
	records := pickled()
	return append(cases, variants(records, "pickle-newer-name pickle-numpy-core pickle-present",
		variant{"pickle/records", "a record array with an object field", Npy1(Dict("[('a', '<i4'), ('b', '|O')]", "False", "(1,)"), []byte(writtenRecords))},
	)...)
}
