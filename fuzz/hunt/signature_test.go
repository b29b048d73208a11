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
