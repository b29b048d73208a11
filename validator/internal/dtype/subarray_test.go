package dtype

import (
	"strings"
	"testing"
)

// ones is a shape of n dimensions.
func ones(n int) string { return "(" + strings.Repeat("1, ", n-1) + "1)" }

var subarrayTests = []readTest{
	{"[('a', '<f8', (2, 3)), ('b', ('<i4', (2,)), (3,))]", "[('a', '<f8', (2, 3)), ('b', ('<i4', (2,)), (3,))]", nil},
	{"()", "", []want{
		{"descr-tuple-malformed", 20, 2, "/descr", "descr is a tuple, but not of two items; expected a type and a shape"},
	}},
	{"[('a', ('<f8',))]", "", []want{
		{"descr-tuple-malformed", 27, 8, "/descr/0/1", "type is a tuple, but not of two items; expected a type and a shape"},
	}},
	{"[('a', ('<f8', (2,), 0))]", "", []want{
		{"descr-tuple-malformed", 27, 16, "/descr/0/1", "type is a tuple, but not of two items; expected a type and a shape"},
	}},
	{"('<f8', None)", "", []want{
		{"descr-tuple-malformed", 20, 13, "/descr", "descr is a tuple whose second item is None, expected a shape"},
	}},
	{"[('x', ('<i4', [('a', '<i2'), ('b', '<i2')]))]", "", []want{
		{"descr-two-types", 27, 37, "/descr/0/1", "type is a pair of two types, expected one type"},
	}},
	{"('<i4', '<f4')", "", []want{
		{"descr-two-types", 20, 14, "/descr", "descr is a pair of two types, expected one type"},
	}},
	{"('<i4', {})", "", []want{
		{"descr-two-types", 20, 11, "/descr", "descr is a pair of a type and a dictionary, expected one type"},
	}},
	{"('<i4', {'names': ['a'], 'formats': ['<i4']})", "", []want{
		{"descr-two-types", 20, 45, "/descr", "descr is a pair of a type and a dictionary, expected one type"},
	}},
	{"[('a', ('<i4', {'b': ('<i2', 0), 'vlen': <class 'x'>}))]", "", []want{
		{"descr-two-types", 27, 47, "/descr/0/1", "type is a pair of a type and a dictionary, expected one type"},
	}},
	{"[('path', ('|O', {'vlen': <class 'bytes'>}))]", "", []want{
		{"descr-two-types", 30, 33, "/descr/0/1", "type of 'path' is '|O' with metadata {'vlen': …} of h5py, which NumPy before 2.0 wrote and none reads"},
	}},
	{"('|O', {'vlen': dtype('float64')})", "", []want{
		{"descr-two-types", 20, 34, "/descr", "descr is '|O' with metadata {'vlen': …} of h5py, which NumPy before 2.0 wrote and none reads"},
	}},
	{"[('a', '<i4'), ('b', ('|S9', {'unit': 'm', 'x': dtype([('a', '<i4'), ('b', ')')], align=True) , 'y': 1}), (2,))]", "", []want{
		{"descr-two-types", 41, 83, "/descr/1/1", "type of 'b' is '|S9' with metadata {'unit': …}, which NumPy before 2.0 wrote and none reads"},
	}},
	{"[('a', [('b', ('|O', {'ref': <class 'h5py.h5r.Reference'>}))])]", "", []want{
		{"descr-two-types", 34, 45, "/descr/0/1/0/1", "type of 'b' is '|O' with metadata {'ref': …} of h5py, which NumPy before 2.0 wrote and none reads"},
	}},
	{"[('a', '<f8', 3)]", "[('a', '<f8', (3,))]", []want{
		{"descr-subarray-shape-int", 34, 1, "/descr/0/2", "subarray shape is the number 3, expected the tuple (3,)"},
	}},
	{"[('a', ('<f8', (2)), (3,))]", "[('a', ('<f8', (2,)), (3,))]", []want{
		{"descr-subarray-shape-int", 35, 3, "/descr/0/1/1", "subarray shape is the number (2), expected the tuple ((2),)"},
	}},
	{"[('a', '<f8', 0)]", "[('a', '<f8', (0,))]", []want{
		{"descr-subarray-shape-int", 34, 1, "/descr/0/2", "subarray shape is the number 0, expected the tuple (0,)"},
		{"descr-subarray-zero", 34, 1, "/descr/0/2", "subarray shape is 0, which has no elements"},
	}},
	{"[('a', '<f8', 99999999999999999999)]", "", []want{
		{"descr-subarray-shape-int", 34, 20, "/descr/0/2", "subarray shape is the number 99999999999999999999, expected the tuple (99999999999999999999,)"},
		{"descr-itemsize-overflow", 34, 20, "/descr/0/2", "subarray has more than 2147483647 bytes"},
	}},
	{"[('a', '<f8', 1)]", "", []want{
		{"descr-subarray-shape-one", 34, 1, "/descr/0/2", "subarray shape is the number 1: not a subarray in NumPy 1.x, (1,) in NumPy 2.x"},
	}},
	{"[('a', '<f8', [2])]", "[('a', '<f8', (2,))]", []want{
		{"descr-subarray-shape-form", 34, 3, "/descr/0/2", "subarray shape is a list, expected a tuple"},
	}},
	{"[('a', '<f8', [])]", "[('a', '<f8')]", []want{
		{"descr-subarray-shape-form", 34, 2, "/descr/0/2", "subarray shape is a list, expected a tuple"},
	}},
	{"[('a', '<f8', None)]", "[('a', '<f8')]", []want{
		{"descr-subarray-shape-form", 34, 4, "/descr/0/2", "subarray shape is None, expected a tuple or no shape"},
	}},
	{"[('a', '<f8', [-1])]", "", []want{
		{"descr-subarray-shape-form", 34, 4, "/descr/0/2", "subarray shape is a list, expected a tuple"},
		{"descr-subarray-shape-negative", 35, 2, "/descr/0/2/0", "subarray dimension is -1, expected a non-negative integer"},
	}},
	{"[('a', '<f8', (0, 3000000000))]", "", []want{
		{"descr-subarray-zero", 34, 15, "/descr/0/2", "subarray shape is (0, 3000000000), which has no elements"},
		{"shape-zero-with-huge-dimension", 34, 15, "/descr/0/2", "subarray is empty, but its other dimensions make over 2147483647 bytes, which NumPy rejects"},
	}},
	{"[('a', [], (3000000000,))]", "", []want{
		{"descr-empty-struct", 27, 2, "/descr/0/1", "type is an empty list, a structured type without fields"},
		{"shape-zero-with-huge-dimension", 31, 13, "/descr/0/2", "subarray is empty, but its other dimensions make over 2147483647 bytes, which NumPy rejects"},
	}},
	{"[('a', '<f8', (2, True))]", "", []want{
		{"descr-subarray-shape-type", 38, 4, "/descr/0/2/1", "subarray dimension is True, expected a non-negative integer"},
	}},
	{"[('a', '<f8', -2)]", "", []want{
		{"descr-subarray-shape-negative", 34, 2, "/descr/0/2", "subarray shape is -2, expected a tuple of non-negative integers"},
	}},
	{"[('a', '<f8', (3, -2))]", "", []want{
		{"descr-subarray-shape-negative", 38, 2, "/descr/0/2/1", "subarray dimension is -2, expected a non-negative integer"},
	}},
	{"[('a', '<f8', (-99999999999999999999,))]", "", []want{
		{"descr-subarray-shape-negative", 35, 21, "/descr/0/2/0", "subarray dimension is -99999999999999999999, expected a non-negative integer"},
	}},
	{"[('a', '<f8', (-1, 'x'))]", "", []want{
		{"descr-subarray-shape-negative", 35, 2, "/descr/0/2/0", "subarray dimension is -1, expected a non-negative integer"},
		{"descr-subarray-shape-type", 39, 3, "/descr/0/2/1", "subarray dimension is 'x', expected a non-negative integer"},
	}},
	{"[('a', '<f8', ())]", "[('a', '<f8')]", []want{
		{"descr-subarray-shape-empty", 34, 2, "/descr/0/2", "subarray shape is (), expected at least one dimension"},
	}},
	{"[('a', '<f8', (2, 0))]", "[('a', '<f8', (2, 0))]", []want{
		{"descr-subarray-zero", 34, 6, "/descr/0/2", "subarray shape is (2, 0), which has no elements"},
	}},
	{"[('a', '|V0', (2,))]", "", []want{
		{"descr-subarray-zero-itemsize", 34, 4, "/descr/0/2", "subarray has elements of zero bytes, expected a base type with a size"},
	}},
	{"[('a', ('|V0', (2,)), (3,))]", "", []want{
		{"descr-subarray-zero-itemsize", 35, 4, "/descr/0/1/1", "subarray has elements of zero bytes, expected a base type with a size"},
	}},
	{"[('a', ('<f8', (0,)), (2,))]", "", []want{
		{"descr-subarray-zero", 35, 4, "/descr/0/1/1", "subarray shape is (0,), which has no elements"},
		{"descr-subarray-zero-itemsize", 42, 4, "/descr/0/2", "subarray has elements of zero bytes, expected a base type with a size"},
	}},
	{"[('a', [], (2,))]", "[('a', [], (2,))]", []want{
		{"descr-empty-struct", 27, 2, "/descr/0/1", "type is an empty list, a structured type without fields"},
	}},
	{"[('a', '|V1073741823', (2,))]", "[('a', '|V1073741823', (2,))]", nil},
	{"[('a', '|V1073741824', (2,))]", "", []want{
		{"descr-itemsize-overflow", 43, 4, "/descr/0/2", "subarray has more than 2147483647 bytes"},
	}},
	{"[('a', '|u1', (99999999999999999999,))]", "", []want{
		{"descr-itemsize-overflow", 34, 23, "/descr/0/2", "subarray has more than 2147483647 bytes"},
	}},
	// The shape is looked at even where the type is unknown.
	{"[('a', '<x8', (0,))]", "", []want{
		{"descr-unknown-code", 27, 5, "/descr/0/1", "type '<x8' is not a NumPy type"},
		{"descr-subarray-zero", 34, 4, "/descr/0/2", "subarray shape is (0,), which has no elements"},
	}},
	{"[('a', '|u1', " + ones(32) + ")]", "[('a', '|u1', " + ones(32) + ")]", nil},
	{"[('a', '|u1', " + ones(33) + ")]", "[('a', '|u1', " + ones(33) + ")]", []want{
		{"shape-rank-over-32", 34, 99, "/descr/0/2", "subarray shape has 33 dimensions; NumPy 1.x reads at most 32"},
	}},
	{"[('a', '|u1', " + ones(64) + ")]", "[('a', '|u1', " + ones(64) + ")]", []want{
		{"shape-rank-over-32", 34, 192, "/descr/0/2", "subarray shape has 64 dimensions; NumPy 1.x reads at most 32"},
	}},
	{"[('a', '|u1', " + ones(65) + ")]", "[('a', '|u1', " + ones(65) + ")]", []want{
		{"shape-rank-over-64", 34, 195, "/descr/0/2", "subarray shape has 65 dimensions; NumPy reads at most 64"},
	}},
}

func TestSubarray(t *testing.T) { run(t, subarrayTests) }
