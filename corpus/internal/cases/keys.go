package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// keysCases are about the keys of the dictionary.
func keysCases() []Case {
	return slices.Concat(keysMissing(), keysExtra(), keysMisspelled(), keysDuplicate(), keysNotStrings(), keysOrder(), keysInNames())
}

// added is a file of three doubles with one more item at the end of the dictionary.
func added(item string) []byte { return replaced(", }", ", "+item+", }") }

func keysMissing() []Case {
	missing := refused("keys")
	missing.Importance = High
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
		variant{"keys/extra-dictionary", "the value of a fourth key is a dictionary of the three", added("'x': {'descr': '<i4', 'fortran_order': True, 'shape': (6,)}")},
		variant{"keys/extra-prefixed", "there is a fourth key that ends like another one", added("'old_shape': (6,)")},
		variant{"keys/extra-suffixed", "there is a fourth key that begins like another one", added("'shape_old': (6,)")},
		variant{"keys/extra-quoted", "there is a fourth key that holds another one in quotes", added(`"'shape'": (6,)`)},
		variant{"keys/extra-other-case", "there is a fourth key that differs from another one in case", added("'Shape': (6,)")},
		variant{"keys/extra-space", "there is a fourth key that differs from another one in a space", added("'shape ': (6,)")},
	)
	cases = append(cases, variants(extra, "keys-extra keys-missing",
		variant{"keys/extra-dtype", "descr is called dtype", replaced("'descr'", "'dtype'")},
		variant{"keys/extra-order", "fortran_order is called order", replaced("'fortran_order'", "'order'")},
		variant{"keys/extra-dims", "shape is called dims", replaced("'shape'", "'dims'")},
	)...)
	nested := extra
	nested.Importance = High
	return append(cases, variants(nested, "keys-extra keys-missing",
		variant{"keys/extra-nested", "the three keys are one level too deep", doubles1("{'header': {'descr': '<f8', 'fortran_order': False, 'shape': (3,)}, }")},
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
		variant{"keys/misspelled-space-behind", "a space follows descr", replaced("'descr'", "'descr '")},
		variant{"keys/misspelled-space-in-front", "a space precedes shape", replaced("'shape'", "' shape'")},
		variant{"keys/misspelled-plural", "shape is written shapes", replaced("'shape'", "'shapes'")},
		variant{"keys/misspelled-short", "descr is written desc", replaced("'descr'", "'desc'")},
		variant{"keys/misspelled-letter", "fortran_order has a wrong letter", replaced("'fortran_order'", "'fortran_ordre'")},
		variant{"keys/misspelled-swapped", "two letters of shape are swapped", replaced("'shape'", "'shpae'")},
		variant{"keys/misspelled-newline", "an escaped newline ends descr", replaced("'descr'", `'descr\n'`)},
		variant{"keys/misspelled-nul", "an escaped NUL ends shape, which ends the string in C", replaced("'shape'", `'shape\x00'`)},
		variant{"keys/misspelled-all", "all keys begin with a capital", doubles1("{'Descr': '<f8', 'Fortran_Order': False, 'Shape': (3,), }")},
		variant{"keys/misspelled-zero-width", "there is an escaped zero-width space in shape", replaced("'shape'", `'sha\u200bpe'`)},
		variant{"keys/misspelled-homoglyph", "shape begins with an escaped Cyrillic letter that looks the same", replaced("'shape'", `'\u0455hape'`)},
	)
	wrong.Features, wrong.Twin = "v3 float 1d", "prefix/v3-plain"
	return append(cases, variants(wrong, "keys-misspelled",
		variant{"keys/misspelled-homoglyph-v3", "shape begins with a Cyrillic letter that looks the same", Npy3(strings.Replace(plain, "'shape'", "'ѕhape'", 1), three.Data)},
		variant{"keys/misspelled-full-width-v3", "shape begins with a full-width letter, which normalising would turn into the right one", Npy3(strings.Replace(plain, "'shape'", "'ｓhape'", 1), three.Data)},
	)...)
}

