package compare

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// parseDType reads a type as an adapter spells it. It forgives what doesn't matter: a byte order of
// "=", or one for types that have none, and whitespace.
func parseDType(text string) (spec.DType, bool) {
	if !strings.HasPrefix(text, "[") {
		text = "'" + text + "'"
	}
	// The validator reads every descr that any writer produces.
	header := "{'descr': " + text + ", 'fortran_order': False, 'shape': (0,), }\n"
	n := len(header)
	file := append([]byte("\x93NUMPY\x03\x00"), byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	file = append(file, header...)
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Header})
	if err != nil || report.Array == nil || bigEndian(&report.Array.DType) {
		return spec.DType{}, false
	}
	return Normal(report.Array.DType), true
}

// bigEndian reports whether the type is, or contains, a big-endian one.
func bigEndian(t *spec.DType) bool {
	for t.Base != nil {
		t = t.Base
	}
	return t.Order == '>' || slices.ContainsFunc(t.Fields, func(f spec.Field) bool { return bigEndian(&f.Type) })
}

// Normal returns the type as NumPy writes it, with every byte order changed to little-endian, and
// the padding between two fields in one piece.
func Normal(t spec.DType) spec.DType {
	if t.Order != '|' {
		t.Order = '<'
	}
	if t.Base != nil {
		base := Normal(*t.Base)
		t.Base = &base
	}
	fields := t.Fields
	t.Fields = nil
	for _, f := range fields {
		f.Type = Normal(f.Type)
		last := len(t.Fields) - 1
		switch {
		case f.Padding && f.Type.Itemsize == 0:
		case f.Padding && last >= 0 && t.Fields[last].Padding:
			t.Fields[last].Type.Itemsize += f.Type.Itemsize
		default:
			t.Fields = append(t.Fields, f)
		}
	}
	return t
}

// sameType reports whether arrays of two types have the same elements. Both are as Normal returns them.
func sameType(a, b spec.DType) bool { return flat(a).Descr() == flat(b).Descr() }

// flat returns the type with one subarray in place of a subarray of subarrays. NumPy distinguishes
// the two, but reads the same array from a field.
func flat(t spec.DType) spec.DType {
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Type = flat(t.Fields[i].Type)
	}
	if t.Base != nil {
		base := flat(*t.Base)
		if base.Base != nil {
			t.Shape = slices.Concat(t.Shape, base.Shape)
			base = *base.Base
		}
		t.Base = &base
	}
	return t
}
