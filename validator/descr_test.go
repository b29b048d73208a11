package validator

import (
	"strings"
	"testing"
)

// TestLostTypes has what numpy.save writes for the types of ml_dtypes 0.5 and 0.6 with NumPy 1.26 and
// 2.4: one finding for each, which says what it may be and how to get it back.
func TestLostTypes(t *testing.T) {
	const lost = "descr-void-lost-type"
	for _, test := range []struct {
		descr          string
		rule           string
		offset, length int64
		pointer        string
		want           string
	}{
		{"'<V2'", lost, 20, 5, "/descr", "descr is '<V2', raw bytes: probably bfloat16 of ml_dtypes or JAX, whose name the file doesn't hold; a.view(ml_dtypes.bfloat16) restores it"},
		{"'>V2'", lost, 20, 5, "/descr", "descr is '>V2', raw bytes: probably bfloat16 of ml_dtypes or JAX in big-endian order, whose name the file doesn't hold; a.view('>u2').astype('u2').view(ml_dtypes.bfloat16) restores it"},
		{"'|V2'", lost, 20, 5, "/descr", "descr is '|V2', raw bytes: perhaps bfloat16 of ml_dtypes or JAX, whose name the file doesn't hold; a.view(ml_dtypes.bfloat16) restores it"},
		{"'<V1'", lost, 20, 5, "/descr", "descr is '<V1', raw bytes: probably one of the small types of ml_dtypes or JAX, such as float8_e4m3fn or int4, whose name the file doesn't hold; a.view(ml_dtypes.float8_e4m3fn), or what it was, restores it"},
		{"'>V1'", lost, 20, 5, "/descr", "descr is '>V1', raw bytes: probably one of the small types"},
		{"'|V1'", lost, 20, 5, "/descr", "descr is '|V1', raw bytes: perhaps one of the small types"},
		{"[('a', '<V2')]", lost, 27, 5, "/descr/0/1", "type is '<V2', raw bytes: probably bfloat16 of ml_dtypes or JAX, whose name the file doesn't hold; a.view(ml_dtypes.bfloat16) of the field restores it"},
		{"[('a', '|V2', (2,))]", lost, 27, 5, "/descr/0/1", "type is '|V2', raw bytes: perhaps bfloat16"},
		{"[('a', '<V1', (2,))]", lost, 27, 5, "/descr/0/1", "type is '<V1', raw bytes: probably one"},
		{"[('a', [('b', ('<V2', (2,)))])]", lost, 35, 5, "/descr/0/1/0/1/0", "type is '<V2', raw bytes: probably bfloat16"},
		{"'<f1'", "descr-invalid-size", 20, 5, "/descr", "descr is '<f1', a size that the type does not have; float8_e5m2 of ml_dtypes is saved so and can't be loaded: put '|V1' in its place and use a.view(ml_dtypes.float8_e5m2)"},
		{"[('a', '>f1')]", "descr-invalid-size", 27, 5, "/descr/0/1", "type is '>f1', a size that the type does not have; float8_e5m2 of ml_dtypes is saved so"},
		{"'<W4'", "descr-unknown-code", 20, 5, "/descr", "descr is '<W4', which names no type; complex32 and bcomplex32 of ml_dtypes are saved so and can't be loaded: put '|V4' in its place and use a.view(ml_dtypes.complex32)"},
	} {
		report := checkBytes(t, npy(1, dict(test.descr, "False", "(0,)"), ""), nil)
		if len(report.Findings) != 1 {
			t.Errorf("%s: got %v, want one finding", test.descr, report.Findings)
			continue
		}
		f := report.Findings[0]
		if f.Rule.String() != test.rule || f.Offset != test.offset || f.Length != test.length || f.Pointer != test.pointer || !strings.HasPrefix(f.Message, test.want) {
			t.Errorf("%s:\n got %+v\nwant %s %d %d %s %s", test.descr, f, test.rule, test.offset, test.length, test.pointer, test.want)
		}
	}
	for descr, want := range map[string]string{
		"'V2'":           "descr-order-missing-single-byte descr-void-lost-type",
		"'<V3'":          "descr-order-on-single-byte",
		"'=V2'":          "descr-order-on-single-byte descr-void-lost-type",
		"[('', '|V2')]":  "",
		"[('', '<V2')]":  "descr-padding-form",
		"[('a', '|V3')]": "",
	} {
		report := checkBytes(t, npy(1, dict(descr, "False", "(0,)"), ""), nil)
		if got := strings.Join(ruleIDs(report), " "); got != want {
			t.Errorf("%s: got %s, want %s", descr, got, want)
		}
	}
}
