package fuzz

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// objectHeader is the header of one object.
const objectHeader = "\x93NUMPY\x01\x00\x76\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" +
	"                                                             \n"

// FuzzPickle takes the pickle behind a header for objects.
func FuzzPickle(f *testing.F) {
	for _, b := range vectors(f, "pickle") {
		if len(b) > 128 {
			f.Add(b[128:])
		}
	}
	for _, rule := range spec.Rules() {
		if rule.Area() != "pickle" {
			continue
		}
		for _, example := range []string{rule.Example.Bad, rule.Example.Good} {
			if strings.HasPrefix(example, spec.Magic) && len(example) > 128 {
				f.Add([]byte(example[128:]))
			}
		}
	}
	f.Add([]byte("\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94."))
	f.Add([]byte("(lp0\nI01\naL5L\naF1.5\naS'\\x41'\np1\nag1\naV\\u0041\na(dp2\n(iod\nx\n."))
	f.Fuzz(func(t *testing.T, b []byte) {
		report := pickleProperties(t, append([]byte(objectHeader), b...))
		if report.Array == nil || report.Array.DataOffset != 128 || report.Array.DataBytes != int64(len(b)) {
			t.Fatalf("got array %+v, want %d bytes of data behind the header", report.Array, len(b))
		}
	})
}

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
	// Without its last byte a pickle has lost its STOP, or what was wrong with it before.
	if report.Verdict() == validator.Conforming {
		if cut := check(t, file[:len(file)-1], validator.Structure); cut.Verdict() != validator.Nonconforming {
			t.Errorf("pickle without its last byte: got %s, want nonconforming", cut.Verdict())
		}
	}
	return report
}
