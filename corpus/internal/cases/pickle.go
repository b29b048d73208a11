package cases

import (
	"fmt"
	"strconv"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// pickleArray is an object array.
type pickleArray struct {
	id      string
	missing bool // there is a case without the pickle, too
	story   string
	descr   string
	order   string
	shape   string
	dims    []int64
	pickle  string
}

// name returns the ID without the area. The IDs of the twin and of the case without the pickle end with it.
func (p pickleArray) name() string { return strings.TrimPrefix(p.id, "pickle/") }

// pickleArrays returns the arrays of the cases with a pickle; those without one have the same
// headers.
func pickleArrays() []pickleArray {
	return []pickleArray{
		{"pickle/protocol-2", false, "an object array in protocol 2, as NumPy 1.16 wrote it", "'|O'", "False", "(3,)", dims(3), pickle2},
		{"pickle/protocol-3", false, "an object array in protocol 3, as NumPy 1.17 to 1.26 write it", "'|O'", "False", "(3,)", dims(3), pickle3},
		{"pickle/protocol-4", false, "an object array in protocol 4, as NumPy 2 writes it", "'|O'", "False", "(3,)", dims(3), pickle4},
		{"pickle/protocol-3-0d", false, "an object array of rank 0 in protocol 3", "'|O'", "False", "()", nil, pickle3Scalar},
		{"pickle/0d", true, "an object array of rank 0", "'|O'", "False", "()", nil, pickle4Scalar},
		{"pickle/2d", true, "a two-dimensional object array in C order", "'|O'", "False", "(2, 3)", dims(2, 3), pickle4Table},
		{"pickle/fortran", true, "a two-dimensional object array in Fortran order", "'|O'", "True", "(2, 3)", dims(2, 3), pickle4Fortran},
		{"pickle/struct", true, "a structured type with an object field", "[('a', '<i4'), ('b', '|O')]", "False", "(2,)", dims(2), pickle4Struct},
		{"pickle/sub-array", true, "a structured type with a subarray of objects", "[('a', '<i4'), ('b', '|O', (2,))]", "False", "(1,)", dims(1), pickle4Subarray},
		{"pickle/nested", true, "a structured type with an object field in an inner structured type", "[('a', '<i4'), ('b', [('c', '|O'), ('d', '<i2')])]", "False", "(1,)", dims(1), pickle4Nested},
	}
}

// picklePresentCases returns cases of object arrays, and twins that hold the bytes of the pickle as void.
func picklePresentCases() []Case {
	var out []Case
	for _, p := range pickleArrays() {
		count := 1
		for _, d := range p.dims {
			count *= int(d)
		}
		size := len(p.pickle) / count
		id := fmt.Sprintf("pickle/raw-%s", p.name())
		raw := "|V" + strconv.Itoa(size)
		data := []byte(p.pickle)
		if p.order == "True" {
			data = Transpose(size, dims(3, 2), data) // back to C order
		}
		out = append(out, Case{
			ID:    p.id,
			Story: "conforming, but the data is a pickle, which can run any code: " + p.story,
			Bytes: Npy1(Dict(p.descr, p.order, p.shape), []byte(p.pickle)),
			Duty:  Either,
			Rules: "pickle-present",
			Stage: "pickle",
			Flags: "object",
			Twin:  id,
		}, Case{
			ID:         id,
			Story:      "conforming: the bytes of a pickle as void data, not an object array",
			Bytes:      Npy1(Dict("'"+raw+"'", p.order, p.shape), []byte(p.pickle)),
			Duty:       Accept,
			Stage:      "pickle",
			Importance: Low,
			Array:      &Array{DType: raw, Shape: p.dims, F: p.order == "True", Data: data, Values: descrVoid(count, data)},
		})
	}
	return append(out, Case{
		ID:    "pickle/empty",
		Story: "conforming, but the data of an array without elements is a pickle",
		Bytes: Npy1(Dict("'|O'", "False", "(0,)"), []byte(pickle4Empty)),
		Duty:  Either,
		Rules: "pickle-numpy-core pickle-present",
		Stage: "pickle",
		Flags: "object",
		Twin:  "pickle/raw-empty",
	}, Case{
		ID:         "pickle/raw-empty",
		Story:      "conforming: a void array without elements, and no pickle",
		Bytes:      Npy1(Dict("'|V8'", "False", "(0,)"), nil),
		Duty:       Accept,
		Stage:      "pickle",
		Importance: Low,
		Array:      &Array{DType: "|V8", Shape: dims(0), Values: values[any]()},
	})
}

// pickleMissingCases returns cases of object arrays whose file ends with the header.
func pickleMissingCases() []Case {
	missing := func(id, descr, order, shape, twin string) Case {
		return Case{
			ID:       id,
			Story:    "conforming except that no pickle follows the header of an object array: " + descr + " in the shape " + shape,
			Bytes:    Npy1(Dict(descr, order, shape), nil),
			Duty:     Reject,
			Rules:    "pickle-missing",
			Violates: true,
			Stage:    "pickle",
			Twin:     twin,
		}
	}
	out := []Case{
		missing("pickle/missing-empty", "'|O'", "False", "(0,)", "pickle/empty"),
	}
	for _, p := range pickleArrays() {
		if p.missing {
			out = append(out, missing(fmt.Sprintf("pickle/missing-%s", p.name()), p.descr, p.order, p.shape, p.id))
		}
	}
	return append(out, missing("pickle/missing-1d", "'|O'", "False", "(3,)", "pickle/protocol-4"))
}

// pickleDescrCases returns cases of object arrays whose descr is not '|O'.
func pickleDescrCases() []Case {
	var out []Case
	for _, d := range []struct {
		id, story, descr, rules string
		violates                bool
		flags                   string
	}{
		{"descr/object-size-8", "the object dtype has a size, as early NumPy releases wrote it", "'|O8'", "descr-object-size", false, "object"},
		{"descr/object-size-4", "the object dtype has a size, as early NumPy releases wrote it on 32-bit machines", "'|O4'", "descr-object-size", false, "object"},
		{"descr/order-little-object", "the object dtype has a byte order", "'<O'", "descr-order-on-single-byte", false, "object dtype-alias"},
		{"descr/order-big-object", "the object dtype has a byte order", "'>O'", "descr-order-on-single-byte", false, "object dtype-alias"},
		{"descr/order-equals-object", "the object dtype has a byte order", "'=O'", "descr-order-on-single-byte", false, "object dtype-alias"},
		{"descr/order-none-object", "the object dtype lacks the |", "'O'", "descr-order-missing-single-byte", false, "object dtype-alias"},
		{"descr/name-object", "the object dtype is named", "'object'", "descr-type-name", true, "object dtype-alias"},
		{"descr/name-numpy-object", "the object dtype is named", "'object_'", "descr-type-name", true, "object dtype-alias"},
	} {
		out = append(out, Case{
			ID:       d.id,
			Story:    "an object array, conforming except that " + d.story + ": " + d.descr,
			Bytes:    Npy1(Dict(d.descr, "False", "()"), []byte(pickle4Scalar)),
			Duty:     Either,
			Rules:    d.rules + " pickle-numpy-core pickle-present",
			Violates: d.violates,
			Stage:    "descr",
			Flags:    d.flags,
			Twin:     "pickle/0d",
		})
	}
	for _, d := range []struct{ id, descr string }{
		{"descr/size-object-16", "'|O16'"},
		{"descr/size-object-0", "'|O0'"},
	} {
		out = append(out, Case{
			ID:       d.id,
			Story:    "an object array, conforming except that no object dtype has this size: " + d.descr,
			Bytes:    Npy1(Dict(d.descr, "False", "()"), []byte(pickle4Scalar)),
			Duty:     Reject,
			Rules:    "descr-invalid-size",
			Violates: true,
			Stage:    "descr",
			Twin:     "pickle/0d",
		})
	}
	return out
}

// pickleNeighbourCases returns the conforming neighbours of the pickles with a fault: assembled by
// hand, without the faulty part.
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
	return append(variants(pickled(), "pickle-present",
		variant{"pickle/one-object", "None, without a memo", oneFile(one)},
		variant{"pickle/one-object-protocol-4", "None, in a single frame that ends with the pickle", oneFile("\x80\x04" + Framed(body))},
		variant{"pickle/stop-behind-frame", "None, with STOP after the only frame", oneFile("\x80\x04" + Framed(arrayOfOne("N")) + ".")},
		variant{"pickle/memo-slot", "None, stored in the memo and read from it", oneObject("Nq\x000h\x00")},
		variant{"pickle/nesting-400", "400 lists, each inside the next", oneObject(nestedLists(400))},
		variant{"pickle/references-27", "None 27 times, by references to tuples", oneObject(tripled(3))},
		variant{"pickle/hashed-30-times", "30 dictionaries with the same key, a tuple of three references, nested 11 times", oneObject(hashed(11, 30))},
		variant{"pickle/list-before-tuple", "a tuple of a list that was complete before", oneObject("]q\x01Na\x85")},
		variant{"pickle/order-without-effect", "an array that claims Fortran order, which makes no difference in one dimension", oneFile("\x80\x03" + arrayOf("K\x01\x85", oneDType, "\x88", "]Na") + ".")},
		variant{"pickle/holds-class", "a class that is imported and not called", oneObject(Global("builtins", "int"))},
		variant{"pickle/holds-class-protocol-4", "a class that is imported by a name from the stack", oneObject4(StackGlobal("builtins", "int"))},
		variant{"pickle/holds-set", "a set", oneObject(Reduce(Global("builtins", "set"), ListOf("K\x01")))},
		variant{"pickle/holds-encoded-bytes", "bytes as protocol 2 writes them, encoded from text", oneObject(Reduce(Global("_codecs", "encode"), Unicode("aé"), Unicode("latin1")))},
		variant{"pickle/holds-bytearray", "a bytearray made of bytes", oneObject(Reduce(Global("builtins", "bytearray"), ShortBytes("a")))},
		variant{"pickle/holds-decimal", "a decimal number with an exponent", oneObject(Reduce(Global("decimal", "Decimal"), Unicode("1E+9999")))},
		variant{"pickle/holds-uuid", "a UUID, whose attributes BUILD sets", oneObject(NewObj(Global("uuid", "UUID")) + "}" + Unicode("int") + "K\x05sb")},
		variant{"pickle/holds-path", "a pure path", oneObject(Reduce(Global("pathlib", "PurePosixPath"), Unicode("a")))},
		variant{"pickle/holds-namespace", "a SimpleNamespace, whose attributes BUILD sets", oneObject(Reduce(Global("types", "SimpleNamespace")) + "}" + Unicode("a") + "K\x01sb")},
		variant{"pickle/holds-exception", "an exception", oneObject(Reduce(Global("builtins", "ValueError"), Unicode("a")))},
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
		variant{"pickle/holds-buffer-axes", "an array in neither order, as NumPy 2.3 and later write it", bufferAxes("K\x01K\x00\x86")},
		variant{"pickle/holds-range", "a range", oneObject(Reduce(Global("builtins", "range"), "K\x00", "K\x05", "K\x01"))},
		variant{"pickle/holds-date", "29 February 2020", oneObject(Reduce(Global("datetime", "date"), ShortBytes("\x07\xe4\x02\x1d")))},
		variant{"pickle/holds-fraction", "a half", oneObject(Reduce(Global("fractions", "Fraction"), "K\x01", "K\x02"))},
		variant{"pickle/holds-seed-sequence", "a SeedSequence without its state", oneObject(seedSequence("N"))},
		variant{"pickle/holds-masked-pair", "a masked array of an object and an int, with a fill value", maskedPair("N", oneDType, int64s, ListOf(TupleOf("N", "K\x01")))},
	), raw)
}
