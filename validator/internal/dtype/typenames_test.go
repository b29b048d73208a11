package dtype

import (
	"strings"
	"testing"
)

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
