package validator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// expectation is the text of a header and the rules that its file breaks. The data are as long as
// the header says.
type expectation struct {
	text  string
	rules string // separated by blanks, sorted
}

func runTexts(t *testing.T, major byte, dataLen int, tests []expectation) {
	t.Helper()
	for _, test := range tests {
		report := checkBytes(t, npy(major, test.text, zeros(dataLen)), &Options{Depth: Full})
		if got := ruleIDs(report); !slices.Equal(got, strings.Fields(test.rules)) {
			t.Errorf("%s\n got %v\nwant [%s]", test.text, got, test.rules)
			for _, f := range report.Findings {
				t.Logf("  %+v", f)
			}
		}
	}
}

// dict returns a header text with the given values.
func dict(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
}

func TestLiteral(t *testing.T) {
	shape := func(s string) string { return dict("'|u1'", "False", s) }
	runTexts(t, 1, 3, []expectation{
		{shape("(3,)"), ""},
		{shape("(3L,)"), "literal-long-suffix"},
		{shape("(3 L,)"), "literal-long-suffix-detached"},
		{shape("(3l,)"), "literal-long-suffix-lower"},
		{shape("(3LL,)"), "header-not-a-literal"},
		{shape("(0b12,)"), "header-not-a-literal"},
		{shape("(3 1)"), "header-not-a-literal"},
		{shape("(3,}"), "header-not-a-literal"},
		{"\"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }\"", "header-not-a-dictionary"},
		{"{'descr': '|u1', 'fortran_order': False, '\\u0455hape': (3,), }", "keys-misspelled"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape\\u00': (3,), }", "literal-bad-escape"},
		{shape("((3)L,)"), "header-not-a-literal"},
		{shape("(3, )"), "header-style-not-canonical"},
		{shape("(3 ,)"), "header-style-not-canonical"},
		{shape("((3,))"), "literal-parentheses"},
		{shape("(((3,)))"), "literal-parentheses literal-parentheses"},
		{shape("((3),)"), "literal-parentheses"},
		{shape("(0x3,)"), "literal-number-base"},
		{shape("(0b11,)"), "literal-number-base"},
		{shape("(0o3,)"), "literal-number-base"},
		{shape("(0x_3,)"), "literal-number-base literal-number-underscore"},
		{shape("(0x,)"), "header-not-a-literal"},
		{shape("(1_,)"), "header-not-a-literal"},
		{shape("(1__0,)"), "header-not-a-literal"},
		{shape("(03,)"), "literal-number-leading-zero"},
		{shape("(+3,)"), "literal-number-form"},
		{shape("(--3,)"), "header-not-a-literal"},
		{shape("(+(3),)"), "literal-parentheses"},
		{shape("(-(-3),)"), "header-not-a-literal literal-parentheses shape-negative"},
		{shape("(3j,)"), "shape-item-not-int"},
		{shape("(3+2j,)"), "shape-item-not-int"},
		{shape("(3+2,)"), "header-not-a-literal"},
		{shape("(3*1,)"), "header-not-a-literal"},
		{shape("(3.0,)"), "shape-item-not-int"},
		{shape("(3.,)"), "shape-item-not-int"},
		{shape("(3e0,)"), "shape-item-not-int"},
		{shape("(3e,)"), "header-not-a-literal"},
		{shape("(...,)"), "shape-item-not-int"},
		{shape("({3},)"), "shape-item-not-int"},
		{shape("(set(),)"), "shape-item-not-int"},
		{shape("(None,)"), "shape-item-not-int"},
		{shape("(n,)"), "header-not-a-literal"},
		{shape("(3 3,)"), "header-not-a-literal"},
		{shape("(,)"), "header-not-a-literal"},
		{shape("(3,,)"), "header-not-a-literal"},
		{shape("(3,]"), "header-not-a-literal"},
		{shape("[3)"), "header-not-a-literal"},
		{shape("(\t3,)"), "header-tab-inside"},
		{shape("(\f3,)"), "header-tab-inside"},
		{shape("(\n3,)"), "header-newline-inside"},
		{shape("(\\\n3,)"), "header-continuation"},
		{shape("( # three\n3,)"), "header-comment-inside"},
		{shape("(\x003,)"), "header-nul"},
		{shape("( # th\x00ree\n3,)"), "header-comment-inside header-nul"},
		{shape("( # three\r3,)"), "header-comment-inside"},
		{shape("( # three\r\n3,)"), "header-comment-inside"},
		{shape("(\\\r3,)"), "header-continuation"},
		{shape("(3\xa0,)"), "header-not-a-literal"},
		{dict("'|u1'", "false", "(3,)"), "literal-json"},
		{dict("'|u1'", "false", "[3]"), "literal-json shape-not-tuple"},
		{"{\"descr\": \"|u1\", \"fortran_order\": false, \"shape\": [3]}",
			"header-style-not-canonical literal-double-quotes literal-double-quotes literal-double-quotes literal-double-quotes literal-json shape-not-tuple"},
		{"({'descr': '|u1', 'fortran_order': False, 'shape': (3,), })", "literal-parentheses"},
		{"({'descr': '|u1', 'fortran_order': False, 'shape': (3,), },)", "header-not-a-dictionary"},
		{"[]", "header-not-a-dictionary"},
		{"{}", "keys-missing keys-missing keys-missing"},
		{"{3}", "header-not-a-dictionary"},
		{"'descr'", "header-not-a-dictionary"},
		{"dict(descr='|u1')", "header-not-a-literal"},
		{"x = {'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "header-leading-text"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}", "header-style-not-canonical"},
		{"{'descr':'|u1','fortran_order':False,'shape':(3,),}", "header-style-not-canonical"},
		{"{'descr': '|u1',\n 'fortran_order': False,\n 'shape': (3,)}", "header-newline-inside header-newline-inside"},
		{"{'descr' '|u1', 'fortran_order': False, 'shape': (3,), }", "header-not-a-literal literal-implicit-concatenation"},
		{"{'descr': , 'fortran_order': False, 'shape': (3,), }", "header-not-a-literal"},
		{"{'descr': u1'|u1', 'fortran_order': False, 'shape': (3,), }", "header-not-a-literal"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), ", "header-not-a-literal"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,", "header-not-a-literal"},
		{"{'descr': '|u1, 'fortran_order': False, 'shape': (3,), }", "header-not-a-literal"},
		{"{'descr': '|u1', 'fortran_order: False, 'shape': (3,), }", "header-not-a-literal"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), '", "literal-unterminated"},
	})
}

