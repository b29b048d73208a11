package pickle

import (
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

func tuple(items ...string) string { return "(" + strings.Join(items, "") + "t" }

func reduce(callee string, args ...string) string { return callee + tuple(args...) + "R" }

func newobj(class string) string { return class + ")\x81" }

// simple is a dtype of numbers of the given code.
func simple(code string) string { return dtypeOf(code, "<", "K\x00") }

// ndarray is an array of the given dtype; the shape and the data as opcodes.
func ndarray(dtype, shape, data string) string {
	return newND + tuple("K\x01", shape, dtype, "\x89", data) + "b"
}

// subarray is a dtype of n elements of another.
func subarray(base, code, shape string, itemsize byte, flags string) string {
	return dtypeCall(code) + tuple("K\x03", str("|"), tuple(base, shape), "N", "N", "K"+string([]byte{itemsize}), "K\x08", flags) + "b"
}

// TestPickleForms holds the objects that picklers make of values of Python and NumPy, and neighbours
// of them that none makes, with what is said about them and where in the object, traps aside; "" is nothing.
func TestPickleForms(t *testing.T) {
	builtin := func(name string) string { return importOf("builtins", name) }
	masked := importOf("numpy.ma.core", "_mareconstruct") + tuple(importOf("numpy.ma.core", "MaskedArray"), importOf("numpy", "ndarray"), "K\x00\x85", str("b")) + "R"
	seed := importOf("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence")
	pcg := importOf("numpy.random._pcg64", "PCG64")
	generator := importOf("numpy.random._pickle", "__generator_ctor")
	oldDType := importOf("numpy", "dtype") + "U\x02f8K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
	for _, test := range []struct{ object, want string }{
		// Atoms, in every protocol.
		{"I01\n", ""},
		{"I00\n", ""},
		{"I0\n", ""},
		{"I-12\n", ""},
		{"L0L\n", ""},
		{"L-10L\n", ""},
		{"Np01\ng01\n0", ""}, // slots are decimal to every unpickler
		{"L12L\n", ""},
		{"L12\n", ""},
		{"F-1.5e300\n", ""},
		{"Fnan\n", ""},
		{"F1e999\n", ""},
		{"\x8a\x00", ""},
		{"\x8a\x02\xff\x80", ""},
		{"\x8a\x0a" + strings.Repeat("\x01", 10), ""},
		{"\x8b\x01\x00\x00\x00\x05", ""},
		{"S'it\\'s \\x41\\101\\n\\q'\n", ""},
		{"S\"a\"b\"\n", ""},
		{"S''\n", ""},
		{"S'" + strings.Repeat("a", 9000) + "'\n", ""},
		{"S'a\\\n", "pickle-malformed 0+5: STRING ends with a backslash"},
		{"S'\\x4'\n", "pickle-malformed 0+6: STRING has an escape with byte 0x27, expected a hexadecimal digit"},
		{"Va\\b\\u00e4\\U0001F600\xe4\\\n", ""},
		{"V" + strings.Repeat("a", 9000) + "\n", ""},
		{"U\x01aT\x01\x00\x00\x00b\x86", ""},
		{str(strings.Repeat("\u4e2d", 3000)), ""},
		{str("a\xed\xb2\x80"), ""},
		{str(strings.Repeat("a\xed\xb2\x80", 3000)), ""},
		{str("a\xed\xff\x80"), "pickle-malformed 0+5: BINUNICODE has byte 0xed at offset 253, expected UTF-8"},
		{"I12a\n", "pickle-malformed 0+5: INT has argument '12a', expected decimal digits without a plus sign or leading zeros"},
		{"I\n", "pickle-malformed 0+2: INT has argument '', expected decimal digits without a plus sign or leading zeros"},
		{"L-L\n", "pickle-malformed 0+4: LONG has argument '-', expected decimal digits without a plus sign or leading zeros"},
		{"F\n", "pickle-malformed 0+2: FLOAT has argument '', expected a decimal number"},

		// Values of Python.
		{reduce(builtin("set"), "](K\x01K\x02e"), ""},
		{reduce(builtin("frozenset"), "]"), ""},
		{reduce(builtin("set"), "K\x01"), "pickle-allocation 18+1: call of builtins.set lets the file choose how much memory is allocated (number)"},
		{reduce(builtin("set"), str("a")), "pickle-call-form 22+1: call builtins.set('a') is not one that NumPy or Python writes"},
		{reduce(builtin("set"), "]", "]"), "pickle-call-form 18+1: call builtins.set(an empty list, an empty list) is not one that NumPy or Python writes"},
		{reduce(builtin("complex"), "G\x00\x00\x00\x00\x00\x00\x00\x00", "K\x01"), ""},
		{reduce(builtin("complex"), str("1")), "pickle-call-form 26+1: call builtins.complex('1') is not one that NumPy or Python writes"},
		{reduce(builtin("bytearray")), ""},
		{reduce(builtin("bytearray"), raw8("abc")), ""},
		{reduce(builtin("bytearray"), str("abc"), str("latin-1")), ""},
		{reduce(builtin("bytearray"), str("abc"), str("rot13")), "pickle-call-form 40+1: call builtins.bytearray('abc', 'rot13') is not one that NumPy or Python writes"},
		{reduce(builtin("bytearray"), "]"), "pickle-call-form 23+1: call builtins.bytearray(an empty list) is not one that NumPy or Python writes"},
		{reduce(importOf("__builtin__", "bytes")), ""},
		{reduce(importOf("_codecs", "encode"), str("a\u00e4"), str("latin1")), ""},
		{reduce(builtin("range"), "K\x00", "K\x05", "K\x01"), ""},
		{reduce(builtin("range"), str("a")), "pickle-call-form 24+1: call builtins.range('a') is not one that NumPy or Python writes"},
		{reduce(importOf("__builtin__", "xrange"), "K\x00", "K\x05", "K\x01"), ""},
		{reduce(builtin("slice"), "N", "K\x05", "N"), ""},
		{reduce(builtin("slice")), "pickle-call-form 18+1: call builtins.slice() is not one that NumPy or Python writes"},
		{reduce(builtin("int"), "K\x05"), ""},
		{reduce(builtin("str"), str("a")), ""},
		{reduce(builtin("float"), "N"), "pickle-call-form 19+1: call builtins.float(None) is not one that NumPy or Python writes"},
		{reduce(builtin("int"), str(strings.Repeat("9", 5000))), "pickle-call-form 5021+1: call builtins.int(text of 5000 characters) is not one that NumPy or Python writes"},
		{reduce(builtin("list"), "]K\x01a"), "pickle-call-form 21+1: call builtins.list(a list of 1 item) is not one that NumPy or Python writes"},
		{reduce(builtin("list")) + "K\x01a", ""},
		{reduce(builtin("dict"), "]"), "pickle-call-form 18+1: call builtins.dict(an empty list) is not one that NumPy or Python writes"},
		{reduce(builtin("dict")) + "NNs", ""},
		{reduce(builtin("tuple")) + "Na", "pickle-mutation 20+1: APPEND must not change the result of builtins.tuple"},
		{"}" + reduce(builtin("frozenset"), "](K\x01)e") + "Ns", ""},
		{"}" + reduce(importOf("__builtin__", "bytes")) + "Ns", ""},
		{"}" + reduce(importOf("decimal", "Decimal"), str("1")) + "Ns", ""},
		{"}" + dtypeO + "Ns", ""},
		{reduce(builtin("set"), "}K\x01]s"), "pickle-call-form 21+1: call builtins.set(a dict) is not one that NumPy or Python writes"},
		{builtin("Ellipsis"), ""},
		{reduce(builtin("Ellipsis")), "pickle-call-form 21+1: call builtins.Ellipsis() is not one that NumPy or Python writes"},
		{newobj(builtin("object")), ""},
		{newobj(builtin("object")) + "}b", "pickle-mutation 20+1: BUILD must not change the result of builtins.object"},
		{reduce(importOf("copy_reg", "_reconstructor"), importOf("__builtin__", "object"), importOf("__builtin__", "object"), "N"), ""},
		{reduce(importOf("copy_reg", "_reconstructor"), importOf("uuid", "UUID"), importOf("__builtin__", "object"), "N") + "}" + str("int") + "K\x01sb", ""},
		{reduce(importOf("copy_reg", "_reconstructor"), importOf("numpy", "ndarray"), importOf("__builtin__", "object"), "N"), "pickle-call-form 63+1: call _reconstructor(ndarray, object, None) is not one that NumPy or Python writes"},
		{reduce(importOf("copy_reg", "_reconstructor"), "N", importOf("__builtin__", "object"), "N"), "pickle-call-form 49+1: call copy_reg._reconstructor(None, __builtin__.object, None) is not one that NumPy or Python writes"},
		{newobj(importOf("uuid", "UUID")) + "N}" + str("int") + "K\x01s\x86b", "pickle-state 27+1: state of uuid.UUID is a tuple of 2 items, expected a dict of int, is_safe"}, // no class with slots is known
		{newobj(importOf("uuid", "UUID")) + "K\x01b", "pickle-state 15+1: state of uuid.UUID is 1, expected a dict of int, is_safe"},
		{reduce(importOf("uuid", "UUID"), str("a")), "pickle-call-form 19+1: call of uuid.UUID by REDUCE, which neither NumPy nor Python writes"},
		{reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02")), ""},
		{reduce(importOf("datetime", "datetime"), raw8("\x07\xe4\x81\x02\x17\x3b\x3b\x0f\x42\x3f"), reduce(importOf("datetime", "timezone"), reduce(importOf("datetime", "timedelta"), "K\x00", "K\x00", "K\x00"), str("x"))), ""},
		{reduce(importOf("datetime", "timezone"), "N"), "pickle-call-form 22+1: call datetime.timezone(None) is not one that NumPy or Python writes"},
		{reduce(importOf("datetime", "timedelta"), "N"), "pickle-call-form 23+1: call datetime.timedelta(None) is not one that NumPy or Python writes"},
		{reduce(importOf("datetime", "date"), "N"), "pickle-call-form 18+1: call datetime.date(None) is not one that NumPy or Python writes"},
		{reduce(importOf("decimal", "Decimal"), str("-1.5e-300")), ""},
		{reduce(importOf("decimal", "Decimal"), str("1e1x")), "pickle-call-form 28+1: call decimal.Decimal('1e1x') is not one that NumPy or Python writes"},
		{reduce(importOf("decimal", "Decimal"), "N"), "pickle-call-form 20+1: call decimal.Decimal(None) is not one that NumPy or Python writes"},
		{reduce(importOf("decimal", "Decimal"), str(strings.Repeat("9", 5000))), "pickle-work 5024+1: call decimal.Decimal(text of 5000 characters) has over 4096 digits"},
		{reduce(importOf("fractions", "Fraction"), "K\x01", "K\x02"), ""},
		{reduce(importOf("fractions", "Fraction"), str("1/2")), ""},
		{reduce(importOf("collections", "OrderedDict")) + "(K\x01K\x02u", ""},
		{reduce(importOf("collections", "OrderedDict"), "](](K\x01K\x02ee") + "}" + str("a") + "K\x01sb", "pickle-state 48+1: state of collections.OrderedDict is a dict, expected none"},
		{reduce(importOf("collections", "Counter"), "}"), ""},
		{reduce(importOf("collections", "Counter")) + "Na", "pickle-mutation 25+1: APPEND must not change the result of collections.Counter"},
		{reduce(importOf("collections", "defaultdict"), builtin("list")) + "K\x01]s", ""},
		{reduce(importOf("collections", "defaultdict"), "K\x01"), "pickle-call-form 29+1: call collections.defaultdict(1) is not one that NumPy or Python writes"},
		{reduce(importOf("collections", "deque"), ")", "K\x05") + "(K\x01K\x02e", ""},
		{reduce(importOf("collections", "deque"), "]", str("a")), "pickle-call-form 28+1: call collections.deque(an empty list, 'a') is not one that NumPy or Python writes"},

		// Arrays, dtypes and scalars.
		{ndarray(simple("f8"), "K\x01\x85", raw8("12345678")), ""},
		{ndarray(simple("i2"), tuple("K\x02", "K\x02"), raw8("12345678")), ""},
		{ndarray(simple("i2"), tuple("K\x02", "K\x02"), reduce(importOf("_codecs", "encode"), str("12345678"), str("latin1"))), ""},
		{ndarray(simple("i2"), tuple("K\x00", "K\x02"), raw8("")), ""},
		{ndarray(simple("i2"), ")", raw8("12")), ""},
		{ndarray(oldDType, "K\x01\x85", "U\x0812345678"), ""},
		{ndarray(simple("f8"), "K\x01\x85", "]"), "pickle-call-form 118+1: array state has an empty list for its elements, expected bytes"},
		{ndarray(simple("f8"), "K\x01", raw8("12345678")), "pickle-call-form 126+1: array state has shape 1, expected a tuple of at most 64 dimensions"},
		{ndarray("N", "K\x01\x85", raw8("12345678")), "pickle-call-form 78+1: array state has None as its dtype"},
		{ndarray(dtypeO, "K\x01\x85", ")"), "pickle-call-form 118+1: array state has an empty tuple for its objects, expected a list"},
		{newND + tuple("K\x02", "K\x01\x85", dtypeO, "\x89", "]Na") + "b", "pickle-call-form 120+1: array state has version 2, expected 1"},
		{newND + tuple("K\x01\x85", simple("f8"), "\x89", raw8("12345678")) + "b", ""},
		{newND + tuple("K\x01", "K\x01\x85", simple("f8"), "N", raw8("12345678")) + "b", "pickle-call-form 127+1: array state has Fortran order None, expected True or False"},
		{masked + tuple("K\x01", "K\x01\x85", simple("u1"), "\x89", raw8("1"), raw8("\x00"), "N") + "b", ""},
		{masked + tuple("K\x01", "K\x01\x85", simple("u1"), "\x89", raw8("1")) + "b", "pickle-call-form 145+1: array state is a tuple of 5 items, expected a tuple of 7 items"},
		{reduce(importOf("numpy.ma.core", "MaskedConstant")), ""},
		{reduce(importOf("numpy.ma.core", "MaskedConstant"), "N"), "pickle-call-form 33+1: call numpy.ma.core.MaskedConstant(None) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8"), raw8("12345678")), ""},
		{reduce(importOf("numpy.core.multiarray", "scalar"), dtypeO, importOf("builtins", "int")), "pickle-call-form 96+1: call numpy.core.multiarray.scalar(a dtype, builtins.int) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.core.multiarray", "scalar"), dtypeCall("V8")+tuple("K\x03", str("|"), "N", tuple(str("a")), "}"+str("a")+tuple(dtypeO, "K\x00")+"s", "K\x08", "K\x01", "K\x1b")+"b", ndarray(dtypeO, ")", "]Na")), "pickle-state 263+1: call of numpy.core.multiarray.scalar has an array as its element, expected a zero-dimensional array of the same dtype"},
		{reduce(importOf("numpy.core.numeric", "_frombuffer"), "\x96"+long(8)+"12345678", simple("f8"), "K\x01\x85", str("C")), "pickle-protocol 33+1: BYTEARRAY8 needs protocol 5, but the pickle has protocol 3"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("K"), "N"), "pickle-call-form 105+1: call _frombuffer(8 bytes, a dtype, a tuple of 1 item, 'K', …) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("X")), "pickle-call-form 104+1: call _frombuffer(8 bytes, a dtype, a tuple of 1 item, 'X') is not one that NumPy or Python writes"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "N", str("C")), "pickle-call-form 102+1: call _frombuffer(8 bytes, a dtype, None, 'C') is not one that NumPy or Python writes"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), "N", "N", str("C")), "pickle-call-form 53+1: call _frombuffer(8 bytes, None, None, 'C') is not one that NumPy or Python writes"},
		{subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), ""},
		{ndarray(subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), "K\x01\x85", raw8("1234567812345678")), "pickle-call-form 184+1: array state has a subarray dtype"},
		{ndarray(subarray(dtypeO, "V16", "K\x02\x85", 16, "K?"), "K\x01\x85", "]Na"), "pickle-call-form 169+1: array state has a subarray dtype"},
		{reduce(importOf("numpy.core.multiarray", "scalar"), subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), raw8("1234567812345678")), "pickle-call-form 149+1: call numpy.core.multiarray.scalar(a dtype, 16 bytes) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("1234567812345678"), subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), "K\x01\x85", str("C")), "pickle-call-form 160+1: call _frombuffer(16 bytes, a dtype, a tuple of 1 item, 'C') is not one that NumPy or Python writes"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x00", "K\x00") + "b", "pickle-dtype-state 43+1: dtype state has alignment 0, expected -1 or a power of two"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x03", "K\x00") + "b", "pickle-dtype-state 43+1: dtype state has alignment 3, expected -1 or a power of two"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x10", "K\x00") + "b", "pickle-dtype-state 43+1: dtype state has alignment 16, expected 1"},
		{dtypeCall("V8") + tuple("K\x03", str(">"), "N", "N", "N", "K\x08", "K\x01", "K\x00") + "b", "pickle-dtype-state 43+1: dtype state has byte order '>', expected | for a type without one"},
		{dtypeOf("O8", ">", "K?"), "pickle-dtype-state 49+1: dtype state has byte order '>', expected | for a type without one"},
		{dtypeOf("O8", "<", "K?"), "pickle-dtype-state 49+1: dtype state has byte order '<', expected | for a type without one"},
		{dtypeOf("S8", ">", "K\x00"), "pickle-dtype-state 49+1: dtype state has byte order '>', expected | for a type without one"},
		{subarray(simple("f8"), "V16", "K\x02", 16, "K\x00"), ""},
		{subarray(dtypeO, "V16", "K\x02\x85", 16, "K?"), ""},
		{subarray(dtypeO, "V16", "K\x02\x85", 16, "K\x00"), "pickle-dtype-state 98+1: dtype state has objects, but its flags (0x00) don't say so"},
		{subarray(simple("f8"), "V16", "K\x03\x85", 16, "K\x00"), "pickle-dtype-state 98+1: dtype state has a subarray that doesn't fill its itemsize"},
		{subarray("N", "V16", "K\x02\x85", 16, "K\x00"), "pickle-dtype-state 49+1: dtype state has a subarray of None"},
		{subarray(simple("f8"), "V16", "N", 16, "K\x00"), "pickle-dtype-state 96+1: dtype state has a subarray with shape None"},
		{dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", tuple("N", tuple(raw8("us"), "K\x01", "K\x01", "K\x01"))) + "b", ""},
		{dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", "K\x01") + "b", "pickle-dtype-state 51+1: dtype state has metadata 1, expected a tuple of 2 items"},
		{dtypeCall("f8") + "Nb", "pickle-dtype-state 25+1: dtype state has the form of None, expected a tuple of 8 or 9 items"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "K\x01", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00") + "b", "pickle-state 50+1: dtype state has fields or a subarray, expected only one of them, and only on types of kind V"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "N", "N", "N", "N", num(1<<32-1), "K\x00") + "b", "pickle-dtype-state 45+1: dtype state has itemsize None"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "N", "N", "N", num(1<<32-1), "N", "K\x00") + "b", "pickle-dtype-state 45+1: dtype state has alignment None, expected -1 or a power of two"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "N") + "b", "pickle-dtype-state 48+1: dtype state has flags None"},
		{dtypeCall("O8") + tuple("K\x03", str("|"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x01") + "b", "pickle-dtype-state 49+1: dtype state has flags 0x01, expected 0x3f"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "}", "K\x08", "K\x01", "K\x10") + "b", "pickle-dtype-state 43+1: dtype state has names None and fields a dict, expected a tuple of strings and a dict"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", tuple(str("a")), "}"+str("a")+"Ns", "K\x08", "K\x01", "K\x10") + "b", "pickle-dtype-state 58+1: dtype state has fields that don't map each name to a tuple of dtype and offset"},
		{dtypeCall("V0") + tuple("K\x03", str("|"), "N", ")", "}", "K\x00", "K\x01", "K\x10") + "b", ""},
		{importOf("numpy", "dtype") + importOf("numpy", "record") + "\x89\x88\x87R", ""},
		{importOf("numpy", "dtype") + importOf("numpy", "ndarray") + "\x89\x88\x87R", "pickle-call-form 31+1: call numpy.dtype(numpy.ndarray, False, True) is not one that NumPy or Python writes"},
		{importOf("numpy", "dtype") + importOf("numpy", "object_") + "\x89\x88\x87R", "pickle-call-form 31+1: call numpy.dtype(numpy.object_, False, True) is not one that NumPy or Python writes"},
		{importOf("numpy", "dtype") + importOf("ml_dtypes", "bfloat16") + "\x89\x88\x87R", "pickle-call-unknown 36+1: call of unknown ml_dtypes.bfloat16 (imported at offset 260); if you trust it: --allow-import ml_dtypes.bfloat16"},
		{dtypeCall("f"), ""},
		{dtypeCall("?"), ""},
		{dtypeCall("u"), "pickle-call-form 22+1: call numpy.dtype('u', False, True) is not one that NumPy or Python writes"},
		{dtypeCall("O16"), "pickle-call-form 24+1: call numpy.dtype('O16', False, True) is not one that NumPy or Python writes"},
		{dtypeCall("U"), "pickle-call-form 22+1: call numpy.dtype('U', False, True) is not one that NumPy or Python writes"},
		{dtypeCall("x8"), "pickle-call-form 23+1: call numpy.dtype('x8', False, True) is not one that NumPy or Python writes"},
		{dtypeCall("f99999999999999999999"), "pickle-call-form 42+1: call numpy.dtype('f99999999999999999999', False, True) is not one that NumPy or Python writes"},
		{dtypeCall(""), "pickle-call-form 21+1: call numpy.dtype('', False, True) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.core", "_DType_reconstruct"), importOf("numpy", "float64")), ""},
		{importOf("numpy.dtypes", "Float64DType"), ""},
		{importOf("numpy.dtypes", "DType"), "pickle-import-unknown 0+20: import of unknown numpy.dtypes.DType; if you trust it: --allow-import numpy.dtypes.DType"},
		{ndarray(reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01"), "K\x01\x85", "]"+str("a")+"a"), ""},
		{reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), str("a")), "pickle-call-form 62+1: call _convert_to_stringdtype_kwargs('a') is not one that NumPy or Python writes"},
		{newobj(importOf("numpy", "poly1d")) + "}" + str("_variable") + "Nsb", "pickle-state 33+1: state of numpy.poly1d has None as _variable, expected text"},
		{newobj(importOf("numpy.polynomial.polynomial", "Polynomial")) + "}" + str("coef") + "Nsb", "pickle-state 54+1: state of numpy.polynomial.polynomial.Polynomial has None as coef, expected a one-dimensional array of numbers"},
		{reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), pcg) + pcg64() + reduce(seed, importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "N") + tuple("K\x01", "K\x00", ndarray(simple("u4"), "K\x04\x85", raw8("1234567812345678")), "K\x04", ")") + "b\x86b", ""},
		{reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), "N"), "pickle-call-form 46+1: call numpy.random._pickle.__bit_generator_ctor(None) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), importOf("mylib", "f")), "pickle-call-unknown 54+1: call of unknown mylib.f (imported at offset 291); if you trust it: --allow-import mylib.f"},
		{reduce(generator, str("PCG64"), importOf("numpy.random._pickle", "__bit_generator_ctor")), ""},
		{reduce(generator, reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), pcg)), ""},
		{reduce(generator, str("PCG64"), importOf("mylib", "f")), "pickle-call-unknown 60+1: call of unknown mylib.f (imported at offset 297); if you trust it: --allow-import mylib.f"},
		{reduce(generator, str("id"), reduce(importOf("numpy.core.multiarray", "scalar"), dtypeO, importOf("builtins", "int"))), "pickle-call-form 143+1: call numpy.core.multiarray.scalar(a dtype, builtins.int) is not one that NumPy or Python writes"},
		{reduce(generator, reduce(builtin("range"), "K\x00", num(1e9), "K\x01"), builtin("bytearray")), "pickle-call-form 89+1: call __generator_ctor(the result of builtins.range, …) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.random", "__RandomState_ctor")), ""},
		{reduce(seed, "N", "N", "N"), "pickle-call-form 61+1: call __pyx_unpickle_SeedSequence(None, None, None) is not one that NumPy or Python writes"},
		{reduce(seed, importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "}"), "pickle-call-form 105+1: call __pyx_unpickle_SeedSequence(SeedSequence, 65708578, …) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.core._internal", "_reconstruct"), importOf("numpy.rec", "recarray"), "K\x00\x85", raw8("b")), ""},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy.char", "chararray"), "K\x00\x85", str("b")), ""},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy.matrixlib.defmatrix", "matrix"), ")", raw8("b")), "pickle-call-form 76+1: call _reconstruct(matrix, an empty tuple, 1 byte) is not one that NumPy or Python writes"},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy", "matrix"), "N", raw8("b")), "pickle-call-form 56+1: call _reconstruct(matrix, None, 1 byte) is not one that NumPy or Python writes"},
		{importOf("numpy.rec", "record"), ""},
		{importOf("numpy.lib.polynomial", "poly1d"), ""},
	} {
		file := object1(test.object)
		got := slices.DeleteFunc(told(walk(t, file), objectAt), isTrap)
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%.200q: got %q, want %q", test.object, got, test.want)
		}
		sameStream(t, file)
	}
}

