package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// pickleImportCases returns cases of pickles with forbidden imports. Their calls have harmless arguments.
func pickleImportCases() []Case {
	return slices.Concat(pickleDangerousCases(), pickleHiddenCases(), pickleUnknownCases(), pickleImportNameCases(),
		pickleOutsideCases())
}

// pickleDangerousCases returns cases of imports that can run code or reach the system, one each.
func pickleDangerousCases() []Case {
	var called []variant
	call := func(id, module, name string, args ...string) {
		called = append(called, variant{id, module + "." + name, oneObject(Reduce(Global(module, name), args...))})
	}
	empty := Unicode("")
	call("pickle/import-os-system", "os", "system", empty)
	call("pickle/import-subprocess", "subprocess", "getoutput", empty)
	call("pickle/import-eval", "builtins", "eval", Unicode("0"))
	call("pickle/import-exec", "builtins", "exec", empty)
	call("pickle/import-open", "builtins", "open", empty)
	call("pickle/import-getattr", "builtins", "getattr", "N", Unicode("__doc__"))
	call("pickle/import-python-2-eval", "__builtin__", "eval", Unicode("0"))
	call("pickle/import-importlib", "importlib", "import_module", Unicode("os"))
	call("pickle/import-pickle-loads", "pickle", "loads", ShortBytes("N."))
	call("pickle/import-operator", "operator", "attrgetter", Unicode("real"))
	call("pickle/import-functools", "functools", "partial", Global("builtins", "int"))
	call("pickle/import-ctypes", "ctypes", "c_int")
	call("pickle/import-numpy-load", "numpy", "load", empty)
	call("pickle/import-numpy-ufunc-reconstruct", "numpy.core", "_ufunc_reconstruct", Unicode("os"), Unicode("getcwd"))
	call("pickle/import-numpy-runstring", "numpy.testing._private.utils", "runstring", Unicode("0"), "}")

	danger := pickleDanger()
	danger.Story += "its pickle calls something that can run code or reach the system: "
	danger.Twin = "pickle/holds-set"
	cases := variants(danger, "pickle-import-dangerous pickle-present", called...)

	held := pickleDanger()
	held.Story += "its pickle imports something that can run code or reach the system: "
	held.Twin = "pickle/holds-class"
	return append(cases, variants(held, "pickle-import-dangerous pickle-present",
		variant{"pickle/import-sys-modules", "sys.modules, without a call", oneObject(Global("sys", "modules"))},
		variant{"pickle/import-getattr-of-class", "getattr, for another attribute of ZoneInfo than time zones need",
			oneObject(Reduce(Global("builtins", "getattr"), Global("zoneinfo", "ZoneInfo"), Unicode("no_cache")))},
	)...)
}

