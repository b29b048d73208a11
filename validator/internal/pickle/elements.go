package pickle

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// The elements of an array come as a list, and most arrays of objects take any value. Structured types with objects
// and variable-length strings are another matter: NumPy converts each value to the type of its field, looks for an
// array in whatever represents a subarray, and uses the length of a range as a number of elements. So their elements
// are compared with the dtype one by one.
//
// That happens while the list is filled. A pickler writes the list of an array right after its shape,
// dtype and order, and so the dtype is known by then.

// fits reports whether a value is an element of the dtype, or a run of values that were all compared with it before
// the stack dropped them.
func (v *value) fits(t *dtype) bool {
	if v.kind == kindRun {
		e := v.node.elements
		return e != nil && e.dtype == t && e.count == v.n
	}
	return t.element(v, "", 0) == nil
}

// listed returns the dtype with which the values at the top of the stack are compared when they become
// elements of the list below them, or nil.
func listed(vals []value) *dtype {
	last := len(vals) - 1
	if last < 2 || vals[last].kind != kindList {
		return nil
	}
	if t := vals[last-2].dtype(); t != nil && !t.faulty && t.particular() {
		return t
	}
	return nil
}

// maxElementDepth is how deeply structured types may nest for their elements to be compared.
const maxElementDepth = 32

// element compares a value with the dtype of an array or of a field, in the form that NumPy's
// VOID_getitem and its siblings return.
func (t *dtype) element(v *value, path string, depth int) *misfit {
	switch {
	case t.faulty:
		return nil
	case t.kind == 'O' && t.base == nil:
		return nil
	case v.kind == kindLost || depth > maxElementDepth:
		return &misfit{path: fieldPath(path), lost: true}
	case v.quiet():
		return &misfit{path: path, mute: true}
	}
	got := func(want string) *misfit {
		return &misfit{path: fieldPath(path), got: v.String(), want: want}
	}
	switch {
	case t.base != nil:
		if !t.subarray(v) {
			return got("an array of its shape and type")
		}
		return nil
	case t.fields < 0:
		if want := t.leaf(v); want != "" {
			return got(want)
		}
		return nil
	case t.layout == nil && t.fields > 0:
		if !t.object && v.inert(0) {
			return nil // whatever its fields are, nothing in the value can stand for anything else
		}
		return &misfit{path: fieldPath(path), lost: true}
	case v.kind != kindTuple || v.node.count != t.fields:
		return got(fmt.Sprintf("a tuple of %d items", t.fields))
	case int64(len(v.node.items)) != v.node.count:
		return &misfit{path: fieldPath(path), lost: true}
	}
	at := 0
	for i := range t.layout {
		f := &t.layout[i]
		if f.byTitle() {
			continue
		}
		if m := f.dtype.element(&v.node.items[at], joined(path, f.key), depth+1); m != nil {
			return m
		}
		at++
	}
	return nil
}

// fieldPath is the path of a field in a message, and empty for that of the element itself.
func fieldPath(path string) string {
	if path == "" {
		return ""
	}
	return "field " + text.Literal(path)
}

// inert reports whether a value consists of nothing but tuples, of what leaf accepts for some type, and of
// arrays without objects.
func (v *value) inert(depth int) bool {
	switch v.kind {
	case kindNone, kindBool, kindInt, kindFloat, kindText, kindBytes, kindByteArray:
		return true
	case kindTuple:
		if depth > maxElementDepth || int64(len(v.node.items)) != v.node.count {
			return false
		}
		for i := range v.node.items {
			if !v.node.items[i].inert(depth + 1) {
				return false
			}
		}
		return true
	case kindObject:
		switch v.node.global.form {
		case pyimport.Scalar, pyimport.Complex, pyimport.Atom, pyimport.Bytes, pyimport.Date, pyimport.Timedelta:
			return true
		}
		a := v.plainArray()
		return a != nil && !a.dtype.object
	}
	return false
}

// subarray reports whether a value is an array that fits into a field.
func (t *dtype) subarray(v *value) bool {
	a := v.plainArray()
	if a == nil || len(a.shape) != len(t.shape) {
		return false
	}
	for i := range a.shape {
		if a.shape[i] != t.shape[i] {
			return false
		}
	}
	return a.dtype.same(t.base)
}

