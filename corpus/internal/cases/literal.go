package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

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
	word.Importance = Medium
	cases := variants(word, "literal-json",
		variant{"literal/json-false", "fortran_order is written false", replaced("False", "false")},
	)
	_, stored := columns()
	word.Features, word.Twin = "v1 int 2d fortran-order", "header/layout-fortran-order"
	cases = append(cases, variants(word, "literal-json",
		variant{"literal/json-true", "fortran_order is written true", Npy1(Dict("'<i4'", "true", "(2, 3)"), stored)},
	)...)
	whole := refused("literal")
	whole.Importance = Medium
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
