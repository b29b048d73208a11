package spec

import (
	"reflect"
	"slices"
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
	var none DType
	tests := []struct {
		code   string
		want   DType
		faults CodeFaults
	}{
		// What NumPy writes.
		{"|b1", scalar('b', '|', 1), 0},
		{"|i1", scalar('i', '|', 1), 0},
		{"|u1", scalar('u', '|', 1), 0},
		{"<i2", scalar('i', '<', 2), 0},
		{">i4", scalar('i', '>', 4), 0},
		{"<i8", scalar('i', '<', 8), 0},
		{">u2", scalar('u', '>', 2), 0},
		{"<u4", scalar('u', '<', 4), 0},
		{"<u8", scalar('u', '<', 8), 0},
		{"<f2", scalar('f', '<', 2), 0},
		{"<f4", scalar('f', '<', 4), 0},
		{">f8", scalar('f', '>', 8), 0},
		{"<c8", scalar('c', '<', 8), 0},
		{"<c16", scalar('c', '<', 16), 0},
		{"|S0", scalar('S', '|', 0), 0},
		{"|S2147483647", scalar('S', '|', 2147483647), 0},
		{"|V5", scalar('V', '|', 5), 0},
		{"<U0", scalar('U', '<', 0), 0},
		{"<U3", scalar('U', '<', 12), 0},
		{">U536870911", scalar('U', '>', 2147483644), 0},
		{"|O", scalar('O', '|', 8), 0},
		{"<M8", scalar('M', '<', 8), 0},
		{">m8", scalar('m', '>', 8), 0},
		{"<M8[ns]", datetime('M', '<', 1, Nanoseconds), 0},
		{">m8[25s]", datetime('m', '>', 25, Seconds), 0},
		{"<M8[2147483647as]", datetime('M', '<', 2147483647, Attoseconds), 0},
		{"<f16", scalar('f', '<', 16), FaultPlatformLongdouble},
		{">c32", scalar('c', '>', 32), FaultPlatformLongdouble},
		{"<f12", scalar('f', '<', 12), FaultOtherPlatformFloat},
		{"<f10", scalar('f', '<', 10), FaultOtherPlatformFloat},
		{"<c24", scalar('c', '<', 24), FaultOtherPlatformFloat},
		{"<c20", scalar('c', '<', 20), FaultOtherPlatformFloat},

		// Byte order.
		{"f8", scalar('f', '=', 8), FaultNativeByteOrder},
		{"=f8", scalar('f', '=', 8), FaultNativeByteOrder},
		{"|f8", scalar('f', '=', 8), FaultNativeByteOrder},
		{"|U2", scalar('U', '=', 8), FaultNativeByteOrder},
		{"i2", scalar('i', '=', 2), FaultNativeByteOrder},
		{"M8[D]", datetime('M', '=', 1, Days), FaultNativeByteOrder},
		{"=f16", scalar('f', '=', 16), FaultNativeByteOrder | FaultPlatformLongdouble},
		{"<b1", scalar('b', '|', 1), FaultOrderOnSingleByte},
		{"=u1", scalar('u', '|', 1), FaultOrderOnSingleByte},
		{">S3", scalar('S', '|', 3), FaultOrderOnSingleByte},
		{"<V3", scalar('V', '|', 3), FaultOrderOnSingleByte},
		{"<O", scalar('O', '|', 8), FaultOrderOnSingleByte},
		{"i1", scalar('i', '|', 1), FaultOrderMissingSingleByte},
		{"S3", scalar('S', '|', 3), FaultOrderMissingSingleByte},
		{"O", scalar('O', '|', 8), FaultOrderMissingSingleByte},

		// Sizes.
		{"<i3", none, FaultInvalidSize},
		{"i3", none, FaultInvalidSize},
		{"|i0", none, FaultInvalidSize},
		{"<f1", none, FaultInvalidSize},
		{"<f32", none, FaultInvalidSize},
		{"<c4", none, FaultInvalidSize},
		{"<c12", none, FaultInvalidSize},
		{"|b2", none, FaultInvalidSize},
		{"<M4", none, FaultInvalidSize},
		{"|O16", none, FaultInvalidSize},
		{"<f08", scalar('f', '<', 8), FaultSizeSyntax},
		{"<f+8", scalar('f', '<', 8), FaultSizeSyntax},
		{"<f 8", scalar('f', '<', 8), FaultSizeSyntax},
		{"<f\v\n+08", scalar('f', '<', 8), FaultSizeSyntax},
		{"|S 3", scalar('S', '|', 3), FaultSizeSyntax},
		{"|S00", scalar('S', '|', 0), FaultSizeSyntax},
		{"|S-0", scalar('S', '|', 0), FaultSizeSyntax},
		{"<M08", scalar('M', '<', 8), FaultSizeSyntax},
		{"f08", scalar('f', '=', 8), FaultNativeByteOrder | FaultSizeSyntax},
		{"<f03", none, FaultInvalidSize | FaultSizeSyntax},
		{"|S" + strings.Repeat("0", 100000) + "5", scalar('S', '|', 5), FaultSizeSyntax},
		{"|S", scalar('S', '|', 0), FaultSizeMissing},
		{"|V", scalar('V', '|', 0), FaultSizeMissing},
		{"<U", scalar('U', '<', 0), FaultSizeMissing},
		{"<M", scalar('M', '<', 8), FaultSizeMissing},
		{"|c", scalar('S', '|', 1), FaultSizeMissing},
		{"S", scalar('S', '|', 0), FaultSizeMissing | FaultOrderMissingSingleByte},
		{"c", scalar('S', '|', 1), FaultSizeMissing | FaultOrderMissingSingleByte},
		{"m", scalar('m', '=', 8), FaultSizeMissing | FaultNativeByteOrder},
		{"|S-1", none, FaultSizeNegative},
		{"<i- 4", none, FaultUnknownCode},
		{"<i-4", none, FaultSizeNegative},
		{"|S2147483648", none, FaultSizeOverflow},
		{"|S4294967299", none, FaultSizeOverflow},
		{"|V18446744073709551620", none, FaultSizeOverflow},
		{"<f4294967304", none, FaultSizeOverflow},
		{"<U536870912", none, FaultSizeOverflow},
		{"<U4611686018427387905", none, FaultSizeOverflow},
		{"|S" + strings.Repeat("9", 100000), none, FaultSizeOverflow},
		{"|O8", scalar('O', '|', 8), FaultObjectSize},
		{"|O4", scalar('O', '|', 8), FaultObjectSize},
		{"O4", scalar('O', '|', 8), FaultObjectSize | FaultOrderMissingSingleByte},
		{"a5", scalar('S', '|', 5), FaultAliasA},
		{"|a5", scalar('S', '|', 5), FaultAliasA},
		{"<a5", scalar('S', '|', 5), FaultAliasA},
		{"a", scalar('S', '|', 0), FaultAliasA | FaultSizeMissing},
		{"|a-5", none, FaultAliasA | FaultSizeNegative},
		{"<f8x", none, FaultTrailingGarbage},
		{"f8[s]", none, FaultTrailingGarbage},
		{"|V8[3]", none, FaultTrailingGarbage},
		{"<M8x", none, FaultTrailingGarbage},
		{"<M08[s]", none, FaultTrailingGarbage},
		{"<f8\x00", none, FaultTrailingGarbage},
		{"<f8.", none, FaultTrailingGarbage},

		// No type at all.
		{"", none, FaultUnknownCode},
		{"<", none, FaultUnknownCode},
		{"<x8", none, FaultUnknownCode},
		{" <f8", none, FaultUnknownCode},
		{"<f8 ", none, FaultUnknownCode},
		{"<<f8", none, FaultUnknownCode},
		{"<d8", none, FaultUnknownCode},
		{"u", none, FaultUnknownCode},
		{"T", none, FaultUnknownCode},
		{"<S ", none, FaultUnknownCode},
		{"S+", none, FaultUnknownCode},
		{"<M[s]", none, FaultUnknownCode},
		{"bfloat16", none, FaultUnknownCode},
		{"StringDType", none, FaultUnknownCode},
		{"<f8é", none, FaultUnknownCode},
		{"\xff", none, FaultUnknownCode},
		{"\x18", none, FaultUnknownCode},
		{"\x00", none, FaultTypeNumber},
		{"\x0c", none, FaultTypeNumber},
		{"\x17", none, FaultTypeNumber},
		{"i4,f8", none, FaultCommaString},
		{",", none, FaultCommaString},
		{"3f8", none, FaultCommaString},
		{"<3f8", none, FaultCommaString},
		{"(2)f4", none, FaultCommaString},

		// C types.
		{"?", scalar('b', '|', 1), FaultCTypeCode},
		{"<b", scalar('i', '|', 1), FaultCTypeCode},
		{"B", scalar('u', '|', 1), FaultCTypeCode},
		{"h", scalar('i', '=', 2), FaultCTypeCode},
		{">H", scalar('u', '>', 2), FaultCTypeCode},
		{"|i", scalar('i', '=', 4), FaultCTypeCode},
		{"<I", scalar('u', '<', 4), FaultCTypeCode},
		{"<q", scalar('i', '<', 8), FaultCTypeCode},
		{"<Q", scalar('u', '<', 8), FaultCTypeCode},
		{"e", scalar('f', '=', 2), FaultCTypeCode},
		{"f", scalar('f', '=', 4), FaultCTypeCode},
		{"<d", scalar('f', '<', 8), FaultCTypeCode},
		{"F", scalar('c', '=', 8), FaultCTypeCode},
		{"D", scalar('c', '=', 16), FaultCTypeCode},
		{"<l", none, FaultCTypeCode},
		{"L", none, FaultCTypeCode},
		{"p", none, FaultCTypeCode},
		{"P", none, FaultCTypeCode},
		{"n", none, FaultCTypeCode},
		{"N", none, FaultCTypeCode},
		{"g", none, FaultCTypeCode},
		{"G", none, FaultCTypeCode},

		// Names.
		{"float64", scalar('f', '=', 8), FaultTypeName},
		{"bool8", scalar('b', '|', 1), FaultTypeName},
		{"ubyte", scalar('u', '|', 1), FaultTypeName},
		{"int8", scalar('i', '|', 1), FaultTypeName},
		{"ushort", scalar('u', '=', 2), FaultTypeName},
		{"Int16", scalar('i', '=', 2), FaultTypeName},
		{"intc", scalar('i', '=', 4), FaultTypeName},
		{"uint32", scalar('u', '=', 4), FaultTypeName},
		{"longlong", scalar('i', '=', 8), FaultTypeName},
		{"uint64", scalar('u', '=', 8), FaultTypeName},
		{"half", scalar('f', '=', 2), FaultTypeName},
		{"single", scalar('f', '=', 4), FaultTypeName},
		{"csingle", scalar('c', '=', 8), FaultTypeName},
		{"complex_", scalar('c', '=', 16), FaultTypeName},
		{"object", scalar('O', '|', 8), FaultTypeName},
		{"void", scalar('V', '|', 0), FaultTypeName},
		{"bytes_", scalar('S', '|', 0), FaultTypeName},
		{"unicode", scalar('U', '=', 0), FaultTypeName},
		{"Datetime64", scalar('M', '=', 8), FaultTypeName},
		{"Timedelta64", scalar('m', '=', 8), FaultTypeName},
		{"int", none, FaultTypeName},
		{"str", none, FaultTypeName},
		{"longdouble", none, FaultTypeName},
		{"<float64", none, FaultUnknownCode},
		{"datetime64", scalar('M', '=', 8), FaultTypeName},
		{"<datetime64", scalar('M', '<', 8), FaultTypeName},
		{"datetime64[ns]", datetime('M', '=', 1, Nanoseconds), FaultTypeName},
		{">timedelta64[25us]", datetime('m', '>', 25, Microseconds), FaultTypeName},
		{"datetime64[1s]", datetime('M', '=', 1, Seconds), FaultTypeName | FaultDatetimeForm},
		{"datetime64[x]", none, FaultTypeName | FaultDatetimeUnit},
		{"datetime64x", none, FaultUnknownCode},
		{"float64[s]", none, FaultUnknownCode},

		// Datetimes.
		{"<M8[Y]", datetime('M', '<', 1, Years), 0},
		{"<M8[M]", datetime('M', '<', 1, Months), 0},
		{"<M8[W]", datetime('M', '<', 1, Weeks), 0},
		{"<M8[h]", datetime('M', '<', 1, Hours), 0},
		{"<M8[m]", datetime('M', '<', 1, Minutes), 0},
		{"<M8[ms]", datetime('M', '<', 1, Milliseconds), 0},
		{"<M8[ps]", datetime('M', '<', 1, Picoseconds), 0},
		{"<M8[fs]", datetime('M', '<', 1, Femtoseconds), 0},
		{"<M8[x]", none, FaultDatetimeUnit},
		{"<M8[B]", none, FaultDatetimeUnit},
		{"<M8[]", none, FaultDatetimeUnit},
		{"<M8[", none, FaultDatetimeUnit},
		{"<M8[s", none, FaultDatetimeUnit},
		{"<M8[s]x", none, FaultDatetimeUnit},
		{"<M8[s]]", none, FaultDatetimeUnit},
		{"<M8[25]", none, FaultDatetimeUnit},
		{"<M8[ s]", none, FaultDatetimeUnit},
		{"<M8[25 s]", none, FaultDatetimeUnit},
		{"<M8[s/]", none, FaultDatetimeUnit},
		{"<M8[s/2x]", none, FaultDatetimeUnit},
		{"<M8[generic]", scalar('M', '<', 8), FaultDatetimeForm},
		{"<M8[25generic]", scalar('M', '<', 8), FaultDatetimeForm},
		{"<M8[1s]", datetime('M', '<', 1, Seconds), FaultDatetimeForm},
		{"<M8[025s]", datetime('M', '<', 25, Seconds), FaultDatetimeForm},
		{"<M8[+25s]", datetime('M', '<', 25, Seconds), FaultDatetimeForm},
		{"<M8[ 25s]", datetime('M', '<', 25, Seconds), FaultDatetimeForm},
		{"M8[025s]", datetime('M', '=', 25, Seconds), FaultDatetimeForm | FaultNativeByteOrder},
		{"<M8[0s]", none, FaultDatetimeMultiple},
		{"<M8[-1s]", none, FaultDatetimeMultiple},
		{"<M8[2147483648s]", none, FaultDatetimeMultiple},
		{"<M8[18446744073709551617s]", none, FaultDatetimeMultiple},
		{"<M8[D/24]", none, FaultDatetimeDivisor},
		{"<M8[s/1]", none, FaultDatetimeDivisor},
		{"<M8[s/0]", none, FaultDatetimeDivisorZero},
		{"<M8[s/+00]", none, FaultDatetimeDivisorZero},
		{"<M8[0s/0]", none, FaultDatetimeMultiple | FaultDatetimeDivisorZero},
	}
	for _, tt := range tests {
		short := tt.code[:min(len(tt.code), 30)]
		got, faults := ParseCode(tt.code)
		if !reflect.DeepEqual(got, tt.want) || faults != tt.faults {
			t.Errorf("ParseCode(%q) = %+v, %v; want %+v, %v", short,
				got, ruleIDs(faults), tt.want, ruleIDs(tt.faults))
		}
		got, faults = ParseCode([]byte(tt.code))
		if !reflect.DeepEqual(got, tt.want) || faults != tt.faults {
			t.Errorf("ParseCode([]byte(%q)) = %+v, %v; want %+v, %v", short,
				got, ruleIDs(faults), tt.want, ruleIDs(tt.faults))
		}
	}
}

