package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// literalLong returns cases about the suffix L of Python 2.
func literalLong() []Case {
	long := tolerated("literal", "long-integer")
	long.Importance = Medium
	cases := variants(long, "literal-long-suffix",
		variant{"literal/long", "the dimension has the suffix L", shaped("(3L,)")},
	)
	two := long
	two.Twin, two.Array = "header/layout-numpy-1-14", matrix()
	text := func(shape string) string { return Dict("'<i4'", "False", shape) }
	cases = append(cases, variants(two, "literal-long-suffix",
		variant{"literal/long-both", "both dimensions have the suffix L", Npy1(text("(2L, 3L)"), matrix().Data)},
		variant{"literal/long-first", "the first of two dimensions has the suffix L", Npy1(text("(2L, 3)"), matrix().Data)},
		variant{"literal/long-last", "the last of two dimensions has the suffix L", Npy1(text("(2, 3L)"), matrix().Data)},
	)...)
	none := accepted("literal")
	none.Array = &Array{DType: "<f8", Shape: dims(0)}
	cases = append(cases, variants(none, "",
		variant{"literal/zero", "an array without elements", Npy1(Dict("'<f8'", "False", "(0,)"), nil)},
	)...)
	zero := long
	zero.Twin, zero.Array = "literal/zero", none.Array
	cases = append(cases, variants(zero, "literal-long-suffix",
		variant{"literal/long-zero", "the dimension is zero and has the suffix L", Npy1(Dict("'<f8'", "False", "(0L,)"), nil)},
	)...)
	inner := long
	inner.Twin, inner.Array = "literal/subarray", subarray()
	right := accepted("literal")
	right.Array = subarray()
	cases = append(cases, variants(right, "",
		variant{"literal/subarray", "a subarray of three doubles", subarrayFile("(3,)")},
	)...)
	cases = append(cases, variants(inner, "literal-long-suffix",
		variant{"literal/long-subarray", "the dimension of a subarray has the suffix L", subarrayFile("(3L,)")},
	)...)
	base := long
	base.Flags = "long-integer odd-literal"
	cases = append(cases, variants(base, "literal-long-suffix literal-number-base",
		variant{"literal/long-hex", "the dimension is hexadecimal and has the suffix L", shaped("(0x3L,)")},
	)...)
	apart := tolerated("literal", "long-integer")
	apart.Violates = true
	innerApart := apart
	innerApart.Twin, innerApart.Array = inner.Twin, inner.Array
	cases = append(cases, variants(innerApart, "literal-long-suffix-detached",
		variant{"literal/long-detached-subarray", "a space separates the suffix L from the dimension of a subarray", subarrayFile("(3 L,)")},
	)...)
	v2 := long
	v2.Twin = "prefix/v2-plain"
	cases = append(cases, variants(v2, "literal-long-suffix prefix-version-higher-than-needed",
		variant{"literal/long-v2", "the dimension has the suffix L, in version 2.0", Npy2(Dict("'<f8'", "False", "(3L,)"), three.Data)},
	)...)

	cases = append(cases, variants(apart, "literal-long-suffix-detached",
		variant{"literal/long-detached", "a space separates the suffix L from the dimension", shaped("(3 L,)")},
		variant{"literal/long-detached-far", "five spaces separate the suffix L from the dimension", shaped("(3     L,)")},
	)...)
	apart.Twin = "prefix/v2-plain"
	cases = append(cases, variants(apart, "literal-long-suffix-detached prefix-version-higher-than-needed",
		variant{"literal/long-detached-v2", "a space separates the suffix L from the dimension, in version 2.0", Npy2(Dict("'<f8'", "False", "(3 L,)"), three.Data)},
	)...)

	bad := refused("literal")
	cases = append(cases, variants(bad, "literal-long-suffix-lower",
		variant{"literal/long-lower", "the dimension has the suffix l", shaped("(3l,)")},
	)...)
	bad.Twin = "literal/subarray"
	cases = append(cases, variants(bad, "literal-long-suffix-lower",
		variant{"literal/long-lower-subarray", "the dimension of a subarray has the suffix l", subarrayFile("(3l,)")},
	)...)
	bad.Twin = "prefix/v2-plain"
	cases = append(cases, variants(bad, "literal-long-suffix-lower prefix-version-higher-than-needed",
		variant{"literal/long-lower-v2", "the dimension has the suffix l, in version 2.0", Npy2(Dict("'<f8'", "False", "(3l,)"), three.Data)},
	)...)
	bad.Twin = "prefix/v3-plain"
	cases = append(cases, variants(bad, "literal-long-suffix-v3 prefix-version-higher-than-needed",
		variant{"literal/long-v3-plain", "the dimension has the suffix L, in version 3.0 where version 1.0 would do", Npy3(Dict("'<f8'", "False", "(3L,)"), three.Data)},
	)...)
	bad.Twin = "prefix/v3-needed"
	v3 := func(shape string) []byte { return Npy3(Dict("[('日', '<f8')]", "False", shape), three.Data) }
	cases = append(cases, whereUnread("v3 structured float 1d", variants(bad, "literal-long-suffix-v3",
		variant{"literal/long-v3", "the dimension has the suffix L, in version 3.0", v3("(3L,)")},
		variant{"literal/long-detached-v3", "a space separates the suffix L from the dimension, in version 3.0", v3("(3 L,)")},
	))...)
	cases = append(cases, variants(bad, "literal-long-suffix-v3",
		variant{"literal/long-v3-subarray", "the dimension of a subarray has the suffix L, in version 3.0", Npy3(Dict("[('日', '<f8', (1L,))]", "False", "(3,)"), three.Data)},
	)...)
	cases = append(cases, variants(bad, "literal-long-suffix-lower",
		variant{"literal/long-lower-v3", "the dimension has the suffix l, in version 3.0", v3("(3l,)")},
	)...)

	// A reader that strips the suffix by looking for digits and an L changes these names.
	names := named(accepted("literal"), "v1")
	names.Twin, names.Importance = "", Medium
	names.Story += "a field name "
	return append(cases, fieldNames(names, "", Npy1,
		fieldName{"literal/long-in-name", "that is a number with the suffix L", "'3L'", "'3L'"},
		fieldName{"literal/long-in-name-shape", "that looks like a shape with the suffix L", "'(2L, 3L)'", "'(2L, 3L)'"},
		fieldName{"literal/long-in-name-apart", "with a number and an L that a space separates", "'a 3 L'", "'a 3 L'"},
	)...)
}

