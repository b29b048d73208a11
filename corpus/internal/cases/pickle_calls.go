package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// pickleCallCases returns cases of pickles that import only what NumPy and Python need, but use it differently.
func pickleCallCases() []Case {
	return slices.Concat(pickleCallFormCases(), pickleMutationCases(), pickleResourceCases())
}

func pickleCallFormCases() []Case {
	reconstruct, scalar := Global("numpy.core.multiarray", "_reconstruct"), Global("numpy.core.multiarray", "scalar")
	set, class := Global("builtins", "set"), Global("builtins", "int")
	var cases []Case
	form := func(twin string, each ...variant) {
		c := pickleDanger()
		c.Story += "its pickle calls "
		c.Twin = "pickle/" + twin
		cases = append(cases, variants(c, "pickle-call-form pickle-present", each...)...)
	}
	form("holds-encoded-bytes",
		variant{"pickle/call-encode-rot13", "_codecs.encode with an encoding other than Latin-1", oneObject(Reduce(Global("_codecs", "encode"), Unicode("a"), Unicode("rot13")))},
	)
	form("holds-dtype",
		variant{"pickle/call-dtype-by-one", "numpy.dtype with one argument", oneObject(Reduce(Global("numpy", "dtype"), Unicode("f8")))},
	)
	form("holds-array",
		variant{"pickle/call-scalar-short", "numpy's scalar with 7 bytes for a double", oneObject(Reduce(scalar, doubles, ShortBytes(oneDouble[:7])))},
	)
	form("holds-path",
		variant{"pickle/call-path-of-path", "PurePosixPath with something that isn't text", oneObject(Reduce(Global("pathlib", "PurePosixPath"), Reduce(Global("types", "SimpleNamespace"))))},
		variant{"pickle/call-time-zone-outside", "ZoneInfo._unpickle with a name that leads outside the folder of time zones",
			oneObject(Reduce(Reduce(Global("builtins", "getattr"), Global("zoneinfo", "ZoneInfo"), Unicode("_unpickle")), Unicode("../../../etc/localtime"), "K\x01"))},
	)
	form("holds-class",
		variant{"pickle/call-memmap", "numpy.memmap, which opens the file a", oneObject(Reduce(Global("numpy", "memmap"), Unicode("a")))},
	)
	form("holds-set",
		variant{"pickle/call-list-for-arguments", "set with its arguments in a list", oneObject(set + "]R")},
		variant{"pickle/call-generator-constructor", "__generator_ctor with int as the constructor of the bit generator", oneObject(Reduce(Global("numpy.random._pickle", "__generator_ctor"), Unicode("5"), class))},
		variant{"pickle/call-of-int", "an int", oneObject("K\x01)R")},
		variant{"pickle/call-with-keywords", "int with a keyword argument", oneObject4(class + ")}" + Unicode("x") + "K\x01s\x92")},
		variant{"pickle/call-reconstruct-class", "_reconstruct with a class that is not an array class", oneObject(Reduce(reconstruct, class, "K\x00\x85", ShortBytes("b")))},
	)

	form("holds-buffer-axes",
		variant{"pickle/call-buffer-axes", "_frombuffer with a range of 200 million as the order of the axes", bufferAxes(Reduce(Global("builtins", "range"), "K\x00", BinInt(200_000_000), "K\x01"))},
	)
	form("holds-seed-sequence",
		variant{"pickle/call-seed-sequence-state", "__pyx_unpickle_SeedSequence with a state of a pool of 2^40 words",
			oneObject(seedSequence(TupleOf("K\x00", "K\x00", Unicode("evil"), "\x8a\x06\x00\x00\x00\x00\x00\x01", ")")))},
	)
	form("holds-range",
		variant{"pickle/call-range-step-0", "range with a step of 0", oneObject(Reduce(Global("builtins", "range"), "K\x00", "K\x05", "K\x00"))},
	)
	form("holds-date",
		variant{"pickle/call-date-february-30", "date with the bytes of 30 February 2020", oneObject(Reduce(Global("datetime", "date"), ShortBytes("\x07\xe4\x02\x1e")))},
	)
	form("holds-fraction",
		variant{"pickle/call-fraction-by-0", "Fraction with a denominator of 0", oneObject(Reduce(Global("fractions", "Fraction"), "K\x01", "K\x00"))},
	)
	form("holds-decimal",
		variant{"pickle/call-decimal-of-letters", "Decimal with the text abc", oneObject(Reduce(Global("decimal", "Decimal"), Unicode("abc")))},
	)

	state := pickleDanger()
	state.Story += "its pickle gives an inner array "
	state.Twin = "pickle/holds-array"
	return append(cases, variants(state, "pickle-call-form pickle-present",
		variant{"pickle/state-short-data", "7 bytes for one double", oneObject(arrayOf("K\x01\x85", doubles, "\x89", ShortBytes(oneDouble[:7])))},
		variant{"pickle/state-short-list", "a list of one object for two elements", oneObject(arrayOf("K\x02\x85", oneDType, "\x89", "]Na"))},
		variant{"pickle/state-shape-overflow", "a shape of 2^64 elements", oneObject(arrayOf(TupleOf(BinInt(1<<30), BinInt(1<<30), "K\x10"), doubles, "\x89", ShortBytes("")))},
	)...)
}