// keysDuplicate are keys that occur again: some readers take the first value, others the last.
func keysDuplicate() []Case {
	twice := refused("keys")
	twice.Importance = High
	cases := variants(twice, "keys-duplicate",
		variant{"keys/duplicate-descr", "descr occurs twice, with types of one size", replaced("'<f8', ", "'<i8', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-reversed", "descr occurs twice, with types of one size, the better one first", replaced("'<f8', ", "'<f8', 'descr': '<i8', ")},
		variant{"keys/duplicate-descr-smaller", "descr occurs twice, with types of different sizes", replaced("'<f8', ", "'<f4', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-byte-order", "descr occurs twice, with different byte orders", replaced("'<f8', ", "'>f8', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-same", "descr occurs twice, with the same value", replaced("'<f8', ", "'<f8', 'descr': '<f8', ")},
		variant{"keys/duplicate-descr-far", "descr occurs before all keys and after them", replaced("}", "'descr': '<i8', }")},
		variant{"keys/duplicate-shape", "shape occurs twice, with ranks that differ", replaced("(3,), ", "(1, 3), 'shape': (3,), ")},
		variant{"keys/duplicate-shape-reversed", "shape occurs twice, with ranks that differ, the better one first", replaced("(3,), ", "(3,), 'shape': (1, 3), ")},
		variant{"keys/duplicate-shape-three", "shape occurs three times", replaced("(3,), ", "(3,), 'shape': (1, 3), 'shape': (3, 1), ")},
		variant{"keys/duplicate-all", "all keys occur twice", replaced(", }", ", "+plain[1:])},
	)
	cases = append(cases, variants(twice, "keys-duplicate keys-not-sorted",
		variant{"keys/duplicate-shape-far", "shape occurs before all keys and after them", replaced("{", "{'shape': (1, 3), ")},
	)...)
	cases = append(cases, variants(twice, "keys-duplicate literal-unneeded-escape",
		variant{"keys/duplicate-escaped", "shape occurs twice, once with an escape", replaced("(3,), ", `(3,), 'sh\x61pe': (1, 3), `)},
	)...)
	cases = append(cases, variants(twice, "keys-duplicate literal-double-quotes",
		variant{"keys/duplicate-quotes", "shape occurs twice, once in double quotes", replaced("(3,), ", `(3,), "shape": (1, 3), `)},
	)...)
	twice.Features, twice.Twin = "v1 int 2d", "header/layout-numpy-1-14"
	return append(cases, variants(twice, "keys-duplicate",
		variant{"keys/duplicate-order", "fortran_order occurs twice, with both values", Npy1(strings.Replace(matrixText, "False, ", "True, 'fortran_order': False, ", 1), matrix().Data)},
		variant{"keys/duplicate-order-reversed", "fortran_order occurs twice, with both values, the better one first", Npy1(strings.Replace(matrixText, "False, ", "False, 'fortran_order': True, ", 1), matrix().Data)},
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
		variant{"keys/not-str-bytes", "there is a fourth key, bytes", added("b'x': 0")},
		variant{"keys/not-str-bytes-shape", "there is a fourth key, the bytes of another one", added("b'shape': (6,)")},
		variant{"keys/not-str-tuple", "there is a fourth key, a tuple", added("('shape',): (6,)")},
		variant{"keys/not-str-list", "there is a fourth key, a list, which no dictionary can have", added("[]: 0")},
		variant{"keys/not-str-dictionary", "there is a fourth key, a dictionary, which no dictionary can have", added("{}: 0")},
	)
	return append(cases, variants(other, "keys-missing keys-not-str",
		variant{"keys/not-str-descr", "the key descr is bytes", replaced("'descr'", "b'descr'")},
		variant{"keys/not-str-all", "all keys are bytes", doubles1("{b'descr': '<f8', b'fortran_order': False, b'shape': (3,), }")},
		variant{"keys/not-str-numbers", "the keys are numbers", doubles1("{0: '<f8', 1: False, 2: (3,), }")},
	)...)
}

// keysOrder are the orders that the keys can have. A reader must not depend on it.
func keysOrder() []Case {
	unsorted := accepted("keys")
	unsorted.Importance = High
	unsorted.Story = "conforming, although the keys stand in the order "
	unsorted.Features, unsorted.Twin, unsorted.Array = "v1 int 2d", "header/layout-numpy-1-14", matrix()
	const d, f, s = "'descr': '<i4', ", "'fortran_order': False, ", "'shape': (2, 3), "
	file := func(items ...string) []byte { return Npy1("{"+strings.Join(items, "")+"}", matrix().Data) }
	cases := variants(unsorted, "keys-not-sorted",
		variant{"keys/order-dsf", "descr, shape, fortran_order", file(d, s, f)},
		variant{"keys/order-fds", "fortran_order, descr, shape", file(f, d, s)},
		variant{"keys/order-fsd", "fortran_order, shape, descr", file(f, s, d)},
		variant{"keys/order-sdf", "shape, descr, fortran_order", file(s, d, f)},
		variant{"keys/order-sfd", "shape, fortran_order, descr", file(s, f, d)},
	)
	unsorted.Features, unsorted.Twin, unsorted.Array = "v1 structured float int 1d", "header/layout-numpy-1-14-struct", record()
	return append(cases, variants(unsorted, "keys-not-sorted",
		variant{"keys/order-sfd-struct", "shape, fortran_order, descr, with a list as the last value", Npy1("{'shape': (2,), 'fortran_order': False, 'descr': "+record().DType+", }", record().Data)},
	)...)
}

// keysInNames are field names that mislead a reader which searches the header for words and brackets
// instead of parsing it.
func keysInNames() []Case {
	right := named(accepted("keys"), "v1")
	right.Twin, right.Importance = "", High
	right.Story += "a field name "
	cases := fieldNames(right, "", Npy1,
		fieldName{"keys/in-name-descr", "that is descr", "'descr'", "'descr'"},
		fieldName{"keys/in-name-order", "that is fortran_order", "'fortran_order'", "'fortran_order'"},
		fieldName{"keys/in-name-shape", "that is shape", "'shape'", "'shape'"},
		fieldName{"keys/in-name-shape-item", "that holds a whole item of the dictionary, a shape", `"'shape': (6,), "`, `"'shape': (6,), "`},
		fieldName{"keys/in-name-order-item", "that holds a whole item of the dictionary, an order", `"'fortran_order': True, "`, `"'fortran_order': True, "`},
		fieldName{"keys/in-name-descr-item", "that holds a whole item of the dictionary, a type", `"'descr': '<i4', "`, `"'descr': '<i4', "`},
		fieldName{"keys/in-name-shape-double", "that holds a shape as JSON has it", `'"shape": [6]'`, `'"shape": [6]'`},
		fieldName{"keys/in-name-true", "that is True", "'True'", "'True'"},
		fieldName{"keys/in-name-false", "that is False", "'False'", "'False'"},
		fieldName{"keys/in-name-type", "that is a type string", "'<i4'", "'<i4'"},
		fieldName{"keys/in-name-big-endian", "that begins with the sign of the other byte order", "'>f8'", "'>f8'"},
		fieldName{"keys/in-name-brace", "that is a closing brace", "'}'", "'}'"},
		fieldName{"keys/in-name-braces", "with braces in the wrong order", "'}{'", "'}{'"},
		fieldName{"keys/in-name-parentheses", "with parentheses in the wrong order", "')('", "')('"},
		fieldName{"keys/in-name-call", "with a number in parentheses", "'f(9,)'", "'f(9,)'"},
		fieldName{"keys/in-name-brackets", "with square brackets in the wrong order", "']['", "']['"},
		fieldName{"keys/in-name-comma", "with a comma", "'a, b'", "'a, b'"},
		fieldName{"keys/in-name-colon", "with a colon", "'a: b'", "'a: b'"},
		fieldName{"keys/in-name-hash", "with the sign of a comment", "'a # b'", "'a # b'"},
		fieldName{"keys/in-name-end", "that ends like a dictionary", "'), }'", "'), }'"},
		fieldName{"keys/in-name-spaces", "with spaces in front and behind, and a run of them inside", "'  a    b  '", "'  a    b  '"},
		fieldName{"keys/in-name-space", "that is a space", "' '", "' '"},
		fieldName{"keys/in-name-digit", "that is a digit", "'3'", "'3'"},
		fieldName{"keys/in-name-magic", "that is the rest of the magic", "'NUMPY'", "'NUMPY'"},
		fieldName{"keys/in-name-prefixed", "that ends like a key", "'the shape'", "'the shape'"},
	)
	two := accepted("keys")
	two.Features, two.Importance = "v1 structured float 1d", High
	two.Array = &Array{
		DType: "[('shape', '<f8'), ('descr', '<f8'), ('fortran_order', '<f8')]", Shape: dims(1),
		Data: three.Data, Values: values([]any{1, -2.5, 3}),
	}
	cases = append(cases, variants(two, "",
		variant{"keys/in-name-all", "the three keys as field names", Npy1(Dict(two.Array.DType, "False", "(1,)"), three.Data)},
	)...)
	title := right
	title.Story = "conforming: a field title "
	title.Features = "v1 structured titles float 1d"
	title.Array = namedField("")
	title.Array.DType = "[((\"'shape': (6,), \", 'a'), '<f8')]"
	return append(cases, variants(title, "",
		variant{"keys/in-name-title", "that holds a whole item of the dictionary, a shape", doubles1(Dict(title.Array.DType, "False", "(3,)"))},
	)...)
}