// literalBases returns cases about integers that are not in decimal, or have underscores.
func literalBases() []Case {
	odd := tolerated("literal", "odd-literal")
	cases := variants(odd, "literal-number-base",
		variant{"literal/number-hex", "the dimension is hexadecimal", shaped("(0x3,)")},
		variant{"literal/number-hex-upper", "the dimension is hexadecimal, with the prefix 0X", shaped("(0X3,)")},
		variant{"literal/number-hex-zeros", "the dimension is hexadecimal with leading zeros", shaped("(0x0003,)")},
		variant{"literal/number-octal", "the dimension is octal", shaped("(0o3,)")},
		variant{"literal/number-octal-upper", "the dimension is octal, with the prefix 0O", shaped("(0O3,)")},
		variant{"literal/number-binary", "the dimension is binary", shaped("(0b11,)")},
		variant{"literal/number-binary-upper", "the dimension is binary, with the prefix 0B", shaped("(0B11,)")},
	)
	cases = append(cases, variants(odd, "literal-number-base literal-number-underscore",
		variant{"literal/number-hex-underscore", "the dimension is hexadecimal, and an underscore follows 0x", shaped("(0x_3,)")},
	)...)
	inner := odd
	inner.Twin, inner.Array = "literal/subarray", subarray()
	cases = append(cases, variants(inner, "literal-number-base",
		variant{"literal/number-hex-subarray", "the dimension of a subarray is hexadecimal", subarrayFile("(0x3,)")},
	)...)

	// Ten and sixteen elements, so that a reader that misreads the base gets wrong data.
	wide := func(n int64) *Array {
		a := &Array{DType: "|u1", Shape: dims(n)}
		for i := range n {
			a.Data, a.Values = append(a.Data, byte(i+1)), append(a.Values, i+1)
		}
		return a
	}
	file := func(shape string, n int64) []byte { return Npy1(Dict("'|u1'", "False", shape), wide(n).Data) }
	right := accepted("literal")
	right.Array = wide(10)
	cases = append(cases, variants(right, "",
		variant{"literal/ten", "10 bytes of data", file("(10,)", 10)},
	)...)
	right.Array = wide(16)
	cases = append(cases, variants(right, "",
		variant{"literal/sixteen", "16 bytes of data", file("(16,)", 16)},
	)...)
	ten := odd
	ten.Twin, ten.Array = "literal/ten", wide(10)
	cases = append(cases, variants(ten, "literal-number-underscore",
		variant{"literal/number-underscore", "there is an underscore in the dimension", file("(1_0,)", 10)},
	)...)
	cases = append(cases, variants(ten, "literal-number-base",
		variant{"literal/number-hex-letter", "the dimension is 0xa, which is 10", file("(0xa,)", 10)},
		variant{"literal/number-octal-12", "the dimension is 0o12, which is 10", file("(0o12,)", 10)},
		variant{"literal/number-binary-1010", "the dimension is 0b1010, which is 10", file("(0b1010,)", 10)},
	)...)
	ten.Twin, ten.Array = "literal/sixteen", wide(16)
	cases = append(cases, variants(ten, "literal-number-base",
		variant{"literal/number-hex-10", "the dimension is 0x10, which is 16", file("(0x10,)", 16)},
	)...)
	bad := refused("literal")
	bad.Twin = "literal/ten"
	return append(cases, variants(bad, "literal-number-leading-zero",
		variant{"literal/number-zero-ten", "the dimension is 010: 10, or 8 as in C and Python 2", file("(010,)", 10)},
	)...)
}

