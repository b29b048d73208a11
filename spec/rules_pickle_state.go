package spec

// pickleStateRules are about what a pickle gives to the objects that it makes, and about what it takes to
// load it (clauses npy-8.13 and npy-8.14 of npy.md).
func pickleStateRules() []Rule {
	return []Rule{
		{
			ID: PickleState, Name: "pickle-state", Level: Must, Kind: Security, Reader: Reject, Clause: "npy-8.13", Since: "0.1.0",
			Title: "state that no pickler writes",
			Doc: "BUILD gives an object its attributes, and an attribute can be a weapon: NumPy looks up " +
				"__array_interface__ on whatever it is to make an array of, and takes what it finds for the " +
				"address, the type and the shape of an array. An OrderedDict with that attribute as the fill " +
				"value of a masked array reads and writes memory at a place of the file's choice, which has " +
				"been made into running a command. A generator of random numbers reads at a position that its " +
				"state gives, and a structured scalar takes the first element of an array that has none. So " +
				"there is a row for each class with the names, types and ranges that NumPy and Python write, " +
				"and everything else breaks this rule: attributes that a user has set, states with slots, masks " +
				"and fill values of another type or size, elements that don't fit into their fields.",
			Fix: "Don't load the file. If you have set attributes on such an object yourself, save them as " +
				"items of a dictionary.",
			Example: Example{
				Bad:  holding("ccollections\nOrderedDict\n)R}X\x13\x00\x00\x00__array_interface__}sb"),
				Good: holding("ccollections\nOrderedDict\n)R"),
			},
		},
		{
			ID: PickleMatrix, Name: "pickle-matrix", Level: Should, Kind: Security, Reader: Either, Clause: "npy-8.13", Since: "0.1.0",
			Title: "matrix of more than two dimensions",
			Doc: "An index like None or an array of three dimensions gives an element of the class numpy.matrix " +
				"more than two dimensions, and NumPy pickles it and loads it again. But its methods take it " +
				"for a matrix and make room for two: to copy, convert or compare it raises an error at best, and " +
				"corrupts memory or crashes in every release from 1.23 to 2.4.",
			Fix: "Save numpy.asarray of the matrix.",
			Example: Example{
				Bad:  holding(matrixOf("K\x01K\x01K\x01\x87")),
				Good: holding(matrixOf("K\x01K\x01\x86")),
			},
		},
		{
			ID: PickleNumpyCore, Name: "pickle-numpy-core", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "pickle that NumPy before 1.26 can't load",
			Doc: "NumPy 2.0 renamed its package numpy.core to numpy._core, and pickles name what they " +
				"import. An object array that NumPy 2 saved fails in NumPy up to 1.25 with \"No module named " +
				"'numpy._core'\", and nothing in the header tells. NumPy 1.26 knows both names, and NumPy 2 " +
				"loads files with the old one.",
			Fix: "Load the file with NumPy 1.26 or later. For older readers save numbers or fixed-size text, " +
				"which need no pickle, or save the array with NumPy 1.",
			Example: Example{
				Bad:  objectFile(pickle3 + "cnumpy._core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R" + stateOfOne + objectDType + "K?tb" + "\x89]Natb."),
				Good: holding("N"),
			},
		},
		{
			ID: PickleStringDtype, Name: "pickle-string-dtype", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "text of variable length, which needs NumPy 2",
			Doc: "An array of the dtype StringDType, which NumPy has since 2.0, is saved as a pickle, and its " +
				"header says objects as if it held any. NumPy 1 has no such dtype and can't load the file at " +
				"all, not even as objects.",
			Fix: "Load the file with NumPy 2. For other readers convert the array with astype('U') before it is " +
				"saved: then it needs no pickle either.",
			Example: Example{
				Bad:  holding("cnumpy.dtypes\nStringDType\n"),
				Good: holding("cnumpy.dtypes\nStrDType\n"),
			},
		},
		{
			ID: PicklePython2Text, Name: "pickle-python2-text", Level: May, Kind: Portability, Reader: Either, Clause: "npy-8.14", Since: "0.1.0",
			Title: "text of Python 2 beyond ASCII",
			Doc: "Python 2 had one type for text and for bytes, and wrote both with the opcodes STRING, " +
				"BINSTRING and SHORT_BINSTRING: names, but also the elements of inner arrays. Python 3 " +
				"decodes them as ASCII unless it is told otherwise, so that numpy.load fails with a " +
				"UnicodeDecodeError at the first byte above 7F.",
			Fix: "Give numpy.load encoding='latin1', which loads everything but garbles text in other encodings " +
				"than Latin-1, or encoding='bytes', which gives all text of Python 2 as bytes. Then save the array " +
				"again from Python 3.",
			Example: Example{
				Bad:  holding("U\x02\xc3\xa4"),
				Good: holding("X\x02\x00\x00\x00\xc3\xa4"),
			},
		},
	}
}
