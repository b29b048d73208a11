package validator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// expectation is the text of a header and the rules that its file breaks. The data is as long as
// the header says.
type expectation struct {
	text  string
	rules string // separated by spaces, sorted
}

// placed returns findings as rule, offset and length, pointer and message.
func placed(r *Report) string {
	var all []string
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%v %d+%d %s %s", f.Rule, f.Offset, f.Length, f.Pointer, f.Message))
	}
	return strings.Join(all, " | ")
}

// place is a file, and its findings as placed has them.
type place struct {
	file []byte
	want string
}

// runPlaces checks files at all depths, as a whole and as a stream.
func runPlaces(t *testing.T, opt *Options, tests []place) {
	t.Helper()
	for _, test := range tests {
		if got := placed(checkBytes(t, test.file, opt)); got != test.want {
			t.Errorf("%.200q:\n got %s\nwant %s", test.file, got, test.want)
		}
		sameStream(t, test.file, opt)
	}
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
		{descr("[('a', ('<i4', [('b', '<i4')]))]"), "descr-two-types"},
		{descr("['ab']"), "descr-field-not-tuple"},
		{descr("[('ab')]"), "descr-field-not-tuple"},
		{descr("[['a', '<f8']]"), "descr-field-list"},
		{descr("[('a',)]"), "descr-field-length"},
		{descr("[()]"), "descr-field-length"},
		{descr("[('a', '<f8', (1,), 0)]"), "descr-field-length"},
		{descr("[(b'a', '<f8')]"), "descr-field-name-type"},
		{descr("[((None, 'a'), '<f8')]"), "descr-title-type"},
		{descr("[(('a', 'b', 'c'), '<f8')]"), "descr-field-name-type"},
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
		{descr("[('a', '<f8', [1])]"), "descr-subarray-shape-form"},
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

const three = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }"

// lead returns a header of 118 bytes with the text s before the dictionary, and lead3 one of 116.
func lead(s string) string { return s + three + strings.Repeat(" ", 117-len(s)-len(three)) + "\n" }

func lead3(s string) string { return lead(s)[:115] + "\n" }

// tail returns a header of 118 bytes that ends with s.
func tail(s string) string { return three + strings.Repeat(" ", 118-len(s)-len(three)) + s }

