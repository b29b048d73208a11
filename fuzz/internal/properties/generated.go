package properties

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Valid checks a file that the generator intended to conform, and returns its report: it conforms, and its header
// matches the generator's array.
func (c *Checker) Valid(f *fuzz.File) (*validator.Report, error) {
	full, err := c.Full(f.Content)
	if err != nil {
		return nil, err
	}
	c.ran(ValidConforms)
	if !conforms(full, f.Format) {
		return nil, violation(ValidConforms, "a valid file: got %s of format %s, %+v", full.Verdict(), full.Format, full.Findings)
	}
	if f.Array == nil {
		return full, nil
	}
	c.ran(ArrayReported)
	want := validator.Array{DType: f.Array.DType, FortranOrder: f.Array.FortranOrder, Shape: f.Array.Shape, DataBytes: int64(len(f.Array.Data))}
	if !sameArray(full.Array, &want) {
		return nil, violation(ArrayReported, "got %s, expected %s, order %t, shape %d", show(full), want.DType.Descr(), want.FortranOrder, want.Shape)
	}
	return full, nil
}

// Decoded has package conformance decode a valid file: it gets the elements that the generator wrote.
func (c *Checker) Decoded(f *fuzz.File) error {
	if f.Array == nil && f.Members == nil {
		return nil
	}
	c.ran(DataRead)
	c.Checks++
	got, err := conformance.Expect(context.Background(), f.Content, "generated."+string(f.Format))
	if err != nil {
		return err
	}
	if f.Array != nil {
		return compare("", got.Array, f.Array)
	}
	if len(got.Members) != len(f.Members) {
		return violation(DataRead, "got %d members, expected %d", len(got.Members), len(f.Members))
	}
	for i, m := range got.Members {
		if m.Name != f.Members[i].Name {
			return violation(DataRead, "got member %q, expected %q", m.Name, f.Members[i].Name)
		}
		if err := compare(m.Name, m.Array, f.Members[i].Array); err != nil {
			return err
		}
	}
	return nil
}

func compare(name string, got *corpus.Array, want *fuzz.Array) error {
	if want == nil {
		return nil // not an array, or of Python objects
	}
	if got == nil && want.DType.Itemsize == 0 {
		return nil // there may be more elements without bytes than package conformance counts
	}
	if got == nil {
		return violation(DataRead, "%q: got no array, expected %s", name, want.DType.Descr())
	}
	sum := sha256.Sum256(want.Data)
	if !slices.Equal(got.Shape, want.Shape) || got.FortranOrder != want.FortranOrder || got.SHA256 != hex.EncodeToString(sum[:]) {
		return violation(DataRead, "%q: got %+v, expected %s, shape %d, %d bytes", name, got, want.DType.Descr(), want.Shape, len(want.Data))
	}
	return nil
}

// Fault checks a file with a planted fault, and the file without it: the fault breaks its rule and no other, except
// for notes that both have. It returns the report on the faulty file.
func (c *Checker) Fault(rule spec.ID, faulty, twin *fuzz.File) (*validator.Report, error) {
	whole, err := c.Full(twin.Content)
	if err != nil {
		return nil, err
	}
	c.ran(FaultIsItsRule)
	if whole.Verdict() != validator.Conforming || breaks(whole, rule) {
		return nil, violation(FaultIsItsRule, "%s: the twin is %s: %+v", rule, whole.Verdict(), whole.Findings)
	}
	full, err := c.Full(faulty.Content)
	if err != nil {
		return nil, err
	}
	other := func(f validator.Finding) bool {
		if rule == spec.ZipDataCorrupt && f.Rule == spec.ZipMethodUnusual {
			return false // only data of such a method can have the fault
		}
		return f.Rule != rule && !(f.Severity() < spec.Warning && breaks(whole, f.Rule))
	}
	if !breaks(full, rule) || slices.ContainsFunc(full.Findings, other) {
		return nil, violation(FaultIsItsRule, "%s: got %+v, expected it alone; the twin has %+v", rule, full.Findings, whole.Findings)
	}
	return full, nil
}
