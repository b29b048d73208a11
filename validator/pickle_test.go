package validator

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The assembler: functions that return opcodes.

func proto(n byte) string { return "\x80" + string([]byte{n}) }

func importOf(module, name string) string { return "c" + module + "\n" + name + "\n" }

// str is text in the form of protocol 1.
func str(s string) string {
	return "X" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))) + s
}

// short is text in the form of protocol 4.
func short(s string) string { return "\x8c" + string([]byte{byte(len(s))}) + s }

func raw8(s string) string { return "C" + string([]byte{byte(len(s))}) + s }

func num(n uint32) string { return "J" + string(binary.LittleEndian.AppendUint32(nil, n)) }

func frameOf(n uint64) string { return "\x95" + string(binary.LittleEndian.AppendUint64(nil, n)) }

func long(n uint64) string {
	return string(binary.LittleEndian.AppendUint64(nil, n))
}

func dtypeCall(code string) string { return importOf("numpy", "dtype") + str(code) + "\x89\x88\x87R" }

// dtypeOf is a dtype without fields; the flags are an opcode.
func dtypeOf(code, order, flags string) string {
	return dtypeCall(code) + "(K\x03" + str(order) + "NNN" + num(1<<32-1) + num(1<<32-1) + flags + "tb"
}

// sized is a dtype whose state has its itemsize, without fields.
func sized(code, order string, itemsize, align byte, flags string) string {
	return dtypeCall(code) + tuple("K\x03", str(order), "N", "N", "N", "K"+string([]byte{itemsize}), "K"+string([]byte{align}), flags) + "b"
}

var (
	dtypeO = dtypeOf("O8", "|", "K?")
	newND  = importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + "K\x00\x85" + raw8("b") + "\x87R"
)

// one is an array that holds one object.
func one(object string) string { return newND + "(K\x01K\x01\x85" + dtypeO + "\x89]" + object + "atb" }

// object1 is a file with an array of one object, whose opcodes are given.
func object1(object string) []byte { return payload(proto(3) + one(object) + ".") }

// payload is a file with a header for one object and the given pickle.
func payload(pickle string) []byte { return npy(1, dict("'|O'", "False", "(1,)"), pickle) }

const called = ")R" // without arguments

