package cases

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// descrSizeCases returns cases of sizes that are wrong, missing, or written as no NumPy writes them.
func descrSizeCases() []Case {
	syntax := Case{
		Story:    "conforming except that the size is not a plain decimal number",
		Duty:     Either,
		Rules:    "descr-size-syntax",
		Violates: true,
		Flags:    "dtype-alias",
	}
	alias := Case{
		Story:    "conforming except that the kind is a, the old letter for S",
		Duty:     Either,
		Rules:    "descr-alias-a",
		Violates: true,
		Flags:    "dtype-alias",
	}
	negative := Case{
		Story:    "conforming except that the size is negative",
		Duty:     Reject,
		Rules:    "descr-size-negative",
		Violates: true,
	}
	overflow := negative
	overflow.Rules = "descr-size-overflow"
	overflow.Story = "conforming except that an element has more than 2^31 - 1 bytes"
	invalid := negative
	invalid.Rules = "descr-invalid-size"
	invalid.Story = "conforming except that the dtype does not have this size"
	bits := invalid
	bits.Story = "conforming except that the size is in bits"
	// With 100 digits more than 60,000 the low byte of the header length is under 128; above that a reader fails
	// earlier.
	digits := "'<f" + strings.Repeat("8", 60_100) + "'"
	long := refused("descr").like("descr/grid-le-f8-1d-v1")
	long.Features = "v1 float 1d long-header"
	return slices.Concat(sinceTwo(variants(long, "descr-size-overflow header-length-over-10000",
		variant{"descr/size-overflow-60100-digits", "the size has 60,100 digits", descrFile(digits, "(12,)", descrScalar("f8").data)},
	)), descrSpelled(syntax,
		descrSpelling{of: "f8", id: "descr/size-leading-zero", descr: "'<f08'"},
		descrSpelling{of: "f8", id: "descr/size-many-zeros", descr: "'<f00000000000000000000000000000008'"},
		descrSpelling{of: "f8", id: "descr/size-plus", descr: "'<f+8'"},
		descrSpelling{of: "f8", id: "descr/size-space", descr: "'<f 8'"},
		descrSpelling{of: "f8", id: "descr/size-tab", descr: `'<f\t8'`},
		descrSpelling{of: "i4", id: "descr/size-leading-zero-i4", descr: "'<i04'"},
		descrSpelling{of: "b1", id: "descr/size-leading-zero-b1", descr: "'|b01'"},
		descrSpelling{of: "c16", id: "descr/size-leading-zero-c16", descr: "'<c016'"},
		descrSpelling{of: "s3", id: "descr/size-leading-zero-s3", descr: "'|S03'"},
		descrSpelling{of: "s3", id: "descr/size-plus-s3", descr: "'|S+3'"},
		descrSpelling{of: "s3", id: "descr/size-space-s3", descr: "'|S 3'"},
		descrSpelling{of: "v3", id: "descr/size-leading-zero-v3", descr: "'|V03'"},
		descrSpelling{of: "u2-text", id: "descr/size-leading-zero-text", descr: "'<U02'"},
		descrSpelling{of: "u2-text", id: "descr/size-plus-text", descr: "'<U+2'"},
	), descrSpelled(alias,
		descrSpelling{of: "s3", id: "descr/alias-a", descr: "'a3'"},
		descrSpelling{of: "s3", id: "descr/alias-a-bar", descr: "'|a3'"},
		descrSpelling{of: "s3", id: "descr/alias-a-little", descr: "'<a3'"},
	), descrSpelled(negative,
		descrSpelling{of: "s3", id: "descr/size-negative-bytes", descr: "'|S-1'"},
		descrSpelling{of: "s3", id: "descr/size-negative-bytes-3", descr: "'|S-3'"},
		descrSpelling{of: "v3", id: "descr/size-negative-void", descr: "'|V-3'"},
		descrSpelling{of: "u2-text", id: "descr/size-negative-text", descr: "'<U-2'"},
		descrSpelling{of: "f8", id: "descr/size-negative-float", descr: "'<f-8'"},
		descrSpelling{of: "i4", id: "descr/size-negative-int", descr: "'<i-4'"},
		descrSpelling{of: "s3", id: "descr/size-negative-wraps", descr: "'|S-4294967293'", story: "conforming except that the size is -2^32 + 3, which wraps to 3 in 32 bits"},
	), descrSpelled(overflow,
		descrSpelling{of: "s3", id: "descr/size-overflow-bytes-wraps", descr: "'|S4294967299'", story: "conforming except that the size is 2^32 + 3, which wraps to 3 in 32 bits"},
		descrSpelling{of: "v3", id: "descr/size-overflow-void-wraps", descr: "'|V4294967299'", story: "conforming except that the size is 2^32 + 3, which wraps to 3 in 32 bits"},
		descrSpelling{of: "u2-text", id: "descr/size-overflow-text-wraps", descr: "'<U4294967298'", story: "conforming except that the length is 2^32 + 2, which wraps to 2 in 32 bits"},
		descrSpelling{of: "u2-text", id: "descr/size-overflow-text-itemsize-wraps", descr: "'<U1073741826'", story: "conforming except that the itemsize is 2^32 + 8, which wraps to 8 in 32 bits"},
		descrSpelling{of: "s3", id: "descr/size-overflow-bytes-64-bits", descr: "'|S18446744073709551619'", story: "conforming except that the size is 2^64 + 3, which wraps to 3 in 64 bits"},
		descrSpelling{of: "f8", id: "descr/size-overflow-float-wraps", descr: "'<f4294967304'", story: "conforming except that the size is 2^32 + 8, which wraps to 8 in 32 bits"},
		descrSpelling{of: "i4", id: "descr/size-overflow-int-64-bits", descr: "'<i18446744073709551620'", story: "conforming except that the size is 2^64 + 4, which wraps to 4 in 64 bits"},
		descrSpelling{of: "s3", id: "descr/size-overflow-bytes", descr: "'|S2147483648'"},
		descrSpelling{of: "v3", id: "descr/size-overflow-void", descr: "'|V2147483648'"},
		descrSpelling{of: "u2-text", id: "descr/size-overflow-text", descr: "'<U536870912'"},
		descrSpelling{of: "s3", id: "descr/size-overflow-100-digits", descr: "'|S" + strings.Repeat("9", 100) + "'", story: "conforming except that the size has 100 digits"},
	), descrSpelled(invalid,
		descrSpelling{of: "v3", id: "descr/size-i3", descr: "'<i3'"},
		descrSpelling{of: "v3", id: "descr/size-u3", descr: "'<u3'"},
		descrSpelling{of: "v3", id: "descr/size-f3", descr: "'<f3'"},
		descrSpelling{of: "u1", id: "descr/size-f1", descr: "'<f1'", story: "conforming except that a float has one byte, as ml_dtypes writes its float8"},
		descrSpelling{of: "u1", id: "descr/size-c1", descr: "'<c1'"},
		descrSpelling{of: "i2", id: "descr/size-b2", descr: "'|b2'"},
		descrSpelling{of: "i4", id: "descr/size-b4", descr: "'|b4'"},
		descrSpelling{of: "f4", id: "descr/size-c4", descr: "'<c4'"},
		descrSpelling{of: "c16", id: "descr/size-i16", descr: "'<i16'"},
		descrSpelling{of: "c16", id: "descr/size-u16", descr: "'<u16'"},
		descrSpelling{of: "i4", id: "descr/size-datetime-4", descr: "'<M4'"},
		descrSpelling{of: "i4", id: "descr/size-timedelta-4", descr: "'<m4'"},
		descrSpelling{of: "i4", id: "descr/size-datetime-4-unit", descr: "'<M4[s]'", story: "conforming except that a datetime has four bytes"},
		descrSpelling{of: "c16", id: "descr/size-datetime-16", descr: "'<M16'"},
		descrSpelling{of: "f8", id: "descr/size-f0", descr: "'<f0'"},
		descrSpelling{of: "i4", id: "descr/size-i0", descr: "'<i0'"},
		descrSpelling{of: "b1", id: "descr/size-b0", descr: "'|b0'"},
		descrSpelling{of: "c16", id: "descr/size-c0", descr: "'<c0'"},
		descrSpelling{of: "datetime-s", id: "descr/size-datetime-0", descr: "'<M0'"},
	), descrSpelled(bits,
		descrSpelling{of: "i2", id: "descr/size-bits-i16", descr: "'<i16'"},
		descrSpelling{of: "i4", id: "descr/size-bits-i32", descr: "'<i32'"},
		descrSpelling{of: "i8", id: "descr/size-bits-i64", descr: "'<i64'"},
		descrSpelling{of: "u4", id: "descr/size-bits-u32", descr: "'<u32'"},
		descrSpelling{of: "f4", id: "descr/size-bits-f32", descr: "'<f32'"},
		descrSpelling{of: "f8", id: "descr/size-bits-f64", descr: "'<f64'"},
		descrSpelling{of: "c8", id: "descr/size-bits-c64", descr: "'<c64'"},
		descrSpelling{of: "c16", id: "descr/size-bits-c128", descr: "'<c128'"},
		descrSpelling{of: "datetime-s", id: "descr/size-bits-datetime", descr: "'<M64[s]'"},
	), descrZeroCases(), descrLargestCases(), descrVoidCases())
}

