package dtype

import "testing"

var structureTests = []readTest{
	{"[('a', '<f8'), ('b', [('c', '|i1'), ('d', '|S3')])]", "[('a', '<f8'), ('b', [('c', '|i1'), ('d', '|S3')])]", nil},
	{"[]", "[]", []want{
		{"descr-empty-struct", 20, 2, "/descr", "descr is an empty list, a structured type without fields"},
	}},
	{"[('a', [])]", "[('a', [])]", []want{
		{"descr-empty-struct", 27, 2, "/descr/0/1", "type is an empty list, a structured type without fields"},
	}},
	{"[['a', '<f8']]", "[('a', '<f8')]", []want{
		{"descr-field-list", 21, 12, "/descr/0", "field is a list, expected a tuple"},
	}},
	{"[['a']]", "", []want{
		{"descr-field-length", 21, 5, "/descr/0", "field has 1 item, expected name and type, or name, type and shape"},
	}},
	{"[('a', '<f8'), ('b')]", "", []want{
		{"descr-field-not-tuple", 35, 5, "/descr/1", "field is ('b'), expected a tuple of name and type"},
	}},
	{"[()]", "", []want{
		{"descr-field-length", 21, 2, "/descr/0", "field has 0 items, expected name and type, or name, type and shape"},
	}},
	{"[('a',)]", "", []want{
		{"descr-field-length", 21, 6, "/descr/0", "field has 1 item, expected name and type, or name, type and shape"},
	}},
	{"[('a', '<f8', (2,), 0)]", "", []want{
		{"descr-field-length", 21, 21, "/descr/0", "field has 4 items, expected name and type, or name, type and shape"},
	}},
	{"[('', '<f8')]", "[('', '<f8')]", []want{
		{"descr-empty-name", 21, 11, "/descr/0", "field has no name, but is not padding ('', '|Vn')"},
	}},
	{"[(('t', ''), '|V4')]", "[(('t', ''), '|V4')]", []want{
		{"descr-empty-name", 21, 18, "/descr/0", "field has no name, but is not padding ('', '|Vn')"},
	}},
	{"[('', [('a', '<f8')])]", "[('', [('a', '<f8')])]", []want{
		{"descr-empty-name", 21, 20, "/descr/0", "field has no name, but is not padding ('', '|Vn')"},
	}},
	// What is wrong with the type is all there is to say.
	{"[('', '<x8')]", "", []want{
		{"descr-unknown-code", 26, 5, "/descr/0/1", "type '<x8' is not a NumPy type"},
	}},
	{"[('', '<V3')]", "[('', '|V3')]", []want{
		{"descr-padding-form", 26, 5, "/descr/0/1", "padding is '<V3', expected '|V3'"},
	}},
	{"[('', 'V3')]", "[('', '|V3')]", []want{
		{"descr-padding-form", 26, 4, "/descr/0/1", "padding is 'V3', expected '|V3'"},
	}},
	{"[('', '|V3', (2,))]", "[('', '|V6')]", []want{
		{"descr-padding-form", 26, 5, "/descr/0/1", "padding is '|V3' with a shape, expected '|V6' without one"},
	}},
	{"[('', '|V3', (2, -1))]", "", []want{
		{"descr-subarray-shape-negative", 37, 2, "/descr/0/2/1", "subarray dimension is -1, expected a non-negative integer"},
		{"descr-padding-form", 26, 5, "/descr/0/1", "padding is '|V3' with a shape, expected no shape"},
	}},
	{"[('', '<f8', (2,))]", "[('', '|V16')]", []want{
		{"descr-padding-form", 21, 17, "/descr/0", "unnamed field is a subarray, which readers treat as padding, expected '|V16'"},
	}},
	{"[('', '|V0')]", "[('', '|V0')]", []want{
		{"descr-padding-zero", 26, 5, "/descr/0/1", "padding has zero bytes"},
	}},
	{"[('', '<V0')]", "[('', '|V0')]", []want{
		{"descr-padding-form", 26, 5, "/descr/0/1", "padding is '<V0', expected '|V0'"},
	}},
	// What is wrong with the spelling of padding is not a matter of subarrays.
	{"[('', '|V03')]", "[('', '|V3')]", []want{
		{"descr-size-syntax", 26, 6, "/descr/0/1", "type '|V03' has a size that isn't a plain decimal number"},
	}},
	{"[('', 'void')]", "[('', '|V0')]", []want{
		{"descr-type-name", 26, 6, "/descr/0/1", "type 'void' is a type name, expected byte order, kind and size as in '<f8'"},
	}},
	{"[('', 'V03', (2,))]", "[('', '|V6')]", []want{
		{"descr-size-syntax", 26, 5, "/descr/0/1", "type 'V03' has a size that isn't a plain decimal number"},
		{"descr-padding-form", 26, 5, "/descr/0/1", "padding is 'V03' with a shape, expected '|V6' without one"},
	}},
	{"[('', ('|V3', ()))]", "[('', '|V3')]", []want{
		{"descr-subarray-shape-empty", 34, 2, "/descr/0/1/1", "subarray shape is (), expected at least one dimension"},
		{"descr-padding-form", 21, 17, "/descr/0", "unnamed field is a subarray, which readers treat as padding, expected '|V3'"},
	}},
	{"[('a', '|V2147483646'), ('b', '|u1')]", "[('a', '|V2147483646'), ('b', '|u1')]", nil},
	{"[('a', '|V2147483647'), ('b', '|u1')]", "", []want{
		{"descr-itemsize-overflow", 20, 37, "/descr", "fields add up to more than 2147483647 bytes per element"},
	}},
	{"[('c', [('a', '|V2147483647'), ('b', '|u1')])]", "", []want{
		{"descr-itemsize-overflow", 27, 37, "/descr/0/1", "fields add up to more than 2147483647 bytes per element"},
	}},
	// Fields after one of unknown type are checked, too.
	{"[('a', '<x8'), ('b', '<i3')]", "", []want{
		{"descr-unknown-code", 27, 5, "/descr/0/1", "type '<x8' is not a NumPy type"},
		{"descr-invalid-size", 41, 5, "/descr/1/1", "type '<i3' has an invalid size"},
	}},
}

func TestStructure(t *testing.T) { run(t, structureTests) }