func pickleMutationCases() []Case {
	class, function := Global("builtins", "int"), Global("_codecs", "encode")
	change := pickleDanger()
	change.Story += "its pickle changes something that no pickle may change: "
	change.Twin = "pickle/holds-uuid"
	attributes := "}" + Unicode("a") + "K\x01s"
	bigEndian := TupleOf("K\x03", Unicode(">"), "N", "N", "N", BinInt(-1), BinInt(-1), "K\x00") + "b"
	return variants(change, "pickle-mutation pickle-present",
		variant{"pickle/build-on-class", "BUILD gives an attribute to a class", oneObject(class + attributes + "b")},
		variant{"pickle/build-on-function", "BUILD gives an attribute to a function", oneObject(function + attributes + "b")},
		variant{"pickle/build-twice", "BUILD gives an object its attributes twice",
			oneObject(NewObj(Global("uuid", "UUID")) + "}" + Unicode("int") + "K\x05sb}" + Unicode("int") + "K\x06sb")},
		variant{"pickle/build-dtype-twice", "BUILD gives a dtype a second state", oneObject(doubles + bigEndian)},
		variant{"pickle/build-dtype-in-use", "BUILD gives a state to a dtype that an array already uses",
			oneObject(dtypeCall("f8") + "q\x000" + arrayOf("K\x01\x85", "h\x00", "\x89", ShortBytes(oneDouble)) + "h\x00" + bigEndian + "\x86")},
		variant{"pickle/setitem-on-class", "SETITEM sets an item of a class", oneObject(class + Unicode("a") + "K\x01s")},
		variant{"pickle/setitem-on-fields", "SETITEM adds a field to a dtype that already has its fields",
			oneObject("}q\x00" + Unicode("a") + TupleOf(doubles, "K\x00") + "s0" +
				dtypeWith("V8", "K\x03", Unicode("|"), "N", Unicode("a")+"\x85", "h\x00", "K\x08", "K\x01", "K\x10") + "h\x00" + Unicode("b") + TupleOf(doubles, "K\x40") + "s\x86")},
		variant{"pickle/append-to-tuple", "APPEND appends to a tuple", oneObject(")Na")},
	)
}

