package pickle

import (
	"bytes"
	"strings"
	"testing"
)

// TestKept covers values at the limits of what is kept of them, and one beyond.
func TestKept(t *testing.T) {
	escaped := func(n int) string { return "V" + strings.Repeat("a", n) + "\n" }
	quoted := func(n int) string { return "S'" + strings.Repeat("a", n) + "'\n" }
	bytes8 := func(n int) string { return "B" + num(uint32(n))[1:] + strings.Repeat("b", n) }
	nones := func(n int) string { return "(" + strings.Repeat("N", n) + "t" }
	for _, test := range []struct {
		name, object string
		want         bool
	}{
		{"text", str(strings.Repeat("a", 4096)), true},
		{"longer text", str(strings.Repeat("a", 4097)), false},
		{"text of two bytes a character", str(strings.Repeat("é", 2048)), true},
		{"longer text of two bytes a character", str(strings.Repeat("é", 2048) + "a"), false},
		{"escaped text", escaped(4093), true},
		{"longer escaped text", escaped(4094), false},
		{"text of Python 2", quoted(4095), true},
		{"longer text of Python 2", quoted(4096), false},
		{"bytes", bytes8(64), true},
		{"more bytes", bytes8(65), false},
		{"int", long4(8, 0x55), true},
		{"larger int", long4(9, 0x55), false},
		{"tuple", nones(1000), true},
		{"longer tuple", nones(1001), false},
		{"tuple of long texts", "(" + strings.Repeat(str(strings.Repeat("a", 4096)), 15) + strings.Repeat("N", 46) + "t", true}, // 3 + 15*65 + 46 units
		{"longer tuple of long texts", "(" + strings.Repeat(str(strings.Repeat("a", 4096)), 15) + strings.Repeat("N", 47) + "t", false},
	} {
		file := payload(proto(4) + test.object)
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(); err != nil {
			t.Fatal(err)
		}
		v := m.stack.top()
		got := v.known
		if v.kind == kindTuple {
			got = int64(len(v.node.items)) == v.node.count
		}
		if got != test.want {
			t.Errorf("%s: got it kept: %v, want %v: %+v", test.name, got, test.want, v)
		}
	}
}