func TestStrings(t *testing.T) {
	descr := func(s string) string { return dict(s, "False", "(3,)") }
	name := func(s string) string { return dict("[("+s+", '|u1')]", "False", "(3,)") }
	runTexts(t, 1, 3, []expectation{
		{descr(`"|u1"`), "literal-double-quotes"},
		{descr(`'''|u1'''`), "literal-triple-quotes"},
		{descr(`"""|u1"""`), "literal-triple-quotes"},
		{descr(`u'|u1'`), "literal-unicode-prefix"},
		{descr(`r'|u1'`), "literal-string-prefix"},
		{descr(`b'|u1'`), "descr-invalid-type"},
		{descr(`rb'|u1'`), "descr-invalid-type"},
		{descr(`f'|u1'`), "literal-string-prefix-invalid"},
		{descr(`ur'|u1'`), "literal-string-prefix-invalid"},
		{descr(`'|' 'u1'`), "literal-implicit-concatenation"},
		{descr(`'|' 'u' '1'`), "literal-implicit-concatenation"},
		{descr("'|' # it's\n'u1'"), "header-comment-inside literal-implicit-concatenation"},
		{descr("'|' \\\n'u1'"), "header-continuation literal-implicit-concatenation"},
		{descr("'|' \\\r\n'u1'"), "header-continuation literal-implicit-concatenation"},
		{descr("'|' \r\f\t'u1'"), "header-tab-inside header-tab-inside header-tab-inside literal-implicit-concatenation"},
		{descr("'|' \n'u1'"), "header-newline-inside literal-implicit-concatenation"},
		{descr("'|' \v'u1'"), "header-not-a-literal"},
		{descr("'|u\\\n1'"), "literal-unneeded-escape"},
		{descr("'|u\\\r1'"), "literal-unneeded-escape"},
		{descr("'|u\\\r\n1'"), "literal-unneeded-escape"},
		{descr("'|u\r1'"), "literal-unterminated"},
		{descr(`'\x7cu1'`), "literal-unneeded-escape"},
		{descr(`'\174u1'`), "literal-unneeded-escape"},
		{descr(`'\u007cu1'`), "literal-unneeded-escape"},
		{descr(`'\N{VERTICAL LINE}u1'`), "literal-named-escape"},
		{name(`"it's"`), ""},
		{name(`'it"s'`), ""},
		{name(`'it\'s'`), "literal-unneeded-escape"},
		{name(`'it\'s "it"'`), ""},
		{name(`"it\"s"`), "literal-double-quotes"},
		{name(`"it's \"it\""`), "literal-double-quotes"},
		{name(`'a\\b'`), ""},
		{name(`'a\nb'`), "descr-name-odd"},
		{name(`'a\x0ab'`), "descr-name-odd literal-unneeded-escape"},
		{name(`'a\x07b'`), "descr-name-odd"},
		{name(`'a\x1Fb'`), "descr-name-odd literal-unneeded-escape"},
		{name(`'a\ab'`), "descr-name-odd literal-unneeded-escape"},
		{name(`'\xc3\xa9'`), ""},
		{name(`'a\db'`), "literal-unknown-escape"},
		{name("'a\\\xe6\xe9b'"), "header-not-ascii literal-unknown-escape"},
		{name(`'\x4'`), "literal-bad-escape"},
		{name(`'\u12'`), "literal-bad-escape"},
		{name(`'\U00110000'`), "literal-bad-escape"},
		{name(`'\N'`), "literal-bad-escape"},
		{name(`'\ud800'`), "descr-name-odd"},
		{name(`'\u4e2d'`), ""},
		{name(`'\U00004e2d'`), "literal-unneeded-escape"},
		{name("'a\x07b'"), "header-control-character"},
		{name("'a\x00b'"), "header-nul"},
		{name("'a\x7fb'"), "header-control-character"},
		{name("'\xe9'"), "header-not-ascii"},
		{name("'\xc3\xa9'"), "header-not-ascii"},
		{name("'a\\\nb'"), "literal-unneeded-escape"},
		{name("'a\rb'"), "literal-unterminated"},
	})
	three := func(s string) string { return dict("[("+s+", '|u1')]", "False", "(3,)") }
	runTexts(t, 3, 3, []expectation{
		{three("'中'"), ""},
		{three("'é'"), "prefix-version-higher-than-needed"},
		{three("'中\u202e'"), "header-invisible-character"},
		{three("'中\u0085'"), "header-control-character"},
		{three("'中\xff'"), "header-not-utf8"},
		{dict("[('中', '|u1')]", "False", "(3L,)"), "literal-long-suffix-v3"},
		{"\f\t" + dict("[('中', '|u1')]", "False", "(3,)"), "header-leading-indent"},
		{"\f" + dict("[('中', '|u1')]", "False", "(3,)"), "header-leading-space"},
		{dict("[('中', '|u1')]", "False", "(3 L,)"), "literal-long-suffix-v3"},
	})
}

