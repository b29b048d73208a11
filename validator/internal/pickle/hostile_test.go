package pickle

import (
	"strings"
	"testing"
)

// TestHostilePickles holds pickles that were made to hurt or to deceive, with all that is said about them and where
// in the pickle.
func TestHostilePickles(t *testing.T) {
	system := importOf("os", "system")
	evil := system + str("id") + "\x85R"
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		// Imports (PK-01, PK-02, PK-05 to PK-07).
		{"global", object1(system), "pickle-import-dangerous 119+11: import of os.system, which can run code or access the system"},
		{"reduce", object1(evil), "pickle-import-dangerous 119+11: import of os.system, which can run code or access the system"},
		{"posix", object1(importOf("posix", "system") + called), "pickle-import-dangerous 119+14: import of posix.system, which can run code or access the system"},
		{"submodule of a dangerous package", object1(importOf("asyncio.unix_events", "_UnixSubprocessTransport._start") + called), "pickle-import-dangerous 119+53: import of 'asyncio.unix_events' '_UnixSubprocessTransport._start', which can run code or access the system"},
		{"eval", object1(importOf("builtins", "eval") + str("1") + "\x85R"), "pickle-import-dangerous 119+15: import of builtins.eval, which can run code or access the system"},
		{"getattr of Python 2", object1(importOf("__builtin__", "getattr") + called), "pickle-import-dangerous 119+21: import of __builtin__.getattr, which can run code or access the system"},
		{"import by NumPy", object1(importOf("numpy.core", "_ufunc_reconstruct") + str("os") + str("system") + "\x86R"), "pickle-import-dangerous 119+31: import of numpy.core._ufunc_reconstruct, which can run code or access the system"},
		{"name that Python 3 maps", object1(importOf("commands", "getoutput")), "pickle-import-dangerous 119+20: import of commands.getoutput, which can run code or access the system"},
		{"name that Python 3 maps to another module", object1(importOf("__builtin__", "reduce")), "pickle-import-dangerous 119+20: import of __builtin__.reduce, which can run code or access the system"},
		{"urllib2", object1(importOf("urllib2", "urlopen") + called), "pickle-import-dangerous 119+17: import of urllib2.urlopen, which can run code or access the system"},
		{"pip.main", object1(importOf("pip", "main") + called), "pickle-import-dangerous 119+10: import of pip.main, which can run code or access the system"},
		{"numpy.f2py", object1(importOf("numpy.f2py.crackfortran", "myeval") + called), "pickle-import-dangerous 119+32: import of numpy.f2py.crackfortran.myeval, which can run code or access the system"},
		{"numpy.testing", object1(importOf("numpy.testing._private.utils", "runstring") + called), "pickle-import-dangerous 119+40: import of numpy.testing._private.utils.runstring, which can run code or access the system"},
		{"numpy.load", object1(importOf("numpy", "load") + called), "pickle-import-dangerous 119+12: import of numpy.load, which can run code or access the system"},
		{"torch.load", object1(importOf("torch", "load") + called), "pickle-import-dangerous 119+12: import of torch.load, which can run code or access the system"},
		{"uuid function", object1(importOf("uuid", "_get_command_stdout") + called), "pickle-import-dangerous 119+26: import of uuid._get_command_stdout, which can run code or access the system"},
		{"copyreg other", object1(importOf("copyreg", "add_extension") + called), "pickle-import-dangerous 119+23: import of copyreg.add_extension, which can run code or access the system"},
		{"codecs other", object1(importOf("_codecs", "decode") + called), "pickle-import-dangerous 119+16: import of _codecs.decode, which can run code or access the system"},
		{"unknown", object1(importOf("mylib", "Point")), "pickle-import-unknown 119+13: import of unknown mylib.Point; if you trust it: --allow-import mylib.Point"},
		{"unknown called", object1(importOf("mylib", "Point") + called), "pickle-call-unknown 133+1: call of unknown mylib.Point (imported at offset 247); if you trust it: --allow-import mylib.Point"},
		{"unknown called twice", object1(importOf("mylib", "Point") + "q\x01" + called + "h\x01" + called + "\x86"), "pickle-call-unknown 135+1: call of unknown mylib.Point (imported at offset 247); if you trust it: --allow-import mylib.Point"},
		{"unknown by NEWOBJ", object1(importOf("mylib", "Point") + ")\x81"), "pickle-call-unknown 133+1: call of unknown mylib.Point (imported at offset 247); if you trust it: --allow-import mylib.Point"},
		{"unknown by NEWOBJ and BUILD", object1(importOf("mylib", "Point") + ")\x81}" + str("x") + "K\x01sb"), "pickle-call-unknown 133+1: call of unknown mylib.Point (imported at offset 247); if you trust it: --allow-import mylib.Point"},
		{"unknown by NEWOBJ_EX", payload(proto(4) + one(importOf("mylib", "Point")+")}\x92") + "."), "pickle-call-unknown 134+1: call of unknown mylib.Point (imported at offset 247); if you trust it: --allow-import mylib.Point"},
		{"unknown by INST", object1("(imylib\nPoint\n"), "pickle-call-unknown 120+13: call of unknown mylib.Point (imported at offset 248); if you trust it: --allow-import mylib.Point"},
		{"unknown by OBJ", object1("(" + importOf("mylib", "Point") + "K\x01o"), "pickle-call-unknown 135+1: call of unknown mylib.Point (imported at offset 248); if you trust it: --allow-import mylib.Point"},
		{"unknown by _reconstructor", object1(importOf("copy_reg", "_reconstructor") + importOf("mylib", "Point") + importOf("__builtin__", "object") + "N\x87R"), "pickle-call-unknown 179+1: call of unknown mylib.Point (imported at offset 272); if you trust it: --allow-import mylib.Point"},
		{"unknown by _reconstruct", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("mylib", "Array") + "K\x00\x85" + raw8("b") + "\x87R"), "pickle-call-unknown 175+1: call of unknown mylib.Array (imported at offset 283); if you trust it: --allow-import mylib.Array"},
		{"unknown by defaultdict", object1(importOf("collections", "defaultdict") + importOf("mylib", "hook") + "\x85R"), "pickle-call-unknown 157+1: call of unknown mylib.hook (imported at offset 272); if you trust it: --allow-import mylib.hook"},
		{"INST of os", object1("(" + str("id") + "ios\nsystem\n"), "pickle-import-dangerous 127+11: import of os.system, which can run code or access the system"},
		{"OBJ of os", object1("(" + system + str("id") + "o"), "pickle-import-dangerous 120+11: import of os.system, which can run code or access the system"},
		{"__main__", object1(importOf("__main__", "f")), "pickle-import-unknown 119+12: import of unknown __main__.f; if you trust it: --allow-import __main__.f"},
		{"prefix of an allowed module", object1(importOf("numpy.core.multiarray2", "_reconstruct")), "pickle-import-unknown 119+37: import of unknown numpy.core.multiarray2._reconstruct; if you trust it: --allow-import numpy.core.multiarray2._reconstruct"},
		{"other name of an allowed module", object1(importOf("numpy.core.multiarray", "fromfile2")), "pickle-import-unknown 119+33: import of unknown numpy.core.multiarray.fromfile2; if you trust it: --allow-import numpy.core.multiarray.fromfile2"},
		{"dotted name", payload(proto(4) + one(short("numpy")+short("ctypeslib.os.system")+"\x93"+called) + "."), "pickle-import-name 147+1: import of 'numpy' 'ctypeslib.os.system' has a dotted name, expected one without dots"},
		{"dotted name of a class", object1(importOf("builtins", "int.from_bytes")), "pickle-import-name 119+25: import of 'builtins' 'int.from_bytes' has a dotted name, expected one without dots"},
		{"name with a space", object1(importOf("os ", "system")), "pickle-import-name 119+12: import of 'os ' 'system', expected names of ASCII letters, digits and underscores"},
		{"name with a carriage return", object1("cos\r\nsystem\r\n"), "pickle-import-name 119+13: import of os\\x0d.system\\x0d, expected names of ASCII letters, digits and underscores"},
		{"name with NUL", object1(importOf("os\x00", "system")), "pickle-import-name 119+12: import of os\\x00.system, expected names of ASCII letters, digits and underscores"},
		{"name with terminal escapes", object1(importOf("a\x1b[31m", "b")), "pickle-import-name 119+10: import of a\\x1b[31m.b, expected names of ASCII letters, digits and underscores"},
		{"full-width name", object1(importOf("ｏｓ", "system")), "pickle-import-name 119+15: import of ｏｓ.system, expected names of ASCII letters, digits and underscores"},
		{"empty module", object1(importOf("", "system")), "pickle-import-name 119+9: import of '' 'system', expected names of ASCII letters, digits and underscores"},
		{"empty name", object1(importOf("os", "")), "pickle-import-dangerous 119+5: import of 'os' '', which can run code or access the system"},
		{"empty name of a harmless module", object1(importOf("numpy", "")), "pickle-import-name 119+8: import of 'numpy' '', expected names of ASCII letters, digits and underscores"},
		{"dot at the end", object1(importOf("os.", "system")), "pickle-import-dangerous 119+12: import of os..system, which can run code or access the system"},
		{"name of 1 MB", object1(importOf(strings.Repeat("a", 1<<20), "b")), "pickle-import-unknown 119+1048580: import of unknown aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (515 bytes).b"},
		{"STACK_GLOBAL", payload(proto(4) + one(short("os")+short("system")+"\x93") + "."), "pickle-import-dangerous 131+1: import of os.system, which can run code or access the system"},
		{"STACK_GLOBAL of a number", payload(proto(4) + one("K\x01"+short("system")+"\x93") + "."), "pickle-import-unresolved 129+1: import of 'system' from 1 is computed at load time, expected two strings"},
		{"STACK_GLOBAL of a call", payload(proto(4) + one(importOf("builtins", "str")+called+short("system")+"\x93"+called) + "."), "pickle-import-unresolved 143+1: import of 'system' from the result of builtins.str is computed at load time, expected two strings"},
		{"STACK_GLOBAL of a long text", payload(proto(4) + one(str(strings.Repeat("a", 5000))+short("system")+"\x93") + "."), "pickle-import-unresolved 5132+1: import of 'system' from text of 5000 characters is computed at load time, expected two strings"},
		{"STACK_GLOBAL through the memo", payload(proto(4) + one(short("os")+"\x94"+short("system")+"\x94"+"00h\x00h\x01\x93") + "."), "pickle-import-dangerous 139+1: import of os.system, which can run code or access the system"},
		{"STACK_GLOBAL after decoys", payload(proto(4) + one(short("os")+short("numpy")+"0"+short("system")+short("ndarray")+"0\x93") + "."), "pickle-import-dangerous 149+1: import of os.system, which can run code or access the system"},
		{"STACK_GLOBAL with DUP", payload(proto(4) + one(short("os")+"2\x93") + "."), "pickle-import-dangerous 124+1: import of os.os, which can run code or access the system"},
		{"extension", object1("\x82\x01"), "pickle-extension 119+2: EXT1 imports extension 1, which only the loading program can resolve"},
		{"extension of two bytes", object1("\x83\x01\x02)R"), "pickle-extension 119+3: EXT2 imports extension 513, which only the loading program can resolve"},
		{"extension of four bytes", object1("\x84\x01\x02\x03\x04"), "pickle-extension 119+5: EXT4 imports extension 67305985, which only the loading program can resolve"},
		{"persistent id", object1("Pid\n"), "pickle-persistent-id 119+4: persistent ID 'id', which only the loading program can resolve"},
		{"binary persistent id", object1(str("id") + "Q"), "pickle-persistent-id 126+1: persistent ID 'id', which only the loading program can resolve"},
		{"buffer", payload(proto(5) + one("\x97\x98") + "."), "pickle-buffer 119+1: NEXT_BUFFER needs a buffer outside the pickle, which a file doesn't have; pickle-buffer 120+1: READONLY_BUFFER needs a buffer outside the pickle, which a file doesn't have"},

		// What a fault makes unknowable has no finding of its own.
		{"array of a buffer", payload(proto(5) + one(reduce(importOf("numpy.core.numeric", "_frombuffer"), "\x97", simple("f8"), "K\x01\x85", str("C"))) + "."), "pickle-buffer 152+1: NEXT_BUFFER needs a buffer outside the pickle, which a file doesn't have"},
		{"array of a buffer with a bad shape", object1(reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "h\x07\x85", str("C"))), "pickle-memo 212+2: memo slot 7 is read before it is stored"},
		{"dtype of a slot that is not there", object1(reduce(importOf("numpy", "dtype"), "h\x07", "\x89", "\x88") + tuple("K\x03", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00") + "b"), "pickle-memo 133+2: memo slot 7 is read before it is stored"},
		{"set of a persistent id", object1(reduce(importOf("builtins", "set"), "Pid\n")), "pickle-persistent-id 134+4: persistent ID 'id', which only the loading program can resolve"},
		{"date of an extension", object1(reduce(importOf("datetime", "date"), "\x82\x01")), "pickle-extension 135+2: EXT1 imports extension 1, which only the loading program can resolve"},
		{"arguments of a slot that is not there", object1(importOf("builtins", "set") + "h\x07R"), "pickle-memo 133+2: memo slot 7 is read before it is stored"},
		{"keywords of a slot that is not there", payload(proto(4) + one(importOf("uuid", "UUID")+")h\x07\x92") + "."), "pickle-memo 131+2: memo slot 7 is read before it is stored"},
		{"argument that an unknown call returns", object1(reduce(importOf("numpy.core.multiarray", "scalar"), importOf("mylib", "f")+called, raw8("1"))), "pickle-call-unknown 160+1: call of unknown mylib.f (imported at offset 278); if you trust it: --allow-import mylib.f"},
		{"call of what an unknown call returns", object1(importOf("mylib", "f") + called + called), "pickle-call-unknown 129+1: call of unknown mylib.f (imported at offset 247); if you trust it: --allow-import mylib.f"},
		{"array whose shape is a persistent id", payload(proto(3) + newND + tuple("K\x01", "Pid\n", dtypeO, "\x89", "]Na") + "b."), "pickle-persistent-id 64+4: persistent ID 'id', which only the loading program can resolve"},
		{"array whose dtype an unknown call returns", payload(proto(3) + newND + tuple("K\x01", "K\x01\x85", importOf("mylib", "f")+called, "\x89", "]Na") + "b."), "pickle-call-unknown 77+1: call of unknown mylib.f (imported at offset 195); if you trust it: --allow-import mylib.f"},
		{"objects from bytes in an array without shape", object1(newND + tuple("K\x01", "K\x01\x85", dtypeO, "Pid\n", raw8("12345678")) + "b"), "pickle-persistent-id 234+4: persistent ID 'id', which only the loading program can resolve"},
		{"dtype whose flags are a persistent id", object1(dtypeOf("f8", "<", "Pid\n")), "pickle-persistent-id 165+4: persistent ID 'id', which only the loading program can resolve"},
		{"dtype whose field is a persistent id", object1(record("Pid\n", 8, "K\x10")), "pickle-persistent-id 217+4: persistent ID 'id', which only the loading program can resolve"},
		{"attributes whose name is a persistent id", object1(newobj(importOf("uuid", "UUID")) + "}Pid\nK\x01sb"), "pickle-persistent-id 133+4: persistent ID 'id', which only the loading program can resolve"},
		{"state that is a persistent id", object1(newobj(importOf("uuid", "UUID")) + "Pid\nb"), "pickle-persistent-id 132+4: persistent ID 'id', which only the loading program can resolve"},
		{"scalar of what a bad call returns", object1(reduce(importOf("numpy.core.multiarray", "scalar"), reduce(importOf("numpy", "dtype"), str("f8")), raw8("1"))), "pickle-call-form 172+1: call numpy.dtype('f8') is not one that NumPy or Python writes"},

		// Escapes (PK-04).
		{"escaped module", object1("V\\u006fs\nV\\u0073ystem\n" + "\x93"), "pickle-protocol 141+1: STACK_GLOBAL needs protocol 4, but the pickle has protocol 3; pickle-import-dangerous 141+1: import of os.system, which can run code or access the system"},
		{"escaped module of Python 2", object1("S'\\x6f\\163'\nS\"system\"\n" + "\x93"), "pickle-protocol 141+1: STACK_GLOBAL needs protocol 4, but the pickle has protocol 3; pickle-import-dangerous 141+1: import of os.system, which can run code or access the system"},
		{"escape cut", object1("V\\u00\n"), "pickle-malformed 119+6: UNICODE has an escape with byte 0x0a, expected a hexadecimal digit"},
		{"escape beyond Unicode", object1("V\\U00110000\n"), "pickle-malformed 119+11: UNICODE has an escape for 0x110000, expected a Unicode character"},
		{"string without quotes", object1("Sabc\n"), "pickle-malformed 119+2: STRING has an argument that starts with 0x61, expected a quote"},
		{"string with one quote", object1("S'abc\n"), "pickle-malformed 119+6: STRING has an argument without a closing quote"},
		{"string of one quote", object1("S'\n"), "pickle-malformed 119+3: STRING has an argument without a closing quote"},
		{"string with an escaped quote at its end", object1("S'abc\\'\n"), "pickle-malformed 119+8: STRING has an argument without a closing quote"},

		// Memo (PK-03, PK-15).
		{"slot that is not there", object1("h\x07"), "pickle-memo 119+2: memo slot 7 is read before it is stored"},
		{"slot that is not there, called", object1("h\x07)R"), "pickle-memo 119+2: memo slot 7 is read before it is stored"},
		{"call before a bad slot", object1(evil + "h\x07\x86"), "pickle-import-dangerous 119+11: import of os.system, which can run code or access the system; pickle-memo 139+2: memo slot 7 is read before it is stored"},
		{"slot 2^32-1", object1("Nr\xff\xff\xff\xff"), "pickle-memo 120+5: memo slot 4294967295 is out of proportion to 33 opcodes"},
		{"slot 289", object1("Nr\x21\x01\x00\x00"), ""},
		{"slot 290", object1("Nr\x22\x01\x00\x00"), "pickle-memo 120+5: memo slot 290 is out of proportion to 33 opcodes"},
		{"slot of 20 digits", object1("Np99999999999999999999\n"), "pickle-memo 120+22: memo slot 9223372036854775807 is out of proportion to 33 opcodes"},
		{"negative slot", object1("Np-1\n"), "pickle-malformed 120+4: PUT has argument '-1', expected a memo slot number"},
		{"slot stored twice", object1("Nq\x01q\x01"), "pickle-memo-redefined 122+2: memo slot 1 is reused or out of order (1 occurrence)"},
		{"slots out of order", object1("Nq\x02q\x01"), "pickle-memo-redefined 122+2: memo slot 1 is reused or out of order (1 occurrence)"},
		{"redefined to os", payload(proto(4) + one(short("numpy")+"q\x00"+short("os")+"q\x000h\x00"+short("system")+"\x93\x86") + "."), "pickle-import-dangerous 145+1: import of os.system, which can run code or access the system; pickle-memo-redefined 132+2: memo slot 0 is reused or out of order (1 occurrence)"},
		{"MEMOIZE counts slots", payload(proto(4) + one(short("x")+"q\x05"+short("os")+"\x94"+"00h\x01"+short("system")+"\x93") + "."), "pickle-import-dangerous 141+1: import of os.system, which can run code or access the system; pickle-memo-redefined 128+1: memo slot 1 is reused or out of order (1 occurrence)"},
		{"PUT on an empty stack", payload(proto(3) + "q\x00."), "pickle-malformed 2+2: BINPUT needs 1 value, but the stack has fewer above its last mark"},

		// Faults that end the walk (PK-10, PK-14, PK-16); what comes before stays.
		{"no STOP", payload(proto(3) + one("N")), "pickle-truncated"},
		{"evil without STOP", payload(proto(3) + evil), "pickle-import-dangerous 2+11: import of os.system, which can run code or access the system; pickle-truncated"},
		{"evil, then an unknown opcode", payload(proto(3) + evil + "\xff"), "pickle-import-dangerous 2+11: import of os.system, which can run code or access the system; pickle-malformed 22+1: byte 0xff is not an opcode"},
		{"evil, then underflow", payload(proto(3) + evil + "00."), "pickle-import-dangerous 2+11: import of os.system, which can run code or access the system; pickle-malformed 23+1: POP needs 1 value, but the stack has fewer above its last mark"},
		{"evil, then a bad number", payload(proto(3) + evil + "Ix\n."), "pickle-import-dangerous 2+11: import of os.system, which can run code or access the system; pickle-malformed 22+3: INT has argument 'x', expected decimal digits without a plus sign or leading zeros"},
		{"cut inside an argument", payload(proto(3) + "J\x00\x00"), "pickle-truncated"},
		{"cut inside a line", payload(proto(3) + "cos\nsys"), "pickle-truncated"},
		{"cut before the line of INT", payload(proto(3) + "I"), "pickle-truncated"},
		{"cut inside the line of LONG", payload(proto(3) + "L0"), "pickle-truncated"},
		{"cut before the line of FLOAT", payload(proto(3) + "F"), "pickle-truncated"},
		{"cut before the line of GET", payload(proto(3) + "Ng"), "pickle-truncated"},
		{"nine arguments", object1(reduce(importOf("builtins", "int"), "K\x01", "K\x02", "K\x03", "K\x04", "K\x05", "K\x06", "K\x07", "K\x08", "K\x09")), "pickle-call-form 153+1: call builtins.int(1, 2, 3, 4, 5, 6, 7, 8, …) is not one that NumPy or Python writes"},
		{"only PROTO", payload(proto(3)), "pickle-truncated"},
		{"unknown opcode", payload("\x00"), "pickle-malformed 0+1: byte 0x00 is not an opcode"},
		{"STOP alone", payload("."), "pickle-malformed 0+1: STOP needs 1 value, but the stack has fewer above its last mark"},
		{"two values at STOP", payload(proto(3) + "NN."), "pickle-malformed 4+1: pickle leaves 2 values on the stack, expected one"},
		{"mark at STOP", payload(proto(3) + "(N."), "pickle-malformed 4+1: pickle leaves 2 values on the stack, expected one"},
		{"mark missing", payload(proto(3) + "Nt."), "pickle-malformed 3+1: TUPLE without a mark on the stack"},
		{"mark of INST missing", payload(proto(3) + "ios\nsystem\n."), "pickle-import-dangerous 2+11: import of os.system, which can run code or access the system; pickle-malformed 2+11: INST without a mark on the stack"},
		{"list below the mark missing", payload(proto(3) + "(Ne."), "pickle-malformed 4+1: APPENDS needs a value below its mark"},
		{"values below the mark", payload(proto(3) + "N(R."), "pickle-malformed 4+1: REDUCE needs 2 values, but the stack has fewer above its last mark"},
		{"POP on nothing", payload(proto(3) + "0N."), "pickle-malformed 2+1: POP needs 1 value, but the stack has fewer above its last mark"},
		{"odd items", object1("}(NNNu"), "pickle-malformed 124+1: SETITEMS takes 3 values, expected pairs"},
		{"odd items of DICT", object1("(Nd"), "pickle-malformed 121+1: DICT takes 1 value, expected pairs"},
		{"list as a key", object1("}]Ns"), "pickle-malformed 122+1: SETITEM uses an empty list as a key, which Python can't hash"},
		{"dict in a tuple as a key", object1("}(}\x85\x85Nu"), "pickle-malformed 125+1: SETITEMS uses a tuple of 1 item as a key, which Python can't hash"},
		{"list in a set", payload(proto(4) + one("\x8f(]\x90") + "."), "pickle-malformed 122+1: ADDITEMS uses an empty list as a key, which Python can't hash"},
		{"list in a frozenset", payload(proto(4) + one("(]\x91") + "."), "pickle-malformed 121+1: FROZENSET uses an empty list as a key, which Python can't hash"},
		{"OBJ without class", object1("(o"), "pickle-malformed 120+1: OBJ without a class above its mark"},
		{"bytes of 4 EiB", object1("\x8e" + "\xff\xff\xff\xff\xff\xff\xff\x3f"), "pickle-protocol 119+1: BINBYTES8 needs protocol 4, but the pickle has protocol 3; pickle-truncated"},
		{"bytes of 2^64-1", payload(proto(4) + "\x8e" + strings.Repeat("\xff", 8)), "pickle-truncated"},
		{"bytearray of 1 TiB", payload(proto(5) + "\x96" + long(1<<40)), "pickle-truncated"},
		{"text of 4 GiB", payload(proto(4) + "X\xff\xff\xff\xffabc"), "pickle-truncated"},
		{"negative length", object1("T\xff\xff\xff\xff"), "pickle-malformed 119+5: BINSTRING has negative length -1"},
		{"negative length of an int", object1("\x8b\xff\xff\xff\xff"), "pickle-malformed 119+5: LONG4 has negative length -1"},
		{"text that is not UTF-8", object1("X\x01\x00\x00\x00\xff"), "pickle-malformed 119+5: BINUNICODE has byte 0xff at offset 252, expected UTF-8"},
		{"text that ends inside a character", object1("X\x02\x00\x00\x00\xe4\xb8"), "pickle-malformed 119+5: BINUNICODE has byte 0xe4 at offset 252, expected UTF-8"},
		{"long text that is not UTF-8", object1(str(strings.Repeat("ä", 5000) + "\xff")), "pickle-malformed 119+8197: BINUNICODE has byte 0xff at offset 10252, expected UTF-8"},
		{"int of 5000 digits", object1("I" + strings.Repeat("9", 5000) + "\n"), "pickle-malformed 119+5002: INT has more than 4300 digits"},
		{"int that is octal to some", object1("I010\n"), "pickle-malformed 119+5: INT has argument '010', expected decimal digits without a plus sign or leading zeros"},
		{"int in hexadecimal, then a call", object1("(I0x10\n" + evil + "t"), "pickle-malformed 120+6: INT has argument '0x10', expected decimal digits without a plus sign or leading zeros; pickle-import-dangerous 126+11: import of os.system, which can run code or access the system"},
		{"int with blanks, then a call", object1("(I 1 \n" + evil + "t"), "pickle-malformed 120+5: INT has argument ' 1 ', expected decimal digits without a plus sign or leading zeros; pickle-import-dangerous 125+11: import of os.system, which can run code or access the system"},
		{"long with an underscore, then a call", object1("(L1_0L\n" + evil + "t"), "pickle-malformed 120+6: LONG has argument '1_0', expected decimal digits without a plus sign or leading zeros; pickle-import-dangerous 126+11: import of os.system, which can run code or access the system"},
		{"long of 5000 digits, then a call", object1("(L" + strings.Repeat("9", 5000) + "L\n" + evil + "t"), "pickle-malformed 120+5003: LONG has more than 4300 digits; pickle-import-dangerous 5123+11: import of os.system, which can run code or access the system"},
		{"float of 5000 digits, then a call", object1("(F1." + strings.Repeat("0", 5000) + "\n" + evil + "t"), "pickle-malformed 120+5004: FLOAT has more than 4300 digits; pickle-import-dangerous 5124+11: import of os.system, which can run code or access the system"},
		{"float with blanks, then a call", object1("(F 1\n" + evil + "t"), "pickle-malformed 120+4: FLOAT has argument ' 1', expected a decimal number; pickle-import-dangerous 124+11: import of os.system, which can run code or access the system"},
		{"slots with blanks and underscores, then a call by them", object1("(" + system + "p 1_0\ng1_0 \n" + called + "t"), "pickle-import-dangerous 120+11: import of os.system, which can run code or access the system; pickle-malformed 131+6: PUT has argument ' 1_0', expected a memo slot number; pickle-malformed 137+6: GET has argument '1_0 ', expected a memo slot number"},
		{"slot of 5000 digits", object1("Np" + strings.Repeat("0", 5000) + "\n"), "pickle-malformed 120+5002: PUT has more than 4300 digits"},
		{"slot that is none", object1("Npx\n"), "pickle-malformed 120+3: PUT has argument 'x', expected a memo slot number"},
		{"int that is none to some", object1("I08\n"), "pickle-malformed 119+4: INT has argument '08', expected decimal digits without a plus sign or leading zeros"},
		{"long that is none to some", object1("L010L\n"), "pickle-malformed 119+6: LONG has argument '010', expected decimal digits without a plus sign or leading zeros"},
		{"boolean that is none to some", object1("I+1\n"), "pickle-malformed 119+4: INT has argument '+1', expected decimal digits without a plus sign or leading zeros"},
		{"boolean with a sign", object1("I-0\n"), "pickle-malformed 119+4: INT has argument '-0', expected decimal digits without a plus sign or leading zeros"},
		{"long with a zero and a sign", object1("L-01L\n"), "pickle-malformed 119+6: LONG has argument '-01', expected decimal digits without a plus sign or leading zeros"},
		{"long that is a boolean of INT", object1("L01L\n"), "pickle-malformed 119+5: LONG has argument '01', expected decimal digits without a plus sign or leading zeros"},
		{"list in a set by a call", object1(reduce(importOf("builtins", "set"), "]]a")), "pickle-malformed 138+1: builtins.set is made from a value that Python can't hash"},
		{"list in a frozenset by a call, in a tuple", object1(reduce(importOf("builtins", "frozenset"), "](N]e")), "pickle-malformed 146+1: builtins.frozenset is made from a value that Python can't hash"},
		{"list in a set by a call, among many", object1(reduce(importOf("builtins", "set"), "]("+strings.Repeat("N", 3000)+"]"+strings.Repeat("N", 3000)+"e")), "pickle-malformed 6139+1: builtins.set is made from a value that Python can't hash"},
		{"list in a set by ADDITEMS, among many", payload(proto(4) + one("\x8f("+strings.Repeat("N", 3000)+"]"+strings.Repeat("N", 3000)+"\x90") + "."), "pickle-malformed 6122+1: ADDITEMS uses an unknown value as a key, which Python can't hash"},
		{"bytearray by a call as a key", object1("}" + reduce(importOf("builtins", "bytearray")) + "Ns"), "pickle-malformed 144+1: SETITEM uses the result of builtins.bytearray as a key, which Python can't hash"},
		{"bytearray of bytes by a call as a key", object1("}" + reduce(importOf("builtins", "bytearray"), raw8("a")) + "Ns"), "pickle-malformed 147+1: SETITEM uses the result of builtins.bytearray as a key, which Python can't hash"},
		{"set by a call as a key", object1("}" + reduce(importOf("builtins", "set")) + "Ns"), "pickle-malformed 138+1: SETITEM uses the result of builtins.set as a key, which Python can't hash"},
		{"deque by a call as a key", object1("}" + reduce(importOf("collections", "deque")) + "Ns"), "pickle-malformed 143+1: SETITEM uses the result of collections.deque as a key, which Python can't hash"},
		{"OrderedDict by a call as a key", object1("}" + reduce(importOf("collections", "OrderedDict")) + "Ns"), "pickle-malformed 149+1: SETITEM uses the result of collections.OrderedDict as a key, which Python can't hash"},
		{"list by a call in a tuple as a key", object1("}" + reduce(importOf("builtins", "list")) + "\x85Ns"), "pickle-malformed 140+1: SETITEM uses a tuple of 1 item as a key, which Python can't hash"},
		{"array as a key", object1("}" + one("N") + "Ns"), "pickle-malformed 242+1: SETITEM uses an array as a key, which Python can't hash"},
		{"polynomial as a key", object1("}" + newobj(importOf("numpy", "poly1d")) + "Ns"), "pickle-malformed 137+1: SETITEM uses the result of numpy.poly1d as a key, which Python can't hash"},
		{"float that is none", object1("F1_0\n"), "pickle-malformed 119+5: FLOAT has argument '1_0', expected a decimal number"},
		{"float in hexadecimal", object1("F0x1p3\n"), "pickle-malformed 119+7: FLOAT has argument '0x1p3', expected a decimal number"},

		// Protocol and frames (PK-11, PK-12, PK-22).
		{"PROTO twice", payload(proto(3) + proto(3) + one("N") + "."), "pickle-protocol 2+2: PROTO is opcode 2 of the pickle, expected it first and only once"},
		{"PROTO inside", object1(proto(2) + "N"), "pickle-protocol 119+2: PROTO is opcode 32 of the pickle, expected it first and only once"},
		{"PROTO 6", payload(proto(6) + one("N") + "."), "pickle-protocol 0+2: pickle has protocol 6, expected at most 5"},
		{"PROTO 1", payload(proto(1) + "]" + "."), "pickle-protocol 0+2: PROTO says protocol 1, expected 2 or more; pickle-not-array 3+1: pickle builds an empty list, expected an array"},
		{"PROTO 1 and opcodes of protocol 3", payload(proto(1) + one("N") + "."), "pickle-protocol 0+2: PROTO says protocol 1, expected 2 or more"},
		{"PROTO 0", payload(proto(0) + "N."), "pickle-protocol 0+2: PROTO says protocol 0, expected 2 or more; pickle-not-array 3+1: pickle builds None, expected an array"},
		{"no PROTO", payload(one("N") + "."), "pickle-protocol 53+1: TUPLE1 needs protocol 2, but the pickle has protocol 1"},
		{"newer opcodes are one finding", object1(short("a") + short("b") + "\x86"), "pickle-protocol 119+1: SHORT_BINUNICODE needs protocol 4, but the pickle has protocol 3"},
		{"frame past the end", payload(proto(4) + frameOf(uint64(len(one("N"))+2)) + one("N") + "."), "pickle-frame 132+1: pickle ends 1 byte before its frame"},
		{"frame of 2^63", payload(proto(4) + frameOf(1<<63) + one("N") + "."), "pickle-frame 2+9: frame has 2^62 bytes or more"},
		{"frame inside of a frame", payload(proto(4) + frameOf(uint64(len(one("N"))+10)) + frameOf(uint64(len(one("N"))+1)) + one("N") + "."), "pickle-frame 11+9: FRAME inside a frame that ends at offset 270"},
		{"frame that ends inside of an opcode", payload(proto(4) + frameOf(uint64(len(one("N"))-len("Natb")+1)) + one(str("abc")) + "."), "pickle-frame 128+8: BINUNICODE extends 7 bytes past the end of its frame"},
		{"frame of 3 bytes", payload(proto(4) + frameOf(3) + "N0N" + "0" + one("N") + "."), "pickle-frame 2+9: frame has 3 bytes, expected at least 4"},
		{"frame in protocol 3", payload(proto(3) + frameOf(uint64(len(one("N"))+1)) + one("N") + "."), "pickle-protocol 2+1: FRAME needs protocol 4, but the pickle has protocol 3"},

		// The end (PK-09).
		{"byte after STOP", payload(proto(3) + one("N") + ".\n"), ""},
		{"second pickle", payload(proto(3) + one("N") + "." + proto(3) + evil + "."), ""},

		// Calls, changes, allocation (PK-07, PK-08).
		{"BUILD on an import", object1(importOf("mylib", "f") + "}b"), "pickle-mutation 129+1: BUILD must not change mylib.f; pickle-import-unknown 119+9: import of unknown mylib.f; if you trust it: --allow-import mylib.f"},
		{"BUILD on a dangerous import", object1(system + "}b"), "pickle-import-dangerous 119+11: import of os.system, which can run code or access the system; pickle-mutation 131+1: BUILD must not change os.system"},
		{"BUILD on a class of NumPy", object1(importOf("numpy", "ndarray") + "}b"), "pickle-mutation 135+1: BUILD must not change numpy.ndarray"},
		{"BUILD on a list", object1("]}b"), "pickle-mutation 121+1: BUILD must not change an empty list"},
		{"BUILD on a date", object1(importOf("datetime", "date") + raw8("\x07\xe4\x01\x01") + "\x85R}b"), "pickle-mutation 143+1: BUILD must not change the result of datetime.date"},
		{"BUILD of a function and BUILD for it", object1(reduce(importOf("collections", "OrderedDict")) + "}" + str("__setstate__") + importOf("builtins", "int") + "sb" + "}b"), "pickle-state 180+1: state of collections.OrderedDict is a dict, expected none"},
		{"BUILD of an array twice", object1(one("N") + tuple("K\x01", "K\x01\x85", simple("f8"), "\x89", raw8("12345678")) + "b"), "pickle-mutation 308+1: BUILD changes an array, which was already built or used"},
		{"BUILD of an array over a buffer", object1(reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("C")) + tuple("K\x01", "K\x01\x85", simple("f8"), "\x89", raw8("12345678")) + "b"), "pickle-mutation 291+1: BUILD changes the result of numpy.core.numeric._frombuffer, which was already built or used"},
		{"SETITEM on an import", object1(importOf("numpy", "ndarray") + "NNs"), "pickle-mutation 136+1: SETITEM must not change numpy.ndarray"},
		{"SETITEMS on an array", object1(one("N") + "(NNu"), "pickle-mutation 243+1: SETITEMS must not change an array"},
		{"APPEND on an import", object1(importOf("builtins", "int") + "Na"), "pickle-mutation 134+1: APPEND must not change builtins.int"},
		{"APPEND on a tuple", object1(")Na"), "pickle-mutation 121+1: APPEND must not change an empty tuple"},
		{"APPEND on a dict", object1("}Na"), "pickle-mutation 121+1: APPEND must not change a dict"},
		{"ADDITEMS on a list", payload(proto(4) + one("](N\x90") + "."), "pickle-mutation 122+1: ADDITEMS must not change an empty list"},
		{"encode to rot13", object1(importOf("_codecs", "encode") + str("a") + str("rot13") + "\x86R"), "pickle-call-form 152+1: call _codecs.encode('a', 'rot13') is not one that NumPy or Python writes"},
		{"encode of a number", object1(importOf("_codecs", "encode") + "K\x01" + str("latin1") + "\x86R"), "pickle-call-form 149+1: call _codecs.encode(1, 'latin1') is not one that NumPy or Python writes"},
		{"dtype with a list", object1(importOf("numpy", "dtype") + "]\x89\x88\x87R"), "pickle-call-form 136+1: call numpy.dtype(an empty list, False, True) is not one that NumPy or Python writes"},
		{"dtype with an expression", object1(importOf("numpy", "dtype") + str("f8,f8") + "\x89\x88\x87R"), "pickle-call-form 145+1: call numpy.dtype('f8,f8', False, True) is not one that NumPy or Python writes"},
		{"dtype with one argument", object1(importOf("numpy", "dtype") + str("f8") + "\x85R"), "pickle-call-form 140+1: call numpy.dtype('f8') is not one that NumPy or Python writes"},
		{"scalar of too few bytes", object1(importOf("numpy.core.multiarray", "scalar") + dtypeOf("f8", "<", "K\x00") + raw8("1234567") + "\x86R"), "pickle-call-form 209+1: call numpy.core.multiarray.scalar(a dtype, 7 bytes) is not one that NumPy or Python writes"},
		{"scalar without dtype", object1(importOf("numpy.core.multiarray", "scalar") + "N" + raw8("1") + "\x86R"), "pickle-call-form 154+1: call numpy.core.multiarray.scalar(None, 1 byte) is not one that NumPy or Python writes"},
		{"call of a scalar type", object1(importOf("numpy", "float64") + "K\x01\x85R"), "pickle-call-form 137+1: call numpy.float64(1) is not one that NumPy or Python writes"},
		{"call of a number", object1("K\x01" + called), "pickle-call-form 122+1: call of 1, expected an import"},
		{"call of a result", object1(importOf("builtins", "object") + called + called), "pickle-call-form 139+1: call of the result of builtins.object, expected an import"},
		{"call with a list", object1(importOf("builtins", "set") + "]R"), "pickle-call-form 134+1: call of builtins.set with an empty list as its arguments, expected a short tuple"},
		{"call with keywords", payload(proto(4) + one(importOf("uuid", "UUID")+")}NNs\x92") + "."), "pickle-call-form 135+1: uuid.UUID is called with keyword arguments"},
		{"_reconstruct by NEWOBJ", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + "K\x00\x85" + raw8("b") + "\x87\x81"), "pickle-call-form 177+1: call of numpy.core.multiarray._reconstruct by NEWOBJ, which neither NumPy nor Python writes"},
		{"deque by NEWOBJ, which is empty", object1(importOf("collections", "deque") + "](K\x01K\x02e\x85\x81"), "pickle-call-form 146+1: call of collections.deque by NEWOBJ, which neither NumPy nor Python writes"},
		{"OrderedDict by NEWOBJ", object1(importOf("collections", "OrderedDict") + "](](K\x01K\x02ee\x85\x81"), "pickle-call-form 155+1: call of collections.OrderedDict by NEWOBJ, which neither NumPy nor Python writes"},
		{"Counter by NEWOBJ", object1(importOf("collections", "Counter") + "}K\x01K\x02s\x85\x81"), "pickle-call-form 147+1: call of collections.Counter by NEWOBJ, which neither NumPy nor Python writes"},
		{"bytearray by NEWOBJ", object1(importOf("builtins", "bytearray") + raw8("abc") + "\x85\x81"), "pickle-call-form 145+1: call of builtins.bytearray by NEWOBJ, which neither NumPy nor Python writes"},
		{"defaultdict by NEWOBJ, which has no default", object1(importOf("collections", "defaultdict") + importOf("builtins", "list") + "\x85\x81"), "pickle-call-form 160+1: call of collections.defaultdict by NEWOBJ, which neither NumPy nor Python writes"},
		{"StopIteration by NEWOBJ_EX, which has no value", payload(proto(4) + one(importOf("builtins", "StopIteration")+"K\x04\x85}\x92") + "."), "pickle-call-form 147+1: call of builtins.StopIteration by NEWOBJ_EX, which neither NumPy nor Python writes"},
		{"set by NEWOBJ without arguments", object1(importOf("builtins", "set") + ")\x81"), "pickle-call-form 134+1: call of builtins.set by NEWOBJ, which neither NumPy nor Python writes"},
		{"bytes by NEWOBJ without arguments", object1(importOf("builtins", "bytes") + ")\x81"), "pickle-call-form 136+1: call of builtins.bytes by NEWOBJ, which neither NumPy nor Python writes"},
		{"_reconstruct of a set", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("builtins", "set") + "K\x00\x85" + raw8("b") + "\x87R"), "pickle-call-form 176+1: call _reconstruct(set, a tuple of 1 item, 1 byte) is not one that NumPy or Python writes"},
		{"_reconstruct with a shape", object1(importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + num(1<<30) + "\x85" + raw8("b") + "\x87R"), "pickle-allocation 180+1: call of numpy.core.multiarray._reconstruct lets the file choose how much memory is allocated (shape)"},
		{"ndarray by REDUCE", object1(importOf("numpy", "ndarray") + num(1<<30) + "\x85\x85R"), "pickle-allocation 141+1: call of numpy.ndarray lets the file choose how much memory is allocated (shape)"},
		{"ndarray by NEWOBJ", object1(importOf("numpy", "ndarray") + num(1<<30) + "\x85\x81"), "pickle-allocation 140+1: call of numpy.ndarray lets the file choose how much memory is allocated (number)"},
		{"bytearray of 10^9", object1(importOf("builtins", "bytearray") + num(1e9) + "\x85R"), "pickle-allocation 145+1: call of builtins.bytearray lets the file choose how much memory is allocated (number)"},
		{"list of a range", object1(importOf("builtins", "list") + importOf("builtins", "range") + "K\x00" + num(1e9) + "K\x01\x87R\x85R"), "pickle-allocation 162+1: call of builtins.list lets the file choose how much memory is allocated (range)"},
		{"range of Python 2", object1(importOf("__builtin__", "range") + num(1e9) + "\x85R"), "pickle-allocation 144+1: call of __builtin__.range lets the file choose how much memory is allocated (number)"},
		{"set of a range", object1(importOf("builtins", "set") + importOf("builtins", "range") + "K\x00" + num(1e9) + "K\x01\x87R\x85R"), "pickle-allocation 161+1: call of builtins.set lets the file choose how much memory is allocated (range)"},
		{"decimal exponent", object1(importOf("decimal", "Decimal") + str("1e999999999") + "\x85R"), "pickle-work 153+1: call decimal.Decimal('1e999999999') has an exponent over 10000"},
		{"fraction with an exponent after many digits", object1(importOf("fractions", "Fraction") + str(strings.Repeat("1", 4200)+"e999999999") + "\x85R"), "pickle-work 4355+1: call fractions.Fraction(text of 4210 characters) has over 4096 digits"},
		{"fraction with a small exponent", object1(importOf("fractions", "Fraction") + str("1e9999") + "\x85R"), "pickle-call-form 151+1: call fractions.Fraction('1e9999') is not one that NumPy or Python writes"},
		{"BUILD on a deque", object1(reduce(importOf("collections", "deque")) + "}b"), "pickle-mutation 142+1: BUILD must not change the result of collections.deque"},
		{"fraction with an exponent", object1(importOf("fractions", "Fraction") + str("1E+9999999") + "\x85R"), "pickle-call-form 155+1: call fractions.Fraction('1E+9999999') is not one that NumPy or Python writes"},

		// Bounds (PK-16).
		{"billion laughs", object1("N" + strings.Repeat("22\x87", 20)), "pickle-expansion 158+1: 71 opcodes expand to over 1071000 values through shared references"},
		{"billion laughs through the memo", object1(laughs(30)), "pickle-expansion 297+1: 132 opcodes expand to over 1132000 values through shared references"},
		{"list in itself", object1("]q\x00" + strings.Repeat("h\x00a", 40)), "pickle-expansion 184+1: 75 opcodes expand to over 1075000 values through shared references"},
		{"1000 lists", object1(strings.Repeat("]", 1000) + strings.Repeat("a", 999)), "pickle-depth 1618+1: pickle nests collections over 500 deep"},
		{"2000 marks", object1(strings.Repeat("(", 2000) + strings.Repeat("1", 2000) + "N"), "pickle-depth 1118+1: pickle has more than 1000 marks on the stack"},
		{"10000 tuples", object1(")" + strings.Repeat("\x85", 10000)), "pickle-depth 619+1: pickle nests collections over 500 deep"},

		// The array (PK-17 to PK-19).
		{"list", payload(proto(3) + "]."), "pickle-not-array 3+1: pickle builds an empty list, expected an array"},
		{"None", payload("N."), "pickle-not-array 1+1: pickle builds None, expected an array"},
		{"dtype", payload(proto(3) + dtypeO + "."), "pickle-not-array 52+1: pickle builds a dtype, expected an array"},
		{"class", payload(proto(3) + importOf("numpy", "ndarray") + "."), "pickle-not-array 17+1: pickle builds numpy.ndarray, expected an array"},
		{"what an unknown call returns", payload(proto(3) + importOf("mylib", "f") + called + "."), "pickle-call-unknown 12+1: call of unknown mylib.f (imported at offset 130); if you trust it: --allow-import mylib.f"},
		{"array without state", payload(proto(3) + newND + "."), "pickle-header-mismatch 61+1: pickled array has no state"},
		{"list too short", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89]tb."), "pickle-header-mismatch 120+1: pickled array lists 0 elements, but the header says 1"},
		{"list too long", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89](NNetb."), "pickle-header-mismatch 124+1: pickled array lists 2 elements, but the header says 1"},
		{"nested list too short", object1(newND + "(K\x01K\x01\x85" + dtypeO + "\x89]tb"), "pickle-call-form 237+1: array state lists 0 elements, expected 1"},
		{"numbers", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeOf("f8", "<", "K\x00") + "\x89" + raw8("12345678") + "tb."), "pickle-header-mismatch 129+1: pickled array has a dtype without objects"},
		{"objects from bytes", payload(proto(3) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89" + raw8("AAAAAAAA") + "tb."), "pickle-object-bytes 129+1: object array has 8 bytes as elements: NumPy would treat them as addresses"},
		{"nested objects from bytes", object1(newND + "(K\x01K\x01\x85" + dtypeO + "\x89" + raw8("AAAAAAAA") + "tb"), "pickle-object-bytes 246+1: object array has 8 bytes as elements: NumPy would treat them as addresses"},
		{"objects from encoded bytes", object1(newND + "(K\x01K\x01\x85" + dtypeO + "\x89" + importOf("_codecs", "encode") + str("AAAAAAAA") + str("latin1") + "\x86R" + "tb"), "pickle-object-bytes 278+1: object array has 8 bytes as elements: NumPy would treat them as addresses"},
		{"scalar of objects from bytes", object1(importOf("numpy.core.multiarray", "scalar") + dtypeO + raw8("AAAAAAAA") + "\x86R"), "pickle-object-bytes 210+1: scalar of a dtype with objects is made from 8 bytes: NumPy would treat them as addresses"},
		{"buffer of objects", object1(importOf("numpy.core.numeric", "_frombuffer") + "(" + raw8("AAAAAAAA") + dtypeO + "K\x01\x85" + str("C") + "tR"), "pickle-object-bytes 222+1: array of a dtype with objects is made from 8 bytes: NumPy would treat them as addresses"},
		{"buffer too short", object1(importOf("numpy.core.numeric", "_frombuffer") + "(" + raw8("AAAAAAAA") + dtypeOf("f8", "<", "K\x00") + "K\x02\x85" + str("C") + "tR"), "pickle-call-form 222+1: call _frombuffer(8 bytes, a dtype, a tuple of 1 item, 'C') is not one that NumPy or Python writes"},
		{"array of too few bytes", object1(newND + "(K\x01K\x02\x85" + dtypeOf("f8", "<", "K\x00") + "\x89" + raw8("12345678") + "tb"), "pickle-call-form 246+1: array state has 8 bytes for 2 elements of 8 bytes"},
		{"array of 2^124 elements", object1(newND + "(K\x01\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x3f2\x86" + dtypeOf("f8", "<", "K\x00") + "\x89" + raw8("12345678") + "tb"), "pickle-call-form 255+1: array state has shape (4611686018427387903, 4611686018427387903) with 8-byte elements, over 2^63 bytes in total"},
		{"negative dimension", object1(newND + "(K\x01" + num(1<<32-1) + "\x85" + dtypeO + "\x89]tb"), "pickle-call-form 240+1: array state has shape a tuple of 1 item, expected a tuple of at most 64 dimensions"},
		{"state of three", object1(newND + "K\x01K\x01K\x01\x87b"), "pickle-call-form 185+1: array state is a tuple of 3 items, expected a tuple of 5 items"},
		{"flags without reference", object1(dtypeOf("O8", "|", "K\x00")), "pickle-dtype-state 168+1: dtype state has objects, but its flags (0x00) don't say so"},
		{"flags with reference", object1(dtypeOf("f8", "<", "K?")), "pickle-dtype-state 168+1: dtype state has flags 0x3f for objects, but holds none"},
		{"version 9", object1(dtypeCall("f8") + "(K\x09" + str("<") + "NNN" + num(1<<32-1) + num(1<<32-1) + "K\x00tb"), "pickle-dtype-state 168+1: dtype state has version 9 and 8 items, expected version 3 and 8 items, or 4 and 9"},
		{"byte order ?", object1(dtypeOf("f8", "?", "K\x00")), "pickle-dtype-state 168+1: dtype state has byte order '?', expected <, > or |"},
		{"itemsize of another code", object1(dtypeCall("V4") + "(K\x03" + str("|") + "NNNK\x08K\x01K\x00tb"), "pickle-dtype-state 162+1: dtype state has itemsize 8, but its code says 4 bytes"},
		{"field beyond the item", object1(record("K\x04", 8, "K\x01")), "pickle-dtype-state 228+1: dtype state has a field that ends at byte 12, past the itemsize of 8 bytes"},
		{"field at its end", object1(record("K\x00", 8, "K\x10")), ""},
		{"field with objects without the flag", object1(strings.Replace(record("K\x00", 8, "K\x10"), dtypeOf("f8", "<", "K\x00"), dtypeO, 1)), "pickle-dtype-state 228+1: dtype state has objects, but its flags (0x10) don't say so"},
		{"dtype built twice", object1(dtypeO + "q\x01(K\x03" + str("|") + "NNN" + num(1<<32-1) + num(1<<32-1) + "K?tb"), "pickle-mutation 196+1: BUILD changes a dtype, which was already built or used"},
		{"dtype changed in use", object1(importOf("numpy.core.multiarray", "scalar") + dtypeCall("V8") + "q\x01" + raw8("12345678") + "\x86R" +
			"0h\x01(K\x03" + str("|") + "NNNK\x08K\x01K\x00tb"), "pickle-mutation 209+1: BUILD changes a dtype, which was already built or used"},
		{"fields changed", object1(strings.Replace(record("K\x00", 8, "K\x10"), "}", "}q\x01", 1) + "0h\x01" + str("b") + dtypeO + num(1<<20) + "\x86s"), "pickle-mutation 296+1: SETITEM changes the fields of a dtype already made from them"},

		// Hidden after so many values that npycheck doesn't keep them all.
		{"import far back", forgotten(importOf("mylib", "Point"), "N", "h\x00)R"), "pickle-call-unknown 509029+1: call of unknown mylib.Point (imported at offset 248); if you trust it: --allow-import mylib.Point"},
		{"name far back", forgotten(short("os"), "N", "h\x00"+short("system")+"\x93)R"), "pickle-import-dangerous 509027+1: import of os.system, which can run code or access the system"},
		{"late import", forgotten("N", importOf("mylib", "Point"), slot40001+")R"), "pickle-call-unknown 509032+1: call of unknown mylib.Point (imported at offset 509140); if you trust it: --allow-import mylib.Point"},
		{"late name", forgotten("N", short("os"), slot40001+short("system")+"\x93)R"), "pickle-import-dangerous 509030+1: import of os.system, which can run code or access the system"},
		{"late name far back", forgotten("N", short("os"), many+slot40001+short("system")+"\x93)R"), "pickle-import-unresolved 511078+1: import of 'system' from an unknown value is computed at load time, expected two strings"},
		{"late name that was used", forgotten("N", short("numpy")+"\x94"+short("ndarray")+"\x93", slot40001+short("load")+"\x93)R"), "pickle-import-dangerous 509042+1: import of numpy.load, which can run code or access the system"},
		{"late dtype of objects", forgotten("N", dtypeO, importOf("numpy.core.multiarray", "scalar")+slot40001+raw8("AAAAAAAA")+"\x86R"), "pickle-object-bytes 509109+1: scalar of a dtype with objects is made from 8 bytes: NumPy would treat them as addresses"},
		{"late list", forgotten("N", "]", slot40001+")R"), "pickle-call-form 509020+1: call of an empty list, expected an import"},
		{"late list far back", forgotten("N", "]", many+slot40001+")R"), "pickle-call-form 511068+1: call of an empty list, expected an import"},
		{"late tuple far back", forgotten("N", "N\x85", many+slot40001+")R"), "pickle-call-unknown 511069+1: call of an unknown value"},
		{"late slot redefined", forgotten("N", short("numpy"), short("os")+"r\x41\x9c\x00\x00"+short("system")+"\x93)R"), "pickle-import-dangerous 509037+1: import of os.system, which can run code or access the system; pickle-memo-redefined 509024+5: memo slot 40001 is reused or out of order (1 occurrence)"},
		{"import in a long tuple", payload(proto(3) + one("("+strings.Repeat("N", 5000)+importOf("mylib", "f")+strings.Repeat("N", 5000)+strings.Repeat("0", 5000)+")Rt") + "."), "pickle-call-unknown 15130+1: call of an unknown value; pickle-import-unknown 5120+9: import of unknown mylib.f; if you trust it: --allow-import mylib.f"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(told(walk(t, test.file), start), "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			sameStream(t, test.file)
		})
	}
}

