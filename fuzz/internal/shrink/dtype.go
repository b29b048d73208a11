package shrink

import (
	"iter"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// change replaces a type by another, with a function that appends an element of the new type made from one of the old.
type change struct {
	to      spec.DType
	convert func(dst, element []byte) []byte
}

// dtypes yields the array with simpler types.
func (a array) dtypes() iter.Seq[array] {
	return func(yield func(array) bool) {
		if a.dtype.HasObject() {
			return
		}
		for c := range simpler(a.dtype, 0) {
			b := a
			b.dtype, b.data = c.to, nil
			rest, size := a.data, int(a.dtype.Itemsize)
			for ; len(rest) >= size; rest = rest[size:] {
				b.data = c.convert(b.data, rest[:size])
			}
			if !yield(b) {
				return
			}
		}
	}
}

// maxNesting is how deeply nested types are searched for simpler ones.
const maxNesting = 64

// simpler yields the types that are simpler than one, the simplest first. Types without bytes have none.
func simpler(t spec.DType, depth int) iter.Seq[change] {
	switch {
	case depth > maxNesting || t.Itemsize <= 0:
		return func(func(change) bool) {}
	case t.Struct:
		return simplerStruct(t, depth)
	case t.Base != nil:
		return simplerSubarray(t, depth)
	}
	return simplerScalar(t)
}

func simplerScalar(t spec.DType) iter.Seq[change] {
	return func(yield func(change) bool) {
		for _, simple := range []spec.DType{{Kind: 'u', Order: '|', Itemsize: 1}, {Kind: 'f', Order: '<', Itemsize: 8}} {
			if simple.Code() == t.Code() {
				break
			}
			if !yield(resized(simple)) {
				return
			}
		}
		for size := int64(1); size < min(t.Itemsize, 16) && t.Unit == spec.NoUnit; size *= 2 {
			if smaller, ok := spec.Scalar(t.Kind, t.Order, size); ok && !yield(resized(smaller)) {
				return
			}
		}
		plain := t
		if plain.Multiple = 1; t.Multiple > 1 && !yield(resized(plain)) {
			return
		}
		little := t
		if little.Order = '<'; t.Order == '>' {
			yield(resized(little))
		}
	}
}

// resized is the change to another type with the same bytes: the first ones, or all of them again and again.
func resized(t spec.DType) change {
	return change{t, func(dst, e []byte) []byte {
		for n := int(t.Itemsize); n > 0; n -= len(e) {
			dst = append(dst, e[:min(n, len(e))]...)
		}
		return dst
	}}
}

// within is the change to a type whose element is a part of the other's, at an offset.
func within(t spec.DType, offset int64) change {
	return change{t, func(dst, e []byte) []byte { return append(dst, e[offset:offset+t.Itemsize]...) }}
}

func simplerSubarray(t spec.DType, depth int) iter.Seq[change] {
	return func(yield func(change) bool) {
		if !yield(within(*t.Base, 0)) {
			return
		}
		for i, n := range t.Shape {
			shape := slices.Clone(t.Shape)
			if shape[i] = 1; n == 1 {
				shape = slices.Delete(shape, i, i+1)
			}
			if smaller, err := spec.Subarray(*t.Base, shape); err == nil && len(shape) > 0 && !yield(within(smaller, 0)) {
				return
			}
		}
		for c := range simpler(*t.Base, depth+1) {
			smaller, err := spec.Subarray(c.to, t.Shape)
			if err == nil && !yield(change{smaller, func(dst, e []byte) []byte {
				for size := int(t.Base.Itemsize); len(e) >= size; e = e[size:] {
					dst = c.convert(dst, e[:size])
				}
				return dst
			}}) {
				return
			}
		}
	}
}

func simplerStruct(t spec.DType, depth int) iter.Seq[change] {
	return func(yield func(change) bool) {
		path := innermost(t)
		for n := len(path); n > 1 && depth == 0; n /= 2 {
			if !yield(path[n-1]) {
				return
			}
		}
		for _, f := range t.Fields {
			if !f.Padding && f.Type.Base == nil && f.Type.Itemsize > 0 && !yield(within(f.Type, f.Offset)) {
				return
			}
		}
		for n := len(t.Fields) / 2; n > 0; n /= 2 {
			for from := 0; from < len(t.Fields); from += n {
				if c, ok := dropped(t, from, min(from+n, len(t.Fields))); ok && !yield(c) {
					return
				}
			}
		}
		for i, f := range t.Fields {
			for c := range simplerField(f, i, depth) {
				fields := slices.Clone(t.Fields)
				fields[i] = c.field
				smaller, err := spec.Struct(fields)
				if err == nil && !yield(change{smaller, func(dst, e []byte) []byte {
					dst = append(dst, e[:f.Offset]...)
					dst = c.convert(dst, e[f.Offset:f.Offset+f.Type.Itemsize])
					return append(dst, e[f.Offset+f.Type.Itemsize:]...)
				}}) {
					return
				}
			}
		}
	}
}

// innermost returns the changes to what is within the first field, and in that the first, and so on.
func innermost(t spec.DType) (path []change) {
	for at := int64(0); len(path) < maxNesting; {
		switch first := slices.IndexFunc(t.Fields, func(f spec.Field) bool { return !f.Padding && f.Type.Itemsize > 0 }); {
		case t.Base != nil:
			t = *t.Base
		case first >= 0:
			at += t.Fields[first].Offset
			t = t.Fields[first].Type
		default:
			return path
		}
		if t.Base == nil { // an array can't have a subarray as its type
			path = append(path, within(t, at))
		}
	}
	return path
}

// dropped is the change to a structured type without some of its fields.
func dropped(t spec.DType, from, to int) (change, bool) {
	start, end := t.Fields[from].Offset, t.Fields[to-1].Offset+t.Fields[to-1].Type.Itemsize
	smaller, err := spec.Struct(slices.Delete(slices.Clone(t.Fields), from, to))
	return change{smaller, func(dst, e []byte) []byte {
		return append(append(dst, e[:start]...), e[end:]...)
	}}, err == nil && smaller.Itemsize > 0
}

// fieldChange replaces a field.
type fieldChange struct {
	field   spec.Field
	convert func(dst, element []byte) []byte
}

// simplerField yields simpler forms of the field at an index.
func simplerField(f spec.Field, i, depth int) iter.Seq[fieldChange] {
	return func(yield func(fieldChange) bool) {
		same := resized(f.Type).convert
		if f.Type.Itemsize == 0 {
			same = func(dst, _ []byte) []byte { return dst }
		}
		plain := f
		if plain.Title, plain.Titled = "", false; f.Titled && !yield(fieldChange{plain, same}) {
			return
		}
		short := f
		if short.Name = string(rune('a' + i%26)); !f.Padding && len(f.Name) > 1 && !yield(fieldChange{short, same}) {
			return
		}
		for c := range simpler(f.Type, depth+1) {
			typed := f
			if typed.Type = c.to; !f.Padding && !yield(fieldChange{typed, c.convert}) {
				return
			}
		}
	}
}