func TestPadding(t *testing.T) {
	text := "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }"
	pad := func(tail string) string { // to a total of 128
		return text + strings.Repeat(" ", 118-len(text)-len(tail)) + tail
	}
	for _, test := range []expectation{
		{pad("\n"), ""},
		{pad(""), "header-final-newline"},
		{pad("\r"), "header-final-newline"},
		{pad("\n "), "header-newline-not-last"},
		{pad("\r\n"), "header-crlf"},
		{pad("\n\n"), "header-padding-byte"},
		{pad("\t\t  \n"), "header-padding-byte"},
		{pad("\t \t\n"), "header-padding-byte"},
		{pad("\x00\x00\n"), "header-padding-nul"},
		{pad("\t\x00\n"), "header-padding-byte header-padding-nul"},
		{pad("# comment\n"), "header-padding-comment"},
		{pad("x\n"), "header-trailing-text"},
		{pad("{}\n"), "header-trailing-text"},
		{pad(",  \n"), "header-trailing-text"},
		{pad("\x1a\n"), "header-padding-byte"},
		{pad("\xa0\n"), "header-trailing-text"},
		{pad("\x00"), "header-final-newline header-padding-nul"},
		{text + strings.Repeat(" ", 84+64-44-2) + "\n", "header-excess-padding header-alignment-16"},
		{strings.Repeat(" ", 117-len(text)) + text + "\n", "header-leading-space"},
		{"\n" + pad("\n")[:116] + "\n", "header-leading-space"},
		{"\r\n\r" + pad("\n")[:114] + "\n", "header-leading-space"},
		{" \t\f \n" + pad("\n")[:112] + "\n", "header-leading-space"},
		{"\n\n " + pad("\n")[:114] + "\n", "header-leading-indent"},
		{"\r\t" + pad("\n")[:115] + "\n", "header-leading-indent"},
		{"\n\f" + pad("\n")[:115] + "\n", "header-leading-space"},
		{"\n \f" + pad("\n")[:114] + "\n", "header-leading-space"},
		{"\n \\\n" + pad("\n")[:113] + "\n", "header-continuation header-leading-space"},
		{"\n \\\n " + pad("\n")[:112] + "\n", "header-continuation header-leading-indent"},
		{" \\\n" + pad("\n")[:114] + "\n", "header-continuation header-leading-space"},
		{"\f " + pad("\n")[:115] + "\n", "header-leading-space"},
		{"\n\f " + pad("\n")[:114] + "\n", "header-leading-indent"},
		{"\v" + pad("\n")[:116] + "\n", "header-leading-indent"},
		{"\v\n" + pad("\n")[:115] + "\n", "header-leading-indent"},
		{"# c\n" + pad("\n")[:113] + "\n", "header-comment-inside"},
		{"# c\r\n" + pad("\n")[:112] + "\n", "header-comment-inside"},
		{"# \x00\n" + pad("\n")[:113] + "\n", "header-comment-inside header-nul"},
		{"# c\n " + pad("\n")[:112] + "\n", "header-comment-inside header-leading-indent"},
		{"\\\n" + pad("\n")[:115] + "\n", "header-continuation"},
		{"\\\n " + pad("\n")[:114] + "\n", "header-continuation header-leading-indent"},
		{"# c" + pad("\n")[:114] + "\n", "header-empty"},
		{pad("# a\r\n"), "header-crlf header-padding-comment"},
		{pad("# a\n b\n"), "header-padding-comment header-trailing-text"},
		{pad("# a\r b\n"), "header-padding-comment header-trailing-text"},
		{pad("# a\x00b\n"), "header-padding-comment header-padding-nul"},
		{pad("\\\n\n"), "header-padding-byte"},
		{pad("\\\r\n"), "header-crlf header-trailing-text"},
		{pad("\\ \n"), "header-trailing-text"},
		{"\xef\xbb\xbf" + pad("\n")[:114] + "\n", "header-bom"},
		{strings.Repeat(" ", 117) + "\n", "header-empty"},
		{"", "header-empty"},
		{text + "\n", "header-alignment-16"},
		{text + strings.Repeat(" ", 12) + "\n", "header-alignment-64"},
	} {
		report := checkBytes(t, raw(1, test.text, zeros(3)), nil)
		want := strings.Fields(test.rules)
		slices.Sort(want)
		if got := ruleIDs(report); !slices.Equal(got, want) {
			t.Errorf("%q\n got %v\nwant %v", test.text, got, want)
		}
	}
}

