package properties

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Canonical writes the array of a conforming file again, with a canonical header: the file must conform and mean the
// same.
func (c *Checker) Canonical(content []byte, full *validator.Report) error {
	if !conforms(full, validator.Npy) {
		return nil
	}
	a := full.Array
	switch {
	case a == nil && breaks(full, spec.ShapeZeroWithHugeDimension, spec.LiteralNamedEscape):
		return nil // a dimension beyond int64, or a character named by Unicode's tables
	case a == nil:
		return violation(CanonicalSame, "a conforming file has no array")
	case breaks(full, spec.DescrSubarrayShapeEmpty, spec.DescrPaddingZero, spec.DescrPaddingForm, spec.DescrSubarrayShapeInt):
		return nil // canonical text spells another dtype of the same layout
	}
	c.ran(CanonicalSame)
	header, err := spec.Header{DType: a.DType, FortranOrder: a.FortranOrder, Shape: a.Shape}.Append(c.scratch[:0], spec.Version{}, spec.EraGrowth)
	if err != nil {
		return violation(CanonicalSame, "no canonical header for %s: %v", show(full), err)
	}
	c.scratch = append(header, content[a.DataOffset:]...)
	again, err := c.check(c.scratch, options(validator.Full))
	if err != nil {
		return err
	}
	if again.Verdict() != validator.Conforming {
		return violation(CanonicalSame, "canonical header %q doesn't conform: %+v", header, again.Findings)
	}
	if !sameArray(again.Array, a) {
		return violation(CanonicalSame, "canonical header %q means %s, expected %s", header, show(again), show(full))
	}
	for _, f := range again.Findings {
		if f.Array > 0 || f.Rule == spec.HeaderLengthOver10000 || f.Rule == spec.HeaderNotAscii {
			continue
		}
		if area := f.Rule.Rule().Area(); area == "literal" || area == "header" {
			return violation(CanonicalSame, "canonical header %q: %s (%s)", header, f.Rule, f.Message)
		}
	}
	return nil
}

// whole reports whether a conforming file needs its last byte.
func whole(content []byte, full *validator.Report) bool {
	switch {
	case conforms(full, validator.Npz):
		return true
	case !conforms(full, validator.Npy) || full.Array == nil || len(content) == 0:
		return false
	case full.Array.DType.HasObject():
		return !breaks(full, spec.PickleTrailing, spec.DataSecondArray)
	}
	return full.Array.DataOffset+full.Array.DataBytes == int64(len(content))
}

// Cuts cuts a conforming file to the given sizes, each below its own: none of them conforms.
func (c *Checker) Cuts(content []byte, full *validator.Report, sizes ...int) error {
	if !whole(content, full) {
		return nil
	}
	for _, n := range sizes {
		if n < 0 || n >= len(content) {
			continue
		}
		c.ran(PrefixFails)
		cut, err := c.check(content[:n], options(validator.Structure))
		if err != nil {
			return err
		}
		if cut.Verdict() != validator.Nonconforming {
			return violation(PrefixFails, "the first %d of %d bytes are %s: %+v", n, len(content), cut.Verdict(), cut.Findings)
		}
	}
	return nil
}

// Change checks a conforming file, .npy or .npz, with another byte in one place: there is a finding that the file
// didn't have, or another array in a file that is equally valid.
func (c *Checker) Change(content []byte, full *validator.Report, at int, value byte) error {
	if full.Verdict() != validator.Conforming || content[at] == value {
		return nil
	}
	c.ran(ChangeShows)
	old := content[at]
	content[at] = value
	defer func() { content[at] = old }()
	changed, err := c.Full(content)
	if err != nil {
		return err
	}
	if int64(at) < dataOffset(full) && tidy(full) && slices.Equal(changed.Findings, full.Findings) && sameArray(changed.Array, full.Array) {
		return violation(ChangeShows, "%#02x for %#02x at %d changes nothing", value, old, at)
	}
	if changed.Verdict() != validator.Conforming {
		return nil
	}
	if err := c.Canonical(content, changed); err != nil {
		return err
	}
	return c.Archive(content, changed)
}

// tidy reports whether the form of a header has no finding. A finding about form may be about only the first of several
// places.
func tidy(report *validator.Report) bool {
	return !slices.ContainsFunc(report.Findings, func(f validator.Finding) bool {
		area := f.Rule.Rule().Area()
		return area == "header" || area == "literal"
	})
}

// Archive has Go's own reader read an archive. It is tolerant: it must read every archive that conforms without a
// warning of the area zip, which may be about something that some readers refuse, and find the same members.
func (c *Checker) Archive(content []byte, full *validator.Report) error {
	if !conforms(full, validator.Npz) || slices.ContainsFunc(full.Findings, func(f validator.Finding) bool {
		return f.Severity() >= spec.Warning && f.Rule.Rule().Area() == "zip"
	}) {
		return nil
	}
	c.ran(ArchiveOpens)
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return violation(ArchiveOpens, "archive/zip rejects a conforming archive: %v", err)
	}
	if len(r.File) != len(full.Members) {
		return violation(ArchiveOpens, "archive/zip finds %d members, expected %d", len(r.File), len(full.Members))
	}
	for i, f := range r.File {
		m := &full.Members[i]
		at, err := f.DataOffset()
		if err != nil || at != m.Offset || int64(f.UncompressedSize64) != m.Size || (f.Method == zip.Store) != m.Stored {
			return violation(ArchiveOpens, "archive/zip has %+v at %d, %v, expected %+v", f.FileHeader, at, err, m)
		}
		if !f.NonUTF8 && f.Name != m.Name || strings.HasSuffix(f.Name, "/") && m.Array != nil {
			return violation(ArchiveOpens, "archive/zip has the name %q, expected %q", f.Name, m.Name)
		}
	}
	return nil
}
