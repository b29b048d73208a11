package cases

import (
	"encoding/hex"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// Parts that cases of several areas share are in files not named after an area, such as this one, which has arrays of
// dtypes of all kinds.

func descrScalar(name string) scalar {
	for _, s := range scalars() {
		if s.name == name {
			return s
		}
	}
	panic("the grid has no type " + name)
}

// descrFile returns a version 1.0 file in C order.
func descrFile(descr, shape string, data []byte) []byte {
	return Npy1(Dict(descr, "False", shape), data)
}

// descrElements is an array of one dimension with a descr of its own, for families of structured types.
type descrElements struct {
	id    string
	story string
	descr string
	data  []byte // the elements, little-endian
	vals  []any  // one for each element

	// Omitted fields mean the usual: elements stored as they are, a dtype equal to descr, no fault.
	stored     []byte
	dtype      string
	rules      string
	flags      string // the duty is Either if there are any
	features   string // for a header that can't be read
	importance Importance
	twin       string
}

// fields returns the values of the fields of an element, or those of a subarray.
func fields(v ...any) []any { return append([]any{}, v...) }

// The arrays in which most of the faulty structured types replace the descr.
var (
	oneField = descrElements{
		id:    "descr/struct-one-field",
		story: "conforming: a structured type of one field",
		descr: "[('a', '<f8')]",
		data:  F8(1, -2.5, 3),
		vals:  fields(fields(1), fields(-2.5), fields(3)),
	}
	twoFields = descrElements{
		id:    "descr/struct-two-fields",
		story: "conforming: a structured type of two fields without padding between them",
		descr: "[('a', '<i4'), ('b', '<f8')]",
		data:  Join(I4(1), F8(0.5), I4(-2), F8(1.5), I4(3), F8(-2.5)),
		vals:  fields(fields(1, 0.5), fields(-2, 1.5), fields(3, -2.5)),
	}
	threeDoubles = descrElements{
		id:    "descr/sub-array-1d",
		story: "conforming: a field that is a subarray of three numbers",
		descr: "[('a', '<f8', (3,))]",
		data:  F8(1, 2, 3, 4, 5, 6),
		vals:  fields(fields(fields(1, 2, 3)), fields(fields(4, 5, 6))),
	}
	oneTitle = descrElements{
		id:    "descr/title",
		story: "conforming: a field with a title",
		descr: "[(('the title', 'a'), '<f8')]",
		data:  F8(1, -2.5, 3),
		vals:  fields(fields(1), fields(-2.5), fields(3)),
	}
	innerPadding = descrElements{
		id:    "descr/padding-inner",
		story: "conforming: padding between the fields",
		descr: "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]",
		data:  Join(I1(1), Zeros(3), I4(258), I1(-2), Zeros(3), I4(-3)),
		vals:  fields(fields(1, 258), fields(-2, -3)),
	}
	overlaid = descrElements{
		id:    "descr/nested-two-halves",
		story: "conforming: a field that is a structured type of two fields",
		descr: "[('x', [('a', '<i2'), ('b', '<i2')])]",
		data:  I2(1, 258, -3, 4),
		vals:  fields(fields(fields(1, 258)), fields(fields(-3, 4))),
	}
)

// descrVoid returns the values of count elements of plain void.
func descrVoid(count int, data []byte) []any {
	var out []any
	for i := range count {
		out = append(out, hex.EncodeToString(data[i*len(data)/count:(i+1)*len(data)/count]))
	}
	return out
}

// extremeFields has a field of every kind.
func extremeFields() []field {
	le := func(size int, bits ...uint64) (b []byte) {
		for _, v := range bits {
			b = append(b, LittleEndian(v, size)...)
		}
		return b
	}
	const nan, inf = 0x7ff8000000054321, 0x7ff0000000000000
	return []field{
		{"flag", "'|b1'", 1, 1, Bytes(1, 0, 1), values(true, false, true)},
		{"i1", "'|i1'", 1, 1, I1(-128, 127, -1), values(-128, 127, -1)},
		{"u1", "'|u1'", 1, 1, Bytes(255, 128, 1), values(255, 128, 1)},
		{"i2", "'<i2'", 2, 2, I2(-32768, 32767, 257), values(-32768, 32767, 257)},
		{"u2", "'<u2'", 2, 2, le(2, 65535, 32768, 256), values(65535, 32768, 256)},
		{"i4", "'<i4'", 4, 4, I4(-2147483648, 2147483647, 16777217), values(-2147483648, 2147483647, 16777217)},
		{"u4", "'<u4'", 4, 4, le(4, 4294967295, 2147483648, 16777217), values[int64](4294967295, 2147483648, 16777217)},
		{"i8", "'<i8'", 8, 8, le(8, 1<<63, 1<<63-1, 1<<53+1), values("-9223372036854775808", "9223372036854775807", "9007199254740993")},
		{"u8", "'<u8'", 8, 8, le(8, 1<<64-1, 1<<63, 1<<53+1), values("18446744073709551615", "9223372036854775808", "9007199254740993")},
		{"f2", "'<f2'", 2, 2, le(2, 0x8000, 0x7bff, 0x7e01), values[any]("-0.0", 65504, "NaN")},
		{"f4", "'<f4'", 4, 4, le(4, 0x3dcccccd, 0x80000000, 0x7fc54321), values[any](0x1.99999ap-4, "-0.0", "NaN")},
		{"f8", "'<f8'", 8, 8, le(8, 1<<63, 0x3ff0000000000001, nan), values[any]("-0.0", 1.0000000000000002, "NaN")},
		{"c8", "'<c8'", 8, 4, le(4, 0x3f800001, 0x80000000, 0x7f800000, 0x7fc54321, 0x7f7fffff, 0x3dcccccd),
			values[any](values[any](0x1.000002p0, "-0.0"), values[any]("Infinity", "NaN"), values[any](0x1.fffffep+127, 0x1.99999ap-4))},
		{"c16", "'<c16'", 16, 8, le(8, 0x3ff0000000000001, 1<<63, inf, nan, 0x7fefffffffffffff, 0x3fb999999999999a),
			values[any](values[any](1.0000000000000002, "-0.0"), values[any]("Infinity", "NaN"), values[any](1.7976931348623157e308, 0.1))},
		{"when", "'<M8[us]'", 8, 8, le(8, 1<<63, 1<<63+1, 1<<53+1), values("NaT", "-9223372036854775807", "9007199254740993")},
		{"span", "'<m8[ns]'", 8, 8, le(8, 1<<63-1, 1<<63, 1<<64-1), values("9223372036854775807", "NaT", "-1")},
		{"bytes", "'|S4'", 4, 1, []byte("a\x00b\x00c   \x00\x00\x00d"), values("a\x00b", "c   ", "\x00\x00\x00d")},
		{"text", "'<U3'", 12, 4, U(3, "x\x00y", "z  ", "\x00é"), values("x\x00y", "z  ", "\x00é")},
		{"raw", "'|V3'", 3, 1, Bytes(1, 0, 0, 0, 2, 0, 0xff, 0, 0x20), values("010000", "000200", "ff0020")},
	}
}

// structured returns the descr of the fields and the elements of the given rows, as they are stored and
// little-endian.
func structured(all []field, big bool, rows ...int) (descr, littleDescr string, stored, data []byte, vals []any) {
	var little, own []string
	for _, f := range all {
		little = append(little, "('"+f.name+"', "+f.descr+")")
		if big {
			f.descr = strings.Replace(f.descr, "'<", "'>", 1)
		}
		own = append(own, "('"+f.name+"', "+f.descr+")")
	}
	for _, row := range rows {
		var element []any
		for _, f := range all {
			b := f.data[row*f.size : (row+1)*f.size]
			data = append(data, b...)
			if big {
				b = Swap(f.unit, b)
			}
			stored = append(stored, b...)
			element = append(element, f.values[row])
		}
		vals = append(vals, element)
	}
	return "[" + strings.Join(own, ", ") + "]", "[" + strings.Join(little, ", ") + "]", stored, data, vals
}

// field is a field of a structured type with three values: extremes that a reader of fields may get wrong. An inner
// structured type has them in fields of its own.
type field struct {
	name, descr string // the descr with its quotes, little-endian
	size, unit  int    // bytes of an element, and of its units of byte order
	data        []byte // little-endian
	values      []any
}

// dataArray is an array that other cases truncate or extend.
type dataArray struct {
	descr string
	order string
	shape string
	data  []byte // as stored
	twin  string // the case that has it whole
}

func (a dataArray) file(data []byte) []byte { return Npy1(Dict(a.descr, a.order, a.shape), data) }

// The whole arrays, which are cases of other areas.
var (
	dataDoubles  = dataArray{descr: "'<f8'", order: "False", shape: "(3,)", data: three.Data, twin: "prefix/plain"}
	dataNothing  = dataArray{descr: "'<f8'", order: "False", shape: "(0,)", data: nil, twin: "shape/no-doubles"}
	dataNoBytes  = dataArray{descr: "'|V0'", order: "False", shape: "(3,)", data: nil, twin: "descr/zero-itemsize-void-1d"}
	dataTable    = dataArray{descr: "'<i2'", order: "True", shape: "(2, 3)", data: I2(0, 3, 1, 4, 2, 5), twin: "order/fortran-2d"}
	dataStruct   = dataArray{descr: twoFields.descr, order: "False", shape: "(3,)", data: twoFields.data, twin: "descr/struct-two-fields"}
	dataPadded   = dataArray{descr: "[('a', '<i4'), ('b', '|i1'), ('', '|V3')]", order: "False", shape: "(2,)", data: Join(I4(258), I1(1), Zeros(3), I4(-3), I1(-2), Zeros(3)), twin: "descr/padding-last"}
	dataSubarray = dataArray{descr: threeDoubles.descr, order: "False", shape: "(2,)", data: threeDoubles.data, twin: "descr/sub-array-1d"}
)

// dataOfGrid returns the array of one dimension and twelve elements that the grid has of a type.
func dataOfGrid(name string) dataArray {
	t := descrScalar(name)
	a := dataArray{descr: "'|" + t.kind + "'", order: "False", shape: "(12,)", data: t.data, twin: "descr/grid-" + name + "-1d-v1"}
	if t.unit > 1 {
		a.twin, a.descr = "descr/grid-le-"+name+"-1d-v1", "'<"+t.kind+"'"
	}
	return a
}
