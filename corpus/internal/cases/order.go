package cases

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

func orderCases() []Case {
	return slices.Concat(orderFortranCases(), orderWithoutEffectCases(), orderTypeCases())
}

// orderArray is an array in Fortran order. The data is in C order here, and transposed for the file.
type orderArray struct {
	id    string
	story string
	descr string
	shape string
	dims  []int64
	size  int // bytes of an element
	data  []byte
	vals  []any
}

// orderFortranCases returns cases in Fortran order that the grid doesn't have. No two dimensions are of
// the same length, except where that is the point.
func orderFortranCases() []Case {
	count := func(n int) (v []any) {
		for i := range n {
			v = append(v, i)
		}
		return v
	}
	numbers := func(n int) (b []byte) {
		for i := range n {
			b = append(b, I2(int16(i))...)
		}
		return b
	}
	var out []Case
	for _, o := range []orderArray{
		{"order/fortran-2d", "two rows of three", "'<i2'", "(2, 3)", dims(2, 3), 2, numbers(6), count(6)},
		{"order/fortran-2d-square", "as many rows as columns", "'<i2'", "(3, 3)", dims(3, 3), 2, numbers(9), count(9)},
		{"order/fortran-3d", "three dimensions", "'<i2'", "(2, 3, 4)", dims(2, 3, 4), 2, numbers(24), count(24)},
		{"order/fortran-3d-one-in-the-middle", "a dimension of 1 between others", "'<i2'", "(2, 1, 3)", dims(2, 1, 3), 2, numbers(6), count(6)},
		{"order/fortran-4d", "four dimensions", "'<i2'", "(2, 3, 4, 5)", dims(2, 3, 4, 5), 2, numbers(120), count(120)},
		{"order/fortran-5d", "five dimensions", "'<i2'", "(3, 1, 2, 4, 2)", dims(3, 1, 2, 4, 2), 2, numbers(48), count(48)},
		{"order/fortran-rank-32", "32 dimensions, all of them 1 except the first and the last", "'<i2'", "(2, " + strings.Repeat("1, ", 30) + "3)", slices.Concat(dims(2), slices.Repeat(dims(1), 30), dims(3)), 2, numbers(6), count(6)},
		{"order/fortran-bytes", "byte strings", "'|S2'", "(2, 3)", dims(2, 3), 2, S(2, "a", "bc", "d", "ef", "", "g"), values("a", "bc", "d", "ef", "", "g")},
		{"order/fortran-text", "text", "'<U2'", "(2, 3)", dims(2, 3), 8, U(2, "é", "日本", "", "x", "𝄞", "yz"), values("é", "日本", "", "x", "𝄞", "yz")},
		{"order/fortran-booleans", "booleans", "'|b1'", "(2, 3)", dims(2, 3), 1, Bytes(1, 0, 0, 1, 1, 0), values(true, false, false, true, true, false)},
		{
			"order/fortran-struct", "a structured type, whose fields stay together", "[('a', '|i1'), ('b', '<i2')]", "(2, 3)", dims(2, 3), 3,
			Join(I1(1), I2(10), I1(2), I2(20), I1(3), I2(30), I1(4), I2(40), I1(5), I2(50), I1(6), I2(60)),
			fields(fields(1, 10), fields(2, 20), fields(3, 30), fields(4, 40), fields(5, 50), fields(6, 60)),
		},
		{
			"order/fortran-struct-3d", "a structured type in three dimensions", "[('a', '|i1'), ('b', '|i1')]", "(2, 1, 3)", dims(2, 1, 3), 2,
			I1(1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6),
			fields(fields(1, -1), fields(2, -2), fields(3, -3), fields(4, -4), fields(5, -5), fields(6, -6)),
		},
		{
			"order/fortran-sub-array", "a two-dimensional subarray, which is in C order in spite of fortran_order", "[('a', '|i1', (2, 3))]", "(2, 2)", dims(2, 2), 6,
			I1(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24),
			fields(fields(fields(fields(1, 2, 3), fields(4, 5, 6))), fields(fields(fields(7, 8, 9), fields(10, 11, 12))), fields(fields(fields(13, 14, 15), fields(16, 17, 18))), fields(fields(fields(19, 20, 21), fields(22, 23, 24)))),
		},
		{
			"order/fortran-padding", "a structured type with padding", "[('a', '|i1'), ('', '|V1'), ('b', '<i2')]", "(2, 2)", dims(2, 2), 4,
			Join(I1(1, 0), I2(10), I1(2, 0), I2(20), I1(3, 0), I2(30), I1(4, 0), I2(40)),
			fields(fields(1, 10), fields(2, 20), fields(3, 30), fields(4, 40)),
		},
	} {
		out = append(out, Case{
			ID:    o.id,
			Story: "conforming: Fortran order: " + o.story,
			Bytes: Npy1(Dict(o.descr, "True", o.shape), Transpose(o.size, o.dims, o.data)),
			Duty:  Accept,
			Stage: "order",
			Array: &Array{DType: strings.Trim(o.descr, "'"), Shape: o.dims, F: true, Data: o.data, Values: o.vals},
		})
	}
	return out
}

