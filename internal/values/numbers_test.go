package values

import (
	"fmt"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestNumbers has two elements of each type, the bytes of which NumPy's tobytes gives.
func TestNumbers(t *testing.T) {
	for _, test := range []struct{ code, data, numbers string }{
		{"|b1", "\x00\x02", "[0 1]"},
		{"|i1", "\x7f\x80", "[127 -128]"},
		{"|u1", "\x7f\x80", "[127 128]"},
		{"<i2", "\x00\x80\xff\xff", "[-32768 -1]"},
		{">u2", "\x80\x00\x00\x01", "[32768 1]"},
		{">i4", "\xff\xff\xff\xfe\x00\x00\x00\x03", "[-2 3]"},
		{"<u8", "\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00", "[1.8446744073709552e+19 1]"},
		{"<f2", "\x00\x3c\x00\xc0", "[1 -2]"},
		{">f4", "\x3f\x80\x00\x00\x7f\x80\x00\x00", "[1 +Inf]"},
		{"<f8", "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xe0\xbf", "[NaN -0.5]"},
		{"<c8", "\x00\x00\x40\x40\x00\x00\x80\xc0\x00\x00\x00\x00\x00\x00\x80\x3f", "[5 1]"}, // 3-4j and 1j
		{"<M8[D]", "\x00\x00\x00\x00\x00\x00\x00\x80\x0a\x00\x00\x00\x00\x00\x00\x00", "[NaN 10]"},
	} {
		dtype, ok := spec.ParseCode(test.code)
		if !ok || !HasNumbers(&dtype) {
			t.Errorf("%s: not known", test.code)
			continue
		}
		if got := fmt.Sprint(Numbers(nil, &dtype, []byte(test.data + "\x01")[:len(test.data)])); got != test.numbers {
			t.Errorf("%s: got %s, expected %s", test.code, got, test.numbers)
		}
	}
	for _, code := range []string{"<f16", "<c32", "|S1", "<U1", "|V2", "|O"} {
		if dtype, _ := spec.ParseCode(code); HasNumbers(&dtype) {
			t.Errorf("%s: expected no numbers", code)
		}
	}
}
