package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

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

// oneFile is a file whose header promises one object, with the given pickle.
func oneFile(pickle string) []byte { return Npy1(Dict("'|O'", "False", "(1,)"), []byte(pickle)) }

// oneObject is a file of one object, whose opcodes are given, by protocol 3.
func oneObject(object string) []byte { return oneFile("\x80\x03" + arrayOfOne(object) + ".") }

// oneObject4 is the same by protocol 4.
func oneObject4(object string) []byte { return oneFile("\x80\x04" + arrayOfOne(object) + ".") }

// pickled is an array of one object that conforms as far as that goes, and that can be refused.
func pickled(importance Importance) Case {
	return Case{
		Story: "conforming, but the data are a pickle: ", Duty: Either, Stage: "pickle", Flags: "object",
		Importance: importance, Twin: "pickle/raw-one-object",
	}
}

// pickleFault is an array of one object whose pickle is none that Python or NumPy writes.
func pickleFault(importance Importance) Case {
	return Case{
		Story: "an object array, conforming except that ", Duty: Reject, Violates: true, Stage: "pickle",
		Importance: importance, Twin: "pickle/one-object",
	}
}

// pickleDanger is an array of one object that conforms, and that must not be loaded.
func pickleDanger(importance Importance) Case {
	c := pickleFault(importance)
	c.Story, c.Violates = "a conforming object array, but ", false
	return c
}

// pickleNeighbourCases returns cases of the conforming neighbours of the pickles with a fault: put
// together by hand, and without what the fault is in.
func pickleNeighbourCases() []Case {
	one := "\x80\x03" + arrayOfOne("N") + "."
	raw := Case{
		ID:         "pickle/raw-one-object",
		Story:      "conforming: the bytes of a pickle as void data, not an object array",
		Bytes:      Npy1(Dict("'|V124'", "False", "(1,)"), []byte(one)),
		Duty:       Accept,
		Stage:      "pickle",
		Importance: Low,
		Array:      &Array{DType: "|V124", Shape: dims(1), Data: []byte(one), Values: descrVoid(1, []byte(one))},
	}
	body := arrayOfOne("N") + "."
	return append(variants(pickled(Medium), "pickle-present",
		variant{"pickle/one-object", "None, without a memo", oneFile(one)},
		variant{"pickle/one-object-protocol-4", "None, in a single frame that ends with the pickle", oneFile("\x80\x04" + Framed(body))},
		variant{"pickle/stop-behind-frame", "None, with STOP after the only frame", oneFile("\x80\x04" + Framed(arrayOfOne("N")) + ".")},
		variant{"pickle/memo-slot", "None, stored in the memo and read from it", oneObject("Nq\x000h\x00")},
		variant{"pickle/nesting-400", "400 lists, each inside the next", oneObject(nestedLists(400))},
		variant{"pickle/references-27", "None 27 times, by references to tuples", oneObject(tripled(3))},
		variant{"pickle/hashed-40-times", "40 dictionaries with the same key, a tuple of three references, nested 11 times", oneObject(hashed(11, 40))},
		variant{"pickle/list-before-tuple", "a tuple of a list that was complete before", oneObject("]q\x01Na\x85")},
		variant{"pickle/order-without-effect", "an array that claims Fortran order, which makes no difference in one dimension", oneFile("\x80\x03" + arrayOf("K\x01\x85", oneDType, "\x88", "]Na") + ".")},
		variant{"pickle/holds-class", "a class that is imported and not called", oneObject(Global("builtins", "int"))},
		variant{"pickle/holds-class-protocol-4", "a class that is imported by a name from the stack", oneObject4(StackGlobal("builtins", "int"))},
		variant{"pickle/holds-set", "a set", oneObject(Reduce(Global("builtins", "set"), ListOf("K\x01")))},
		variant{"pickle/holds-encoded-bytes", "bytes as protocol 2 writes them, encoded from text", oneObject(Reduce(Global("_codecs", "encode"), Unicode("aé"), Unicode("latin1")))},
		variant{"pickle/holds-bytearray", "a bytearray made of bytes", oneObject(Reduce(Global("builtins", "bytearray"), ShortBytes("a")))},
		variant{"pickle/holds-decimal", "a decimal number with an exponent", oneObject(Reduce(Global("decimal", "Decimal"), Unicode("1E+999999")))},
		variant{"pickle/holds-uuid", "a UUID, whose attributes BUILD sets", oneObject(NewObj(Global("uuid", "UUID")) + "}" + Unicode("int") + "K\x05sb")},
		variant{"pickle/holds-dtype", "a dtype", oneObject(doubles)},
		variant{"pickle/holds-struct-dtype", "a structured dtype", oneObject(structDType("}"+Unicode("a")+doubles+"K\x00\x86s", "K\x10"))},
		variant{"pickle/holds-two-fields", "a structured dtype of a double and an object", oneObject(doubleObject)},
		variant{"pickle/holds-union", "a structured dtype of two fields that overlap by a byte", oneObject(pairDType(Unicode("a")+Unicode("b")+"\x86",
			fieldsOf([3]string{"a", doubles, "K\x00"}, [3]string{"b", dtypeOf("u1", "|", "K\x00"), "K\x07"}), "K\x10"))},
		variant{"pickle/holds-title", "a structured dtype with a titled field", oneObject(structDType("}("+Unicode("a")+doubles+"K\x00"+Unicode("t")+"\x87"+Unicode("t")+doubles+"K\x00"+Unicode("t")+"\x87u", "K\x10"))},
		variant{"pickle/holds-numbers-of-protocol-0", "booleans and ints as protocol 0 writes them", oneObject("(I00\nI01\nI0\nI-10\nL0L\nL10L\nt")},
		variant{"pickle/holds-array", "an array of one double", oneObject(arrayOf("K\x01\x85", doubles, "\x89", ShortBytes(oneDouble)))},
		variant{"pickle/holds-buffer", "an array whose bytes are in a protocol 5 buffer", oneFile("\x80\x05" + arrayOfOne(
			Reduce(Global("numpy.core.numeric", "_frombuffer"), "\x96"+string(I8(8))+oneDouble, doubles, "K\x01\x85", Unicode("C"))) + ".")},
	), raw)
}
