package cases

import (
	"encoding/hex"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// descrSizeCases is sizes that are wrong, missing, or written as no NumPy writes them.
func descrSizeCases() []Case {
	syntax := Case{
		Story:      "conforming except that the size is no plain decimal number",
		Duty:       Either,
		Rules:      "descr-size-syntax",
		Violates:   true,
		Flags:      "dtype-alias",
		Importance: Medium,
	}
	alias := Case{
		Story:      "conforming except that the kind is a, the old name of S",
		Duty:       Either,
		Rules:      "descr-alias-a",
		Flags:      "dtype-alias",
		Importance: Medium,
	}
	negative := Case{
		Story:      "conforming except that the size is negative",
		Duty:       Reject,
		Rules:      "descr-size-negative",
		Violates:   true,
		Importance: High,
	}
	overflow := negative
	overflow.Rules = "descr-size-overflow"
	overflow.Story = "conforming except that an element has more than 2^31-1 bytes"
	invalid := negative
	invalid.Rules = "descr-invalid-size"
	invalid.Importance = Medium
	invalid.Story = "conforming except that the type has no such size"
	bits := invalid
	bits.Importance = High
	bits.Story = "conforming except that the size is given in bits"
	return slices.Concat(descrSpelled(syntax,
		descrSpelling{of: "f8", name: "size-leading-zero", descr: "'<f08'"},
		descrSpelling{of: "f8", name: "size-many-zeros", descr: "'<f00000000000000000000000000000008'"},
		descrSpelling{of: "f8", name: "size-plus", descr: "'<f+8'"},
		descrSpelling{of: "f8", name: "size-space", descr: "'<f 8'"},
		descrSpelling{of: "f8", name: "size-tab", descr: `'<f\t8'`},
		descrSpelling{of: "i4", name: "size-leading-zero-i4", descr: "'<i04'"},
		descrSpelling{of: "b1", name: "size-leading-zero-b1", descr: "'|b01'"},
		descrSpelling{of: "c16", name: "size-leading-zero-c16", descr: "'<c016'"},
		descrSpelling{of: "s3", name: "size-leading-zero-s3", descr: "'|S03'"},
		descrSpelling{of: "s3", name: "size-plus-s3", descr: "'|S+3'"},
		descrSpelling{of: "s3", name: "size-space-s3", descr: "'|S 3'"},
		descrSpelling{of: "v3", name: "size-leading-zero-v3", descr: "'|V03'"},
		descrSpelling{of: "u2-text", name: "size-leading-zero-text", descr: "'<U02'"},
		descrSpelling{of: "u2-text", name: "size-plus-text", descr: "'<U+2'"},
	), descrSpelled(alias,
		descrSpelling{of: "s3", name: "alias-a", descr: "'a3'"},
		descrSpelling{of: "s3", name: "alias-a-bar", descr: "'|a3'"},
		descrSpelling{of: "s3", name: "alias-a-little", descr: "'<a3'"},
	), descrSpelled(negative,
		descrSpelling{of: "s3", name: "size-negative-bytes", descr: "'|S-1'"},
		descrSpelling{of: "s3", name: "size-negative-bytes-3", descr: "'|S-3'"},
		descrSpelling{of: "v3", name: "size-negative-void", descr: "'|V-3'"},
		descrSpelling{of: "u2-text", name: "size-negative-text", descr: "'<U-2'"},
		descrSpelling{of: "f8", name: "size-negative-float", descr: "'<f-8'"},
		descrSpelling{of: "i4", name: "size-negative-int", descr: "'<i-4'"},
		descrSpelling{of: "s3", name: "size-negative-wraps", descr: "'|S-4294967293'", story: "conforming except that the size is -2^32 + 3, which 32 bits take for 3"},
	), descrSpelled(overflow,
		descrSpelling{of: "s3", name: "size-overflow-bytes-wraps", descr: "'|S4294967299'", story: "conforming except that the size is 2^32 + 3, which 32 bits take for 3"},
		descrSpelling{of: "v3", name: "size-overflow-void-wraps", descr: "'|V4294967299'", story: "conforming except that the size is 2^32 + 3, which 32 bits take for 3"},
		descrSpelling{of: "u2-text", name: "size-overflow-text-wraps", descr: "'<U4294967298'", story: "conforming except that the length is 2^32 + 2, which 32 bits take for 2"},
		descrSpelling{of: "u2-text", name: "size-overflow-text-itemsize-wraps", descr: "'<U1073741826'", story: "conforming except that the itemsize is 2^32 + 8, which 32 bits take for 8"},
		descrSpelling{of: "s3", name: "size-overflow-bytes-64-bits", descr: "'|S18446744073709551619'", story: "conforming except that the size is 2^64 + 3, which 64 bits take for 3"},
		descrSpelling{of: "f8", name: "size-overflow-float-wraps", descr: "'<f4294967304'", story: "conforming except that the size is 2^32 + 8, which 32 bits take for 8"},
		descrSpelling{of: "i4", name: "size-overflow-int-64-bits", descr: "'<i18446744073709551620'", story: "conforming except that the size is 2^64 + 4, which 64 bits take for 4"},
		descrSpelling{of: "s3", name: "size-overflow-bytes", descr: "'|S2147483648'"},
		descrSpelling{of: "v3", name: "size-overflow-void", descr: "'|V2147483648'"},
		descrSpelling{of: "u2-text", name: "size-overflow-text", descr: "'<U536870912'"},
		descrSpelling{of: "s3", name: "size-overflow-100-digits", descr: "'|S" + strings.Repeat("9", 100) + "'", story: "conforming except that the size has 100 digits"},
	), descrSpelled(invalid,
		descrSpelling{of: "v3", name: "size-i3", descr: "'<i3'"},
		descrSpelling{of: "v3", name: "size-u3", descr: "'<u3'"},
		descrSpelling{of: "v3", name: "size-f3", descr: "'<f3'"},
		descrSpelling{of: "u1", name: "size-f1", descr: "'<f1'", story: "conforming except that a float has one byte, as ml_dtypes writes its float8"},
		descrSpelling{of: "u1", name: "size-c1", descr: "'<c1'"},
		descrSpelling{of: "i2", name: "size-b2", descr: "'|b2'"},
		descrSpelling{of: "i4", name: "size-b4", descr: "'|b4'"},
		descrSpelling{of: "f4", name: "size-c4", descr: "'<c4'"},
		descrSpelling{of: "c16", name: "size-i16", descr: "'<i16'"},
		descrSpelling{of: "c16", name: "size-u16", descr: "'<u16'"},
		descrSpelling{of: "i4", name: "size-datetime-4", descr: "'<M4'"},
		descrSpelling{of: "i4", name: "size-timedelta-4", descr: "'<m4'"},
		descrSpelling{of: "i4", name: "size-datetime-4-unit", descr: "'<M4[s]'", story: "conforming except that a datetime has four bytes"},
		descrSpelling{of: "c16", name: "size-datetime-16", descr: "'<M16'"},
		descrSpelling{of: "f8", name: "size-f0", descr: "'<f0'"},
		descrSpelling{of: "i4", name: "size-i0", descr: "'<i0'"},
		descrSpelling{of: "b1", name: "size-b0", descr: "'|b0'"},
		descrSpelling{of: "c16", name: "size-c0", descr: "'<c0'"},
		descrSpelling{of: "datetime-s", name: "size-datetime-0", descr: "'<M0'"},
	), descrSpelled(bits,
		descrSpelling{of: "i2", name: "size-bits-i16", descr: "'<i16'"},
		descrSpelling{of: "i4", name: "size-bits-i32", descr: "'<i32'"},
		descrSpelling{of: "i8", name: "size-bits-i64", descr: "'<i64'"},
		descrSpelling{of: "u4", name: "size-bits-u32", descr: "'<u32'"},
		descrSpelling{of: "f4", name: "size-bits-f32", descr: "'<f32'"},
		descrSpelling{of: "f8", name: "size-bits-f64", descr: "'<f64'"},
		descrSpelling{of: "c8", name: "size-bits-c64", descr: "'<c64'"},
		descrSpelling{of: "c16", name: "size-bits-c128", descr: "'<c128'"},
		descrSpelling{of: "datetime-s", name: "size-bits-datetime", descr: "'<M64[s]'"},
	), descrZeroCases(), descrLargestCases(), descrVoidCases())
}

// descrZeroCases is elements of zero bytes, which conform: a division by the itemsize doesn't.
func descrZeroCases() []Case {
	var out []Case
	for _, t := range []struct {
		name, code, feature string
		empty               any
	}{
		{"void", "|V0", "void", ""},
		{"bytes", "|S0", "bytes", ""},
		{"text", "<U0", "text", ""},
	} {
		for _, s := range []struct {
			name, text, feature string
			shape               []int64
			count               int
		}{
			{"1d", "(3,)", "1d", dims(3), 3},
			{"0d", "()", "0d", nil, 1},
			{"2d", "(2, 3)", "2d", dims(2, 3), 6},
			{"empty", "(0,)", "1d empty", dims(0), 0},
		} {
			out = append(out, Case{
				ID:         "descr/zero-itemsize-" + t.name + "-" + s.name,
				Story:      "conforming, although an element has zero bytes: '" + t.code + "' of the shape " + s.text,
				Bytes:      descrFile("'"+t.code+"'", s.text, nil),
				Duty:       Accept,
				Rules:      "descr-zero-itemsize",
				Stage:      "descr",
				Features:   "v1 zero-itemsize " + t.feature + " " + s.feature,
				Importance: Medium,
				Array:      &Array{DType: t.code, Shape: s.shape, Values: slices.Repeat(values(t.empty), s.count)},
			})
		}
		out = append(out, Case{
			ID:         "descr/size-missing-" + t.name,
			Story:      "conforming except that the size is missing: '" + t.code[:2] + "'",
			Bytes:      descrFile("'"+t.code[:2]+"'", "(3,)", nil),
			Duty:       Either,
			Rules:      "descr-size-missing",
			Stage:      "descr",
			Flags:      "dtype-alias",
			Features:   "v1 zero-itemsize 1d " + t.feature,
			Importance: Medium,
			Twin:       "descr/zero-itemsize-" + t.name + "-1d",
			Array:      &Array{DType: t.code, Shape: dims(3), Values: slices.Repeat(values(t.empty), 3)},
		})
	}
	for _, t := range []struct{ name, twin, code string }{
		{"void", "void", "|V0"},
		{"bytes", "bytes", "|S0"},
		{"unicode", "text", "<U0"},
	} {
		c := Case{
			ID:         "descr/name-" + t.name,
			Story:      "conforming except that the type is given by a name, which tells no size: '" + t.name + "'",
			Bytes:      descrFile("'"+t.name+"'", "(3,)", nil),
			Duty:       Either,
			Rules:      "descr-type-name descr-zero-itemsize",
			Violates:   true,
			Stage:      "descr",
			Flags:      "dtype-alias",
			Features:   "v1 zero-itemsize 1d " + t.twin,
			Importance: Low,
			Twin:       "descr/zero-itemsize-" + t.twin + "-1d",
			Array:      &Array{DType: t.code, Shape: dims(3), Values: values("", "", "")},
		}
		if t.twin == "text" {
			c.Flags += " native-order"
		}
		out = append(out, c)
	}
	one := &Array{DType: "|S1", Shape: dims(3), Data: []byte("xyz"), Values: values("x", "y", "z")}
	return append(out, Case{
		ID:         "descr/size-missing-c",
		Story:      "conforming except that the size is missing: '|c', which NumPy takes for '|S1'",
		Bytes:      descrFile("'|c'", "(3,)", one.Data),
		Duty:       Either,
		Rules:      "descr-size-missing",
		Stage:      "descr",
		Flags:      "dtype-alias",
		Features:   "v1 bytes 1d",
		Importance: Low,
		Twin:       "descr/bytes-of-one",
		Array:      one,
	}, Case{
		ID:         "descr/bytes-of-one",
		Story:      "conforming: byte strings of one byte",
		Bytes:      descrFile("'|S1'", "(3,)", one.Data),
		Duty:       Accept,
		Stage:      "descr",
		Features:   "v1 bytes 1d",
		Importance: Medium,
		Array:      one,
	})
}

// descrLargestCases is the largest elements that there may be, in arrays that hold none of them.
func descrLargestCases() []Case {
	var out []Case
	for _, t := range []struct{ name, code, feature string }{
		{"bytes", "|S2147483647", "bytes"},
		{"void", "|V2147483647", "void"},
		{"text", "<U536870911", "text"},
	} {
		out = append(out, Case{
			ID:         "descr/size-largest-" + t.name,
			Story:      "conforming: the largest size there is, in an array without elements: '" + t.code + "'",
			Bytes:      descrFile("'"+t.code+"'", "(0,)", nil),
			Duty:       Accept,
			Stage:      "descr",
			Features:   "v1 1d empty " + t.feature,
			Importance: Low,
			Array:      &Array{DType: t.code, Shape: dims(0), Values: values[any]()},
		})
	}
	return out
}

// descrVoidCases is plain void of the sizes that NumPy writes for types that it doesn't know.
func descrVoidCases() []Case {
	note := func(name, descr, of, shape, rank string, array *Array) Case {
		return Case{
			ID:         "descr/" + name,
			Story:      "conforming, although the type is lost: " + of + " as NumPy saves it: " + descr,
			Bytes:      descrFile(descr, shape, array.Data),
			Duty:       Accept,
			Rules:      "descr-void-lost-type",
			Stage:      "descr",
			Features:   "v1 void " + rank,
			Importance: High,
			Array:      array,
		}
	}
	// 1, -2.5 and 3 of type bfloat16; 1, -2.5 and 3 of type float8_e4m3fn.
	bfloat16, float8 := Bytes(0x80, 0x3f, 0x20, 0xc0, 0x40, 0x40), Bytes(0x38, 0xc2, 0x44)
	return []Case{
		note("void-bfloat16", "'|V2'", "bfloat16", "(3,)", "1d", &Array{DType: "|V2", Shape: dims(3), Data: bfloat16, Values: values("803f", "20c0", "4040")}),
		note("void-float8", "'|V1'", "float8", "(3,)", "1d", &Array{DType: "|V1", Shape: dims(3), Data: float8, Values: values("38", "c2", "44")}),
		note("void-bfloat16-little", "'<V2'", "bfloat16", "(3,)", "1d", &Array{DType: "|V2", Shape: dims(3), Data: bfloat16, Values: values("803f", "20c0", "4040")}),
		note("void-float8-little", "'<V1'", "float8", "(3,)", "1d", &Array{DType: "|V1", Shape: dims(3), Data: float8, Values: values("38", "c2", "44")}),
		note("void-bfloat16-0d", "'|V2'", "bfloat16", "()", "0d", &Array{DType: "|V2", Data: bfloat16[2:4], Values: values("20c0")}),
		{
			ID:         "descr/void-of-four",
			Story:      "conforming: void of four bytes, which is no type that others lose",
			Bytes:      descrFile("'|V4'", "(3,)", I4(1, -2, 3)),
			Duty:       Accept,
			Stage:      "descr",
			Features:   "v1 void 1d",
			Importance: Low,
			Array:      &Array{DType: "|V4", Shape: dims(3), Data: I4(1, -2, 3), Values: values("01000000", "feffffff", "03000000")},
		},
	}
}

// descrLongDouble is an array of three elements of the C type long double, real or complex.
type descrLongDouble struct {
	name  string
	story string
	code  string
	rule  string
	data  []byte
	vals  []any
}

// descrLongDoubleCases is the layouts of long double that some NumPy writes, each next to a twin of
// the same bytes as void.
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
		{"f16", "long doubles of x86-64", "f16", here, filled(16, 0, 1, 2), reals},
		{"f16-filler", "long doubles of x86-64 whose filler isn't zero", "f16", here, dirty, reals},
		{"c32", "complex long doubles of x86-64", "c32", here, filled(16, 0, 1, 2, 0, 1, 2), pairs},
		{"f12", "long doubles of 32-bit x86", "f12", there, filled(12, 0, 1, 2), reals},
		{"c24", "complex long doubles of 32-bit x86", "c24", there, filled(12, 0, 1, 2, 0, 1, 2), pairs},
		{"f10", "long doubles without filler", "f10", there, filled(10, 0, 1, 2), reals},
		{"c20", "complex long doubles without filler", "c20", there, filled(10, 0, 1, 2, 0, 1, 2), pairs},
	} {
		out = append(out, l.cases("<", l.data)...)
	}
	swapped := descrLongDouble{"f16-big-endian", "long doubles of x86-64, with all their bytes swapped", "f16", here, filled(16, 0, 1, 2), reals}
	out = append(out, swapped.cases(">", Swap(16, swapped.data))...)

	field := descrElements{
		name:     "struct-longdouble",
		story:    "conforming, but only some machines know the type of a field",
		descr:    "[('a', '<f16'), ('b', '<i2')]",
		data:     Join(filled(16, 0), I2(1), filled(16, 1), I2(258)),
		vals:     fields(fields(1, 1), fields(-2.5, 258)),
		rules:    here,
		flags:    "longdouble",
		features: "longdouble",
		twin:     "struct-longdouble-raw",
	}
	raw := descrElements{
		name:       "struct-longdouble-raw",
		story:      "conforming: the bytes of a long double as void in a field",
		descr:      "[('a', '|V16'), ('b', '<i2')]",
		data:       field.data,
		vals:       fields(fields(descrVoid(1, filled(16, 0))[0], 1), fields(descrVoid(1, filled(16, 1))[0], 258)),
		features:   "void",
		importance: Low,
	}
	out = append(out, descrArrays("structured", field, raw)...)

	for _, n := range []struct{ name, descr, rule, story string }{
		{"name-longdouble", "'longdouble'", "descr-type-name", "given by name"},
		{"name-float128", "'float128'", "descr-type-name", "given by a name that tells 128 bits"},
		{"name-longfloat", "'longfloat'", "descr-type-name", "given by a name that NumPy 2 has no more"},
		{"c-long-double", "'g'", "descr-c-type-code", "given by the letter of a C type"},
		{"c-long-double-little", "'<g'", "descr-c-type-code", "given by the letter of a C type behind a byte order"},
	} {
		out = append(out, Case{
			ID:         "descr/" + n.name,
			Story:      "conforming except that a long double is " + n.story + ": " + n.descr,
			Bytes:      descrFile(n.descr, "(3,)", filled(16, 0, 1, 2)),
			Duty:       Either,
			Rules:      n.rule,
			Violates:   true,
			Stage:      "descr",
			Flags:      "dtype-alias longdouble",
			Features:   "v1 longdouble 1d",
			Importance: Medium,
			Twin:       "descr/longdouble-f16",
		})
	}
	return out
}

