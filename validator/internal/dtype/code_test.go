package dtype

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
)

func TestParseCode(t *testing.T) {
	scalar := func(kind, order byte, size int64) spec.DType {
		return spec.DType{Kind: kind, Order: order, Itemsize: size}
	}
	datetime := func(kind, order byte, multiple int32, unit spec.Unit) spec.DType {
		return spec.DType{Kind: kind, Order: order, Itemsize: 8, Multiple: multiple, Unit: unit}
	}
	fields := func(types ...spec.DType) spec.DType {
		t := spec.DType{Kind: 'V', Order: '|', Struct: true}
		for i, item := range types {
			t.Fields = append(t.Fields, spec.Field{Name: fmt.Sprintf("f%d", i), Offset: t.Itemsize, Type: item})
			t.Itemsize += item.Itemsize
		}
		return t
	}
	var none spec.DType
	tests := []struct {
		code   string
		want   spec.DType
		faults codeFaults
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
		{"<M8[ns]", datetime('M', '<', 1, spec.Nanoseconds), 0},
		{">m8[25s]", datetime('m', '>', 25, spec.Seconds), 0},
		{"<M8[2147483647as]", datetime('M', '<', 2147483647, spec.Attoseconds), 0},
		{"<f16", scalar('f', '<', 16), platformLongdouble},
		{">c32", scalar('c', '>', 32), platformLongdouble},
		{"<f12", scalar('f', '<', 12), otherPlatformFloat},
		{"<f10", scalar('f', '<', 10), otherPlatformFloat},
		{"<c24", scalar('c', '<', 24), otherPlatformFloat},
		{"<c20", scalar('c', '<', 20), otherPlatformFloat},

		// Byte order.
		{"f8", scalar('f', '=', 8), nativeByteOrder},
		{"=f8", scalar('f', '=', 8), nativeByteOrder},
		{"|f8", scalar('f', '=', 8), nativeByteOrder},
		{"|U2", scalar('U', '=', 8), nativeByteOrder},
		{"i2", scalar('i', '=', 2), nativeByteOrder},
		{"M8[D]", datetime('M', '=', 1, spec.Days), nativeByteOrder},
		{"=f16", scalar('f', '=', 16), nativeByteOrder | platformLongdouble},
		{"<b1", scalar('b', '|', 1), orderOnSingleByte},
		{"=u1", scalar('u', '|', 1), orderOnSingleByte},
		{">S3", scalar('S', '|', 3), orderOnSingleByte},
		{"<V3", scalar('V', '|', 3), orderOnSingleByte},
		{"<O", scalar('O', '|', 8), orderOnSingleByte},
		{"i1", scalar('i', '|', 1), orderMissingSingleByte},
		{"S3", scalar('S', '|', 3), orderMissingSingleByte},
		{"O", scalar('O', '|', 8), orderMissingSingleByte},

		// Sizes.
		{"<i3", none, invalidSize},
		{"i3", none, invalidSize},
		{"|i0", none, invalidSize},
		{"<f1", none, invalidSize},
		{"<f32", none, invalidSize},
		{"<c4", none, invalidSize},
		{"<c12", none, invalidSize},
		{"|b2", none, invalidSize},
		{"<M4", none, invalidSize},
		{"|O16", none, invalidSize},
		{"<f08", scalar('f', '<', 8), sizeSyntax},
		{"<f+8", scalar('f', '<', 8), sizeSyntax},
		{"<f 8", scalar('f', '<', 8), sizeSyntax},
		{"<f\v\n+08", scalar('f', '<', 8), sizeSyntax},
		{"|S 3", scalar('S', '|', 3), sizeSyntax},
		{"|S00", scalar('S', '|', 0), sizeSyntax},
		{"|S-0", scalar('S', '|', 0), sizeSyntax},
		{"<M08", scalar('M', '<', 8), sizeSyntax},
		{"f08", scalar('f', '=', 8), nativeByteOrder | sizeSyntax},
		{"<f03", none, invalidSize | sizeSyntax},
		{"|S" + strings.Repeat("0", 100000) + "5", scalar('S', '|', 5), sizeSyntax},
		{"|S", scalar('S', '|', 0), sizeMissing},
		{"|V", scalar('V', '|', 0), sizeMissing},
		{"<U", scalar('U', '<', 0), sizeMissing},
		{"<M", scalar('M', '<', 8), sizeMissing},
		{"|c", scalar('S', '|', 1), sizeMissing},
		{"S", scalar('S', '|', 0), sizeMissing | orderMissingSingleByte},
		{"c", scalar('S', '|', 1), sizeMissing | orderMissingSingleByte},
		{"m", scalar('m', '=', 8), sizeMissing | nativeByteOrder},
		{"|S-1", none, sizeNegative},
		{"<i- 4", none, unknownCode},
		{"<i-4", none, sizeNegative},
		{"|S2147483648", none, sizeOverflow},
		{"|S4294967299", none, sizeOverflow},
		{"|V18446744073709551620", none, sizeOverflow},
		{"<f4294967304", none, sizeOverflow},
		{"<U536870912", none, sizeOverflow},
		{"<U4611686018427387905", none, sizeOverflow},
		{"|S" + strings.Repeat("9", 100000), none, sizeOverflow},
		{"|O8", scalar('O', '|', 8), objectSize},
		{"|O4", scalar('O', '|', 8), objectSize},
		{"O4", scalar('O', '|', 8), objectSize | orderMissingSingleByte},
		{"a5", scalar('S', '|', 5), aliasA},
		{"|a5", scalar('S', '|', 5), aliasA},
		{"<a5", scalar('S', '|', 5), aliasA},
		{"a", scalar('S', '|', 0), aliasA | sizeMissing},
		{"|a-5", none, aliasA | sizeNegative},
		{"<f8x", none, trailingGarbage},
		{"f8[s]", none, trailingGarbage},
		{"|V8[3]", none, trailingGarbage},
		{"<M8x", none, trailingGarbage},
		{"<M08[s]", none, trailingGarbage},
		{"<f8\x00", none, trailingGarbage},
		{"<f8.", none, trailingGarbage},
		{"<f8\x7f", none, trailingGarbage},
		{"<f8\x80", none, unknownCode},

		// No type at all.
		{"", none, unknownCode},
		{"<", none, unknownCode},
		{"<x8", none, unknownCode},
		{" <f8", none, unknownCode},
		{"<f8 ", none, unknownCode},
		{"<<f8", none, unknownCode},
		{"<d8", none, unknownCode},
		{"u", none, unknownCode},
		{"T", none, unknownCode},
		{"<S ", none, unknownCode},
		{"S+", none, unknownCode},
		{"<M[s]", none, unknownCode},
		{"bfloat16", none, unknownCode},
		{"StringDType", none, unknownCode},
		{"<f8é", none, unknownCode},
		{"\xff", none, unknownCode},
		{"\x18", none, unknownCode},
		{"\x00", scalar('b', '|', 1), typeNumber},
		{"\x01", scalar('i', '|', 1), typeNumber},
		{"\x07", none, typeNumber}, // a long
		{"\x0c", scalar('f', '=', 8), typeNumber},
		{"\x11", scalar('O', '|', 8), typeNumber},
		{"\x15", scalar('M', '=', 8), typeNumber},
		{"\x17", scalar('f', '=', 2), typeNumber},
		{"<i4,<f8", fields(scalar('i', '<', 4), scalar('f', '<', 8)), commaString},
		{"|S3 , |u1,>M8[25us]", fields(scalar('S', '|', 3), scalar('u', '|', 1), datetime('M', '>', 25, spec.Microseconds)), commaString},
		{"i4,f8", fields(scalar('i', '=', 4), scalar('f', '=', 8)), commaString | nativeByteOrder},
		{"<i4,<x8", none, commaString | unknownCode},
		{"<i4,l", none, commaString | cTypeCode},
		{"|V2147483647,|u1", none, commaString | sizeOverflow},
		{",", none, repeatCount},
		{"<f8,", none, repeatCount},
		{"<i4,,<f8", none, repeatCount},
		{"<i4,3f8", none, repeatCount},
		{"3f8", none, repeatCount},
		{"<3f8", none, repeatCount},
		{"(2)f4", none, repeatCount},

		// C types.
		{"?", scalar('b', '|', 1), cTypeCode},
		{"<b", scalar('i', '|', 1), cTypeCode},
		{"B", scalar('u', '|', 1), cTypeCode},
		{"h", scalar('i', '=', 2), cTypeCode},
		{">H", scalar('u', '>', 2), cTypeCode},
		{"|i", scalar('i', '=', 4), cTypeCode},
		{"<I", scalar('u', '<', 4), cTypeCode},
		{"<q", scalar('i', '<', 8), cTypeCode},
		{"<Q", scalar('u', '<', 8), cTypeCode},
		{"e", scalar('f', '=', 2), cTypeCode},
		{"f", scalar('f', '=', 4), cTypeCode},
		{"<d", scalar('f', '<', 8), cTypeCode},
		{"F", scalar('c', '=', 8), cTypeCode},
		{"D", scalar('c', '=', 16), cTypeCode},
		{"<l", none, cTypeCode},
		{"L", none, cTypeCode},
		{"p", none, cTypeCode},
		{"P", none, cTypeCode},
		{"n", none, cTypeCode},
		{"N", none, cTypeCode},
		{"g", none, cTypeCode},
		{"G", none, cTypeCode},

		// Names.
		{"float64", scalar('f', '=', 8), typeName},
		{"bool8", scalar('b', '|', 1), typeName},
		{"ubyte", scalar('u', '|', 1), typeName},
		{"int8", scalar('i', '|', 1), typeName},
		{"ushort", scalar('u', '=', 2), typeName},
		{"Int16", scalar('i', '=', 2), typeName},
		{"intc", scalar('i', '=', 4), typeName},
		{"uint32", scalar('u', '=', 4), typeName},
		{"longlong", scalar('i', '=', 8), typeName},
		{"uint64", scalar('u', '=', 8), typeName},
		{"half", scalar('f', '=', 2), typeName},
		{"single", scalar('f', '=', 4), typeName},
		{"csingle", scalar('c', '=', 8), typeName},
		{"complex_", scalar('c', '=', 16), typeName},
		{"object", scalar('O', '|', 8), typeName},
		{"void", scalar('V', '|', 0), typeName},
		{"bytes_", scalar('S', '|', 0), typeName},
		{"unicode", scalar('U', '=', 0), typeName},
		{"Datetime64", scalar('M', '=', 8), typeName},
		{"Timedelta64", scalar('m', '=', 8), typeName},
		{"int", none, typeName},
		{"str", none, typeName},
		{"longdouble", none, typeName},
		{"<float64", none, unknownCode},
		{"datetime64", scalar('M', '=', 8), typeName},
		{"<datetime64", scalar('M', '<', 8), typeName},
		{"datetime64[ns]", datetime('M', '=', 1, spec.Nanoseconds), typeName},
		{">timedelta64[25us]", datetime('m', '>', 25, spec.Microseconds), typeName},
		{"datetime64[1s]", datetime('M', '=', 1, spec.Seconds), typeName | datetimeForm},
		{"datetime64[x]", none, typeName | datetimeUnit},
		{"datetime64x", none, unknownCode},
		{"float64[s]", none, unknownCode},

		// Datetimes.
		{"<M8[Y]", datetime('M', '<', 1, spec.Years), 0},
		{"<M8[M]", datetime('M', '<', 1, spec.Months), 0},
		{"<M8[W]", datetime('M', '<', 1, spec.Weeks), 0},
		{"<M8[h]", datetime('M', '<', 1, spec.Hours), 0},
		{"<M8[m]", datetime('M', '<', 1, spec.Minutes), 0},
		{"<M8[ms]", datetime('M', '<', 1, spec.Milliseconds), 0},
		{"<M8[ps]", datetime('M', '<', 1, spec.Picoseconds), 0},
		{"<M8[fs]", datetime('M', '<', 1, spec.Femtoseconds), 0},
		{"<M8[x]", none, datetimeUnit},
		{"<M8[B]", none, datetimeUnit},
		{"<M8[]", none, datetimeUnit},
		{"<M8[", none, datetimeUnit},
		{"<M8[s", none, datetimeUnit},
		{"<M8[s]x", none, datetimeUnit},
		{"<M8[s]]", none, datetimeUnit},
		{"<M8[25]", none, datetimeUnit},
		{"<M8[ s]", none, datetimeUnit},
		{"<M8[25 s]", none, datetimeUnit},
		{"<M8[s/]", none, datetimeUnit},
		{"<M8[s/2x]", none, datetimeUnit},
		{"<M8[generic]", scalar('M', '<', 8), datetimeForm},
		{"<M8[25generic]", scalar('M', '<', 8), datetimeForm},
		{"<M8[1s]", datetime('M', '<', 1, spec.Seconds), datetimeForm},
		{"<M8[025s]", datetime('M', '<', 25, spec.Seconds), datetimeForm},
		{"<M8[+25s]", datetime('M', '<', 25, spec.Seconds), datetimeForm},
		{"<M8[ 25s]", datetime('M', '<', 25, spec.Seconds), datetimeForm},
		{"M8[025s]", datetime('M', '=', 25, spec.Seconds), datetimeForm | nativeByteOrder},
		{"<M8[0s]", none, datetimeMultiple},
		{"<M8[-1s]", none, datetimeMultiple},
		{"<M8[2147483648s]", none, datetimeMultiple},
		{"<M8[18446744073709551617s]", none, datetimeMultiple},
		{"<M8[μs]", datetime('M', '<', 1, spec.Microseconds), datetimeForm},
		{"<m8[25μs]", datetime('m', '<', 25, spec.Microseconds), datetimeForm},
		{"<M8[µs]", none, unknownCode}, // U+00B5
		{"<M8[D/24]", datetime('M', '<', 1, spec.Hours), datetimeDivisor},
		{"<M8[D/48]", datetime('M', '<', 30, spec.Minutes), datetimeDivisor},
		{"<M8[D/86400]", datetime('M', '<', 1, spec.Seconds), datetimeDivisor},
		{"<M8[Y/4]", datetime('M', '<', 3, spec.Months), datetimeDivisor},
		{"<M8[W/14]", datetime('M', '<', 12, spec.Hours), datetimeDivisor},
		{"<M8[50s/2]", datetime('M', '<', 25000, spec.Milliseconds), datetimeDivisor},
		{"<M8[m/120]", datetime('M', '<', 500, spec.Milliseconds), datetimeDivisor},
		{"<m8[ps/1000000]", datetime('m', '<', 1, spec.Attoseconds), datetimeDivisor},
		{"<m8[fs/8]", datetime('m', '<', 125, spec.Attoseconds), datetimeDivisor},
		{"<M8[s/1]", datetime('M', '<', 1, spec.Seconds), datetimeDivisor},
		{"<M8[2147483647s/2]", none, datetimeMultiple},
		{"<M8[D/7]", none, datetimeDivisorInexact},
		{"<M8[D/-24]", none, datetimeDivisorInexact},
		{"<M8[Y/52]", none, datetimeDivisorInexact},
		{"<M8[M/2]", none, datetimeDivisorInexact},
		{"<m8[fs/1000000]", none, datetimeDivisorInexact},
		{"<m8[as/2]", none, datetimeDivisorInexact},
		{"<m8[generic/2]", none, datetimeDivisorInexact | datetimeForm},
		{"<M8[s/0]", none, datetimeDivisorZero},
		{"<M8[s/+00]", none, datetimeDivisorZero},
		{"<M8[0s/0]", none, datetimeMultiple | datetimeDivisorZero},
	}
	for _, tt := range tests {
		got, faults := parseCode([]byte(tt.code))
		if !reflect.DeepEqual(got, tt.want) || faults != tt.faults {
			t.Errorf("%q: got %+v, %v; want %+v, %v", tt.code[:min(len(tt.code), 30)], got, rules(faults), tt.want, rules(tt.faults))
		}
	}
}