// TestHeaderLeading covers what precedes the dictionary.
func TestHeaderLeading(t *testing.T) {
	runPlaces(t, nil, []place{
		{raw(1, lead(" "), zeros(3)),
			`header-leading-space 10+1  header begins with 1 byte of whitespace, expected '{'`},
		{raw(1, lead("\n"), zeros(3)),
			`header-leading-space 10+1  header begins with 1 byte of whitespace, expected '{'`},
		{raw(1, lead("\r\n\r"), zeros(3)),
			`header-leading-space 10+3  header begins with 3 bytes of whitespace, expected '{'`},
		{raw(1, lead(" \t\f \n"), zeros(3)),
			`header-leading-space 10+5  header begins with 5 bytes of whitespace, expected '{'`},
		{raw(1, lead("\n\n "), zeros(3)),
			`header-leading-indent 12+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, lead("\r\t"), zeros(3)),
			`header-leading-indent 11+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, lead("\n\f"), zeros(3)),
			`header-leading-space 10+2  header begins with 2 bytes of whitespace, expected '{'`},
		{raw(1, lead("\n \f"), zeros(3)),
			`header-leading-space 10+3  header begins with 3 bytes of whitespace, expected '{'`},
		{raw(1, lead("\n \\\n"), zeros(3)),
			`header-leading-space 10+2  header begins with 2 bytes of whitespace, expected '{' | header-continuation 12+2  header begins with a line continuation, expected '{'`},
		{raw(1, lead("\n \\\n "), zeros(3)),
			`header-continuation 12+2  header begins with a line continuation, expected '{' | header-leading-indent 14+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, lead(" \\\n"), zeros(3)),
			`header-leading-space 10+1  header begins with 1 byte of whitespace, expected '{' | header-continuation 11+2  header begins with a line continuation, expected '{'`},
		{raw(1, lead("  \\\n  \\\n"), zeros(3)),
			`header-leading-space 10+2  header begins with 2 bytes of whitespace, expected '{' | header-continuation 12+2  header begins with a line continuation, expected '{' | header-continuation 16+2  header begins with a line continuation, expected '{'`},
		{raw(1, lead("\\\n"), zeros(3)),
			`header-continuation 10+2  header begins with a line continuation, expected '{'`},
		{raw(1, lead("\\\n "), zeros(3)),
			`header-continuation 10+2  header begins with a line continuation, expected '{' | header-leading-indent 12+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, lead("\f "), zeros(3)),
			`header-leading-space 10+2  header begins with 2 bytes of whitespace, expected '{'`},
		{raw(1, lead("\n\f "), zeros(3)),
			`header-leading-indent 12+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, lead("\v"), zeros(3)),
			`header-leading-indent 10+1  header begins with a vertical tab, which Python rejects; expected '{'`},
		{raw(1, lead("\v\n"), zeros(3)),
			`header-leading-indent 10+1  header begins with a vertical tab, which Python rejects; expected '{'`},
		{raw(1, lead("# c\n"), zeros(3)),
			`header-comment-inside 10+3  header begins with a comment, expected '{'`},
		{raw(1, lead("# c\r\n"), zeros(3)),
			`header-comment-inside 10+3  header begins with a comment, expected '{'`},
		{raw(1, lead("# \x00\n"), zeros(3)),
			`header-comment-inside 10+3  header begins with a comment, expected '{' | header-nul 12+1  comment contains a NUL byte`},
		{raw(1, lead("# c\n "), zeros(3)),
			`header-comment-inside 10+3  header begins with a comment, expected '{' | header-leading-indent 14+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, lead(" # c\n"), zeros(3)),
			`header-leading-space 10+1  header begins with 1 byte of whitespace, expected '{' | header-comment-inside 11+3  header begins with a comment, expected '{'`},
		{raw(1, lead("# c\n\n"), zeros(3)),
			`header-comment-inside 10+3  header begins with a comment, expected '{' | header-leading-space 14+1  header begins with 1 byte of whitespace, expected '{'`},
		{raw(1, lead("\n# c\n  "), zeros(3)),
			`header-comment-inside 11+3  header begins with a comment, expected '{' | header-leading-indent 15+2  dictionary is indented by 2 bytes, which Python rejects`},
		{raw(1, lead("\xef\xbb\xbf"), zeros(3)),
			`header-bom 10+3  header begins with a byte order mark`},
		{raw(1, lead("\xef\xbb\xbf "), zeros(3)),
			`header-bom 10+3  header begins with a byte order mark | header-leading-space 13+1  header begins with 1 byte of whitespace, expected '{'`},
		{raw(1, lead("x = "), zeros(3)),
			`header-leading-text 10+4  header begins with 'x = ', expected '{'`},
		{raw(1, lead("x9("), zeros(3)),
			`header-not-a-literal 10+2  header is not a Python literal: unexpected name x9`},
		{raw(1, lead("dict"), zeros(3)),
			`header-leading-text 10+4  header begins with 'dict', expected '{'`},
		{raw(1, lead("-\x00- "), zeros(3)),
			`header-leading-text 10+4  header begins with '-\x00- ', expected '{'`},
		{raw(1, lead("u"), zeros(3)),
			`header-leading-text 10+1  header begins with 'u', expected '{'`},
		{raw(1, lead("abc"), zeros(3)),
			`header-leading-text 10+3  header begins with 'abc', expected '{'`},
		{raw(3, lead3("\f"), zeros(3)),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-leading-space 12+1  header begins with 1 byte of whitespace, expected '{'`},
		{raw(3, lead3("\f\t"), zeros(3)),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-leading-indent 13+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(3, lead3("\n \\\n"), zeros(3)),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-leading-indent 13+1  dictionary is indented by 1 byte, which Python rejects | header-continuation 14+2  header begins with a line continuation, expected '{'`},
		{raw(3, lead3("\n \\\n "), zeros(3)),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-leading-indent 13+1  dictionary is indented by 1 byte, which Python rejects | header-continuation 14+2  header begins with a line continuation, expected '{'`},
		{raw(3, lead3("\n\\\n  "), zeros(3)),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-continuation 13+2  header begins with a line continuation, expected '{' | header-leading-indent 15+2  dictionary is indented by 2 bytes, which Python rejects`},
		{raw(3, lead3("\\\n "), zeros(3)),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-continuation 12+2  header begins with a line continuation, expected '{' | header-leading-indent 14+1  dictionary is indented by 1 byte, which Python rejects`},
		{raw(1, "", ""),
			`header-empty 10+0  header of 0 bytes contains no dictionary`},
		{raw(1, strings.Repeat(" ", 117)+"\n", ""),
			`header-empty 10+118  header of 118 bytes contains no dictionary`},
		{raw(1, "\xef\xbb\xbf"+strings.Repeat(" ", 114)+"\n", ""),
			`header-bom 10+3  header begins with a byte order mark | header-empty 10+118  header of 118 bytes contains no dictionary`},
		{raw(1, "# c"+strings.Repeat(" ", 114)+"\n", ""),
			`header-empty 10+118  header of 118 bytes contains no dictionary`},
	})
}

// TestHeaderPadding covers what follows the dictionary.
func TestHeaderPadding(t *testing.T) {
	runPlaces(t, nil, []place{
		{raw(1, tail("\n"), zeros(3)), ""},
		{raw(1, tail(""), zeros(3)),
			`header-final-newline 127+1  header ends with ' ', expected a newline`},
		{raw(1, tail("\r"), zeros(3)),
			`header-final-newline 127+1  header ends with byte 0x0d, expected a newline; if LF became CR, fetch it again in binary mode`},
		{raw(1, tail("\n "), zeros(3)),
			`header-newline-not-last 126+2  1 byte of padding after the newline, expected the newline last`},
		{raw(1, tail("\n  "), zeros(3)),
			`header-newline-not-last 125+3  2 bytes of padding after the newline, expected the newline last`},
		{raw(1, tail("\r\n"), zeros(3)),
			`header-crlf 126+2  header ends with CR LF, expected LF`},
		{raw(1, tail("\n\n"), zeros(3)),
			`header-padding-byte 126+1  padding byte 0x0a at offset 126, expected 0x20`},
		{raw(1, tail("\t\t  \n"), zeros(3)),
			`header-padding-byte 123+2  padding byte 0x09 at offset 123, expected 0x20`},
		{raw(1, tail("\t \t\n"), zeros(3)),
			`header-padding-byte 124+1  padding byte 0x09 at offset 124, expected 0x20 (2 in all)`},
		{raw(1, tail("!"+strings.Repeat(" ", 15)+"\n"), zeros(3)),
			`header-trailing-text 111+1  unexpected '!' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\x1f"+strings.Repeat(" ", 15)+"\n"), zeros(3)),
			`header-trailing-text 111+1  unexpected '\x1f' after the dictionary, expected spaces and a newline`},
		{raw(1, tail(strings.Repeat(" ", 15)+"\x1f\n"), zeros(3)),
			`header-trailing-text 126+1  unexpected '\x1f' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\x00\x00\n"), zeros(3)),
			`header-padding-nul 125+2  padding byte 0x00 at offset 125, expected 0x20`},
		{raw(1, tail("\t\x00\n"), zeros(3)),
			`header-padding-byte 125+1  padding byte 0x09 at offset 125, expected 0x20 | header-padding-nul 126+1  padding byte 0x00 at offset 126, expected 0x20`},
		{raw(1, tail("\x00"), zeros(3)),
			`header-final-newline 127+1  header ends with byte 0x00, expected a newline | header-padding-nul 127+1  padding byte 0x00 at offset 127, expected 0x20`},
		{raw(1, tail("# a\n"), zeros(3)),
			`header-padding-comment 124+3  comment in the padding, expected spaces`},
		{raw(1, tail("# a\r\n"), zeros(3)),
			`header-padding-comment 123+3  comment in the padding, expected spaces | header-crlf 126+2  header ends with CR LF, expected LF`},
		{raw(1, tail("# a\n b\n"), zeros(3)),
			`header-padding-comment 121+3  comment in the padding, expected spaces | header-trailing-text 126+1  unexpected 'b' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("# a\r b\n"), zeros(3)),
			`header-padding-comment 121+3  comment in the padding, expected spaces | header-trailing-text 126+1  unexpected 'b' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("# a\x00b\n"), zeros(3)),
			`header-padding-comment 122+5  comment in the padding, expected spaces | header-padding-nul 125+1  padding byte 0x00 at offset 125, expected 0x20`},
		{raw(1, tail("# a\n# b\n"), zeros(3)),
			`header-padding-comment 120+3  comment in the padding, expected spaces`},
		{raw(1, tail("\\\n\n"), zeros(3)),
			`header-padding-byte 125+2  padding byte 0x5c at offset 125, expected 0x20`},
		{raw(1, tail("\\\r\n"), zeros(3)),
			`header-trailing-text 125+1  unexpected '\' after the dictionary, expected spaces and a newline | header-crlf 126+2  header ends with CR LF, expected LF`},
		{raw(1, tail("\\ \n"), zeros(3)),
			`header-trailing-text 125+1  unexpected '\' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("x\n"), zeros(3)),
			`header-trailing-text 126+1  unexpected 'x' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("{} \x00 \n"), zeros(3)),
			`header-trailing-text 122+2  unexpected '{}' after the dictionary, expected spaces and a newline`},
		{raw(1, tail(",  \n"), zeros(3)),
			`header-trailing-text 124+1  unexpected ',' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\x1a\n"), zeros(3)),
			`header-trailing-text 126+1  unexpected '\x1a' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\x7f\n"), zeros(3)),
			`header-trailing-text 126+1  unexpected '\x7f' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\xa0\n"), zeros(3)),
			`header-trailing-text 126+1  unexpected '\xa0' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\"\n"), zeros(3)),
			`header-trailing-text 126+1  unexpected '"' after the dictionary, expected spaces and a newline`},
		{raw(1, tail("\x1f   \x1f\x1f\n"), zeros(3)),
			`header-trailing-text 121+6  unexpected '\x1f   \x1f\x1f' after the dictionary, expected spaces and a newline`},
		{raw(1, small+"\n", ""),
			`header-alignment-16 8+2  data starts at offset 68, expected a multiple of 16 (NumPy uses 64)`},
		{raw(1, small+strings.Repeat(" ", 12)+"\n", ""),
			`header-alignment-64 8+2  data starts at offset 80, a multiple of 16 but not of 64 (as NumPy before 1.14)`},
		{raw(1, small+strings.Repeat(" ", 84)+"\n", ""),
			`header-alignment-16 8+2  data starts at offset 152, expected a multiple of 16 (NumPy uses 64)`},
		{raw(1, small+strings.Repeat(" ", 85)+"\n", ""),
			`header-alignment-16 8+2  data starts at offset 153, expected a multiple of 16 (NumPy uses 64) | header-excess-padding 67+85  header has 85 padding spaces; NumPy writes at most 84`},
		{raw(1, "{'descr': '|u1', "+strings.Repeat(" ", 101), zeros(3)),
			`header-not-a-literal 10+1  header is not a Python literal: '{' is never closed | header-final-newline 127+1  header ends with ' ', expected a newline`},
		{raw(1, "{'descr': '|u1', "+strings.Repeat(" ", 101)+"\r", "\n\x00"),
			`header-alignment-16 8+2  data starts at offset 129, expected a multiple of 16 (NumPy uses 64) | header-not-a-literal 10+1  header is not a Python literal: '{' is never closed | header-newlines-converted 128+2  line endings were converted (LF to CR LF), so the data is damaged: fetch it again in binary mode`},
	})
}