// literalForms returns cases about other spellings of integers.
func literalForms() []Case {
	bad := refused("literal")
	cases := variants(bad, "literal-number-leading-zero",
		variant{"literal/number-zero-three", "the dimension has a leading zero", shaped("(03,)")},
		variant{"literal/number-zeros-three", "the dimension has many leading zeros", shaped("(0000000003,)")},
	)
	inner := bad
	inner.Twin = "literal/subarray"
	cases = append(cases, variants(inner, "literal-number-leading-zero",
		variant{"literal/number-zero-subarray", "the dimension of a subarray has a leading zero", subarrayFile("(03,)")},
	)...)

	odd := tolerated("literal", "odd-literal")
	cases = append(cases, variants(odd, "literal-number-not-canonical",
		variant{"literal/number-plus", "the dimension has a plus sign", shaped("(+3,)")},
	)...)
	cases = append(cases, variants(odd, "header-style-not-canonical literal-number-not-canonical",
		variant{"literal/number-plus-blank", "the dimension has a plus sign and a space after it", shaped("(+ 3,)")},
	)...)
	zero := odd
	zero.Twin = "literal/zero"
	zero.Array = &Array{DType: "<f8", Shape: dims(0)}
	file := func(shape string) []byte { return Npy1(Dict("'<f8'", "False", shape), nil) }
	cases = append(cases, variants(zero, "literal-number-not-canonical",
		variant{"literal/number-minus-zero", "the dimension is -0", file("(-0,)")},
		variant{"literal/number-plus-zero", "the dimension is +0", file("(+0,)")},
		variant{"literal/number-two-zeros", "the dimension is 00", file("(00,)")},
		variant{"literal/number-minus-two-zeros", "the dimension is -00", file("(-00,)")},
	)...)
	return append(cases, variants(zero, "literal-number-base",
		variant{"literal/number-hex-zero", "the dimension is 0x0", file("(0x0,)")},
	)...)
}

// literalDigits returns cases about integers of thousands of digits. Python since 3.11 refuses decimal
// numbers of more than 4,300.
func literalDigits() []Case {
	odd := tolerated("literal", "odd-literal")
	odd.Importance = Medium
	zeros := func(n int) string { return strings.Repeat("0", n) }
	cases := variants(odd, "literal-number-base",
		variant{"literal/digits-hex-5000", "the dimension is hexadecimal with 5,000 digits, all but one of them zeros", shaped("(0x" + zeros(4999) + "3,)")},
	)
	odd.Twin = "literal/zero"
	odd.Array = &Array{DType: "<f8", Shape: dims(0)}
	cases = append(cases, variants(odd, "literal-number-not-canonical",
		variant{"literal/digits-zeros-5000", "the dimension is 5,000 zeros", Npy1(Dict("'<f8'", "False", "("+zeros(5000)+",)"), nil)},
	)...)
	bad := refused("literal")
	cases = append(cases, variants(bad, "literal-number-leading-zero",
		variant{"literal/digits-leading-zeros-5000", "the dimension has 5,000 leading zeros", shaped("(" + zeros(5000) + "3,)")},
	)...)
	bad.Stage = "shape"
	return append(cases, variants(bad, "shape-dimension-overflow",
		variant{"shape/digits-4300", "the dimension has 4,300 digits, the most that Python reads", shaped("(1" + zeros(4299) + ",)")},
		variant{"shape/digits-4301", "the dimension has 4,301 digits, one more than Python reads", shaped("(1" + zeros(4300) + ",)")},
		variant{"shape/digits-9000", "the dimension has 9,000 digits", shaped("(" + strings.Repeat("9", 9000) + ",)")},
	)...)
}