// descrZeroCases returns cases of elements of zero bytes, which conform: a division by the itemsize
// doesn't.
func descrZeroCases() []Case {
	var out []Case
	for _, t := range []struct{ name, code string }{{"void", "|V0"}, {"bytes", "|S0"}, {"text", "<U0"}} {
		for _, s := range []struct {
			name, shape string
			dims        []int64
			count       int
		}{
			{"1d", "(3,)", dims(3), 3},
			{"0d", "()", nil, 1},
			{"2d", "(2, 3)", dims(2, 3), 6},
			{"empty", "(0,)", dims(0), 0},
		} {
			out = append(out, Case{
				ID:    fmt.Sprintf("descr/zero-itemsize-%s-%s", t.name, s.name),
				Story: "conforming, although an element has zero bytes: '" + t.code + "' in the shape " + s.shape,
				Bytes: descrFile("'"+t.code+"'", s.shape, nil),
				Duty:  Accept,
				Rules: "descr-zero-itemsize",
				Stage: "descr",
				Array: &Array{DType: t.code, Shape: s.dims, Values: slices.Repeat(values(""), s.count)},
			})
		}
		bare := t.code[:2]
		out = append(out, Case{
			ID:    fmt.Sprintf("descr/size-missing-%s", t.name),
			Story: "conforming except that the size is missing: '" + bare + "'",
			Bytes: descrFile("'"+bare+"'", "(3,)", nil),
			Duty:  Either,
			Rules: "descr-size-missing descr-zero-itemsize",
			Stage: "descr",
			Flags: "dtype-alias",
			Twin:  "descr/zero-itemsize-" + t.name + "-1d",
			Array: &Array{DType: t.code, Shape: dims(3), Values: values("", "", "")},
		})
	}
	for _, n := range []struct{ id, twin, name, code, features string }{
		{"descr/name-void", "descr/zero-itemsize-void-1d", "void", "|V0", "v1 zero-itemsize 1d void"},
		{"descr/name-bytes", "descr/zero-itemsize-bytes-1d", "bytes", "|S0", "v1 zero-itemsize 1d bytes"},
		{"descr/name-unicode", "descr/zero-itemsize-text-1d", "unicode", "<U0", "v1 zero-itemsize 1d text"},
	} {
		c := Case{
			ID:         n.id,
			Story:      "conforming except that the dtype is named, and the name has no size: '" + n.name + "'",
			Bytes:      descrFile("'"+n.name+"'", "(3,)", nil),
			Duty:       Either,
			Rules:      "descr-type-name descr-zero-itemsize",
			Violates:   true,
			Stage:      "descr",
			Flags:      "dtype-alias",
			Features:   n.features,
			Importance: Low,
			Twin:       n.twin,
			Array:      &Array{DType: n.code, Shape: dims(3), Values: values("", "", "")},
		}
		if n.code == "<U0" {
			c.Flags += " native-order"
		}
		out = append(out, c)
	}
	one := &Array{DType: "|S1", Shape: dims(3), Data: []byte("xyz"), Values: values("x", "y", "z")}
	return append(out, Case{
		ID:         "descr/size-missing-c",
		Story:      "conforming except that the size is missing: '|c', which NumPy reads as '|S1'",
		Bytes:      descrFile("'|c'", "(3,)", one.Data),
		Duty:       Either,
		Rules:      "descr-size-missing",
		Stage:      "descr",
		Flags:      "dtype-alias",
		Importance: Low,
		Twin:       "descr/bytes-of-one",
		Array:      one,
	}, Case{
		ID:    "descr/bytes-of-one",
		Story: "conforming: byte strings of one byte",
		Bytes: descrFile("'|S1'", "(3,)", one.Data),
		Duty:  Accept,
		Stage: "descr",
		Array: one,
	})
}