// fullMemo fills what the memo keeps of its first slots, so that those from number 64 on are kept as later
// ones are.
var fullMemo = func() string {
	s := "(" + strings.Repeat("]", 250) + "t"
	for i := range 16 {
		s += "q" + string([]byte{byte(i)})
	}
	return s + "0(" + strings.Repeat("]", 80) + "tq\x100(]]tq\x110"
}()

// swapped stores x in a slot and the next, and y in the first of them again: that is what it holds then.
func swapped(x, y string, slot byte) string {
	at, next := "q"+string([]byte{slot}), "q"+string([]byte{slot + 1})
	return x + at + next + "0" + y + "2" + at + "00"
}

// refusedPickles hold one object each, and what is said about it. Offsets count from the end of the opcodes before.
var refusedPickles = []struct {
	name, before, after, want string
}{
	{"state in a slot that was stored again", fullMemo +
		swapped("}"+str("coeffs")+coef+"s", attributes("coeffs", "N", "__array_interface__", interface8), 64) +
		newobj(importOf("numpy", "poly1d")) + "h@b", "", "pickle-late-change -1+1: state of numpy.poly1d was not checked: npycheck no longer keeps its parts; pickle-memo-redefined -23+2: memo slot 64 is reused or out of order (1 occurrence)"},
	{"state in a slot that was stored again while its first value stands open", fullMemo +
		"}q@" + attributes("coeffs", "N", "__array_interface__", interface8) + "2q@00" + str("coeffs") + coef + "s0" +
		newobj(importOf("numpy", "poly1d")) + "h@b", "", "pickle-late-change -1+1: state of numpy.poly1d was not checked: npycheck no longer keeps its parts; pickle-memo-redefined -172+2: memo slot 64 is reused or out of order (1 occurrence)"},
	{"dtype with a name twice", dtypeCall("V16") + "(K\x03" + str("|") + "N" + str("a") + str("a") + "\x86}(" +
		str("a") + dtypeO + "K\x00\x86" + str("a") + dtypeO + "K\x08\x86uK\x10K\x01K\x1btb", "0N", "pickle-dtype-state -1+1: dtype state has key 'a' twice"},
	{"dtype with a title that a call returns", dtypeCall("V8") + "(K\x03" + str("|") + "N" + str("a") + "\x85}" +
		str("a") + dtypeO + "K\x00" + reduce(importOf("builtins", "str"), str("a")) + "\x87sK\x08K\x01K\x1btb", "0N", "pickle-dtype-state -1+1: dtype state has fields that don't map each name to a tuple of dtype and offset"},
	{"dtype of text of any length", dtypeCall("U"), "", "pickle-call-form -1+1: call numpy.dtype('U', False, True) is not one that NumPy or Python writes"},
	{"dtype of bytes of any length", dtypeCall("S"), "", "pickle-call-form -1+1: call numpy.dtype('S', False, True) is not one that NumPy or Python writes"},
	{"dtype of void of any length", dtypeCall("V"), "", "pickle-call-form -1+1: call numpy.dtype('V', False, True) is not one that NumPy or Python writes"},
	{"dtype of bytes of any length by its old name", dtypeCall("a"), "", "pickle-call-form -1+1: call numpy.dtype('a', False, True) is not one that NumPy or Python writes"},
	{"two lists in one tuple before they end", "]q@]qA](h@hAh@hAtqBahBah@aa", "a", "pickle-late-change -1+1: APPEND changes an empty list that is already part of another value; pickle-late-change 0+1: APPEND changes an empty list that is already part of another value"},
	{"lists that hold all others before they end", openLists, "", "pickle-late-change -4+1: APPEND changes an empty list that is already part of another value; pickle-late-change -1+1: APPEND changes a list of 1 item that is already part of another value; pickle-late-change 0+1: APPENDS refers again to a value that contains itself; pickle-header-mismatch 2+1: pickled array lists 2 elements, but the header says 1"},
	{"child that is referred to after its parent ends", "]q@]qAh@aa\x850(hAhAt", "", "pickle-late-change -1+1: TUPLE refers again to a value that contains itself; pickle-late-change -1+1: TUPLE refers again to a value that contains itself"},
	{"dict that is changed after a tuple holds it", "}q@\x85h@NNs", "0", "pickle-late-change -1+1: SETITEM changes a dict that is already part of another value"},
	{"list that is changed after a tuple that holds it was popped", "]q@h@\x850Na", "", "pickle-late-change -1+1: APPEND changes an empty list that is already part of another value"},
	{"dtype that is NumPy's own, which takes no state", importOf("numpy", "dtype") + str("i8") + "\x89\x89\x87R", "", "pickle-call-form -1+1: call numpy.dtype('i8', False, False) is not one that NumPy or Python writes"},
	{"array of 10^9 elements of zero bytes", newND + "(K\x01" + num(1e9) + "\x85" + dtypeCall("S0") + "(K\x03" + str("|") + "NNNK\x00K\x01K\x00tb\x89C\x00tb", "", "pickle-expansion -1+1: copy of an array with zero-byte elements: 1000000000 elements of 4 bytes take over 64 MiB and 20 times the file so far"},
	{"tuple of 2^22 threes", strings.Repeat("N0", 6000) + "(NNNt" + strings.Repeat("2\x86", 22), "", "pickle-expansion -1+1: 12081 opcodes expand to over 13081000 values through shared references"},
}

// openLists are three lists that stand open on the stack, and get tuples of all three.
var openLists = "]q@]qA]qB((h@hAhBtqC(h@hAhBtqDtahDaahCa"

func TestRefusedPickles(t *testing.T) {
	for _, test := range refusedPickles {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
			file := payload(proto(4) + head + test.before + test.after + "etb.")
			report := walk(t, file)
			if got := strings.Join(told(report, start+2+int64(len(head)+len(test.before))), "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			sameStream(t, file)
		})
	}
}
