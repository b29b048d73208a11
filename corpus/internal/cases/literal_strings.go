package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// literalQuotes returns cases about the quotes of strings.
func literalQuotes() []Case {
	odd := tolerated("literal", "odd-literal")
	name := named(odd, "v1")
	all := odd
	all.Importance = Medium
	cases := variants(all, "literal-double-quotes",
		variant{"literal/double-quotes", "all strings are in double quotes", doubles1(`{"descr": "<f8", "fortran_order": False, "shape": (3,), }`)},
		variant{"literal/double-quotes-descr", "the type string is in double quotes", typed(`"<f8"`)},
		variant{"literal/double-quotes-keys", "the keys are in double quotes", doubles1(`{"descr": '<f8', "fortran_order": False, "shape": (3,), }`)},
		variant{"literal/double-quotes-key", "one key is in double quotes", replaced("'shape'", `"shape"`)},
	)
	_, stored := columns()
	cases = append(cases, sinceTwo(variants(inColumns(odd), "literal-double-quotes",
		variant{"literal/double-quotes-2d", "all strings in the header of an array in Fortran order are in double quotes", Npy1(strings.ReplaceAll(columnsText, "'", `"`), stored)},
	))...)
	cases = append(cases, fieldNames(name, "literal-double-quotes", Npy1,
		fieldName{"literal/double-quotes-name", "a field name is in double quotes", `"a"`, "'a'"},
		fieldName{"literal/double-quotes-both", "a field name that contains both kinds of quotes is in double quotes", `"a'\""`, `'a\'"'`},
		fieldName{"literal/double-quotes-escaped", "a field name that contains a double quote is in double quotes", `"a\""`, `'a"'`},
	)...)
	cases = append(cases, variants(odd, "literal-triple-quotes",
		variant{"literal/triple-quotes", "the type string is in triple single quotes", typed("'''<f8'''")},
		variant{"literal/triple-double-quotes", "the type string is in triple double quotes", typed(`"""<f8"""`)},
		variant{"literal/triple-quotes-key", "a key is in triple single quotes", replaced("'shape'", "'''shape'''")},
	)...)
	cases = append(cases, fieldNames(name, "literal-triple-quotes", Npy1,
		fieldName{"literal/triple-quotes-name", "a field name that contains two quotes is in triple single quotes", "'''a''b'''", `"a''b"`},
	)...)

	right := named(accepted("literal"), "v1")
	right.Twin, right.Importance = "", Medium
	right.Story += "a field name "
	return append(cases, fieldNames(right, "", Npy1,
		fieldName{"literal/quotes-single-inside", "with a single quote, which repr writes in double quotes", `"it's"`, `"it's"`},
		fieldName{"literal/quotes-double-inside", "with a double quote", `'say "a"'`, `'say "a"'`},
		fieldName{"literal/quotes-both-inside", "with both kinds of quotes", `'it\'s "a"'`, `'it\'s "a"'`},
		fieldName{"literal/quotes-only", "that is a single quote", `"'"`, `"'"`},
		fieldName{"literal/quotes-backslash-last", "that ends with a backslash", `'a\\'`, `'a\\'`},
		fieldName{"literal/quotes-backslash-quote", "with a backslash before a single quote", `"a\\'b"`, `"a\\'b"`},
	)...)
}

