package properties

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// file returns a file of version 1 or 2 whose header is exactly text.
func file(version byte, text, data []byte) []byte {
	b := append([]byte(spec.Magic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(text)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	}
	return append(append(b, text...), data...)
}

// maxVersion1 is the length in bytes of the longest text that fits version 1.0.
const maxVersion1 = 1<<16 - 1

// padded returns a file whose header is text with NumPy's padding, of version 1.0 if the text fits.
func padded(text string, data []byte) []byte {
	version, prefix := byte(1), 10
	if len(text)+64 > maxVersion1 {
		version, prefix = 2, 12
	}
	spaces := 63 - (prefix+len(text))%64
	return file(version, []byte(text+strings.Repeat(" ", spaces)+"\n"), data)
}

// dict returns the text of a header as NumPy writes it.
func dict(descr, order, shape string) string {
	return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }"
}

// headerOf returns the report on the header of a file with a padded text.
func headerOf(c *Checker, text string) (*validator.Report, error) {
	return c.check(padded(text, nil), options(validator.Header))
}

// Prefix checks every property of a file, and that version and header length in the report match its bytes.
func Prefix(c *Checker, content []byte) error {
	full, err := c.Every(content)
	if err != nil || full.Array == nil || full.Format != validator.Npy || breaks(full, spec.PrefixLengthBigEndian, spec.PrefixLengthWidth) {
		return err
	}
	c.ran(PrefixRead)
	offset := 10 + int64(content[8]) + int64(content[9])<<8
	if content[6] > 1 {
		offset = 12 + int64(binary.LittleEndian.Uint32(content[8:]))
	}
	if a := full.Array; a.DataOffset != offset || a.Version != (spec.Version{Major: content[6], Minor: content[7]}) {
		return violation(PrefixRead, "got version %s and data at %d, expected data at %d", a.Version, a.DataOffset, offset)
	}
	return nil
}

// Header checks the text of a header, to the last byte, in versions 1.0 and 2.0: it has the same findings, but for
// those on version and alignment, and the same meaning.
func Header(c *Checker, text []byte) error {
	if len(text) > maxVersion1 {
		return nil
	}
	one, err := c.Every(file(1, text, nil))
	if err != nil {
		return err
	}
	two, err := c.Every(file(2, text, nil))
	if err != nil {
		return err
	}
	c.ran(VersionsAgree)
	if wrongLength(one) || wrongLength(two) {
		return nil // for a wrong length, the alignment decides where the header ends
	}
	got, want := textFindings(two, 12), textFindings(one, 10)
	if !slices.Equal(got, want) || !sameArray(one.Array, two.Array) {
		return violation(VersionsAgree, "version 2.0: %+v\nversion 1.0: %+v", got, want)
	}
	return nil
}

// textFindings returns findings on the text of a header, with offsets from its start, as far as they don't
// depend on the version or the length of the prefix.
func textFindings(report *validator.Report, prefix int64) []validator.Finding {
	var kept []validator.Finding
	for _, f := range report.Findings {
		switch area := f.Rule.Rule().Area(); {
		case area == "prefix" || area == "data" || area == "pickle",
			f.Rule == spec.HeaderAlignment16, f.Rule == spec.HeaderAlignmentV2Legacy, f.Rule == spec.HeaderAlignment64, f.Rule == spec.HeaderExcessPadding:
			continue
		}
		f.Offset -= prefix
		f.Message = "" // some name the offset
		kept = append(kept, f)
	}
	return kept
}

// Literal checks the text of a dictionary. Parentheses around it don't change what it means.
func Literal(c *Checker, text []byte) error {
	if _, err := c.Every(padded(string(text), nil)); err != nil {
		return err
	}
	// The headers alone are compared: how many bytes objects take is known only from what follows.
	plain, err := headerOf(c, string(text))
	if err != nil {
		return err
	}
	inner, err := headerOf(c, "("+strings.TrimSpace(string(text))+")")
	if err != nil || plain.Array == nil || inner.Array == nil {
		return err
	}
	c.ran(ParensAgree)
	if !sameArray(plain.Array, inner.Array) {
		return violation(ParensAgree, "in parentheses: %s\nwithout: %s", show(inner), show(plain))
	}
	return nil
}