// TestHostilePickles holds pickles that were made to hurt or to deceive. The rules are all that are
// broken, pickle-present aside.
func TestHostilePickles(t *testing.T) {
	system := importOf("os", "system")
	evil := system + str("id") + "\x85R"
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		// Imports (PK-01, PK-02, PK-05 to PK-07).
		{"global", object1(system), "pickle-import-dangerous"},
		{"reduce", object1(evil), "pickle-import-dangerous"},
		{"posix", object1(importOf("posix", "system") + called), "pickle-import-dangerous"},
		{"submodule of a dangerous package", object1(importOf("asyncio.unix_events", "_UnixSubprocessTransport._start") + called), "pickle-import-dangerous"},
		{"eval", object1(importOf("builtins", "eval") + str("1") + "\x85R"), "pickle-import-dangerous"},
		{"getattr of Python 2", object1(importOf("__builtin__", "getattr") + called), "pickle-import-dangerous"},
		{"import by NumPy", object1(importOf("numpy.core", "_ufunc_reconstruct") + str("os") + str("system") + "\x86R"), "pickle-import-dangerous"},
		{"name that Python 3 maps", object1(importOf("commands", "getoutput")), "pickle-import-dangerous"},
		{"name that Python 3 maps to another module", object1(importOf("__builtin__", "reduce")), "pickle-import-dangerous"},
		{"urllib2", object1(importOf("urllib2", "urlopen") + called), "pickle-import-dangerous"},
		{"pip.main", object1(importOf("pip", "main") + called), "pickle-import-dangerous"},
		{"numpy.f2py", object1(importOf("numpy.f2py.crackfortran", "myeval") + called), "pickle-import-dangerous"},
		{"numpy.testing", object1(importOf("numpy.testing._private.utils", "runstring") + called), "pickle-import-dangerous"},
		{"numpy.load", object1(importOf("numpy", "load") + called), "pickle-import-dangerous"},
		{"numpy.memmap", object1(importOf("numpy", "memmap")), "pickle-import-dangerous"},
		{"torch.load", object1(importOf("torch", "load") + called), "pickle-import-dangerous"},
		{"uuid function", object1(importOf("uuid", "_get_command_stdout") + called), "pickle-import-dangerous"},
		{"copyreg other", object1(importOf("copyreg", "add_extension") + called), "pickle-import-dangerous"},
		{"codecs other", object1(importOf("_codecs", "decode") + called), "pickle-import-dangerous"},
		{"unknown", object1(importOf("mylib", "Point")), "pickle-import-unknown"},
		{"unknown called", object1(importOf("mylib", "Point") + called), "pickle-call-unknown"},
		{"unknown called twice", object1(importOf("mylib", "Point") + "q\x01" + called + "h\x01" + called + "\x86"), "pickle-call-unknown"},
		{"unknown by NEWOBJ", object1(importOf("mylib", "Point") + ")\x81"), "pickle-call-unknown"},
		{"unknown by NEWOBJ and BUILD", object1(importOf("mylib", "Point") + ")\x81}" + str("x") + "K\x01sb"), "pickle-call-unknown"},
		{"unknown by NEWOBJ_EX", payload(proto(4) + one(importOf("mylib", "Point")+")}\x92") + "."), "pickle-call-unknown"},
		{"unknown by INST", object1("(imylib\nPoint\n"), "pickle-call-unknown"},
		{"unknown by OBJ", object1("(" + importOf("mylib", "Point") + "K\x01o"), "pickle-call-unknown"},
		{"unknown by _reconstructor", object1(importOf("copy_reg", "_reconstructor") + importOf("mylib", "Point") + importOf("__builtin__", "object") + "N\x87R"), "pickle-call-unknown"},
		{"unknown by _reconstruct", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("mylib", "Array") + "K\x00\x85" + raw8("b") + "\x87R"), "pickle-call-unknown"},
		{"unknown by defaultdict", object1(importOf("collections", "defaultdict") + importOf("mylib", "hook") + "\x85R"), "pickle-call-unknown"},
		{"unknown exception", object1(importOf("builtins", "ValueError") + called), "pickle-call-unknown"},
		{"INST of os", object1("(" + str("id") + "ios\nsystem\n"), "pickle-import-dangerous"},
		{"OBJ of os", object1("(" + system + str("id") + "o"), "pickle-import-dangerous"},
		{"__main__", object1(importOf("__main__", "f")), "pickle-import-unknown"},
		{"prefix of an allowed module", object1(importOf("numpy.core.multiarray2", "_reconstruct")), "pickle-import-unknown"},
		{"other name of an allowed module", object1(importOf("numpy.core.multiarray", "fromfile2")), "pickle-import-unknown"},
		{"dotted name", payload(proto(4) + one(short("numpy")+short("ctypeslib.os.system")+"\x93"+called) + "."), "pickle-import-name"},
		{"dotted name of a class", object1(importOf("builtins", "int.from_bytes")), "pickle-import-name"},
		{"name with a space", object1(importOf("os ", "system")), "pickle-import-name"},
		{"name with a carriage return", object1("cos\r\nsystem\r\n"), "pickle-import-name"},
		{"name with NUL", object1(importOf("os\x00", "system")), "pickle-import-name"},
		{"name with terminal escapes", object1(importOf("a\x1b[31m", "b")), "pickle-import-name"},
		{"full-width name", object1(importOf("ｏｓ", "system")), "pickle-import-name"},
		{"empty module", object1(importOf("", "system")), "pickle-import-name"},
		{"empty name", object1(importOf("os", "")), "pickle-import-dangerous"},
		{"empty name of a harmless module", object1(importOf("numpy", "")), "pickle-import-name"},
		{"dot at the end", object1(importOf("os.", "system")), "pickle-import-dangerous"},
		{"name of 1 MB", object1(importOf(strings.Repeat("a", 1<<20), "b")), "pickle-import-unknown"},
		{"STACK_GLOBAL", payload(proto(4) + one(short("os")+short("system")+"\x93") + "."), "pickle-import-dangerous"},
		{"STACK_GLOBAL of a number", payload(proto(4) + one("K\x01"+short("system")+"\x93") + "."), "pickle-import-unresolved"},
		{"STACK_GLOBAL of a call", payload(proto(4) + one(importOf("builtins", "str")+called+short("system")+"\x93"+called) + "."), "pickle-import-unresolved"},
		{"STACK_GLOBAL of a long text", payload(proto(4) + one(str(strings.Repeat("a", 5000))+short("system")+"\x93") + "."), "pickle-import-unresolved"},
		{"STACK_GLOBAL through the memo", payload(proto(4) + one(short("os")+"\x94"+short("system")+"\x94"+"00h\x00h\x01\x93") + "."), "pickle-import-dangerous"},
		{"STACK_GLOBAL behind decoys", payload(proto(4) + one(short("os")+short("numpy")+"0"+short("system")+short("ndarray")+"0\x93") + "."), "pickle-import-dangerous"},
		{"STACK_GLOBAL with DUP", payload(proto(4) + one(short("os")+"2\x93") + "."), "pickle-import-dangerous"},
		{"extension", object1("\x82\x01"), "pickle-extension"},
		{"extension of two bytes", object1("\x83\x01\x02)R"), "pickle-extension"},
		{"extension of four bytes", object1("\x84\x01\x02\x03\x04"), "pickle-extension"},
		{"persistent id", object1("Pid\n"), "pickle-persistent-id"},
		{"binary persistent id", object1(str("id") + "Q"), "pickle-persistent-id"},
		{"buffer", payload(proto(5) + one("\x97\x98") + "."), "pickle-buffer pickle-buffer"},

		// What a fault makes unknowable has no finding of its own.
		{"array of a buffer", payload(proto(5) + one(reduce(importOf("numpy.core.numeric", "_frombuffer"), "\x97", simple("f8"), "K\x01\x85", str("C"))) + "."), "pickle-buffer"},
		{"array of a buffer with a bad shape", object1(reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "h\x07\x85", str("C"))), "pickle-memo"},
		{"dtype of a slot that is not there", object1(reduce(importOf("numpy", "dtype"), "h\x07", "\x89", "\x88") + tuple("K\x03", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00") + "b"), "pickle-memo"},
		{"set of a persistent id", object1(reduce(importOf("builtins", "set"), "Pid\n")), "pickle-persistent-id"},
		{"date of an extension", object1(reduce(importOf("datetime", "date"), "\x82\x01")), "pickle-extension"},
		{"arguments of a slot that is not there", object1(importOf("builtins", "set") + "h\x07R"), "pickle-memo"},
		{"keywords of a slot that is not there", payload(proto(4) + one(importOf("uuid", "UUID")+")h\x07\x92") + "."), "pickle-memo"},
		{"argument that an unknown call returns", object1(reduce(importOf("numpy.core.multiarray", "scalar"), importOf("mylib", "f")+called, raw8("1"))), "pickle-call-unknown"},
		{"call of what an unknown call returns", object1(importOf("mylib", "f") + called + called), "pickle-call-unknown"},
		{"array whose shape is a persistent id", payload(proto(3) + newND + tuple("K\x01", "Pid\n", dtypeO, "\x89", "]Na") + "b."), "pickle-persistent-id"},
		{"array whose dtype an unknown call returns", payload(proto(3) + newND + tuple("K\x01", "K\x01\x85", importOf("mylib", "f")+called, "\x89", "]Na") + "b."), "pickle-call-unknown"},
		{"objects from bytes in an array without shape", object1(newND + tuple("K\x01", "K\x01\x85", dtypeO, "Pid\n", raw8("12345678")) + "b"), "pickle-persistent-id"},
		{"dtype whose flags are a persistent id", object1(dtypeOf("f8", "<", "Pid\n")), "pickle-persistent-id"},
		{"dtype whose field is a persistent id", object1(record("Pid\n", 8, "K\x10")), "pickle-persistent-id"},
		{"attributes whose name is a persistent id", object1(newobj(importOf("uuid", "UUID")) + "}Pid\nK\x01sb"), "pickle-persistent-id"},
		{"state that is a persistent id", object1(newobj(importOf("uuid", "UUID")) + "Pid\nb"), "pickle-persistent-id"},
		{"scalar of what a bad call returns", object1(reduce(importOf("numpy.core.multiarray", "scalar"), reduce(importOf("numpy", "dtype"), str("f8")), raw8("1"))), "pickle-call-form"},

		// Escapes (PK-04).
		{"escaped module", object1("V\\u006fs\nV\\u0073ystem\n" + "\x93"), "pickle-import-dangerous pickle-protocol"},
		{"escaped module of Python 2", object1("S'\\x6f\\163'\nS\"system\"\n" + "\x93"), "pickle-import-dangerous pickle-protocol"},
		{"escape cut", object1("V\\u00\n"), "pickle-malformed"},
		{"escape beyond Unicode", object1("V\\U00110000\n"), "pickle-malformed"},
		{"string without quotes", object1("Sabc\n"), "pickle-malformed"},
		{"string with one quote", object1("S'abc\n"), "pickle-malformed"},
		{"string of one quote", object1("S'\n"), "pickle-malformed"},
		{"string with an escaped quote at its end", object1("S'abc\\'\n"), "pickle-malformed"},

		// Memo (PK-03, PK-15).
		{"slot that is not there", object1("h\x07"), "pickle-memo"},
		{"slot that is not there, called", object1("h\x07)R"), "pickle-memo"},
		{"call before a bad slot", object1(evil + "h\x07\x86"), "pickle-import-dangerous pickle-memo"},
		{"slot 2^32-1", object1("Nr\xff\xff\xff\xff"), "pickle-memo"},
		{"slot of 20 digits", object1("Np99999999999999999999\n"), "pickle-memo"},
		{"negative slot", object1("Np-1\n"), "pickle-malformed"},
		{"slot stored twice", object1("Nq\x01q\x01"), "pickle-memo-redefined"},
		{"slots out of order", object1("Nq\x02q\x01"), "pickle-memo-redefined"},
		{"redefined to os", payload(proto(4) + one(short("numpy")+"q\x00"+short("os")+"q\x000h\x00"+short("system")+"\x93\x86") + "."), "pickle-import-dangerous pickle-memo-redefined"},
		{"MEMOIZE counts slots", payload(proto(4) + one(short("x")+"q\x05"+short("os")+"\x94"+"00h\x01"+short("system")+"\x93") + "."), "pickle-import-dangerous pickle-memo-redefined"},
		{"PUT on an empty stack", payload(proto(3) + "q\x00."), "pickle-malformed"},

		// Faults that end the walk (PK-10, PK-14, PK-16); what comes before stays.
		{"no STOP", payload(proto(3) + one("N")), "pickle-truncated"},
		{"evil without STOP", payload(proto(3) + evil), "pickle-import-dangerous pickle-truncated"},
		{"evil, then an unknown opcode", payload(proto(3) + evil + "\xff"), "pickle-import-dangerous pickle-malformed"},
		{"evil, then underflow", payload(proto(3) + evil + "00."), "pickle-import-dangerous pickle-malformed"},
		{"evil, then a bad number", payload(proto(3) + evil + "Ix\n."), "pickle-import-dangerous pickle-malformed"},
		{"cut inside an argument", payload(proto(3) + "J\x00\x00"), "pickle-truncated"},
		{"cut inside a line", payload(proto(3) + "cos\nsys"), "pickle-truncated"},
		{"only PROTO", payload(proto(3)), "pickle-truncated"},
		{"unknown opcode", payload("\x00"), "pickle-malformed"},
		{"STOP alone", payload("."), "pickle-malformed"},
		{"two values at STOP", payload(proto(3) + "NN."), "pickle-malformed"},
		{"mark at STOP", payload(proto(3) + "(N."), "pickle-malformed"},
		{"mark missing", payload(proto(3) + "Nt."), "pickle-malformed"},
		{"mark of INST missing", payload(proto(3) + "ios\nsystem\n."), "pickle-import-dangerous pickle-malformed"},
		{"list below the mark missing", payload(proto(3) + "(Ne."), "pickle-malformed"},
		{"values below the mark", payload(proto(3) + "N(R."), "pickle-malformed"},
		{"POP on nothing", payload(proto(3) + "0N."), "pickle-malformed"},
		{"odd items", object1("}(NNNu"), "pickle-malformed"},
		{"odd items of DICT", object1("(Nd"), "pickle-malformed"},
		{"list as a key", object1("}]Ns"), "pickle-malformed"},
		{"dict in a tuple as a key", object1("}(}\x85\x85Nu"), "pickle-malformed"},
		{"list in a set", payload(proto(4) + one("\x8f(]\x90") + "."), "pickle-malformed"},
		{"list in a frozenset", payload(proto(4) + one("(]\x91") + "."), "pickle-malformed"},
		{"OBJ without class", object1("(o"), "pickle-malformed"},
		{"bytes of 4 EiB", object1("\x8e" + "\xff\xff\xff\xff\xff\xff\xff\x3f"), "pickle-malformed pickle-protocol"},
		{"bytes of 2^64-1", payload(proto(4) + "\x8e" + strings.Repeat("\xff", 8)), "pickle-malformed"},
		{"bytearray of 1 TiB", payload(proto(5) + "\x96" + long(1<<40)), "pickle-malformed"},
		{"text of 4 GiB", payload(proto(4) + "X\xff\xff\xff\xffabc"), "pickle-malformed"},
		{"negative length", object1("T\xff\xff\xff\xff"), "pickle-malformed"},
		{"negative length of an int", object1("\x8b\xff\xff\xff\xff"), "pickle-malformed"},
		{"text that is not UTF-8", object1("X\x01\x00\x00\x00\xff"), "pickle-malformed"},
		{"text that ends inside a character", object1("X\x02\x00\x00\x00\xe4\xb8"), "pickle-malformed"},
		{"long text that is not UTF-8", object1(str(strings.Repeat("ä", 5000) + "\xff")), "pickle-malformed"},
		{"int of 5000 digits", object1("I" + strings.Repeat("9", 5000) + "\n"), "pickle-malformed"},
		{"int that is octal to some", object1("I010\n"), "pickle-malformed"},
		{"int in hexadecimal, then a call", object1("(I0x10\n" + evil + "t"), "pickle-import-dangerous pickle-malformed"},
		{"int with blanks, then a call", object1("(I 1 \n" + evil + "t"), "pickle-import-dangerous pickle-malformed"},
		{"long with an underscore, then a call", object1("(L1_0L\n" + evil + "t"), "pickle-import-dangerous pickle-malformed"},
		{"long of 5000 digits, then a call", object1("(L" + strings.Repeat("9", 5000) + "L\n" + evil + "t"), "pickle-import-dangerous pickle-malformed"},
		{"float of 5000 digits, then a call", object1("(F1." + strings.Repeat("0", 5000) + "\n" + evil + "t"), "pickle-import-dangerous pickle-malformed"},
		{"float with blanks, then a call", object1("(F 1\n" + evil + "t"), "pickle-import-dangerous pickle-malformed"},
		{"slots with blanks and underscores, then a call by them", object1("(" + system + "p 1_0\ng1_0 \n" + called + "t"), "pickle-import-dangerous pickle-malformed pickle-malformed"},
		{"slot of 5000 digits", object1("Np" + strings.Repeat("0", 5000) + "\n"), "pickle-malformed"},
		{"slot that is none", object1("Npx\n"), "pickle-malformed"},
		{"int that is none to some", object1("I08\n"), "pickle-malformed"},
		{"long that is none to some", object1("L010L\n"), "pickle-malformed"},
		{"boolean that is none to some", object1("I+1\n"), "pickle-malformed"},
		{"boolean with a sign", object1("I-0\n"), "pickle-malformed"},
		{"long with a zero and a sign", object1("L-01L\n"), "pickle-malformed"},
		{"long that is a boolean of INT", object1("L01L\n"), "pickle-malformed"},
		{"list in a set by a call", object1(reduce(importOf("builtins", "set"), "]]a")), "pickle-malformed"},
		{"list in a frozenset by a call, in a tuple", object1(reduce(importOf("builtins", "frozenset"), "(N]t")), "pickle-malformed"},
		{"list in a set by a call, among many", object1(reduce(importOf("builtins", "set"), "]("+strings.Repeat("N", 3000)+"]"+strings.Repeat("N", 3000)+"e")), "pickle-malformed"},
		{"list in a set by ADDITEMS, among many", payload(proto(4) + one("\x8f("+strings.Repeat("N", 3000)+"]"+strings.Repeat("N", 3000)+"\x90") + "."), "pickle-malformed"},
		{"bytearray by a call as a key", object1("}" + reduce(importOf("builtins", "bytearray")) + "Ns"), "pickle-malformed"},
		{"bytearray of bytes by a call as a key", object1("}" + reduce(importOf("builtins", "bytearray"), raw8("a")) + "Ns"), "pickle-malformed"},
		{"set by a call as a key", object1("}" + reduce(importOf("builtins", "set")) + "Ns"), "pickle-malformed"},
		{"deque by a call as a key", object1("}" + reduce(importOf("collections", "deque")) + "Ns"), "pickle-malformed"},
		{"OrderedDict by a call as a key", object1("}" + reduce(importOf("collections", "OrderedDict")) + "Ns"), "pickle-malformed"},
		{"list by a call in a tuple as a key", object1("}" + reduce(importOf("builtins", "list")) + "\x85Ns"), "pickle-malformed"},
		{"tuple of lists by a call as a key", object1("}" + reduce(importOf("builtins", "tuple"), "]]a") + "Ns"), "pickle-malformed"},
		{"array as a key", object1("}" + one("N") + "Ns"), "pickle-malformed"},
		{"polynomial as a key", object1("}" + newobj(importOf("numpy", "poly1d")) + "Ns"), "pickle-malformed"},
		{"float that is none", object1("F1_0\n"), "pickle-malformed"},
		{"float in hexadecimal", object1("F0x1p3\n"), "pickle-malformed"},

		// Protocol and frames (PK-11, PK-12, PK-22).
		{"PROTO twice", payload(proto(3) + proto(3) + one("N") + "."), "pickle-protocol"},
		{"PROTO inside", object1(proto(2) + "N"), "pickle-protocol"},
		{"PROTO 6", payload(proto(6) + one("N") + "."), "pickle-protocol"},
		{"PROTO 1", payload(proto(1) + "]" + "."), "pickle-not-array pickle-protocol"},
		{"PROTO 1 and opcodes of protocol 3", payload(proto(1) + one("N") + "."), "pickle-protocol"},
		{"PROTO 0", payload(proto(0) + "N."), "pickle-not-array pickle-protocol"},
		{"no PROTO", payload(one("N") + "."), "pickle-protocol"},
		{"newer opcodes are one finding", object1(short("a") + short("b") + "\x86"), "pickle-protocol"},
		{"frame past the end", payload(proto(4) + frameOf(uint64(len(one("N"))+2)) + one("N") + "."), "pickle-frame"},
		{"frame of 2^63", payload(proto(4) + frameOf(1<<63) + one("N") + "."), "pickle-frame"},
		{"frame inside of a frame", payload(proto(4) + frameOf(uint64(len(one("N"))+10)) + frameOf(uint64(len(one("N"))+1)) + one("N") + "."), "pickle-frame"},
		{"frame that ends inside of an opcode", payload(proto(4) + frameOf(uint64(len(one("N"))-len("Natb")+1)) + one(str("abc")) + "."), "pickle-frame"},
		{"frame of 3 bytes", payload(proto(4) + frameOf(3) + "N0N" + "0" + one("N") + "."), "pickle-frame"},
		{"frame in protocol 3", payload(proto(3) + frameOf(uint64(len(one("N"))+1)) + one("N") + "."), "pickle-protocol"},

		// The end (PK-09).
		{"byte behind STOP", payload(proto(3) + one("N") + ".\n"), "pickle-trailing"},
		{"second pickle", payload(proto(3) + one("N") + "." + proto(3) + evil + "."), "pickle-trailing"},

		// Calls, changes, allocation (PK-07, PK-08).
		{"BUILD on an import", object1(importOf("mylib", "f") + "}b"), "pickle-import-unknown pickle-mutation"},
		{"BUILD on a dangerous import", object1(system + "}b"), "pickle-import-dangerous pickle-mutation"},
		{"BUILD on a class of NumPy", object1(importOf("numpy", "ndarray") + "}b"), "pickle-mutation"},
		{"BUILD on a list", object1("]}b"), "pickle-mutation"},
		{"BUILD on a date", object1(importOf("datetime", "date") + raw8("\x07\xe4\x01\x01") + "\x85R}b"), "pickle-mutation"},
		{"BUILD of a function and BUILD for it", object1(reduce(importOf("collections", "OrderedDict")) + "}" + str("__setstate__") + importOf("builtins", "int") + "sb" + "}b"), "pickle-state"},
		{"BUILD of an array twice", object1(one("N") + tuple("K\x01", "K\x01\x85", simple("f8"), "\x89", raw8("12345678")) + "b"), "pickle-mutation"},
		{"BUILD of an array over a buffer", object1(reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("C")) + tuple("K\x01", "K\x01\x85", simple("f8"), "\x89", raw8("12345678")) + "b"), "pickle-mutation"},
		{"SETITEM on an import", object1(importOf("numpy", "ndarray") + "NNs"), "pickle-mutation"},
		{"SETITEMS on an array", object1(one("N") + "(NNu"), "pickle-mutation"},
		{"APPEND on an import", object1(importOf("builtins", "int") + "Na"), "pickle-mutation"},
		{"APPEND on a tuple", object1(")Na"), "pickle-mutation"},
		{"APPEND on a dict", object1("}Na"), "pickle-mutation"},
		{"ADDITEMS on a list", payload(proto(4) + one("](N\x90") + "."), "pickle-mutation"},
		{"encode to rot13", object1(importOf("_codecs", "encode") + str("a") + str("rot13") + "\x86R"), "pickle-call-form"},
		{"encode of a number", object1(importOf("_codecs", "encode") + "K\x01" + str("latin1") + "\x86R"), "pickle-call-form"},
		{"dtype with a list", object1(importOf("numpy", "dtype") + "]\x89\x88\x87R"), "pickle-call-form"},
		{"dtype with an expression", object1(importOf("numpy", "dtype") + str("f8,f8") + "\x89\x88\x87R"), "pickle-call-form"},
		{"dtype with one argument", object1(importOf("numpy", "dtype") + str("f8") + "\x85R"), "pickle-call-form"},
		{"scalar of too few bytes", object1(importOf("numpy.core.multiarray", "scalar") + dtypeOf("f8", "<", "K\x00") + raw8("1234567") + "\x86R"), "pickle-call-form"},
		{"scalar without dtype", object1(importOf("numpy.core.multiarray", "scalar") + "N" + raw8("1") + "\x86R"), "pickle-call-form"},
		{"call of a scalar type", object1(importOf("numpy", "float64") + "K\x01\x85R"), "pickle-call-form"},
		{"call of a number", object1("K\x01" + called), "pickle-call-form"},
		{"call of a result", object1(importOf("builtins", "object") + called + called), "pickle-call-form"},
		{"call with a list", object1(importOf("builtins", "set") + "]R"), "pickle-call-form"},
		{"call with keywords", payload(proto(4) + one(importOf("uuid", "UUID")+")}NNs\x92") + "."), "pickle-call-form"},
		{"_reconstruct by NEWOBJ", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + "K\x00\x85" + raw8("b") + "\x87\x81"), "pickle-call-form"},
		{"_reconstruct of a set", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("builtins", "set") + "K\x00\x85" + raw8("b") + "\x87R"), "pickle-call-form"},
		{"_reconstruct with a shape", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + num(1<<30) + "\x85" + raw8("b") + "\x87R"), "pickle-allocation"},
		{"ndarray by REDUCE", object1(importOf("numpy", "ndarray") + num(1<<30) + "\x85\x85R"), "pickle-allocation"},
		{"ndarray by NEWOBJ", object1(importOf("numpy", "ndarray") + num(1<<30) + "\x85\x81"), "pickle-allocation"},
		{"bytearray of 10^9", object1(importOf("builtins", "bytearray") + num(1e9) + "\x85R"), "pickle-allocation"},
		{"list of a range", object1(importOf("builtins", "list") + importOf("builtins", "range") + num(1e9) + "\x85R\x85R"), "pickle-allocation"},
		{"range of Python 2", object1(importOf("__builtin__", "range") + num(1e9) + "\x85R"), "pickle-allocation"},
		{"set of a range", object1(importOf("builtins", "set") + importOf("builtins", "range") + num(1e9) + "\x85R\x85R"), "pickle-allocation"},
		{"decimal exponent", object1(importOf("decimal", "Decimal") + str("1e999999999") + "\x85R"), "pickle-allocation"},
		{"fraction with an exponent behind many digits", object1(importOf("fractions", "Fraction") + str(strings.Repeat("1", 4200)+"e999999999") + "\x85R"), "pickle-call-form"},
		{"fraction with a small exponent", object1(importOf("fractions", "Fraction") + str("1e9999") + "\x85R"), "pickle-allocation"},
		{"BUILD on a deque", object1(reduce(importOf("collections", "deque")) + "}b"), "pickle-mutation"},
		{"fraction with an exponent", object1(importOf("fractions", "Fraction") + str("1E+9999999") + "\x85R"), "pickle-allocation"},

		// Bounds (PK-16).
		{"billion laughs", object1("N" + strings.Repeat("22\x87", 20)), "pickle-expansion"},
		{"billion laughs through the memo", object1(laughs(30)), "pickle-expansion"},
		{"list in itself", object1("]q\x00" + strings.Repeat("h\x00a", 40)), "pickle-expansion"},
		{"copies of bytes", payload(proto(4) + one("(B\x88\x13\x00\x00"+strings.Repeat("a", 5000)+"\x940"+importOf("builtins", "bytearray")+"\x940"+strings.Repeat("h\x01h\x00\x85R", 1000)+"t") + "."), "pickle-expansion"},
		{"copies of an array", payload(proto(4) + one("("+tuple("K\x01", num(5000)+"\x85", simple("u1"), "\x89", "B\x88\x13\x00\x00"+strings.Repeat("a", 5000))+"\x940"+
			importOf("numpy.core.multiarray", "_reconstruct")+"\x940"+tuple(importOf("numpy", "ndarray"), "K\x00\x85", raw8("b"))+"\x940"+strings.Repeat("h\x01h\x02Rh\x00b", 2000)+"t") + "."), "pickle-expansion"},
		{"1000 lists", object1(strings.Repeat("]", 1000) + strings.Repeat("a", 999)), "pickle-depth"},
		{"2000 marks", object1(strings.Repeat("(", 2000) + strings.Repeat("1", 2000) + "N"), "pickle-depth"},
		{"10000 tuples", object1(")" + strings.Repeat("\x85", 10000)), "pickle-depth"},

		// The array (PK-17 to PK-19).
		{"list", payload(proto(3) + "]."), "pickle-not-array"},
		{"None", payload("N."), "pickle-not-array"},
		{"dtype", payload(proto(3) + dtypeO + "."), "pickle-not-array"},
		{"class", payload(proto(3) + importOf("numpy", "ndarray") + "."), "pickle-not-array"},
		{"what an unknown call returns", payload(proto(3) + importOf("mylib", "f") + called + "."), "pickle-call-unknown"},
		{"array without state", payload(proto(3) + newND + "."), "pickle-header-mismatch"},
		{"shape", npy(1, dict("'|O'", "False", "(300,)"), proto(3)+one("N")+"."), "pickle-header-mismatch"},
		{"number of dimensions", npy(1, dict("'|O'", "False", "(1, 1)"), proto(3)+one("N")+"."), "pickle-header-mismatch"},
		{"list too short", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89]tb."), "pickle-header-mismatch"},
		{"list too long", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89](NNetb."), "pickle-header-mismatch"},
		{"nested list too short", object1(newND + "(K\x01K\x01\x85" + dtypeO + "\x89]tb"), "pickle-call-form"},
		{"numbers", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeOf("f8", "<", "K\x00") + "\x89" + raw8("12345678") + "tb."), "pickle-header-mismatch"},
		{"order", npy(1, dict("'|O'", "True", "(2, 2)"), proto(3)+newND+"(K\x01K\x02K\x02\x86"+dtypeO+"\x89](NNNNetb."), "pickle-header-mismatch"},
		{"order where it has no effect", npy(1, dict("'|O'", "True", "(1,)"), proto(3)+one("N")+"."), "order-true-without-effect"},
		{"structured header", npy(1, dict("[('a', '|O')]", "False", "(1,)"), proto(3)+one("N")+"."), "pickle-header-mismatch"},
		{"objects from bytes", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89" + raw8("AAAAAAAA") + "tb."), "pickle-object-bytes"},
		{"nested objects from bytes", object1(newND + "(K\x01K\x01\x85" + dtypeO + "\x89" + raw8("AAAAAAAA") + "tb"), "pickle-object-bytes"},
		{"objects from encoded bytes", object1(newND + "(K\x01K\x01\x85" + dtypeO + "\x89" + importOf("_codecs", "encode") + str("AAAAAAAA") + str("latin1") + "\x86R" + "tb"), "pickle-object-bytes"},
		{"scalar of objects from bytes", object1(importOf("numpy.core.multiarray", "scalar") + dtypeO + raw8("AAAAAAAA") + "\x86R"), "pickle-object-bytes"},
		{"buffer of objects", object1(importOf("numpy.core.numeric", "_frombuffer") + "(" + raw8("AAAAAAAA") + dtypeO + "K\x01\x85" + str("C") + "tR"), "pickle-object-bytes"},
		{"buffer too short", object1(importOf("numpy.core.numeric", "_frombuffer") + "(" + raw8("AAAAAAAA") + dtypeOf("f8", "<", "K\x00") + "K\x02\x85" + str("C") + "tR"), "pickle-call-form"},
		{"array of too few bytes", object1(newND + "(K\x01K\x02\x85" + dtypeOf("f8", "<", "K\x00") + "\x89" + raw8("12345678") + "tb"), "pickle-call-form"},
		{"array of 2^124 elements", object1(newND + "(K\x01\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x3f2\x86" + dtypeOf("f8", "<", "K\x00") + "\x89" + raw8("12345678") + "tb"), "pickle-call-form"},
		{"negative dimension", object1(newND + "(K\x01" + num(1<<32-1) + "\x85" + dtypeO + "\x89]tb"), "pickle-call-form"},
		{"state of three", object1(newND + "K\x01K\x01K\x01\x87b"), "pickle-call-form"},
		{"flags without reference", object1(dtypeOf("O8", "|", "K\x00")), "pickle-dtype-state"},
		{"flags with reference", object1(dtypeOf("f8", "<", "K?")), "pickle-dtype-state"},
		{"version 9", object1(dtypeCall("f8") + "(K\x09" + str("<") + "NNN" + num(1<<32-1) + num(1<<32-1) + "K\x00tb"), "pickle-dtype-state"},
		{"byte order ?", object1(dtypeOf("f8", "?", "K\x00")), "pickle-dtype-state"},
		{"itemsize of another code", object1(dtypeCall("V4") + "(K\x03" + str("|") + "NNNK\x08K\x01K\x00tb"), "pickle-dtype-state"},
		{"field beyond the item", object1(record("K\x04", 8, "K\x01")), "pickle-dtype-state"},
		{"field at its end", object1(record("K\x00", 8, "K\x10")), ""},
		{"field with objects without the flag", object1(strings.Replace(record("K\x00", 8, "K\x10"), dtypeOf("f8", "<", "K\x00"), dtypeO, 1)), "pickle-dtype-state"},
		{"dtype built twice", object1(dtypeO + "q\x01(K\x03" + str("|") + "NNN" + num(1<<32-1) + num(1<<32-1) + "K?tb"), "pickle-mutation"},
		{"dtype changed in use", object1(importOf("numpy.core.multiarray", "scalar") + dtypeCall("V8") + "q\x01" + raw8("12345678") + "\x86R" +
			"0h\x01(K\x03" + str("|") + "NNNK\x08K\x01K\x00tb"), "pickle-mutation"},
		{"fields changed", object1(strings.Replace(record("K\x00", 8, "K\x10"), "}", "}q\x01", 1) + "0h\x01" + str("b") + dtypeO + num(1<<20) + "\x86s"), "pickle-mutation"},

		// Hidden behind so many values that npycheck doesn't keep them all.
		{"import far back", forgotten(importOf("mylib", "Point"), "N", "h\x00)R"), "pickle-call-unknown"},
		{"name far back", forgotten(short("os"), "N", "h\x00"+short("system")+"\x93)R"), "pickle-import-dangerous"},
		{"late import", forgotten("N", importOf("mylib", "Point"), slot40001+")R"), "pickle-call-unknown"},
		{"late name", forgotten("N", short("os"), slot40001+short("system")+"\x93)R"), "pickle-import-dangerous"},
		{"late name far back", forgotten("N", short("os"), many+slot40001+short("system")+"\x93)R"), "pickle-import-unresolved"},
		{"late name that was used", forgotten("N", short("numpy")+"\x94"+short("ndarray")+"\x93", slot40001+short("load")+"\x93)R"), "pickle-import-dangerous"},
		{"late dtype of objects", forgotten("N", dtypeO, importOf("numpy.core.multiarray", "scalar")+slot40001+raw8("AAAAAAAA")+"\x86R"), "pickle-object-bytes"},
		{"late list", forgotten("N", "]", slot40001+")R"), "pickle-call-form"},
		{"late list far back", forgotten("N", "]", many+slot40001+")R"), "pickle-call-form"},
		{"late tuple far back", forgotten("N", "N\x85", many+slot40001+")R"), "pickle-call-unknown"},
		{"late slot redefined", forgotten("N", short("numpy"), short("os")+"r\x41\x9c\x00\x00"+short("system")+"\x93)R"), "pickle-import-dangerous pickle-memo-redefined"},
		{"import in a long tuple", payload(proto(3) + one("("+strings.Repeat("N", 5000)+importOf("mylib", "f")+strings.Repeat("N", 5000)+strings.Repeat("0", 5000)+")Rt") + "."), "pickle-call-unknown pickle-import-unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := checkBytes(t, test.file, nil)
			got := slices.DeleteFunc(ruleIDs(report), func(id string) bool { return id == "pickle-present" })
			if want := strings.Fields(test.want); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
				for _, f := range report.Findings {
					t.Logf("%d+%d %s: %s", f.Offset, f.Length, f.Rule.String(), f.Message)
				}
			}
			sameStream(t, test.file, nil)
		})
	}
}

