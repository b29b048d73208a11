package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// objectArray is an array of objects, for readers that load its pickle. The reprs are Python 3's.
func objectArray(shape []int64, reprs ...string) *Array {
	return &Array{DType: "|O", Shape: shape, Reprs: reprs}
}

// inFortranOrder returns the array with the header's order.
func (a *Array) inFortranOrder() *Array {
	a.F = true
	return a
}

// holdObjects adds the content of pickles to their cases, if it is plain values.
func holdObjects(cases []Case) {
	byID := make(map[string]*Case, len(cases))
	for i := range cases {
		byID[cases[i].ID] = &cases[i]
	}
	hold := func(a *Array, ids ...string) {
		for _, id := range ids {
			byID[id].Array = a
		}
	}
	hold(objectArray(dims(3), "1", "None", "'aaa'"), "pickle/protocol-2")
	hold(objectArray(dims(3), "1", "None", "'a'"), "pickle/protocol-0", "pickle/protocol-1", "pickle/protocol-3", "pickle/protocol-4", "pickle/protocol-5")
	hold(objectArray(nil, "'a'"), "pickle/0d", "pickle/protocol-3-0d")
	hold(objectArray(dims(0)), "pickle/empty")
	hold(objectArray(dims(2, 3), "1", "None", "'aaaaa'", "2.5", "True", "[7, 8]"), "pickle/2d")
	hold(objectArray(dims(2, 3), "1", "None", "'aaaaa'", "2.5", "True", "[7, 8]").inFortranOrder(), "pickle/fortran")
	hold(objectArray(dims(8), "None", "True", "-1", "1180591620717411303424", "0.5", "(1+2j)", "'é'", `b'\x00x'`), "pickle/of-numbers-and-text")
	hold(objectArray(dims(8), "(1, 2)", "[3]", "{'a': 4}", "{5}", "frozenset({6})", "bytearray(b'7')", "range(0, 8)", "slice(None, 9, None)"), "pickle/of-collections")
	hold(objectArray(dims(1), "None"), "pickle/one-object", "pickle/one-object-protocol-4", "pickle/memo-slot", "pickle/memo-stored-twice")
	hold(objectArray(dims(1), "None"), "pickle/memo-out-of-order", "pickle/memo-counted-twice", "pickle/stop-behind-frame")
	hold(objectArray(dims(1), "None"), "pickle/trailing-newline", "pickle/trailing-array", "pickle/trailing-archive")
	none := objectArray(dims(1), "None")
	byID["npz/object"].Members[1].Array = none
	byID["npz/object-alone"].Members[0].Array = none
}

