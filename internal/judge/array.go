// Package judge says what a file requires of readers, in the terms of the corpus, and compares the results of readers and
// writers with its content.
package judge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Array is the array or the archive that a reader returned.
type Array struct {
	dtype   string
	shape   string // as in a message: "[4,3]"
	data    []byte // nil if only the hash was sent
	sum     string // the hash in lower case if only it was sent
	members map[string]*Array
}

// NewArray returns the array of a reader that is called without a protocol: its dtype as protocol.md spells it, and
// its elements in C order, little-endian, with the padding that the dtype has.
func NewArray(dtype string, shape []int64, data []byte) *Array {
	return &Array{dtype: dtype, shape: shapeText(shape), data: append([]byte{}, data...)}
}

// Received returns the array that a message of a reader holds: the shape as it spells it, and the data, or its SHA-256
// in lower case if it is nil.
func Received(dtype, shape string, data []byte, sum string) *Array {
	return &Array{dtype: dtype, shape: shape, data: data, sum: sum}
}

// NewArchive returns the archive of such a reader, by the keys of its members.
func NewArchive(members map[string]*Array) *Array { return &Array{members: members} }

// String describes briefly what the reader got.
func (a *Array) String() string {
	if a.members != nil {
		return fmt.Sprintf("an archive with %d arrays", len(a.members))
	}
	return fmt.Sprintf("%s of shape %s", a.dtype, a.shape)
}

// shapeText returns a shape as messages spell it.
func shapeText(shape []int64) string {
	out := []byte("[")
	for i, d := range shape {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, d, 10)
	}
	return string(append(out, ']'))
}

// SHA256 returns the SHA-256 of data, as the manifest of the corpus spells it.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

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