// pickleHiddenCases returns cases of one import, os.system, in places where only a reader that walks the pickle like
// an unpickler finds it.
func pickleHiddenCases() []Case {
	system, none := Global("os", "system"), TupleOf(Unicode(""))
	call := system + none + "R"
	body := arrayOfOne("N") + "."
	p := pickleDanger()
	p.Story += "its pickle calls os.system "
	cases := variants(p, "pickle-import-dangerous pickle-present",
		variant{"pickle/call-by-inst", "by INST", oneObject("(" + Unicode("") + "ios\nsystem\n")},
		variant{"pickle/call-by-obj", "by OBJ", oneObject("(" + system + Unicode("") + "o")},
		variant{"pickle/call-by-newobj", "by NEWOBJ", oneObject(system + none + "\x81")},
		variant{"pickle/call-by-newobj-ex", "by NEWOBJ_EX", oneObject4(system + none + "}\x92")},
		variant{"pickle/call-by-protocol-0", "in a pickle without PROTO", Npy1(Dict("'|O'", "False", "(3,)"), []byte(call+"0"+writtenProtocol0))},
		variant{"pickle/call-by-name-from-stack", "by a name from the stack", oneObject4(StackGlobal("os", "system") + none + "R")},
		variant{"pickle/call-by-name-from-memo", "by a name from the memo", oneObject4(ShortUnicode("system") + "\x940" + ShortUnicode("os") + "\x940h\x01h\x00\x93" + none + "R")},
		variant{"pickle/call-by-escaped-text", "by a name with escapes in protocol 0 text", oneObject4("V\\u006fs\nVs\\u0079stem\n\x93" + none + "R")},
		variant{"pickle/call-in-front", "before the array and discards the result", oneFile("\x80\x03" + call + "0" + body)},
		variant{"pickle/call-behind-frame", "after the only frame", oneFile("\x80\x04" + Framed(arrayOfOne("N")) + call + "0.")},
		variant{"pickle/call-in-metadata", "in the metadata of a dtype", oneObject(dtypeWith("f8", "K\x04", Unicode("<"), "N", "N", "N", BinInt(-1), BinInt(-1), "K\x00", "}"+Unicode("a")+call+"s"))},
	)
	cases = append(cases, variants(p, "pickle-import-dangerous pickle-memo-redefined pickle-present",
		variant{"pickle/call-by-swapped-memo", "by a name from memo slots that held a harmless one before",
			oneObject4(ShortUnicode("numpy") + "q\x000" + ShortUnicode("ndarray") + "q\x010" + ShortUnicode("os") + "q\x000" + ShortUnicode("system") + "q\x010h\x00h\x01\x93" + none + "R")},
	)...)

	// Faults after the call, which has been made by the time an unpickler fails.
	broken := pickleFault()
	broken.Story = "an object array whose pickle calls os.system and then "
	for _, c := range []struct {
		rule string
		variant
	}{
		{"pickle-malformed", variant{"pickle/call-before-bad-opcode", "has a byte that is not an opcode", oneObject(call + "\xff")}},
		{"pickle-memo", variant{"pickle/call-before-unset-memo", "reads a memo slot in which nothing is stored", oneObject(call + "0h\x05")}},
		{"pickle-truncated", variant{"pickle/call-before-end", "ends before its STOP", oneFile("\x80\x03" + call)}},
	} {
		cases = append(cases, variants(broken, "pickle-import-dangerous pickle-present "+c.rule, c.variant)...)
	}
	broken.Story = "an object array whose pickle calls os.system after "
	return append(cases, variants(broken, "pickle-import-dangerous pickle-malformed pickle-present",
		variant{"pickle/call-behind-hexadecimal", "an int in hexadecimal, which no pickler writes and every unpickler reads", oneObject("I0x10\n0" + call)},
	)...)
}

// pickleUnknownCases returns cases of imports that are neither NumPy's nor one of Python's plain values.
func pickleUnknownCases() []Case {
	imported := pickled()
	imported.Story, imported.Flags, imported.Twin = "a conforming object array, but its pickle imports ", "object unknown-import", "pickle/holds-class"
	cases := variants(imported, "pickle-import-unknown pickle-present",
		variant{"pickle/import-unknown", "a class of an unknown module", oneObject(Global("mylib", "Point"))},
		variant{"pickle/of-functions", "a function: numpy.sin, as NumPy saves it", oneFile(writtenUFunc)},
	)

	point := Global("mylib", "Point")
	called := imported
	called.Story, called.Twin = "a conforming object array, but its pickle ", "pickle/import-unknown"
	return append(cases, variants(called, "pickle-call-unknown pickle-present",
		variant{"pickle/unknown-by-reduce", "calls the unknown mylib.Point by REDUCE", oneObject(Reduce(point))},
		variant{"pickle/unknown-by-inst", "creates an instance of the unknown mylib.Point by INST", oneObject("(imylib\nPoint\n")},
		variant{"pickle/unknown-by-newobj", "creates an instance of the unknown mylib.Point by NEWOBJ", oneObject(NewObj(point))},
		variant{"pickle/unknown-by-newobj-ex", "creates an instance of the unknown mylib.Point by NEWOBJ_EX", oneObject4(point + ")}\x92")},
		variant{"pickle/unknown-array-class", "passes the unknown mylib.Point to _reconstruct as an array class",
			oneObject(Reduce(Global("numpy.core.multiarray", "_reconstruct"), point, "K\x00\x85", ShortBytes("b")))},
		variant{"pickle/unknown-factory", "makes the unknown mylib.Point the factory of a defaultdict", oneObject(Reduce(Global("collections", "defaultdict"), point))},
		variant{"pickle/of-python-2-instances", "creates an instance of a class of the writing program, as NumPy saved it on Python 2", oneFile(writtenOldClass)},
	)...)
}

