package validator

import (
	"strings"
	"testing"
)

// TestShape covers values that are not shapes, and items that are not dimensions.
func TestShape(t *testing.T) {
	runPlaces(t, nil, []place{
		{npy(1, dict("'|u1'", "False", "3"), zeros(3)),
			`shape-not-tuple 60+1 /shape shape is 3, expected a tuple of integers`},
		{npy(1, dict("'|u1'", "False", "(3)"), zeros(3)),
			`shape-not-tuple 60+3 /shape shape is (3), an integer in parentheses; expected the tuple (3,)`},
		{npy(1, dict("'|u1'", "False", "((3))"), zeros(3)),
			`shape-not-tuple 60+5 /shape shape is ((3)), an integer in parentheses; expected the tuple (3,)`},
		{npy(1, dict("'|u1'", "False", "[3]"), zeros(3)),
			`shape-not-tuple 60+3 /shape shape is [3], expected a tuple of integers`},
		{npy(1, dict("'|u1'", "False", "'(3,)'"), zeros(3)),
			`shape-not-tuple 60+6 /shape shape is '(3,)', expected a tuple of integers`},
		{npy(1, dict("'|u1'", "False", "None"), zeros(3)),
			`shape-not-tuple 60+4 /shape shape is None, expected a tuple of integers`},
		{npy(1, dict("'|u1'", "False", "{3}"), zeros(3)),
			`shape-not-tuple 60+3 /shape shape is {3}, expected a tuple of integers`},
		{npy(1, dict("'|u1'", "False", "('3',)"), zeros(3)),
			`shape-item-not-int 61+3 /shape/0 shape[0] is '3', expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(3.0,)"), zeros(3)),
			`shape-item-not-int 61+3 /shape/0 shape[0] is 3.0, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(None, 3)"), zeros(3)),
			`shape-item-not-int 61+4 /shape/0 shape[0] is None, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(True,)"), zeros(3)),
			`shape-bool 61+4 /shape/0 shape[0] is True, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(1, False)"), zeros(3)),
			`shape-bool 64+5 /shape/1 shape[1] is False, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(-1,)"), zeros(3)),
			`shape-negative 61+2 /shape/0 shape[0] is -1, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(1, -3)"), zeros(3)),
			`shape-negative 64+2 /shape/1 shape[1] is -3, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(-9223372036854775809,)"), zeros(3)),
			`shape-negative 61+20 /shape/0 shape[0] is -9223372036854775809, expected a non-negative integer`},
		{npy(1, dict("'|u1'", "False", "(-0, 3)"), zeros(3)),
			`literal-number-not-canonical 61+2 /shape/0 integer -0, expected 0 | data-trailing 128+3  3 extra bytes after the data, expected the end of the file`},
		{npy(1, dict("'|u1'", "False", "((3),)"), zeros(3)),
			`literal-parentheses 61+3  parentheses around an integer, expected none`},
		{npy(1, dict("'|u1'", "False", "(3L,)"), zeros(3)),
			`literal-long-suffix 61+2 /shape/0 integer 3 has the Python 2 suffix L, expected none`},
		{npy(1, dict("'|u1'", "False", "(3, x)"), zeros(3)),
			`header-not-a-literal 64+1 /shape/1 header is not a Python literal: unexpected name x`},
		{npy(1, dict("'|u1'", "False", "(9223372036854775807,)"), zeros(3)),
			`data-truncated 131+0  data truncated: 3 of 9223372036854775807 bytes (3 of 9223372036854775807 elements); fetch or write it again`},
		{npy(1, dict("'|u1'", "False", "(9223372036854775808,)"), zeros(3)),
			`shape-dimension-overflow 61+19 /shape/0 shape[0] is 9223372036854775808, expected at most 9223372036854775807`},
		{npy(1, dict("'|u1'", "False", "(1, 99999999999999999999)"), zeros(3)),
			`shape-dimension-overflow 64+20 /shape/1 shape[1] is 99999999999999999999, expected at most 9223372036854775807`},
	})
}

// TestShapeSize covers arrays around the largest size.
func TestShapeSize(t *testing.T) {
	runPlaces(t, nil, []place{
		{npy(1, dict("'|u1'", "False", "(4294967296, 2147483647)"), zeros(0)),
			`data-truncated 128+0  data truncated: 0 of 9223372032559808512 bytes; fetch or write it again`},
		{npy(1, dict("'|u1'", "False", "(4294967296, 2147483648)"), zeros(0)),
			`shape-product-overflow 60+24 /shape array has 2^63 bytes or more`},
		{npy(1, dict("'|u1'", "False", "(4294967296, 4294967296)"), zeros(0)),
			`shape-product-overflow 60+24 /shape array has 2^63 bytes or more`},
		{npy(1, dict("'|u1'", "False", "(4294967296, 4294967296, 0)"), zeros(0)),
			`shape-zero-with-huge-dimension 60+27 /shape array is empty, but its other dimensions make 2^63 bytes or more, which NumPy rejects`},
		{npy(1, dict("'|u1'", "False", "(0, 4294967296, 4294967296)"), zeros(0)),
			`shape-zero-with-huge-dimension 60+27 /shape array is empty, but its other dimensions make 2^63 bytes or more, which NumPy rejects`},
		{npy(1, dict("'|u1'", "False", "(0, 9223372036854775807)"), zeros(0)), ""},
		{npy(1, dict("'<f8'", "False", "(1152921504606846975,)"), zeros(0)),
			`data-truncated 128+0  data truncated: 0 of 9223372036854775800 bytes; fetch or write it again`},
		{npy(1, dict("'<f8'", "False", "(1152921504606846976,)"), zeros(0)),
			`shape-product-overflow 60+22 /shape array has 2^63 bytes or more`},
		{npy(1, dict("'<f8'", "False", "(0, 1152921504606846976)"), zeros(0)),
			`shape-zero-with-huge-dimension 60+24 /shape array is empty, but its other dimensions make 2^63 bytes or more, which NumPy rejects`},
		{npy(1, dict("'|S0'", "False", "(9223372036854775807, 2)"), zeros(0)),
			`descr-zero-itemsize 20+5 /descr descr '|S0' has elements of zero bytes | shape-zero-with-huge-dimension 60+24 /shape array is empty, but its other dimensions make 2^63 bytes or more, which NumPy rejects`},
		{npy(1, dict("'|x8'", "False", "(4294967296, 4294967296)"), zeros(0)),
			`descr-unknown-code 20+5 /descr descr '|x8' is not a NumPy type | shape-product-overflow 60+24 /shape array has 2^63 bytes or more`},
	})
}

// TestShapeRank covers as many dimensions as NumPy reads, and one more.
func TestShapeRank(t *testing.T) {
	runPlaces(t, nil, []place{
		{npy(1, dict("'|u1'", "False", "("+strings.Repeat("1, ", 31)+"3)"), zeros(3)), ""},
		{npy(1, dict("'|u1'", "False", "("+strings.Repeat("1, ", 32)+"3)"), zeros(3)),
			`shape-rank-over-32 60+99 /shape shape has 33 dimensions; NumPy 1.x reads at most 32`},
		{npy(1, dict("'|u1'", "False", "("+strings.Repeat("1, ", 63)+"3)"), zeros(3)),
			`shape-rank-over-32 60+192 /shape shape has 64 dimensions; NumPy 1.x reads at most 32`},
		{npy(1, dict("'|u1'", "False", "("+strings.Repeat("1, ", 64)+"3)"), zeros(3)),
			`shape-rank-over-64 60+195 /shape shape has 65 dimensions; NumPy reads at most 64`},
	})
}