// rules names the rules that the faults break.
func rules(faults codeFaults) []string {
	names := []string{}
	for _, f := range codeFaultTable {
		if faults&f.fault != 0 {
			names = append(names, f.rule.String())
		}
	}
	return names
}

func TestCodeFaultTable(t *testing.T) {
	seen := map[spec.ID]bool{}
	for i, f := range codeFaultTable {
		if f.fault != 1<<i {
			t.Errorf("row %d has the fault %#x, want %#x", i, uint32(f.fault), 1<<i)
		}
		if f.rule == 0 || seen[f.rule] || f.says == "" {
			t.Errorf("row %d: %v, %q; want a rule of its own and a message", i, f.rule, f.says)
		}
		seen[f.rule] = true
	}
	if last := codeFaultTable[len(codeFaultTable)-1]; last.fault != datetimeDivisorZero {
		t.Errorf("the last row has the fault %#x, want %#x", uint32(last.fault), uint32(datetimeDivisorZero))
	}
}

func TestParseCodeAllocations(t *testing.T) {
	for _, code := range []string{
		"<f8", "|S2147483648", "<M8[25ns]", "singlecomplex", "datetime64[25generic/7]", "wrong",
		strings.Repeat("float64", 100),
	} {
		raw := []byte(code)
		if n := testing.AllocsPerRun(100, func() { parseCode(raw) }); n != 0 {
			t.Errorf("%q: %v allocations, want 0", code, n)
		}
	}
}