// pickleImportNameCases returns cases of imports whose names are odd, or not in the file.
func pickleImportNameCases() []Case {
	odd := pickleDanger()
	odd.Story += "its pickle has an import with "
	odd.Twin = "pickle/holds-class"
	cases := variants(odd, "pickle-import-name pickle-present",
		variant{"pickle/name-dotted", "a dot in its name: int.from_bytes", oneObject(Global("builtins", "int.from_bytes"))},
		variant{"pickle/name-empty", "no name", oneObject(Global("numpy", ""))},
		variant{"pickle/name-blank", "a space after its name", oneObject(Global("numpy", "ndarray "))},
		variant{"pickle/name-carriage-return", "Windows line ends", oneObject(Global("numpy\r", "ndarray\r"))},
		variant{"pickle/name-full-width", "a full-width letter in its module, which Python source would read as ASCII", oneObject(Global("ｏs", "system"))},
	)
	odd.Twin = "pickle/holds-class-protocol-4"
	cases = append(cases, variants(odd, "pickle-import-name pickle-present",
		variant{"pickle/name-path-to-system", "dots in its name that lead from numpy to os.system", oneObject4(StackGlobal("numpy", "ctypeslib.os.system"))},
	)...)

	lost := pickleDanger()
	lost.Story += "its pickle has an import with "
	lost.Twin = "pickle/holds-class-protocol-4"
	name := ShortUnicode("int")
	return append(cases, variants(lost, "pickle-import-unresolved pickle-present",
		variant{"pickle/unresolved-module-int", "an int as its module", oneObject4("K\x01" + name + "\x93")},
		variant{"pickle/unresolved-module-computed", "the result of a call as its module", oneObject4(Reduce(Global("builtins", "str"), ShortUnicode("builtins")) + name + "\x93")},
	)...)
}

// pickleOutsideCases returns cases of references to something outside the file.
func pickleOutsideCases() []Case {
	outside := pickleDanger()
	outside.Story += "its pickle refers "
	cases := variants(outside, "pickle-extension pickle-present",
		variant{"pickle/extension-1", "to an import by extension code 1", oneObject("\x82\x01")},
		variant{"pickle/extension-4", "to an import by extension code 65536", oneObject("\x84\x00\x00\x01\x00")},
	)
	cases = append(cases, variants(outside, "pickle-persistent-id pickle-present",
		variant{"pickle/persistent-id", "to an object by a persistent ID from the stack", oneObject("K\x01Q")},
		variant{"pickle/persistent-id-text", "to an object by a persistent ID in a line of text", oneObject("Pa\n")},
	)...)
	buffer := pickleFault()
	buffer.Violates = false
	buffer.Twin = "pickle/holds-buffer"
	return append(append(cases, variants(buffer, "pickle-buffer pickle-present",
		variant{"pickle/buffer-next", "the pickle asks for an out-of-band buffer", oneFile("\x80\x05" + arrayOfOne("\x97") + ".")},
		variant{"pickle/buffer-readonly", "the pickle makes a buffer read-only", oneFile("\x80\x05" + arrayOfOne("\x96"+string(I8(1))+"a\x98") + ".")},
	)...), variants(buffer, "pickle-buffer pickle-newer-name pickle-present",
		variant{"pickle/buffer-out-of-band", "the elements of an inner array went out of band to a buffer_callback", oneFile(writtenOutOfBand)},
	)...)
}