// descrLargestCases returns cases of the largest allowed elements, in empty arrays.
func descrLargestCases() []Case {
	var out []Case
	for _, t := range []struct{ id, code string }{
		{"descr/size-largest-bytes", "|S2147483647"},
		{"descr/size-largest-void", "|V2147483647"},
		{"descr/size-largest-text", "<U536870911"},
	} {
		out = append(out, Case{
			ID:         t.id,
			Story:      "conforming: an array without elements, of the largest possible itemsize: '" + t.code + "'",
			Bytes:      descrFile("'"+t.code+"'", "(0,)", nil),
			Duty:       Accept,
			Stage:      "descr",
			Importance: Low,
			Array:      &Array{DType: t.code, Shape: dims(0), Values: values[any]()},
		})
	}
	return out
}

// descrVoidCases returns cases of plain void of the sizes that NumPy writes for types that it doesn't
// know.
func descrVoidCases() []Case {
	note := func(id, descr, of, shape string, array *Array) Case {
		return Case{
			ID:    id,
			Story: "conforming, although the dtype was lost: " + of + " as NumPy saves it: " + descr + " in the shape " + shape,
			Bytes: descrFile(descr, shape, array.Data),
			Duty:  Accept,
			Rules: "descr-void-lost-type",
			Stage: "descr",
			Array: array,
		}
	}
	// 1, -2.5 and 3 of type bfloat16; 1, -2.5 and 3 of type float8_e4m3fn.
	bfloat16, float8 := Bytes(0x80, 0x3f, 0x20, 0xc0, 0x40, 0x40), Bytes(0x38, 0xc2, 0x44)
	return []Case{
		note("descr/void-bfloat16", "'|V2'", "bfloat16", "(3,)", &Array{DType: "|V2", Shape: dims(3), Data: bfloat16, Values: values("803f", "20c0", "4040")}).like("descr/void-of-three"),
		note("descr/void-float8", "'|V1'", "float8", "(3,)", &Array{DType: "|V1", Shape: dims(3), Data: float8, Values: values("38", "c2", "44")}),
		note("descr/void-bfloat16-little", "'<V2'", "bfloat16", "(3,)", &Array{DType: "|V2", Shape: dims(3), Data: bfloat16, Values: values("803f", "20c0", "4040")}),
		note("descr/void-float8-little", "'<V1'", "float8", "(3,)", &Array{DType: "|V1", Shape: dims(3), Data: float8, Values: values("38", "c2", "44")}),
		note("descr/void-bfloat16-0d", "'|V2'", "bfloat16", "()", &Array{DType: "|V2", Data: bfloat16[2:4], Values: values("20c0")}),
		{
			ID:         "descr/void-of-three",
			Story:      "conforming: void elements of three bytes",
			Bytes:      descrFile("'|V3'", "(3,)", []byte("abcdefghi")),
			Duty:       Accept,
			Stage:      "descr",
			Importance: Low,
			Array:      &Array{DType: "|V3", Shape: dims(3), Data: []byte("abcdefghi"), Values: values("616263", "646566", "676869")},
		},
		{
			ID:         "descr/void-of-four",
			Story:      "conforming: void elements of four bytes, which no lost type has",
			Bytes:      descrFile("'|V4'", "(3,)", I4(1, -2, 3)),
			Duty:       Accept,
			Stage:      "descr",
			Importance: Low,
			Array:      &Array{DType: "|V4", Shape: dims(3), Data: I4(1, -2, 3), Values: values("01000000", "feffffff", "03000000")},
		},
	}
}

