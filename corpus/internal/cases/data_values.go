package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// dataBoolCases returns cases of boolean bytes that are neither 0 nor 1. A reader that reads them
// treats them as true; the data of the array keeps the byte.
func dataBoolCases() []Case {
	grid := descrScalar("b1")
	var out []Case
	for _, b := range []struct {
		id, story string
		values    []byte // in place of the first booleans that are true
	}{
		{"data/bool-2", "a boolean is 2", Bytes(2)},
		{"data/bool-128", "a boolean is 128, whose low bits are zero", Bytes(0x80)},
		{"data/bool-255", "a boolean is 255, as some languages write true", Bytes(0xff)},
		{"data/bool-digit", "a boolean is the character 1", Bytes('1')},
		{"data/bool-several", "three booleans are 2, 3 and 255", Bytes(2, 3, 0xff)},
	} {
		data := slices.Clone(grid.data)
		rest := b.values
		for i := range data {
			if data[i] == 1 && len(rest) > 0 {
				data[i], rest = rest[0], rest[1:]
			}
		}
		out = append(out, Case{
			ID:    b.id,
			Story: "conforming except that " + b.story,
			Bytes: descrFile("'|b1'", "(12,)", data),
			Duty:  Either,
			Rules: "data-bool-value",
			Stage: "data",
			Flags: "odd-bool",
			Twin:  "descr/grid-b1-1d-v1",
			Array: &Array{DType: "|b1", Shape: dims(12), Data: data, Values: grid.values},
		})
	}
	inner := func(id, where, descr string, data []byte, vals []any) Case {
		return Case{
			ID:    id,
			Story: "conforming: booleans " + where,
			Bytes: descrFile(descr, "(2,)", data),
			Duty:  Accept,
			Stage: "data",
			Array: &Array{DType: descr, Shape: dims(2), Data: data, Values: vals},
		}
	}
	odd := func(id, where string, good Case, data []byte) Case {
		c := good
		c.ID = id
		c.Story = "conforming except that a boolean " + where + " is neither 0 nor 1"
		c.Bytes = descrFile(good.Array.DType, "(2,)", data)
		c.Duty, c.Rules, c.Flags, c.Twin = Either, "data-bool-value", "odd-bool", good.ID
		c.Array = &Array{DType: good.Array.DType, Shape: dims(2), Data: data, Values: good.Array.Values}
		return c
	}
	field := inner("data/bool-good-field", "in a field", "[('a', '<i2'), ('b', '|b1')]",
		Join(I2(1), Bytes(1), I2(2), Bytes(0)), fields(fields(1, true), fields(2, false)))
	subarray := inner("data/bool-good-sub-array", "in a subarray", "[('a', '|b1', (2,))]",
		Bytes(1, 0, 1, 1), fields(fields(fields(true, false)), fields(fields(true, true))))
	nested := inner("data/bool-good-nested", "in a field of an inner structured type", "[('a', [('b', '|i1'), ('c', '|b1')])]",
		Bytes(2, 1, 3, 0), fields(fields(fields(2, true)), fields(fields(3, false))))
	return append(out,
		field, odd("data/bool-field", "in a field", field, Join(I2(1), Bytes(2), I2(2), Bytes(0))),
		subarray, odd("data/bool-sub-array", "in a subarray", subarray, Bytes(1, 0, 1, 2)),
		nested, odd("data/bool-nested", "in a field of an inner structured type", nested, Bytes(2, 3, 3, 0)),
	)
}

