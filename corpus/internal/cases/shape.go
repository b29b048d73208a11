package cases

import (
	"slices"
	"strconv"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

func shapeCases() []Case {
	return slices.Concat(shapeGoodCases(), shapeRankCases(), shapeHugeEmptyCases(), shapeTypeCases(), shapeNumberCases(), shapeProductCases(), shapeSurviveCases())
}

// shapeRow is a shape with the words of its case.
type shapeRow struct {
	id    string
	story string // after "conforming except that" where it is a fault
	text  string // as the header has it
	dims  []int64
}

// shapeGoodCases returns cases of shapes that conform, with 16-bit numbers from 1 on.
func shapeGoodCases() []Case {
	var out []Case
	for _, s := range []shapeRow{
		{"shape/0d", "conforming: no dimensions and so a single element", "()", nil},
		{"shape/1d-1", "conforming: one dimension of one element, which is not rank 0", "(1,)", dims(1)},
		{"shape/1d-empty", "conforming: no elements", "(0,)", dims(0)},
		{"shape/2d-empty", "conforming: no rows and no columns", "(0, 0)", dims(0, 0)},
		{"shape/2d-empty-rows", "conforming: no rows of three columns", "(0, 3)", dims(0, 3)},
		{"shape/2d-empty-columns", "conforming: three rows without columns", "(3, 0)", dims(3, 0)},
		{"shape/3d-empty-middle", "conforming: a dimension of 0 between two others", "(3, 0, 2)", dims(3, 0, 2)},
		{"shape/2d-row", "conforming: one row", "(1, 5)", dims(1, 5)},
		{"shape/2d-column", "conforming: one column", "(5, 1)", dims(5, 1)},
		{"shape/2d", "conforming: two rows of three columns", "(2, 3)", dims(2, 3)},
		{"shape/3d-ones", "conforming: a dimension of 3 between two of 1", "(1, 3, 1)", dims(1, 3, 1)},
		{"shape/3d", "conforming: three dimensions of different lengths", "(2, 3, 4)", dims(2, 3, 4)},
		{"shape/4d", "conforming: four dimensions", "(2, 1, 3, 2)", dims(2, 1, 3, 2)},
		{"shape/5d", "conforming: five dimensions", "(2, 1, 3, 1, 2)", dims(2, 1, 3, 1, 2)},
		{"shape/8d", "conforming: eight dimensions", "(1, 2, 1, 2, 1, 3, 1, 1)", dims(1, 2, 1, 2, 1, 3, 1, 1)},
		{"shape/1d-300", "conforming: more elements than a byte can count", "(300,)", dims(300)},
		{"shape/empty-65536-squared", "conforming: no elements, although the other dimensions multiply to 2^32", "(65536, 65536, 0)", dims(65536, 65536, 0)},
		{"shape/empty-2-31", "conforming: no elements, although a dimension is 2^31", "(2147483648, 0)", dims(2147483648, 0)},
		{"shape/empty-2-40", "conforming: no elements, although a dimension is 2^40", "(0, 1099511627776)", dims(0, 1099511627776)},
		{"shape/empty-largest", "conforming: no elements, and the largest other dimension that fits", "(0, 4611686018427387903)", dims(0, 1<<62-1)},
	} {
		out = append(out, shapeCase(s))
	}
	largest := accepted("shape")
	largest.Array = &Array{DType: "<f8", Shape: dims(0, 1<<60-1)}
	return append(out, sinceTwo(variants(largest, "",
		variant{"shape/empty-largest-f8", "no elements, and the largest other dimension that fits elements of eight bytes: (0, 1152921504606846975)", descrFile("'<f8'", "(0, 1152921504606846975)", nil)},
	))...)
}

// shapeCase returns the case of a shape that conforms.
func shapeCase(s shapeRow) Case {
	count := 1
	for _, d := range s.dims {
		if d == 0 || count == 0 {
			count = 0
			continue
		}
		count *= int(d)
	}
	if slices.Contains(s.dims, 0) {
		count = 0
	}
	c := Case{
		ID:    s.id,
		Story: s.story + ": " + s.text,
		Duty:  Accept,
		Stage: "shape",
		Array: &Array{DType: "<i2", Shape: s.dims, Values: values[any]()},
	}
	for i := range count {
		c.Array.Data = append(c.Array.Data, I2(int16(i+1))...)
		c.Array.Values = append(c.Array.Values, i+1)
	}
	c.Bytes = Npy1(Dict("'<i2'", "False", s.text), c.Array.Data)
	return c
}

// shapeRankCases returns cases of many dimensions, up to and over the limits of NumPy.
func shapeRankCases() []Case {
	ranked := func(id, story string, d ...int64) Case {
		c := shapeCase(shapeRow{id, story, "(" + strings.Repeat("1, ", len(d)-1) + "1)", d})
		text := make([]string, len(d))
		for i := range d {
			text[i] = strconv.FormatInt(d[i], 10)
		}
		c.Bytes = Npy1(Dict("'<i2'", "False", "("+strings.Join(text, ", ")+")"), c.Array.Data)
		c.Story = story
		return c
	}
	ones := func(rank int) []int64 { return slices.Repeat(dims(1), rank) }
	ends := func(rank int) []int64 { return slices.Concat(dims(2), ones(rank-2), dims(3)) }
	over := func(c Case, rule, flag, twin string) Case {
		c.Duty, c.Rules, c.Flags, c.Twin = Either, rule, flag, twin
		return c
	}
	out := []Case{
		ranked("shape/rank-20", "conforming: 20 dimensions, all of them 1 except the first and the last", ends(20)...),
		ranked("shape/rank-32", "conforming: 32 dimensions, all of them 1 except the first and the last", ends(32)...),
		ranked("shape/rank-32-ones", "conforming: 32 dimensions, all of them 1", ones(32)...),
		over(ranked("shape/rank-33", "conforming, but has 33 dimensions, and NumPy 1.x reads no more than 32", ends(33)...), "shape-rank-over-32", "rank-33", "shape/rank-32"),
		over(ranked("shape/rank-33-ones", "conforming, but has 33 dimensions, all of them 1, and NumPy 1.x reads no more than 32", ones(33)...), "shape-rank-over-32", "rank-33", "shape/rank-32-ones"),
		over(ranked("shape/rank-64", "conforming, but has 64 dimensions, and NumPy 1.x reads no more than 32", ends(64)...), "shape-rank-over-32", "rank-33", "shape/rank-32"),
		over(ranked("shape/rank-64-long", "conforming, but has 64 dimensions, ten of them of two digits, in a header of over 255 bytes, and NumPy 1.x reads no more than 32",
			slices.Concat(dims(0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19), ones(53))...), "shape-rank-over-32", "rank-33", "shape/rank-32"),
		over(ranked("shape/rank-65", "conforming, but has 65 dimensions, and no NumPy reads more than 64", ends(65)...), "shape-rank-over-64", "rank-65", "shape/rank-32"),
		over(ranked("shape/rank-65-ones", "conforming, but has 65 dimensions, all of them 1, and no NumPy reads more than 64", ones(65)...), "shape-rank-over-64", "rank-65", "shape/rank-32-ones"),
	}
	for _, s := range []struct {
		id          string
		rank        int
		story       string
		rules, flag string
	}{
		{"shape/sub-array-rank-32", 32, "conforming: a subarray of 32 dimensions", "", ""},
		{"shape/sub-array-rank-33", 33, "conforming, but has a subarray of 33 dimensions, and NumPy 1.x reads no more than 32", "shape-rank-over-32", "rank-33"},
		{"shape/sub-array-rank-65", 65, "conforming, but has a subarray of 65 dimensions, and no NumPy reads more than 64", "shape-rank-over-64", "rank-65"},
	} {
		inner := "(" + strings.Repeat("1, ", s.rank-1) + "1)"
		number := func(v any) any {
			for range s.rank {
				v = []any{v}
			}
			return []any{v}
		}
		descr := "[('a', '<i2', " + inner + ")]"
		c := Case{
			ID:         s.id,
			Story:      s.story,
			Bytes:      Npy1(Dict(descr, "False", "(2,)"), I2(1, -2)),
			Duty:       Accept,
			Rules:      s.rules,
			Stage:      "shape",
			Flags:      s.flag,
			Importance: Low,
			Array:      &Array{DType: descr, Shape: dims(2), Data: I2(1, -2), Values: []any{number(1), number(-2)}},
		}
		if s.rules != "" {
			c.Duty = Either
			c.Twin = "shape/sub-array-rank-32"
		}
		out = append(out, c)
	}
	return out
}

// shapeHugeEmptyCases returns cases of arrays without elements whose other dimensions overflow, which
// NumPy refuses.
func shapeHugeEmptyCases() []Case {
	var out []Case
	for _, s := range []struct {
		shapeRow
		twin string
	}{
		{shapeRow{"shape/empty-2-62", "2^62 elements of two bytes", "(0, 4611686018427387904)", dims(0, 1<<62)}, "shape/2d-empty-rows"},
		{shapeRow{"shape/empty-2-62-first", "2^62 elements of two bytes", "(4611686018427387904, 0)", dims(1<<62, 0)}, "shape/2d-empty-columns"},
		{shapeRow{"shape/empty-wraps", "2^64 elements", "(4294967296, 4294967296, 0)", dims(1<<32, 1<<32, 0)}, "shape/3d-empty-middle"},
		{shapeRow{"shape/empty-wraps-middle", "2^64 elements", "(4294967296, 0, 4294967296)", dims(1<<32, 0, 1<<32)}, "shape/3d-empty-middle"},
		{shapeRow{"shape/empty-2-63", "2^63 - 1 elements of two bytes", "(0, 9223372036854775807)", dims(0, 1<<63-1)}, "shape/2d-empty-rows"},
	} {
		c := shapeCase(s.shapeRow)
		c.Story = "conforming, but the other dimensions of the empty array multiply to " + s.story + ": " + s.text
		c.Duty = Either
		c.Rules = "shape-zero-with-huge-dimension"
		c.Flags = "huge-empty"
		c.Twin = s.twin
		out = append(out, c)
	}
	// No dtype or shape of the manifest has such a dimension.
	return append(out, Case{
		ID:    "shape/dimension-2-63-beside-zero",
		Story: "conforming, but the array is empty and its other dimension is 2^63: (0, 9223372036854775808)",
		Bytes: Npy1(Dict("'<f8'", "False", "(0, 9223372036854775808)"), nil),
		Duty:  Either,
		Rules: "shape-zero-with-huge-dimension",
		Stage: "shape",
		Flags: "huge-empty",
		Twin:  "shape/2d-empty-rows",
	})
}

// shapeRefused returns a case of three doubles, or of the elements of another twin, whose shape is to be
// refused.
func shapeRefused(rule, twin, descr string, data []byte, rows ...shapeRow) []Case {
	var out []Case
	for _, s := range rows {
		out = append(out, Case{
			ID:       s.id,
			Story:    "conforming except that " + s.story + ": " + s.text,
			Bytes:    Npy1(Dict(descr, "False", s.text), data),
			Duty:     Reject,
			Rules:    rule,
			Violates: true,
			Stage:    "shape",
			Twin:     twin,
		})
	}
	return out
}

// shapeTypeCases returns cases of shapes that are not tuples of integers.
func shapeTypeCases() []Case {
	of := func(rule string, rows ...shapeRow) []Case {
		return shapeRefused(rule, "prefix/plain", "'<f8'", three.Data, rows...)
	}
	return slices.Concat(of("shape-not-tuple",
		shapeRow{"shape/list", "the shape is a list", "[3]", nil},
		shapeRow{"shape/list-2d", "the shape is a list of two dimensions", "[3, 1]", nil},
		shapeRow{"shape/list-empty", "the shape is an empty list", "[]", nil},
		shapeRow{"shape/number", "the shape is an integer", "3", nil},
		shapeRow{"shape/number-in-parentheses", "the shape is an integer in parentheses, which is not a tuple", "(3)", nil},
		shapeRow{"shape/number-negative", "the shape is a negative integer", "-1", nil},
		shapeRow{"shape/float", "the shape is a float", "3.0", nil},
		shapeRow{"shape/set", "the shape is a set", "{3}", nil},
		shapeRow{"shape/dict", "the shape is a dictionary", "{0: 3}", nil},
		shapeRow{"shape/dict-empty", "the shape is an empty dictionary", "{}", nil},
		shapeRow{"shape/string", "the shape is a string", "'(3,)'", nil},
		shapeRow{"shape/string-of-digit", "the shape is a string", "'3'", nil},
		shapeRow{"shape/bytes-literal", "the shape is a bytes literal", `b'\x03'`, nil},
		shapeRow{"shape/none", "the shape is a name", "None", nil},
		shapeRow{"shape/true", "the shape is a boolean", "True", nil},
	), of("shape-item-not-int",
		shapeRow{"shape/item-string", "a dimension is a string", "('3',)", nil},
		shapeRow{"shape/item-float", "a dimension is a float", "(3.0,)", nil},
		shapeRow{"shape/item-float-exponent", "a dimension is a float without a decimal point", "(3e0,)", nil},
		shapeRow{"shape/item-float-fraction", "a dimension is a float with a fraction", "(3.5,)", nil},
		shapeRow{"shape/item-complex", "a dimension is a complex number", "(3j,)", nil},
		shapeRow{"shape/item-none", "a dimension is None", "(None,)", nil},
		shapeRow{"shape/item-none-second", "the second dimension is None", "(3, None)", nil},
		shapeRow{"shape/item-bytes", "a dimension is a bytes literal", "(b'3',)", nil},
		shapeRow{"shape/item-tuple", "a dimension is a tuple", "((3,),)", nil},
		shapeRow{"shape/item-list", "a dimension is a list", "([3],)", nil},
		shapeRow{"shape/item-set", "a dimension is a set", "({3},)", nil},
		shapeRow{"shape/item-dict", "a dimension is a dictionary", "({},)", nil},
		shapeRow{"shape/item-ellipsis", "a dimension is an ellipsis", "(...,)", nil},
		shapeRow{"shape/item-empty-tuple", "a dimension is an empty tuple", "(3, ())", nil},
	), of("shape-bool",
		shapeRow{"shape/bool-second", "the second dimension is a boolean", "(3, True)", nil},
		shapeRow{"shape/bool-first", "the first dimension is a boolean", "(True, 3)", nil},
	), shapeRefused("shape-bool", "shape/one-byte", "'|i1'", I1(7),
		shapeRow{"shape/bool-true", "the dimension is a boolean", "(True,)", nil},
	), whereUnread("v1 int 1d", shapeRefused("shape-bool", "shape/no-bytes", "'|i1'", nil,
		shapeRow{"shape/bool-false", "the dimension is a boolean", "(False,)", nil},
	)), []Case{{
		ID:    "shape/one-byte",
		Story: "conforming: one byte",
		Bytes: Npy1(Dict("'|i1'", "False", "(1,)"), I1(7)),
		Duty:  Accept,
		Stage: "shape",
		Array: &Array{DType: "|i1", Shape: dims(1), Data: I1(7), Values: values(7)},
	}, {
		ID:    "shape/no-bytes",
		Story: "conforming: no elements of one byte",
		Bytes: Npy1(Dict("'|i1'", "False", "(0,)"), nil),
		Duty:  Accept,
		Stage: "shape",
		Array: &Array{DType: "|i1", Shape: dims(0), Values: values[any]()},
	}})
}

// shapeNumberCases returns cases of dimensions that are negative or don't fit 63 bits.
func shapeNumberCases() []Case {
	of := func(rule string, rows ...shapeRow) []Case {
		return shapeRefused(rule, "prefix/plain", "'<f8'", three.Data, rows...)
	}
	misnamed := of("shape-dimension-overflow",
		shapeRow{"shape/dimension-2-64-plus-3-second", "the second dimension is 2^64 + 1, which wraps to 1 in 64 bits", "(3, 18446744073709551617)", nil},
	)
	renamed := of("shape-dimension-overflow",
		shapeRow{"shape/dimension-2-64-plus-1-second", "the second dimension is 2^64 + 1, which wraps to 1 in 64 bits", "(3, 18446744073709551617)", nil},
	)
	renamed[0].Since = "0.2.0"
	misnamed[0].Withdrawn = "the ID has a different number than the file: see shape/dimension-2-64-plus-1-second"
	return slices.Concat(misnamed, renamed, of("shape-negative",
		shapeRow{"shape/negative-1", "the dimension is -1, which NumPy reads as whatever the file holds", "(-1,)", nil},
		shapeRow{"shape/negative-3", "the dimension is negative", "(-3,)", nil},
		shapeRow{"shape/negative-second", "the second dimension is negative", "(3, -1)", nil},
		shapeRow{"shape/negative-first", "the first dimension is negative", "(-1, 3)", nil},
		shapeRow{"shape/negative-middle", "the second of three dimensions is negative", "(1, -1, 3)", nil},
		shapeRow{"shape/negative-2-63", "the dimension is the smallest signed 64-bit integer", "(-9223372036854775808,)", nil},
		shapeRow{"shape/negative-wraps-32", "the dimension is -2^32 + 3, which wraps to 3 in 32 bits", "(-4294967293,)", nil},
		shapeRow{"shape/negative-wraps-64", "the dimension is -2^64 + 3, which wraps to 3 in 64 bits", "(-18446744073709551613,)", nil},
		shapeRow{"shape/negative-beside-zero", "one dimension is 0 and the other is negative", "(0, -1)", nil},
		shapeRow{"shape/negative-long", "the dimension is a negative integer of 100 digits", "(-1" + strings.Repeat("0", 99) + ",)", nil},
	), of("shape-dimension-overflow",
		shapeRow{"shape/dimension-2-63", "the dimension is 2^63, which is negative as a signed 64-bit integer", "(9223372036854775808,)", nil},
		shapeRow{"shape/dimension-2-64-minus-1", "the dimension is 2^64 - 1, which is -1 as a signed 64-bit integer", "(18446744073709551615,)", nil},
		shapeRow{"shape/dimension-2-64", "the dimension is 2^64, which wraps to 0 in 64 bits", "(18446744073709551616,)", nil},
		shapeRow{"shape/dimension-2-64-plus-3", "the dimension is 2^64 + 3, which wraps to 3 in 64 bits", "(18446744073709551619,)", nil},
		shapeRow{"shape/dimension-2-96-plus-3", "the dimension is 2^96 + 3, which wraps to 3 in 32 and in 64 bits", "(79228162514264337593543950339,)", nil},
		shapeRow{"shape/dimension-100-digits", "the dimension has 100 digits", "(1" + strings.Repeat("0", 99) + ",)", nil},
	))
}

// shapeProductCases returns cases of dimensions whose product, with or without the itemsize,
// doesn't fit 63 bits.
func shapeProductCases() []Case {
	const rule = "shape-product-overflow"
	return slices.Concat(shapeRefused(rule, "prefix/plain", "'<f8'", three.Data,
		shapeRow{"shape/product-bytes-wrap", "the data has 2^64 + 24 bytes, which wraps to 24 in 64 bits", "(2305843009213693955,)", nil},
		shapeRow{"shape/product-count-wraps", "there are 2^64 + 3 elements, which wraps to 3 in 64 bits", "(467443687, 39463029637)", nil},
		shapeRow{"shape/product-bytes-2-63", "the data has 2^63 bytes", "(1152921504606846976,)", nil},
		shapeRow{"shape/product-2-63-minus-1", "the dimension fits a signed 64-bit integer and the number of bytes does not", "(9223372036854775807,)", nil},
	), shapeRefused(rule, "shape/one-byte", "'|i1'", I1(7),
		shapeRow{"shape/product-count-2-63", "there are 2^63 elements of one byte", "(4294967296, 2147483648)", nil},
		shapeRow{"shape/product-count-2-64-minus-1", "there are 2^64 - 1 elements of one byte, which is -1 as a signed 64-bit integer", "(4294967295, 4294967297)", nil},
		shapeRow{"shape/product-count-wraps-to-one", "there are 2^64 + 1 elements of one byte, which wraps to 1 in 64 bits", "(67280421310721, 274177)", nil},
	), shapeRefused(rule, "shape/no-bytes", "'|i1'", nil,
		shapeRow{"shape/product-count-wraps-to-zero", "there are 2^64 elements of one byte, which wraps to 0 in 64 bits", "(4294967296, 4294967296)", nil},
		shapeRow{"shape/product-count-wraps-to-zero-3d", "there are 2^66 elements of one byte, which wraps to 0 in 64 bits", "(4194304, 4194304, 4194304)", nil},
	), shapeRefused(rule, "shape/no-doubles", "'<f8'", nil,
		shapeRow{"shape/product-bytes-wrap-to-zero", "the data has 2^64 bytes, which wraps to 0 in 64 bits", "(2305843009213693952,)", nil},
	), []Case{{
		ID:    "shape/no-doubles",
		Story: "conforming: no elements of eight bytes",
		Bytes: Npy1(Dict("'<f8'", "False", "(0,)"), nil),
		Duty:  Accept,
		Stage: "shape",
		Array: &Array{DType: "<f8", Shape: dims(0), Values: values[any]()},
	}})
}

// shapeSurviveCases returns cases of more zero-byte elements than any reader can visit. The files conform; what a
// reader returns doesn't matter, as long as it returns.
func shapeSurviveCases() []Case {
	var out []Case
	const uncountable = "conforming, although there are more elements of zero bytes than a reader can visit: "
	for _, s := range []struct{ id, story, descr, shape, rules string }{
		{"shape/zero-itemsize-2-31", "conforming, although there are 2^31 elements of zero bytes: ", "'|V0'", "(2147483648,)", "descr-zero-itemsize"},
		{"shape/zero-itemsize-2-62", uncountable, "'|V0'", "(4611686018427387904,)", "descr-zero-itemsize"},
		{"shape/zero-itemsize-2-62-bytes", uncountable, "'|S0'", "(4611686018427387904,)", "descr-zero-itemsize"},
		{"shape/zero-itemsize-2-62-text", uncountable, "'<U0'", "(2147483648, 2147483648)", "descr-zero-itemsize"},
		{"shape/zero-itemsize-2-62-struct", uncountable, "[]", "(4611686018427387904,)", "descr-empty-struct"},
	} {
		out = append(out, Case{
			ID:    s.id,
			Story: s.story + s.descr + " in the shape " + s.shape,
			Bytes: Npy1(Dict(s.descr, "False", s.shape), nil),
			Duty:  Survive,
			Rules: s.rules,
			Stage: "shape",
		})
	}
	wraps := Case{Story: "conforming, although ", Duty: Survive, Stage: "shape"}
	return append(out, sinceTwo(variants(wraps, "descr-zero-itemsize shape-zero-with-huge-dimension",
		variant{"shape/zero-itemsize-overflow", "there are 2^64 elements of zero bytes, which wraps to 0 in 64 bits: '|V0' in the shape (4294967296, 4294967296)", Npy1(Dict("'|V0'", "False", "(4294967296, 4294967296)"), nil)},
	))...)
}