func TestKeysShapeOrder(t *testing.T) {
	runTexts(t, 1, 3, []expectation{
		{"{'fortran_order': False, 'descr': '|u1', 'shape': (3,), }", "keys-not-sorted"},
		{"{'shape': (3,), 'fortran_order': False, 'descr': '|u1', }", "keys-not-sorted"},
		{"{'descr': '|u1', 'fortran_order': False, }", "keys-missing"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), 'x': 1, }", "keys-extra"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), 'shape': (3,), }", "keys-duplicate"},
		{"{'descr': '|u1', 'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", "keys-duplicate"},
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), 'shape': (2,), }", "keys-duplicate"},
		{"{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "data-trailing keys-duplicate"},
		{"{b'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "keys-missing keys-not-str"},
		{"{'Descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "keys-misspelled"},
		{"{'descr': '|u1', 'fortran-order': False, 'shape': (3,), }", "keys-misspelled"},
		{"{'descr': '|u1', 'fortranOrder': False, 'shpae': (3,), }", "keys-misspelled keys-misspelled"},
		{dict("'|u1'", "False", "3"), "shape-not-tuple"},
		{dict("'|u1'", "False", "(3)"), "shape-not-tuple"},
		{dict("'|u1'", "False", "[3]"), "shape-not-tuple"},
		{dict("'|u1'", "False", "('3',)"), "shape-item-not-int"},
		{dict("'|u1'", "False", "(True,)"), "shape-bool"},
		{dict("'|u1'", "False", "(-1,)"), "shape-negative"},
		{dict("'|u1'", "False", "(-0, 3)"), "data-trailing literal-number-form"},
		{dict("'|u1'", "False", "(-9223372036854775809,)"), "shape-negative"},
		{dict("'|u1'", "False", "(9223372036854775807,)"), "data-truncated"},
		{dict("'|u1'", "False", "(9223372036854775808,)"), "shape-dimension-overflow"},
		{dict("'|u1'", "False", "("+strings.Repeat("9", 5000)+",)"), "shape-dimension-overflow"},
		{dict("'|u1'", "False", "(4294967296, 4294967296)"), "shape-product-overflow"},
		{dict("'<f8'", "False", "(1152921504606846976,)"), "shape-product-overflow"},
		{dict("'|u1'", "False", "(4294967296, 4294967296, 0)"), "data-trailing shape-zero-with-huge-dimension"},
		{dict("'|u1'", "False", "(3, "+strings.Repeat("1, ", 31)+"1)"), "shape-rank-over-32"},
		{dict("'|u1'", "False", "(3, "+strings.Repeat("1, ", 63)+"1)"), "shape-rank-over-64"},
		{dict("'|u1'", "0", "(3,)"), "order-not-bool"},
		{dict("'|u1'", "'False'", "(3,)"), "order-not-bool"},
		{dict("'|u1'", "True", "(3,)"), "order-true-without-effect"},
		{dict("'|u1'", "True", "(1, 3)"), "order-true-without-effect"},
		{dict("'|u1'", "True", "(3, 1)"), "order-true-without-effect"},
		{dict("'|b1'", "True", "(2, 2)"), "data-truncated"},
		{dict("'|u1'", "False", "(4,)"), "data-truncated"},
		{dict("'|u1'", "False", "(2,)"), "data-trailing"},
		{dict("'|u1'", "False", "()"), "data-trailing"},
	})
}

