package fuzz

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// objectHeader is the header of one object.
const objectHeader = "\x93NUMPY\x01\x00\x76\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" +
	"                                                             \n"

// FuzzPickleStructured takes the choices of a generator, whose pickles are right but for one thing.
func FuzzPickleStructured(f *testing.F) {
	for i := range 64 {
		f.Add([]byte{byte(i), byte(7 * i), byte(31 * i)})
	}
	f.Fuzz(func(t *testing.T, choices []byte) { pickleProperties(t, NewGen(choices).Object()) })
}

// pickleProperties checks what must hold for every file that ends with a pickle, and returns its report.
func pickleProperties(t *testing.T, file []byte) *validator.Report {
	t.Helper()
	report := properties(t, file)
	last := int64(128)
	for _, i := range report.Imports {
		if i.Offset < last || i.Offset >= int64(len(file)) {
			t.Errorf("import at offset %d in a file of %d bytes, behind one at %d", i.Offset, len(file), last)
		}
		last = i.Offset
	}
	// Without its last byte a pickle has lost its STOP, unless bytes follow that.
	if report.Verdict() == validator.Conforming && !breaks(report, spec.PickleTrailing) && !breaks(report, spec.DataSecondArray) {
		if cut := check(t, file[:len(file)-1], validator.Structure); cut.Verdict() != validator.Nonconforming {
			t.Errorf("pickle without its last byte: got %s, want nonconforming", cut.Verdict())
		}
	}
	return report
}