// laughs are n lists, each of which holds the one before ten times.
func laughs(n byte) string {
	s := "(]q\x01"
	for i := byte(2); i <= n; i++ {
		s += "]q" + string([]byte{i}) + "(" + strings.Repeat("h"+string([]byte{i - 1}), 10) + "e"
	}
	return s + "t"
}

// forgotten is a tuple of first, which goes to memo slot 0, of 40,000 texts in the slots behind it, of
// late in slot 40001, and of last.
func forgotten(first, late, last string) []byte {
	var b strings.Builder
	b.WriteString("(" + first + "\x94")
	for i := range 40_000 {
		b.WriteString(short(fmt.Sprintf("text %d", i)) + "\x94")
	}
	b.WriteString(late + "\x94" + last + "t")
	return payload(proto(4) + one(b.String()) + ".")
}

const slot40001 = "j\x41\x9c\x00\x00"

// many fills as many slots as the memo keeps of the latest.
var many = strings.Repeat("N\x94", maxRecent)

// record is a structured dtype with one field of eight bytes.
func record(offset string, itemsize byte, flags string) string {
	return dtypeCall("V8") + "(K\x03" + str("|") + "N" + str("a") + "\x85}" + str("a") + dtypeOf("f8", "<", "K\x00") + offset + "\x86sK" +
		string([]byte{itemsize}) + "K\x01" + flags + "tb"
}
