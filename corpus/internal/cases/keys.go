package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// keysCases returns cases about the keys of the dictionary.
func keysCases() []Case {
	return slices.Concat(keysMissing(), keysExtra(), keysMisspelled(), keysDuplicate(), keysNotStrings(), keysOrder(), keysInNames())
}

// added is a file of three doubles with one more item at the end of the dictionary.
func added(item string) []byte { return replaced(", }", ", "+item+", }") }

func keysMissing() []Case {
	missing := refused("keys")
	return variants(missing, "keys-missing",
		variant{"keys/missing-descr", "descr is missing", replaced("'descr': '<f8', ", "")},
		variant{"keys/missing-order", "fortran_order is missing", replaced("'fortran_order': False, ", "")},
		variant{"keys/missing-shape", "shape is missing", replaced("'shape': (3,), ", "")},
		variant{"keys/missing-two", "shape and fortran_order are missing", doubles1("{'descr': '<f8', }")},
		variant{"keys/missing-all", "the dictionary is empty", doubles1("{}")},
	)
}

func keysExtra() []Case {
	extra := refused("keys")
	cases := variants(extra, "keys-extra",
		variant{"keys/extra-last", "there is a fourth key, version", added("'version': 1")},
		variant{"keys/extra-first", "there is a fourth key before the others", replaced("{", "{'axis': 0, ")},
		variant{"keys/extra-middle", "there is a fourth key between the others", replaced("'shape'", "'order': 'C', 'shape'")},
		variant{"keys/extra-empty", "there is a fourth key, the empty string", added("'': 0")},
		variant{"keys/extra-dictionary", "there is a fourth key, whose value is a dictionary of the three keys", added("'x': {'descr': '<i4', 'fortran_order': True, 'shape': (6,)}")},
		variant{"keys/extra-prefixed", "there is a fourth key that ends in another one", added("'old_shape': (6,)")},
		variant{"keys/extra-suffixed", "there is a fourth key that begins with another one", added("'shape_old': (6,)")},
		variant{"keys/extra-quoted", "there is a fourth key that is another one in quotes", added(`"'shape'": (6,)`)},
		variant{"keys/extra-other-case", "there is a fourth key that differs from another one only in case", added("'Shape': (6,)")},
		variant{"keys/extra-space", "there is a fourth key that differs from another one only by a space", added("'shape ': (6,)")},
	)
	cases = append(cases, variants(extra, "keys-extra keys-missing",
		variant{"keys/extra-dtype", "descr is called dtype", replaced("'descr'", "'dtype'")},
		variant{"keys/extra-order", "fortran_order is called order", replaced("'fortran_order'", "'order'")},
		variant{"keys/extra-dims", "shape is called dims", replaced("'shape'", "'dims'")},
	)...)
	nested := extra
	return append(cases, variants(nested, "keys-extra keys-missing",
		variant{"keys/extra-nested", "the three keys are nested one level too deep", doubles1("{'header': {'descr': '<f8', 'fortran_order': False, 'shape': (3,)}, }")},
	)...)
}

