package cases

import (
	"fmt"
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// descrStructCases returns cases of conforming structured types.
func descrStructCases() []Case {
	mixed := Join(I4(1), F8(0.5), I4(-2), F8(1.5))
	deep := func(levels int) descrElements {
		e := descrElements{
			id:    fmt.Sprintf("descr/nested-%d", levels),
			story: fmt.Sprintf("conforming: structured types nested %d deep", levels),
			descr: "[('a', '<i4'), ('b', '|i1')]",
		}
		first, second := fields(1, 2), fields(-3, 4)
		for range levels - 1 {
			e.descr = "[('a', " + e.descr + "), ('b', '|i1')]"
			first, second = fields(first, 2), fields(second, 4)
		}
		e.data = Join(I4(1), slices.Repeat(I1(2), levels), I4(-3), slices.Repeat(I1(4), levels))
		e.vals = fields(first, second)
		if levels > 5 {
			e.importance = Low
		}
		return e
	}
	hundred := descrElements{
		id:    "descr/struct-100-fields",
		story: "conforming: a structured type of 100 fields",
	}
	var first, second []any
	for i := range 100 {
		hundred.descr += fmt.Sprintf(", ('f%d', '<i2')", i)
		first, second = append(first, i), append(second, -i)
	}
	hundred.descr = "[" + hundred.descr[2:] + "]"
	for _, v := range slices.Concat(first, second) {
		hundred.data = Join(hundred.data, I2(int16(v.(int))))
	}
	hundred.vals = fields(first, second)
	return descrArrays(
		oneField, twoFields, overlaid, hundred,
		descrElements{
			id:    "descr/struct-all-kinds",
			story: "conforming: a field of every kind of fixed size, although the void field may be a lost type",
			rules: "descr-void-lost-type",
			descr: "[('a', '|b1'), ('b', '|i1'), ('c', '<u2'), ('d', '<f4'), ('e', '<c8'), ('f', '|S3'), ('g', '<U2'), ('h', '|V2'), ('i', '<M8[D]'), ('j', '<m8[us]'), ('k', '<f2')]",
			data:  Join(Bytes(1, 0xfe), I2(258), F4(0.5), F4(1, -2), S(3, "ab"), U(2, "é日"), Bytes(9, 8), I8(20000), I8(-7), Bytes(0, 0x3c), Bytes(0, 3), I2(3), F4(-4), F4(5, 6), S(3, "xyz"), U(2, "z"), Bytes(7, 6), I8(-1), I8(5), Bytes(0, 0xc0)),
			vals:  fields(fields(true, -2, 258, 0.5, fields(1, -2), "ab", "é日", "0908", "20000", "-7", 1), fields(false, 3, 3, -4, fields(5, 6), "xyz", "z", "0706", "-1", "5", -2)),
		},
		descrElements{
			id:    "descr/struct-empty-array",
			story: "conforming: an array without elements, of a structured type",
			descr: "[('a', '<i4'), ('b', '<f8')]",
			vals:  fields(),
		},
		descrElements{
			id:     "descr/struct-big-endian",
			story:  "conforming: a structured type of big-endian fields",
			descr:  "[('a', '>i4'), ('b', '>f8'), ('c', '>U1')]",
			dtype:  "[('a', '<i4'), ('b', '<f8'), ('c', '<U1')]",
			data:   Join(I4(1), F8(0.5), U(1, "é"), I4(-2), F8(1.5), U(1, "日")),
			stored: Join(Swap(4, I4(1)), Swap(8, F8(0.5)), Swap(4, U(1, "é")), Swap(4, I4(-2)), Swap(8, F8(1.5)), Swap(4, U(1, "日"))),
			vals:   fields(fields(1, 0.5, "é"), fields(-2, 1.5, "日")),
		},
		descrElements{
			id:     "descr/struct-mixed-order",
			story:  "conforming, although the fields are of both byte orders",
			descr:  "[('a', '>i4'), ('b', '<f8')]",
			dtype:  "[('a', '<i4'), ('b', '<f8')]",
			data:   mixed,
			stored: Join(Swap(4, I4(1)), F8(0.5), Swap(4, I4(-2)), F8(1.5)),
			vals:   fields(fields(1, 0.5), fields(-2, 1.5)),
			rules:  "descr-mixed-byte-order",
			twin:   twoFields.id,
		},
		descrElements{
			id:     "descr/struct-mixed-order-last",
			story:  "conforming, although only the last field is big-endian",
			descr:  "[('a', '<i4'), ('b', '>f8')]",
			dtype:  "[('a', '<i4'), ('b', '<f8')]",
			data:   mixed,
			stored: Join(I4(1), Swap(8, F8(0.5)), I4(-2), Swap(8, F8(1.5))),
			vals:   fields(fields(1, 0.5), fields(-2, 1.5)),
			rules:  "descr-mixed-byte-order",
		},
		descrElements{
			id:     "descr/struct-mixed-order-nested",
			story:  "conforming, although an inner field has another byte order than the outer ones",
			descr:  "[('a', '<i4'), ('b', [('c', '>i2'), ('d', '|i1')])]",
			dtype:  "[('a', '<i4'), ('b', [('c', '<i2'), ('d', '|i1')])]",
			data:   Join(I4(1), I2(258), I1(3), I4(-2), I2(-2), I1(4)),
			stored: Join(I4(1), Swap(2, I2(258)), I1(3), I4(-2), Swap(2, I2(-2)), I1(4)),
			vals:   fields(fields(1, fields(258, 3)), fields(-2, fields(-2, 4))),
			rules:  "descr-mixed-byte-order",
		},
		descrElements{
			id:     "descr/struct-mixed-order-sub-array",
			story:  "conforming, although a subarray has another byte order than the field before it",
			descr:  "[('a', '<i2'), ('b', '>i2', (2,))]",
			dtype:  "[('a', '<i2'), ('b', '<i2', (2,))]",
			data:   I2(1, 258, 3, -1, -2, 515),
			stored: Join(I2(1), Swap(2, I2(258, 3)), I2(-1), Swap(2, I2(-2, 515))),
			vals:   fields(fields(1, fields(258, 3)), fields(-1, fields(-2, 515))),
			rules:  "descr-mixed-byte-order",
		},
		descrElements{
			id:     "descr/struct-single-bytes-and-big-endian",
			story:  "conforming: a big-endian field beside one without a byte order, which is not a mix of byte orders",
			descr:  "[('a', '|i1'), ('b', '>i2')]",
			dtype:  "[('a', '|i1'), ('b', '<i2')]",
			data:   Join(I1(1), I2(258), I1(-2), I2(-3)),
			stored: Join(I1(1), Swap(2, I2(258)), I1(-2), Swap(2, I2(-3))),
			vals:   fields(fields(1, 258), fields(-2, -3)),
		},
		descrElements{
			id:    "descr/struct-not-alphabetical",
			story: "conforming: fields in the order of the list, which is not alphabetical",
			descr: "[('z', '|i1'), ('m', '<i4'), ('a', '<i2')]",
			data:  Join(I1(1), I4(65538), I2(3), I1(-1), I4(-2), I2(-3)),
			vals:  fields(fields(1, 65538, 3), fields(-1, -2, -3)),
		},
		descrElements{
			id:    "descr/struct-same-names-inside",
			story: "conforming: an inner structured type repeats the names of the outer one",
			descr: "[('a', [('a', '<i4'), ('b', '<i4')]), ('b', '<i4')]",
			data:  I4(1, 2, 3, -1, -2, -3),
			vals:  fields(fields(fields(1, 2), 3), fields(fields(-1, -2), -3)),
		},
		descrElements{
			id:    "descr/struct-lost-type-inside",
			story: "conforming, although two void fields may be lost types",
			rules: "descr-void-lost-type",
			descr: "[('a', '|V2'), ('b', '|V1')]",
			data:  []byte("abcdef"),
			vals:  fields(fields("6162", "63"), fields("6465", "66")),
		},
		descrElements{
			id:    "descr/struct-zero-itemsize-field",
			story: "conforming, although a field has zero bytes",
			descr: "[('a', '<i4'), ('b', '|S0'), ('c', '<i4')]",
			data:  I4(1, 2, -3, 4),
			vals:  fields(fields(1, "", 2), fields(-3, "", 4)),
			rules: "descr-zero-itemsize",
		},
		descrElements{
			id:    "descr/struct-generic-datetime",
			story: "conforming, although a field holds datetimes without a unit",
			descr: "[('a', '<M8'), ('b', '<i4')]",
			data:  Join(I8(1), I4(2), I8(-3), I4(4)),
			vals:  fields(fields("1", 2), fields("-3", 4)),
			rules: "descr-datetime-generic",
		},
		descrElements{
			id:    "descr/struct-without-fields",
			story: "conforming, although the structured type has no fields",
			descr: "[]",
			vals:  fields(fields(), fields(), fields()),
			rules: "descr-empty-struct",
			twin:  "descr/struct-of-one",
		},
		descrElements{
			id:         "descr/struct-of-one",
			story:      "conforming: a structured type of one single-byte field",
			descr:      "[('a', '|i1')]",
			data:       I1(1, -2, 3),
			vals:       fields(fields(1), fields(-2), fields(3)),
			importance: Low,
		},
		descrElements{
			id:    "descr/struct-without-fields-inside",
			story: "conforming, although an inner structured type has no fields",
			descr: "[('a', '<i4'), ('b', []), ('c', '<i4')]",
			data:  I4(1, 2, -3, 4),
			vals:  fields(fields(1, fields(), 2), fields(-3, fields(), 4)),
			rules: "descr-empty-struct",
		},
		deep(2), deep(3), deep(4), deep(5), deep(20), deep(60),
	)
}

// descrSubarrayCases returns cases of fields that are arrays.
func descrSubarrayCases() []Case {
	return slices.Concat(descrArrays(
		threeDoubles,
		descrElements{
			id:    "descr/sub-array-2d",
			story: "conforming: a field that is a two-dimensional subarray, in C order",
			descr: "[('a', '<i2', (2, 3))]",
			data:  I2(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
			vals:  fields(fields(fields(fields(1, 2, 3), fields(4, 5, 6))), fields(fields(fields(7, 8, 9), fields(10, 11, 12)))),
		},
		descrElements{
			id:    "descr/sub-array-3d",
			story: "conforming: a field that is a three-dimensional subarray",
			descr: "[('a', '|i1', (2, 1, 3)), ('b', '|i1')]",
			data:  I1(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
			vals:  fields(fields(fields(fields(fields(1, 2, 3)), fields(fields(4, 5, 6))), 7), fields(fields(fields(fields(8, 9, 10)), fields(fields(11, 12, 13))), 14)),
		},
		descrElements{
			id:    "descr/sub-array-of-one",
			story: "conforming: a field that is a subarray of one number, which is not a plain number",
			descr: "[('a', '<f8', (1,))]",
			data:  F8(1, -2.5, 3),
			vals:  fields(fields(fields(1)), fields(fields(-2.5)), fields(fields(3))),
		},
		descrElements{
			id:    "descr/sub-array-of-one-by-one",
			story: "conforming: a field that is a two-dimensional subarray of one number",
			descr: "[('a', '<f8', (1, 1))]",
			data:  F8(1, -2.5),
			vals:  fields(fields(fields(fields(1))), fields(fields(fields(-2.5)))),
		},
		descrElements{
			id:     "descr/sub-array-big-endian",
			story:  "conforming: a field that is a subarray of big-endian numbers",
			descr:  "[('a', '>i2', (3,))]",
			dtype:  "[('a', '<i2', (3,))]",
			data:   I2(1, 258, -3, 4, 5, -6),
			stored: Swap(2, I2(1, 258, -3, 4, 5, -6)),
			vals:   fields(fields(fields(1, 258, -3)), fields(fields(4, 5, -6))),
		},
		descrElements{
			id:    "descr/sub-array-of-bytes",
			story: "conforming: a field that is a subarray of byte strings",
			descr: "[('a', '|S3', (2,))]",
			data:  S(3, "a", "bcd", "ef", ""),
			vals:  fields(fields(fields("a", "bcd")), fields(fields("ef", ""))),
		},
		descrElements{
			id:    "descr/sub-array-of-text",
			story: "conforming: a field that is a subarray of text",
			descr: "[('a', '<U2', (2,))]",
			data:  U(2, "é", "日本", "x", ""),
			vals:  fields(fields(fields("é", "日本")), fields(fields("x", ""))),
		},
		descrElements{
			id:    "descr/sub-array-of-booleans",
			story: "conforming: a field that is a subarray of booleans",
			descr: "[('a', '|b1', (3,))]",
			data:  Bytes(1, 0, 1, 0, 0, 1),
			vals:  fields(fields(fields(true, false, true)), fields(fields(false, false, true))),
		},
		descrElements{
			id:    "descr/sub-array-of-datetimes",
			story: "conforming: a field that is a subarray of datetimes",
			descr: "[('a', '<M8[25us]', (2,))]",
			data:  I8(1, -2, 3, 4),
			vals:  fields(fields(fields("1", "-2")), fields(fields("3", "4"))),
		},
		descrElements{
			id:    "descr/sub-array-of-structs",
			story: "conforming: a field that is a subarray of structured elements",
			descr: "[('a', [('x', '<i2'), ('y', '|i1')], (2,)), ('b', '<i2')]",
			data:  Join(I2(1), I1(2), I2(3), I1(4), I2(5), I2(-1), I1(-2), I2(-3), I1(-4), I2(-5)),
			vals:  fields(fields(fields(fields(1, 2), fields(3, 4)), 5), fields(fields(fields(-1, -2), fields(-3, -4)), -5)),
		},
		descrElements{
			id:    "descr/sub-array-in-struct-in-sub-array",
			story: "conforming: a field that is a subarray of structured elements that contain subarrays",
			descr: "[('a', [('x', '|i1', (2,)), ('y', '|i1')], (2,))]",
			data:  I1(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
			vals:  fields(fields(fields(fields(fields(1, 2), 3), fields(fields(4, 5), 6))), fields(fields(fields(fields(7, 8), 9), fields(fields(10, 11), 12)))),
		},
		descrElements{
			id:       "descr/sub-array-of-sub-arrays",
			story:    "conforming: a field that is a subarray of three subarrays of two numbers",
			descr:    "[('a', ('|i1', (2,)), (3,))]",
			data:     I1(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
			vals:     fields(fields(fields(fields(1, 2), fields(3, 4), fields(5, 6))), fields(fields(fields(7, 8), fields(9, 10), fields(11, 12)))),
			features: "v1 1d structured nested int",
		},
		descrElements{
			id:       "descr/sub-array-as-tuple",
			story:    "conforming: a field whose dtype is a tuple of dtype and shape",
			descr:    "[('a', ('<f8', (3,)))]",
			dtype:    "[('a', '<f8', (3,))]",
			data:     F8(1, 2, 3, 4, 5, 6),
			vals:     fields(fields(fields(1, 2, 3)), fields(fields(4, 5, 6))),
			features: "v1 1d structured nested float",
		},
		descrElements{
			id:    "descr/sub-array-empty-shape",
			story: "conforming, although the shape of a subarray is (), which makes it a plain field",
			descr: "[('a', '<f8', ())]",
			dtype: "[('a', '<f8')]",
			data:  F8(1, -2.5, 3),
			vals:  fields(fields(1), fields(-2.5), fields(3)),
			rules: "descr-subarray-shape-empty",
			twin:  "descr/sub-array-of-one",
		},
		descrElements{
			id:    "descr/sub-array-zero",
			story: "conforming, although a subarray has no elements",
			descr: "[('a', '<f8', (0,)), ('b', '<i4')]",
			data:  I4(1, -2),
			vals:  fields(fields(fields(), 1), fields(fields(), -2)),
			rules: "descr-subarray-zero",
			twin:  "descr/sub-array-of-one-and-int",
		},
		descrElements{
			id:         "descr/sub-array-of-one-and-int",
			story:      "conforming: a subarray of one element before a field",
			descr:      "[('a', '<f8', (1,)), ('b', '<i4')]",
			data:       Join(F8(0.5), I4(1), F8(-2.5), I4(-2), F8(3), I4(258)),
			vals:       fields(fields(fields(0.5), 1), fields(fields(-2.5), -2), fields(fields(3), 258)),
			importance: Low,
		},
		descrElements{
			id:    "descr/sub-array-zero-last",
			story: "conforming, although a subarray has two rows without elements",
			descr: "[('a', '<i4'), ('b', '<f8', (2, 0))]",
			data:  I4(1, -2),
			vals:  fields(fields(1, fields(fields(), fields())), fields(-2, fields(fields(), fields()))),
			rules: "descr-subarray-zero",
		},
		descrElements{
			id:    "descr/sub-array-zero-rows",
			story: "conforming, although a subarray has no rows",
			descr: "[('a', '<i4'), ('b', '<f8', (0, 3))]",
			data:  I4(1, -2),
			vals:  fields(fields(1, fields()), fields(-2, fields())),
			rules: "descr-subarray-zero",
		},
		descrElements{
			id:    "descr/sub-array-number",
			story: "conforming except that the shape of a subarray is a number",
			descr: "[('a', '<f8', 3)]",
			dtype: "[('a', '<f8', (3,))]",
			data:  F8(1, 2, 3, 4, 5, 6),
			vals:  fields(fields(fields(1, 2, 3)), fields(fields(4, 5, 6))),
			rules: "descr-subarray-shape-int",
			flags: "odd-subarray",
			twin:  "descr/sub-array-1d",
		},
		descrElements{
			id:    "descr/sub-array-number-in-tuple",
			story: "conforming except that the shape of a subarray is a number, in a tuple of dtype and shape",
			descr: "[('a', ('<f8', 3))]",
			dtype: "[('a', '<f8', (3,))]",
			data:  F8(1, 2, 3, 4, 5, 6),
			vals:  fields(fields(fields(1, 2, 3)), fields(fields(4, 5, 6))),
			rules: "descr-subarray-shape-int",
			flags: "odd-subarray",
			twin:  "descr/sub-array-as-tuple",
		},
	), descrZeroSubarrayCases())
}

// descrZeroSubarrayCases returns cases of subarrays of strings of zero bytes. NumPy reads their shape
// as a size.
func descrZeroSubarrayCases() []Case {
	var out []Case
	of := func(id, twin, code string, inner ...descrRefusal) {
		plain := descrElements{
			id:    id,
			story: "conforming, although a field has zero bytes: '" + code + "'",
			descr: "[('a', '" + code + "'), ('b', '<i4')]",
			data:  I4(1, -2, 3),
			vals:  fields(fields("", 1), fields("", -2), fields("", 3)),
			rules: "descr-zero-itemsize",
			twin:  twin,
		}
		out = slices.Concat(out, descrArrays(plain), descrRefused(plain, inner...))
	}
	of("descr/zero-field-void", "descr/void-field-of-one", "|V0",
		descrRefusal{"descr/zero-sub-array-void", "the void elements of a subarray have zero bytes", "[('a', '|V0', (2,)), ('b', '<i4')]", "descr-subarray-zero-itemsize"},
		descrRefusal{"descr/zero-sub-array-plain-void", "the void element of a subarray without dimensions has zero bytes", "[('a', '|V0', ()), ('b', '<i4')]", "descr-subarray-zero-itemsize"},
	)
	of("descr/zero-field-bytes", "", "|S0",
		descrRefusal{"descr/zero-sub-array-bytes", "the byte string elements of a subarray have zero bytes", "[('a', '|S0', (2,)), ('b', '<i4')]", "descr-subarray-zero-itemsize"},
		descrRefusal{"descr/zero-sub-array-plain-bytes", "the byte string element of a subarray without dimensions has zero bytes", "[('a', '|S0', ()), ('b', '<i4')]", "descr-subarray-zero-itemsize"},
	)
	of("descr/zero-field-text", "", "<U0",
		descrRefusal{"descr/zero-sub-array-text", "the text elements of a subarray have zero bytes", "[('a', '<U0', (2,)), ('b', '<i4')]", "descr-subarray-zero-itemsize"},
		descrRefusal{"descr/zero-sub-array-plain-text", "the text element of a subarray without dimensions has zero bytes", "[('a', '<U0', ()), ('b', '<i4')]", "descr-subarray-zero-itemsize"},
	)
	return append(out, descrArrays(descrElements{
		id:         "descr/void-field-of-one",
		story:      "conforming: a field of one void byte, which may be a lost type",
		descr:      "[('a', '|V1'), ('b', '<i4')]",
		data:       Join(S(1, "x"), I4(1), S(1, "y"), I4(-2), S(1, "z"), I4(258)),
		vals:       fields(fields("78", 1), fields("79", -2), fields("7a", 258)),
		rules:      "descr-void-lost-type",
		importance: Low,
	})...)
}
