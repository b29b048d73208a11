package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// arrayOf returns the opcodes of an array. The parts are opcodes.
func arrayOf(shape, dtype, fortran, data string) string {
	return oneNew + TupleOf("K\x01", shape, dtype, fortran, data) + "b"
}

// dtypeOf returns the opcodes of a simple dtype.
func dtypeOf(code, order, flags string) string {
	return dtypeWith(code, "K\x03", Unicode(order), "N", "N", "N", BinInt(-1), BinInt(-1), flags)
}

// dtypeWith returns the opcodes of a dtype with the given state.
func dtypeWith(code string, state ...string) string { return dtypeCall(code) + TupleOf(state...) + "b" }

// dtypeCall returns the opcodes of a dtype without its state.
func dtypeCall(code string) string { return Global("numpy", "dtype") + Unicode(code) + "\x89\x88\x87R" }

var (
	// doubles is the dtype of little-endian doubles.
	doubles = dtypeOf("f8", "<", "K\x00")

	// doubleObject is the dtype [('a', '<f8'), ('b', '|O')].
	doubleObject = pairDType(Unicode("a")+Unicode("b")+"\x86", fieldsOf([3]string{"a", doubles, "K\x00"}, [3]string{"b", oneDType, "K\x08"}), "K\x1b")
)

// oneObject4 is the same by protocol 4.
func oneObject4(object string) []byte { return oneFile("\x80\x04" + arrayOfOne(object) + ".") }

// bufferAxes is an array of two axes that is made from a buffer, with their order.
func bufferAxes(axes string) []byte {
	return oneFile("\x80\x05" + arrayOfOne(Reduce(Global("numpy.core.numeric", "_frombuffer"), "\x96"+string(I8(16))+oneDouble+oneDouble, doubles,
		"K\x01K\x02\x86", Unicode("K"), axes)) + ".")
}

// seedSequence returns the opcodes of a SeedSequence with a third argument.
func seedSequence(state string) string {
	return Reduce(Global("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence"), Global("numpy.random.bit_generator", "SeedSequence"), BinInt(65708578), state)
}

// int64s is the dtype of little-endian integers.
var int64s = dtypeOf("i8", "<", "K\x00")

// maskedPair is a masked array of one pair of an object and an int, whose fill value is a pair of two types.
func maskedPair(object, a, b, fill string) []byte {
	pair := func(a, b string) string {
		return pairDType(Unicode("a")+Unicode("b")+"\x86", fieldsOf([3]string{"a", a, "K\x00"}, [3]string{"b", b, "K\x08"}), "K\x1b")
	}
	return oneObject(Reduce(Global("numpy.ma.core", "_mareconstruct"), Global("numpy.ma.core", "MaskedArray"), Global("numpy", "ndarray"), "K\x00\x85", Unicode("b")) +
		TupleOf("K\x01", "K\x01\x85", pair(oneDType, int64s), "\x89", ListOf(TupleOf(object, "K\x01")), ShortBytes("\x00\x00"), arrayOf(")", pair(a, b), "\x89", fill)) + "b")
}

// pickled is an array of one object that conforms, but that may be refused.
func pickled() Case {
	return Case{
		Story: "conforming, but the data is a pickle: ", Duty: Either, Stage: "pickle", Flags: "object",
		Twin: "pickle/raw-one-object",
	}
}

// pickleFault is an array of one object whose pickle neither Python nor NumPy writes.
func pickleFault() Case {
	return Case{
		Story: "an object array, conforming except that ", Duty: Reject, Violates: true, Stage: "pickle",
		Twin: "pickle/one-object",
	}
}

// pickleDanger is an array of one object that conforms, and that must not be loaded.
func pickleDanger() Case {
	c := pickleFault()
	c.Story, c.Violates = "a conforming object array, but ", false
	return c
}