func keysMisspelled() []Case {
	wrong := refused("keys")
	cases := variants(wrong, "keys-misspelled",
		variant{"keys/misspelled-capital", "descr is written Descr", replaced("'descr'", "'Descr'")},
		variant{"keys/misspelled-capitals", "shape is written SHAPE", replaced("'shape'", "'SHAPE'")},
		variant{"keys/misspelled-camel", "fortran_order is written fortranOrder", replaced("'fortran_order'", "'fortranOrder'")},
		variant{"keys/misspelled-hyphen", "fortran_order is written fortran-order", replaced("'fortran_order'", "'fortran-order'")},
		variant{"keys/misspelled-blank", "fortran_order is written with a space", replaced("'fortran_order'", "'fortran order'")},
		variant{"keys/misspelled-space-behind", "descr has a trailing space", replaced("'descr'", "'descr '")},
		variant{"keys/misspelled-space-in-front", "shape has a leading space", replaced("'shape'", "' shape'")},
		variant{"keys/misspelled-plural", "shape is written shapes", replaced("'shape'", "'shapes'")},
		variant{"keys/misspelled-short", "descr is written desc", replaced("'descr'", "'desc'")},
		variant{"keys/misspelled-letter", "fortran_order has a wrong letter", replaced("'fortran_order'", "'fortran_ordre'")},
		variant{"keys/misspelled-swapped", "two letters of shape are swapped", replaced("'shape'", "'shpae'")},
		variant{"keys/misspelled-newline", "descr ends with an escaped newline", replaced("'descr'", `'descr\n'`)},
		variant{"keys/misspelled-nul", "shape ends with an escaped NUL, where a C string ends", replaced("'shape'", `'shape\x00'`)},
		variant{"keys/misspelled-all", "all keys begin with a capital letter", doubles1("{'Descr': '<f8', 'Fortran_Order': False, 'Shape': (3,), }")},
		variant{"keys/misspelled-zero-width", "shape contains an escaped zero-width space", replaced("'shape'", `'sha\u200bpe'`)},
		variant{"keys/misspelled-homoglyph", "shape begins with an escaped Cyrillic letter that looks the same", replaced("'shape'", `'\u0455hape'`)},
	)
	wrong.Twin = "prefix/v3-plain"
	return append(cases, variants(wrong, "keys-misspelled",
		variant{"keys/misspelled-homoglyph-v3", "shape begins with a Cyrillic letter that looks the same", Npy3(strings.Replace(plain, "'shape'", "'ѕhape'", 1), three.Data)},
		variant{"keys/misspelled-full-width-v3", "shape begins with a full-width letter, which normalization would turn into the right one", Npy3(strings.Replace(plain, "'shape'", "'ｓhape'", 1), three.Data)},
	)...)
}