func ruleIDs(f CodeFaults) []string {
	ids := []string{}
	for fault := range f.All() {
		ids = append(ids, fault.Rule().String())
	}
	return ids
}

func TestCodeFaultsRule(t *testing.T) {
	for f := FaultUnknownCode; f <= FaultDatetimeDivisorZero; f <<= 1 {
		if _, ok := Lookup(f.Rule().String()); !ok {
			t.Errorf("fault %#x: no rule %q in the table", uint32(f), f.Rule())
		}
	}
	if got := FaultDatetimeDivisorZero.Rule(); got != DescrDatetimeDivisorZero {
		t.Errorf("rule of the last fault is %q, want descr-datetime-divisor-zero", got)
	}
	for _, f := range []CodeFaults{0, FaultAliasA | FaultTypeName, FaultDatetimeDivisorZero << 1} {
		if got := f.Rule(); got != 0 {
			t.Errorf("rule of %#x is %q, want none", uint32(f), got)
		}
	}
}

func TestCodeFaultsAll(t *testing.T) {
	got := slices.Collect((FaultDatetimeForm | FaultUnknownCode | FaultAliasA).All())
	if want := []CodeFaults{FaultUnknownCode, FaultAliasA, FaultDatetimeForm}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for f := range (FaultAliasA | FaultSizeMissing).All() {
		if f != FaultSizeMissing {
			t.Errorf("first fault is %v, want %v", f, FaultSizeMissing)
		}
		break
	}
	if got := slices.Collect(CodeFaults(0).All()); got != nil {
		t.Errorf("the empty set has %v", got)
	}
}

