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
			t.Errorf("%q:\n got %s\nwant %s", test.file, got, test.want)
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
