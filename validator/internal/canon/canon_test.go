package canon

import (
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
)

func TestRead(t *testing.T) {
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
		h, ok := Read([]byte(test.text), []int64{})
		if !ok || string(h.Code) != test.code || h.FortranOrder != test.fortran || !slices.Equal(h.Shape, test.shape) || h.End != test.end {
			t.Errorf("%s: got %+v, %v", test.text, h, ok)
		}
	}
}

// TestReadOthers covers texts that differ from those of NumPy in one place.
func TestReadOthers(t *testing.T) {
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
		if h, ok := Read([]byte(text), nil); ok {
			t.Errorf("%s: got %+v, want nothing", text, h)
		}
	}
}

// FuzzRead writes what is read again: it is the text that was read.
func FuzzRead(tf *testing.F) {
	f := seeded.F{F: tf}
	f.Add("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }")
	f.Add("{'descr': '|b1', 'fortran_order': True, 'shape': (3, 0, 20), }  \n")
	f.Fuzz(func(t *testing.T, text string) {
		h, ok := Read([]byte(text), nil)
		if !ok {
			return
		}
		dtype := spec.DType{Kind: 'f', Order: '<', Itemsize: 8}
		again := spec.Header{DType: dtype, FortranOrder: h.FortranOrder, Shape: h.Shape}.AppendText(nil)
		if want := strings.Replace(string(again), "<f8", string(h.Code), 1); want != text[:h.End] {
			t.Errorf("%q is written as %q", text[:h.End], want)
		}
	})
}