// The pickles are those that NumPy wrote. Their lengths are multiples of the element counts, so that a
// twin can hold the same bytes as void.
const (
	// [1, None, 'aaa'], as NumPy 1.16 wrote it: protocol 2, by pickle.dumps with NumPy 1.23.5.
	pickle2 = "\x80\x02cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02c_" +
		"codecs\nencode\nq\x03X\x01\x00\x00\x00bq\x04X\x06\x00\x00\x00latin1q\x05\x86q\x06Rq\x07\x87" +
		"q\x08Rq\x09(K\x01K\x03\x85q\ncnumpy\ndtype\nq\x0bX\x02\x00\x00\x00O8q\x0c\x89\x88\x87q\x0d" +
		"Rq\x0e(K\x03X\x01\x00\x00\x00|q\x0fNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x10b\x89]q\x11" +
		"(K\x01NX\x03\x00\x00\x00aaaq\x12etq\x13b."

	// [1, None, 'a'], by numpy.save of NumPy 1.23.5: protocol 3.
	pickle3 = "\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02C\x01" +
		"bq\x03\x87q\x04Rq\x05(K\x01K\x03\x85q\x06cnumpy\ndtype\nq\x07X\x02\x00\x00\x00O8q\x08\x89" +
		"\x88\x87q\x09Rq\n(K\x03X\x01\x00\x00\x00|q\x0bNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x0c" +
		"b\x89]q\x0d(K\x01NX\x01\x00\x00\x00aq\x0eetq\x0fb."

	// 'a' as an array of rank 0, by numpy.save of NumPy 1.23.5.
	pickle3Scalar = "\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02C\x01" +
		"bq\x03\x87q\x04Rq\x05(K\x01)cnumpy\ndtype\nq\x06X\x02\x00\x00\x00O8q\x07\x89\x88\x87q\x08" +
		"Rq\x09(K\x03X\x01\x00\x00\x00|q\nNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x0bb\x89]q\x0c" +
		"X\x01\x00\x00\x00aq\x0datq\x0eb."

	// [1, None, 'a'], by numpy.save of NumPy 2.4.6: protocol 4.
	pickle4 = "\x80\x04\x95\x91\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x03\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R" +
		"\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94(K\x01N\x8c\x01" +
		"a\x94et\x94b."

	// 'a' as an array of rank 0, by numpy.save of NumPy 2.4.6.
	pickle4Scalar = "\x80\x04\x95\x8a\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01)h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03\x8c" +
		"\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94\x8c\x01a\x94at\x94b."

	// An array without elements, by numpy.save of NumPy 2.4.6.
	pickle4Empty = "\x80\x04\x95\x88\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x00\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R" +
		"\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94t\x94b."

	// [[1, None, 'aaaaa'], [2.5, True, [7, 8]]] in C order, by numpy.save of NumPy 2.4.6.
	pickle4Table = "\x80\x04\x95\xa9\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x02K\x03\x86\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87" +
		"\x94R\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94(K\x01N" +
		"\x8c\x05aaaaa\x94G@\x04\x00\x00\x00\x00\x00\x00\x88]\x94(K\x07K\x08eet\x94b."

	// The same in Fortran order.
	pickle4Fortran = "\x80\x04\x95\xa9\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x02K\x03\x86\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87" +
		"\x94R\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x88]\x94(K\x01N" +
		"\x8c\x05aaaaa\x94G@\x04\x00\x00\x00\x00\x00\x00\x88]\x94(K\x07K\x08eet\x94b."

	// [(1, 'a'), (-2, None)] of the type [('a', '<i4'), ('b', '|O')], by numpy.save of NumPy 2.4.6.
	pickle4Struct = "\x80\x04\x95\xf5\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x02\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x03V12\x94\x89\x88\x87\x94" +
		"R\x94(K\x03\x8c\x01|\x94N\x8c\x01a\x94\x8c\x01b\x94\x86\x94}\x94(h\x11h\x0c\x8c\x02i4\x94" +
		"\x89\x88\x87\x94R\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK" +
		"\x00\x86\x94h\x12h\x0c\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03h\x10NNNJ\xff\xff\xff\xffJ" +
		"\xff\xff\xff\xffK?t\x94bK\x04\x86\x94uK\x0cK\x01K\x1bt\x94b\x89]\x94(K\x01h\x11\x86\x94J\xfe" +
		"\xff\xff\xffN\x86\x94et\x94b."

	// [(1, ['aa', None])] of the type [('a', '<i4'), ('b', '|O', (2,))], by numpy.save of NumPy 2.4.6.
	pickle4Subarray = "\x80\x04\x953\x01\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_recon" +
		"struct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x01\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x03V20\x94\x89\x88\x87\x94" +
		"R\x94(K\x03\x8c\x01|\x94N\x8c\x01a\x94\x8c\x01b\x94\x86\x94}\x94(h\x11h\x0c\x8c\x02i4\x94" +
		"\x89\x88\x87\x94R\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK" +
		"\x00\x86\x94h\x12h\x0c\x8c\x03V16\x94\x89\x88\x87\x94R\x94(K\x03h\x10h\x0c\x8c\x02O8\x94\x89" +
		"\x88\x87\x94R\x94(K\x03h\x10NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94bK\x02\x85\x94\x86" +
		"\x94NNK\x10K\x08K?t\x94bK\x04\x86\x94uK\x14K\x01K\x1bt\x94b\x89]\x94K\x01h\x02h\x05K\x00\x85" +
		"\x94h\x07\x87\x94R\x94(K\x01K\x02\x85\x94h \x89]\x94(\x8c\x02aa\x94Net\x94b\x86\x94at\x94" +
		"b."

	// [(1, ('a', 5))] of the type [('a', '<i4'), ('b', [('c', '|O'), ('d', '<i2')])], by numpy.save of
	// NumPy 2.4.6.
	pickle4Nested = "\x80\x04\x95K\x01\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_recon" +
		"struct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x01\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x03V14\x94\x89\x88\x87\x94" +
		"R\x94(K\x03\x8c\x01|\x94N\x8c\x01a\x94\x8c\x01b\x94\x86\x94}\x94(h\x11h\x0c\x8c\x02i4\x94" +
		"\x89\x88\x87\x94R\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK" +
		"\x00\x86\x94h\x12h\x0c\x8c\x03V10\x94\x89\x88\x87\x94R\x94(K\x03h\x10N\x8c\x01c\x94\x8c\x01" +
		"d\x94\x86\x94}\x94(h\x1eh\x0c\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03h\x10NNNJ\xff\xff\xff" +
		"\xffJ\xff\xff\xff\xffK?t\x94bK\x00\x86\x94h\x1fh\x0c\x8c\x02i2\x94\x89\x88\x87\x94R\x94(K" +
		"\x03h\x18NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK\x08\x86\x94uK\nK\x01K\x1bt\x94" +
		"bK\x04\x86\x94uK\x0eK\x01K\x1bt\x94b\x89]\x94K\x01h\x11K\x05\x86\x94\x86\x94at\x94b."
)

