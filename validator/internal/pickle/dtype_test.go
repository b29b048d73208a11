package pickle

import (
	"slices"
	"strings"
	"testing"
)

// TestCodes states what a dtype is by its code, and which codes NumPy doesn't write.
func TestCodes(t *testing.T) {
	for _, test := range []struct {
		code     string
		kind     byte // 0 if NumPy doesn't write the code
		itemsize int64
	}{
		{"?", 'b', 1}, {"b1", 'b', 1}, {"i1", 'i', 1}, {"i8", 'i', 8}, {"u2", 'u', 2}, {"f8", 'f', 8}, {"f16", 'f', 16}, {"c16", 'c', 16},
		{"S4", 'S', 4}, {"a4", 'S', 4}, {"S0", 'S', 0}, {"a0", 'S', 0}, {"V7", 'V', 7}, {"U3", 'U', 12}, {"U0", 'U', 0}, {"M8", 'M', 8}, {"m8", 'm', 8},
		{"b", 'i', 1}, {"c", 'S', 1}, {"i", 'i', 4}, {"f", 'f', 4}, {"M", 'M', 8}, {"m", 'm', 8},
		{"u", 0, 0}, {"S", 0, 0}, {"U", 0, 0}, {"V", 0, 0}, {"a", 0, 0},
		{"O", 'O', 8}, {"O4", 'O', 8}, {"O8", 'O', 8}, {"O0", 0, 0}, {"O3", 0, 0}, {"O5", 0, 0}, {"O7", 0, 0}, {"O9", 0, 0},
		{"<f8", 'f', 8}, {">f8", 'f', 8}, {"|S1", 'S', 1}, {"=i4", 'i', 4},
		{"", 0, 0}, {"<", 0, 0}, {"T16", 0, 0}, {"x4", 0, 0}, {"l", 0, 0}, {"f/", 0, 0}, {"f:", 0, 0}, {"f8 ", 0, 0}, {"f-8", 0, 0}, {"V99999999999999999999", 0, 0},
	} {
		var got dtype
		ok := got.takeCode(test.code)
		if ok != (test.kind != 0) || got.faulty == ok || ok && (got.kind != test.kind || got.itemsize != test.itemsize || got.object != (test.kind == 'O')) {
			t.Errorf("%q: got %v, %c of %d bytes, faulty %v, objects %v, want %c of %d", test.code, ok, got.kind, got.itemsize, got.faulty, got.object, test.kind, test.itemsize)
		}
	}
}

// TestFills states which fill values an array may have: those of its type, and text of any length for text.
func TestFills(t *testing.T) {
	for _, test := range []struct {
		fill, array dtype
		want        bool
	}{
		{dtype{kind: 'i', itemsize: 4}, dtype{kind: 'i', itemsize: 4}, true},
		{dtype{kind: 'i', itemsize: 4}, dtype{kind: 'i', itemsize: 8}, false},
		{dtype{kind: 'i', itemsize: 4}, dtype{kind: 'u', itemsize: 4}, false},
		{dtype{kind: 'S', itemsize: 3}, dtype{kind: 'S', itemsize: 9}, true},
		{dtype{kind: 'U', itemsize: 12}, dtype{kind: 'U', itemsize: 4}, true},
		{dtype{kind: 'S', itemsize: 4}, dtype{kind: 'U', itemsize: 4}, false},
		{dtype{kind: 'V', itemsize: 3}, dtype{kind: 'V', itemsize: 9}, false},
	} {
		test.fill.fields, test.array.fields = -1, -1
		if got := test.fill.fills(&test.array); got != test.want {
			t.Errorf("%c of %d bytes in an array of %c of %d: got %v, want %v", test.fill.kind, test.fill.itemsize, test.array.kind, test.array.itemsize, got, test.want)
		}
	}
}

func TestShapeText(t *testing.T) {
	for _, test := range []struct {
		shape []int64
		want  string
	}{
		{nil, "()"},
		{[]int64{3}, "(3,)"},
		{[]int64{1, 2, 3, 4, 5, 6, 7, 8}, "(1, 2, 3, 4, 5, 6, 7, 8)"},
		{[]int64{1, 2, 3, 4, 5, 6, 7, 8, 9}, "(1, 2, 3, 4, 5, 6, 7, 8, …)"},
		{[]int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "(1, 2, 3, 4, 5, 6, 7, 8, …)"},
	} {
		if got := shapeText(test.shape); got != test.want {
			t.Errorf("%v: got %s, want %s", test.shape, got, test.want)
		}
	}
}

