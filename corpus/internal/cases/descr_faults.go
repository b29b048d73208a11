package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// descrFieldFaultCases returns cases of lists that are not lists of fields.
func descrFieldFaultCases() []Case {
	return slices.Concat(whereUnread("v1 1d structured", descrRefused(oneField,
		descrRefusal{"descr/field-string", "a field is a string of two characters, which NumPy reads as a name and a dtype", "['ab']", "descr-field-not-tuple"},
		descrRefusal{"descr/field-string-of-three", "a field is a string of three characters, which NumPy reads as a name, a dtype and a shape", "['ad1']", "descr-field-not-tuple"},
		descrRefusal{"descr/field-type-string", "a field is a type string", "['<f8']", "descr-field-not-tuple"},
		descrRefusal{"descr/field-dict", "a field is a dictionary", "[{'a': '<f8'}]", "descr-field-not-tuple"},
		descrRefusal{"descr/field-set", "a field is a set", "[{'a', '<f8'}]", "descr-field-not-tuple"},
		descrRefusal{"descr/field-number", "a field is a number", "[8]", "descr-field-not-tuple"},
		descrRefusal{"descr/field-none", "a field is None", "[None]", "descr-field-not-tuple"},
		descrRefusal{"descr/field-without-brackets", "the items of a field are not in a tuple of their own", "['a', '<f8']", "descr-field-not-tuple"},
		descrRefusal{"descr/field-empty", "a field is an empty tuple", "[()]", "descr-field-length"},
		descrRefusal{"descr/field-of-one", "a field has only a name", "[('a',)]", "descr-field-length"},
		descrRefusal{"descr/field-of-four", "a field has four items", "[('a', '<f8', (1,), 0)]", "descr-field-length"},
		descrRefusal{"descr/field-name-bytes", "a field name is a bytes literal", "[(b'a', '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/field-name-number", "a field name is a number", "[(1, '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/field-name-none", "a field name is None", "[(None, '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/field-name-true", "a field name is a boolean", "[(True, '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/field-name-list", "a field name is a list", "[(['a'], '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/field-type-none", "the dtype of a field is None", "[('a', None)]", "descr-invalid-type"},
		descrRefusal{"descr/field-type-number", "the dtype of a field is a number", "[('a', 8)]", "descr-invalid-type"},
		descrRefusal{"descr/field-type-bytes", "the dtype of a field is a bytes literal", "[('a', b'<f8')]", "descr-invalid-type"},
		descrRefusal{"descr/field-type-dict", "the dtype of a field is a dictionary", "[('a', {'names': ['x'], 'formats': ['<f8']})]", "descr-dict"},
		descrRefusal{"descr/field-type-unknown", "the dtype of a field does not exist", "[('a', '<x8')]", "descr-unknown-code"},
		descrRefusal{"descr/field-type-size", "a field has a size that its dtype does not have", "[('a', '<i3')]", "descr-invalid-size"},
		descrRefusal{"descr/field-type-overflow", "a field has 2^32 + 3 bytes, which wraps to 3 in 32 bits", "[('a', '|S4294967299')]", "descr-size-overflow"},
		descrRefusal{"descr/field-type-empty-tuple", "the dtype of a field is an empty tuple", "[('a', ())]", "descr-tuple-malformed"},
		descrRefusal{"descr/field-type-tuple-of-one", "the dtype of a field is a tuple of one item", "[('a', ('<f8',))]", "descr-tuple-malformed"},
		descrRefusal{"descr/field-type-tuple-none", "the dtype of a field is a tuple of a dtype and None", "[('a', ('<f8', None))]", "descr-tuple-malformed"},
		descrRefusal{"descr/field-type-metadata", "a field has metadata, which NumPy up to 1.26 writes and no NumPy reads", "[('a', ('<f8', {'unit': 'm'}))]", "descr-two-types"},
		descrRefusal{"descr/field-type-tuple-of-three", "the dtype of a field is a tuple of three items", "[('a', ('<f8', (1,), 0))]", "descr-tuple-malformed"},
	)), whereUnread("v1 1d structured nested", descrRefused(overlaid,
		descrRefusal{"descr/field-type-overlaid", "a tuple lays a structured type over an integer", "[('x', ('<i4', [('a', '<i2'), ('b', '<i2')]))]", "descr-two-types"},
		descrRefusal{"descr/field-type-overlaid-code", "a tuple lays one integer over another", "[('x', ('<i4', '<u4'))]", "descr-two-types"},
		descrRefusal{"descr/field-type-overlaid-dict", "a tuple lays a dictionary of fields over an integer", "[('x', ('<i4', {'a': ('<i2', 0), 'b': ('<i2', 2)}))]", "descr-two-types"},
	)), whereUnread("v1 1d structured", descrRefused(twoFields,
		descrRefusal{"descr/field-second-length", "the second field has only a name", "[('a', '<i4'), ('b',)]", "descr-field-length"},
		descrRefusal{"descr/duplicate-name", "two fields have the same name", "[('a', '<i4'), ('a', '<f8')]", "descr-duplicate-name"},
		descrRefusal{"descr/duplicate-name-of-title", "a title is the name of another field", "[('a', '<i4'), (('a', 'b'), '<f8')]", "descr-duplicate-title"},
		descrRefusal{"descr/duplicate-title", "two fields have the same title", "[(('t', 'a'), '<i4'), (('t', 'b'), '<f8')]", "descr-duplicate-title"},
		descrRefusal{"descr/struct-overflow", "the fields add up to 2^31 bytes", "[('a', '|V2147483647'), ('b', '|i1')]", "descr-itemsize-overflow"},
		descrRefusal{"descr/struct-overflow-wraps", "the fields add up to 2^32 + 12 bytes, which wraps to 12 in 32 bits", "[('a', '|V2147483647'), ('b', '|V2147483647'), ('c', '|V14')]", "descr-itemsize-overflow"},
		descrRefusal{"descr/struct-overflow-padding", "the fields and the padding add up to 2^31 bytes", "[('a', '<i4'), ('', '|V2147483632'), ('b', '<f8'), ('c', '<i4')]", "descr-itemsize-overflow"},
		descrRefusal{"descr/struct-overflow-nested", "the fields of an inner structured type add up to 2^31 bytes", "[('a', [('x', '|V2147483647'), ('y', '|i1')])]", "descr-itemsize-overflow"},
		descrRefusal{"descr/struct-overflow-sum-of-sub-arrays", "two subarrays add up to 2^31 bytes", "[('a', '<i4', (268435456,)), ('b', '<i4', (268435456,))]", "descr-itemsize-overflow"},
	)), descrRefused(oneTitle,
		descrRefusal{"descr/duplicate-title-of-own-name", "a title is the name of its own field", "[(('a', 'a'), '<f8')]", "descr-duplicate-title"},
		descrRefusal{"descr/title-without-name", "a field has a title and no name", "[(('a',), '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/title-of-three", "a field has a title and two names", "[(('t', 'a', 'b'), '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/title-empty-tuple", "a field name is an empty tuple", "[((), '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/title-name-number", "a field with a title has a number as its name", "[(('t', 1), '<f8')]", "descr-field-name-type"},
		descrRefusal{"descr/title-name-bytes", "a field with a title has a bytes literal as its name", "[(('t', b'a'), '<f8')]", "descr-field-name-type"},
	), descrRefused(threeDoubles,
		descrRefusal{"descr/duplicate-name-of-three", "the first and the last field have the same name", "[('a', '<f8'), ('b', '<f8'), ('a', '<f8')]", "descr-duplicate-name"},
		descrRefusal{"descr/duplicate-name-inside", "two fields of an inner structured type have the same name", "[('a', [('x', '<f8'), ('y', '<f8'), ('x', '<f8')])]", "descr-duplicate-name"},
	), descrInnerCodeCases(), descrFormCases())
}

