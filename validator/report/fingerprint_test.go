package report

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func TestFingerprints(t *testing.T) {
	finding := func(message string, offset int64, member string) Finding {
		return Finding{validator.Finding{Rule: spec.HeaderPaddingByte, Message: message, Offset: offset, MemberName: member}, spec.Error}
	}
	prints := func(path string, findings ...Finding) []string {
		f := File{Path: path, Findings: findings}
		return f.Fingerprints()
	}
	here := prints("a.npy", finding("padding byte 0x09 at offset 58, want 0x20", 58, ""))[0]
	if len(here) != 32 {
		t.Errorf("got %q, want 32 digits", here)
	}
	if moved := prints("b/c.npy", finding("padding byte 0x09 at offset 61, want 0x20", 61, ""))[0]; moved != here {
		t.Errorf("got %s for the same fault in another file at another place, want %s", moved, here)
	}
	twice := prints("a.npy", finding("padding byte 0x09 at offset 58, want 0x20", 58, ""), finding("padding byte 0x09 at offset 59, want 0x20", 59, ""))
	if twice[0] != here || twice[1] == here {
		t.Errorf("got %v for two equal faults, want %s and another", twice, here)
	}
	for _, other := range []Finding{finding("padding byte 0x0b at offset 58, want 0x20", 58, ""), finding("padding byte 0x09 at offset 58, want 0x20", 58, "a.npy")} {
		if got := prints("a.npy", other)[0]; got == here {
			t.Errorf("got the same fingerprint for %+v", other)
		}
	}
}

func TestWithoutOffsets(t *testing.T) {
	for _, test := range []struct{ message, want string }{
		{"padding byte 0x09 at offset 58, want 0x20", "padding byte 0x09 at offset, want 0x20"},
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