// pairDType returns the opcodes of a structured dtype of 16 bytes with the fields a and b. Names and
// fields are opcodes.
func pairDType(names, fields, flags string) string {
	return dtypeWith("V16", "K\x03", Unicode("|"), "N", names, fields, "K\x10", "K\x01", flags)
}

// fieldsOf returns the opcodes of a dictionary of fields. Each part is one: name, dtype, offset.
func fieldsOf(each ...[3]string) string {
	text := "}("
	for _, f := range each {
		text += Unicode(f[0]) + f[1] + f[2] + "\x86"
	}
	return text + "u"
}

// structDType returns the opcodes of a structured dtype of 8 bytes with one field a.
func structDType(fields, flags string) string {
	return dtypeWith("V8", "K\x03", Unicode("|"), "N", Unicode("a")+"\x85", fields, "K\x08", "K\x01", flags)
}

// hashed returns the opcodes of a tuple that has the one before three times, and so on n times, and of
// dictionaries that have it as their key and are dropped.
func hashed(n, times int) string {
	return "(" + tripled(n) + "q\x01" + strings.Repeat("}h\x01Ns0", times) + "t"
}

// nestedLists returns n lists, each in the next.
func nestedLists(n int) string { return strings.Repeat("]", n) + strings.Repeat("a", n-1) }

// tripled returns a tuple that holds the one before three times, and so on n times.
func tripled(n int) string { return "N" + strings.Repeat("22\x87", n) }