// literalParentheses returns cases about parentheses that make no tuple.
func literalParentheses() []Case {
	odd := tolerated("literal", "odd-literal")
	cases := variants(odd, "literal-parentheses",
		variant{"literal/parentheses-dictionary", "parentheses surround the dictionary", doubles1("(" + plain + ")")},
		variant{"literal/parentheses-dictionary-twice", "two pairs of parentheses surround the dictionary", doubles1("((" + plain + "))")},
		variant{"literal/parentheses-descr", "parentheses surround the type string", doubles1(Dict("('<f8')", "False", "(3,)"))},
		variant{"literal/parentheses-order", "parentheses surround the value of fortran_order", doubles1(Dict("'<f8'", "(False)", "(3,)"))},
		variant{"literal/parentheses-shape", "parentheses surround the shape", shaped("((3,))")},
		variant{"literal/parentheses-shape-twice", "two pairs of parentheses surround the shape", shaped("(((3,)))")},
		variant{"literal/parentheses-dimension", "parentheses surround a dimension", shaped("((3),)")},
		variant{"literal/parentheses-dimension-twice", "two pairs of parentheses surround a dimension", shaped("(((3)),)")},
		variant{"literal/parentheses-key", "parentheses surround a key", replaced("'shape'", "('shape')")},
	)
	field := odd
	field.Twin, field.Array = "header/field-name", namedField("'a'")
	cases = append(cases, variants(field, "literal-parentheses",
		variant{"literal/parentheses-list", "parentheses surround the list of fields", doubles1(Dict("([('a', '<f8')])", "False", "(3,)"))},
		variant{"literal/parentheses-field", "parentheses surround a field", doubles1(Dict("[(('a', '<f8'))]", "False", "(3,)"))},
		variant{"literal/parentheses-name", "parentheses surround a field name", doubles1(fieldText("('a')"))},
		variant{"literal/parentheses-type", "parentheses surround the type of a field", doubles1(Dict("[('a', ('<f8'))]", "False", "(3,)"))},
	)...)
	field.Twin, field.Array = "literal/subarray", subarray()
	return append(cases, variants(field, "literal-parentheses",
		variant{"literal/parentheses-subarray", "parentheses surround the shape of a subarray", subarrayFile("((3,))")},
	)...)
}

// literalJSON returns cases about headers that are written as JSON.
func literalJSON() []Case {
	word := refused("literal")
	cases := variants(word, "literal-json",
		variant{"literal/json-false", "fortran_order is written false", replaced("False", "false")},
	)
	_, stored := columns()
	word.Features, word.Twin = "v1 int 2d fortran-order", "header/layout-fortran-order"
	cases = append(cases, variants(word, "literal-json",
		variant{"literal/json-true", "fortran_order is written true", Npy1(Dict("'<i4'", "true", "(2, 3)"), stored)},
	)...)
	whole := refused("literal")
	cases = append(cases, sinceTwo(slices.Concat(
		variants(whole, "header-not-a-dictionary literal-json",
			variant{"literal/json-null-alone", "the header is null and nothing else", doubles1("null")},
		),
		variants(whole, "header-style-not-canonical literal-double-quotes literal-json shape-not-tuple",
			variant{"literal/json-shape-number", "the header is a JSON object, and its shape a number", doubles1(`{"descr": "<f8", "fortran_order": false, "shape": 3}`)},
		),
		variants(inColumns(whole), "header-style-not-canonical literal-double-quotes literal-json shape-not-tuple",
			variant{"literal/json-object-2d", "the header of an array in Fortran order is a JSON object", Npy1(`{"descr": "<i4", "fortran_order": true, "shape": [2, 3]}`, stored)},
		),
	))...)
	return append(cases, slices.Concat(
		variants(whole, "literal-json order-not-bool",
			variant{"literal/json-null", "fortran_order is written null", replaced("False", "null")},
		),
		variants(whole, "header-style-not-canonical literal-double-quotes literal-json shape-not-tuple",
			variant{"literal/json-object", "the header is a JSON object", doubles1(`{"descr": "<f8", "fortran_order": false, "shape": [3]}`)},
			variant{"literal/json-object-compact", "the header is a JSON object without spaces", doubles1(`{"descr":"<f8","fortran_order":false,"shape":[3]}`)},
		),
		variants(whole, "header-newline-inside literal-double-quotes literal-json shape-not-tuple",
			variant{"literal/json-object-lines", "the header is a JSON object on several lines", doubles1("{\n  \"descr\": \"<f8\",\n  \"fortran_order\": false,\n  \"shape\": [\n    3\n  ]\n}")},
		),
		variants(whole, "literal-double-quotes literal-json",
			variant{"literal/json-tuple", "the header is JSON but for the shape, which is a tuple", doubles1(`{"descr": "<f8", "fortran_order": false, "shape": (3,), }`)},
		),
	)...)
}