// TestPickleStack reaches values that were let go one by one.
func TestPickleStack(t *testing.T) {
	for _, test := range []struct{ object, want string }{
		{"(" + strings.Repeat("N", 5000) + strings.Repeat("0", 4000) + "\x85\x86\x87t", ""},
		{"(" + strings.Repeat("N", 5000) + strings.Repeat("0", 4000) + "2q\x01t", ""},
		{"(" + strings.Repeat("N", 5000) + strings.Repeat("0", 5000) + "t", ""},
		{"(" + strings.Repeat("N", 5000) + strings.Repeat("0", 5001) + "t", "pickle-mutation 10003+1: APPEND must not change an array; pickle-malformed 10004+1: TUPLE without a mark on the stack"}, // POP takes a mark too
		{"(" + strings.Repeat("]", 5000) + strings.Repeat("0", 4000) + "Nat", "pickle-mutation 9002+1: APPEND must not change an unknown value"},
		{"(" + strings.Repeat("}", 5000) + strings.Repeat("0", 4000) + "NNst", "pickle-mutation 9003+1: SETITEM must not change an unknown value"},
		{"(" + strings.Repeat("}", 5000) + strings.Repeat("0", 4000) + "Nbt", "pickle-mutation 9002+1: BUILD must not change an unknown value"},
		{"}(" + strings.Repeat(str("a")+"N", 5000) + "u", ""},
		{"}(" + strings.Repeat(str("a")+"N", 5000) + "Nu", "pickle-malformed 35003+1: SETITEMS takes 10001 values, expected pairs"},
		{"}(" + strings.Repeat(str("a"), 10000) + "u", ""},
		{"(" + strings.Repeat(str("a"), 10000) + "t", ""},
		{"(" + strings.Repeat(str("a"), 10000) + "l", ""},
		{"(" + strings.Repeat(importOf("mylib", "f"), 5000) + strings.Repeat("0", 4000) + ")Rt", "pickle-call-unknown 49002+1: call of an unknown value"},
	} {
		found := slices.DeleteFunc(told(walk(t, object1(test.object)), objectAt), func(f string) bool {
			return strings.HasPrefix(f, "pickle-import-unknown")
		})
		if got := strings.Join(found, "; "); got != test.want {
			t.Errorf("%.20q and so on: got %q, want %q", test.object, got, test.want)
		}
	}
}