// descrFormCases returns cases of fields that a reader may read although they are not written as NumPy writes
// them: every release gets the same type.
func descrFormCases() []Case {
	title := func(id, what, text string) descrElements {
		return descrElements{
			id: id, story: "conforming except that a title is " + what, descr: "[((" + text + ", 'a'), '<f8')]",
			data: oneTitle.data, vals: oneTitle.vals, rules: "descr-title-type", flags: "odd-field", twin: oneTitle.id,
		}
	}
	// A title that is not text has no form in a dtype of the manifest.
	titles := descrWithoutArray(descrArrays(
		title("descr/title-none", "None", "None"),
		title("descr/title-number", "a number", "1"),
		title("descr/title-bytes", "a bytes literal", "b't'"),
	))
	forms := descrArrays(
		descrElements{
			id: "descr/field-list", story: "conforming except that a field is a list", descr: "[['a', '<f8']]", dtype: oneField.descr,
			data: oneField.data, vals: oneField.vals, rules: "descr-field-list", flags: "odd-field", twin: oneField.id,
		},
		descrElements{
			id: "descr/field-tuples-mixed-with-lists", story: "conforming except that the second field is a list",
			descr: "[('a', '<i4'), ['b', '<f8']]", dtype: twoFields.descr,
			data: twoFields.data, vals: twoFields.vals, rules: "descr-field-list", flags: "odd-field", twin: twoFields.id,
		},
		descrElements{
			id: "descr/field-type-comma", story: "conforming except that the type string of a field contains a comma",
			descr: "[('a', '<i4,<f4')]", dtype: "[('a', [('f0', '<i4'), ('f1', '<f4')])]",
			data: Join(I4(1), F4(0.5), I4(-2), F4(-2.5)), vals: fields(fields(fields(1, 0.5)), fields(fields(-2, -2.5))),
			rules: "descr-comma-string", flags: "dtype-alias", twin: oneField.id,
		},
	)
	forms = whereUnread("v1 1d structured nested int float", forms)
	for i := range forms {
		forms[i].Violates = true
	}
	return slices.Concat(titles, forms, descrArrays(
		descrElements{
			id: "descr/sub-array-list", story: "conforming except that the shape of a subarray is a list",
			descr: "[('a', '<f8', [3])]", dtype: threeDoubles.descr,
			data: threeDoubles.data, vals: threeDoubles.vals, rules: "descr-subarray-shape-form", flags: "odd-subarray", twin: threeDoubles.id,
		},
		descrElements{
			id: "descr/sub-array-none", story: "conforming except that the shape of a subarray is None",
			descr: "[('a', '<f8', None)]", dtype: oneField.descr,
			data: oneField.data, vals: oneField.vals, rules: "descr-subarray-shape-form", flags: "odd-subarray", twin: oneField.id,
		},
	))
}