// dataCodePointCases returns cases of text that is not Unicode, and text at the edge of it. Where a
// string is not Unicode its value is the list of its code points.
func dataCodePointCases() []Case {
	text := func(id, story string, data []byte, vals ...any) Case {
		return Case{
			ID:    id,
			Story: "conforming: " + story,
			Bytes: descrFile("'<U2'", "(2,)", data),
			Duty:  Accept,
			Stage: "data",
			Array: &Array{DType: "<U2", Shape: dims(2), Data: data, Values: values(vals...)},
		}
	}
	odd := func(id, story string, data []byte, vals ...any) Case {
		c := text(id, story, data, vals...)
		c.Story = "conforming except that " + story
		c.Duty = Either
		c.Rules = "data-code-point"
		c.Flags = "odd-code-point"
		c.Twin = "data/text-plain"
		return c
	}
	const a, b = 'a', 'b'
	swapped := odd("data/code-point-other-order", "the text is in another byte order than the descr says", Swap(4, U(2, "ab", "c")), fields(0x61000000, 0x62000000), fields(0x63000000))
	big := odd("data/code-point-big-endian", "a code point is half a surrogate pair, in big-endian text", I4(a, 0xd800, a, b), fields(a, 0xd800), "ab")
	big.Bytes = descrFile("'>U2'", "(2,)", Swap(4, I4(a, 0xd800, a, b)))
	big.Twin = "data/text-big-endian"
	bigGood := text("data/text-big-endian", "big-endian text", U(2, "aé", "日"), "aé", "日")
	bigGood.Bytes = descrFile("'>U2'", "(2,)", Swap(4, U(2, "aé", "日")))
	field := odd("data/code-point-field", "a code point in a field is half a surrogate pair", Join(I1(1), I4(0xd800), I1(2), I4(b)), fields(1, fields(0xd800)), fields(2, "b"))
	field.Bytes = descrFile("[('a', '|i1'), ('b', '<U1')]", "(2,)", field.Array.Data)
	field.Array.DType = "[('a', '|i1'), ('b', '<U1')]"
	field.Twin = "data/text-field"
	fieldGood := text("data/text-field", "text in a field", Join(I1(1), I4(a), I1(2), I4(b)), fields(1, "a"), fields(2, "b"))
	fieldGood.Bytes = descrFile("[('a', '|i1'), ('b', '<U1')]", "(2,)", fieldGood.Array.Data)
	fieldGood.Array.DType = "[('a', '|i1'), ('b', '<U1')]"
	return []Case{
		text("data/text-plain", "text", U(2, "ab", "c"), "ab", "c"),
		text("data/text-astral", "characters outside the basic plane, which are one code point each", U(2, "𝄞𝄞", "😀"), "𝄞𝄞", "😀"),
		text("data/text-nul-inside", "a NUL inside a string, which does not end there", Join(U(2, "\x00b"), U(2, "a")), "\x00b", "a"),
		text("data/text-last-code-point", "the last code point, and noncharacters", I4(0x10ffff, 0xffff, 0xfffe, 0), "\U0010ffff\uffff", "\ufffe"),
		text("data/text-around-surrogates", "the code points just below and just above the surrogates", I4(0xd7ff, 0xe000, 0xe000, 0xd7ff), "\ud7ff\ue000", "\ue000\ud7ff"),
		text("data/text-byte-order-mark", "a byte order mark, which is a character like any other", I4(0xfeff, a, a, 0xfeff), "\ufeffa", "a\ufeff"),
		text("data/text-combining", "a letter and its accent, which are two code points", U(2, "e\u0301", "é"), "e\u0301", "é"),
		text("data/text-controls", "control characters and line separators", I4('\n', '\t', 0x2028, 0x85), "\n\t", "\u2028\u0085"),
		text("data/text-right-to-left", "right-to-left text", U(2, "אב", "\u202eb"), "אב", "\u202eb"),
		text("data/text-space-behind", "trailing spaces, which are part of the strings", U(2, "a ", " "), "a ", " "),
		bigGood, fieldGood,
		odd("data/code-point-high-surrogate", "a code point is the first half of a surrogate pair", I4(0xd834, 0, a, b), fields(0xd834), "ab"),
		odd("data/code-point-low-surrogate", "a code point is the second half of a surrogate pair", I4(0xdd1e, 0, a, b), fields(0xdd1e), "ab"),
		odd("data/code-point-last-surrogate", "a code point is the last surrogate", I4(a, 0xdfff, a, b), fields(a, 0xdfff), "ab"),
		odd("data/code-point-surrogate-pair", "two code points are a surrogate pair, as UTF-16 writes one", I4(0xd834, 0xdd1e, a, b), fields(0xd834, 0xdd1e), "ab"),
		odd("data/code-point-110000", "a code point is 0x110000, one more than the last", I4(0x110000, 0, a, b), fields(0x110000), "ab"),
		odd("data/code-point-2-31", "a code point is 2^31, which is negative as a signed 32-bit integer", I4(-1<<31, 0, a, b), fields(int64(1<<31)), "ab"),
		odd("data/code-point-all-ones", "a code point is 2^32 - 1, which is -1 as a signed 32-bit integer", I4(a, -1, a, b), fields(a, int64(1<<32-1)), "ab"),
		odd("data/code-point-bytes-as-text", "each code point is four bytes of a byte string", []byte("abcdefghijklmnop"), fields(0x64636261, 0x68676665), fields(0x6c6b6a69, 0x706f6e6d)),
		swapped, big, field,
	}
}

