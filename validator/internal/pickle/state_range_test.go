package pickle

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestStateRanges covers the ints of states at both ends of what they may be, and past them.
func TestStateRanges(t *testing.T) {
	int8bytes := func(n int64) string {
		return long1(binary.LittleEndian.AppendUint64(nil, uint64(n))...)
	}
	legacy := func(pos, gauss string) string {
		return reduce(importOf("numpy.random", "__RandomState_ctor")) + tuple(str("MT19937"), mtKey, pos, gauss, float1) + "b"
	}
	random := func(state string) string {
		return reduce(importOf("numpy.random._pickle", "__randomstate_ctor"), str("MT19937")) + state + "b"
	}
	pcg := func(has, uinteger string) string {
		return reduce(importOf("numpy.random._pickle", "__bit_generator_ctor"), str("PCG64")) +
			attributes("bit_generator", str("PCG64"), "state", attributes("state", "K\x01", "inc", "K\x01"), "has_uint32", has, "uinteger", uinteger) + "b"
	}
	for _, test := range []struct {
		name        string
		object      func(n string) string
		least, most int64
	}{
		{"is_safe", func(n string) string {
			return newobj(importOf("uuid", "UUID")) + attributes("int", "K\x05", "is_safe", n) + "b"
		}, -1, 0},
		{"order", func(n string) string {
			return newobj(importOf("numpy", "poly1d")) + attributes("coeffs", coef, "order", n) + "b"
		}, -1, 1<<31 - 1},
		{"has_uint32", func(n string) string { return pcg(n, "K\x00") }, 0, 1},
		{"uinteger", func(n string) string { return pcg("K\x00", n) }, 0, 1<<32 - 1},
		{"state.pos", func(n string) string { return bitGenerator("MT19937", mt19937(mtKey, n)) }, 0, 624},
		{"buffer_pos", func(n string) string { return bitGenerator("Philox", philox(n)) }, 0, 4},
		{"has_gauss", func(n string) string { return random(mt19937(mtKey, "K\x00", "has_gauss", n, "gauss", float1)) }, 0, 1},
		{"item 2", func(n string) string { return legacy(n, "K\x00") }, 0, 624},
		{"item 3", func(n string) string { return legacy("K\x00", n) }, 0, 1},
	} {
		for n, fits := range map[int64]bool{test.least - 1: false, test.least: true, test.most: true, test.most + 1: false} {
			found := slices.DeleteFunc(told(walk(t, object1(test.object(int8bytes(n)))), objectAt), isTrap)
			want := fmt.Sprintf(" has %d as %s, expected an int from %d to %d", n, test.name, test.least, test.most)
			if got := strings.Join(found, "; "); fits && got != "" || !fits && !strings.HasSuffix(got, want) {
				t.Errorf("%s of %d: got %q, want it to fit: %t", test.name, n, got, fits)
			}
		}
	}
}
