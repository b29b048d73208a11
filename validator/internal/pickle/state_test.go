package pickle

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/finding"
)

// attributes is a dict of text keys; the values are opcodes.
func attributes(pairs ...string) string {
	b := "}("
	for i := 0; i < len(pairs); i += 2 {
		b += str(pairs[i]) + pairs[i+1]
	}
	return b + "u"
}

const float1 = "G\x3f\xf0\x00\x00\x00\x00\x00\x00"

// interface8 is what NumPy uses as the address of an array: a view of four floats at a place of the
// file's choice.
var interface8 = attributes("version", "K\x03", "shape", "K\x04\x85", "typestr", str("<f8"), "data", num(0x41414141)+"\x89\x86")

var (
	typeU1 = dtypeOf("u1", "|", "K\x00")
	typeU4 = simple("u4")
	typeU8 = simple("u8")
	typeF8 = simple("f8")
	typeI8 = simple("i8")
	coef   = ndarray(typeF8, "K\x02\x85", raw8("1234567812345678"))
	words4 = ndarray(typeU8, "K\x04\x85", raw8(strings.Repeat("12345678", 4)))
	mtKey  = ndarray(typeU4, "M\x70\x02\x85", "B\xc0\x09\x00\x00"+strings.Repeat("1234", 624))
)

func maskedArray(state ...string) string {
	return importOf("numpy.ma.core", "_mareconstruct") + tuple(importOf("numpy.ma.core", "MaskedArray"), importOf("numpy", "ndarray"), "K\x00\x85", str("b")) + "R" + tuple(state...) + "b"
}

// maskedByte is a masked array of one byte with a mask and a fill value.
func maskedByte(mask, fill string) string {
	return maskedArray("K\x01", "K\x01\x85", typeU1, "\x89", raw8("1"), mask, fill)
}

// bitGenerator is a bit generator as NumPy 1.x writes it.
func bitGenerator(name, state string) string {
	return reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), str(name)) + state + "b"
}

func pcg64(more ...string) string {
	return attributes(append([]string{"bit_generator", str("PCG64"), "state", attributes("state", "\x8a\x01\x05", "inc", "\x8a\x01\x07"), "has_uint32", "K\x00", "uinteger", "K\x00"}, more...)...)
}

func mt19937(key, pos string, more ...string) string {
	return attributes(append([]string{"bit_generator", str("MT19937"), "state", attributes("key", key, "pos", pos)}, more...)...)
}

func philox(position string) string {
	return attributes("bit_generator", str("Philox"), "state", attributes("counter", words4, "key", ndarray(typeU8, "K\x02\x85", raw8("1234567812345678"))),
		"buffer", words4, "buffer_pos", position, "has_uint32", "K\x00", "uinteger", "K\x00")
}

func sfc64(state string) string {
	return attributes("bit_generator", str("SFC64"), "state", attributes("state", state), "has_uint32", "K\x00", "uinteger", "K\x00")
}

func seedSequence(entropy, pool, size string) string {
	return reduce(importOf("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence"), importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "N") +
		tuple(entropy, "K\x00", pool, size, ")") + "b"
}

// matrixOf is a matrix of one byte.
func matrixOf(shape string) string {
	return reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy", "matrix"), "K\x00\x85", raw8("b")) +
		tuple("K\x01", shape, typeU1, "\x89", raw8("1")) + "b"
}

// typeV0 is a structured type without fields. selfSubarray is one that is a subarray of itself, in slot 50.
var (
	typeV0       = dtypeCall("V0") + tuple("K\x03", str("|"), "N", ")", "}", "K\x00", "K\x01", "K\x00") + "b"
	selfSubarray = reduce(importOf("numpy", "dtype"), str("V8"), "\x89", "\x88") + "q\x32(K\x03" + str("|") + "h\x32K\x01\x85\x86NNK\x08K\x01K\x00tb"
)

