package dtype

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// typeStringTests has each fault of a type string, at the top and in a field.
var typeStringTests = []readTest{
	{"'<x8'", "", []want{
		{"descr-unknown-code", 20, 5, "/descr", "descr '<x8' is not a NumPy type"},
	}},
	{"('<x8')", "", []want{
		{"descr-unknown-code", 20, 7, "/descr", "descr '<x8' is not a NumPy type"},
	}},
	{"''", "", []want{
		{"descr-unknown-code", 20, 2, "/descr", "descr '' is not a NumPy type"},
	}},
	{"[('a', 'bfloat16')]", "", []want{
		{"descr-unknown-code", 27, 10, "/descr/0/1", "type 'bfloat16' is not a NumPy type; import ml_dtypes first, or write '<V2' and view it"},
	}},
	{"[('a', ('<x8', (2,)), (3,))]", "", []want{
		{"descr-unknown-code", 28, 5, "/descr/0/1/0", "type '<x8' is not a NumPy type"},
	}},
	{"'<i3'", "", []want{
		{"descr-invalid-size", 20, 5, "/descr", "descr '<i3' has an invalid size"},
	}},
	{"'=f8'", "=f8", []want{
		{"descr-native-byte-order", 20, 5, "/descr", "descr '=f8' is in native byte order, expected a leading '<' or '>'"},
	}},
	{"'<b1'", "|b1", []want{
		{"descr-order-on-single-byte", 20, 5, "/descr", "descr '<b1' has a byte order, but its type has none; expected a leading '|'"},
	}},
	{"'i1'", "|i1", []want{
		{"descr-order-missing-single-byte", 20, 4, "/descr", "descr 'i1' has no byte order, expected a leading '|'"},
	}},
	{"'float64'", "=f8", []want{
		{"descr-type-name", 20, 9, "/descr", "descr 'float64' is a type name, expected byte order, kind and size as in '<f8'"},
	}},
	{"[('a', '|i1'), ('b', 'longdouble')]", "", []want{
		{"descr-type-name", 41, 12, "/descr/1/1", "type 'longdouble' is a type name, expected byte order, kind and size as in '<f8'"},
	}},
	{"'d'", "=f8", []want{
		{"descr-c-type-code", 20, 3, "/descr", "descr 'd' is a C type code, expected byte order, kind and size as in '<i8'"},
	}},
	{"'\x0c'", "=f8", []want{
		{"descr-type-number", 20, 3, "/descr", `descr '\x0c' is a NumPy type number, expected byte order, kind and size as in '<f8'`},
	}},
	{"'<f16'", "<f16", []want{
		{"descr-platform-longdouble", 20, 6, "/descr", "descr '<f16' is a long double, whose format differs between platforms"},
	}},
	{"'>c24'", ">c24", []want{
		{"descr-other-platform-float", 20, 6, "/descr", "descr '>c24' is a long double that only some platforms have"},
	}},
	{"'<f08'", "<f8", []want{
		{"descr-size-syntax", 20, 6, "/descr", "descr '<f08' has a size that isn't a plain decimal number"},
	}},
	{"'|S'", "|S0", []want{
		{"descr-size-missing", 20, 4, "/descr", "descr '|S' has no size, expected one after the kind"},
		{"descr-zero-itemsize", 20, 4, "/descr", "descr '|S' has elements of zero bytes"},
	}},
	{"'<M'", "<M8", []want{
		{"descr-size-missing", 20, 4, "/descr", "descr '<M' has no size, expected one after the kind"},
	}},
	{"'|S-1'", "", []want{
		{"descr-size-negative", 20, 6, "/descr", "descr '|S-1' has a negative size, expected 0 or more"},
	}},
	{"'|S2147483648'", "", []want{
		{"descr-size-overflow", 20, 14, "/descr", "descr '|S2147483648' is too large, expected at most 2147483647 bytes"},
	}},
	{"'<f8x'", "", []want{
		{"descr-trailing-garbage", 20, 6, "/descr", "descr '<f8x' has text after the size, expected none"},
	}},
	{"'a5'", "|S5", []want{
		{"descr-alias-a", 20, 4, "/descr", "descr 'a5' has the kind a, expected S for byte strings"},
	}},
	{"'|O8'", "|O", []want{
		{"descr-object-size", 20, 5, "/descr", "descr '|O8' is what early releases of NumPy wrote for '|O'"},
	}},
	{"'<i4,<f8'", "[('f0', '<i4'), ('f1', '<f8')]", []want{
		{"descr-comma-string", 20, 9, "/descr", "descr '<i4,<f8' has several types in one string, expected a list of fields"},
	}},
	// Without a name it is a field and not padding.
	{"[('', '|V1,|V2')]", "[('', [('f0', '|V1'), ('f1', '|V2')])]", []want{
		{"descr-comma-string", 26, 9, "/descr/0/1", "type '|V1,|V2' has several types in one string, expected a list of fields"},
		{"descr-empty-name", 21, 15, "/descr/0", "field has no name, but is not padding ('', '|Vn')"},
	}},
	{"'3f8'", "", []want{
		{"descr-repeat-count", 20, 5, "/descr", "descr '3f8' has a repeat count, a shape or an empty part, expected a list of fields"},
	}},
	{"'<M8[x]'", "", []want{
		{"descr-datetime-unit", 20, 8, "/descr", "descr '<M8[x]' has an invalid time unit, expected one of Y M W D h m s ms us ns ps fs as"},
	}},
	{"'<M8[1s]'", "<M8[s]", []want{
		{"descr-datetime-form", 20, 9, "/descr", "descr '<M8[1s]' has an unusual time unit, expected a form such as [s] or [25s]"},
	}},
	{"'<M8[0s]'", "", []want{
		{"descr-datetime-multiple", 20, 9, "/descr", "descr '<M8[0s]' has an invalid multiple, expected 1 to 2147483647"},
	}},
	{"'<M8[D/7]'", "", []want{
		{"descr-datetime-divisor-inexact", 20, 10, "/descr", "descr '<M8[D/7]' has a divisor that doesn't give a whole number of a smaller unit"},
	}},
	{"'<M8[D/24]'", "<M8[h]", []want{
		{"descr-datetime-divisor", 20, 11, "/descr", "descr '<M8[D/24]' has a divisor, expected a time unit without one"},
	}},
	{"'<M8[s/0]'", "", []want{
		{"descr-datetime-divisor-zero", 20, 10, "/descr", "descr '<M8[s/0]' divides by zero, which crashes NumPy"},
	}},
	{"'<M8'", "<M8", []want{
		{"descr-datetime-generic", 20, 5, "/descr", "descr '<M8' has no time unit"},
	}},
	{"[('a', ('>m8'))]", "[('a', '>m8')]", []want{
		{"descr-datetime-generic", 27, 7, "/descr/0/1", "type ('>m8') has no time unit"},
	}},
	{"'|S0'", "|S0", []want{
		{"descr-zero-itemsize", 20, 5, "/descr", "descr '|S0' has elements of zero bytes"},
	}},
	{"[('a', '<U0')]", "[('a', '<U0')]", []want{
		{"descr-zero-itemsize", 27, 5, "/descr/0/1", "type '<U0' has elements of zero bytes"},
	}},
	// Two faults of one string, in the order of the table.
	{"'f08'", "=f8", []want{
		{"descr-native-byte-order", 20, 5, "/descr", "descr 'f08' is in native byte order, expected a leading '<' or '>'"},
		{"descr-size-syntax", 20, 5, "/descr", "descr 'f08' has a size that isn't a plain decimal number"},
	}},
	{"'S0'", "|S0", []want{
		{"descr-order-missing-single-byte", 20, 4, "/descr", "descr 'S0' has no byte order, expected a leading '|'"},
		{"descr-zero-itemsize", 20, 4, "/descr", "descr 'S0' has elements of zero bytes"},
	}},
	// The byte order in a string that Python joins or unescapes counts as any other.
	{"[('a', '<' 'i4'), ('b', '>i4')]", "[('a', '<i4'), ('b', '>i4')]", []want{
		{"descr-mixed-byte-order", 20, 31, "/descr", "fields mix little-endian and big-endian byte order"},
	}},
}

