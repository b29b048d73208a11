package validator

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestShortcut reads headers with the shortcut and without: both must say the same.
func TestShortcut(t *testing.T) {
	taken := 0
	for _, descr := range []string{"<f8", ">i2", "|b1", "|u1", "<M8[us]", "<M8", "<U3", "<U0", "|S5", "|V2", "|O", "f8", "<f16", "<f08", "<x8"} {
		for _, order := range []string{"False", "True", "false", "0"} {
			for _, shape := range []string{"()", "(3,)", "(3)", "(2, 3)", "(2,3)", "(2, 3,)", "(0, 4)", "(1, 5)", "(0,)", "(00,)", "(03,)", "(-1,)",
				"(4294967296, 4294967296)", "(9223372036854775807,)", "(999999999999999999,)", "(99999999999999999999,)", "(2, , 3)", "(2, 3, )", "(2, 3, 007)", "(007)", "(4294967296, 0, 4294967296)", "(4194304, 4194304, 4194304)", "(2, 99999999999999999999)", "(2, 3", "(,)",
				"(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)",
				"(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)"} {
				for _, end := range []string{", }", "}", ", } ", ", }x"} {
					text := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s%s", descr, order, shape, end)
					if both(t, text) {
						taken++
					}
				}
			}
		}
	}
	if taken < 100 {
		t.Errorf("shortcut was taken %d times, want at least 100", taken)
	}
	for _, rule := range spec.Rules() {
		if b := rule.Example.Bad; len(b) > 10 && b[6] == 1 && len(b) < 1<<16 {
			both(t, b[10:])
		}
	}
}

// both compares the two ways for one text, and reports whether the shortcut was taken.
func both(t *testing.T, text string) bool {
	t.Helper()
	var walks [2]*walk
	taken := false
	for i := range walks {
		w := &walk{ctx: context.Background(), parseAll: i == 1}
		w.head = npy(1, text, "")
		w.source = source{ra: bytes.NewReader(w.head), size: int64(len(w.head))}
		if ok, err := w.prefix(&Report{}); !ok || err != nil {
			t.Fatalf("%s: no header: %v", text, err)
		}
		w.header()
		walks[i] = w
		if i == 0 {
			taken = w.lit.Root() == 0
		}
	}
	a, b := walks[0].array, walks[1].array
	if !slices.Equal(walks[0].faults.Kept, walks[1].faults.Kept) {
		t.Errorf("%s:\nshortcut finds %+v\n  parser finds %+v", text, walks[0].faults.Kept, walks[1].faults.Kept)
	}
	if a.known != b.known || a.known && (a.dtype.Descr() != b.dtype.Descr() || !slices.Equal(a.shape, b.shape) || a.fortran != b.fortran || a.bytes != b.bytes) {
		t.Errorf("%s:\nshortcut gets %+v\n  parser gets %+v", text, a, b)
	}
	return taken
}