// TestPickleStates holds what BUILD may give to what, and what takes values that NumPy looks into: masks,
// fill values, elements of structured types, states of generators. The rules are all that are broken,
// pickle-present aside.
func TestPickleStates(t *testing.T) {
	ordered := reduce(importOf("collections", "OrderedDict"))
	counter := reduce(importOf("collections", "Counter"))
	poly := newobj(importOf("numpy", "poly1d"))
	polynomial := newobj(importOf("numpy.polynomial.polynomial", "Polynomial"))
	uuid := newobj(importOf("uuid", "UUID"))
	hostile := ordered + attributes("__array_interface__", interface8) + "b"
	randomState := reduce(importOf("numpy.random", "__RandomState_ctor"))
	pool := ndarray(typeU4, "K\x04\x85", raw8("1234123412341234"))
	for _, test := range []struct{ name, object, want string }{
		// P1: attributes that NumPy looks up on an instance.
		{"OrderedDict with an address", hostile, "pickle-state 121+1: state of collections.OrderedDict is a dict, expected none"},
		{"Counter with an address", counter + attributes("__array_interface__", interface8) + "b", "pickle-state 117+1: state of collections.Counter is a dict, expected none"},
		{"poly1d with an address", poly + attributes("coeffs", coef, "__array_interface__", interface8) + "b", "pickle-state 256+1: state of numpy.poly1d has attribute '__array_interface__', expected only coeffs, _variable, variable, order"},
		{"Polynomial with an address", polynomial + attributes("coef", coef, "__array_interface__", interface8) + "b", "pickle-state 280+1: state of numpy.polynomial.polynomial.Polynomial has attribute '__array_interface__', expected only coef, domain, window, _symbol, symbol"},
		{"UUID with an address", uuid + attributes("int", "K\x01", "__array_interface__", interface8) + "b", "pickle-state 116+1: state of uuid.UUID has attribute '__array_interface__', expected only int, is_safe"},
		{"poly1d with a structure", poly + attributes("coeffs", coef, "__array_struct__", "N") + "b", "pickle-state 188+1: state of numpy.poly1d has attribute '__array_struct__', expected only coeffs, _variable, variable, order"},
		{"poly1d with a function", poly + attributes("coeffs", coef, "__array__", importOf("builtins", "int")) + "b", "pickle-state 194+1: state of numpy.poly1d has attribute '__array__', expected only coeffs, _variable, variable, order"},
		{"poly1d with another class", poly + attributes("coeffs", coef, "__class__", importOf("builtins", "int")) + "b", "pickle-state 194+1: state of numpy.poly1d has attribute '__class__', expected only coeffs, _variable, variable, order"},
		{"Polynomial with a priority", polynomial + attributes("coef", coef, "__array_priority__", "K\x01") + "b", "pickle-state 215+1: state of numpy.polynomial.polynomial.Polynomial has attribute '__array_priority__', expected only coef, domain, window, _symbol, symbol"},
		{"OrderedDict with any attribute", ordered + attributes("a", "K\x01") + "b", "pickle-state 39+1: state of collections.OrderedDict is a dict, expected none"},
		{"OrderedDict with no attribute", ordered + "}b", "pickle-state 29+1: state of collections.OrderedDict is a dict, expected none"},
		{"OrderedDict with slots", ordered + "N" + attributes("__array_interface__", interface8) + "\x86b", "pickle-state 123+1: state of collections.OrderedDict is a tuple of 2 items, expected none"},
		{"poly1d with slots", poly + "N" + attributes("coeffs", coef) + "\x86b", "pickle-state 168+1: state of numpy.poly1d is a tuple of 2 items, expected a dict of coeffs, _variable, variable, order"},
		{"poly1d with a tuple", poly + tuple(attributes("coeffs", coef), attributes("coeffs", coef)) + "b", "pickle-state 318+1: state of numpy.poly1d is a tuple of 2 items, expected a dict of coeffs, _variable, variable, order"},
		{"poly1d with None", poly + "Nb", "pickle-state 17+1: state of numpy.poly1d is None, expected a dict of coeffs, _variable, variable, order"},
		{"poly1d with an attribute twice", poly + attributes("coeffs", coef, "coeffs", coef) + "b", "pickle-state 313+1: state of numpy.poly1d has attribute 'coeffs' twice, expected it once"},
		{"poly1d with a number as a name", poly + "}(" + str("coeffs") + coef + "K\x01Nub", "pickle-state 169+1: state of numpy.poly1d has attribute 1, expected only coeffs, _variable, variable, order"},
		{"fill value with an address", maskedByte(raw8("\x00"), hostile), "pickle-state 268+1: state of collections.OrderedDict is a dict, expected none"}, // where it is built
		{"masked array with a collection as its fill value", maskedByte(raw8("\x00"), ordered), "pickle-state 176+1: masked array state has the result of collections.OrderedDict as fill value, expected None or an array of one element of its type"},

		// The rows of the classes.
		{"poly1d", poly + attributes("coeffs", coef, "_variable", str("x")) + "b", ""},
		{"poly1d of NumPy 1.11", poly + attributes("coeffs", coef, "variable", str("x"), "order", "K\x01") + "b", ""},
		{"poly1d of objects", poly + attributes("coeffs", ndarray(dtypeO, "K\x01\x85", "]K\x01a"), "_variable", str("x")) + "b", ""},
		{"poly1d of text", poly + attributes("coeffs", str("a")) + "b", "pickle-state 36+1: state of numpy.poly1d has 'a' as coeffs, expected a one-dimensional array of numbers"},
		{"poly1d of an array of text", poly + attributes("coeffs", ndarray(dtypeCall("S1")+tuple("K\x03", str("|"), "N", "N", "N", "K\x01", "K\x01", "K\x00")+"b", "K\x01\x85", raw8("1"))) + "b", "pickle-state 145+1: state of numpy.poly1d has an array as coeffs, expected a one-dimensional array of numbers"},
		{"poly1d of two dimensions", poly + attributes("coeffs", ndarray(typeU1, "K\x01K\x01\x86", raw8("1"))) + "b", "pickle-state 153+1: state of numpy.poly1d has an array as coeffs, expected a one-dimensional array of numbers"},
		{"poly1d of a masked array", poly + attributes("coeffs", maskedByte(raw8("\x00"), "N")) + "b", "pickle-state 180+1: state of numpy.poly1d has the result of numpy.ma.core._mareconstruct as coeffs, expected a one-dimensional array of numbers"},
		{"poly1d of an array without a state", poly + attributes("coeffs", newND) + "b", "pickle-state 89+1: state of numpy.poly1d has an array as coeffs, expected a one-dimensional array of numbers"},
		{"poly1d with None as its variable", poly + attributes("coeffs", coef, "_variable", "N") + "b", "pickle-state 181+1: state of numpy.poly1d has None as _variable, expected text"},
		{"Polynomial", polynomial + attributes("coef", coef, "domain", coef, "window", coef) + "b", ""},
		{"Polynomial of NumPy 2", polynomial + attributes("coef", coef, "_symbol", str("x"), "domain", coef, "window", coef, "symbol", str("x")) + "b", ""},
		{"Polynomial without a state", polynomial, ""},
		{"Polynomial over a point", polynomial + attributes("coef", coef, "domain", ndarray(typeU1, "K\x01\x85", raw8("1"))) + "b", "pickle-state 322+1: state of numpy.polynomial.polynomial.Polynomial has an array as domain, expected an array of 2 numbers"},
		{"UUID", uuid + attributes("int", "\x8a\x10"+strings.Repeat("1", 16)) + "b", ""},
		{"UUID of Python 3.8", uuid + attributes("int", "K\x05", "is_safe", num(1<<32-1)) + "b", ""},
		{"UUID of text", uuid + attributes("int", str("1")) + "b", "pickle-state 30+1: state of uuid.UUID has '1' as int, expected an int"},
		{"UUID of another safety", uuid + attributes("int", "K\x05", "is_safe", "K\x07") + "b", "pickle-state 40+1: state of uuid.UUID has 7 as is_safe, expected an int from -1 to 0"},

		// P2: elements of structured types.
		{"subarray of an array", structArray(coef), ""},
		{"subarray of a collection", structArray(ordered), "pickle-state 328+1: element 0 of an array has the result of collections.OrderedDict as field 's', expected an array of its shape and type"},
		{"subarray of a list", structArray("]"), "pickle-state 301+1: element 0 of an array has an empty list as field 's', expected an array of its shape and type"},
		{"subarray of a range", structArray(reduce(importOf("builtins", "range"), "K\x00", num(1e9), "K\x01")), "pickle-state 328+1: element 0 of an array has the result of builtins.range as field 's', expected an array of its shape and type"},
		{"subarray of another shape", structArray(ndarray(typeF8, "K\x01\x85", raw8("12345678"))), "pickle-state 428+1: element 0 of an array has an array as field 's', expected an array of its shape and type"},
		{"subarray of another type", structArray(ndarray(typeI8, "K\x02\x85", raw8("1234567812345678"))), "pickle-state 436+1: element 0 of an array has an array as field 's', expected an array of its shape and type"},
		{"elements that are not tuples", arrayOfStruct("]Na"), "pickle-state 299+1: element 0 of an array has None, expected a tuple of 2 items"},
		{"elements that are short tuples", arrayOfStruct("]N\x85a"), "pickle-state 300+1: element 0 of an array has a tuple of 1 item, expected a tuple of 2 items"},
		{"two elements in one step", newND + tuple("K\x01", "K\x02\x85", structSub, "\x89", "](N"+coef+"\x86N"+coef+"\x86e") + "b", ""},
		{"two elements in two steps", newND + tuple("K\x01", "K\x02\x85", structSub, "\x89", "]N"+coef+"\x86aN"+coef+"\x86a") + "b", ""},
		{"list that was made before", "]N" + coef + "\x86aq\x09" + newND + tuple("K\x01", "K\x01\x85", structSub, "\x89", "h\x09") + "b\x86", "pickle-late-change 440+1: element list of an array with fields was not checked: npycheck no longer keeps its parts"},

		// Dimensions: NumPy 1 has room for 32, and doesn't count.
		{"subarray of 32 dimensions", subarray(typeU1, "V1", "("+strings.Repeat("K\x01", 32)+"t", 1, "K\x00"), ""},
		{"subarray of 33 dimensions", subarray(typeU1, "V1", "("+strings.Repeat("K\x01", 33)+"t", 1, "K\x00"), "shape-rank-over-32 162+1: subarray of a dtype has 33 dimensions; NumPy 1.x reads at most 32"},
		{"subarray of 65 dimensions", subarray(typeU1, "V1", "("+strings.Repeat("K\x01", 65)+"t", 1, "K\x00"), "pickle-dtype-state 226+1: dtype state has a subarray with shape a tuple of 65 items"},
		{"array of 32 dimensions", ndarray(typeU1, "("+strings.Repeat("K\x01", 32)+"t", raw8("1")), ""},
		{"matrix", matrixOf("K\x01K\x01\x86"), ""},
		{"matrix of one dimension", matrixOf("K\x01\x85"), "pickle-state 120+1: matrix state has 1 dimension, expected 2"},
		{"matrix of three dimensions", matrixOf("K\x01K\x01K\x01\x87"), "pickle-matrix 124+1: matrix state has 3 dimensions, expected 2: NumPy loads it, but crashes when copying it"},
		{"matrix without dimensions", matrixOf(")"), "pickle-state 118+1: matrix state has 0 dimensions, expected 2"},
		{"array of no bytes with dimensions of 2^62", ndarray(typeF8, long1(0, 0, 0, 0, 0, 0, 0, 4)+"K\x00\x86", raw8("")), ""},
		{"array of no bytes with dimensions of 2^63", ndarray(typeF8, long1(0, 0, 0, 0, 0, 0, 0, 16)+"K\x00\x86", raw8("")), "pickle-call-form 129+1: array state has shape (1152921504606846976, 0) with 8-byte elements, over 2^63 bytes in total"},
		{"array of elements of no bytes with dimensions of 2^64", ndarray(typeV0, long1(0, 0, 0, 0, 0, 0, 0, 64)+"K\x04\x86", raw8("")), "pickle-call-form 123+1: array state has shape (4611686018427387904, 4) with 0-byte elements, over 2^63 bytes in total"},
		{"array of a subarray of itself", ndarray(selfSubarray, ")", raw8("12345678")), "pickle-dtype-state 114+1: dtype state has a subarray of a dtype"},
		{"array of 33 dimensions", ndarray(typeU1, "("+strings.Repeat("K\x01", 33)+"t", raw8("1")), "pickle-state 185+1: array state has 33 dimensions, expected at most 32: NumPy before 2.0 overruns a buffer"},

		// Dates and times.
		{"date", reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02")), ""},
		{"date of five bytes", reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02\x03")), "pickle-call-form 24+1: call datetime.date(5 bytes) is not one that NumPy or Python writes"},
		{"date of numbers", reduce(importOf("datetime", "date"), "M\xe4\x07", "K\x01", "K\x02"), "pickle-call-form 24+1: call datetime.date(2020, 1, 2) is not one that NumPy or Python writes"},
		{"date with a time zone", reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02"), "N"), "pickle-call-form 24+1: call datetime.date(4 bytes, None) is not one that NumPy or Python writes"},
		{"time", reduce(importOf("datetime", "time"), raw8("\x97\x3b\x3b\x0f\x42\x3f")), ""},
		{"datetime with an array for a time zone", reduce(importOf("datetime", "datetime"), raw8("1234567890"), coef), "pickle-call-form 169+1: call datetime.datetime(10 bytes, an array) is not one that NumPy or Python writes"},
		{"time zone of an array", reduce(importOf("datetime", "timezone"), coef), "pickle-call-form 157+1: call datetime.timezone(an array) is not one that NumPy or Python writes"},
		{"time zone with an array for a name", reduce(importOf("datetime", "timezone"), reduce(importOf("datetime", "timedelta"), "K\x00", "K\x00", "K\x00"), coef), "pickle-call-form 186+1: call timezone(the result of datetime.timedelta, an array) is not one that NumPy or Python writes"},
		{"timedelta of one number", reduce(importOf("datetime", "timedelta"), "K\x00"), "pickle-call-form 24+1: call datetime.timedelta(0) is not one that NumPy or Python writes"},

		// Masks and fill values.
		{"masked", maskedByte(raw8("\x00"), "N"), ""},
		{"fill value", maskedByte(raw8("\x00"), ndarray(typeU1, ")", raw8("1"))), ""},
		{"fill value of two elements", maskedByte(raw8("\x00"), ndarray(typeU1, "K\x02\x85", raw8("12"))), "pickle-state 270+1: masked array state has an array as fill value, expected None or an array of one element of its type"},
		{"fill value of another type", maskedByte(raw8("\x00"), ndarray(typeF8, ")", raw8("12345678"))), "pickle-state 274+1: masked array state has an array as fill value, expected None or an array of one element of its type"},
		{"fill value of objects", maskedByte(raw8("\x00"), ndarray(dtypeO, ")", "]Na")), "pickle-state 267+1: masked array state has an array as fill value, expected None or an array of one element of its type"},
		{"fill value that is a number", maskedByte(raw8("\x00"), "K\x01"), "pickle-state 150+1: masked array state has 1 as fill value, expected None or an array of one element of its type"},
		{"mask that is too short", maskedByte(raw8(""), "N"), "pickle-state 148+1: masked array state has 0 bytes as mask, expected 1 byte"},
		{"mask that is too long", maskedByte(raw8("\x00\x00"), "N"), "pickle-state 150+1: masked array state has 2 bytes as mask, expected 1 byte"},
		{"mask that is None", maskedByte("N", "N"), "pickle-state 147+1: masked array state has None as mask, expected 1 byte"},
		{"mask of a structured type", maskedArray("K\x01", "K\x01\x85", fieldsOf(16, plainFlags, names("a", "b"), field("a", typeF8, 0, ""), field("b", typeF8, 8, "")), "\x89", raw8("1234567812345678"), raw8("\x00\x00"), "N"), ""},
		{"mask of a structured type with a byte too few", maskedArray("K\x01", "K\x01\x85", fieldsOf(16, plainFlags, names("a", "b"), field("a", typeF8, 0, ""), field("b", typeF8, 8, "")), "\x89", raw8("1234567812345678"), raw8("\x00"), "N"), "pickle-state 294+1: masked array state has 1 byte as mask, expected 2 bytes"},
		{"mask of subarrays", maskedArray("K\x01", "K\x01\x85", fieldsOf(16, plainFlags, names("a"), field("a", subarray(typeF8, "V16", "K\x02\x85", 16, "K\x00"), 0, "")), "\x89", raw8("1234567812345678"), raw8("\x00\x00"), "N"), ""},
		{"masked array made of a class of plain arrays", reduce(importOf("numpy.ma.core", "_mareconstruct"), importOf("numpy", "ndarray"), importOf("numpy", "ndarray"), "K\x00\x85", str("b")), "pickle-call-form 71+1: call _mareconstruct(ndarray, ndarray, a tuple of 1 item, 'b') is not one that NumPy or Python writes"},
		{"masked array over a masked array", reduce(importOf("numpy.ma.core", "_mareconstruct"), importOf("numpy.ma.core", "MaskedArray"), importOf("numpy.ma.core", "MaskedArray"), "K\x00\x85", str("b")), "pickle-call-form 95+1: call _mareconstruct(MaskedArray, MaskedArray, …) is not one that NumPy or Python writes"},
		{"masked array made as a plain one", reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy.ma.core", "MaskedArray"), "K\x00\x85", raw8("b")), "pickle-call-form 71+1: call _reconstruct(MaskedArray, a tuple of 1 item, 1 byte) is not one that NumPy or Python writes"},

		// P4: scalars, and states of generators.
		{"structured scalar", structScalar(")", "]N"+coef+"\x86a"), ""},
		{"structured scalar of an empty array", structScalar("K\x00\x85", "]"), "pickle-state 334+1: call of numpy.core.multiarray.scalar has an array as its element, expected a zero-dimensional array of the same dtype"},
		{"structured scalar of another type", reduce(importOf("numpy.core.multiarray", "scalar"), structSub, ndarray(dtypeO, ")", "]Na")), "pickle-state 380+1: call of numpy.core.multiarray.scalar has an array as its element, expected a zero-dimensional array of the same dtype"},
		{"structured scalar of NumPy 1.17", reduce(importOf("numpy.core.multiarray", "scalar"), structSub, "N"+coef+"\x86"), ""},
		{"structured scalar of a short tuple", reduce(importOf("numpy.core.multiarray", "scalar"), structSub, "N\x85"), "pickle-state 263+1: call of numpy.core.multiarray.scalar has a tuple of 1 item, expected a tuple of 2 items"},
		{"MT19937", bitGenerator("MT19937", mt19937(mtKey, "M\x70\x02")), ""},
		{"MT19937 at a position past its key", bitGenerator("MT19937", mt19937(mtKey, "M\x71\x02")), "pickle-state 2743+1: state of numpy.random._pickle.__bit_generator_ctor has 625 as state.pos, expected an int from 0 to 624"},
		{"MT19937 at a negative position", bitGenerator("MT19937", mt19937(mtKey, num(1<<32-1))), "pickle-state 2745+1: state of numpy.random._pickle.__bit_generator_ctor has -1 as state.pos, expected an int from 0 to 624"},
		{"MT19937 with a short key", bitGenerator("MT19937", mt19937(words4, "K\x00")), "pickle-state 274+1: state of numpy.random._pickle.__bit_generator_ctor has an array as state.key, expected an array of 624 unsigned 4-byte integers"},
		{"RandomState of a class with a byte that is no text", reduce(importOf("numpy.random._pickle", "__randomstate_ctor"), reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), importOf("numpy.random._philox", "Phi\xabox"))) + pcg64() + "b", "pickle-import-name 86+29: import of numpy.random._philox.Phi\\xabox, expected names of ASCII letters, digits and underscores; pickle-state 219+1: state of numpy.random._pickle.__randomstate_ctor has 'PCG64' as bit_generator, expected 'Phi\\xabox'"},
		{"MT19937 with the state of another", bitGenerator("MT19937", pcg64()), "pickle-state 158+1: state of numpy.random._pickle.__bit_generator_ctor has 'PCG64' as bit_generator, expected 'MT19937'"},
		{"MT19937 with what a RandomState has", bitGenerator("MT19937", mt19937(mtKey, "K\x00", "has_gauss", "K\x00", "gauss", float1)), "pickle-state 2777+1: state of numpy.random._pickle.__bit_generator_ctor has attribute 'has_gauss', expected only bit_generator, state"},
		{"Philox", bitGenerator("Philox", philox("K\x04")), ""},
		{"Philox at a position past its buffer", bitGenerator("Philox", philox("K\x05")), "pickle-state 622+1: state of numpy.random._pickle.__bit_generator_ctor has 5 as buffer_pos, expected an int from 0 to 4"},
		{"SFC64", bitGenerator("SFC64", sfc64(words4)), ""},
		{"SFC64 with a collection", bitGenerator("SFC64", sfc64(ordered)), "pickle-state 170+1: state of numpy.random._pickle.__bit_generator_ctor has the result of collections.OrderedDict as state.state, expected an array of 4 unsigned 8-byte integers"},
		{"SFC64 with an address", bitGenerator("SFC64", sfc64(hostile)), "pickle-state 229+1: state of collections.OrderedDict is a dict, expected none"},
		{"SFC64 with a list", bitGenerator("SFC64", sfc64("]")), "pickle-state 143+1: state of numpy.random._pickle.__bit_generator_ctor has an empty list as state.state, expected an array of 4 unsigned 8-byte integers"},
		{"PCG64", bitGenerator("PCG64", pcg64()), ""},
		{"PCG64 with an attribute too many", bitGenerator("PCG64", pcg64("__array_interface__", "N")), "pickle-state 181+1: state of numpy.random._pickle.__bit_generator_ctor has attribute '__array_interface__', expected only bit_generator, state, has_uint32, uinteger"},
		{"PCG64 with a float", bitGenerator("PCG64", attributes("bit_generator", str("PCG64"), "state", attributes("state", float1, "inc", "K\x01"), "has_uint32", "K\x00", "uinteger", "K\x00")), "pickle-state 161+1: state of numpy.random._pickle.__bit_generator_ctor has a float as state.state, expected an int"},
		{"bit generator of another name", bitGenerator("id", pcg64()), "pickle-call-form 52+1: call numpy.random._pickle.__bit_generator_ctor('id') is not one that NumPy or Python writes"},
		{"RandomState", reduce(importOf("numpy.random._pickle", "__randomstate_ctor"), str("MT19937")) + mt19937(mtKey, "K\x00", "has_gauss", "K\x01", "gauss", float1) + "b", ""},
		{"RandomState without a Gaussian", reduce(importOf("numpy.random._pickle", "__randomstate_ctor"), str("MT19937")) + mt19937(mtKey, "K\x00") + "b", "pickle-state 2740+1: state of numpy.random._pickle.__randomstate_ctor has no attribute 'has_gauss', expected one"},
		{"RandomState of NumPy 1.16", randomState + tuple(str("MT19937"), mtKey, "M\x70\x02", "K\x00", float1) + "b", ""},
		{"RandomState of NumPy 1.16 past its key", randomState + tuple(str("MT19937"), mtKey, "M\x71\x02", "K\x00", float1) + "b", "pickle-state 2684+1: state of numpy.random.__RandomState_ctor has 625 as item 2, expected an int from 0 to 624"},
		{"Generator", reduce(importOf("numpy.random._pickle", "__generator_ctor"), str("PCG64")) + pcg64() + "b", ""},
		{"Generator with the state of another", reduce(importOf("numpy.random._pickle", "__generator_ctor"), str("SFC64")) + pcg64() + "b", "pickle-state 152+1: state of numpy.random._pickle.__generator_ctor has 'PCG64' as bit_generator, expected 'SFC64'"},
		{"SeedSequence", seedSequence("K\x03", pool, "K\x04"), ""},
		{"SeedSequence without entropy", seedSequence("N", pool, "K\x04"), ""},
		{"SeedSequence with another pool", seedSequence("K\x03", words4, "K\x04"), "pickle-state 267+1: state of numpy.random.bit_generator.__pyx_unpickle_SeedSequence has an array as item 2, expected an array of unsigned 4-byte integers, as many as the pool size"},
		{"SeedSequence with a larger pool", seedSequence("K\x03", pool, "K\x05"), "pickle-state 251+1: state of numpy.random.bit_generator.__pyx_unpickle_SeedSequence is a tuple of 5 items, expected a tuple of 5 items with a pool of the stated size"},
		{"SeedSequence of a range", seedSequence(reduce(importOf("builtins", "range"), "K\x00", num(1e9), "K\x01"), pool, "K\x04"), "pickle-state 277+1: state of numpy.random.bit_generator.__pyx_unpickle_SeedSequence has the result of builtins.range as item 0, expected None, an int, or a list, a tuple or an array of ints"},
		{"SeedSequence with attributes", reduce(importOf("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence"), importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "N") + "}b", "pickle-state 107+1: state of numpy.random.bit_generator.__pyx_unpickle_SeedSequence is a dict, expected a tuple of 5 items with a pool of the stated size"},
	} {
		if got := strings.Join(told(walk(t, object1(test.object)), objectAt), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		sameStream(t, object1(test.object))
	}
}

// structSub is a structured type of an object and a subarray of two floats.
var structSub = fieldsOf(24, objectFlags, names("o", "s"), field("o", dtypeO, 0, ""), field("s", subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), 8, ""))

// arrayOfStruct is an array of one element of that type; the list of elements are opcodes.
func arrayOfStruct(list string) string { return ndarray(structSub, "K\x01\x85", list) }

// structArray is the same; the element has a subarray that the opcodes make.
func structArray(sub string) string { return arrayOfStruct("]N" + sub + "\x86a") }

// structScalar is a scalar of that type, made of an array of it.
func structScalar(shape, list string) string {
	return reduce(importOf("numpy.core.multiarray", "scalar"), structSub+"q\x09", newND+tuple("K\x01", shape, "h\x09", "\x89", list)+"b")
}

// TestPickleStatePlaces holds where the findings about states are, and what they say.
func TestPickleStatePlaces(t *testing.T) {
	ordered := reduce(importOf("collections", "OrderedDict"))
	for _, test := range []struct {
		name, before, opcode, after string // the finding is about the opcode
		message                     string
	}{
		{"OrderedDict", ordered + attributes("__array_interface__", interface8), "b", "",
			"state of collections.OrderedDict is a dict, expected none"},
		{"poly1d", newobj(importOf("numpy", "poly1d")) + attributes("__array_struct__", "N"), "b", "",
			"state of numpy.poly1d has attribute '__array_struct__', expected only coeffs, _variable, variable, order"},
		{"MT19937", reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), str("MT19937")) + mt19937(mtKey, "M\x71\x02"), "b", "",
			"state of numpy.random._pickle.__bit_generator_ctor has 625 as state.pos, expected an int from 0 to 624"},
		{"element", newND + "(K\x01K\x01\x85" + structSub + "\x89]K\x05]\x86at", "b", "",
			"element 0 of an array has an empty list as field 's', expected an array of its shape and type"},
	} {
		report := walk(t, object1(test.before+test.opcode+test.after))
		var found []finding.Finding
		for _, f := range report.Faults.Kept {
			if f.Rule.String() == "pickle-state" {
				found = append(found, f)
			}
		}
		if len(found) != 1 {
			t.Errorf("%s: got %d findings, want 1", test.name, len(found))
			logFaults(t, report)
			continue
		}
		if f := found[0]; f.Offset != objectAt+int64(len(test.before)) || f.Length != int64(len(test.opcode)) || f.Message != test.message {
			t.Errorf("%s: got %d+%d %q, want %d+%d %q", test.name, f.Offset, f.Length, f.Message, objectAt+int64(len(test.before)), len(test.opcode), test.message)
		}
	}
}