// TestHeaderText covers what is said about a header as a whole.
func TestHeaderText(t *testing.T) {
	runPlaces(t, nil, []place{
		{raw(1, pad(118), ""), ""},
		{raw(1, pad(102), ""),
			`header-alignment-64 8+2  data starts at offset 112, a multiple of 16 but not of 64 (as NumPy before 1.14)`},
		{raw(1, pad(86), ""),
			`header-alignment-64 8+2  data starts at offset 96, a multiple of 16 but not of 64 (as NumPy before 1.14)`},
		{raw(1, pad(87), ""),
			`header-alignment-16 8+2  data starts at offset 97, expected a multiple of 16 (NumPy uses 64)`},
		{raw(2, pad(118), ""),
			`prefix-version-higher-than-needed 6+2  format version is 2.0, but 1.0 can hold this header | header-alignment-v2-legacy 8+4  data starts at offset 130, two bytes past a multiple of 16, as NumPy 1.9 to 1.13 wrote version 2.0`},
		{raw(2, pad(116+16-2), ""),
			`prefix-version-higher-than-needed 6+2  format version is 2.0, but 1.0 can hold this header | header-alignment-16 8+4  data starts at offset 142, expected a multiple of 16 (NumPy uses 64)`},
		{raw(1, pad(10000), ""),
			`header-alignment-16 8+2  data starts at offset 10010, expected a multiple of 16 (NumPy uses 64) | header-excess-padding 67+9942  header has 9942 padding spaces; NumPy writes at most 84`},
		{raw(1, pad(10001), ""),
			`header-alignment-16 8+2  data starts at offset 10011, expected a multiple of 16 (NumPy uses 64) | header-length-over-10000 8+2  header has 10001 characters; np.load needs max_header_size=10001 (default: 10000) | header-excess-padding 67+9943  header has 9943 padding spaces; NumPy writes at most 84`},
		{raw(3, dict("[('"+strings.Repeat("\u4e2d", 9933)+"', '|u1')]", "False", "(0,)")+" \n", ""),
			`header-alignment-16 8+4  data starts at offset 29878, expected a multiple of 16 (NumPy uses 64)`},
		{raw(3, dict("[('"+strings.Repeat("\u4e2d", 9934)+"', '|u1')]", "False", "(0,)")+" \n", ""),
			`header-alignment-16 8+4  data starts at offset 29881, expected a multiple of 16 (NumPy uses 64) | header-length-over-10000 8+4  header has 10001 characters; np.load needs max_header_size=10001 (default: 10000)`},
		{npy(3, dict("[('\u4e2d\xff\u4e2d\xfe', '|u1')]", "False", "(0,)"), ""),
			`header-not-utf8 28+1  byte 0xff is not valid UTF-8 here`},
		{npy(1, "[3]", ""),
			`header-not-a-dictionary 10+3  header is a list, expected a dictionary`},
		{npy(1, "({},)", ""),
			`header-not-a-dictionary 10+5  header is a tuple, expected a dictionary`},
		{npy(1, "{3}", ""),
			`header-not-a-dictionary 10+3  header is a set, expected a dictionary`},
		{npy(1, "'descr'", ""),
			`header-not-a-dictionary 10+7  header is a string, expected a dictionary`},
		{npy(1, "('descr')", ""),
			`header-not-a-dictionary 10+9  header is a string, expected a dictionary | literal-parentheses 10+9  parentheses around a string, expected none`},
		{npy(1, "3 4", ""),
			`header-not-a-dictionary 10+1  header is an integer, expected a dictionary | header-trailing-text 12+1  unexpected '4' after the dictionary, expected spaces and a newline`},
		{npy(1, "{3", ""),
			`header-not-a-literal 10+1  header is not a Python literal: '{' is never closed`},
	})
}
