package pickle

import (
	"slices"
	"strings"
	"testing"
)

func tuple(items ...string) string { return "(" + strings.Join(items, "") + "t" }

func reduce(callee string, args ...string) string { return callee + tuple(args...) + "R" }

func newobj(class string) string { return class + ")\x81" }

// simple is a dtype of numbers of the given code.
func simple(code string) string { return dtypeOf(code, "<", "K\x00") }

// ndarray is an array of the given dtype; the shape and the data are opcodes.
func ndarray(dtype, shape, data string) string {
	return newND + tuple("K\x01", shape, dtype, "\x89", data) + "b"
}

// subarray is a dtype of n elements of another.
func subarray(base, code, shape string, itemsize byte, flags string) string {
	return dtypeCall(code) + tuple("K\x03", str("|"), tuple(base, shape), "N", "N", "K"+string([]byte{itemsize}), "K\x08", flags) + "b"
}

// TestPickleForms holds the objects that picklers make of values of Python and NumPy, and neighbours
// of them that none makes. The rule is the only one that is broken, pickle-present aside; "" is none.
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
		{"S'a\\\n", "pickle-malformed"},
		{"S'\\x4'\n", "pickle-malformed"},
		{"Va\\b\\u00e4\\U0001F600\xe4\\\n", ""},
		{"V" + strings.Repeat("a", 9000) + "\n", ""},
		{"U\x01aT\x01\x00\x00\x00b\x86", ""},
		{str(strings.Repeat("\u4e2d", 3000)), ""},
		{str("a\xed\xb2\x80"), ""},
		{str(strings.Repeat("a\xed\xb2\x80", 3000)), ""},
		{str("a\xed\xff\x80"), "pickle-malformed"},
		{"I12a\n", "pickle-malformed"},
		{"I\n", "pickle-malformed"},
		{"L-L\n", "pickle-malformed"},
		{"F\n", "pickle-malformed"},

		// Values of Python.
		{reduce(builtin("set"), "](K\x01K\x02e"), ""},
		{reduce(builtin("frozenset"), "]"), ""},
		{reduce(builtin("set"), "K\x01"), "pickle-allocation"},
		{reduce(builtin("set"), str("a")), "pickle-call-form"},
		{reduce(builtin("set"), "]", "]"), "pickle-call-form"},
		{reduce(builtin("complex"), "G\x00\x00\x00\x00\x00\x00\x00\x00", "K\x01"), ""},
		{reduce(builtin("complex"), str("1")), "pickle-call-form"},
		{reduce(builtin("bytearray")), ""},
		{reduce(builtin("bytearray"), raw8("abc")), ""},
		{reduce(builtin("bytearray"), str("abc"), str("latin-1")), ""},
		{reduce(builtin("bytearray"), str("abc"), str("rot13")), "pickle-call-form"},
		{reduce(builtin("bytearray"), "]"), "pickle-call-form"},
		{reduce(importOf("__builtin__", "bytes")), ""},
		{reduce(importOf("_codecs", "encode"), str("a\u00e4"), str("latin1")), ""},
		{reduce(builtin("range"), "K\x00", "K\x05", "K\x01"), ""},
		{reduce(builtin("range"), str("a")), "pickle-call-form"},
		{reduce(importOf("__builtin__", "xrange"), "K\x00", "K\x05", "K\x01"), ""},
		{reduce(builtin("slice"), "N", "K\x05", "N"), ""},
		{reduce(builtin("slice")), "pickle-call-form"},
		{reduce(builtin("int"), "K\x05"), ""},
		{reduce(builtin("str"), str("a")), ""},
		{reduce(builtin("float"), "N"), "pickle-call-form"},
		{reduce(builtin("int"), str(strings.Repeat("9", 5000))), "pickle-call-form"},
		{reduce(builtin("list"), tuple("K\x01")), ""},
		{reduce(builtin("list")) + "K\x01a", ""},
		{reduce(builtin("dict"), "]"), ""},
		{reduce(builtin("dict")) + "NNs", ""},
		{reduce(builtin("tuple")) + "Na", "pickle-mutation"},
		{"}" + reduce(builtin("frozenset"), "](K\x01)e") + "Ns", ""},
		{"}" + reduce(builtin("tuple"), "](K\x01)e") + "Ns", ""},
		{"}" + reduce(importOf("__builtin__", "bytes")) + "Ns", ""},
		{"}" + reduce(importOf("decimal", "Decimal"), str("1")) + "Ns", ""},
		{"}" + dtypeO + "Ns", ""},
		{reduce(builtin("set"), "}K\x01]s"), ""}, // the keys
		{builtin("Ellipsis"), ""},
		{reduce(builtin("Ellipsis")), "pickle-call-form"},
		{newobj(builtin("object")), ""},
		{newobj(builtin("object")) + "}b", "pickle-mutation"},
		{reduce(importOf("copy_reg", "_reconstructor"), importOf("__builtin__", "object"), importOf("__builtin__", "object"), "N"), ""},
		{reduce(importOf("copy_reg", "_reconstructor"), importOf("uuid", "UUID"), importOf("__builtin__", "object"), "N") + "}" + str("int") + "K\x01sb", ""},
		{reduce(importOf("copy_reg", "_reconstructor"), importOf("numpy", "ndarray"), importOf("__builtin__", "object"), "N"), "pickle-call-form"},
		{reduce(importOf("copy_reg", "_reconstructor"), "N", importOf("__builtin__", "object"), "N"), "pickle-call-form"},
		{newobj(importOf("uuid", "UUID")) + "N}" + str("int") + "K\x01s\x86b", "pickle-state"}, // no class with slots is known
		{newobj(importOf("uuid", "UUID")) + "K\x01b", "pickle-state"},
		{reduce(importOf("uuid", "UUID"), str("a")), "pickle-call-form"},
		{reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02")), ""},
		{reduce(importOf("datetime", "datetime"), raw8("0123456789"), reduce(importOf("datetime", "timezone"), reduce(importOf("datetime", "timedelta"), "K\x00", "K\x00", "K\x00"), str("x"))), ""},
		{reduce(importOf("datetime", "timezone"), "N"), "pickle-call-form"},
		{reduce(importOf("datetime", "timedelta"), "N"), "pickle-call-form"},
		{reduce(importOf("datetime", "date"), "N"), "pickle-call-form"},
		{reduce(importOf("decimal", "Decimal"), str("-1.5e-300")), ""},
		{reduce(importOf("decimal", "Decimal"), str("1e1x")), "pickle-call-form"},
		{reduce(importOf("decimal", "Decimal"), "N"), "pickle-call-form"},
		{reduce(importOf("decimal", "Decimal"), str(strings.Repeat("9", 5000))), "pickle-call-form"},
		{reduce(importOf("fractions", "Fraction"), "K\x01", "K\x02"), ""},
		{reduce(importOf("fractions", "Fraction"), str("1/2")), ""},
		{reduce(importOf("collections", "OrderedDict")) + "(K\x01K\x02u", ""},
		{reduce(importOf("collections", "OrderedDict"), "](](K\x01K\x02ee") + "}" + str("a") + "K\x01sb", "pickle-state"},
		{reduce(importOf("collections", "Counter"), "}"), ""},
		{reduce(importOf("collections", "Counter")) + "Na", "pickle-mutation"},
		{reduce(importOf("collections", "defaultdict"), builtin("list")) + "K\x01]s", ""},
		{reduce(importOf("collections", "defaultdict"), "K\x01"), "pickle-call-form"},
		{reduce(importOf("collections", "deque"), ")", "K\x05") + "(K\x01K\x02e", ""},
		{reduce(importOf("collections", "deque"), "]", str("a")), "pickle-call-form"},

		// Arrays, dtypes and scalars.
		{ndarray(simple("f8"), "K\x01\x85", raw8("12345678")), ""},
		{ndarray(simple("i2"), tuple("K\x02", "K\x02"), raw8("12345678")), ""},
		{ndarray(simple("i2"), tuple("K\x02", "K\x02"), reduce(importOf("_codecs", "encode"), str("12345678"), str("latin1"))), ""},
		{ndarray(simple("i2"), tuple("K\x00", "K\x02"), raw8("")), ""},
		{ndarray(simple("i2"), ")", raw8("12")), ""},
		{ndarray(oldDType, "K\x01\x85", "U\x0812345678"), ""},
		{ndarray(simple("f8"), "K\x01\x85", "]"), "pickle-call-form"},
		{ndarray(simple("f8"), "K\x01", raw8("12345678")), "pickle-call-form"},
		{ndarray("N", "K\x01\x85", raw8("12345678")), "pickle-call-form"},
		{ndarray(dtypeO, "K\x01\x85", ")"), "pickle-call-form"},
		{newND + tuple("K\x02", "K\x01\x85", dtypeO, "\x89", "]Na") + "b", "pickle-call-form"},
		{newND + tuple("K\x01\x85", simple("f8"), "\x89", raw8("12345678")) + "b", ""},
		{newND + tuple("K\x01", "K\x01\x85", simple("f8"), "N", raw8("12345678")) + "b", "pickle-call-form"},
		{masked + tuple("K\x01", "K\x01\x85", simple("u1"), "\x89", raw8("1"), raw8("\x00"), "N") + "b", ""},
		{masked + tuple("K\x01", "K\x01\x85", simple("u1"), "\x89", raw8("1")) + "b", "pickle-call-form"},
		{reduce(importOf("numpy.ma.core", "MaskedConstant")), ""},
		{reduce(importOf("numpy.ma.core", "MaskedConstant"), "N"), "pickle-call-form"},
		{reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8"), raw8("12345678")), ""},
		{reduce(importOf("numpy.core.multiarray", "scalar"), dtypeO, importOf("builtins", "int")), "pickle-call-form"},
		{reduce(importOf("numpy.core.multiarray", "scalar"), dtypeCall("V8")+tuple("K\x03", str("|"), "N", tuple(str("a")), "}"+str("a")+tuple(dtypeO, "K\x00")+"s", "K\x08", "K\x01", "K\x1b")+"b", ndarray(dtypeO, ")", "]Na")), "pickle-state"},
		{reduce(importOf("numpy.core.numeric", "_frombuffer"), "\x96"+long(8)+"12345678", simple("f8"), "K\x01\x85", str("C")), "pickle-protocol"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("K"), "N"), ""},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("X")), "pickle-call-form"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "N", str("C")), "pickle-call-form"},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), "N", "N", str("C")), "pickle-call-form"},
		{subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), ""},
		{ndarray(subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), "K\x01\x85", raw8("1234567812345678")), "pickle-call-form"},
		{ndarray(subarray(dtypeO, "V16", "K\x02\x85", 16, "K?"), "K\x01\x85", "]Na"), "pickle-call-form"},
		{reduce(importOf("numpy.core.multiarray", "scalar"), subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), raw8("1234567812345678")), "pickle-call-form"},
		{reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("1234567812345678"), subarray(simple("f8"), "V16", "K\x02\x85", 16, "K\x00"), "K\x01\x85", str("C")), "pickle-call-form"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x00", "K\x00") + "b", "pickle-dtype-state"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x03", "K\x00") + "b", "pickle-dtype-state"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "N", "K\x08", "K\x10", "K\x00") + "b", "pickle-dtype-state"},
		{dtypeCall("V8") + tuple("K\x03", str(">"), "N", "N", "N", "K\x08", "K\x01", "K\x00") + "b", "pickle-dtype-state"},
		{dtypeOf("O8", ">", "K?"), "pickle-dtype-state"},
		{dtypeOf("O8", "<", "K?"), "pickle-dtype-state"},
		{dtypeOf("S8", ">", "K\x00"), "pickle-dtype-state"},
		{subarray(simple("f8"), "V16", "K\x02", 16, "K\x00"), ""},
		{subarray(dtypeO, "V16", "K\x02\x85", 16, "K?"), ""},
		{subarray(dtypeO, "V16", "K\x02\x85", 16, "K\x00"), "pickle-dtype-state"},
		{subarray(simple("f8"), "V16", "K\x03\x85", 16, "K\x00"), "pickle-dtype-state"},
		{subarray("N", "V16", "K\x02\x85", 16, "K\x00"), "pickle-dtype-state"},
		{subarray(simple("f8"), "V16", "N", 16, "K\x00"), "pickle-dtype-state"},
		{dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", tuple("N", tuple(raw8("us"), "K\x01", "K\x01", "K\x01"))) + "b", ""},
		{dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", "K\x01") + "b", "pickle-dtype-state"},
		{dtypeCall("f8") + "Nb", "pickle-dtype-state"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "K\x01", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00") + "b", "pickle-state"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "N", "N", "N", "N", num(1<<32-1), "K\x00") + "b", "pickle-dtype-state"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "N", "N", "N", num(1<<32-1), "N", "K\x00") + "b", "pickle-dtype-state"},
		{dtypeCall("f8") + tuple("K\x03", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "N") + "b", "pickle-dtype-state"},
		{dtypeCall("O8") + tuple("K\x03", str("|"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x01") + "b", "pickle-dtype-state"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", "N", "}", "K\x08", "K\x01", "K\x10") + "b", "pickle-dtype-state"},
		{dtypeCall("V8") + tuple("K\x03", str("|"), "N", tuple(str("a")), "}"+str("a")+"Ns", "K\x08", "K\x01", "K\x10") + "b", "pickle-dtype-state"},
		{dtypeCall("V0") + tuple("K\x03", str("|"), "N", ")", "}", "K\x00", "K\x01", "K\x10") + "b", ""},
		{importOf("numpy", "dtype") + importOf("numpy", "record") + "\x89\x88\x87R", ""},
		{importOf("numpy", "dtype") + importOf("numpy", "ndarray") + "\x89\x88\x87R", "pickle-call-form"},
		{importOf("numpy", "dtype") + importOf("numpy", "object_") + "\x89\x88\x87R", "pickle-call-form"},
		{importOf("numpy", "dtype") + importOf("ml_dtypes", "bfloat16") + "\x89\x88\x87R", "pickle-call-unknown"},
		{dtypeCall("f"), ""},
		{dtypeCall("?"), ""},
		{dtypeCall("u"), "pickle-call-form"},
		{dtypeCall("O16"), "pickle-call-form"},
		{dtypeCall("U"), "pickle-call-form"},
		{dtypeCall("x8"), "pickle-call-form"},
		{dtypeCall("f99999999999999999999"), "pickle-call-form"},
		{dtypeCall(""), "pickle-call-form"},
		{reduce(importOf("numpy.core", "_DType_reconstruct"), importOf("numpy", "float64")), ""},
		{importOf("numpy.dtypes", "Float64DType"), ""},
		{importOf("numpy.dtypes", "DType"), "pickle-import-unknown"},
		{ndarray(reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01"), "K\x01\x85", "]"+str("a")+"a"), ""},
		{reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), str("a")), "pickle-call-form"},
		{newobj(importOf("numpy", "poly1d")) + "}" + str("_variable") + "Nsb", "pickle-state"},
		{newobj(importOf("numpy.polynomial.polynomial", "Polynomial")) + "}" + str("coef") + "Nsb", "pickle-state"},
		{reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), pcg) + pcg64() + reduce(seed, importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "N") + tuple("K\x01", "K\x00", ndarray(simple("u4"), "K\x04\x85", raw8("1234567812345678")), "K\x04", ")") + "b\x86b", ""},
		{reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), "N"), "pickle-call-form"},
		{reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), importOf("mylib", "f")), "pickle-call-unknown"},
		{reduce(generator, str("PCG64"), importOf("numpy.random._pickle", "__bit_generator_ctor")), ""},
		{reduce(generator, reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), pcg)), ""},
		{reduce(generator, str("PCG64"), importOf("mylib", "f")), "pickle-call-unknown"},
		{reduce(generator, str("id"), reduce(importOf("numpy.core.multiarray", "scalar"), dtypeO, importOf("builtins", "int"))), "pickle-call-form"},
		{reduce(generator, reduce(builtin("range"), num(1e9)), builtin("bytearray")), "pickle-call-form"},
		{reduce(importOf("numpy.random", "__RandomState_ctor")), ""},
		{reduce(seed, "N", "N", "N"), "pickle-call-form"},
		{reduce(seed, importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "}"), "pickle-call-form"},
		{reduce(importOf("numpy.core._internal", "_reconstruct"), importOf("numpy.rec", "recarray"), "K\x00\x85", raw8("b")), ""},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy.char", "chararray"), "K\x00\x85", str("b")), ""},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy.matrixlib.defmatrix", "matrix"), ")", raw8("b")), "pickle-call-form"},
		{reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy", "matrix"), "N", raw8("b")), "pickle-call-form"},
		{importOf("numpy.rec", "record"), ""},
		{importOf("numpy.lib.polynomial", "poly1d"), ""},
	} {
		file := object1(test.object)
		want := strings.Fields(test.want)
		slices.Sort(want)
		report := walk(t, file)
		if got := withoutTraps(report); !slices.Equal(got, want) {
			t.Errorf("%.200q: got %v, want %v", test.object, got, want)
			logFaults(t, report)
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
		{"(" + strings.Repeat("N", 5000) + strings.Repeat("0", 5001) + "t", "pickle-malformed pickle-mutation"}, // POP takes a mark too
		{"(" + strings.Repeat("]", 5000) + strings.Repeat("0", 4000) + "Nat", "pickle-mutation"},
		{"(" + strings.Repeat("}", 5000) + strings.Repeat("0", 4000) + "NNst", "pickle-mutation"},
		{"(" + strings.Repeat("}", 5000) + strings.Repeat("0", 4000) + "Nbt", "pickle-mutation"},
		{"}(" + strings.Repeat(str("a")+"N", 5000) + "u", ""},
		{"}(" + strings.Repeat(str("a")+"N", 5000) + "Nu", "pickle-malformed"},
		{"}(" + strings.Repeat(str("a"), 10000) + "u", ""},
		{"(" + strings.Repeat(str("a"), 10000) + "t", ""},
		{"(" + strings.Repeat(str("a"), 10000) + "l", ""},
		{"(" + strings.Repeat(importOf("mylib", "f"), 5000) + strings.Repeat("0", 4000) + ")Rt", "pickle-call-unknown"},
	} {
		report := walk(t, object1(test.object))
		got := slices.DeleteFunc(rules(report), func(id string) bool { return id == "pickle-import-unknown" })
		if want := strings.Fields(test.want); !slices.Equal(got, want) {
			t.Errorf("%.20q and so on: got %v, want %v", test.object, got, want)
		}
	}
}

