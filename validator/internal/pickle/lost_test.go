package pickle

import (
	"slices"
	"strings"
	"testing"
)

// letGo leaves a value in slot 1 that was let go.
var letGo = "(" + strings.Repeat("N", 5000) + strings.Repeat("0", 4000) + "q\x011"

// TestLostValues covers a value that was let go in each place of a call or a state, and what is said about the opcode
// that takes it: that it was not checked, if more depends on it than itself; that it is wrong, where NumPy and Python
// write something small that npycheck would have kept; and nothing, where it may be anything.
func TestLostValues(t *testing.T) {
	const (
		lost     = "h\x01"
		value    = "an unknown value"
		unsure   = "pickle-late-change -1+1: "
		keptNone = " that npycheck no longer keeps"
		parts    = " was not checked: npycheck no longer keeps its parts"
		dtypeHas = "pickle-dtype-state -1+1: dtype state has "
		form     = "pickle-call-form -1+1: "
		never    = " is not one that NumPy or Python writes"
		objects  = "pickle-object-bytes -1+1: "
		address  = ": NumPy would treat them as addresses"
		mutation = "pickle-mutation -1+1: "
	)
	call := func(module, name string, args ...string) string { return reduce(importOf(module, name), args...) }
	state := func(items ...string) string { return dtypeCall("V8") + tuple(items...) + "b" }
	array := func(items ...string) string { return newND + tuple(items...) + "b" }
	scalar := func(args ...string) string { return call("numpy.core.multiarray", "scalar", args...) }
	buffer := func(args ...string) string { return call("numpy.core.numeric", "_frombuffer", args...) }
	made := func(args ...string) string { return call("numpy.core.multiarray", "_reconstruct", args...) }
	f8, u1 := simple("f8"), dtypeOf("u1", "|", "K\x00")
	record := func(name string) string {
		return fieldsOf(16, objectFlags, names(name, "o"), field(name, f8, 0, ""), field("o", dtypeO, 8, ""))
	}
	inner := fieldsOf(16, objectFlags, names("n"), field("n", record("x"), 0, ""))
	fields := func(item string) string {
		return state("K\x03", str("|"), "N", str("a")+"\x85", "}"+item+"s", "K\x08", "K\x01", plainFlags)
	}
	ndarrayClass, pool := importOf("numpy", "ndarray"), ndarray(typeU4, "K\x04\x85", raw8("1234123412341234"))
	mt := call("numpy.random._pickle", "__bit_generator_ctor", str("MT19937"))
	poly, uuid := newobj(importOf("numpy", "poly1d")), newobj(importOf("uuid", "UUID"))
	for _, test := range []struct{ name, object, want string }{
		{"element of objects", ndarray(dtypeO, "K\x01\x85", "]"+lost+"a"), ""},
		{"element with fields", ndarray(record("a"), "K\x01\x85", "]"+lost+"a"), unsure + "element list of an array with fields" + parts},
		{"first of two elements with fields", ndarray(record("a"), "K\x02\x85", "]("+lost+tuple(binFloat(1), "N")+"e"), unsure + "element list of an array with fields" + parts},
		{"last of two elements with fields", ndarray(record("a"), "K\x02\x85", "]("+tuple(binFloat(1), "N")+lost+"e"), unsure + "element list of an array with fields" + parts},
		{"field of an element", ndarray(record("a"), "K\x01\x85", "]"+tuple(lost, "N")+"a"), unsure + "element list of an array with fields" + parts},
		{"elements that fit, and more than the stack keeps", ndarray(record("a"), num(5000)+"\x85", "]("+strings.Repeat(tuple(binFloat(1), "N"), 5000)+"e"), ""},
		{"an element that doesn't fit among them", ndarray(record("a"), num(5001)+"\x85", "]("+strings.Repeat(tuple(binFloat(1), "N"), 2500)+"N"+strings.Repeat(tuple(binFloat(1), "N"), 2500)+"e"), unsure + "element list of an array with fields" + parts},
		{"object of an element", ndarray(record("a"), "K\x01\x85", "]"+tuple(binFloat(1), lost)+"a"), ""},
		{"inner field of an element", ndarray(inner, "K\x01\x85", "]"+tuple(tuple(lost, "N"))+"a"), unsure + "element list of an array with fields" + parts},
		{"inner object of an element", ndarray(inner, "K\x01\x85", "]"+tuple(tuple(binFloat(1), lost))+"a"), ""},
		{"elements", array("K\x01", "K\x01\x85", record("a"), "\x89", lost), objects + "object array has " + value + " as elements" + address},

		{"field of a scalar", scalar(record("a"), tuple(lost, "N")), unsure + "field 'a' of the call of numpy.core.multiarray.scalar" + parts},
		{"object of a scalar", scalar(record("a"), tuple(binFloat(1), lost)), ""},
		{"field of a scalar by a name for the terminal", scalar(record("a\x1b[31m"), tuple(lost, "N")), unsure + `field 'a\x1b[31m' of the call of numpy.core.multiarray.scalar` + parts},
		{"inner field of a scalar", scalar(inner, tuple(tuple(lost, "N"))), unsure + "field 'n.x' of the call of numpy.core.multiarray.scalar" + parts},
		{"inner fields of a scalar", scalar(inner, tuple(lost)), unsure + "field 'n' of the call of numpy.core.multiarray.scalar" + parts},
		{"data of a scalar with fields", scalar(record("a"), lost), objects + "scalar of a dtype with objects is made from " + value + address},
		{"data of a scalar of objects", scalar(dtypeO, lost), objects + "scalar of a dtype with objects is made from " + value + address},
		{"data of a scalar", scalar(u1, lost), ""},
		{"dtype of a scalar", scalar(lost, raw8("1")), unsure + "pickle has a scalar with a dtype" + keptNone},

		{"base of a subarray", state("K\x03", str("|"), tuple(lost, "K\x01\x85"), "N", "N", "K\x08", "K\x01", "K\x00"), unsure + "pickle has a subarray with a dtype" + keptNone},
		{"base of a subarray with the flags of objects", state("K\x03", str("|"), tuple(lost, "K\x01\x85"), "N", "N", "K\x08", "K\x01", "K\x3f"), unsure + "pickle has a subarray with a dtype" + keptNone},
		{"shape of a subarray", state("K\x03", str("|"), tuple(f8, lost), "N", "N", "K\x08", "K\x01", "K\x00"), dtypeHas + "a subarray with shape " + value},
		{"subarray", state("K\x03", str("|"), lost, "N", "N", "K\x08", "K\x01", "K\x00"), dtypeHas + "subarray " + value},
		{"version of a dtype", state(lost, str("|"), "N", "N", "N", "K\x08", "K\x01", "K\x00"), dtypeHas + "version " + value + " and 8 items, expected version 3 and 8 items, or 4 and 9"},
		{"byte order of a dtype", state("K\x03", lost, "N", "N", "N", "K\x08", "K\x01", "K\x00"), dtypeHas + "byte order " + value + ", expected <, > or |"},
		{"itemsize", state("K\x03", str("|"), "N", "N", "N", lost, "K\x01", "K\x00"), dtypeHas + "itemsize " + value},
		{"alignment", state("K\x03", str("|"), "N", "N", "N", "K\x08", lost, "K\x00"), dtypeHas + "alignment " + value + ", expected -1 or a power of two"},
		{"flags", state("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x01", lost), dtypeHas + "flags " + value},
		{"metadata", state("K\x04", str("|"), "N", "N", "N", "K\x08", "K\x01", "K\x00", lost), unsure + "metadata of a dtype" + parts},
		{"names", state("K\x03", str("|"), "N", lost, "}", "K\x08", "K\x01", plainFlags), dtypeHas + "names " + value + " and fields a dict, expected a tuple of strings and a dict"},
		{"fields", state("K\x03", str("|"), "N", str("a")+"\x85", lost, "K\x08", "K\x01", plainFlags), dtypeHas + "names a tuple of 1 item and fields " + value + ", expected a tuple of strings and a dict"},
		{"field", fields(str("a") + lost), unsure + "pickle has a dtype with fields" + keptNone},
		{"field with the flags of objects", state("K\x03", str("|"), "N", str("a")+"\x85", "}"+str("a")+lost+"s", "K\x08", "K\x01", objectFlags), unsure + "pickle has a dtype with fields" + keptNone},
		{"key of a field", fields(lost + tuple(f8, "K\x00")), unsure + "pickle has a dtype with fields" + keptNone},
		{"dtype of a field", fields(str("a") + tuple(lost, "K\x00")), unsure + "pickle has a dtype with fields" + keptNone},
		{"offset of a field", fields(str("a") + tuple(f8, lost)), dtypeHas + "fields that don't map each name to a tuple of dtype and offset"},
		{"title of a field", fields(str("a") + tuple(f8, "K\x00", lost)), unsure + "pickle has a dtype with fields" + keptNone},
		{"state of a dtype", dtypeCall("V8") + lost + "b", dtypeHas + "the form of " + value + ", expected a tuple of 8 or 9 items"},
		{"code of a dtype", call("numpy", "dtype", lost, "\x89", "\x88"), form + "call numpy.dtype(" + value + ", False, True)" + never},

		{"state of an array", newND + lost + "b", form + "array state is " + value + ", expected a tuple of 5 items"},
		{"version of an array", array(lost, "K\x01\x85", u1, "\x89", raw8("1")), form + "array state has version " + value + ", expected 1"},
		{"shape", array("K\x01", lost, u1, "\x89", raw8("1")), form + "array state has shape " + value + ", expected a tuple of at most 64 dimensions"},
		{"dtype", array("K\x01", "K\x01\x85", lost, "\x89", raw8("1")), unsure + "pickle has an array with a dtype" + keptNone},
		{"order", array("K\x01", "K\x01\x85", u1, lost, raw8("1")), form + "array state has Fortran order " + value + ", expected True or False"},
		{"data", array("K\x01", "K\x01\x85", u1, "\x89", lost), ""},
		{"mask", maskedByte(lost, "N"), unsure + "mask of the masked array state" + parts},
		{"fill value", maskedByte(raw8("\x00"), lost), unsure + "fill value of the masked array state" + parts},
		{"class of an array", made(lost, "K\x00\x85", raw8("b")), form + "call _reconstruct(" + value + ", a tuple of 1 item, …)" + never},
		{"first shape of an array", made(ndarrayClass, lost, raw8("b")), form + "call _reconstruct(ndarray, " + value + ", 1 byte)" + never},
		{"data of a buffer", buffer(lost, u1, "K\x01\x85", str("C")), ""},
		{"dtype of a buffer", buffer(raw8("1"), lost, "K\x01\x85", str("C")), unsure + "pickle has an array with a dtype" + keptNone},
		{"shape of a buffer", buffer(raw8("1"), u1, lost, str("C")), form + "call _frombuffer(1 byte, a dtype, " + value + ", 'C')" + never},

		{"text to encode", call("_codecs", "encode", lost, str("latin1")), ""},
		{"encoding", call("_codecs", "encode", str("a"), lost), form + "call _codecs.encode('a', " + value + ")" + never},
		{"bytearray", call("builtins", "bytearray", lost), unsure + "pickle has an argument of builtins.bytearray" + keptNone},
		{"elements of a set", call("builtins", "set", lost), unsure + "pickle has elements of builtins.set" + keptNone},
		{"type of a defaultdict", call("collections", "defaultdict", lost), form + "call collections.defaultdict(" + value + ")" + never},
		{"items of an OrderedDict", call("collections", "OrderedDict", lost), unsure + "pickle has elements of collections.OrderedDict" + keptNone},
		{"length of a deque", call("collections", "deque", ")", lost), form + "call collections.deque(an empty tuple, " + value + ")" + never},
		{"int", call("builtins", "int", lost), form + "call builtins.int(" + value + ")" + never},
		{"range", call("builtins", "range", lost), form + "call builtins.range(" + value + ")" + never},
		{"date", call("datetime", "date", lost), ""},
		{"time zone", call("datetime", "datetime", raw8("\x07\xe4\x01\x02\x17\x3b\x3b\x0f\x42\x3f"), lost), ""},
		{"offset of a time zone", call("datetime", "timezone", lost), ""},
		{"Decimal", call("decimal", "Decimal", lost), unsure + "pickle has an argument of decimal.Decimal" + keptNone},
		{"Fraction", call("fractions", "Fraction", lost), unsure + "pickle has an argument of fractions.Fraction" + keptNone},
		{"Fraction of two", call("fractions", "Fraction", lost, "K\x01"), form + "call fractions.Fraction(" + value + ", 1)" + never},
		{"arguments", importOf("decimal", "Decimal") + lost + "R", form + "call of decimal.Decimal with " + value + " as its arguments, expected a short tuple"},
		{"what is called", lost + ")R", "pickle-call-unknown -1+1: call of " + value},

		{"state of a polynomial", poly + lost + "b", unsure + "state of numpy.poly1d" + parts},
		{"attribute of a polynomial", poly + attributes("coeffs", lost) + "b", unsure + "coeffs of the state of numpy.poly1d" + parts},
		{"name of an attribute", poly + "}" + lost + "Nsb", unsure + "state of numpy.poly1d" + parts},
		{"attribute of a UUID", uuid + attributes("int", lost) + "b", unsure + "int of the state of uuid.UUID" + parts},
		{"state of a generator", mt + lost + "b", unsure + "state of numpy.random._pickle.__bit_generator_ctor" + parts},
		{"key of a generator", mt + mt19937(lost, "K\x01") + "b", unsure + "state.key of the state of numpy.random._pickle.__bit_generator_ctor" + parts},
		{"entropy", seedSequence(lost, pool, "K\x04"), unsure + "item 0 of the state of numpy.random.bit_generator.__pyx_unpickle_SeedSequence" + parts},
		{"pool", seedSequence("K\x03", lost, "K\x04"), unsure + "item 2 of the state of numpy.random.bit_generator.__pyx_unpickle_SeedSequence" + parts},

		{"key", "}" + lost + "Ns", ""},
		{"element of a set", "(" + lost + "\x91", ""},
		{"list of APPEND", lost + "Na", mutation + "APPEND must not change " + value},
		{"dict of SETITEM", lost + "NNs", mutation + "SETITEM must not change " + value},
		{"list of APPENDS", lost + "(Ne", mutation + "APPENDS must not change " + value},
	} {
		object := letGo + test.object
		file := payload(proto(4) + one(object) + ".")
		if got := strings.Join(told(walk(t, file), objectAt+int64(len(object))), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

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