// descrInnerCodeCases returns cases of type strings inside structured types that a reader may read.
func descrInnerCodeCases() []Case {
	var out []Case
	for _, s := range []struct {
		id, story, code, rules, flags string
		violates                      bool
	}{
		{"descr/field-native", "the byte order of a field is left to the machine", "=f8", "descr-native-byte-order", "native-order", true},
		{"descr/field-order-missing", "the byte order of a field is left out", "f8", "descr-native-byte-order", "native-order", true},
		{"descr/field-type-name", "the dtype of a field is named", "float64", "descr-type-name", "dtype-alias native-order", true},
		{"descr/field-c-letter", "the dtype of a field is the letter of a C type", "<d", "descr-c-type-code", "dtype-alias", true},
		{"descr/field-size-syntax", "the size of a field has a leading zero", "<f08", "descr-size-syntax", "dtype-alias", true},
	} {
		c := descrArrays(descrElements{
			id:    s.id,
			story: "conforming except that " + s.story,
			descr: "[('a', '" + s.code + "')]",
			dtype: oneField.descr,
			data:  oneField.data,
			vals:  oneField.vals,
			rules: s.rules,
			flags: s.flags,
			twin:  oneField.id,
		})
		c[0].Violates = s.violates
		out = append(out, whereUnread("v1 1d structured float", c)...)
	}
	return append(out, descrArrays(
		descrElements{
			id:    "descr/field-order-on-single-byte",
			story: "conforming except that a field without a byte order has one",
			descr: "[('a', '<i1'), ('', '|V3'), ('b', '<i4')]",
			dtype: innerPadding.descr,
			data:  innerPadding.data,
			vals:  innerPadding.vals,
			rules: "descr-order-on-single-byte",
			flags: "dtype-alias",
			twin:  innerPadding.id,
		},
		descrElements{
			id:    "descr/field-bar-missing",
			story: "conforming except that a field without a byte order lacks the |",
			descr: "[('a', 'i1'), ('', '|V3'), ('b', '<i4')]",
			dtype: innerPadding.descr,
			data:  innerPadding.data,
			vals:  innerPadding.vals,
			rules: "descr-order-missing-single-byte",
			flags: "dtype-alias",
			twin:  innerPadding.id,
		},
		descrElements{
			id:         "descr/field-largest-struct",
			story:      "conforming: an array without elements, of the largest possible structured type",
			descr:      "[('a', '|V2147483646'), ('b', '|i1')]",
			vals:       fields(),
			importance: Low,
		},
		descrElements{
			id:         "descr/field-largest-sub-array",
			story:      "conforming: an array without elements, with the largest possible subarray",
			descr:      "[('a', '<f8', (268435455,))]",
			vals:       fields(),
			importance: Low,
		},
	)...)
}