// orderWithoutEffectCases returns cases of arrays whose layout is the same in both orders, next to
// their twins in C order.
func orderWithoutEffectCases() []Case {
	var out []Case
	for _, s := range []struct {
		name, text string
		dims       []int64
		count      int
	}{
		{"0d", "()", nil, 1},
		{"1d", "(3,)", dims(3), 3},
		{"1d-1", "(1,)", dims(1), 1},
		{"1d-empty", "(0,)", dims(0), 0},
		{"row", "(1, 5)", dims(1, 5), 5},
		{"column", "(5, 1)", dims(5, 1), 5},
		{"one-by-one", "(1, 1)", dims(1, 1), 1},
		{"empty-rows", "(0, 3)", dims(0, 3), 0},
		{"empty-columns", "(3, 0)", dims(3, 0), 0},
		{"last-of-three", "(1, 1, 7)", dims(1, 1, 7), 7},
		{"middle-of-three", "(1, 7, 1)", dims(1, 7, 1), 7},
		{"empty-3d", "(2, 3, 0)", dims(2, 3, 0), 0},
	} {
		array := &Array{DType: "<f8", Shape: s.dims, Values: values[any]()}
		for i := range s.count {
			array.Data = append(array.Data, F8(float64(i)+0.5)...)
			array.Values = append(array.Values, float64(i)+0.5)
		}
		inFortranOrder := *array
		inFortranOrder.F = true
		twin := Case{
			ID:    fmt.Sprintf("order/c-%s", s.name),
			Story: "conforming: C order, for a shape that is the same in both orders: " + s.text,
			Bytes: Npy1(Dict("'<f8'", "False", s.text), array.Data),
			Duty:  Accept,
			Stage: "order",
			Array: array,
		}
		out = append(out, twin, Case{
			ID:    fmt.Sprintf("order/without-effect-%s", s.name),
			Story: "conforming, although fortran_order is True where NumPy writes False: " + s.text,
			Bytes: Npy1(Dict("'<f8'", "True", s.text), array.Data),
			Duty:  Accept,
			Rules: "order-true-without-effect",
			Stage: "order",
			Twin:  twin.ID,
			Array: &inFortranOrder,
		})
	}
	return out
}

// orderTypeCases returns cases of values of fortran_order that are neither True nor False. Values that a reader might
// treat as true precede data in Fortran order.
func orderTypeCases() []Case {
	var out []Case
	for _, o := range []struct{ id, story, value string }{
		{"order/zero", "an integer", "0"},
		{"order/none", "a name other than True and False", "None"},
		{"order/string-false", "a string", "'False'"},
		{"order/string-c", "a string", "'C'"},
		{"order/string-empty", "an empty string", "''"},
		{"order/float-zero", "a float", "0.0"},
		{"order/tuple-empty", "an empty tuple", "()"},
		{"order/list-empty", "an empty list", "[]"},
		{"order/dict-empty", "an empty dictionary", "{}"},
		{"order/tuple-false", "a tuple", "(False,)"},
		{"order/bytes-false", "a bytes literal", "b'False'"},
	} {
		out = append(out, Case{
			ID:       o.id,
			Story:    "conforming except that fortran_order is " + o.story + ": " + o.value,
			Bytes:    Npy1(Dict("'<f8'", o.value, "(3,)"), three.Data),
			Duty:     Reject,
			Rules:    "order-not-bool",
			Violates: true,
			Stage:    "order",
			Twin:     "prefix/plain",
		})
	}
	for _, o := range []struct{ id, story, value string }{
		{"order/one", "an integer", "1"},
		{"order/minus-one", "a negative integer", "-1"},
		{"order/float-one", "a float", "1.0"},
		{"order/string-true", "a string", "'True'"},
		{"order/string-f", "a string", "'F'"},
		{"order/list-true", "a list", "[True]"},
		{"order/tuple-true", "a tuple", "(True,)"},
		{"order/set-true", "a set", "{True}"},
		{"order/bytes-true", "a bytes literal", "b'True'"},
	} {
		out = append(out, Case{
			ID:       o.id,
			Story:    "conforming except that fortran_order is " + o.story + ": " + o.value,
			Bytes:    Npy1(Dict("'<i2'", o.value, "(2, 3)"), I2(0, 3, 1, 4, 2, 5)),
			Duty:     Reject,
			Rules:    "order-not-bool",
			Violates: true,
			Stage:    "order",
			Features: "v1 int 2d fortran-order",
			Twin:     "order/fortran-2d",
		})
	}
	return out
}