// literalPrefixes returns cases about letters before a string.
func literalPrefixes() []Case {
	unicode := tolerated("literal", "unicode-prefix")
	unicode.Story, unicode.Importance = "conforming, although ", Medium
	cases := variants(unicode, "literal-unicode-prefix",
		variant{"literal/prefix-u-descr", "the type string has the prefix u", typed("u'<f8'")},
		variant{"literal/prefix-u-key", "a key has the prefix u", replaced("'shape'", "u'shape'")},
		variant{"literal/prefix-u-all", "all strings have the prefix u", doubles1("{u'descr': u'<f8', u'fortran_order': False, u'shape': (3,), }")},
		variant{"literal/prefix-u-upper", "the type string has the prefix U", typed("U'<f8'")},
	)
	_, stored := columns()
	table := inColumns(unicode)
	cases = append(cases, sinceTwo(variants(table, "literal-unicode-prefix",
		variant{"literal/prefix-u-all-2d", "all strings in the header of an array in Fortran order have the prefix u", Npy1("{u'descr': u'<i4', u'fortran_order': True, u'shape': (2, 3), }", stored)},
	))...)
	cases = append(cases, fieldNames(named(unicode, "v1"), "literal-unicode-prefix", Npy1,
		fieldName{"literal/prefix-u-name", "a field name has the prefix u", "u'a'", "'a'"},
	)...)
	raw := tolerated("literal", "odd-literal")
	cases = append(cases, variants(raw, "literal-string-prefix",
		variant{"literal/prefix-r-descr", "the type string is a raw string", typed("r'<f8'")},
		variant{"literal/prefix-r-upper", "the type string is a raw string, with the prefix R", typed("R'<f8'")},
		variant{"literal/prefix-r-key", "a key is a raw string", replaced("'shape'", "r'shape'")},
	)...)
	cases = append(cases, fieldNames(named(raw, "v1"), "literal-string-prefix", Npy1,
		fieldName{"literal/prefix-r-name", "a field name is a raw string with a backslash", `r'a\b'`, `'a\\b'`},
		fieldName{"literal/prefix-r-quote", "a field name is a raw string with an escaped quote, which keeps its backslash", `r'a\'b'`, `"a\\'b"`},
		fieldName{"literal/prefix-r-hex", "a field name is a raw string whose text looks like an escape", `r'\x41'`, `'\\x41'`},
	)...)
	return append(cases, variants(refused("literal"), "literal-string-prefix-invalid",
		variant{"literal/prefix-f", "the type string is an f-string", typed("f'<f8'")},
		variant{"literal/prefix-f-upper", "the type string is an f-string, with the prefix F", typed("F'<f8'")},
		variant{"literal/prefix-f-key", "a key is an f-string", replaced("'shape'", "f'shape'")},
		variant{"literal/prefix-f-expression", "the type string is an f-string with an expression", typed("f'<f{4+4}'")},
		variant{"literal/prefix-t", "the type string is a template string, with the prefix t", typed("t'<f8'")},
		variant{"literal/prefix-fr", "the type string is a raw f-string, with the prefix fr", typed("fr'<f8'")},
		variant{"literal/prefix-rf", "the type string is a raw f-string, with the prefix rf", typed("rf'<f8'")},
		variant{"literal/prefix-ur", "the type string is a raw Unicode string as in Python 2, with the prefix ur", typed("ur'<f8'")},
		variant{"literal/prefix-bu", "the type string has the prefix bu", typed("bu'<f8'")},
		variant{"literal/prefix-l", "the type string has C's prefix L", typed("L'<f8'")},
		variant{"literal/prefix-x", "the type string has an unknown prefix", typed("x'<f8'")},
	)...)
}

// literalJoined returns cases about adjacent strings.
func literalJoined() []Case {
	odd := tolerated("literal", "odd-literal")
	cases := variants(odd, "literal-implicit-concatenation",
		variant{"literal/joined-descr", "the type string is two adjacent strings", typed("'<' 'f8'")},
		variant{"literal/joined-no-space", "the type string is two adjacent strings without a space between them", typed("'<''f8'")},
		variant{"literal/joined-three", "the type string is three adjacent strings", typed("'<' 'f' '8'")},
		variant{"literal/joined-empty", "an empty string follows the type string", typed("'<f8' ''")},
		variant{"literal/joined-key", "a key is two adjacent strings", replaced("'shape'", "'sha' 'pe'")},
	)
	cases = append(cases, variants(odd, "header-comment-inside literal-implicit-concatenation",
		variant{"literal/joined-comment", "the type string is two adjacent strings, with a comment that contains a quote between them", typed("'<' # it's\n'f8'")},
	)...)
	cases = append(cases, variants(odd, "header-continuation literal-implicit-concatenation",
		variant{"literal/joined-continuation", "the type string is two adjacent strings, with a line continuation between them", typed("'<' \\\n'f8'")},
	)...)
	cases = append(cases, variants(odd, "literal-double-quotes literal-implicit-concatenation",
		variant{"literal/joined-quotes", "the type string is two adjacent strings with different quotes", typed(`'<' "f8"`)},
	)...)
	text := odd.like("data/text-plain")
	text.Array = &Array{DType: "<U12", Shape: dims(1), Data: U(12, "abcdefghijkl"), Values: values("abcdefghijkl")}
	cases = append(cases, sinceTwo(variants(text, "literal-implicit-concatenation",
		variant{"literal/joined-size", "the size in the type string continues in an adjacent string", descrFile("'<U1' '2'", "(1,)", text.Array.Data)},
	))...)
	return append(cases, fieldNames(named(odd, "v1"), "literal-implicit-concatenation", Npy1,
		fieldName{"literal/joined-name", "a field name is two adjacent strings", "'a' 'b'", "'ab'"},
	)...)
}