// descrLongDoubleCases returns cases of the layouts of long double that NumPy writes on some
// platform, each next to a twin of the same bytes as void.
func descrLongDoubleCases() []Case {
	// The numbers are 1, -2.5 and 3 in the 80 bits of the x87.
	numbers := [][]byte{
		{0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f},
		{0, 0, 0, 0, 0, 0, 0, 0xa0, 0x00, 0xc0},
		{0, 0, 0, 0, 0, 0, 0, 0xc0, 0x00, 0x40},
	}
	filled := func(size int, index ...int) (b []byte) {
		for _, i := range index {
			b = Join(b, numbers[i], Zeros(size-10))
		}
		return b
	}
	reals := values[any](1, -2.5, 3)
	pairs := values[any](values[any](1, -2.5), values[any](3, 1), values[any](-2.5, 3))
	dirty := filled(16, 0, 1, 2)
	dirty[15], dirty[31] = 0xaa, 0x55

	const here, there = "descr-platform-longdouble", "descr-other-platform-float"
	var out []Case
	for _, l := range []descrLongDouble{
		{"descr/longdouble-f16", "long doubles of x86-64", "f16", here, filled(16, 0, 1, 2), reals},
		{"descr/longdouble-f16-filler", "long doubles of x86-64 whose unused bytes are not zero", "f16", here, dirty, reals},
		{"descr/longdouble-c32", "complex long doubles of x86-64", "c32", here, filled(16, 0, 1, 2, 0, 1, 2), pairs},
		{"descr/longdouble-f12", "long doubles of 32-bit x86", "f12", there, filled(12, 0, 1, 2), reals},
		{"descr/longdouble-c24", "complex long doubles of 32-bit x86", "c24", there, filled(12, 0, 1, 2, 0, 1, 2), pairs},
		{"descr/longdouble-f10", "long doubles without unused bytes", "f10", there, filled(10, 0, 1, 2), reals},
		{"descr/longdouble-c20", "complex long doubles without unused bytes", "c20", there, filled(10, 0, 1, 2, 0, 1, 2), pairs},
	} {
		out = append(out, l.cases("<", l.data)...)
	}
	swapped := descrLongDouble{
		id:    "descr/longdouble-f16-big-endian",
		story: "long doubles of x86-64 with all bytes swapped", code: "f16", rule: here, data: filled(16, 0, 1, 2), vals: reals,
	}
	out = append(out, swapped.cases(">", Swap(16, swapped.data))...)

	field := descrElements{
		id:    "descr/struct-longdouble",
		story: "conforming, but only some machines have the dtype of a field",
		descr: "[('a', '<f16'), ('b', '<i2')]",
		data:  Join(filled(16, 0), I2(1), filled(16, 1), I2(258)),
		vals:  fields(fields(1, 1), fields(-2.5, 258)),
		rules: here,
		flags: "longdouble",
		twin:  "descr/struct-longdouble-raw",
	}
	raw := descrElements{
		id:         "descr/struct-longdouble-raw",
		story:      "conforming: the bytes of a long double in a void field",
		descr:      "[('a', '|V16'), ('b', '<i2')]",
		data:       field.data,
		vals:       fields(fields(descrVoid(1, filled(16, 0))[0], 1), fields(descrVoid(1, filled(16, 1))[0], 258)),
		importance: Low,
	}
	out = append(out, descrArrays(field, raw)...)

	for _, n := range []struct{ id, descr, rule, story string }{
		{"descr/name-longdouble", "'longdouble'", "descr-type-name", "named"},
		{"descr/name-float128", "'float128'", "descr-type-name", "named after its 128 bits"},
		{"descr/name-longfloat", "'longfloat'", "descr-type-name", "named, with a name that NumPy 2 dropped"},
		{"descr/c-long-double", "'g'", "descr-c-type-code", "the letter of a C type"},
		{"descr/c-long-double-little", "'<g'", "descr-c-type-code", "a byte order and the letter of a C type"},
	} {
		out = append(out, Case{
			ID:       n.id,
			Story:    "conforming except that a long double is " + n.story + ": " + n.descr,
			Bytes:    descrFile(n.descr, "(3,)", filled(16, 0, 1, 2)),
			Duty:     Either,
			Rules:    n.rule,
			Violates: true,
			Stage:    "descr",
			Flags:    "dtype-alias longdouble",
			Twin:     "descr/longdouble-f16",
		})
	}
	return out
}
