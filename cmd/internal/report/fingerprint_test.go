package report

import (
	"bytes"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func TestFingerprints(t *testing.T) {
	finding := func(message string, offset int64, member string) Finding {
		return Finding{Finding: validator.Finding{Rule: spec.HeaderPaddingByte, Message: message, Offset: offset, MemberName: member}, Severity: spec.Error}
	}
	prints := func(path string, findings ...Finding) []string {
		f := File{Path: path, Findings: findings}
		return f.Fingerprints()
	}
	here := prints("a.npy", finding("padding byte 0x09 at offset 58, expected 0x20", 58, ""))[0]
	if len(here) != 32 {
		t.Errorf("got %q, want 32 digits", here)
	}
	if moved := prints("b/c.npy", finding("padding byte 0x09 at offset 61, expected 0x20", 61, ""))[0]; moved != here {
		t.Errorf("got %s for the same fault in another file at another place, want %s", moved, here)
	}
	twice := prints("a.npy", finding("padding byte 0x09 at offset 58, expected 0x20", 58, ""), finding("padding byte 0x09 at offset 59, expected 0x20", 59, ""))
	if twice[0] != here || twice[1] == here {
		t.Errorf("got %v for two equal faults, want %s and another", twice, here)
	}
	for _, other := range []Finding{finding("padding byte 0x0b at offset 58, expected 0x20", 58, ""), finding("padding byte 0x09 at offset 58, expected 0x20", 58, "a.npy")} {
		if got := prints("a.npy", other)[0]; got == here {
			t.Errorf("got the same fingerprint for %+v", other)
		}
	}
}

func TestWithoutOffsets(t *testing.T) {
	for _, test := range []struct{ message, want string }{
		{"padding byte 0x09 at offset 58, expected 0x20", "padding byte 0x09 at offset, expected 0x20"},
		{"offset 1 and offset 23", "offset and offset"},
		{"an offset of 5, an offset ", "an offset of 5, an offset "},
		{"byteoffset 5", "byteoffset 5"},
		{"offset 5offset 7", "offsetoffset 7"},
		{"", ""},
	} {
		if got := string(appendWithoutOffsets(nil, test.message)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.message, got, test.want)
		}
	}
}

// TestFingerprintsOfDangers covers errors of kind security that differ in one thing. What a project accepted is not one
// of the others. The message has the name of an import.
func TestFingerprintsOfDangers(t *testing.T) {
	accepted := Finding{Severity: spec.Error, Finding: validator.Finding{
		Rule: spec.PickleImportDangerous, Message: "import of os.system, which can run code", Offset: 100, Length: 11, Import: "os.system", MemberName: "a.npy",
	}}
	baseline := (&File{Path: "a.npz", Findings: []Finding{accepted}}).Fingerprints()[0]
	for what, change := range map[string]func(f *Finding){
		"another place":       func(f *Finding) { f.Offset++ },
		"another length":      func(f *Finding) { f.Length++ },
		"another member":      func(f *Finding) { f.MemberName = "b.npy" },
		"another rule":        func(f *Finding) { f.Rule = spec.PickleImportName },
		"another import":      func(f *Finding) { f.Message = "import of os.execv, which can run code" },
		"a place in the name": func(f *Finding) { f.MemberName = "a.npy\n100" },
	} {
		other := accepted
		change(&other)
		if got := (&File{Path: "a.npz", Findings: []Finding{other}}).Fingerprints()[0]; got == baseline {
			t.Errorf("%s: got the fingerprint of what was accepted", what)
		}
	}
	same := accepted
	same.Severity = spec.Warning
	if got := (&File{Path: "b.npz", Findings: []Finding{same}}).Fingerprints()[0]; got != baseline {
		t.Error("another file and level: got another fingerprint")
	}
}

// TestOmittedDangers covers findings of kind security that are only counted: no baseline knows them.
func TestOmittedDangers(t *testing.T) {
	omitted := []Omitted{{spec.PickleImportDangerous, spec.Error, 3}, {spec.HeaderPaddingByte, spec.Error, 3}}
	var text bytes.Buffer
	w := NewBaselineWriter("")
	if err := w.File(&text, 0, &File{Path: "a.npy", Omitted: slices.Clone(omitted)}); err != nil || w.Len() != 1 {
		t.Fatalf("got %d entries, %v, want that of the padding", w.Len(), err)
	}
	if err := w.End(&text, Summary{}); err != nil {
		t.Fatal(err)
	}
	text.WriteString(`{"path":"a.npy","rule":"pickle-import-dangerous","omitted":3}` + "\n")
	b, err := ReadBaseline(text.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	f := &File{Path: "a.npy", Omitted: slices.Clone(omitted)}
	b.accept(f)
	if len(f.Omitted) != 1 || f.Omitted[0].Rule != spec.PickleImportDangerous || f.Known != 3 {
		t.Errorf("got %+v left and %d known, want the imports left", f.Omitted, f.Known)
	}
}