// literalUnterminated returns cases about strings that have no end.
func literalUnterminated() []Case {
	bad := refused("literal")
	cases := variants(bad, "literal-unterminated",
		variant{"literal/unterminated-quote", "there is a quote where the closing brace should be", replaced(", }", ", '")},
		variant{"literal/unterminated-double-quote", "there is a double quote where the closing brace should be", replaced(", }", `, "`)},
		variant{"literal/unterminated-key", "the last key has no closing quote", replaced("'shape': (3,), }", "'shape")},
		variant{"literal/unterminated-triple", "the type string begins with three quotes and ends with one", typed("'''<f8'")},
		variant{"literal/unterminated-newline", "there is a newline in the type string", typed("'<f8\n'")},
		variant{"literal/unterminated-carriage-return", "there is a carriage return in the type string", typed("'<f8\r'")},
		variant{"literal/unterminated-newline-key", "there is a newline in a key", replaced("'shape'", "'sha\npe'")},
		variant{"literal/unterminated-backslash", "a backslash keeps the last string from being closed", replaced("(3,), }", `'\', }`)},
	)
	cases = append(cases, sinceTwo(variants(bad, "literal-unterminated",
		variant{"literal/cut-in-descr", "the dictionary ends inside the type string", doubles1("{'descr': '<f")},
	))...)
	return append(cases, fieldNames(named(bad, "v1"), "literal-unterminated", Npy1,
		fieldName{"literal/unterminated-newline-name", "there is a newline in a field name", "'a\nb'", ""},
		fieldName{"literal/unterminated-carriage-return-name", "there is a carriage return in a field name", "'a\rb'", ""},
		fieldName{"literal/unterminated-newline-double", "there is a newline in a field name with double quotes", "\"it's\n\"", ""},
	)...)
}