// FuzzParseCode holds parseCode together with the strings that spec writes and reads.
func FuzzParseCode(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, code := range []string{
		"<f8", ">U3", "|S05", "O8", "a5", "f 16", "<M8[25s]", "m8[ 7generic]", "datetime64[s/0]", "complex128",
		"\x0c", "3f8", "<i-4", "|V99999999999", "=c24", "g", "a,  \x16",
	} {
		f.Add([]byte(code))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		const written = platformLongdouble | otherPlatformFloat // also by NumPy
		dtype, faults := parseCode(code)
		canonical, ok := spec.ParseCode(code)
		if want := faults&^written == 0; ok != want {
			t.Errorf("%q is canonical: %v; with faults %v", code, ok, rules(faults))
		}
		if ok && !reflect.DeepEqual(dtype, canonical) {
			t.Errorf("%q: got %+v, want %+v", code, dtype, canonical)
		}
		if dtype.Kind == 0 || dtype.Struct { // several codes with commas between them have no code
			return
		}
		if ok != (dtype.Code() == string(code) && dtype.Order != '=') {
			t.Errorf("%q is canonical: %v; its type is spelled %q", code, ok, dtype.Code())
		}
		if dtype.Itemsize < 0 || dtype.Itemsize > spec.MaxItemsize {
			t.Errorf("itemsize %d", dtype.Itemsize)
		}
		again, faults := parseCode([]byte(dtype.Code()))
		if !reflect.DeepEqual(again, dtype) {
			t.Errorf("%q reads as %+v, want %+v", dtype.Code(), again, dtype)
		}
		if faults&^(written|nativeByteOrder) != 0 {
			t.Errorf("%q has faults %v", dtype.Code(), rules(faults))
		}
	})
}
