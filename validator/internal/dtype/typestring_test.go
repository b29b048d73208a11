package dtype

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// typeStringTests has each fault of a type string, at the top and in a field.
var typeStringTests = []readTest{
	{"'<x8'", "", []want{
		{"descr-unknown-code", 20, 5, "/descr", "descr is '<x8', not a NumPy type"},
	}},
	{"('<x8')", "", []want{
		{"descr-unknown-code", 20, 7, "/descr", "descr is '<x8', not a NumPy type"},
	}},
	{"''", "", []want{
		{"descr-unknown-code", 20, 2, "/descr", "descr is '', not a NumPy type"},
	}},
	{"[('a', 'bfloat16')]", "", []want{
		{"descr-unknown-code", 27, 10, "/descr/0/1", "type is 'bfloat16', not a NumPy type; import ml_dtypes first, or put '<V2' and use a.view(ml_dtypes.bfloat16)"},
	}},
	{"[('a', ('<x8', (2,)), (3,))]", "", []want{
		{"descr-unknown-code", 28, 5, "/descr/0/1/0", "type is '<x8', not a NumPy type"},
	}},
	{"'<i3'", "", []want{
		{"descr-invalid-size", 20, 5, "/descr", "descr is '<i3', an invalid size"},
	}},
	{"'=f8'", "=f8", []want{
		{"descr-native-byte-order", 20, 5, "/descr", "descr is '=f8', in native byte order, expected a leading '<' or '>'"},
	}},
	{"'<b1'", "|b1", []want{
		{"descr-order-on-single-byte", 20, 5, "/descr", "descr is '<b1', with a byte order on a type that has none, expected a leading '|'"},
	}},
	{"'i1'", "|i1", []want{
		{"descr-order-missing-single-byte", 20, 4, "/descr", "descr is 'i1', expected a leading '|'"},
	}},
	{"'float64'", "=f8", []want{
		{"descr-type-name", 20, 9, "/descr", "descr is 'float64', a type name, expected byte order, kind and size as in '<f8'"},
	}},
	{"[('a', '|i1'), ('b', 'longdouble')]", "", []want{
		{"descr-type-name", 41, 12, "/descr/1/1", "type is 'longdouble', a type name, expected byte order, kind and size as in '<f8'"},
	}},
	{"'d'", "=f8", []want{
		{"descr-c-type-code", 20, 3, "/descr", "descr is 'd', a C type, expected byte order, kind and size as in '<i8'"},
	}},
	{"'\x0c'", "=f8", []want{
		{"descr-type-number", 20, 3, "/descr", `descr is '\x0c', a NumPy type number, expected byte order, kind and size as in '<f8'`},
	}},
	{"'<f16'", "<f16", []want{
		{"descr-platform-longdouble", 20, 6, "/descr", "descr is '<f16', a long double, whose format differs between platforms"},
	}},
	{"'>c24'", ">c24", []want{
		{"descr-other-platform-float", 20, 6, "/descr", "descr is '>c24', a long double that only some platforms have"},
	}},
	{"'<f08'", "<f8", []want{
		{"descr-size-syntax", 20, 6, "/descr", "descr is '<f08', expected the size as a plain decimal number"},
	}},
	{"'|S'", "|S0", []want{
		{"descr-size-missing", 20, 4, "/descr", "descr is '|S', expected a size after the kind"},
		{"descr-zero-itemsize", 20, 4, "/descr", "descr is '|S', elements of zero bytes"},
	}},
	{"'<M'", "<M8", []want{
		{"descr-size-missing", 20, 4, "/descr", "descr is '<M', expected a size after the kind"},
	}},
	{"'|S-1'", "", []want{
		{"descr-size-negative", 20, 6, "/descr", "descr is '|S-1', expected a non-negative size"},
	}},
	{"'|S2147483648'", "", []want{
		{"descr-size-overflow", 20, 14, "/descr", "descr is '|S2147483648', expected an itemsize of at most 2147483647 bytes"},
	}},
	{"'<f8x'", "", []want{
		{"descr-trailing-garbage", 20, 6, "/descr", "descr is '<f8x', expected nothing after the size"},
	}},
	{"'a5'", "|S5", []want{
		{"descr-alias-a", 20, 4, "/descr", "descr is 'a5', expected the kind S for byte strings"},
	}},
	{"'|O8'", "|O", []want{
		{"descr-object-size", 20, 5, "/descr", "descr is '|O8', as early releases of NumPy wrote '|O'"},
	}},
	{"'<i4,<f8'", "[('f0', '<i4'), ('f1', '<f8')]", []want{
		{"descr-comma-string", 20, 9, "/descr", "descr is '<i4,<f8', several types in one string, expected a list of fields"},
	}},
	// Without a name it is a field and not padding.
	{"[('', '|V1,|V2')]", "[('', [('f0', '|V1'), ('f1', '|V2')])]", []want{
		{"descr-comma-string", 26, 9, "/descr/0/1", "type is '|V1,|V2', several types in one string, expected a list of fields"},
		{"descr-empty-name", 21, 15, "/descr/0", "field has no name but is not padding ('', '|Vn')"},
	}},
	{"'3f8'", "", []want{
		{"descr-repeat-count", 20, 5, "/descr", "descr is '3f8', with a repeat count, a shape or an empty part, expected a list of fields"},
	}},
	{"'<M8[x]'", "", []want{
		{"descr-datetime-unit", 20, 8, "/descr", "descr is '<M8[x]', expected a unit in brackets: Y M W D h m s ms us ns ps fs as"},
	}},
	{"'<M8[1s]'", "<M8[s]", []want{
		{"descr-datetime-form", 20, 9, "/descr", "descr is '<M8[1s]', expected the unit as NumPy writes it, such as [s] or [25s]"},
	}},
	{"'<M8[0s]'", "", []want{
		{"descr-datetime-multiple", 20, 9, "/descr", "descr is '<M8[0s]', expected a multiple from 1 to 2147483647"},
	}},
	{"'<M8[D/7]'", "", []want{
		{"descr-datetime-divisor-inexact", 20, 10, "/descr", "descr is '<M8[D/7]', with a divisor that leaves no whole smaller unit"},
	}},
	{"'<M8[D/24]'", "<M8[h]", []want{
		{"descr-datetime-divisor", 20, 11, "/descr", "descr is '<M8[D/24]', expected a unit without a divisor"},
	}},
	{"'<M8[s/0]'", "", []want{
		{"descr-datetime-divisor-zero", 20, 10, "/descr", "descr is '<M8[s/0]', which divides by zero and crashes NumPy"},
	}},
	{"'<M8'", "<M8", []want{
		{"descr-datetime-generic", 20, 5, "/descr", "descr is '<M8', without a unit"},
	}},
	{"[('a', ('>m8'))]", "[('a', '>m8')]", []want{
		{"descr-datetime-generic", 27, 7, "/descr/0/1", "type is ('>m8'), without a unit"},
	}},
	{"'|S0'", "|S0", []want{
		{"descr-zero-itemsize", 20, 5, "/descr", "descr is '|S0', elements of zero bytes"},
	}},
	{"[('a', '<U0')]", "[('a', '<U0')]", []want{
		{"descr-zero-itemsize", 27, 5, "/descr/0/1", "type is '<U0', elements of zero bytes"},
	}},
	// Two faults of one string, in the order of the table.
	{"'f08'", "=f8", []want{
		{"descr-native-byte-order", 20, 5, "/descr", "descr is 'f08', in native byte order, expected a leading '<' or '>'"},
		{"descr-size-syntax", 20, 5, "/descr", "descr is 'f08', expected the size as a plain decimal number"},
	}},
	{"'S0'", "|S0", []want{
		{"descr-order-missing-single-byte", 20, 4, "/descr", "descr is 'S0', expected a leading '|'"},
		{"descr-zero-itemsize", 20, 4, "/descr", "descr is 'S0', elements of zero bytes"},
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