// pickleResourceCases returns cases of short pickles that take much memory or time.
func pickleResourceCases() []Case {
	const billion = "J\x00\xca\x9a\x3b"
	reconstruct, ndarray := Global("numpy.core.multiarray", "_reconstruct"), Global("numpy", "ndarray")
	numbers := Reduce(Global("builtins", "range"), "K\x00", billion, "K\x01")
	number := pickleDanger()
	number.Story += "its pickle allocates as much as a number says: "
	number.Twin = "pickle/holds-bytearray"
	cases := variants(number, "pickle-allocation pickle-present",
		variant{"pickle/allocation-bytearray", "a bytearray of 10^9 bytes", oneObject(Reduce(Global("builtins", "bytearray"), billion))},
		variant{"pickle/allocation-list-of-range", "a list of a range of 10^9", oneObject(Reduce(Global("builtins", "list"), numbers))},
		variant{"pickle/allocation-reconstruct", "an array of 10^9 elements by _reconstruct", oneObject(Reduce(reconstruct, ndarray, billion+"\x85", ShortBytes("b")))},
		variant{"pickle/allocation-array", "an array of 10^9 elements by ndarray", oneObject(Reduce(ndarray, billion+"\x85"))},
	)

	large := pickled()
	large.Story, large.Flags, large.Twin = "a conforming object array, but its pickle expands to very many values: ", "object huge-pickle", "pickle/references-27"
	cases = append(cases, variants(large, "pickle-expansion pickle-present",
		variant{"pickle/expansion-tuples", "a tuple of three references to a tuple of three references, nested 30 times", oneObject(tripled(30))},
		variant{"pickle/expansion-lists", "a list of ten references to a list of ten references, nested 10 times", oneObject(tenfold(10))},
	)...)
	work := large
	work.Story = "a conforming object array, but its values take a reader a very long time: "
	cases = append(cases, variants(work, "pickle-expansion pickle-present pickle-work",
		variant{"pickle/expansion-set", "it hashes an element of a set, a tuple of three references, nested 30 times", oneObject4("\x8f(" + tripled(30) + "\x90")},
	)...)
	work.Twin = "pickle/holds-decimal"
	cases = append(cases, variants(work, "pickle-present pickle-work",
		variant{"pickle/work-decimal", "a decimal number with an exponent of 999999999", oneObject(Reduce(Global("decimal", "Decimal"), Unicode("1E+999999999")))},
	)...)
	work.Twin = "pickle/one-object"
	cases = append(cases, variants(work, "pickle-present pickle-work",
		variant{"pickle/work-int", "an int of 2000 bytes", oneObject("\x8b" + string(LittleEndian(2000, 4)) + strings.Repeat("U", 2000))},
	)...)
	work.Twin = "pickle/hashed-30-times"
	cases = append(cases, variants(work, "pickle-present pickle-work",
		variant{"pickle/work-hash", "it hashes the key that 400 dictionaries share, a tuple of three references, nested 11 times", oneObject(hashed(11, 400))},
	)...)
	follow := pickled()
	follow.Story, follow.Twin = "a conforming object array, but its pickle changes a value that is part of another: ", "pickle/list-before-tuple"
	cases = append(cases, variants(follow, "pickle-late-change pickle-present",
		variant{"pickle/list-after-tuple", "a list grows after it became part of a tuple", oneObject("]q\x010h\x01\x85q\x020h\x01Na0h\x02")},
	)...)
	deep := pickled()
	deep.Story, deep.Flags, deep.Twin = "a conforming object array, but its pickle nests too deep: ", "object huge-pickle", "pickle/nesting-400"
	return append(cases, variants(deep, "pickle-depth pickle-present",
		variant{"pickle/depth-lists", "600 lists, each inside the next", oneObject(nestedLists(600))},
		variant{"pickle/depth-marks", "1100 marks on the stack with nothing between them", oneObject(strings.Repeat("(", 1100) + strings.Repeat("1", 1100) + "N")},
	)...)
}

// tenfold returns the opcodes of a list that holds the one before ten times, and so on n times.
func tenfold(n int) string {
	text := "]"
	for slot := range byte(n) {
		at := string(Bytes(slot))
		text += "q" + at + "0" + ListOf(strings.Repeat("h"+at, 10))
	}
	return text
}

