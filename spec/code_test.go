package spec

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseCode(t *testing.T) {
	scalar := func(kind, order byte, size int64) DType {
		return DType{Kind: kind, Order: order, Itemsize: size}
	}
	datetime := func(kind, order byte, multiple int32, unit Unit) DType {
		return DType{Kind: kind, Order: order, Itemsize: 8, Multiple: multiple, Unit: unit}
	}
	tests := []struct {
		code string
		want DType
	}{
		{"|b1", scalar('b', '|', 1)},
		{"|i1", scalar('i', '|', 1)},
		{"|u1", scalar('u', '|', 1)},
		{"<i2", scalar('i', '<', 2)},
		{">i4", scalar('i', '>', 4)},
		{"<u8", scalar('u', '<', 8)},
		{"<f2", scalar('f', '<', 2)},
		{">f8", scalar('f', '>', 8)},
		{"<f10", scalar('f', '<', 10)},
		{"<f12", scalar('f', '<', 12)},
		{"<f16", scalar('f', '<', 16)},
		{"<c8", scalar('c', '<', 8)},
		{"<c16", scalar('c', '<', 16)},
		{"<c20", scalar('c', '<', 20)},
		{"<c24", scalar('c', '<', 24)},
		{">c32", scalar('c', '>', 32)},
		{"|S0", scalar('S', '|', 0)},
		{"|S2147483647", scalar('S', '|', 2147483647)},
		{"|V5", scalar('V', '|', 5)},
		{"<U0", scalar('U', '<', 0)},
		{"<U3", scalar('U', '<', 12)},
		{">U536870911", scalar('U', '>', 2147483644)},
		{"|O", scalar('O', '|', 8)},
		{"<M8", scalar('M', '<', 8)},
		{">m8", scalar('m', '>', 8)},
		{"<M8[Y]", datetime('M', '<', 1, Years)},
		{"<M8[as]", datetime('M', '<', 1, Attoseconds)},
		{">m8[2s]", datetime('m', '>', 2, Seconds)},
		{"<M8[2147483647ns]", datetime('M', '<', 2147483647, Nanoseconds)},
	}
	for _, tt := range tests {
		if got, ok := ParseCode(tt.code); !ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %+v, %v; want %+v", tt.code, got, ok, tt.want)
		}
		if got, ok := ParseCode([]byte(tt.code)); !ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("[]byte(%q): got %+v, %v; want %+v", tt.code, got, ok, tt.want)
		}
		if got := tt.want.Code(); got != tt.code {
			t.Errorf("%q: Code is %q", tt.code, got)
		}
	}
	for _, code := range []string{
		"", "<", "|", "f8", "=f8", "|f8", "<b1", "<i1", "=i1", "<S3", "<O", "O", "|O8", "|Ox", "|O[s]", "xf8", "<x8", "<<f8",
		"<f", "|S", "<f08", "<f00", "|S00", "<f+8", "<f 8", "<f-8", "|S-1", "<f8 ", "<f8x", "<f8[s]", "<f3", "<i16", "<c4", "|b2", "<M4", "|a5",
		"|S2147483648", "<U536870912", "|V18446744073709551620", "|S" + strings.Repeat("9", 100),
		"<M8[", "<M8]", "<M8[]", "<M8[s", "<M8s]", "<M8[1s]", "<M8[0s]", "<M8[02s]", "<M8[-1s]", "<M8[2147483648s]", "<M8[18446744073709551618s]",
		"<M8[25]", "<M8[generic]", "<M8[s]x", "<M8[s]]", "<M8[s/2]", "<M8[S]", "|M8[s]", "M8[s]",
		"float64", "datetime64[s]", "d", "?", "\x0c", "i4,f8",
	} {
		if got, ok := ParseCode(code); ok || !reflect.DeepEqual(got, DType{}) {
			t.Errorf("%q: got %+v, %v; want nothing", code, got, ok)
		}
	}
	raw := []byte("<M8[25ns]")
	if n := testing.AllocsPerRun(100, func() { ParseCode(raw) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkParseCode(b *testing.B) {
	for _, code := range []string{"<f8", "|S10", "<M8[25ns]"} {
		raw := []byte(code)
		b.Run(code, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ParseCode(raw)
			}
		})
	}
}
