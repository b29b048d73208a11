package dtype

import "testing"

const (
	bfloat16      = "bfloat16; try a.view(ml_dtypes.bfloat16)"
	bfloat16Big   = "big-endian bfloat16; try a.view('>u2').astype('u2').view(ml_dtypes.bfloat16)"
	bfloat16Field = "bfloat16; try field.view(ml_dtypes.bfloat16)"
	smallType     = "a float8 or int4 type of ml_dtypes, but the file doesn't say which"
)

// lostTests has what numpy.save writes for the types of ml_dtypes 0.5 and 0.6 with NumPy 1.26 and 2.4:
// one fault for each, which says what it may be and how to get it back.
var lostTests = []readTest{
	{"'<V2'", "|V2", []want{
		{"descr-void-lost-type", 20, 5, "/descr", "descr '<V2' is probably " + bfloat16},
	}},
	{"'>V2'", "|V2", []want{
		{"descr-void-lost-type", 20, 5, "/descr", "descr '>V2' is probably " + bfloat16Big},
	}},
	{"'|V2'", "|V2", []want{
		{"descr-void-lost-type", 20, 5, "/descr", "descr '|V2' is perhaps " + bfloat16},
	}},
	{"'<V1'", "|V1", []want{
		{"descr-void-lost-type", 20, 5, "/descr", "descr '<V1' is probably " + smallType},
	}},
	{"'>V1'", "|V1", []want{
		{"descr-void-lost-type", 20, 5, "/descr", "descr '>V1' is probably " + smallType},
	}},
	{"'|V1'", "|V1", []want{
		{"descr-void-lost-type", 20, 5, "/descr", "descr '|V1' is perhaps " + smallType},
	}},
	{"[('a', '<V2')]", "[('a', '|V2')]", []want{
		{"descr-void-lost-type", 27, 5, "/descr/0/1", "type '<V2' is probably " + bfloat16Field},
	}},
	{"[('a', '|V2', (2,))]", "[('a', '|V2', (2,))]", []want{
		{"descr-void-lost-type", 27, 5, "/descr/0/1", "type '|V2' is perhaps " + bfloat16Field},
	}},
	{"[('a', '<V1', (2,))]", "[('a', '|V1', (2,))]", []want{
		{"descr-void-lost-type", 27, 5, "/descr/0/1", "type '<V1' is probably a float8 or int4 type of ml_dtypes, but the file doesn't say which"},
	}},
	{"[('a', [('b', ('<V2', (2,)), (3,))])]", "[('a', [('b', ('|V2', (2,)), (3,))])]", []want{
		{"descr-void-lost-type", 35, 5, "/descr/0/1/0/1/0", "type '<V2' is probably " + bfloat16Field},
	}},
	{"'<f1'", "", []want{
		{"descr-invalid-size", 20, 5, "/descr", "descr '<f1' has an invalid size; for float8_e5m2 write '|V1' and view it as ml_dtypes.float8_e5m2"},
	}},
	{"[('a', '>f1')]", "", []want{
		{"descr-invalid-size", 27, 5, "/descr/0/1", "type '>f1' has an invalid size; for float8_e5m2 write '|V1' and view it as ml_dtypes.float8_e5m2"},
	}},
	{"'<W4'", "", []want{
		{"descr-unknown-code", 20, 5, "/descr", "descr '<W4' is not a NumPy type; write '|V4' and view it as ml_dtypes.complex32 or bcomplex32"},
	}},
	{"'>W4'", "", []want{
		{"descr-unknown-code", 20, 5, "/descr", "descr '>W4' is not a NumPy type; write '|V4' and view it as ml_dtypes.complex32 or bcomplex32"},
	}},
	{"'>g2'", "", []want{
		{"descr-unknown-code", 20, 5, "/descr", "descr '>g2' is not a NumPy type; for bfloat16 write '>V2' and view it as ml_dtypes.bfloat16"},
	}},
	{"'int4'", "", []want{
		{"descr-unknown-code", 20, 6, "/descr", "descr 'int4' is not a NumPy type; import ml_dtypes first, or write '|V1' and view it"},
	}},
	// A string in another spelling says the same.
	{`'\x3cV2'`, "|V2", []want{
		{"descr-void-lost-type", 20, 8, "/descr", `descr '\x3cV2' is probably ` + bfloat16},
	}},
	// Not of their sizes, or not as they write it.
	{"'V2'", "|V2", []want{
		{"descr-order-missing-single-byte", 20, 4, "/descr", "descr 'V2' has no byte order, expected a leading '|'"},
		{"descr-void-lost-type", 20, 4, "/descr", "descr 'V2' is perhaps " + bfloat16},
	}},
	{"'=V2'", "|V2", []want{
		{"descr-order-on-single-byte", 20, 5, "/descr", "descr '=V2' has a byte order, but its type has none; expected a leading '|'"},
		{"descr-void-lost-type", 20, 5, "/descr", "descr '=V2' is perhaps " + bfloat16},
	}},
	{"'<V3'", "|V3", []want{
		{"descr-order-on-single-byte", 20, 5, "/descr", "descr '<V3' has a byte order, but its type has none; expected a leading '|'"},
	}},
	{"'|V0'", "|V0", []want{
		{"descr-zero-itemsize", 20, 5, "/descr", "descr '|V0' has elements of zero bytes"},
	}},
	{"'|S2'", "|S2", nil},
	{"[('a', '|V3'), ('', '|V2')]", "[('a', '|V3'), ('', '|V2')]", nil},
}

func TestLost(t *testing.T) {
	run(t, lostTests)
	for _, test := range lostTests {
		for _, w := range test.faults {
			if n := int64(len(w.message)) - w.length; n > 100 {
				t.Errorf("%s: got %d characters besides the type string, want at most 100: %s", test.text, n, w.message)
			}
		}
	}
}
