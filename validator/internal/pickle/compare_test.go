package pickle

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// scalar is the dtype of a type without parts, as a header spells it.
func scalar(code string) spec.DType {
	order := code[0]
	switch order {
	case '<', '>', '|':
		code = code[1:]
	default:
		order = '='
	}
	t := spec.DType{Kind: code[0], Order: order, Itemsize: 8}
	code, unit, _ := strings.Cut(strings.TrimSuffix(code[1:], "]"), "[")
	if n, err := strconv.ParseInt(code, 10, 64); err == nil {
		t.Itemsize = n
	}
	switch t.Kind {
	case 'U':
		t.Itemsize *= 4
	case 'M':
		t.Unit, t.Multiple = map[string]spec.Unit{"": spec.NoUnit, "s": spec.Seconds, "ms": spec.Milliseconds}[strings.TrimLeft(unit, "0123456789")], 1
		if n, err := strconv.Atoi(strings.TrimRight(unit, "ms")); err == nil {
			t.Multiple = int32(n)
		}
	}
	return t
}

// part is a field of a structured type, or padding if it has no name.
func part(name string, t spec.DType) spec.Field {
	return spec.Field{Name: name, Type: t, Padding: name == ""}
}

func titled(title string, f spec.Field) spec.Field {
	f.Title, f.Titled = title, true
	return f
}

// recordOf is a structured dtype of fields one after the other.
func recordOf(fields ...spec.Field) spec.DType {
	t := spec.DType{Kind: 'V', Order: '|', Struct: true, Fields: fields}
	for i := range fields {
		fields[i].Offset = t.Itemsize
		t.Itemsize += fields[i].Type.Itemsize
	}
	return t
}

func subarrayOf(base spec.DType, shape ...int64) spec.DType {
	t := spec.DType{Kind: 'V', Order: '|', Base: &base, Shape: shape, Itemsize: base.Itemsize}
	for _, d := range shape {
		t.Itemsize *= d
	}
	return t
}

// TestHeader compares pickles with headers of other shapes, orders and types than theirs.
func TestHeader(t *testing.T) {
	object := scalar("|O")
	array := proto(3) + one("N") + "."
	end := int64(start + len(array) - 2) // where BUILD is
	for _, test := range []struct {
		name   string
		header Header
		pickle string
		want   string
	}{
		{"the same", Header{object, []int64{1}, false}, array, ""},
		{"shape", Header{object, []int64{300}, false}, array, "pickled array has shape (1,), but the header says (300,)"},
		{"number of dimensions", Header{object, []int64{1, 1}, false}, array, "pickled array has shape (1,), but the header says (1, 1)"},
		{"order where it has no effect", Header{object, []int64{1}, true}, array, ""},
		{"structured header", Header{recordOf(part("a", object)), []int64{1}, false}, array, "pickled array has a dtype without fields, but the header has fields there"},
	} {
		file := payload(test.pickle)
		result := walkAs(t, &test.header, file)
		switch kept := result.Faults.Kept; {
		case test.want == "" && len(kept) == 0:
		case len(kept) != 1 || kept[0].Rule != spec.PickleHeaderMismatch || kept[0].Message != test.want || kept[0].Offset != end || kept[0].Length != 1:
			t.Errorf("%s: got %v, want %q at %d+1", test.name, rules(result), test.want, end)
			logFaults(t, result)
		}
	}
	order := payload(proto(3) + newND + "(K\x01K\x02K\x02\x86" + dtypeO + "\x89](NNNNetb.")
	if got := rules(walkAs(t, &Header{object, []int64{2, 2}, true}, order)); !slices.Equal(got, []string{"pickle-header-mismatch"}) {
		t.Errorf("order: got %v, want pickle-header-mismatch", got)
	}
}

