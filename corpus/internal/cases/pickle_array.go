package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// pickleArrayCases returns cases of pickles that build something other than the array of the header.
func pickleArrayCases() []Case {
	return slices.Concat(pickleNotArrayCases(), pickleHeaderCases(), pickleDTypeStateCases(), pickleObjectBytesCases(), pickleBareCases())
}

func pickleNotArrayCases() []Case {
	whole := func(opcodes string) []byte { return oneFile("\x80\x03" + opcodes + ".") }
	other := pickleFault()
	other.Story += "the pickle builds "
	return variants(other, "pickle-not-array pickle-present",
		variant{"pickle/not-array-none", "None", whole("N")},
		variant{"pickle/not-array-list", "a list", whole("]Na")},
		variant{"pickle/not-array-tuple", "a tuple that contains the array", whole(arrayOfOne("N") + "\x85")},
	)
}

// objectField returns the opcodes of [('a', '|O')] with the given flags.
func objectField(flags string) string {
	return structDType("}"+Unicode("a")+oneDType+"K\x00\x86s", flags)
}

func pickleHeaderCases() []Case {
	file := func(descr, shape, array string) []byte {
		return Npy1(Dict(descr, "False", shape), []byte("\x80\x03"+array+"."))
	}
	differ := func(twin string) Case {
		c := pickleFault()
		c.Story += "the pickle disagrees with the header: "
		c.Twin = "pickle/" + twin
		return c
	}
	one := arrayOfOne("N")
	field := arrayOf("K\x01\x85", objectField("K\x1b"), "\x89", "]N\x85a")
	two := func(dtype string) string {
		return arrayOf("K\x01\x85", dtype, "\x89", "]G"+strings.Repeat("\x00", 8)+"N\x86a")
	}
	cases := variants(differ("one-object"), "pickle-header-mismatch pickle-present",
		variant{"pickle/mismatch-shape", "the header has the shape (2,), the pickle (1,)", file("'|O'", "(2,)", one)},
		variant{"pickle/mismatch-shape-billion", "the header has the shape (1000000000,), the pickle (1,)", file("'|O'", "(1000000000,)", one)},
		variant{"pickle/mismatch-list-short", "both have the shape (1,), and the pickle has no elements", file("'|O'", "(1,)", arrayOf("K\x01\x85", oneDType, "\x89", "]"))},
		variant{"pickle/mismatch-billion-elements", "both have the shape (1000000000,), and the pickle has no elements", file("'|O'", "(1000000000,)", arrayOf(BinInt(1e9)+"\x85", oneDType, "\x89", "]"))},
		variant{"pickle/mismatch-doubles", "the header has objects, the pickle doubles", file("'|O'", "(1,)", arrayOf("K\x01\x85", doubles, "\x89", ShortBytes(oneDouble)))},
		variant{"pickle/mismatch-no-state", "the pickle creates an array and gives it no state", file("'|O'", "(1,)", oneNew)},
	)
	cases = append(cases, variants(differ("2d"), "pickle-header-mismatch pickle-numpy-core pickle-present",
		variant{"pickle/mismatch-transposed", "the header has the shape (3, 2), the pickle (2, 3)", Npy1(Dict("'|O'", "False", "(3, 2)"), []byte(pickle4Table))},
		variant{"pickle/mismatch-order", "the header has C order, the pickle Fortran order", Npy1(Dict("'|O'", "False", "(2, 3)"), []byte(pickle4Fortran))},
	)...)
	return append(cases, variants(differ("records"), "pickle-header-mismatch pickle-present",
		variant{"pickle/mismatch-no-fields", "the header has a structured type, the pickle objects", file("[('a', '|O')]", "(1,)", one)},
		variant{"pickle/mismatch-fields", "the header has two fields, the pickle one", file("[('a', '|O'), ('b', '|O')]", "(1,)", field)},
		variant{"pickle/mismatch-name", "the header has a field b, the pickle a field a", file("[('b', '|O')]", "(1,)", field)},
		variant{"pickle/mismatch-title", "the field has a title in the header and none in the pickle", file("[(('t', 'a'), '|O')]", "(1,)", field)},
		variant{"pickle/mismatch-itemsize", "the header has 8 bytes of padding, the pickle none", file("[('a', '|O'), ('', '|V8')]", "(1,)", field)},
		variant{"pickle/mismatch-field-type", "the field a is an integer in the header and a double in the pickle", file("[('a', '<i8'), ('b', '|O')]", "(1,)", two(doubleObject))},
		variant{"pickle/mismatch-field-order", "the field a is big-endian in the header and little-endian in the pickle", file("[('a', '>f8'), ('b', '|O')]", "(1,)", two(doubleObject))},
		variant{"pickle/mismatch-names-swapped", "the header has the field names b and a, the pickle a and b", file("[('b', '<f8'), ('a', '|O')]", "(1,)", two(doubleObject))},
		variant{"pickle/mismatch-offset", "the object field comes first in the header and last in the pickle", file("[('b', '|O'), ('a', '<f8')]", "(1,)", two(doubleObject))},
	)...)
}