// keysDuplicate returns cases of keys that occur again: some readers take the first value, others the
// last.
func keysDuplicate() []Case {
	twice := refused("keys")
	cases := variants(twice, "keys-duplicate",
		variant{"keys/duplicate-descr", "descr occurs twice, with dtypes of the same size", replaced("'<f8', ", "'<i8', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-reversed", "descr occurs twice, with dtypes of the same size, the intended one first", replaced("'<f8', ", "'<f8', 'descr': '<i8', ")},
		variant{"keys/duplicate-descr-smaller", "descr occurs twice, with dtypes of different sizes", replaced("'<f8', ", "'<f4', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-byte-order", "descr occurs twice, with different byte orders", replaced("'<f8', ", "'>f8', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-same", "descr occurs twice, with the same value", replaced("'<f8', ", "'<f8', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-far", "descr occurs twice, first and last", replaced("}", "'descr': '<i8', }")},
		variant{"keys/duplicate-shape", "shape occurs twice, with different ranks", replaced("(3,), ", "(1, 3), 'shape': (3,), ")},
		variant{"keys/duplicate-shape-reversed", "shape occurs twice, with different ranks, the intended one first", replaced("(3,), ", "(3,), 'shape': (1, 3), ")},
		variant{"keys/duplicate-shape-three", "shape occurs three times", replaced("(3,), ", "(3,), 'shape': (1, 3), 'shape': (3, 1), ")},
		variant{"keys/duplicate-all", "all keys occur twice", replaced(", }", ", "+plain[1:])},
	)
	cases = append(cases, variants(twice, "keys-duplicate keys-not-sorted",
		variant{"keys/duplicate-shape-far", "shape occurs twice, first and last", replaced("{", "{'shape': (1, 3), ")},
	)...)
	cases = append(cases, variants(twice, "keys-duplicate literal-unneeded-escape",
		variant{"keys/duplicate-escaped", "shape occurs twice, once with an escape", replaced("(3,), ", `(3,), 'sh\x61pe': (1, 3), `)},
	)...)
	cases = append(cases, variants(twice, "keys-duplicate literal-double-quotes",
		variant{"keys/duplicate-quotes", "shape occurs twice, once in double quotes", replaced("(3,), ", `(3,), "shape": (1, 3), `)},
	)...)
	twice.Twin = "header/layout-numpy-1-14"
	return append(cases, variants(twice, "keys-duplicate",
		variant{"keys/duplicate-order", "fortran_order occurs twice, as False and True", Npy1(strings.Replace(matrixText, "False, ", "True, 'fortran_order': False, ", 1), matrix().Data)},
		variant{"keys/duplicate-order-reversed", "fortran_order occurs twice, as False and True, the intended one first", Npy1(strings.Replace(matrixText, "False, ", "False, 'fortran_order': True, ", 1), matrix().Data)},
		variant{"keys/duplicate-shape-transposed", "shape occurs twice, with the dimensions swapped", Npy1(strings.Replace(matrixText, "(2, 3), ", "(3, 2), 'shape': (2, 3), ", 1), matrix().Data)},
	)...)
}

func keysNotStrings() []Case {
	other := refused("keys")
	cases := variants(other, "keys-not-str",
		variant{"keys/not-str-number", "there is a fourth key, a number", added("1: 2")},
		variant{"keys/not-str-zero", "there is a fourth key before the others, a number", replaced("{", "{0: 0, ")},
		variant{"keys/not-str-none", "there is a fourth key, None", added("None: 0")},
		variant{"keys/not-str-true", "there is a fourth key, True", added("True: 0")},
		variant{"keys/not-str-float", "there is a fourth key, a floating-point number", added("1.5: 0")},
		variant{"keys/not-str-bytes", "there is a fourth key, a bytes literal", added("b'x': 0")},
		variant{"keys/not-str-bytes-shape", "there is a fourth key, another one as bytes", added("b'shape': (6,)")},
		variant{"keys/not-str-tuple", "there is a fourth key, a tuple", added("('shape',): (6,)")},
		variant{"keys/not-str-list", "there is a fourth key, a list, which is not hashable", added("[]: 0")},
		variant{"keys/not-str-dictionary", "there is a fourth key, a dictionary, which is not hashable", added("{}: 0")},
	)
	return append(cases, variants(other, "keys-missing keys-not-str",
		variant{"keys/not-str-descr", "the key descr is a bytes literal", replaced("'descr'", "b'descr'")},
		variant{"keys/not-str-all", "all keys are bytes literals", doubles1("{b'descr': '<f8', b'fortran_order': False, b'shape': (3,), }")},
		variant{"keys/not-str-numbers", "the keys are numbers", doubles1("{0: '<f8', 1: False, 2: (3,), }")},
	)...)
}

// keysOrder returns cases of keys in every order. A reader must not depend on it.
func keysOrder() []Case {
	unsorted := accepted("keys")
	unsorted.Story = "conforming, although the keys are in the order "
	unsorted.Twin, unsorted.Array = "header/layout-numpy-1-14", matrix()
	const d, f, s = "'descr': '<i4', ", "'fortran_order': False, ", "'shape': (2, 3), "
	file := func(items ...string) []byte { return Npy1("{"+strings.Join(items, "")+"}", matrix().Data) }
	cases := variants(unsorted, "keys-not-sorted",
		variant{"keys/order-dsf", "descr, shape, fortran_order", file(d, s, f)},
		variant{"keys/order-fds", "fortran_order, descr, shape", file(f, d, s)},
		variant{"keys/order-fsd", "fortran_order, shape, descr", file(f, s, d)},
		variant{"keys/order-sdf", "shape, descr, fortran_order", file(s, d, f)},
		variant{"keys/order-sfd", "shape, fortran_order, descr", file(s, f, d)},
	)
	_, stored := columns()
	table := inColumns(unsorted)
	table.Story = "conforming, although the array is in Fortran order and the keys are in the order "
	cases = append(cases, sinceTwo(variants(table, "keys-not-sorted",
		variant{"keys/order-dsf-fortran", "descr, shape, fortran_order", Npy1("{'descr': '<i4', 'shape': (2, 3), 'fortran_order': True, }", stored)},
		variant{"keys/order-sfd-fortran", "shape, fortran_order, descr", Npy1("{'shape': (2, 3), 'fortran_order': True, 'descr': '<i4', }", stored)},
	))...)
	unsorted.Twin, unsorted.Array = "header/layout-numpy-1-14-struct", record()
	return append(cases, variants(unsorted, "keys-not-sorted",
		variant{"keys/order-sfd-struct", "shape, fortran_order, descr, with a list as the last value", Npy1("{'shape': (2,), 'fortran_order': False, 'descr': "+record().DType+", }", record().Data)},
	)...)
}

// keysInNames returns cases of field names that mislead a reader which searches the header for words
// and brackets instead of parsing it.
func keysInNames() []Case {
	right := named(accepted("keys"), "v1")
	right.Twin, right.Importance = "", Medium
	right.Story += "a field name "
	cases := fieldNames(right, "", Npy1,
		fieldName{"keys/in-name-descr", "that is descr", "'descr'", "'descr'"},
		fieldName{"keys/in-name-order", "that is fortran_order", "'fortran_order'", "'fortran_order'"},
		fieldName{"keys/in-name-shape", "that is shape", "'shape'", "'shape'"},
		fieldName{"keys/in-name-shape-item", "that contains a whole item of the dictionary, a shape", `"'shape': (6,), "`, `"'shape': (6,), "`},
		fieldName{"keys/in-name-order-item", "that contains a whole item of the dictionary, a fortran_order", `"'fortran_order': True, "`, `"'fortran_order': True, "`},
		fieldName{"keys/in-name-descr-item", "that contains a whole item of the dictionary, a descr", `"'descr': '<i4', "`, `"'descr': '<i4', "`},
		fieldName{"keys/in-name-shape-double", "that contains a shape as JSON writes it", `'"shape": [6]'`, `'"shape": [6]'`},
		fieldName{"keys/in-name-true", "that is True", "'True'", "'True'"},
		fieldName{"keys/in-name-false", "that is False", "'False'", "'False'"},
		fieldName{"keys/in-name-type", "that is a type string", "'<i4'", "'<i4'"},
		fieldName{"keys/in-name-big-endian", "that begins with >, the sign of big-endian types", "'>f8'", "'>f8'"},
		fieldName{"keys/in-name-brace", "that is a closing brace", "'}'", "'}'"},
		fieldName{"keys/in-name-braces", "with mismatched braces", "'}{'", "'}{'"},
		fieldName{"keys/in-name-parentheses", "with mismatched parentheses", "')('", "')('"},
		fieldName{"keys/in-name-call", "with a number in parentheses", "'f(9,)'", "'f(9,)'"},
		fieldName{"keys/in-name-brackets", "with mismatched square brackets", "']['", "']['"},
		fieldName{"keys/in-name-comma", "with a comma", "'a, b'", "'a, b'"},
		fieldName{"keys/in-name-colon", "with a colon", "'a: b'", "'a: b'"},
		fieldName{"keys/in-name-hash", "with a #, which begins comments", "'a # b'", "'a # b'"},
		fieldName{"keys/in-name-end", "that ends like the dictionary", "'), }'", "'), }'"},
		fieldName{"keys/in-name-spaces", "with leading and trailing spaces and a run of spaces inside", "'  a    b  '", "'  a    b  '"},
		fieldName{"keys/in-name-space", "that is a space", "' '", "' '"},
		fieldName{"keys/in-name-digit", "that is a digit", "'3'", "'3'"},
		fieldName{"keys/in-name-magic", "that is the rest of the magic", "'NUMPY'", "'NUMPY'"},
		fieldName{"keys/in-name-prefixed", "that ends in a key", "'the shape'", "'the shape'"},
	)
	two := accepted("keys")
	two.Array = &Array{
		DType: "[('shape', '<f8'), ('descr', '<f8'), ('fortran_order', '<f8')]", Shape: dims(1),
		Data: three.Data, Values: values([]any{1, -2.5, 3}),
	}
	cases = append(cases, variants(two, "",
		variant{"keys/in-name-all", "fields that are named like the three keys", Npy1(Dict(two.Array.DType, "False", "(1,)"), three.Data)},
	)...)
	compact := accepted("keys")
	compact.Story, compact.Array = "conforming, although ", namedField("'descr'")
	cases = append(cases, sinceTwo(variants(compact, "header-style-not-canonical",
		variant{"keys/in-name-descr-compact", "there are no spaces in the header, and a field is named descr", doubles1("{'descr':[('descr','<f8')],'fortran_order':False,'shape':(3,)}")},
	))...)
	title := right
	title.Story = "conforming: a field title "
	title.Array = namedField("")
	title.Array.DType = "[((\"'shape': (6,), \", 'a'), '<f8')]"
	return append(cases, variants(title, "",
		variant{"keys/in-name-title", "that contains a whole item of the dictionary, a shape", doubles1(Dict(title.Array.DType, "False", "(3,)"))},
	)...)
}
