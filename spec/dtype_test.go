package spec

import (
	"errors"
	"reflect"
	"testing"
)

// mustParse returns the type of a descr, so that tables can name types by their text.
func mustParse(t *testing.T, descr string) DType {
	t.Helper()
	dtype, err := ParseDescr(descr)
	if err != nil {
		t.Fatalf("ParseDescr(%q): %v", descr, err)
	}
	return dtype
}

func TestUnitString(t *testing.T) {
	want := []string{"", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"}
	for i, w := range want {
		if got := Unit(i).String(); got != w {
			t.Errorf("Unit(%d) is %q, want %q", i, got, w)
		}
	}
}

func TestParseUnit(t *testing.T) {
	for u := Years; u <= Attoseconds; u++ {
		if got, ok := parseUnit(u.String()); got != u || !ok {
			t.Errorf("%q: got %d, %v; want %d", u, got, ok, u)
		}
	}
	for _, name := range []string{"", "S", "sec", "generic", "zs"} {
		if got, ok := parseUnit(name); ok || got != NoUnit {
			t.Errorf("%q: got %d, %v; want nothing", name, got, ok)
		}
	}
}

func TestScalar(t *testing.T) {
	for _, tt := range []struct {
		kind  byte
		sizes []int64 // that exist
		other []int64
	}{
		{'b', []int64{1}, []int64{-1, 0, 2}},
		{'i', []int64{1, 2, 4, 8}, []int64{-1, 0, 3, 5, 7, 9, 16}},
		{'u', []int64{1, 2, 4, 8}, []int64{-1, 0, 3, 5, 7, 9, 16}},
		{'f', []int64{2, 4, 8, 10, 12, 16}, []int64{0, 1, 3, 6, 9, 14, 32}},
		{'c', []int64{8, 16, 20, 24, 32}, []int64{0, 2, 4, 12, 64}},
		{'m', []int64{8}, []int64{0, 4, 7, 9}},
		{'M', []int64{8}, []int64{0, 4, 7, 9}},
		{'S', []int64{0, 1, 5, 2147483647}, []int64{-1, 2147483648}},
		{'V', []int64{0, 1, 5, 2147483647}, []int64{-1, 2147483648}},
		{'U', []int64{0, 4, 20, 2147483644}, []int64{-4, 1, 6, 2147483647, 2147483648}},
		{'O', []int64{8}, []int64{0, 4, 16}},
		{'x', nil, []int64{0, 1, 8}},
		{0, nil, []int64{0, 1, 8}},
	} {
		for _, size := range tt.sizes {
			if got, ok := Scalar(tt.kind, '>', size); !ok || got.Kind != tt.kind || got.Itemsize != size {
				t.Errorf("%c%d: got %+v, %v", tt.kind, size, got, ok)
			}
		}
		for _, size := range tt.other {
			if got, ok := Scalar(tt.kind, '>', size); ok || got.Kind != 0 {
				t.Errorf("%c%d: got %+v, %v; want nothing", tt.kind, size, got, ok)
			}
		}
	}
	for _, tt := range []struct {
		kind byte
		size int64
		want string // for each of the orders <>|= and none
	}{
		{'b', 1, "|||||"},
		{'i', 1, "|||||"},
		{'u', 1, "|||||"},
		{'S', 3, "|||||"},
		{'V', 3, "|||||"},
		{'O', 8, "|||||"},
		{'i', 2, "<>==="},
		{'u', 8, "<>==="},
		{'f', 8, "<>==="},
		{'c', 8, "<>==="},
		{'m', 8, "<>==="},
		{'M', 8, "<>==="},
		{'U', 4, "<>==="},
	} {
		for i, order := range []byte("<>|=\x00") {
			if got, _ := Scalar(tt.kind, order, tt.size); got.Order != tt.want[i] {
				t.Errorf("%c%d in the order %q: got %q, want %q", tt.kind, tt.size, order, got.Order, tt.want[i])
			}
		}
	}
}

func TestStruct(t *testing.T) {
	void := func(n int64) DType { return DType{Kind: 'V', Order: '|', Itemsize: n} }
	tests := []struct {
		sizes   []int64
		offsets []int64
		size    int64
		err     error
	}{
		{nil, nil, 0, nil},
		{[]int64{4, 8, 1}, []int64{0, 4, 12}, 13, nil},
		{[]int64{0, 3, 0}, []int64{0, 0, 3}, 3, nil},
		{[]int64{2147483647, 0}, []int64{0, 2147483647}, 2147483647, nil},
		{[]int64{2147483646, 1}, []int64{0, 2147483646}, 2147483647, nil},
		{[]int64{2147483647, 1}, []int64{0, 0}, 0, errItemsize},
		{[]int64{1 << 62, 1 << 62, 1 << 62}, []int64{0, 0, 0}, 0, errItemsize},
		{[]int64{-1}, []int64{0}, 0, errItemsize},
	}
	for _, tt := range tests {
		var fields []Field
		for _, n := range tt.sizes {
			fields = append(fields, Field{Type: void(n)})
		}
		got, err := Struct(fields)
		if !errors.Is(err, tt.err) {
			t.Errorf("%v: error %v, want %v", tt.sizes, err, tt.err)
			continue
		}
		var offsets []int64
		for _, f := range fields {
			offsets = append(offsets, f.Offset)
		}
		if !reflect.DeepEqual(offsets, tt.offsets) {
			t.Errorf("%v: offsets %v, want %v", tt.sizes, offsets, tt.offsets)
		}
		if err != nil {
			continue
		}
		want := DType{Kind: 'V', Order: '|', Struct: true, Itemsize: tt.size, Fields: fields}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: got %+v, want %+v", tt.sizes, got, want)
		}
	}
}