// pickleStateCases returns cases of pickles that call what NumPy and Python call, but with states that they don't
// write: attributes that NumPy looks up on an instance, and values that it examines. Loading them does no harm.
func pickleStateCases() []Case {
	ordered := Reduce(Global("collections", "OrderedDict"))
	philox := func(position string) []byte {
		words := func(n string, count int) string {
			return arrayOf(n+"\x85", dtypeOf("u8", "<", "K\x00"), "\x89", ShortBytes(strings.Repeat(oneDouble, count)))
		}
		state := "}(" + Unicode("counter") + words("K\x04", 4) + Unicode("key") + words("K\x02", 2) + "u"
		return oneObject(Reduce(Global("numpy.random._pickle", "__bit_generator_ctor"), Unicode("Philox")) +
			"}(" + Unicode("bit_generator") + Unicode("Philox") + Unicode("state") + state + Unicode("buffer") + words("K\x04", 4) +
			Unicode("buffer_pos") + position + Unicode("has_uint32") + "K\x00" + Unicode("uinteger") + "K\x00" + "ub")
	}
	masked := func(mask, fill string) []byte {
		return oneObject(Reduce(Global("numpy.ma.core", "_mareconstruct"), Global("numpy.ma.core", "MaskedArray"), Global("numpy", "ndarray"), "K\x00\x85", Unicode("b")) +
			TupleOf("K\x01", "K\x01\x85", doubles, "\x89", ShortBytes(oneDouble), mask, fill) + "b")
	}
	table := func(sub string) []byte {
		pair := dtypeWith("V16", "K\x03", Unicode("|"), TupleOf(doubles, "K\x02\x85"), "N", "N", "K\x10", "K\x08", "K\x00")
		typ := dtypeWith("V24", "K\x03", Unicode("|"), "N", Unicode("a")+Unicode("b")+"\x86",
			fieldsOf([3]string{"a", oneDType, "K\x00"}, [3]string{"b", pair, "K\x08"}), "K\x18", "K\x01", "K\x1b")
		return oneObject(arrayOf("K\x01\x85", typ, "\x89", "]N"+sub+"\x86a"))
	}
	letter := func(codePoint string) []byte {
		text := dtypeWith("U1", "K\x03", Unicode("<"), "N", "N", "N", "K\x04", "K\x04", "K\x08")
		return oneObject(arrayOf("K\x01\x85", text, "\x89", ShortBytes(codePoint)))
	}
	double := arrayOf(")", doubles, "\x89", ShortBytes(oneDouble))
	doubles2 := arrayOf("K\x02\x85", doubles, "\x89", ShortBytes(oneDouble+oneDouble))

	cases := variants(pickled(), "pickle-present",
		variant{"pickle/holds-ordered-dict", "an OrderedDict", oneObject(ordered)},
		variant{"pickle/holds-generator", "a random bit generator", philox("K\x04")},
		variant{"pickle/holds-masked-array", "a masked array with a fill value", masked(ShortBytes("\x00"), double)},
		variant{"pickle/holds-sub-array", "a structured array with an object and a subarray", table(doubles2)},
		variant{"pickle/holds-text", "an array of one letter", letter("a\x00\x00\x00")},
	)
	state := func(twin string, each ...variant) {
		c := pickleDanger()
		c.Story += "its pickle gives "
		c.Twin = "pickle/" + twin
		cases = append(cases, variants(c, "pickle-present pickle-state", each...)...)
	}
	state("holds-ordered-dict",
		variant{"pickle/state-attribute", "an OrderedDict the attribute __array_interface__, in which NumPy looks for an address", oneObject(ordered + "}" + Unicode("__array_interface__") + "}sb")},
		variant{"pickle/build-again", "an OrderedDict a class as its __setstate__, which BUILD then calls", oneObject(ordered + "}" + Unicode("__setstate__") + Global("builtins", "int") + "sbK\x05b")},
	)
	state("holds-namespace",
		variant{"pickle/state-namespace", "a SimpleNamespace the attribute __array_interface__, in which NumPy looks for an address",
			oneObject(Reduce(Global("types", "SimpleNamespace")) + "}" + Unicode("__array_interface__") + "}sb")},
	)
	state("holds-exception",
		variant{"pickle/state-exception", "an exception the attribute __reduce__", oneObject(Reduce(Global("builtins", "ValueError"), Unicode("a")) + "}" + Unicode("__reduce__") + Global("builtins", "int") + "sb")},
	)
	state("holds-generator",
		variant{"pickle/state-position", "a bit generator the position 5 in a buffer of 4 words", philox("K\x05")},
	)
	state("holds-masked-array",
		variant{"pickle/state-fill-value", "a masked array of doubles a fill value of two doubles", masked(ShortBytes("\x00"), doubles2)},
		variant{"pickle/state-mask", "a masked array of one element an empty mask", masked(ShortBytes(""), double)},
	)
	state("holds-masked-pair",
		variant{"pickle/state-fill-swapped", "a masked array of an object and an int the fill value of an int and an object", maskedPair("N", int64s, oneDType, ListOf(TupleOf("K\x01", "N")))},
	)
	state("holds-sub-array",
		variant{"pickle/state-element", "an array a list where its dtype has a subarray", table("](G" + strings.Repeat("\x00", 8) + "G" + strings.Repeat("\x00", 8) + "e")},
	)
	state("holds-text",
		variant{"pickle/state-code-point", "an array of text the code point 0x110000, one more than the last", letter("\x00\x00\x11\x00")},
	)
	return cases
}