// TestPickledDTypeStates holds the states that dtypes may have, kind by kind (P3).
func TestPickledDTypeStates(t *testing.T) {
	minus := num(1<<32 - 1)
	state := func(code, version, order, size, align, flags string, more ...string) string {
		return dtypeCall(code) + tuple(append([]string{version, str(order), "N", "N", "N", size, align, flags}, more...)...) + "b"
	}
	unit := func(metadata, name, count string) string {
		return tuple(metadata, tuple(raw8(name), count, "K\x01", "K\x01"))
	}
	stringDType := reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01")
	for _, test := range []struct{ name, object, want string }{
		{"f8", state("f8", "K\x03", "<", minus, minus, "K\x00"), ""},
		{"f8 with its itemsize", state("f8", "K\x03", "<", "K\x08", minus, "K\x00"), "pickle-dtype-state 46+1: dtype state has itemsize 8, expected -1"},
		{"f8 with an alignment", state("f8", "K\x03", "<", minus, "K\x08", "K\x00"), "pickle-dtype-state 46+1: dtype state has alignment 8, expected -1"},
		{"f8 with flag 0x20", state("f8", "K\x03", "<", minus, minus, "K\x20"), "pickle-dtype-state 49+1: dtype state has flags 0x20, expected 0x00"},
		{"f8 with metadata", state("f8", "K\x04", "<", minus, minus, "K\x00", attributes("a", "K\x01")), ""},
		{"f8 with a tuple for metadata", state("f8", "K\x04", "<", minus, minus, "K\x00", ")"), "pickle-dtype-state 50+1: dtype state has metadata an empty tuple, expected a dict"},
		{"f8 without a byte order", state("f8", "K\x03", "|", minus, minus, "K\x00"), "pickle-dtype-state 49+1: dtype state has byte order '|', expected one of <>="},
		{"u1 with a byte order", state("u1", "K\x03", "<", minus, minus, "K\x00"), ""}, // one byte has none
		{"S5", state("S5", "K\x03", "|", "K\x05", "K\x01", "K\x00"), ""},
		{"S5 without itemsize", state("S5", "K\x03", "|", minus, "K\x01", "K\x00"), "pickle-dtype-state 46+1: dtype state has itemsize -1, expected its size in bytes"},
		{"S5 with flag 0x20", state("S5", "K\x03", "|", "K\x05", "K\x01", "K\x20"), "pickle-dtype-state 43+1: dtype state has flags 0x20, expected 0x00"},
		{"U5", state("U5", "K\x03", "<", "K\x14", "K\x04", "K\x08"), ""},
		{"U5 without itemsize", state("U5", "K\x03", "<", minus, "K\x04", "K\x08"), "pickle-dtype-state 46+1: dtype state has itemsize -1, expected its size in bytes"},
		{"U5 with flag 0x20", state("U5", "K\x03", "<", "K\x14", "K\x04", "K\x28"), "pickle-dtype-state 43+1: dtype state has flags 0x28, expected 0x08"},
		{"V7", state("V7", "K\x03", "|", "K\x07", "K\x01", "K\x00"), ""},
		{"V7 of no bytes", state("V7", "K\x03", "|", "K\x00", "K\x01", "K\x00"), "pickle-dtype-state 43+1: dtype state has itemsize 0, but its code says 7 bytes"},
		{"V7 without itemsize", state("V7", "K\x03", "|", minus, "K\x01", "K\x00"), "pickle-dtype-state 46+1: dtype state has itemsize -1, expected its size in bytes"},
		{"V7 with flag 0x20", state("V7", "K\x03", "|", "K\x07", "K\x01", "K\x20"), "pickle-dtype-state 43+1: dtype state has flags 0x20, expected 0x00"},
		{"O without NEEDS_INIT", dtypeOf("O8", "|", "K\x37"), "pickle-dtype-state 49+1: dtype state has flags 0x37, expected 0x3f"},
		{"O with the flag of structures", dtypeOf("O8", "|", "M\xbf\x00"), "pickle-dtype-state 50+1: dtype state has flags 0xbf, expected 0x3f"},
		{"M8", state("M8", "K\x04", "<", minus, minus, "K\x00", unit("N", "us", "K\x01")), ""},
		{"M8 of NumPy 1", state("M8", "K\x04", "<", minus, minus, "K\x00", unit("}", "s", "K\x19")), ""},
		{"M8 of version 3", state("M8", "K\x03", "<", minus, minus, "K\x00"), "pickle-dtype-state 49+1: dtype state has version 3, expected 4 with a time unit"},
		{"m8 of version 3", state("m8", "K\x03", "<", minus, minus, "K\x00"), "pickle-dtype-state 49+1: dtype state has version 3, expected 4 with a time unit"},
		{"M8 without a unit", state("M8", "K\x04", "<", minus, minus, "K\x00", "}"), "pickle-dtype-state 50+1: dtype state has metadata a dict, expected a tuple of 2 items"},
		{"M8 of an unknown unit", state("M8", "K\x04", "<", minus, minus, "K\x00", unit("N", "xs", "K\x01")), "pickle-dtype-state 64+1: dtype state has unknown time unit 'xs'"},
		{"M8 of 0 seconds", state("M8", "K\x04", "<", minus, minus, "K\x00", unit("N", "s", "K\x00")), "pickle-dtype-state 63+1: dtype state has a time unit with multiple 0, expected 1 to 2147483647"},
		{"struct of objects without NEEDS_INIT", fieldsOf(8, "K\x03", names("a"), field("a", dtypeO, 0, "")), "pickle-dtype-state 112+1: dtype state has flags 0x03, expected 0x1b or 0x9b"},
		{"aligned struct of objects", fieldsOf(8, num(0xffffff9b), names("a"), field("a", dtypeO, 0, "")), ""},
		{"struct of objects with flag 0x20", fieldsOf(8, "K\x3b", names("a"), field("a", dtypeO, 0, "")), "pickle-dtype-state 112+1: dtype state has flags 0x3b, expected 0x1b or 0x9b"},
		{"struct", fieldsOf(8, plainFlags, names("a"), field("a", typeF8, 0, "")), ""},
		{"aligned struct", fieldsOf(8, "K\x90", names("a"), field("a", typeF8, 0, "")), ""},
		{"struct of text", fieldsOf(20, "K\x18", names("a"), field("a", state("U5", "K\x03", "<", "K\x14", "K\x04", "K\x08"), 0, "")), ""},
		{"struct with flag 0x20", fieldsOf(8, "K\x30", names("a"), field("a", typeF8, 0, "")), "pickle-dtype-state 112+1: dtype state has flags 0x30, expected 0x00 or 0x10 or 0x08 or 0x18 or 0x80 or 0x90 or 0x88 or 0x98"},
		{"struct with a StringDType", fieldsOf(16, objectFlags, names("a"), field("a", stringDType, 0, "")), "pickle-dtype-state 122+1: dtype state has a field of variable-length strings, which a structured type can't have"},
		{"subarray of a StringDType", subarray(stringDType, "V16", "K\x01\x85", 16, "K\x3f"), "pickle-dtype-state 107+1: dtype state has a subarray of the result of numpy._core._internal._convert_to_stringdtype_kwargs"},
		{"subarray of objects without NEEDS_INIT", subarray(dtypeO, "V16", "K\x02\x85", 16, "K\x03"), "pickle-dtype-state 98+1: dtype state has flags 0x03, expected 0x3f or 0x1b or 0x9b"},
		{"fields of an int", dtypeCall("i4") + tuple("K\x03", str("<"), "N", str("a")+"\x85", "}"+field("a", typeU4, 0, "")+"s", minus, minus, "K\x00") + "b", "pickle-state 116+1: dtype state has fields or a subarray, expected only one of them, and only on types of kind V"},
		{"fields of objects of an int", dtypeCall("i8") + tuple("K\x03", str("<"), "N", str("a")+"\x85", "}"+field("a", dtypeO, 0, "")+"s", minus, minus, "K\x1b") + "b", "pickle-state 116+1: dtype state has fields or a subarray, expected only one of them, and only on types of kind V"},
		{"fields of text", dtypeCall("S8") + tuple("K\x03", str("|"), "N", str("a")+"\x85", "}"+field("a", typeF8, 0, "")+"s", "K\x08", "K\x01", "K\x10") + "b", "pickle-state 110+1: dtype state has fields or a subarray, expected only one of them, and only on types of kind V"},
		{"subarray of text", subarray(typeF8, "S16", "K\x02\x85", 16, "K\x00"), "pickle-state 98+1: dtype state has fields or a subarray, expected only one of them, and only on types of kind V"},
		{"fields of a subarray", dtypeCall("V8") + tuple("K\x03", str("|"), tuple(typeF8, "K\x01\x85"), str("a")+"\x85", "}"+field("a", typeF8, 0, "")+"s", "K\x08", "K\x08", "K\x00") + "b", "pickle-state 164+1: dtype state has fields or a subarray, expected only one of them, and only on types of kind V"},
	} {
		found := slices.DeleteFunc(told(walk(t, object1(test.object)), objectAt), isTrap)
		if got := strings.Join(found, "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		sameStream(t, object1(test.object))
	}
}

// TestPickledStringElements holds the elements of arrays of variable-length strings, which NumPy 2 makes of
// text and of what stands for a missing one.
func TestPickledStringElements(t *testing.T) {
	strings1 := func(typ, list string) string { return ndarray(typ, "K\x01\x85", list) }
	plain := reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01")
	missing := reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01", "N")
	for _, test := range []struct{ object, want string }{
		{strings1(plain, "]"+str("a")+"a"), "pickle-numpy-core 65+54: import of numpy._core._internal._convert_to_stringdtype_kwargs: NumPy before 1.26.1 can't load the file; pickle-string-dtype 123+1: dtype StringDType (variable-length text) needs NumPy 2"},
		{strings1(missing, "]Na"), "pickle-numpy-core 65+54: import of numpy._core._internal._convert_to_stringdtype_kwargs: NumPy before 1.26.1 can't load the file; pickle-string-dtype 124+1: dtype StringDType (variable-length text) needs NumPy 2"},
		{strings1(plain, "]]a"), "pickle-numpy-core 65+54: import of numpy._core._internal._convert_to_stringdtype_kwargs: NumPy before 1.26.1 can't load the file; pickle-string-dtype 123+1: dtype StringDType (variable-length text) needs NumPy 2; pickle-state 129+1: element 0 of an array has an empty list, expected text, or None or a float if missing"},
		{strings1(plain, "]"+reduce(importOf("builtins", "range"), "K\x00", num(1e9), "K\x01")+"a"), "pickle-numpy-core 65+54: import of numpy._core._internal._convert_to_stringdtype_kwargs: NumPy before 1.26.1 can't load the file; pickle-string-dtype 123+1: dtype StringDType (variable-length text) needs NumPy 2; pickle-state 156+1: element 0 of an array has the result of builtins.range, expected text, or None or a float if missing"},
		{reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01", "]"), "pickle-numpy-core 0+54: import of numpy._core._internal._convert_to_stringdtype_kwargs: NumPy before 1.26.1 can't load the file; pickle-string-dtype 59+1: dtype StringDType (variable-length text) needs NumPy 2; pickle-call-form 59+1: call _convert_to_stringdtype_kwargs(1, an empty list) is not one that NumPy or Python writes"},
	} {
		if got := strings.Join(told(walk(t, object1(test.object)), objectAt), "; "); got != test.want {
			t.Errorf("%.200q: got %q, want %q", test.object, got, test.want)
		}
	}
}

// TestPickledText holds the characters of text of fixed length: each is a code point, in arrays, scalars
// and fields, however the bytes are written.
func TestPickledText(t *testing.T) {
	const good, bad = "\xff\xff\x10\x00", "\x00\x00\x11\x00"
	little := dtypeCall("U1") + tuple("K\x03", str("<"), "N", "N", "N", "K\x04", "K\x04", "K\x08") + "b"
	big := dtypeCall("U1") + tuple("K\x03", str(">"), "N", "N", "N", "K\x04", "K\x04", "K\x08") + "b"
	record := fieldsOf(8, "K\x18", names("a", "b"), field("a", simple("i4"), 0, ""), field("b", little, 4, ""))
	long := func(b string) string {
		return "B" + string([]byte{byte(len(b)), byte(len(b) >> 8), 0, 0}) + b
	}
	encoded := func(text string) string {
		return importOf("_codecs", "encode") + str(text) + str("latin1") + "\x86R"
	}
	for _, test := range []struct {
		name, value, want string
	}{
		{"array", ndarray(little, "K\x01\x85", raw8(good)), ""},
		{"array with a large character", ndarray(little, "K\x01\x85", raw8(bad)), "pickle-state 117+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"array with a character of four large bytes", ndarray(little, "K\x01\x85", raw8("\x00\x00\x00\x01")), "pickle-state 117+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"array of the other byte order", ndarray(big, "K\x01\x85", raw8("\x00\x10\xff\xff")), ""},
		{"array of the other byte order with a large character", ndarray(big, "K\x01\x85", raw8("\x00\x11\x00\x00")), "pickle-state 117+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"long array", ndarray(little, "M\x00\x10\x85", long(strings.Repeat(good, 4096))), ""},
		{"long array with a large character at its end", ndarray(little, "M\x00\x10\x85", long(strings.Repeat(good, 4095)+bad)), "pickle-state 16501+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"encoded array", ndarray(little, "K\x01\x85", encoded("a\x00\x00\x00")), ""},
		{"encoded array with a large character", ndarray(little, "K\x01\x85", encoded("a\x00\x00\x01")), "pickle-state 149+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"long encoded array", ndarray(little, "M\x00\x08\x85", encoded(strings.Repeat("a\x00\x00\x00", 2048))), ""},
		{"long encoded array with a large character", ndarray(little, "M\x00\x08\x85", encoded(strings.Repeat("a\x00\x00\x00", 2047)+"a\x00\x00\x01")), "pickle-state 8338+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"fields", ndarray(record, "K\x01\x85", raw8("\xff\xff\xff\xff"+good)), ""},
		{"fields with a large character", ndarray(record, "K\x01\x85", raw8("\xff\xff\xff\xff"+bad)), "pickle-state 250+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"scalar", reduce(importOf("numpy.core.multiarray", "scalar"), little, raw8(good)), ""},
		{"scalar with a large character", reduce(importOf("numpy.core.multiarray", "scalar"), little, raw8(bad)), "pickle-state 82+1: string holds a code point above U+10FFFF, which crashes NumPy"},
		{"subarray of no text", ndarray(subarray(little, "V0", "K\x00\x85", 0, "K\x08"), "K\x01\x85", raw8("a")), "pickle-call-form 162+1: array state has a subarray dtype"},
		{"subarray of subarrays of no text", ndarray(subarray(subarray(little, "V0", "K\x00\x85", 0, "K\x08"), "V0", "K\x01\x85", 0, "K\x08"), "K\x01\x85", raw8("a")), "pickle-call-form 210+1: array state has a subarray dtype"},
		{"encoded subarray of no text", ndarray(subarray(little, "V0", "K\x00\x85", 0, "K\x08"), "K\x01\x85", encoded("a")), "pickle-call-form 194+1: array state has a subarray dtype"},
		{"long text that was read before its dtype", "(" + long(strings.Repeat(good, 100)) + "q\x320" + ndarray(little, "Kd\x85", "h\x32") + "t", "pickle-late-change 522+1: text in 400 bytes was not checked: npycheck no longer keeps its parts"},
	} {
		report := walk(t, payload(proto(4)+newND+"(K\x01K\x01\x85"+dtypeO+"\x89]"+test.value+"atb."))
		if got := strings.Join(told(report, objectAt), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestStateRanges covers the ints of states at both ends of what they may be, and past them.
func TestStateRanges(t *testing.T) {
	int8bytes := func(n int64) string {
		return long1(binary.LittleEndian.AppendUint64(nil, uint64(n))...)
	}
	legacy := func(pos, gauss string) string {
		return reduce(importOf("numpy.random", "__RandomState_ctor")) + tuple(str("MT19937"), mtKey, pos, gauss, float1) + "b"
	}
	random := func(state string) string {
		return reduce(importOf("numpy.random._pickle", "__randomstate_ctor"), str("MT19937")) + state + "b"
	}
	pcg := func(has, uinteger string) string {
		return reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), str("PCG64")) +
			attributes("bit_generator", str("PCG64"), "state", attributes("state", "K\x01", "inc", "K\x01"), "has_uint32", has, "uinteger", uinteger) + "b"
	}
	for _, test := range []struct {
		name        string
		object      func(n string) string
		least, most int64
	}{
		{"is_safe", func(n string) string {
			return newobj(importOf("uuid", "UUID")) + attributes("int", "K\x05", "is_safe", n) + "b"
		}, -1, 0},
		{"order", func(n string) string {
			return newobj(importOf("numpy", "poly1d")) + attributes("coeffs", coef, "order", n) + "b"
		}, -1, 1<<31 - 1},
		{"has_uint32", func(n string) string { return pcg(n, "K\x00") }, 0, 1},
		{"uinteger", func(n string) string { return pcg("K\x00", n) }, 0, 1<<32 - 1},
		{"state.pos", func(n string) string { return bitGenerator("MT19937", mt19937(mtKey, n)) }, 0, 624},
		{"buffer_pos", func(n string) string { return bitGenerator("Philox", philox(n)) }, 0, 4},
		{"has_gauss", func(n string) string { return random(mt19937(mtKey, "K\x00", "has_gauss", n, "gauss", float1)) }, 0, 1},
		{"item 2", func(n string) string { return legacy(n, "K\x00") }, 0, 624},
		{"item 3", func(n string) string { return legacy("K\x00", n) }, 0, 1},
	} {
		for n, fits := range map[int64]bool{test.least - 1: false, test.least: true, test.most: true, test.most + 1: false} {
			found := slices.DeleteFunc(told(walk(t, object1(test.object(int8bytes(n)))), objectAt), isTrap)
			want := fmt.Sprintf(" has %d as %s, expected an int from %d to %d", n, test.name, test.least, test.most)
			if got := strings.Join(found, "; "); fits && got != "" || !fits && !strings.HasSuffix(got, want) {
				t.Errorf("%s of %d: got %q, want it to fit: %t", test.name, n, got, fits)
			}
		}
	}
}
