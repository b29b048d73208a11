package compare

import (
	"strings"
	"testing"
)

// TestArrayDifference compares what two readers returned.
func TestArrayDifference(t *testing.T) {
	array := NewArray
	shorts := array("<i2", []int64{2}, []byte{1, 0, 2, 0})
	const padded = "[('a', '|u1'), ('', '|V1'), ('b', '|b1')]"
	hashed := func(dtype, digits string) *Array {
		return Received(dtype, "[2]", nil, digits)
	}
	const sum = "a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222" // of 01 02
	other := strings.Replace(sum, "a", "b", 1)
	for _, test := range []struct {
		name string
		a, b *Array
		want string
	}{
		{"same", shorts, array("<i2", []int64{2}, []byte{1, 0, 2, 0}), ""},
		{"element", shorts, array("<i2", []int64{2}, []byte{1, 0, 3, 0}), "element 1 is 0x0200 and 0x0300"},
		{"shape", shorts, array("<i2", []int64{2, 1}, []byte{1, 0, 2, 0}), "shape [2] and [2,1]"},
		{"kind", shorts, array("<u2", []int64{2}, []byte{1, 0, 2, 0}), "dtype <i2 and <u2"},
		{"wider", shorts, array("<i4", []int64{2}, []byte{1, 0, 0, 0, 2, 0, 0, 0}), ""},
		{"length", shorts, array("<i2", []int64{2}, []byte{1, 0}), "4 bytes of data and 2"},
		{"padding", array(padded, []int64{1}, []byte{5, 0, 1}), array(padded, []int64{1}, []byte{5, 9, 2}), ""},
		{"field", array(padded, []int64{1}, []byte{5, 0, 1}), array(padded, []int64{1}, []byte{6, 0, 1}), "element 0 is 0x050001 and 0x060001"},
		{"hashes", hashed("|u1", sum), hashed("|u1", sum), ""},
		{"other hashes", hashed("|u1", sum), hashed("|u1", other), "other elements"},
		{"hash and data", hashed("|u1", sum), array("|u1", []int64{2}, []byte{1, 2}), ""},
		{"data and another hash", array("|u1", []int64{2}, []byte{1, 2}), hashed("|u1", other), "other elements"},
		{"hashes of booleans, which may be any byte", hashed("|b1", sum), hashed("|b1", other), ""},
		{"archive and array", shorts, NewArchive(map[string]*Array{}), "read as <i2 of shape [2] and as an archive with 0 arrays"},
		{
			"members",
			NewArchive(map[string]*Array{"a": shorts, "b": shorts}),
			NewArchive(map[string]*Array{"b": array("<i2", []int64{1}, []byte{1, 0}), "c": shorts}),
			`member "b": shape [2] and [1]`,
		},
	} {
		if got := test.a.Difference(test.b); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
