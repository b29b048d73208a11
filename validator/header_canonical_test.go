package validator

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// TestCanonical reads headers by comparison and by the parser: both must say the same.
func TestCanonical(t *testing.T) {
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
		t.Errorf("comparison was enough %d times, want at least 100", taken)
	}
	for _, example := range examples(t) {
		if b := example.bad; len(b) > 10 && b[6] == 1 && len(b) < 1<<16 {
			both(t, string(b[10:]))
		}
	}
}

// both compares the two ways for one text, and reports whether the comparison was enough.
func both(t *testing.T, text string) bool {
	t.Helper()
	var arrays [2]headerArray
	var lists [2]finding.List
	taken := false
	for i := range arrays {
		padded := npy(1, text, "")[10:]
		text := headerText{layout: layout{spec.Version1, 10, int64(len(padded))}, text: padded, faults: &lists[i]}
		h := headerCheck{headerText: text, lit: new(literal.Tree), array: &arrays[i]}
		h.faults.Max = DefaultMaxFindings
		parsed := h.check(context.Background(), i == 0)
		taken = taken || !parsed && arrays[i].known
	}
	a, b := arrays[0], arrays[1]
	if !slices.Equal(lists[0].Kept, lists[1].Kept) {
		t.Errorf("%s:\ncomparison finds %+v\n    parser finds %+v", text, lists[0].Kept, lists[1].Kept)
	}
	if a.known != b.known || a.known && (a.dtype.Descr() != b.dtype.Descr() || !slices.Equal(a.shape, b.shape) || a.fortran != b.fortran || a.bytes != b.bytes) {
		t.Errorf("%s:\ncomparison gets %+v\n    parser gets %+v", text, a, b)
	}
	return taken
}

func TestReadCanonical(t *testing.T) {
	for _, test := range []struct {
		text    string
		code    string
		fortran bool
		shape   []int64
		end     int
	}{
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (), }", "<f8", false, nil, 55},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", "<f8", false, []int64{3}, 57},
		{"{'descr': '<M8[25us]', 'fortran_order': True, 'shape': (20, 0, 3), }   \n", "<M8[25us]", true, []int64{20, 0, 3}, 68},
		{"{'descr': '', 'fortran_order': True, 'shape': (999999999999999999,), }", "", true, []int64{999999999999999999}, 70},
	} {
		h, ok := readCanonical([]byte(test.text), []int64{})
		if !ok || string(h.code) != test.code || h.fortranOrder != test.fortran || !slices.Equal(h.shape, test.shape) || h.end != test.end {
			t.Errorf("%s: got %+v, %v", test.text, h, ok)
		}
	}
}

// TestReadCanonicalOthers covers texts that differ from those of NumPy in one place.
func TestReadCanonicalOthers(t *testing.T) {
	for _, text := range []string{
		"",
		" {'descr': '<f8', 'fortran_order': False, 'shape': (), }",
		"{'descr': \"<f8\", 'fortran_order': False, 'shape': (), }",
		"{'descr': '<f8 , 'fortran_order': False, 'shape': (), }",
		"{'descr': '<f8",
		"{'descr': '<f8901234567890123456789012345678', 'fortran_order': False, 'shape': (), }",
		"{'descr': '<f8', 'fortran_order': false, 'shape': (), }",
		"{'descr': '<f8','fortran_order': False, 'shape': (), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': [], }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (,), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3, ), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4,), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3,4), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (03,), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (00,), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (-3,), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000000,), }",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (3,),}",
	} {
		if h, ok := readCanonical([]byte(text), nil); ok {
			t.Errorf("%s: got %+v, want nothing", text, h)
		}
	}
}

// FuzzReadCanonical writes what is read again: it is the text that was read.
func FuzzReadCanonical(tf *testing.F) {
	f := seeded.F{F: tf}
	f.Add("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }")
	f.Add("{'descr': '|b1', 'fortran_order': True, 'shape': (3, 0, 20), }  \n")
	f.Fuzz(func(t *testing.T, text string) {
		h, ok := readCanonical([]byte(text), nil)
		if !ok {
			return
		}
		dtype := spec.DType{Kind: 'f', Order: '<', Itemsize: 8}
		again := spec.Header{DType: dtype, FortranOrder: h.fortranOrder, Shape: h.shape}.AppendText(nil)
		if want := strings.Replace(string(again), "<f8", string(h.code), 1); want != text[:h.end] {
			t.Errorf("%q is written as %q", text[:h.end], want)
		}
	})
}