func pickleDTypeStateCases() []Case {
	state := pickleFault()
	state.Story += "the state of a dtype in the pickle has "
	state.Twin = "pickle/holds-dtype"
	with := func(items ...string) []byte { return oneObject(dtypeWith("f8", items...)) }
	minus, order := BinInt(-1), Unicode("<")
	cases := variants(state, "pickle-dtype-state pickle-present",
		variant{"pickle/dtype-version-2", "version 2", with("K\x02", order, "N", "N", "N", minus, minus, "K\x00")},
		variant{"pickle/dtype-order-x", "the byte order x", with("K\x03", Unicode("x"), "N", "N", "N", minus, minus, "K\x00")},
		variant{"pickle/dtype-text-without-size", "the itemsize -1 for byte strings of 5 bytes", oneObject(dtypeWith("S5", "K\x03", Unicode("|"), "N", "N", "N", minus, "K\x01", "K\x00"))},
		variant{"pickle/dtype-flag-of-references", "the flag for references on a dtype of doubles", with("K\x03", order, "N", "N", "N", minus, minus, "K\x01")},
	)
	state.Twin = "pickle/holds-struct-dtype"
	field := func(offset string) []byte {
		return oneObject(structDType("}"+Unicode("a")+doubles+offset+"\x86s", "K\x10"))
	}
	cases = append(cases, variants(state, "pickle-dtype-state pickle-present",
		variant{"pickle/dtype-field-past-end", "a field that ends after the element", field("K\x01")},
		variant{"pickle/dtype-field-negative", "a field that begins 8 bytes before the element", field(BinInt(-8))},
		variant{"pickle/dtype-field-missing", "a field name and no field of that name", oneObject(structDType("}", "K\x10"))},
		variant{"pickle/dtype-sub-array-short", "a subarray of two doubles in 8 bytes", oneObject(dtypeWith("V8", "K\x03", Unicode("|"), TupleOf(doubles, "K\x02\x85"), "N", "N", "K\x08", "K\x08", "K\x00"))},
		variant{"pickle/dtype-field-without-flag", "an object field and not the flag for references", oneObject(objectField("K\x10"))},
	)...)
	ab, a := Unicode("a")+Unicode("b")+"\x86", Unicode("a")+"\x85"
	state.Twin = "pickle/holds-two-fields"
	numbers := fieldsOf([3]string{"a", doubles, "K\x00"}, [3]string{"b", doubles, "K\x08"})
	cases = append(cases, variants(state, "pickle-dtype-state pickle-present",
		variant{"pickle/dtype-name-other", "the field name c, and fields named a and b", oneObject(pairDType(Unicode("a")+Unicode("c")+"\x86", numbers, "K\x10"))},
		variant{"pickle/dtype-name-twice", "the field name a twice, and fields named a and b", oneObject(pairDType(Unicode("a")+Unicode("a")+"\x86", numbers, "K\x10"))},
		variant{"pickle/dtype-field-unnamed", "only the field name a, and a field named b", oneObject(pairDType(a, numbers, "K\x10"))},
		variant{"pickle/dtype-field-uninitialized", "an object field and not the flag that initializes objects to None", oneObject(objectField("K\x03"))},
		variant{"pickle/dtype-title-elsewhere", "a title for different bytes than those of its field", oneObject(pairDType(a, "}("+Unicode("a")+doubles+"K\x00"+Unicode("t")+"\x87"+Unicode("t")+doubles+"K\x08"+Unicode("t")+"\x87u", "K\x10"))},
	)...)
	state.Twin = "pickle/holds-union"
	cases = append(cases, variants(state, "pickle-dtype-state pickle-present",
		variant{"pickle/dtype-number-over-object", "a double that overlaps an object, so that the file sets its address", oneObject(pairDType(ab, fieldsOf([3]string{"a", oneDType, "K\x00"}, [3]string{"b", doubles, "K\x00"}), "K\x1b"))},
		variant{"pickle/dtype-byte-over-object", "a byte that overlaps the last byte of an object", oneObject(pairDType(ab, fieldsOf([3]string{"a", oneDType, "K\x00"}, [3]string{"b", dtypeOf("u1", "|", "K\x00"), "K\x07"}), "K\x1b"))},
		variant{"pickle/dtype-object-over-object", "an object that overlaps half of another", oneObject(pairDType(ab, fieldsOf([3]string{"a", oneDType, "K\x00"}, [3]string{"b", oneDType, "K\x04"}), "K\x1b"))},
	)...)
	array := pickleFault()
	array.Story += "the dtype of the pickled array has "
	bad := func(dtype string) []byte {
		return oneFile("\x80\x03" + arrayOf("K\x01\x85", dtype, "\x89", "]Na") + ".")
	}
	return append(cases, variants(array, "pickle-dtype-state pickle-present",
		variant{"pickle/dtype-objects-without-flags", "objects and not the flag for references", bad(dtypeOf("O8", "|", "K\x00"))},
		variant{"pickle/dtype-objects-of-4-bytes", "objects of 4 bytes", bad(dtypeWith("O8", "K\x03", Unicode("|"), "N", "N", "N", "K\x04", minus, "K?"))},
	)...)
}