func TestTypeString(t *testing.T) { run(t, typeStringTests) }

func TestPlain(t *testing.T) {
	for code, want := range map[string]bool{
		"|b1": true, "|i1": true, ">u8": true, "<f8": true, "<f10": false, "<f12": false, "<f16": false,
		">c16": true, "<c20": false, "<c24": false, "<c32": false, "<M8[s]": true, "<M8": false, ">m8[25us]": true, ">m8": false,
		"|S1": true, "|S0": false, "<U1": true, "<U0": false, "|V2": false, "|V3": false, "|V0": false, "|O": false,
	} {
		dtype, ok := spec.ParseCode(code)
		if got := Plain(&dtype); !ok || got != want {
			t.Errorf("%s: got %v, want %v", code, got, want)
		}
		if _, faults := read("'"+code+"'", true); want && len(faults.Kept) > 0 {
			t.Errorf("%s is plain: got %+v", code, faults.Kept)
		}
	}
}

// TestTypeNames states what numpy.dtype makes of names of types, now or in old releases. NumPy 1.23.5 and 2.4.6 agree about
// those that they have. The number after a capital of a complex type is the bits of each of its parts.
func TestTypeNames(t *testing.T) {
	for _, test := range []struct {
		names string
		kind  byte // 0 if it depends on the machine or the Python
		size  int64
	}{
		{"bool bool_ bool8 Bool", 'b', 1},
		{"int8 byte Int8", 'i', 1},
		{"int16 short Int16", 'i', 2},
		{"int32 intc Int32", 'i', 4},
		{"int64 longlong Int64", 'i', 8},
		{"uint8 ubyte UInt8", 'u', 1},
		{"uint16 ushort UInt16", 'u', 2},
		{"uint32 uintc UInt32", 'u', 4},
		{"uint64 ulonglong UInt64 Uint64", 'u', 8},
		{"float16 half Float16", 'f', 2},
		{"float32 single Float32", 'f', 4},
		{"float64 double float float_ Float64", 'f', 8},
		{"complex64 csingle singlecomplex Complex32", 'c', 8},
		{"complex128 cdouble complex complex_ cfloat Complex64", 'c', 16},
		{"Datetime64", 'M', 8},
		{"Timedelta64", 'm', 8},
		{"object object_ object0 Object0", 'O', 8},
		{"void void0 Void0", 'V', 0},
		{"bytes bytes_ bytes0 Bytes0 string string_ string0 String0", 'S', 0},
		{"unicode unicode_ unicode0 Unicode0", 'U', 0},
		{"int int_ int0 intp long uint uint0 uintp ulong longdouble longfloat float96 float128 Float96 Float128 clongdouble " +
			"clongfloat longcomplex complex192 complex256 Complex96 Complex128 str str_ str0 Str0", 0, 0},
	} {
		for name := range strings.FieldsSeq(test.names) {
			if kind, size, ok := namedType([]byte(name)); !ok || kind != test.kind || size != test.size {
				t.Errorf("%s: got kind %q of %d bytes, %v, want %q of %d", name, kind, size, ok, test.kind, test.size)
			}
			for _, other := range []string{name + "~", "_" + name, strings.ToUpper(name)} {
				if _, _, ok := namedType([]byte(other)); ok {
					t.Errorf("%s: got a type, want none", other)
				}
			}
		}
	}
}

func TestOrderIn(t *testing.T) {
	for code, want := range map[string]byte{"": 0, "<": '<', ">": '>', "|": '|', "=": '=', "<f8": '<', "|O": '|', "f8": 0, "f<": 0, "!f8": 0} {
		if got := orderIn([]byte(code)); got != want {
			t.Errorf("%q: got %q, want %q", code, got, want)
		}
	}
}