// cases returns the file in the given byte order and its twin.
func (l descrLongDouble) cases(order string, stored []byte) []Case {
	importance, features := Low, "v1 longdouble 1d"
	if l.rule == "descr-platform-longdouble" {
		importance = High
	}
	if order == ">" {
		features += " big-endian"
	}
	raw := "|V" + l.code[1:]
	return []Case{{
		ID:         "descr/longdouble-" + l.name,
		Story:      "conforming, but only some machines know the type: " + l.story,
		Bytes:      descrFile("'"+order+l.code+"'", "(3,)", stored),
		Duty:       Either,
		Rules:      l.rule,
		Stage:      "descr",
		Flags:      "longdouble",
		Features:   features,
		Importance: importance,
		Twin:       "descr/longdouble-raw-" + l.name,
		Array:      &Array{DType: "<" + l.code, Shape: dims(3), Data: l.data, Values: l.vals},
	}, {
		ID:         "descr/longdouble-raw-" + l.name,
		Story:      "conforming: the bytes of " + l.story + ", as void",
		Bytes:      descrFile("'"+raw+"'", "(3,)", stored),
		Duty:       Accept,
		Stage:      "descr",
		Features:   "v1 void 1d",
		Importance: Low,
		Array:      &Array{DType: raw, Shape: dims(3), Data: stored, Values: descrVoid(3, stored)},
	}}
}

// descrVoid returns the values of count elements of plain void.
func descrVoid(count int, data []byte) []any {
	var out []any
	for i := range count {
		out = append(out, hex.EncodeToString(data[i*len(data)/count:(i+1)*len(data)/count]))
	}
	return out
}