// TestImportTiers holds exact pairs: neither a prefix of a module nor one of a name counts.
func TestImportTiers(t *testing.T) {
	for _, test := range []struct {
		module, name string
		want         spec.Tier
	}{
		{"numpy", "ndarray", spec.TierNumPy},
		{"numpy._core.multiarray", "scalar", spec.TierNumPy},
		{"numpy.ma", "MaskedArray", spec.TierNumPy},
		{"numpy._core.records", "recarray", spec.TierNumPy},
		{"numpy", "sin", spec.TierUnknown},
		{"numpy.core", "multiarray", spec.TierUnknown},
		{"numpy.random._mt19937", "MT", spec.TierUnknown},
		{"numpy", "fromfile", spec.TierDangerous},
		{"numpy", "f2py", spec.TierDangerous},
		{"numpy.core", "_ufunc_reconstruct", spec.TierDangerous},
		{"numpy._core", "_ufunc_reconstruct", spec.TierDangerous},
		{"numpy.ma.core", "loads", spec.TierDangerous},
		{"numpy", "floating", spec.TierNumPy},
		{"numpy.dtypes", "StringDType", spec.TierNumPy},
		{"numpy.dtypes", "FooDType", spec.TierUnknown},
		{"numpy.lib._npyio_impl", "load", spec.TierDangerous},
		{"collections", "deque", spec.TierStdlib},
		{"collections", "namedtuple", spec.TierUnknown},
		{"uuid", "UUID", spec.TierStdlib},
		{"uuid", "uuid1", spec.TierDangerous},
		{"builtins", "Exception", spec.TierStdlib},
		{"builtins", "ExceptionGroup", spec.TierUnknown},
		{"builtins", "getattr", spec.TierStdlib}, // for time zones
		{"builtins", "memoryview", spec.TierDangerous},
		{"exceptions", "Exception", spec.TierStdlib},
		{"exceptions", "Exceptional", spec.TierUnknown},
		{"pathlib", "PosixPath", spec.TierStdlib},
		{"pathlib", "Path", spec.TierDangerous},
		{"pathlib", "os", spec.TierDangerous},
		{"pathlib._local", "UnsupportedOperation", spec.TierDangerous},
		{"types", "SimpleNamespace", spec.TierStdlib},
		{"types", "FunctionType", spec.TierDangerous},
		{"zoneinfo", "ZoneInfo", spec.TierStdlib},
		{"zoneinfo", "reset_tzpath", spec.TierUnknown},
		{"numpy", "memmap", spec.TierNumPy},
		{"numpy.core.memmap", "os_fspath", spec.TierDangerous},
		{"osx", "system", spec.TierUnknown},
		{"pandas", "read_pickle", spec.TierDangerous},
		{"pandas", "DataFrame", spec.TierUnknown},
		{"torch", "Tensor", spec.TierUnknown},
		// Python 2 names.
		{"__builtin__", "long", spec.TierStdlib},
		{"__builtin__", "raw_input", spec.TierDangerous},
		{"__builtin__", "intern", spec.TierDangerous},
		{"__builtin__", "unichr", spec.TierUnknown},
		{"__builtin__", "basestring", spec.TierUnknown},
		{"cPickle", "loads", spec.TierDangerous},
		{"thread", "start_new_thread", spec.TierDangerous},
		{"dummy_thread", "x", spec.TierUnknown},
		{"BaseHTTPServer", "test", spec.TierDangerous},
		{"urlparse", "urlparse", spec.TierDangerous},
		{"StringIO", "StringIO", spec.TierDangerous},
		{"SocketServer", "TCPServer", spec.TierDangerous},
		{"SimpleXMLRPCServer", "SimpleXMLRPCServer", spec.TierDangerous},
		{"anydbm", "open", spec.TierDangerous},
		{"Tkinter", "Tk", spec.TierDangerous},
		{"UserDict", "UserDict", spec.TierUnknown},
		{"itertools", "imap", spec.TierDangerous},
		{"itertools", "islice", spec.TierUnknown},
		{"tkFont", "Font", spec.TierDangerous},
		{"ScrolledText", "ScrolledText", spec.TierDangerous},
	} {
		if got, _ := pyimport.Lookup(test.module, test.name); got != test.want {
			t.Errorf("%s.%s: got tier %s, want %s", test.module, test.name, got, test.want)
		}
	}
}

func TestPickleMemoSlots(t *testing.T) {
	m := memo{highest: -1}
	for _, slot := range []int64{5, 7, 6, 0, 1, 3, 2, 4, 1 << 40} {
		m.put(slot, value{kind: kindInt, known: true, n: slot})
	}
	if want := []slotSpan{{0, 8}, {1 << 40, 1<<40 + 1}}; !slices.Equal(m.spans, want) || m.size != 9 {
		t.Errorf("got spans %v and %d slots, want %v and 9", m.spans, m.size, want)
	}
	for slot := int64(0); slot < 8; slot++ {
		if v, ok := m.get(slot); !ok || v.n != slot {
			t.Errorf("slot %d: got %v, %v", slot, v, ok)
		}
	}
	if _, ok := m.get(8); ok {
		t.Errorf("slot 8: got a value, want none")
	}
	for slot := int64(100); slot < 100+4*maxSpans; slot += 2 {
		m.put(slot, value{kind: kindNone})
	}
	if v, ok := m.get(8); !m.scattered || !ok || v.kind != kindLost {
		t.Errorf("after too many spans: got %v, %v, want a value that nobody knows", v, ok)
	}
}
