package spec

// pickleRules are about the data of object arrays (section 8 of npy.md).
func pickleRules() []Rule {
	return []Rule{
		{
			ID: "pickle-present", Level: May, Kind: Security, Reader: Either, Clause: "npy-8.1", Since: "0.1.0",
			Title: "data are a pickle",
			Doc: "The data of an object array are a Python pickle, and loading a pickle can run any " +
				"code. The file conforms, so this is a remark and not an error. NumPy refuses such " +
				"files since 1.16.3 unless allow_pickle=True is given; with it, the pickle decides what " +
				"is returned and the header is ignored. Readers in other languages can't read the " +
				"elements.",
			Fix: "Save numbers or fixed-size strings instead of objects, and load object arrays only " +
				"from sources you would run code from.",
			Example: Example{
				Bad:  npy(Version1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", objectPickle),
				Good: npy(Version1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", zeros(8)),
			},
		},
		{
			ID: "pickle-missing", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-8.1", Since: "0.1.0",
			Title: "object array without pickle",
			Doc: "The header says objects, and the file ends there. A writer that failed while it " +
				"pickled the array, which happens with objects that can't be pickled, leaves the header " +
				"behind. With allow_pickle=True NumPy raises an EOFError.",
			Fix: "Write the file again.",
			Example: Example{
				Bad:  npy(Version1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", ""),
				Good: npy(Version1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", objectPickle),
			},
		},
	}
}
