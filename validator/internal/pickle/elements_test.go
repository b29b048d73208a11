package pickle

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestElements covers the values that an element of a structured array may have in a field of each type, of those that
// arguments has and some others, and what is said about an empty tuple there.
func TestElements(t *testing.T) {
	values := maps.Clone(arguments)
	delete(values, 's') // needs protocol 4
	values['c'] = reduce(importOf("builtins", "complex"), "K\x01", "K\x02")
	values['e'] = reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02"))
	values['h'] = reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8"), raw8("12345678"))
	values['y'] = reduce(importOf("builtins", "bytearray"), raw8("1234"))
	values['a'] = reduce(importOf("builtins", "str"), str("a"))
	values['4'] = ndarray(dtypeOf("u1", "|", "K\x00"), "K\x04\x85", raw8("1234"))
	values['3'] = ndarray(dtypeOf("u1", "|", "K\x00"), "K\x03\x85", raw8("123"))
	letters := slices.Sorted(maps.Keys(values))
	date := func(kind string) string {
		return dtypeCall(kind+"8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", tuple("}", tuple(raw8("s"), "K\x01", "K\x01", "K\x01"))) + "b"
	}
	for _, test := range []struct{ code, dtype, values, want string }{
		{"b1", dtypeOf("b1", "|", "K\x00"), "B", "a bool"},
		{"i4", simple("i4"), "I", "an int"},
		{"u4", simple("u4"), "I", "an int"},
		{"f8", simple("f8"), "Fh", "a float"},
		{"c16", simple("c16"), "ch", "a complex"},
		{"M8", date("M"), "INe", "a date, an int or None"},
		{"m8", date("m"), "INO", "a timedelta, an int or None"},
		{"S4", sized("S4", "|", 4, 1, "K\x00"), "TYhy", "bytes"},
		{"V4", sized("V4", "|", 4, 1, "K\x00"), "4TYhy", "bytes"},
		{"U1", sized("U1", "<", 4, 4, "K\x08"), "Ta", "text"},
		{"subarray", subarray(simple("f8"), "V8", "K\x01\x85", 8, "K\x00"), "A", "an array of its shape and type"},
	} {
		record := fieldsOf(24, objectFlags, names("x", "o"), field("x", test.dtype, 0, ""), field("o", dtypeO, 16, ""))
		fits := ""
		for _, letter := range letters {
			found := slices.DeleteFunc(told(walk(t, object1(ndarray(record, "K\x01\x85", "]"+values[letter]+"N\x86a"))), objectAt), isTrap)
			switch {
			case len(found) == 0:
				fits += string(rune(letter))
			case len(found) > 1 || !strings.HasPrefix(found[0], "pickle-state "):
				t.Errorf("%s with %c: got %q", test.code, letter, found)
			case letter == 't' && !strings.HasSuffix(found[0], ": element 0 of an array has an empty tuple as field 'x', expected "+test.want):
				t.Errorf("%s with %c: got %q, want that it wants %s", test.code, letter, found, test.want)
			}
		}
		if fits != test.values {
			t.Errorf("%s: got %s, want %s", test.code, fits, test.values)
		}
	}
}