// TestAlignments states the alignments that the state of each kind of dtype may have, of those that are a power of two.
func TestAlignments(t *testing.T) {
	sub := func(align string) string {
		return dtypeCall("V16") + tuple("K\x03", str("|"), tuple(simple("f8"), "K\x02\x85"), "N", "N", "K\x10", align, "K\x00") + "b"
	}
	state := func(code, order, itemsize, flags string) func(string) string {
		return func(align string) string {
			return dtypeCall(code) + tuple("K\x03", str(order), "N", "N", "N", itemsize, align, flags) + "b"
		}
	}
	const none = 1<<32 - 1
	for _, test := range []struct {
		name   string
		object func(align string) string
		fit    []uint32
		want   string // of others
	}{
		{"f8", state("f8", "<", num(none), "K\x00"), []uint32{none}, "expected -1"},
		{"S8", state("S8", "|", "K\x08", "K\x00"), []uint32{1}, "expected 1"},
		{"V8", state("V8", "|", "K\x08", "K\x00"), []uint32{1}, "expected 1"},
		{"U2", state("U2", "<", "K\x08", "K\x08"), []uint32{1, 2, 4}, "expected 1 to 4"},
		{"subarray", sub, []uint32{1, 2, 4, 8, 16, 32, 64}, "expected 1 to 64"},
	} {
		for _, align := range []uint32{none, 1, 2, 4, 8, 16, 32, 64, 128, 1 << 30} {
			object := test.object(num(align))
			want := ""
			if !slices.Contains(test.fit, align) {
				text := map[bool]string{true: "-1", false: value{kind: kindInt, known: true, n: int64(align)}.String()}[align == none]
				want = "pickle-dtype-state -1+1: dtype state has alignment " + text + ", " + test.want
			}
			if got := strings.Join(told(walk(t, object1(object)), objectAt+int64(len(object))), "; "); got != want {
				t.Errorf("%s: got %q, want %q", test.name, got, want)
			}
		}
	}
}

// TestTimeUnits states the units of a datetime: what they are called, and what the numbers with them may be.
func TestTimeUnits(t *testing.T) {
	unit := func(items ...string) string {
		return dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", tuple("N", tuple(items...))) + "b"
	}
	const state = "pickle-dtype-state -1+1: dtype state has "
	test := func(object, want string) {
		t.Helper()
		if got := strings.Join(told(walk(t, object1(object)), objectAt+int64(len(object))), "; "); got != want {
			t.Errorf("%q: got %q, want %q", object, got, want)
		}
	}
	for name := range strings.FieldsSeq("Y M W D h m s ms us \u03bcs ns ps fs as generic") {
		test(unit(raw8(name), "K\x01", "K\x01", "K\x01"), "")
		test(unit(str(name), "K\x01", "K\x01", "K\x01"), "")
	}
	for _, name := range []string{"", "y", "H", "S", "xs", "s ", "generi"} {
		test(unit(raw8(name), "K\x01", "K\x01", "K\x01"), state+"unknown time unit '"+name+"'")
	}
	test(unit(raw8("\x1b"), "K\x01", "K\x01", "K\x01"), state+`unknown time unit '\x1b'`)
	test(unit("N", "K\x01", "K\x01", "K\x01"), state+"time unit None, expected its name")
	test(unit(raw8(strings.Repeat("s", maxBytes+1)), "K\x01", "K\x01", "K\x01"), state+"time unit 65 bytes, expected its name")
	test(unit(raw8("s"), num(1<<31-1), "K\x01", "K\x01"), "")
	test(unit(raw8("s"), "\x8a\x05\x00\x00\x00\x80\x00", "K\x01", "K\x01"), state+"a time unit with multiple 2147483648, expected 1 to 2147483647")
	test(unit(raw8("s"), "K\x00", "K\x01", "K\x01"), state+"a time unit with multiple 0, expected 1 to 2147483647")
	test(unit(raw8("s"), "K\x02", "K\x02", "K\x01"), state+"a time unit with 2 as item 2, expected 1")
	test(unit(raw8("s"), "K\x02", "K\x01", "K\x02"), state+"a time unit with 2 as item 3, expected 1")
	test(unit(raw8("s"), "K\x02", "K\x01"), state+"metadata without a time unit")
}

// TestRepeatedLimits covers subarrays: what is compared of an element is that of the base for each of its elements, up
// to 65536 bytes.
func TestRepeatedLimits(t *testing.T) {
	base := &dtype{kind: 'U', itemsize: 4, fields: -1, limits: []byte{1, 2, 3, 4}}
	for _, test := range []struct {
		itemsize int64
		want     []byte
	}{
		{4, []byte{1, 2, 3, 4}},
		{12, []byte{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}},
		{65536, slices.Repeat([]byte{1, 2, 3, 4}, 16384)},
		{65540, nil},
	} {
		d := &dtype{kind: 'V', itemsize: test.itemsize, fields: -1, base: base}
		if d.takeLimits(); !slices.Equal(d.limits, test.want) {
			t.Errorf("%d bytes: got the limits of %d, want %d", test.itemsize, len(d.limits), len(test.want))
		}
	}
}
