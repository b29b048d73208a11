package cases

// descrKindCases returns cases of Python values that don't describe a type.
func descrKindCases() []Case {
	invalid := Case{
		Story:      "conforming except that the descr is neither a string nor a list",
		Duty:       Reject,
		Rules:      "descr-invalid-type",
		Violates:   true,
		Importance: Medium,
	}
	dict := invalid
	dict.Rules = "descr-dict"
	dict.Story = "conforming except that the descr is a dictionary"
	return append(descrSpelled(invalid,
		descrSpelling{of: "f8", id: "descr/none", descr: "None"},
		descrSpelling{of: "f8", id: "descr/true", descr: "True"},
		descrSpelling{of: "f8", id: "descr/false", descr: "False"},
		descrSpelling{of: "f8", id: "descr/integer", descr: "8"},
		descrSpelling{of: "f8", id: "descr/negative-integer", descr: "-8"},
		descrSpelling{of: "f8", id: "descr/float", descr: "8.5"},
		descrSpelling{of: "f8", id: "descr/complex-number", descr: "8j"},
		descrSpelling{of: "f8", id: "descr/bytes-literal", descr: "b'<f8'"},
		descrSpelling{of: "f8", id: "descr/set", descr: "{'<f8'}"},
	), descrSpelled(dict,
		descrSpelling{of: "f8", id: "descr/dict-of-names", descr: "{'names': ['a'], 'formats': ['<f8']}"},
		descrSpelling{of: "f8", id: "descr/dict-of-fields", descr: "{'a': ('<f8', 0)}"},
		descrSpelling{of: "f8", id: "descr/dict-with-offsets", descr: "{'names': ['a'], 'formats': ['<f8'], 'offsets': [0], 'itemsize': 8}"},
		descrSpelling{of: "f8", id: "descr/dict-of-itself", descr: "{'descr': '<f8'}"},
		descrSpelling{of: "f8", id: "descr/dict-empty", descr: "{}", story: "conforming except that the descr is an empty dictionary, which NumPy reads as a dtype without fields"},
	)...)
}

// descrTupleCases returns cases of a tuple as the whole descr, which is never valid.
func descrTupleCases() []Case {
	top := Case{
		Story:      "conforming except that the whole descr is a subarray",
		Duty:       Reject,
		Rules:      "descr-tuple-top-level",
		Violates:   true,
		Importance: Medium,
	}
	malformed := top
	malformed.Rules = "descr-tuple-malformed"
	malformed.Story = "conforming except that the descr is a tuple that is not a subarray"
	return append(descrSpelled(top,
		descrSpelling{of: "f8", id: "descr/tuple-shape-3", descr: "('<f8', (3,))"},
		descrSpelling{of: "f8", id: "descr/tuple-shape-1", descr: "('<f8', (1,))"},
		descrSpelling{of: "f8", id: "descr/tuple-shape-empty", descr: "('<f8', ())"},
		descrSpelling{of: "f8", id: "descr/tuple-number", descr: "('<f8', 1)"},
	), descrSpelled(malformed,
		descrSpelling{of: "f8", id: "descr/tuple-empty", descr: "()"},
		descrSpelling{of: "f8", id: "descr/tuple-of-one", descr: "('<f8',)"},
		descrSpelling{of: "f8", id: "descr/tuple-none", descr: "('<f8', None)"},
	)...)
}