// TestDTypeAndHeader compares the dtype of the array with that of the header, field by field.
func TestDTypeAndHeader(t *testing.T) {
	i4, objects := simple("i4"), field("o", dtypeO, 8, "")
	array := func(dtype string) string { return proto(3) + ndarray(dtype, "K\x00\x85", "]") + "." }
	dtype := func(other string) string { return array(fieldsOf(16, objectFlags, names("a", "o"), other, objects)) }
	date := func(unit string, n byte) string {
		return dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00",
			tuple("}", tuple(raw8(unit), "K"+string([]byte{n}), "K\x01", "K\x01"))) + "b"
	}
	inner := func(name string) string {
		return fieldsOf(8, plainFlags, names(name), field(name, simple("f8"), 0, ""))
	}
	i4s := func(shape string) string { return subarray(i4, "V8", shape, 8, "K\x00") }
	small := dtypeOf("O4", "|", "K?")
	for _, test := range []struct {
		name   string
		header spec.DType
		pickle string
		want   string
	}{
		{"equal", recordOf(part("a", scalar("<i8")), part("o", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), ""},
		{"another name", recordOf(part("b", scalar("<i8")), part("o", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), "pickle-header-mismatch 250+1: pickled array has a dtype whose fields differ from the header's in name or order"},
		{"names in another order", recordOf(part("o", scalar("<i8")), part("a", scalar("|O"))), array(fieldsOf(16, objectFlags, names("a", "o"), field("o", simple("i8"), 0, ""), field("a", dtypeO, 8, ""))), "pickle-header-mismatch 250+1: pickled array has a dtype whose fields differ from the header's in name or order"},
		{"fewer fields", recordOf(part("a", scalar("<i8")), part("o", scalar("|O")), part("p", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), "pickle-header-mismatch 250+1: pickled array has a dtype of 2 fields, but the header says 3"},
		{"another type", recordOf(part("a", scalar("<f8")), part("o", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), "pickle-header-mismatch 250+1: pickled array has a field 'a' of type i with 8 bytes, but the header says f with 8 bytes"},
		{"an object for a number", recordOf(part("a", scalar("<i8")), part("o", scalar("|O"))), dtype(field("a", dtypeO, 0, "")), "pickle-header-mismatch 250+1: pickled array has a field 'a' of type O with 8 bytes, but the header says i with 8 bytes"},
		{"another byte order", recordOf(part("a", scalar(">i8")), part("o", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), "pickle-header-mismatch 250+1: pickled array has a field 'a' with byte order <, but the header says >"},
		{"the machine's byte order", recordOf(part("a", scalar("i8")), part("o", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), ""},
		{"padding", recordOf(part("a", scalar("<i4")), part("", scalar("|V4")), part("o", scalar("|O"))), dtype(field("a", i4, 0, "")), ""},
		{"another offset", recordOf(part("a", scalar("<i4")), part("", scalar("|V4")), part("o", scalar("|O"))), dtype(field("a", i4, 4, "")), "pickle-header-mismatch 250+1: pickled array has a field 'a' at byte 4, but the header says 0"},
		{"padding at the end", recordOf(part("o", scalar("|O")), part("", scalar("|V8"))), array(fieldsOf(16, objectFlags, names("o"), field("o", dtypeO, 0, ""))), ""},
		{"no padding at the end", recordOf(part("o", scalar("|O"))), array(fieldsOf(16, objectFlags, names("o"), field("o", dtypeO, 0, ""))), "pickle-header-mismatch 184+1: pickled array has a dtype of 16 bytes, but the header says 8"},
		{"title", recordOf(titled("t", part("o", scalar("|O")))), array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, str("t")), field("t", dtypeO, 0, str("t")))), ""},
		{"no title in the pickle", recordOf(titled("t", part("o", scalar("|O")))), array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, ""))), "pickle-header-mismatch 183+1: pickled array has a field 'o' with title '', but the header says 't'"},
		{"another title", recordOf(titled("u", part("o", scalar("|O")))), array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, str("t")), field("t", dtypeO, 0, str("t")))), "pickle-header-mismatch 255+1: pickled array has a field 'o' with title 't', but the header says 'u'"},
		{"boolean", recordOf(part("a", scalar("|b1")), part("", scalar("|V7")), part("o", scalar("|O"))), dtype(field("a", dtypeOf("b1", "|", "K\x00"), 0, "")), ""},
		{"text", recordOf(part("a", scalar("<U2")), part("o", scalar("|O"))), dtype(field("a", sized("U2", "<", 8, 4, "K\x08"), 0, "")), ""},
		{"another length of text", recordOf(part("a", scalar("<U1")), part("", scalar("|V4")), part("o", scalar("|O"))), dtype(field("a", sized("U2", "<", 8, 4, "K\x08"), 0, "")), "pickle-header-mismatch 244+1: pickled array has a field 'a' of type U with 8 bytes, but the header says U with 4 bytes"},
		{"unit", recordOf(part("a", scalar("<M8[25s]")), part("o", scalar("|O"))), dtype(field("a", date("s", 25), 0, "")), ""},
		{"unit without a number", recordOf(part("a", scalar("<M8[s]")), part("o", scalar("|O"))), dtype(field("a", date("s", 1), 0, "")), ""},
		{"no unit", recordOf(part("a", scalar("<M8")), part("o", scalar("|O"))), dtype(field("a", date("generic", 1), 0, "")), ""},
		{"another unit", recordOf(part("a", scalar("<M8[ms]")), part("o", scalar("|O"))), dtype(field("a", date("s", 1), 0, "")), "pickle-header-mismatch 264+1: pickled array has a field 'a' with unit 1s, but the header says 1ms"},
		{"subarray", recordOf(part("a", subarrayOf(scalar("<i4"), 2)), part("o", scalar("|O"))), dtype(field("a", i4s("K\x02\x85"), 0, "")), ""},
		{"subarray with a number for its shape", recordOf(part("a", subarrayOf(scalar("<i4"), 2)), part("o", scalar("|O"))), dtype(field("a", i4s("K\x02"), 0, "")), ""},
		{"subarray of a subarray", recordOf(part("a", subarrayOf(scalar("<i4"), 1, 2)), part("o", scalar("|O"))), dtype(field("a", subarray(i4s("K\x02\x85"), "V8", "K\x01\x85", 8, "K\x00"), 0, "")), ""},
		{"another shape of a subarray", recordOf(part("a", subarrayOf(scalar("<i4"), 2, 1)), part("o", scalar("|O"))), dtype(field("a", i4s("K\x02\x85"), 0, "")), "pickle-header-mismatch 298+1: pickled array has a field 'a' with subarray shape (2,), but the header says (2, 1)"},
		{"inner type", recordOf(part("a", recordOf(part("x", scalar("<f8")))), part("o", scalar("|O"))), dtype(field("a", inner("x"), 0, "")), ""},
		{"another inner type", recordOf(part("a", recordOf(part("x", scalar("<i8")))), part("o", scalar("|O"))), dtype(field("a", inner("x"), 0, "")), "pickle-header-mismatch 313+1: pickled array has a field 'a.x' of type f with 8 bytes, but the header says i with 8 bytes"},
		{"another inner name", recordOf(part("a", recordOf(part("y", scalar("<f8")))), part("o", scalar("|O"))), dtype(field("a", inner("x"), 0, "")), "pickle-header-mismatch 313+1: pickled array has a field 'a' whose fields differ from the header's in name or order"},
		{"a structured type for a number", recordOf(part("a", scalar("<f8")), part("o", scalar("|O"))), dtype(field("a", inner("x"), 0, "")), "pickle-header-mismatch 313+1: pickled array has a field 'a' with fields, but the header has none there"},
		{"number for a structured type", recordOf(part("a", recordOf(part("x", scalar("<i8")))), part("o", scalar("|O"))), dtype(field("a", simple("i8"), 0, "")), "pickle-header-mismatch 250+1: pickled array has a field 'a' without fields, but the header has fields there"},
		{"structured array for objects", scalar("|O"), array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, ""))), "pickle-header-mismatch 183+1: pickled array has a dtype with fields, but the header has none there"},
		{"subarray for a number", recordOf(part("a", scalar("<i8")), part("o", scalar("|O"))), dtype(field("a", i4s("K\x02\x85"), 0, "")), "pickle-header-mismatch 298+1: pickled array has a field 'a' with subarray shape (2,), but the header says ()"},
		{"references of a 32-bit machine", scalar("|O"), array(small), ""},
		{"names in lone surrogates", recordOf(part("\xed\xb2\x80", scalar("|O"))), array(fieldsOf(8, objectFlags, names("\xed\xb2\x80"), field("\xed\xb2\x80", dtypeO, 0, ""))), ""},
		{"names in lone surrogates in protocol 0", recordOf(part("\xed\xb2\x80", scalar("|O"))), array(strings.ReplaceAll(fieldsOf(8, objectFlags, names("?"), field("?", dtypeO, 0, "")), str("?"), "V\\udc80\n")), ""},
	} {
		file, header := payload(test.pickle), &Header{DType: test.header, Shape: []int64{0}}
		if got := strings.Join(told(walkAs(t, header, file), start), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		sameStreamAs(t, header, file)
	}
}