// dataPaddingCases returns cases of padding that isn't zero. The data of the array has zeros there.
func dataPaddingCases() []Case {
	var out []Case
	for _, p := range []struct {
		id, story, descr, twin string
		stored, data           []byte
		vals                   []any
	}{
		{
			"data/padding-inner", "between fields", innerPadding.descr, "descr/padding-inner",
			Join(I1(1), Bytes(0xaa, 0xbb, 0xcc), I4(258), I1(-2), Bytes(0xdd, 0xee, 0xff), I4(-3)), innerPadding.data, innerPadding.vals,
		},
		{
			"data/padding-last", "after the last field", "[('a', '<i4'), ('b', '|i1'), ('', '|V3')]", "descr/padding-last",
			Join(I4(258), I1(1), Zeros(3), I4(-3), I1(-2), Bytes(0, 0, 1)), dataPadded.data, fields(fields(258, 1), fields(-3, -2)),
		},
		{
			"data/padding-first", "before the first field", "[('', '|V4'), ('a', '<i4')]", "descr/padding-first",
			Join(I4(7), I4(258), I4(8), I4(-3)), Join(Zeros(4), I4(258), Zeros(4), I4(-3)), fields(fields(258), fields(-3)),
		},
		{
			"data/padding-only", "of a type without fields", "[('', '|V4')]", "descr/padding-only",
			I4(1, -2), Zeros(8), fields(fields(), fields()),
		},
		{
			"data/padding-in-sub-array", "in the elements of a subarray", "[('a', [('x', '|i1'), ('', '|V1')], (2,))]", "descr/padding-in-sub-array",
			I1(1, 9, 2, 0, -1, 0, -2, 9), I1(1, 0, 2, 0, -1, 0, -2, 0), fields(fields(fields(fields(1), fields(2))), fields(fields(fields(-1), fields(-2)))),
		},
		{
			"data/padding-like-values", "that would be invalid as a boolean or as text", "[('a', '|b1'), ('', '|V3'), ('b', '<U1')]", "data/padding-before-text",
			Join(Bytes(1, 2, 0xff, 0xff), U(1, "é"), Bytes(0, 0xff, 0xd8, 0xff), U(1, "x")), Join(Bytes(1, 0, 0, 0), U(1, "é"), Zeros(4), U(1, "x")), fields(fields(true, "é"), fields(false, "x")),
		},
	} {
		out = append(out, Case{
			ID:    p.id,
			Story: "conforming, although the padding " + p.story + " is not zero",
			Bytes: descrFile(p.descr, "(2,)", p.stored),
			Duty:  Accept,
			Rules: "data-padding-not-zero",
			Stage: "data",
			Twin:  p.twin,
			Array: &Array{DType: p.descr, Shape: dims(2), Data: p.data, Values: p.vals},
		})
	}
	clean := *out[len(out)-1].Array
	return append(out, Case{
		ID:    "data/padding-before-text",
		Story: "conforming: padding between a boolean and text",
		Bytes: descrFile(clean.DType, "(2,)", clean.Data),
		Duty:  Accept,
		Stage: "data",
		Array: &clean,
	})
}