func TestDescr(t *testing.T) {
	descr := func(s string) string { return dict(s, "False", "()") }
	runTexts(t, 1, 8, []expectation{
		{descr("[('a', '<i4'), ('b', '<i4')]"), ""},
		{descr("[('a', '<i4', (2,))]"), ""},
		{descr("[('a', ('<i2', (2,)), (2,))]"), ""},
		{descr("[(('title', 'a'), '<i8')]"), ""},
		{descr("[('a', '|i1'), ('', '|V3'), ('b', '<i4')]"), ""},
		{descr("[('', '|V8')]"), ""},
		{descr("[('a', [('b', '<i4')]), ('c', '<i4')]"), ""},
		{descr("[('a', '<i4'), ('b', '>i4')]"), "descr-mixed-byte-order"},
		{descr("None"), "descr-invalid-type"},
		{descr("8"), "descr-invalid-type"},
		{descr("{'names': ['a']}"), "descr-dict"},
		{descr("'f8'"), "descr-native-byte-order"},
		{descr("'|f8'"), "descr-native-byte-order"},
		{descr("'f08'"), "descr-native-byte-order descr-size-syntax"},
		{descr("'<x8'"), "descr-unknown-code"},
		{descr("'<f3'"), "descr-invalid-size"},
		{descr("('<f8', (1,))"), "descr-tuple-top-level"},
		{descr("[('a', ('<i4',)), ('b', '<i4')]"), "descr-tuple-malformed"},
		{descr("[('a', ('<i4', [('b', '<i4')]))]"), "descr-tuple-base-alias"},
		{descr("['ab']"), "descr-field-not-tuple"},
		{descr("[('ab')]"), "descr-field-not-tuple"},
		{descr("[['a', '<f8']]"), "descr-field-not-tuple"},
		{descr("[('a',)]"), "descr-field-length"},
		{descr("[()]"), "descr-field-length"},
		{descr("[('a', '<f8', (1,), 0)]"), "descr-field-length"},
		{descr("[(b'a', '<f8')]"), "descr-field-name-type"},
		{descr("[((None, 'a'), '<f8')]"), "descr-title-type"},
		{descr("[(('a', 'b', 'c'), '<f8')]"), "descr-title-type"},
		{descr("[('a', '<i4'), ('a', '<i4')]"), "descr-duplicate-name"},
		{descr("[(('a', 'a'), '<f8')]"), "descr-duplicate-title"},
		{descr("[(('b', 'a'), '<i4'), ('b', '<i4')]"), "descr-duplicate-title"},
		{descr("[('', '<f8')]"), "descr-empty-name"},
		{descr("[('', '|S8')]"), "descr-empty-name"},
		{descr("[(('t', ''), '|V8')]"), "descr-empty-name"},
		{descr("[('', '<V4'), ('a', '<i4')]"), "descr-padding-form"},
		{descr("[('', 'V4'), ('a', '<i4')]"), "descr-padding-form"},
		{descr("[('', '|V2', (2,)), ('a', '<i4')]"), "descr-padding-form"},
		{descr("[('', '|V0'), ('a', '<f8')]"), "descr-padding-zero"},
		{descr("[('a', '<i2', 4)]"), "descr-subarray-shape-int"},
		{descr("[('a', '<i2', (4))]"), "descr-subarray-shape-int"},
		{descr("[('a', '<f8', 1)]"), "descr-subarray-shape-one"},
		{descr("[('a', '<f8', [1])]"), "descr-subarray-shape-type"},
		{descr("[('a', '<f8', (True,))]"), "descr-subarray-shape-type"},
		{descr("[('a', '<f8', (-1,))]"), "descr-subarray-shape-negative"},
		{descr("[('a', '<f8', -1)]"), "descr-subarray-shape-negative"},
		{descr("[('a', '<f8', ())]"), "descr-subarray-shape-empty"},
		{descr("[('a', '<f8', (0,)), ('b', '<f8')]"), "descr-subarray-zero"},
		{descr("[('a', '<f8', (1000000000,))]"), "descr-itemsize-overflow"},
		{descr("[('a', '|V2147483647'), ('b', '|u1')]"), "descr-itemsize-overflow"},
		{descr("[('a', '<f8', (99999999999999999999,))]"), "descr-itemsize-overflow"},
		{descr("[('a', '|S0'), ('b', '<f8')]"), "descr-zero-itemsize"},
		{descr("[('a', '|S0', (2,)), ('b', '<f8')]"), "descr-subarray-zero-itemsize"},
		{descr("[('a', '|V0', ()), ('b', '<f8')]"), "descr-subarray-zero-itemsize"},
		{descr("[('a', '<U0', ()), ('b', '<f8')]"), "descr-subarray-zero-itemsize"},
		{descr("[('a', ('<u8', (0,)), (2,)), ('b', '<f8')]"), "descr-subarray-zero descr-subarray-zero-itemsize"},
		{descr("[('a', ('<u8', (0,)), ()), ('b', '<f8')]"), "descr-subarray-zero descr-subarray-zero-itemsize"},
		{descr("[('a', ('<u8', (0,)), 3), ('b', '<f8')]"), "descr-subarray-shape-int descr-subarray-zero descr-subarray-zero-itemsize"},
		{descr("[('a', ([], (2,)), (3,)), ('b', '<f8')]"), "descr-empty-struct descr-subarray-zero-itemsize"},
		{descr("[('a', [], (2,)), ('b', '<f8')]"), "descr-empty-struct"},
		{descr("[('a', '<f8', (" + strings.Repeat("1, ", 32) + "1))]"), "shape-rank-over-32"},
		{descr("[('', '<f4', (2,))]"), "descr-padding-form"},
		{descr("[('a', [('', '<f4', (2,))])]"), "descr-padding-form"},
		{descr("[('', ('<f4', (2,)))]"), "descr-padding-form"},
		{descr("[('', ('|V8', ()))]"), "descr-padding-form descr-subarray-shape-empty"},
		{descr("[('', ([('a', '<f8')], ()))]"), "descr-empty-name descr-subarray-shape-empty"},
		{descr("[(('t', ''), '|V4'), ('', '<i4')]"), "descr-duplicate-name descr-empty-name descr-empty-name"},
		{descr("[('', '<i2', (2,)), ('', '<i2', (2,))]"), "descr-padding-form descr-padding-form"},
		{descr("[('', '<i4'), ('', '<i2', (2,))]"), "descr-empty-name descr-padding-form"},
		{descr("[('', '<i4'), ('', '<i4')]"), "descr-duplicate-name descr-empty-name descr-empty-name"},
		{descr("[('', '<i4'), ('', '<i4', ())]"), "descr-duplicate-name descr-empty-name descr-empty-name descr-subarray-shape-empty"},
		{descr("'<M8'"), "descr-datetime-generic"},
		{descr("'<M8[25us]'"), ""},
		{descr("'<M8[1s]'"), "descr-datetime-form"},
		{descr("'<M8[s/0]'"), "descr-datetime-divisor-zero"},
		{descr("'|O'"), "pickle-malformed pickle-present"},
		{descr("[('a', '|O')]"), "pickle-malformed pickle-present"},
		{descr("[]"), "data-trailing descr-empty-struct"},
	})
}