// TestImportTiers holds exact pairs: neither a prefix of a module nor one of a name counts.
func TestImportTiers(t *testing.T) {
	for _, test := range []struct {
		module, name string
		want         Tier
	}{
		{"numpy", "ndarray", NumPy},
		{"numpy._core.multiarray", "scalar", NumPy},
		{"numpy.ma", "MaskedArray", NumPy},
		{"numpy._core.records", "recarray", NumPy},
		{"numpy", "sin", Unknown},
		{"numpy.core", "multiarray", Unknown},
		{"numpy.random._mt19937", "MT", Unknown},
		{"numpy", "fromfile", Dangerous},
		{"numpy", "f2py", Dangerous},
		{"numpy.core", "_ufunc_reconstruct", Dangerous},
		{"numpy._core", "_ufunc_reconstruct", Dangerous},
		{"numpy.ma.core", "loads", Dangerous},
		{"numpy", "floating", NumPy},
		{"numpy.dtypes", "StringDType", NumPy},
		{"numpy.dtypes", "FooDType", Unknown},
		{"numpy.lib._npyio_impl", "load", Dangerous},
		{"collections", "deque", Stdlib},
		{"collections", "namedtuple", Unknown},
		{"uuid", "UUID", Stdlib},
		{"uuid", "uuid1", Dangerous},
		{"builtins", "Exception", Unknown},
		{"builtins", "memoryview", Dangerous},
		{"exceptions", "Exception", Unknown},
		{"osx", "system", Unknown},
		{"pandas", "read_pickle", Dangerous},
		{"pandas", "DataFrame", Unknown},
		{"torch", "Tensor", Unknown},
		// Names of Python 2.
		{"__builtin__", "long", Stdlib},
		{"__builtin__", "raw_input", Dangerous},
		{"__builtin__", "intern", Dangerous},
		{"__builtin__", "unichr", Unknown},
		{"__builtin__", "basestring", Unknown},
		{"cPickle", "loads", Dangerous},
		{"thread", "start_new_thread", Dangerous},
		{"dummy_thread", "x", Unknown},
		{"BaseHTTPServer", "test", Dangerous},
		{"urlparse", "urlparse", Dangerous},
		{"StringIO", "StringIO", Dangerous},
		{"SocketServer", "TCPServer", Dangerous},
		{"SimpleXMLRPCServer", "SimpleXMLRPCServer", Dangerous},
		{"anydbm", "open", Dangerous},
		{"Tkinter", "Tk", Dangerous},
		{"UserDict", "UserDict", Unknown},
		{"itertools", "imap", Dangerous},
		{"itertools", "islice", Unknown},
		{"tkFont", "Font", Dangerous},
		{"ScrolledText", "ScrolledText", Dangerous},
	} {
		if got, _ := lookupImport(test.module, test.name); got != test.want {
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