// dataValueCases returns cases of values that are easily lost: bits of numbers that aren't numbers,
// integers that no double holds, bytes that aren't text. The value of a byte string has a character
// for each byte.
func dataValueCases() []Case {
	const quiet, signalling = 0x7ff8000000000000, 0x7ff0000000000000
	longs := func(v ...uint64) (b []byte) {
		for _, x := range v {
			b = append(b, LittleEndian(x, 8)...)
		}
		return b
	}
	var out []Case
	for _, v := range []struct {
		id, story, descr, shape string
		dims                    []int64
		data                    []byte
		vals                    []any
	}{
		{"data/value-nan-payload", "NaNs with payloads", "'<f8'", "(4,)", dims(4), longs(quiet, quiet|1<<63, quiet|0xbeef, quiet|1<<63|0x123456789abc), values("NaN", "NaN", "NaN", "NaN")},
		{"data/value-nan-signalling", "signaling NaNs", "'<f8'", "(3,)", dims(3), longs(signalling|1, signalling|1<<63|0xbeef, signalling|1<<50), values("NaN", "NaN", "NaN")},
		{"data/value-nan-signalling-f4", "signaling NaNs of four bytes, which a conversion to eight bytes makes quiet", "'<f4'", "(2,)", dims(2), Join(LittleEndian(0x7f800001, 4), LittleEndian(0xffa12345, 4)), values("NaN", "NaN")},
		{"data/value-nan-signalling-f2", "signaling NaNs of two bytes", "'<f2'", "(2,)", dims(2), Bytes(0x01, 0x7c, 0x55, 0xfd), values("NaN", "NaN")},
		{"data/value-negative-zero", "zeros of both signs", "'<f8'", "(2,)", dims(2), longs(0, 1<<63), values[any](0, "-0.0")},
		{"data/value-complex-not-finite", "complex numbers with zeros, infinities and NaN", "'<c16'", "(3,)", dims(3), longs(1<<63, 0, quiet, 0x7ff0000000000000, 0xfff0000000000000, 1<<63), values[any](values[any]("-0.0", 0), values[any]("NaN", "Infinity"), values[any]("-Infinity", "-0.0"))},
		{"data/value-integers-over-2-53", "integers that a double cannot represent", "'<i8'", "(3,)", dims(3), longs(1<<53+1, 1<<63-1, 1<<63+1), values("9007199254740993", "9223372036854775807", "-9223372036854775807")},
		{"data/value-unsigned-over-2-63", "unsigned integers that are negative as signed 64-bit integers", "'<u8'", "(3,)", dims(3), longs(1<<63, 1<<64-1, 1<<53+1), values("9223372036854775808", "18446744073709551615", "9007199254740993")},
		{"data/value-unsigned-over-2-31", "unsigned integers that are negative as signed 32-bit integers", "'<u4'", "(2,)", dims(2), Bytes(0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0xff), values[any](int64(2147483648), int64(4294967295))},
		{"data/value-half-extremes", "the largest and the smallest two-byte floats", "'<f2'", "(4,)", dims(4), Bytes(0xff, 0x7b, 0x00, 0x04, 0xff, 0x03, 0x01, 0x80), values[any](65504, 1.0/16384, 1023.0/16777216, -1.0/16777216)},
		{"data/value-bytes-nul-inside", "NULs inside byte strings, which do not end there", "'|S3'", "(3,)", dims(3), []byte("a\x00b\x00cd\x00\x00e"), values("a\x00b", "\x00cd", "\x00\x00e")},
		{"data/value-bytes-nul-behind", "byte strings with trailing NULs, which are not part of them", "'|S3'", "(3,)", dims(3), []byte("a\x00\x00bc\x00\x00\x00\x00"), values("a", "bc", "")},
		{"data/value-bytes-not-text", "byte strings that are not UTF-8", "'|S2'", "(3,)", dims(3), Bytes(0xff, 0xfe, 0xe9, 0x80, 0xc3, 0x28), values("ÿþ", "é\u0080", "Ã(")},
		{"data/value-bytes-space-behind", "byte strings with trailing spaces, which are part of them", "'|S3'", "(2,)", dims(2), []byte("a  b \x00"), values("a  ", "b ")},
		{"data/value-void-nul-behind", "void data with trailing NULs, which are part of them", "'|V3'", "(3,)", dims(3), []byte("a\x00\x00bc\x00\x00\x00\x00"), values("610000", "626300", "000000")},
		{"data/value-like-magic", "data that begins with the magic", "'|u1'", "(8,)", dims(8), []byte(Magic + "\x01\x00"), values(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0)},
		{"data/value-like-header", "data that looks like a header", "'|S60'", "(1,)", dims(1), S(60, plain), values(plain)},
		{"data/value-newline-first", "data that begins with newlines", "'|i1'", "(3,)", dims(3), []byte("\n\n\x01"), values(10, 10, 1)},
		{"data/value-spaces-first", "data that begins with spaces", "'|i1'", "(3,)", dims(3), []byte("  \x01"), values(32, 32, 1)},
		{"data/value-carriage-returns", "data that a text mode would convert", "'|u1'", "(6,)", dims(6), []byte("\r\n\x1a\n\r\x00"), values(13, 10, 26, 10, 13, 0)},
	} {
		out = append(out, Case{
			ID:    v.id,
			Story: "conforming: " + v.story,
			Bytes: descrFile(v.descr, v.shape, v.data),
			Duty:  Accept,
			Stage: "data",
			Array: &Array{DType: strings.Trim(v.descr, "'"), Shape: v.dims, Data: v.data, Values: v.vals},
		})
	}
	return out
}