// literalEscapes returns cases about escapes that Python knows.
func literalEscapes() []Case {
	right := named(accepted("literal"), "v1")
	right.Twin = ""
	right.Story += "a field name with "
	cases := fieldNames(right, "", Npy1,
		fieldName{"literal/escape-backslash", "an escaped backslash", `'a\\b'`, `'a\\b'`},
		fieldName{"literal/escape-backslash-n", "an escaped backslash and an n, which are not a newline", `'a\\n'`, `'a\\n'`},
		fieldName{"literal/escape-xe9", "é as Python 2 wrote it", `'\xe9'`, `'é'`},
		fieldName{"literal/escape-u2022", "• as Python 2 wrote it", `'\u2022'`, `'•'`},
		fieldName{"literal/escape-u4e2d", "an escaped 中, so that version 1.0 can hold it", `'\u4e2d'`, `'中'`},
		fieldName{"literal/escape-astral", "an escaped 𝄞, so that version 1.0 can hold it", `'\U0001d11e'`, `'𝄞'`},
	)
	odd := right
	odd.Story, odd.Twin = "conforming, although a field name has ", "header/field-name"
	cases = append(cases, fieldNames(odd, "descr-name-odd", Npy1,
		fieldName{"literal/escape-n", "an escaped newline", `'a\n'`, `'a\n'`},
		fieldName{"literal/escape-r", "an escaped carriage return", `'a\r'`, `'a\r'`},
		fieldName{"literal/escape-t", "an escaped tab", `'a\t'`, `'a\t'`},
		fieldName{"literal/escape-x00", "an escaped NUL", `'a\x00'`, `'a\x00'`},
		fieldName{"literal/escape-x1b", "the escaped control character 0x1b", `'a\x1b'`, `'a\x1b'`},
		fieldName{"literal/escape-x7f", "the escaped control character 0x7f", `'a\x7f'`, `'a\x7f'`},
		fieldName{"literal/escape-xa0", "an escaped no-break space", `'a\xa0'`, `'a\xa0'`},
		fieldName{"literal/escape-u202e", "an escaped right-to-left override", `'a\u202e'`, `'a\u202e'`},
		fieldName{"literal/escape-surrogate", "an escaped surrogate", `'a\ud800'`, `'a\ud800'`},
		fieldName{"literal/escape-surrogate-pair", "two escaped surrogates, which do not combine into 𝄞", `'a\ud834\udd1e'`, `'a\ud834\udd1e'`},
	)...)

	unneeded := tolerated("literal", "odd-literal")
	cases = append(cases, variants(unneeded, "literal-unneeded-escape",
		variant{"literal/escape-descr-hex", "the byte order is a hexadecimal escape", typed(`'\x3cf8'`)},
		variant{"literal/escape-descr-octal", "the byte order is an octal escape", typed(`'\74f8'`)},
		variant{"literal/escape-descr-u", "the byte order is a Unicode escape", typed(`'\u003cf8'`)},
		variant{"literal/escape-descr-capital-u", "the byte order is an eight-digit Unicode escape", typed(`'\U0000003cf8'`)},
		variant{"literal/escape-descr-newline", "the type string continues after an escaped newline", typed("'<\\\nf8'")},
		variant{"literal/escape-descr-crlf", "the type string continues after an escaped CR LF", typed("'<\\\r\nf8'")},
		variant{"literal/escape-descr-return", "the type string continues after an escaped carriage return", typed("'<\\\rf8'")},
		variant{"literal/escape-key-hex", "a key begins with an escape", replaced("'descr'", `'\x64escr'`)},
		variant{"literal/escape-key-octal", "a key has an octal escape", replaced("'shape'", `'sh\141pe'`)},
		variant{"literal/escape-key-u", "a key has a Unicode escape", replaced("'shape'", `'\u0073hape'`)},
	)...)
	order := unneeded.like("order/fortran-2d").ofImportance(Medium)
	order.Array = &Array{DType: "<i2", Shape: dims(2, 3), F: true, Data: I2(0, 1, 2, 3, 4, 5), Values: values(0, 1, 2, 3, 4, 5)}
	cases = append(cases, sinceTwo(variants(order, "literal-unneeded-escape",
		variant{"literal/escape-key-order", "the key fortran_order has an escape, in an array that needs it",
			Npy1(strings.Replace(Dict("'<i2'", "True", "(2, 3)"), "'fortran_order'", `'fortran\x5forder'`, 1), I2(0, 3, 1, 4, 2, 5))},
	))...)
	name := named(unneeded, "v1")
	cases = append(cases, fieldNames(name, "literal-unneeded-escape", Npy1,
		fieldName{"literal/escape-name-hex", "a field name is a hexadecimal escape", `'\x61'`, `'a'`},
		fieldName{"literal/escape-name-octal-1", "a field name is a two-digit octal escape and an 8", `'a\608'`, `'a08'`},
		fieldName{"literal/escape-name-octal-777", "a field name is the octal escape of U+01FF", `'\777'`, `'ǿ'`},
		fieldName{"literal/escape-single-quote", "a single quote is escaped where double quotes would do", `'it\'s'`, `"it's"`},
		fieldName{"literal/escape-double-quote", "a double quote is escaped in single quotes", `'a\"'`, `'a"'`},
		fieldName{"literal/escape-upper-case", "é is an escape with upper-case digits", `'\xE9'`, `'é'`},
		fieldName{"literal/escape-u00e9", "é is a longer escape than needed", `'\u00e9'`, `'é'`},
		fieldName{"literal/escape-capital-u4e2d", "中 is a longer escape than needed", `'\U00004e2d'`, `'中'`},
		fieldName{"literal/escape-newline", "a field name continues after an escaped newline", "'a\\\nb'", `'ab'`},
	)...)
	cases = append(cases, fieldNames(name, "descr-name-odd literal-unneeded-escape", Npy1,
		fieldName{"literal/escape-a", "a field name has the escape \\a of the bell", `'a\a'`, `'a\x07'`},
		fieldName{"literal/escape-b", "a field name has the escape \\b of the backspace", `'a\b'`, `'a\x08'`},
		fieldName{"literal/escape-f", "a field name has the escape \\f of the form feed", `'a\f'`, `'a\x0c'`},
		fieldName{"literal/escape-v", "a field name has the escape \\v of the vertical tab", `'a\v'`, `'a\x0b'`},
		fieldName{"literal/escape-x0a", "a field name has a newline as a hexadecimal escape", `'a\x0a'`, `'a\n'`},
		fieldName{"literal/escape-octal-0", "a field name has a NUL as an octal escape", `'a\0'`, `'a\x00'`},
	)...)

	unknown := named(unneeded, "v1")
	unknown.Story += "a backslash precedes "
	cases = append(cases, fieldNames(unknown, "literal-unknown-escape", Npy1,
		fieldName{"literal/escape-unknown-d", "a d, which makes no escape: it stays in the field name", `'a\d'`, `'a\\d'`},
		fieldName{"literal/escape-unknown-8", "an 8, which is not an octal digit: it stays in the field name", `'a\8'`, `'a\\8'`},
		fieldName{"literal/escape-unknown-space", "a space: it stays in the field name", `'a\ b'`, `'a\\ b'`},
		fieldName{"literal/escape-unknown-slash", "a slash, which JSON allows: it stays in the field name", `'a\/b'`, `'a\\/b'`},
		fieldName{"literal/escape-unknown-upper-x", "an X: it stays in the field name", `'a\X41'`, `'a\\X41'`},
	)...)
	byName := named(tolerated("literal", "named-escape"), "v1")
	byName.Story += "a field name has "
	return append(cases, fieldNames(byName, "literal-named-escape", Npy1,
		fieldName{"literal/escape-named-bullet", "an escape by character name", `'\N{BULLET}'`, `'•'`},
		fieldName{"literal/escape-named-lower-case", "an escape by character name in lower case", `'\N{bullet}'`, `'•'`},
		fieldName{"literal/escape-named-words", "an escape of é by its character name", `'a\N{LATIN SMALL LETTER E WITH ACUTE}'`, `'aé'`},
	)...)
}

