package spec

const (
	PickleState ID = iota + pickleStateIDs
	PickleMatrix
	PickleNumpyCore
	PickleNewerName
	PickleStringDtype
	PicklePython2Text
	PicklePlatform
)

// pickleStateRules are about what a pickle gives to the objects that it makes, and about what it takes to
// load it (clauses npy-8.13 and npy-8.14 of pickle.md).
func pickleStateRules() []Rule {
	return []Rule{
		{
			ID: PickleState, Name: "pickle-state", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.13", Since: "0.1.0",
			Title: "state that no pickler writes",
			Doc: "BUILD gives an object its attributes, and an attribute can be a weapon: NumPy looks up " +
				"__array_interface__ on whatever it makes an array of, and uses what it finds as the address, the " +
				"type and the shape of an array. An OrderedDict with that attribute as the fill value of a masked " +
				"array reads and writes memory at a place that the file chooses, which has been exploited to run a " +
				"command. A random number generator reads at a position that its state gives, and a structured scalar " +
				"takes the first element of an array that has none. So each class has a row with the names, types and " +
				"ranges that NumPy and Python write, and everything else breaks this rule: attributes that a user has " +
				"set, states with slots, masks and fill values of another type or size, elements that don't fit their " +
				"fields.",
			Owner:  ownUnloaded,
			Author: "If you set attributes on such an object, save them as items of a dictionary.",
			Fix:    fixPickle,
		},
		{
			ID: PickleMatrix, Name: "pickle-matrix", Level: Should, Kind: Security, Reader: Either, Clause: "npy-8.13", Since: "0.1.0",
			Title: "matrix with more than two dimensions",
			Doc: "Indexing a numpy.matrix with None or with an array of three dimensions gives a matrix " +
				"with more than two, which NumPy pickles and loads again. But its methods have room for only " +
				"two: copying, converting or comparing it raises an error at best, and corrupts memory or " +
				"crashes in every release from 1.23 to 2.4.",
			Owner:  "Don't use the matrix: its methods can crash NumPy. Write the file again.",
			Author: "Save numpy.asarray(matrix) instead of the matrix.",
			Fix:    fixPickle,
		},
		{
			ID: PickleNumpyCore, Name: "pickle-numpy-core", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "pickle that NumPy before 1.26.1 can't load",
			Doc: "NumPy 2.0 renamed its package numpy.core to numpy._core, and pickles name what they import. An " +
				"object array that NumPy 2 saved fails in NumPy up to 1.26.0 with \"No module named 'numpy._core'\", " +
				"and nothing in the header warns of it. NumPy has known both names since 1.26.1, and NumPy 2 loads " +
				"files with the old one.",
			Owner: "Load the file with NumPy 1.26.1 or later.",
			Author: "For older readers save numbers or fixed-size strings, which need no pickle, or save the array " +
				"with NumPy 1.",
			Fix: fixPickle,
		},
		{
			ID: PickleNewerName, Name: "pickle-newer-name", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "name that older releases don't have",
			Doc: "NumPy 2.0 writes record arrays under the module numpy.rec, chararrays under numpy.char, the type " +
				"of booleans as numpy.bool, and the bit generators of RandomState and Generator as classes. No NumPy " +
				"1 release has these, not even 1.26, so np.load fails. The classes of dtypes in numpy.dtypes, and " +
				"numpy.exceptions, came with NumPy 1.25. Python 3.13 writes paths under the module pathlib._local, " +
				"which no earlier Python has.",
			Owner: "Load the file with the named release or a later one.",
			Author: "For older readers save plain arrays, text and numbers, which need no allow_pickle=True, or " +
				"save the array with an older release.",
			Fix: fixPickle,
		},
		{
			ID: PickleStringDtype, Name: "pickle-string-dtype", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "variable-length strings, which need NumPy 2",
			Doc: "An array of the dtype StringDType, which NumPy has had since 2.0, is saved as a pickle, and its " +
				"header says objects, as for any object array. NumPy 1 has no such dtype and can't load the file at " +
				"all, not even as objects.",
			Owner: "Load the file with NumPy 2.",
			Author: "For other readers, convert the array with astype('U') before you save it; then it needs no " +
				"pickle either.",
			Fix: fixPickle,
		},
		{
			ID: PicklePython2Text, Name: "pickle-python2-text", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "non-ASCII string from Python 2",
			Doc: "Python 2 had one type for text and bytes, and wrote both with the opcodes STRING, BINSTRING and " +
				"SHORT_BINSTRING: names, but also the elements of inner arrays. Python 3 decodes them as ASCII by " +
				"default, so numpy.load fails with a UnicodeDecodeError at the first byte above 7F.",
			Owner: "Call np.load with encoding='latin1', which loads everything but garbles text in encodings " +
				"other than latin1, or with encoding='bytes', which returns all Python 2 strings as bytes.",
			Author: "Save the array again from Python 3.",
			Fix:    fixPickle,
		},
		{
			ID: PicklePlatform, Name: "pickle-platform", Level: Should, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "value that not every system can load",
			Doc: "A path is pickled by its concrete class: Path('a') is a PosixPath on Linux and macOS. Loading that " +
				"on Windows fails with \"cannot instantiate 'PosixPath' on your system\", and a WindowsPath fails " +
				"everywhere else. A time zone of zoneinfo is pickled by its name and looked up when the file is " +
				"loaded, which fails without time zone data, as on Windows without the package tzdata. Neither runs " +
				"code.",
			Owner: "To load a PosixPath on Windows, set pathlib.PosixPath = pathlib.PurePosixPath before " +
				"np.load(path, allow_pickle=True). For a time zone, install the package tzdata.",
			Author: "Save paths as text, str(path), or as PurePath objects; save dates in UTC.",
			Fix:    fixPickle,
		},
	}
}