// Keys checks a header with the values of descr, fortran_order and shape, one in each line. If it conforms it
// does so with its keys in any order, and means the same.
func Keys(c *Checker, lines []byte) error {
	values := append(bytes.SplitN(lines, []byte("\n"), 3), nil, nil)
	pairs := []string{"'descr': " + string(values[0]), "'fortran_order': " + string(values[1]), "'shape': " + string(values[2])}
	if _, err := c.Every(padded(dict(string(values[0]), string(values[1]), string(values[2])), nil)); err != nil {
		return err
	}
	var first *validator.Report
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		text := "{" + pairs[order[0]] + ", " + pairs[order[1]] + ", " + pairs[order[2]] + ", }"
		report, err := headerOf(c, text)
		if err != nil {
			return err
		}
		if first == nil {
			first = report
		}
		if !conforms(first, validator.Npy) || first.Array == nil || swallows(lines, first.Array) {
			return nil
		}
		c.ran(KeysAgree)
		if !conforms(report, validator.Npy) || !sameArray(report.Array, first.Array) {
			return violation(KeysAgree, "%q means %s, expected %s", text, show(report), show(first))
		}
	}
	return nil
}

// swallows reports whether a value may extend beyond its end: by a comment, or by a name with a key in it.
func swallows(values []byte, array *validator.Array) bool {
	return bytes.Contains(values, []byte("#")) || strings.Contains(array.DType.Descr(), "fortran_order") || strings.Contains(array.DType.Descr(), "shape")
}

// Descr checks a header with the text of a descr. If it conforms it does so as the type of a field, which has the
// same size.
func Descr(c *Checker, text []byte) error {
	if _, err := c.Every(padded(dict(string(text), "False", "(0,)"), nil)); err != nil {
		return err
	}
	alone, err := headerOf(c, dict(string(text), "False", "(0,)"))
	if err != nil || !conforms(alone, validator.Npy) || alone.Array == nil {
		return err
	}
	field, err := headerOf(c, dict("[('f', "+string(text)+")]", "False", "(0,)"))
	if err != nil || breaks(field, spec.HeaderNestingDepth) || swallows(text, alone.Array) {
		return err
	}
	c.ran(FieldAgrees)
	if !conforms(field, validator.Npy) || field.Array == nil || field.Array.DType.Itemsize != alone.Array.DType.Itemsize {
		return violation(FieldAgrees, "as a field: %s\nalone: %s", show(field), show(alone))
	}
	return nil
}

// tuple is a shape as Python writes it.
var tuple = regexp.MustCompile(`^ *\((|[0-9]+,|[0-9]+(, [0-9]+)+)\) *$`)

// Shape checks a header with the text of a shape. Without a finding it is a tuple as Python writes it, and the
// dimensions are its numbers.
func Shape(c *Checker, text []byte) error {
	if _, err := c.Every(padded(dict("'<f8'", "False", string(text)), nil)); err != nil {
		return err
	}
	report, err := headerOf(c, dict("'<f8'", "False", string(text)))
	if err != nil || len(report.Findings) > 0 {
		return err
	}
	c.ran(ShapeRead)
	if !tuple.Match(text) {
		return violation(ShapeRead, "%q has no finding", text)
	}
	want, size := []int64{}, int64(8)
	for digits := range strings.FieldsFuncSeq(strings.Trim(string(text), " ()"), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return violation(ShapeRead, "%q has no finding: %v", text, err)
		}
		want, size = append(want, n), size*n
	}
	if a := report.Array; a == nil || !slices.Equal(a.Shape, want) || a.DataBytes != size {
		return violation(ShapeRead, "%q means %s, expected %d and %d bytes", text, show(report), want, size)
	}
	return nil
}

// Order checks a header with the text of fortran_order. It has no finding if and only if it is True or False.
func Order(c *Checker, text []byte) error {
	if _, err := c.Every(padded(dict("'|u1'", string(text), "(2, 3)"), make([]byte, 6))); err != nil {
		return err
	}
	report, err := headerOf(c, dict("'|u1'", string(text), "(2, 3)"))
	if err != nil {
		return err
	}
	c.ran(OrderRead)
	value := string(text)
	if clean := len(report.Findings) == 0; clean != (value == "True" || value == "False") {
		return violation(OrderRead, "%q: got %+v", value, report.Findings)
	}
	if len(report.Findings) == 0 && report.Array.FortranOrder != (value == "True") {
		return violation(OrderRead, "%q is read as %t", value, report.Array.FortranOrder)
	}
	return nil
}