func TestSubarray(t *testing.T) {
	tests := []struct {
		base  int64
		shape []int64
		size  int64
		err   error
	}{
		{8, []int64{3}, 24, nil},
		{8, []int64{3, 2}, 48, nil},
		{8, []int64{1, 1, 1}, 8, nil},
		{8, []int64{0}, 0, nil},
		{8, []int64{0, 65536, 65536}, 0, nil},
		{8, []int64{65536, 65536, 0}, 0, nil},
		{0, []int64{2147483647}, 0, nil},
		{1, []int64{2147483647}, 2147483647, nil},
		{2, []int64{1073741823}, 2147483646, nil},
		{2, []int64{1073741824}, 0, errItemsize},
		{0, []int64{65536, 65536}, 0, errItemsize},
		{8, []int64{0, 2147483648}, 0, errItemsize},
		{8, []int64{1 << 62, 4}, 0, errItemsize},
		{8, []int64{-1}, 0, errItemsize},
		{8, []int64{0, -1}, 0, errItemsize},
		{1 << 62, []int64{4}, 0, errItemsize},
		{-8, []int64{2}, 0, errItemsize},
	}
	for _, tt := range tests {
		base := DType{Kind: 'V', Order: '|', Itemsize: tt.base}
		got, err := Subarray(base, tt.shape)
		if !errors.Is(err, tt.err) {
			t.Errorf("%d x %v: error %v, want %v", tt.base, tt.shape, err, tt.err)
		}
		if err != nil || tt.err != nil {
			continue
		}
		want := DType{Kind: 'V', Order: '|', Itemsize: tt.size, Base: &base, Shape: tt.shape}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d x %v: got %+v, want %+v", tt.base, tt.shape, got, want)
		}
	}
	base := DType{Kind: 'f', Order: '<', Itemsize: 8}
	if got, err := Subarray(base, nil); err != nil || !reflect.DeepEqual(got, base) {
		t.Errorf("shape (): got %+v, %v; want the plain type", got, err)
	}
}

func TestHasObject(t *testing.T) {
	tests := []struct {
		descr string
		want  bool
	}{
		{"|O", true},
		{"<f8", false},
		{"[]", false},
		{"[('a', '<f8'), ('', '|V4')]", false},
		{"[('a', '<f8'), ('b', '|O')]", true},
		{"[('a', '|O', (2, 3))]", true},
		{"[('a', '<f8', (2, 3))]", false},
		{"[('a', [('b', [('c', '|O')], (2,))])]", true},
		{"[('a', (('|O', (1,)), (2,)), (3,))]", true},
	}
	for _, tt := range tests {
		dtype := mustParse(t, tt.descr)
		if got := dtype.HasObject(); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.descr, got, tt.want)
		}
	}
}