func TestParseCodeAllocations(t *testing.T) {
	for _, code := range []string{
		"<f8", "|S2147483648", "<M8[25ns]", "singlecomplex", "datetime64[25generic/7]", "wrong",
		strings.Repeat("float64", 100),
	} {
		raw := []byte(code)
		if n := testing.AllocsPerRun(100, func() { ParseCode(raw) }); n != 0 {
			t.Errorf("ParseCode([]byte(%q)): %v allocations, want 0", code, n)
		}
		if n := testing.AllocsPerRun(100, func() { ParseCode(code) }); n != 0 {
			t.Errorf("ParseCode(%q): %v allocations, want 0", code, n)
		}
	}
}

func BenchmarkParseCode(b *testing.B) {
	for _, code := range []string{"<f8", "|S10", "<M8[25ns]", "float64"} {
		raw := []byte(code)
		b.Run(code, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ParseCode(raw)
			}
		})
	}
}

func FuzzParseCode(f *testing.F) {
	for _, code := range []string{
		"<f8", ">U3", "|S05", "O8", "a5", "f 16", "<M8[25s]", "m8[ 7generic]", "datetime64[s/0]", "complex128",
		"\x0c", "3f8", "<i-4", "|V99999999999", "=c24", "g",
	} {
		f.Add([]byte(code))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		dtype, faults := ParseCode(code)
		text, textFaults := ParseCode(string(code))
		if !reflect.DeepEqual(dtype, text) || faults != textFaults {
			t.Errorf("as bytes %+v, %v; as string %+v, %v", dtype, ruleIDs(faults), text, ruleIDs(textFaults))
		}
		if dtype.Kind == 0 {
			if faults == 0 {
				t.Error("unknown type without a fault")
			}
			return
		}
		if faults == 0 && dtype.Code() != string(code) {
			t.Errorf("Code is %q for a canonical type string", dtype.Code())
		}
		if dtype.Itemsize < 0 || dtype.Itemsize > MaxItemsize {
			t.Errorf("itemsize %d", dtype.Itemsize)
		}
		again, faults := ParseCode(dtype.Code())
		if !reflect.DeepEqual(again, dtype) {
			t.Errorf("%q reads as %+v, want %+v", dtype.Code(), again, dtype)
		}
		written := FaultNativeByteOrder | FaultPlatformLongdouble | FaultOtherPlatformFloat
		if faults&^written != 0 {
			t.Errorf("%q has faults %v", dtype.Code(), ruleIDs(faults))
		}
	})
}
