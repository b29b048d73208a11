package pickle

import (
	"slices"
	"strings"
	"testing"
)

// TestLayouts covers arrays whose fill value, or whose element of a subarray, is of a structured type with the same
// names and the same size as theirs. NumPy casts one to the other by position: only the same types in the same places
// are nothing to report.
func TestLayouts(t *testing.T) {
	i8, f8 := simple("i8"), simple("f8")
	pair := func(a, b string, atA, atB byte) string {
		return fieldsOf(16, objectFlags, names("a", "b"), field("a", a, atA, ""), field("b", b, atB, ""))
	}
	numbers := func(a, b string) string {
		return fieldsOf(16, plainFlags, names("a", "b"), field("a", a, 0, ""), field("b", b, 8, ""))
	}
	inner := func(of string, flags string) string {
		return fieldsOf(16, flags, names("n"), field("n", of, 0, ""))
	}
	object := pair(dtypeO, i8, 0, 8)
	masked := func(typ, fill, element string) string {
		return maskedArray("K\x01", "K\x01\x85", typ, "\x89", "]NK\x01\x86a", raw8("\x00\x00"), ndarray(fill, ")", "]"+element+"a"))
	}
	holding := func(base, sub, data string) string {
		outer := fieldsOf(24, objectFlags, names("o", "s"), field("o", dtypeO, 0, ""), field("s", subarray(base, "V16", "K\x01\x85", 16, "K\x00"), 8, ""))
		return ndarray(outer, "K\x01\x85", "]N"+ndarray(sub, "K\x01\x85", data)+"\x86a")
	}
	const wrong = "pickle-state"
	for _, test := range []struct{ name, object, want string }{
		{"fill value of the same type", masked(object, pair(dtypeO, i8, 0, 8), "NK\x01\x86"), ""},
		{"fill value with the types of two fields swapped", masked(object, pair(i8, dtypeO, 0, 8), "K\x01N\x86"), wrong},
		{"fill value with the places of two fields swapped", masked(object, pair(dtypeO, i8, 8, 0), "NK\x01\x86"), wrong},
		{"fill value with another type in a field", masked(object, pair(dtypeO, f8, 0, 8), "N"+binFloat(1)+"\x86"), wrong},
		{"fill value with swapped types in an inner one", maskedArray("K\x01", "K\x01\x85", inner(object, objectFlags), "\x89", "]NK\x01\x86\x85a", raw8("\x00\x00"),
			ndarray(inner(pair(i8, dtypeO, 0, 8), objectFlags), ")", "]K\x01N\x86\x85a")), wrong},
		{"subarray of the same type", holding(numbers(i8, f8), numbers(i8, f8), raw8("1234567812345678")), ""},
		{"subarray with the types of two fields swapped", holding(numbers(i8, f8), numbers(f8, i8), raw8("1234567812345678")), wrong},
	} {
		got := slices.DeleteFunc(rules(walk(t, object1(test.object))), isTrap)
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