// literalBadEscapes returns cases about escapes that no string has.
func literalBadEscapes() []Case {
	bad := refused("literal")
	cases := variants(bad, "literal-bad-escape",
		variant{"literal/escape-bad-descr", "the type string has an incomplete escape", typed(`'<f8\x3'`)},
		variant{"literal/escape-bad-key", "a key has an incomplete escape", replaced("'shape'", `'shape\u00'`)},
	)
	name := named(bad, "v1")
	name.Story += "a field name has "
	return append(cases, fieldNames(name, "literal-bad-escape", Npy1,
		fieldName{"literal/escape-bad-x", "a hexadecimal escape without digits", `'a\x'`, ""},
		fieldName{"literal/escape-bad-x4", "a hexadecimal escape with one digit", `'a\x4'`, ""},
		fieldName{"literal/escape-bad-xg", "a hexadecimal escape with a letter that is not a digit", `'a\xg0'`, ""},
		fieldName{"literal/escape-bad-u", "a Unicode escape with two digits", `'a\u12'`, ""},
		fieldName{"literal/escape-bad-u-braces", "a Unicode escape in braces, as in JavaScript", `'a\u{4e2d}'`, ""},
		fieldName{"literal/escape-bad-capital-u", "an eight-digit Unicode escape with only four digits", `'a\U4e2d'`, ""},
		fieldName{"literal/escape-bad-over-10ffff", "an eight-digit Unicode escape beyond U+10FFFF", `'a\U00110000'`, ""},
		fieldName{"literal/escape-bad-ffffffff", "the largest eight-digit Unicode escape, \\Uffffffff", `'a\Uffffffff'`, ""},
		fieldName{"literal/escape-bad-n", "a named escape without a name", `'a\N'`, ""},
		fieldName{"literal/escape-bad-n-empty", "a named escape with an empty name", `'a\N{}'`, ""},
		fieldName{"literal/escape-bad-n-open", "a named escape without its closing brace", `'a\N{BULLET'`, ""},
		fieldName{"literal/escape-bad-n-parentheses", "a named escape in parentheses", `'a\N(BULLET)'`, ""},
	)...)
}