func TestPointers(t *testing.T) {
	for _, test := range []struct{ text, rule, pointer string }{
		{dict("'|u1'", "False", "(1, -3)"), "shape-negative", "/shape/1"},
		{dict("'|u1'", "False", "(1, 3L)"), "literal-long-suffix", "/shape/1"},
		{dict("'|u1'", "False", "(1L, 3)"), "literal-long-suffix", "/shape/0"},
		{dict("'|u1'", "False", "(1, 0x3)"), "literal-number-base", "/shape/1"},
		{dict("[('a', '<i4'), (\"b\", '<i4')]", "False", "()"), "literal-double-quotes", "/descr/1/0"},
		{dict("[('a', '<i4'), ('b', 'i4')]", "False", "()"), "descr-native-byte-order", "/descr/1/1"},
		{dict("[('a', '<i4'), ('b', '<i4', (2, -1))]", "False", "()"), "descr-subarray-shape-negative", "/descr/1/2/1"},
		{dict("[('a', [('b', '<x4')])]", "False", "()"), "descr-unknown-code", "/descr/0/1/0/1"},
		{dict("'|u1'", "0", "()"), "order-not-bool", "/fortran_order"},
		{dict("\"|u1\"", "False", "()"), "literal-double-quotes", "/descr"},
	} {
		report := checkBytes(t, npy(1, test.text, ""), nil)
		i := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == test.rule })
		if i < 0 {
			t.Errorf("%s: got %v, want %s", test.text, ruleIDs(report), test.rule)
		} else if got := report.Findings[i].Pointer; got != test.pointer {
			t.Errorf("%s: %s: got pointer %q, want %q", test.text, test.rule, got, test.pointer)
		}
	}
}