// objectCases returns cases of object arrays whose values a reader of pickles could get wrong.
func objectCases() []Case {
	var out []Case
	add := func(id, story string, a *Array, shape, order, dimensions string, objects ...string) {
		c := pickled()
		data := "]"
		if len(objects) > 0 {
			data = ListOf(objects...)
		}
		fortran := "\x89"
		if a.F {
			fortran = "\x88"
		}
		c.ID, c.Story, c.Rules, c.Array = id, c.Story+story, "pickle-present", a
		c.Bytes = Npy1(Dict("'|O'", order, shape), []byte("\x80\x03"+arrayOf(dimensions, oneDType, fortran, data)+"."))
		out = append(out, c)
	}
	double := func(bits uint64) string { return "G" + string(BigEndian(bits, 8)) }
	add("pickle/objects-ints", "ints of every length, and both booleans",
		objectArray(dims(11), "0", "255", "256", "65535", "-1", "2147483647", "-2147483648", "9223372036854775808", "-9223372036854775809", "True", "False"),
		"(11,)", "False", "K\x0b\x85",
		"K\x00", "K\xff", "M\x00\x01", "M\xff\xff", BinInt(-1), BinInt(2147483647), BinInt(-2147483648),
		"\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x80\x00", "\x8a\x09\xff\xff\xff\xff\xff\xff\xff\x7f\xff", "\x88", "\x89")
	add("pickle/objects-floats", "floats that need all digits, and those that are not finite",
		objectArray(dims(8), "0.1", "1.7976931348623157e+308", "5e-324", "-0.0", "inf", "-inf", "nan", "1.0000000000000002"),
		"(8,)", "False", "K\x08\x85",
		double(0x3fb999999999999a), double(0x7fefffffffffffff), double(1), double(1<<63), double(0x7ff0000000000000), double(0xfff0000000000000), double(0x7ff8000000000000), double(0x3ff0000000000001))
	add("pickle/objects-text", "text and bytes: empty, with quotes, a backslash, NULs and characters outside the basic plane",
		objectArray(dims(9), "''", "'it\\'s \"'", `"it's"`, `'a\\b'`, `'a\x00'`, "'日'", "'𝄞'", "b''", `b'\xff\x00a\n'`),
		"(9,)", "False", "K\x09\x85",
		Unicode(""), Unicode("it's \""), Unicode("it's"), Unicode(`a\b`), Unicode("a\x00"), Unicode("日"), Unicode("𝄞"), ShortBytes(""), ShortBytes("\xff\x00a\n"))
	add("pickle/objects-long-text", "text of 300 bytes, the length of which needs two",
		objectArray(dims(1), "'"+strings.Repeat("abc", 100)+"'"), "(1,)", "False", "K\x01\x85", Unicode(strings.Repeat("abc", 100)))
	add("pickle/objects-containers", "tuples, lists and dictionaries, empty and inside each other",
		objectArray(dims(8), "()", "(1,)", "(1, 2, 3, 4)", "[]", "[[1], (2, [3])]", "{}", "{'k': None, 2: [3]}", "({'a': ()},)"),
		"(8,)", "False", "K\x08\x85",
		")", "K\x01\x85", TupleOf("K\x01", "K\x02", "K\x03", "K\x04"), "]", ListOf("]K\x01a", "K\x02]K\x03a\x86"), "}",
		"}("+Unicode("k")+"NK\x02]K\x03au", "}"+Unicode("a")+")s\x85")
	add("pickle/objects-one-list-twice", "one list that is two elements",
		objectArray(dims(3), "[1]", "[1]", "[1]"), "(3,)", "False", "K\x03\x85", "]q\x01K\x01a", "h\x01", "]K\x01a")
	six := []string{"K\x00", Unicode("b"), "N", "K\x03", "]K\x04a", "\x88"}
	reprs := []string{"0", "'b'", "None", "3", "[4]", "True"}
	add("pickle/objects-2d", "six objects in two dimensions", objectArray(dims(3, 2), reprs...), "(3, 2)", "False", "K\x03K\x02\x86", six...)
	add("pickle/objects-2d-fortran", "six objects in two dimensions, in Fortran order", objectArray(dims(3, 2), reprs...).inFortranOrder(), "(3, 2)", "True", "K\x03K\x02\x86", six...)
	add("pickle/objects-3d", "six objects in three dimensions", objectArray(dims(1, 2, 3), reprs...), "(1, 2, 3)", "False", "K\x01K\x02K\x03\x87", six...)
	add("pickle/objects-empty-2d", "no objects in two dimensions", objectArray(dims(0, 3)), "(0, 3)", "False", "K\x00K\x03\x86")
	add("pickle/objects-0d", "a dictionary as an array of rank 0", objectArray(nil, "{'a': 1}"), "()", "False", ")", "}"+Unicode("a")+"K\x01s")

	c := npzTolerated("object", "b.npy", objectArray(dims(3, 2), reprs...))
	c.ID = "npz/objects-2d"
	c.Story, c.Rules, c.Features = "conforming, but a member is an object array: six objects in two dimensions", "pickle-present", "npz v1 float object 1d 2d"
	c.Bytes = npzWith("b.npy", Npy1(Dict("'|O'", "False", "(3, 2)"), []byte("\x80\x03"+arrayOf("K\x03K\x02\x86", oneDType, "\x89", ListOf(six...))+".")))
	return sinceTwo(append(out, c))
}

// Parts of the pickles that are put together by hand. They have protocol 3 unless a case is about
// another.
const (
	// _reconstruct(ndarray, (0,), b'b'), and the start of the state up to the dtype: version 1, (1,)
	oneNew   = "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R"
	oneState = "(K\x01K\x01\x85"

	// dtype('O8', False, True) with its state
	oneDType = "cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tb"

	// the number 1.0 in binary
	oneDouble = "\x00\x00\x00\x00\x00\x00\xf0?"
)

// arrayOfOne returns the opcodes of an array of one object, whose opcodes are given.
func arrayOfOne(object string) string { return oneNew + oneState + oneDType + "\x89]" + object + "atb" }

// oneFile is a file whose header promises one object, with the given pickle.
func oneFile(pickle string) []byte { return Npy1(Dict("'|O'", "False", "(1,)"), []byte(pickle)) }

// oneObject is a file of one object, whose opcodes are given, by protocol 3.
func oneObject(object string) []byte { return oneFile("\x80\x03" + arrayOfOne(object) + ".") }

// What pickle.dump writes, for the areas pickle and npz.
const (
	// array([1.0, -2.5, 3.0]) by pickle.dumps with protocol 0, without a header.
	bareProtocol0 = "cnumpy._core.multiarray\n_reconstruct\np0\n(cnumpy\nndarray\np1\n(I0\ntp2\nc_codecs\nencode" +
		"\np3\n(Vb\np4\nVlatin1\np5\ntp6\nRp7\ntp8\nRp9\n(I1\n(I3\ntp10\ncnumpy\ndtype\np11\n(Vf8\np1" +
		"2\nI00\nI01\ntp13\nRp14\n(I3\nV<\np15\nNNNI-1\nI-1\nI0\ntp16\nbI00\ng3\n(V\\u0000\\u0000\\u0" +
		"000\\u0000\\u0000\\u0000\xf0?\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\x04\xc0\\u0000\\u000" +
		"0\\u0000\\u0000\\u0000\\u0000\x08@\np17\ng5\ntp18\nRp19\ntp20\nb."

	// The same with protocol 4.
	bareProtocol4 = "\x80\x04\x95\xa1\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_recon" +
		"struct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x03\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02f8\x94\x89\x88\x87\x94R" +
		"\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94b\x89C\x18\x00\x00\x00" +
		"\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x00\x00\x00\x00\x00\x08@\x94t\x94b."
)