func pickleObjectBytesCases() []Case {
	address := "AAAAAAAA"
	raw := pickleDanger()
	raw.Story += "its pickle sets the addresses of objects from bytes: "
	raw.Twin = "pickle/holds-array"
	return variants(raw, "pickle-object-bytes pickle-present",
		variant{"pickle/object-bytes", "in the array of the file", oneFile("\x80\x03" + arrayOf("K\x01\x85", oneDType, "\x89", ShortBytes(address)) + ".")},
		variant{"pickle/object-bytes-field", "in an object field of an array inside it", oneObject(arrayOf("K\x01\x85", objectField("K\x1b"), "\x89", ShortBytes(address)))},
		variant{"pickle/object-bytes-scalar", "in a scalar", oneObject(Reduce(Global("numpy.core.multiarray", "scalar"), oneDType, ShortBytes(address)))},
		variant{"pickle/object-bytes-buffer", "in an array that _frombuffer makes", oneFile("\x80\x05" + arrayOfOne(Reduce(Global("numpy.core.numeric", "_frombuffer"), "\x96"+string(I8(8))+address, oneDType, "K\x01\x85", Unicode("C"))) + ".")},
	)
}

// pickleBareCases returns cases of pickles without a header.
func pickleBareCases() []Case {
	bare := refused("prefix")
	bare.Story, bare.Features, bare.Importance = "a bare pickle named like a .npy file, which np.load unpickles with allow_pickle=True: ", "v1", Medium
	cases := variants(bare, "pickle-raw-file",
		variant{"pickle/raw-file-protocol-0", "an array written by pickle.dump with protocol 0", []byte(bareProtocol0)},
		variant{"pickle/raw-file-protocol-4", "an array written by pickle.dump with protocol 4", []byte(bareProtocol4)},
	)
	system := Reduce(Global("os", "system"), Unicode(""))
	return append(cases, variants(bare, "pickle-import-dangerous pickle-raw-file",
		variant{"pickle/raw-file-import", "one that calls os.system", []byte("\x80\x03" + system + ".")},
		variant{"pickle/raw-file-import-protocol-1", "one that calls os.system and has no PROTO", []byte(system + ".")},
	)...)
}