// descrSubarrayFaultCases returns cases of subarrays that must be rejected.
func descrSubarrayFaultCases() []Case {
	return append(whereUnread("v1 1d structured nested", descrRefused(threeDoubles,
		descrRefusal{"descr/sub-array-set", "the shape of a subarray is a set", "[('a', '<f8', {3})]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-string", "the shape of a subarray is a string", "[('a', '<f8', '3')]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-float", "the shape of a subarray is a float", "[('a', '<f8', 3.0)]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-dimension-float", "a dimension of a subarray is a float", "[('a', '<f8', (3.0,))]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-dimension-string", "a dimension of a subarray is a string", "[('a', '<f8', ('3',))]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-dimension-none", "a dimension of a subarray is None", "[('a', '<f8', (3, None))]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-dimension-tuple", "a dimension of a subarray is a tuple", "[('a', '<f8', ((3,),))]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-negative", "a dimension of a subarray is negative", "[('a', '<f8', (-3,))]", "descr-subarray-shape-negative"},
		descrRefusal{"descr/sub-array-negative-number", "the shape of a subarray is a negative number", "[('a', '<f8', -3)]", "descr-subarray-shape-negative"},
		descrRefusal{"descr/sub-array-negative-second", "the second dimension of a subarray is negative", "[('a', '<f8', (3, -1))]", "descr-subarray-shape-negative"},
		descrRefusal{"descr/sub-array-negative-both", "both dimensions of a subarray are negative, and their product is positive", "[('a', '<f8', (-3, -1))]", "descr-subarray-shape-negative"},
		descrRefusal{"descr/sub-array-overflow", "a subarray has 2^31 bytes", "[('a', '<f8', (268435456,))]", "descr-itemsize-overflow"},
		descrRefusal{"descr/sub-array-overflow-wraps-to-zero", "a subarray has 2^32 bytes, which wraps to 0 in 32 bits", "[('a', '<f8', (536870912,))]", "descr-itemsize-overflow"},
		descrRefusal{"descr/sub-array-overflow-wraps", "a subarray has 2^32 + 24 bytes, which wraps to 24 in 32 bits", "[('a', '<f8', (536870915,))]", "descr-itemsize-overflow"},
		descrRefusal{"descr/sub-array-overflow-dimension-wraps", "a dimension of a subarray is 2^32 + 3, which wraps to 3 in 32 bits", "[('a', '<f8', (4294967299,))]", "descr-itemsize-overflow"},
		descrRefusal{"descr/sub-array-overflow-2-64", "a dimension of a subarray is 2^64 + 3, which wraps to 3 in 64 bits", "[('a', '<f8', (18446744073709551619,))]", "descr-itemsize-overflow"},
		descrRefusal{"descr/sub-array-overflow-count", "a subarray has 2^64 elements, which wraps to 0 in 64 bits", "[('a', '<f8', (4294967296, 4294967296))]", "descr-itemsize-overflow"},
		descrRefusal{"descr/sub-array-overflow-nested", "a subarray of subarrays has 2^32 + 24 bytes, which wraps to 24 in 32 bits", "[('a', ('<f8', (178956971,)), (3,))]", "descr-itemsize-overflow"},
	)), descrRefused(oneField,
		descrRefusal{"descr/sub-array-number-1", "the shape of a subarray is the number 1: NumPy 1.x reads a plain field, NumPy 2.x the shape (1,)", "[('a', '<f8', 1)]", "descr-subarray-shape-one"},
		descrRefusal{"descr/sub-array-true", "the shape of a subarray is a boolean", "[('a', '<f8', True)]", "descr-subarray-shape-type"},
		descrRefusal{"descr/sub-array-dimension-true", "a dimension of a subarray is a boolean", "[('a', '<f8', (True,))]", "descr-subarray-shape-type"},
	)...)
}