// bytes reports whether a value is an array of the bytes of an element, as NumPy up to 1.13 wrote elements of V.
func (t *dtype) bytes(v *value) bool {
	a := v.plainArray()
	return a != nil && len(a.shape) == 1 && a.count == t.itemsize && (a.dtype.kind == 'i' || a.dtype.kind == 'u') && a.dtype.itemsize == 1
}

// leaf says what a value that represents an element of a type without parts should be, or "".
func (t *dtype) leaf(v *value) string {
	object := func(forms ...pyimport.Form) bool {
		if v.kind != kindObject {
			return false
		}
		for _, f := range forms {
			if v.node.global.form == f {
				return true
			}
		}
		return false
	}
	ok, want := false, ""
	switch t.kind {
	case 'b':
		ok, want = v.kind == kindBool, "a bool"
	case 'i', 'u':
		ok, want = v.kind == kindInt, "an int"
	case 'f':
		ok, want = v.kind == kindFloat || object(pyimport.Scalar), "a float"
	case 'c':
		ok, want = object(pyimport.Complex, pyimport.Scalar), "a complex"
	case 'U':
		ok, want = v.kind == kindText || object(pyimport.Atom), "text"
	case 'S', 'V':
		ok, want = v.kind == kindBytes || v.kind == kindText || v.kind == kindByteArray || object(pyimport.Bytes, pyimport.Scalar) || t.kind == 'V' && t.bytes(v), "bytes"
	case 'M':
		ok, want = v.kind == kindNone || v.kind == kindInt || object(pyimport.Date), "a date, an int or None"
	case 'm':
		ok, want = v.kind == kindNone || v.kind == kindInt || object(pyimport.Timedelta), "a timedelta, an int or None"
	case 'T':
		ok, want = v.kind == kindText || v.kind == kindNone || v.kind == kindFloat, "text, or None or a float if missing"
	}
	if ok {
		return ""
	}
	return want
}

// maskedState says what is wrong with the mask or the fill value of a masked array, or nil. NumPy makes an array of
// the fill value, and so looks into any object there.
func maskedState(a *array, mask, fill *value) *misfit {
	if mask.kind == kindLost {
		return &misfit{path: "mask", lost: true}
	}
	if mask.quiet() {
		return &misfit{mute: true}
	}
	want := saturatedProduct(a.count, a.dtype.leaves())
	if mask.kind != kindBytes && mask.kind != kindText && mask.kind != kindByteArray || mask.n != want {
		return &misfit{path: "mask", got: mask.String(), want: text.Count(want, "byte")}
	}
	switch {
	case fill.kind == kindNone:
		return nil
	case fill.kind == kindLost:
		return &misfit{path: "fill value", lost: true}
	case fill.quiet():
		return &misfit{mute: true}
	}
	if f := fill.plainArray(); f == nil || len(f.shape) != 0 || !f.dtype.fills(a.dtype) {
		return &misfit{path: "fill value", got: fill.String(), want: "None or an array of one element of its type"}
	}
	return nil
}

// memoryOf objects to an array that takes more memory than the file accounts for. Elements stored
// as bytes don't matter: they take as much as in the file.
func memoryOf(itemsize, count, offset int64) string {
	const free, factor = 64 << 20, 20
	if n := saturatedProduct(max(itemsize, 0), count); n > saturate(free, saturatedProduct(factor, offset)) {
		return fmt.Sprintf("%s of %s take over %d MiB and %d times the file so far", text.Count(count, "element"), text.Count(itemsize, "byte"), free>>20, factor)
	}
	return ""
}

// emptyElements objects to an array whose elements have no bytes: a copy may allocate a character, up to four bytes, for each
// of them. The offset says how much of the file was read.
func (a *array) emptyElements(offset int64) *objection {
	if what := memoryOf(4, a.count, offset); what != "" {
		return &objection{rule: spec.PickleExpansion, format: "copy of an array with zero-byte elements: %s", args: []any{what}}
	}
	return nil
}
