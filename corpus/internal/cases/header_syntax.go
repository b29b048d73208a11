package cases

import (
	"fmt"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// headerBetween returns cases about what is between the tokens of the dictionary.
func headerBetween() []Case {
	newline := accepted("literal")
	newline.Story, newline.Twin = "conforming, although ", "prefix/plain"
	cases := variants(newline, "header-newline-inside",
		variant{"header/newline-inside", "there is a newline between two items", replaced(", 'fort", ",\n 'fort")},
		variant{"header/newlines-inside", "a newline follows each item", doubles1("{'descr': '<f8',\n 'fortran_order': False,\n 'shape': (3,),\n}")},
		variant{"header/newline-everywhere", "there is a newline between any two tokens", doubles1("{\n'descr'\n:\n'<f8'\n,\n'fortran_order'\n:\nFalse\n,\n'shape'\n:\n(\n3\n,\n)\n,\n}")},
		variant{"header/newline-in-shape", "there is a newline in the shape", shaped("(3,\n)")},
		variant{"header/newline-before-brace", "there is a newline before the closing brace", replaced(", }", ",\n}")},
	)
	_, stored := columns()
	table := inColumns(newline)
	table.Stage = "header"
	cases = append(cases, sinceTwo(variants(table, "header-newline-inside",
		variant{"header/newline-inside-2d", "the dictionary of an array in Fortran order is on several lines", Npy1("{'descr': '<i4',\n 'fortran_order': True,\n 'shape': (2, 3)}", stored)},
	))...)

	odd := tolerated("literal", "odd-literal")
	cases = append(cases, variants(odd, "header-tab-inside",
		variant{"header/tab-inside", "there is a tab between two items", replaced(", 'fort", ",\t'fort")},
		variant{"header/tab-behind-colon", "a tab follows a colon", replaced(": '<f8'", ":\t'<f8'")},
		variant{"header/tab-in-shape", "there is a tab in the shape", shaped("(\t3,)")},
		variant{"header/tab-behind-brace", "a tab follows the opening brace", replaced("{", "{\t")},
		variant{"header/form-feed-inside", "there is a form feed between two items", replaced(", 'fort", ",\f'fort")},
		variant{"header/carriage-return-inside", "there is a carriage return between two items", replaced(", 'fort", ",\r'fort")},
	)...)
	cases = append(cases, variants(odd, "header-newline-inside header-tab-inside",
		variant{"header/crlf-inside", "there is a CR LF between two items", replaced(", 'fort", ",\r\n 'fort")},
	)...)
	cases = append(cases, variants(odd, "header-comment-inside",
		variant{"header/comment-inside", "there is a comment between two items", replaced(", 'fort", ", # C order\n 'fort")},
		variant{"header/comment-first", "a comment follows the opening brace", replaced("{", "{# npy\n")},
		variant{"header/comment-last", "there is a comment before the closing brace", replaced(", }", ", # end\n}")},
		variant{"header/comment-quote", "a comment contains a quote", replaced(", 'fort", ", # don't\n 'fort")},
		variant{"header/comment-brace", "a comment contains a closing brace", replaced(", 'fort", ", # }\n 'fort")},
		variant{"header/comment-key", "a comment contains another shape", replaced("'shape'", "# 'shape': (6,),\n'shape'")},
		variant{"header/comment-in-shape", "there is a comment in the shape", shaped("(3, # 4\n)")},
		variant{"header/comment-carriage-return", "a comment ends at a carriage return", replaced(", 'fort", ", # C order\r'fort")},
	)...)
	return append(cases, variants(odd, "header-continuation",
		variant{"header/continuation", "a line is continued by a backslash", replaced(", 'fort", ", \\\n'fort")},
		variant{"header/continuation-crlf", "a line is continued by a backslash before CR LF", replaced(", 'fort", ", \\\r\n'fort")},
		variant{"header/continuation-in-shape", "a line is continued in the shape", shaped("(3\\\n,)")},
	)...)
}

// headerStyle returns cases about spaces and commas that no NumPy writes and that readers must accept.
func headerStyle() []Case {
	style := accepted("literal")
	style.Story, style.Twin = "conforming, although ", "prefix/plain"
	cases := variants(style, "header-style-not-canonical",
		variant{"header/style-no-spaces", "there is no space after colons and commas", doubles1("{'descr':'<f8','fortran_order':False,'shape':(3,),}")},
		variant{"header/style-no-trailing-comma", "there is no comma after the last value", replaced(", }", "}")},
		variant{"header/style-compact", "there are no spaces, and there is no comma after the last value", doubles1("{'descr':'<f8','fortran_order':False,'shape':(3,)}")},
		variant{"header/style-no-space-before-brace", "there is no space before the closing brace", replaced(", }", ",}")},
		variant{"header/style-spaces-in-braces", "there is a space after the opening brace", replaced("{", "{ ")},
		variant{"header/style-space-before-colon", "there are spaces before the colons", doubles1("{'descr' : '<f8', 'fortran_order' : False, 'shape' : (3,), }")},
		variant{"header/style-two-spaces", "there are two spaces where NumPy writes one", doubles1("{'descr':  '<f8',  'fortran_order':  False,  'shape':  (3,),  }")},
		variant{"header/style-shape-blank-behind-comma", "there is a space after the comma of the shape", shaped("(3, )")},
		variant{"header/style-shape-blank-before-comma", "there is a space before the comma of the shape, where a suffix L was removed", shaped("(3 ,)")},
		variant{"header/style-shape-blanks", "there are spaces everywhere in the shape", shaped("( 3 , )")},
		variant{"header/style-padding-inside", "the padding precedes the closing brace", Raw1(plain[:len(plain)-1]+strings.Repeat(" ", 60)+"}\n", three.Data)},
	)
	_, stored := columns()
	table := inColumns(style)
	table.Stage = "header"
	cases = append(cases, sinceTwo(variants(table, "header-style-not-canonical",
		variant{"header/style-compact-2d", "there are no spaces in the header of an array in Fortran order", Npy1("{'descr':'<i4','fortran_order':True,'shape':(2,3)}", stored)},
	))...)
	two := style
	two.Twin, two.Array = "header/layout-numpy-1-14", matrix()
	file := func(shape string) []byte { return Npy1(Dict("'<i4'", "False", shape), matrix().Data) }
	cases = append(cases, variants(two, "header-style-not-canonical",
		variant{"header/style-2d-no-space", "there is no space in the shape", file("(2,3)")},
		variant{"header/style-2d-trailing-comma", "there is a comma after the last dimension", file("(2, 3,)")},
		variant{"header/style-2d-trailing-comma-blank", "there is a comma and a space after the last dimension", file("(2, 3, )")},
		variant{"header/style-2d-blanks", "there is a space after each dimension, where a suffix L was removed", file("(2 , 3 )")},
	)...)
	fields := style
	fields.Twin, fields.Array = "header/field-name", namedField("'a'")
	return append(cases, variants(fields, "header-style-not-canonical",
		variant{"header/style-list-trailing-comma", "there is a comma after the last field", doubles1(Dict("[('a', '<f8'), ]", "False", "(3,)"))},
		variant{"header/style-field-trailing-comma", "there is a comma after the type of a field", doubles1(Dict("[('a', '<f8',)]", "False", "(3,)"))},
		variant{"header/style-field-no-space", "there is no space in a field", doubles1(Dict("[('a','<f8')]", "False", "(3,)"))},
	)...)
}

// headerNoLiteral returns cases of text that is not a Python literal, with one fault each.
func headerNoLiteral() []Case {
	bad := refused("literal")
	cases := variants(bad, "header-not-a-literal",
		variant{"header/expression-sum", "a dimension is a sum", shaped("(1+2,)")},
		variant{"header/expression-product", "a dimension is a product", shaped("(3*1,)")},
		variant{"header/expression-np-int64", "a dimension is written as NumPy 2's repr of a scalar: np.int64(3)", shaped("(np.int64(3),)")},
		variant{"header/expression-call", "a dimension is the result of a call", shaped("(len('abc'),)")},
		variant{"header/expression-import", "the type string is the result of a call that runs code", doubles1(Dict("__import__('os').getcwd()", "False", "(3,)"))},
		variant{"header/expression-dict-call", "the dictionary is the result of a call", doubles1("dict(descr='<f8', fortran_order=False, shape=(3,))")},
		variant{"header/unclosed-brace", "the closing brace is missing", replaced(" }", "")},
		variant{"header/unclosed-parenthesis", "the closing parenthesis of the shape is missing", replaced("(3,)", "(3,")},
		variant{"header/cut-in-shape", "the dictionary ends inside the shape", replaced("3,), }", "3")},
		variant{"header/cut-behind-colon", "the dictionary ends after a colon", replaced(" (3,), }", "")},
		variant{"header/missing-comma", "the comma between two items is missing", replaced("False, ", "False ")},
		variant{"header/missing-colon", "the colon after a key is missing", replaced("'shape':", "'shape'")},
		variant{"header/missing-value", "the value of a key is missing", replaced("'<f8'", "")},
		variant{"header/shape-of-comma", "the shape is a lone comma, as a writer produces that joins no dimensions", shaped("(, )")},
	)
	cases = append(cases, variants(bad, "header-not-a-literal",
		variant{"header/expression-power", "a dimension is a power", shaped("(3**1,)")},
		variant{"header/expression-shift", "a dimension is the result of a shift", shaped("(3<<0,)")},
		variant{"header/expression-not", "fortran_order is a negation", replaced("False", "not True")},
		variant{"header/expression-comparison", "fortran_order is a comparison", replaced("False", "1 == 2")},
		variant{"header/expression-condition", "fortran_order is a conditional expression", replaced("False", "False if 1 else True")},
		variant{"header/expression-comprehension", "the shape is a comprehension", shaped("tuple(3 for x in 'a')")},
		variant{"header/expression-lambda", "the shape is a lambda", shaped("(lambda: 3)()")},
		variant{"header/expression-walrus", "a dimension is an assignment expression", shaped("((n := 3),)")},
		variant{"header/expression-star", "the shape unpacks a tuple", shaped("(*(3,),)")},
		variant{"header/expression-double-star", "the dictionary unpacks another one", replaced("{", "{**{}, ")},
		variant{"header/expression-index", "the shape is an indexing expression", shaped("(3, 6)[:1]")},
		variant{"header/expression-attribute", "the type string is an attribute of an object", doubles1(Dict("np.dtype('f8').str", "False", "(3,)"))},
		variant{"header/expression-percent", "the type string is the result of formatting", doubles1(Dict("'<f%d' % 8", "False", "(3,)"))},
		variant{"header/expression-plus", "the type string is a sum of two strings", doubles1(Dict("'<' + 'f8'", "False", "(3,)"))},
		variant{"header/expression-repr-dtype", "the type is written as dtype('<f8')", doubles1(Dict("dtype('<f8')", "False", "(3,)"))},
		variant{"header/expression-javascript", "the shape is a JavaScript function", shaped("(function(){return [3]})()")},
		variant{"header/expression-complement", "a dimension is a bitwise complement", shaped("(~-4,)")},
		variant{"header/sign-twice", "a dimension has two minus signs", shaped("(--3,)")},
		variant{"header/sign-in-front-of-tuple", "the shape has a sign", shaped("+(3,)")},
		variant{"header/sign-alone", "a dimension is a lone sign", shaped("(3, -)")},
		variant{"header/name-no-quotes", "the keys are not quoted, as in JavaScript", doubles1("{descr: '<f8', fortran_order: False, shape: (3,), }")},
		variant{"header/name-type", "the descr is a bare name", doubles1(Dict("float", "False", "(3,)"))},
		variant{"header/name-upper-case", "fortran_order is written FALSE", replaced("False", "FALSE")},
		variant{"header/name-fortran", "fortran_order is written .false., as in Fortran", replaced("False", ".false.")},
		variant{"header/name-letter", "fortran_order is written F", replaced("False", "F")},
		variant{"header/name-nan", "a dimension is nan", shaped("(nan,)")},
		variant{"header/name-full-width", "a dimension is the variable n", shaped("(n,)")},
		variant{"header/two-commas", "two commas follow each other", replaced("False,", "False,,")},
		variant{"header/first-comma", "a comma follows the opening brace", replaced("{", "{, ")},
		variant{"header/two-commas-in-shape", "two commas follow each other in the shape", shaped("(3,,)")},
		variant{"header/two-colons", "two colons follow each other", replaced("'shape':", "'shape'::")},
		variant{"header/equals-sign", "there is an equals sign instead of a colon", replaced("'shape':", "'shape' =")},
		variant{"header/arrow", "there is an arrow instead of a colon, as in Ruby", replaced("'shape':", "'shape' =>")},
		variant{"header/semicolon", "there is a semicolon instead of a comma", replaced("False,", "False;")},
		variant{"header/two-dimensions-no-comma", "there is no comma between two dimensions", shaped("(3 1)")},
		variant{"header/mismatch-square", "the shape is closed by a square bracket", shaped("(3,]")},
		variant{"header/mismatch-brace", "the shape is closed by a brace", shaped("(3,}")},
		variant{"header/mismatch-round", "the dictionary is closed by a parenthesis", replaced(", }", ", )")},
		variant{"header/angle-brackets", "the shape is in angle brackets", shaped("<3>")},
		variant{"header/backquotes", "the type string is in backquotes", doubles1(Dict("`<f8`", "False", "(3,)"))},
		variant{"header/dollar", "a dimension is a shell variable", shaped("($n,)")},
		variant{"header/vertical-tab-inside", "there is a vertical tab between two items", replaced(", 'fort", ",\v'fort")},
		variant{"header/ctrl-z-inside", "there is the control character 0x1a between two items", replaced(", 'fort", ",\x1a'fort")},
		variant{"header/latin1-space-inside", "there is a no-break space between two items", replaced(", 'fort", ",\xa0'fort")},
		variant{"header/backslash-inside", "there is a backslash between two items", replaced(", 'fort", ", \\ 'fort")},
		variant{"header/number-letters", "letters follow a dimension", shaped("(3abc,)")},
		variant{"header/number-long-twice", "a dimension has C's suffix LL", shaped("(3LL,)")},
		variant{"header/number-unsigned", "a dimension has C's suffix u", shaped("(3u,)")},
		variant{"header/number-long-parentheses", "the suffix L follows a dimension in parentheses", shaped("((3)L,)")},
		variant{"header/number-two-underscores", "a dimension has two underscores in a row", shaped("(1__0,)")},
		variant{"header/number-underscore-last", "a dimension ends with an underscore", shaped("(3_,)")},
		variant{"header/number-hex-empty", "a dimension is 0x without a digit", shaped("(0x,)")},
		variant{"header/number-octal-digit", "a dimension is octal and contains an 8", shaped("(0o8,)")},
		variant{"header/number-binary-digit", "a dimension is binary and contains a 2", shaped("(0b12,)")},
		variant{"header/number-decimal-comma", "a dimension has an apostrophe between groups of digits", shaped("(1'000,)")},
		variant{"header/number-latin1-superscript", "a dimension is a superscript three", shaped("(\xb3,)")},
	)...)
	cases = append(cases, variants(bad, "header-comment-inside header-not-a-literal",
		variant{"header/comment-hides-brace", "a comment hides the closing brace", replaced(", }", ", # }")},
	)...)
	cases = append(cases, variants(bad, "header-not-a-literal literal-unneeded-escape",
		variant{"header/quote-escaped", "a backslash keeps the type string from being closed", typed(`'<f8\'`)},
	)...)
	v3 := bad
	v3.Features, v3.Twin = "v3 structured float 1d", "prefix/v3-needed"
	field3 := func(old, new string) []byte {
		return Npy3(strings.Replace(fieldText("'日'"), old, new, 1), three.Data)
	}
	cases = append(cases, variants(v3, "header-not-a-literal",
		variant{"header/utf-8-digit", "a dimension is a full-width digit three", field3("(3,)", "(３,)")},
		variant{"header/utf-8-arabic-digit", "a dimension is an Arabic-Indic digit three", field3("(3,)", "(٣,)")},
		variant{"header/utf-8-name", "fortran_order is written in full-width letters", field3("False", "Ｆalse")},
		variant{"header/utf-8-quotes", "the type string is in typographic quotes", field3("'<f8'", "‘<f8’")},
		variant{"header/utf-8-parentheses", "the shape is in full-width parentheses", field3("(3,)", "（3,）")},
		variant{"header/utf-8-minus", "a dimension has the minus sign U+2212", field3("(3,)", "(−3,)")},
		variant{"header/utf-8-zero-width-space", "there is a zero-width space between two items", field3(", 'fort", ",\u200b'fort")},
	)...)
	signs := bad
	signs.Features = "v1 float 1d long-header"
	return append(cases, variants(signs, "header-not-a-literal",
		variant{"header/signs-3000", "a dimension has 3,000 minus signs, which overflow the stack of a recursive reader", shaped("(" + strings.Repeat("-", 3000) + "3,)")},
	)...)
}

// headerNoDictionary returns cases about literals that are not dictionaries.
func headerNoDictionary() []Case {
	bad := refused("literal")
	bad.Story = "conforming except that the header is "
	return variants(bad, "header-not-a-dictionary",
		variant{"header/tuple-of-dictionary", "the dictionary in a tuple", doubles1("(" + plain + ",)")},
		variant{"header/list-of-dictionary", "the dictionary in a list", doubles1("[" + plain + "]")},
		variant{"header/list-of-pairs", "a list of pairs", doubles1("[('descr', '<f8'), ('fortran_order', False), ('shape', (3,))]")},
		variant{"header/tuple-of-values", "a tuple of the three values", doubles1("('<f8', False, (3,))")},
		variant{"header/list-empty", "an empty list", doubles1("[]")},
		variant{"header/tuple-empty", "an empty tuple", doubles1("()")},
		variant{"header/set-of-keys", "a set of the keys", doubles1("{'descr', 'fortran_order', 'shape'}")},
		variant{"header/string", "a string, not a dictionary", doubles1("'<f8'")},
		variant{"header/string-of-dictionary", "the dictionary as a string", doubles1(`"` + plain + `"`)},
		variant{"header/bytes-of-dictionary", "the dictionary as bytes", doubles1(`b"` + plain + `"`)},
		variant{"header/none", "None", doubles1("None")},
		variant{"header/true", "True", doubles1("True")},
		variant{"header/number", "a number, not a dictionary", doubles1("3")},
		variant{"header/complex", "a complex number, not a dictionary", doubles1("1+2j")},
		variant{"header/ellipsis", "an ellipsis", doubles1("...")},
	)
}

// headerNesting returns cases about brackets in brackets: up to 200 may be open at one place.
func headerNesting() []Case {
	parentheses := tolerated("literal", "odd-literal")
	parentheses.Importance = Medium
	around := func(n int) []byte { return doubles1(strings.Repeat("(", n) + plain + strings.Repeat(")", n)) }
	cases := variants(parentheses, "literal-parentheses",
		variant{"literal/parentheses-32", "32 pairs of parentheses surround the dictionary", around(32)},
	)
	cases = append(cases, variants(parentheses, "literal-parentheses",
		variant{"literal/parentheses-100", "100 pairs of parentheses surround the dictionary", around(100)},
		variant{"literal/parentheses-198", "198 pairs of parentheses surround the dictionary, which makes 200 open brackets in the shape", around(198)},
	)...)

	deep := refused("literal")
	deep.Twin, deep.Violates = "literal/parentheses-198", false
	cases = append(cases, variants(deep, "header-nesting-depth",
		variant{"header/nesting-199-parentheses", "199 pairs of parentheses surround the dictionary, which makes 201 open brackets in the shape", around(199)},
		variant{"header/nesting-201-parentheses", "201 pairs of parentheses surround the dictionary", around(201)},
		variant{"header/nesting-1000-parentheses", "1,000 pairs of parentheses surround the dictionary", around(1000)},
	)...)
	deep.Twin = "prefix/plain"
	cases = append(cases, variants(deep, "header-nesting-depth",
		variant{"header/nesting-4000-shape", "4,000 pairs of parentheses surround the shape", shaped(strings.Repeat("(", 4000) + "3," + strings.Repeat(")", 4000))},
	)...)
	deep.Violates = true // deep inside, or because the end is missing
	deep.Features = "v1 float 1d long-header"
	cases = append(cases, variants(deep, "header-nesting-depth",
		variant{"header/nesting-4000-lists", "the shape is 4,000 nested lists", shaped(strings.Repeat("[", 4000) + strings.Repeat("]", 4000))},
		variant{"header/nesting-1000-dictionaries", "the descr is 1,000 nested dictionaries", doubles1(Dict(strings.Repeat("{0: ", 1000)+"0"+strings.Repeat("}", 1000), "False", "(3,)"))},
		variant{"header/nesting-unclosed", "9,000 parentheses are never closed", doubles1(strings.Repeat("(", 9000))},
		variant{"header/nesting-unclosed-lists", "9,000 square brackets are never closed", doubles1(strings.Repeat("[", 9000))},
		variant{"header/nesting-unclosed-braces", "9,000 braces are never closed", doubles1(strings.Repeat("{", 9000))},
	)...)

	tuples := refused("literal")
	tuples.Features = "v1 float 1d long-header"
	cases = append(cases, sinceTwo(variants(tuples, "header-length-over-10000 header-nesting-depth",
		variant{"header/nesting-5000-tuples", "the shape is 5,000 nested tuples of one item", shaped(strings.Repeat("(", 5000) + "3," + strings.Repeat("),", 4999) + ")")},
	))...)

	for _, levels := range []int{16, 32, 64, 99} {
		c := accepted("literal")
		c.Array = nestedArray(levels, "")
		cases = append(cases, variants(c, "", variant{
			fmt.Sprintf("header/nesting-%d-structs", levels),
			fmt.Sprintf("%d nested structured types, which make %d open brackets", levels, 2*levels+1),
			doubles1(Dict(c.Array.DType, "False", "(3,)")),
		})...)
	}
	most := accepted("literal")
	most.Array = nestedArray(99, ", (1,)")
	cases = append(cases, variants(most, "",
		variant{"header/nesting-99-structs-subarray", "200 open brackets: 99 nested structured types and a subarray", doubles1(Dict(most.Array.DType, "False", "(3,)"))},
	)...)
	deep.Twin, deep.Violates, deep.Features = "header/nesting-99-structs", false, ""
	return append(cases, variants(deep, "header-nesting-depth",
		variant{"header/nesting-100-structs", "100 nested structured types make 201 open brackets", doubles1(Dict(nestedArray(100, "").DType, "False", "(3,)"))},
	)...)
}

// nestedArray is three doubles inside structured types of one field each.
func nestedArray(levels int, subarray string) *Array {
	a := &Array{DType: "'<f8'" + subarray, Shape: dims(3), Data: three.Data, Values: values[any](1, -2.5, 3)}
	for range levels {
		a.DType = "[('a', " + a.DType + ")]"
		for i := range a.Values {
			a.Values[i] = []any{a.Values[i]}
		}
	}
	if subarray != "" {
		for i := range a.Values {
			a.Values[i] = []any{a.Values[i]}
		}
	}
	return a
}
