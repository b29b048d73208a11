package hunt

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// TestSignatureEither names first what a reader may reject a file for, not how its header is laid out.
func TestSignatureEither(t *testing.T) {
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (" + strings.Repeat("1,", 33) + ")}\n"
	file := fmt.Appendf(nil, "\x93NUMPY\x01\x00%c\x00%s\x07", len(header), header)
	e, err := conformance.Expect(t.Context(), file, "a.npy")
	if err != nil {
		t.Fatal(err)
	}
	if e.Duty != corpus.Either {
		t.Fatalf("got duty %s, want either", e.Duty)
	}
	got := NewSignature(conformance.CellCrash, e, conformance.OutcomeCrash, "ended without an answer, signal: segmentation fault")
	if want := []spec.ID{spec.HeaderAlignment16, spec.ShapeRankOver32}; !slices.Equal(got.Rules, want) {
		t.Errorf("got rules %v, want %v", got.Rules, want)
	}
	if want := []string{"header-style-not-canonical", "nd"}; !slices.Equal(got.Traits, want) {
		t.Errorf("got traits %q, want %q", got.Traits, want)
	}
}

func TestKnown(t *testing.T) {
	wrong := Signature{Cell: conformance.CellWrongData, Traits: []string{"2d", "big-endian"}, Message: "dtype <f8, expected >f8"}
	crash := Signature{Cell: conformance.CellCrash, Rules: []spec.ID{spec.ShapeBool, spec.DescrUnknownCode}, Message: "panic: index out of range [#] with length #"}
	plain := Signature{Cell: CellUnstable, Message: "1 * 2"}
	accepted := Signature{Cell: conformance.CellWrongVerdict, Duty: "reject", Rules: []spec.ID{spec.ShapeBool, spec.DescrUnknownCode}}
	for _, tt := range []struct {
		line string
		of   Signature
		want bool
	}{
		{`wrong-data big-endian "dtype <f8, expected >f8" swaps nothing`, wrong, true},
		{`wrong-data big-endian "dtype*" swaps nothing`, wrong, true},
		{`wrong-data big-* "*expected*" swaps nothing`, wrong, true},
		{`wrong-data big-*,2d "*" swaps nothing`, wrong, true},
		{`wrong-data - "*" swaps nothing`, wrong, true},
		{`wrong-data * "*" swaps nothing`, wrong, true},
		{"wrong-data\t*  `*f8*f8`\tswaps nothing", wrong, true},
		{`wrong-data big-endian,text "*" swaps nothing`, wrong, false},
		{`wrong-data - "*f8*f8*f8" swaps nothing`, wrong, false},
		{`wrong-data - "dtype" swaps nothing`, wrong, false},
		{`wrong-data - "type*" swaps nothing`, wrong, false},
		{`wrong-data - "*expected" swaps nothing`, wrong, false},
		{`fail - "*" swaps nothing`, wrong, false},
		{`crash descr-unknown-code,shape-bool "panic: *" why`, crash, true},
		{`crash shape-bool "*index out of range*" why`, crash, true},
		{`crash *-bool "*" why`, crash, true},
		{`crash bool "*" why`, crash, false},
		{`crash - "panic: *[#]" why`, crash, false},
		{`unstable - "1 * 2" why`, plain, true},
		{`unstable * "*" why`, plain, false},
		{`unstable - "" why`, plain, false},
		{`fail shape-bool "" why`, accepted, false},
		{`fail *-* "" why`, accepted, true},
		{"fail descr-unknown-code \"\" why\nfail shape-bool \"\" why", accepted, true},
	} {
		k, err := ParseKnown("k", "# a comment\n\n"+tt.line+"\n")
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		if got := k.Match(&tt.of); got != tt.want {
			t.Errorf("%s: got %v for %+v, want %v", tt.line, got, tt.of, tt.want)
		}
	}
}

func TestKnownUnseen(t *testing.T) {
	k, err := ParseKnown("k", "# a comment\nhang - \"*\" sleeps\nhang shape-bool \"*\" sleeps, too\ncrash - \"*\" dies\n")
	if err != nil {
		t.Fatal(err)
	}
	if !k.Match(&Signature{Cell: conformance.CellHang, Rules: []spec.ID{spec.ShapeBool}}) {
		t.Error("a failure is not known")
	}
	want := []string{
		`k:3: not seen in this run: hang shape-bool "*" sleeps, too`,
		`k:4: not seen in this run: crash - "*" dies`,
	}
	if got := k.Unseen(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKnownMistakes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"crashes * \"*\" why", `k:1: got cell "crashes", expected one that is a failure: differs, unstable, wrong-verdict, exception, wrong-data, crash, hang, out-of-memory`},
		{"# first\npass * \"*\" why", `k:2: got cell "pass", expected one that is a failure: differs, unstable, wrong-verdict, exception, wrong-data, crash, hang, out-of-memory`},
		{"crash", `k:1: no message in quotes, expected CELL RULES "MESSAGE" REASON`},
		{"crash shape-bool", `k:1: no message in quotes, expected CELL RULES "MESSAGE" REASON`},
		{"crash shape-bool panics often", `k:1: no message in quotes, expected CELL RULES "MESSAGE" REASON`},
		{`crash shape-bool "panics`, `k:1: no message in quotes, expected CELL RULES "MESSAGE" REASON`},
		{`crash shape-bool "panics" `, `k:1: no reason, expected CELL RULES "MESSAGE" REASON`},
		{"hang * \"*\" why\n\nhang * \"*\" what", "k:3: this failure is already in line 1"},
	} {
		if _, err := ParseKnown("k", tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestKnownUpdate(t *testing.T) {
	const old = "# Of the reader.\n\ncrash * \"panic: *\" issue 12\nhang - \"\" not seen\n"
	k, err := ParseKnown("k", "\ufeff"+strings.ReplaceAll(old, "\n", "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	findings := []*Finding{
		{Signature: Signature{Cell: conformance.CellCrash, Rules: []spec.ID{spec.ShapeBool}, Message: "panic: no"}, Account: "got crash"},
		{Signature: Signature{Cell: conformance.CellWrongVerdict, Rules: []spec.ID{spec.ShapeBool}, Message: `the "shape" *`}, Account: "got accept, expected reject"},
		{Signature: Signature{Cell: CellDiffers}, Account: "two arrays"},
		{Signature: Signature{Cell: conformance.CellWrongVerdict, Message: `a\b`}},
	}
	text := k.Update(findings)
	want := old + "wrong-verdict shape-bool \"the \\\"shape\\\" \\\\*\" got accept, expected reject\ndiffers - \"\" two arrays\nwrong-verdict - \"a\\\\\\\\b\" no message\n"
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	again, err := ParseKnown("k", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if !again.Match(&f.Signature) {
			t.Errorf("the list doesn't have %+v", f.Signature)
		}
	}
	if other := (Signature{Cell: conformance.CellWrongVerdict, Rules: []spec.ID{spec.ShapeBool}, Message: `the "shape" of nothing`}); again.Match(&other) {
		t.Errorf("a star in a message matches %+v", other)
	}
	if got := again.Update(findings); got != text {
		t.Errorf("a second time: got\n%s\nwant\n%s", got, text)
	}
}