// TestStringsAndHeader covers variable-length strings, for which NumPy writes the type of objects into the header.
func TestStringsAndHeader(t *testing.T) {
	stringDType := reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01")
	file := payload(proto(3) + ndarray(stringDType, "K\x01\x85", "]"+str("a")+"a") + ".")
	for _, test := range []struct {
		header spec.DType
		want   string
	}{
		{scalar("|O"), ""},
		{recordOf(part("a", scalar("|O"))), "pickle-header-mismatch -2+1: pickled array has a dtype without fields, but the header has fields there"},
	} {
		header := &Header{DType: test.header, Shape: []int64{1}}
		found := slices.DeleteFunc(told(walkAs(t, header, file), int64(len(file))), isTrap)
		if got := strings.Join(found, "; "); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.header, got, test.want)
		}
	}
}

// TestFaultyArrays covers arrays with a fault that differ from the header besides, in dtype, shape and number of
// elements, and what is said about them: with what can't be known, nothing is compared.
func TestFaultyArrays(t *testing.T) {
	many := "(" + strings.Repeat("K\x01", 33) + "t"
	matrix := reduce(importOf("numpy.core.multiarray", "_reconstruct"), importOf("numpy", "matrix"), "K\x00\x85", raw8("b"))
	buffer := func(data, dtype, shape string) string {
		return reduce(importOf("numpy.core.numeric", "_frombuffer"), data, dtype, shape, str("C"))
	}
	u1 := dtypeOf("u1", "|", "K\x00")
	for _, test := range []struct{ name, array, want string }{
		{"33 dimensions", ndarray(u1, many, raw8("1")), "pickle-state 187+1: array state has 33 dimensions, expected at most 32: NumPy before 2.0 overruns a buffer"},
		{"matrix of no dimension", matrix + tuple("K\x01", ")", u1, "\x89", raw8("1")) + "b", "pickle-state 120+1: matrix state has 0 dimensions, expected 2"},
		{"version", newND + tuple("K\x02", "K\x01\x85", u1, "\x89", raw8("1")) + "b", "pickle-call-form 122+1: array state has version 2, expected 1"},
		{"faulty dtype", ndarray(dtypeOf("u1", "|", "K\x01"), "K\x01\x85", raw8("1")), "pickle-dtype-state 116+1: dtype state has flags 0x01 for objects, but holds none"},
		{"faulty dtype of objects", ndarray(dtypeOf("O8", "|", "K\x00"), "K\x01\x85", raw8("1")), "pickle-dtype-state 116+1: dtype state has objects, but its flags (0x00) don't say so"},
		{"subarray", ndarray(subarray(u1, "V2", "K\x02\x85", 2, "K\x00"), "K\x01\x85", raw8("12")), "pickle-call-form 171+1: array state has a subarray dtype"},
		{"objects of bytes", ndarray(dtypeO, "K\x01\x85", raw8("12345678")), "pickle-object-bytes 129+1: object array has 8 bytes as elements: NumPy would treat them as addresses"},
		{"objects of None", ndarray(dtypeO, "K\x01\x85", "N"), "pickle-call-form 120+1: array state has None for its objects, expected a list"},
		{"too few bytes", ndarray(u1, "K\x02\x85", raw8("1")), "pickle-call-form 122+1: array state has 1 byte for 2 elements of 1 byte"},
		{"built twice", ndarray(u1, "K\x01\x85", raw8("1")) + tuple("K\x01", "K\x01\x85", u1, "\x89", raw8("1")) + "b", "pickle-mutation 184+1: BUILD changes an array, which was already built or used"},
		{"dtype built twice", ndarray(u1+tuple("K\x03", str("|"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00")+"b", "K\x01\x85", raw8("12")), "pickle-mutation 142+1: BUILD changes a dtype, which was already built or used"},
		{"buffer without a dtype", buffer(raw8("1"), "N", "K\x01\x85"), "pickle-call-form 49+1: call _frombuffer(1 byte, None, a tuple of 1 item, 'C') is not one that NumPy or Python writes"},
		{"buffer without a shape", buffer(raw8("1"), u1, "N"), "pickle-call-form 96+1: call _frombuffer(1 byte, a dtype, None, 'C') is not one that NumPy or Python writes"},
		{"buffer of a subarray", buffer(raw8("12"), subarray(u1, "V2", "K\x02\x85", 2, "K\x00"), "K\x01\x85"), "pickle-call-form 147+1: call _frombuffer(2 bytes, a dtype, a tuple of 1 item, 'C') is not one that NumPy or Python writes"},
		{"buffer of objects", buffer(raw8("12345678"), dtypeO, "K\x01\x85"), "pickle-object-bytes 105+1: array of a dtype with objects is made from 8 bytes: NumPy would treat them as addresses"},
		{"buffer", buffer(raw8("1"), u1, "K\x01\x85"), "pickle-header-mismatch 98+1: pickled array has shape (1,), but the header says (7,)"},
		{"buffer in another order", reduce(importOf("numpy.core.numeric", "_frombuffer"), raw8("123456"), u1, "K\x01K\x02K\x03\x87", str("K"), "K\x02K\x00K\x01\x87"), "pickle-header-mismatch 114+1: pickled array has shape (3, 1, 2), but the header says (7,)"},
		{"buffer of a faulty dtype", buffer(raw8("1"), dtypeOf("u1", "|", "K\x01"), "K\x01\x85"), "pickle-dtype-state 87+1: dtype state has flags 0x01 for objects, but holds none"},
		{"buffer of no bytes per element", buffer(raw8(""), sized("V0", "|", 0, 1, "K\x00"), num(1e9)+"\x85"), "pickle-expansion 94+1: copy of an array with zero-byte elements: 1000000000 elements of 4 bytes take over 64 MiB and 20 times the file so far; pickle-header-mismatch 94+1: pickled array has shape (1000000000,), but the header says (7,)"},
		{"number of objects", ndarray(dtypeO, "K\x01\x85", "](NNe"), "pickle-header-mismatch 124+1: pickled array has shape (1,), but the header says (7,)"},
	} {
		header := Header{DType: scalar("|O"), Shape: []int64{7}}
		if got := strings.Join(told(walkAs(t, &header, payload(proto(3)+test.array+".")), start), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
