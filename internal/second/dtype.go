package second

import (
	"math/bits"
	"slices"
	"strings"
)

// DType is a type: a scalar, a structure or a subarray.
type DType struct {
	Kind   byte // b i u f c m M S U V O; 'T' for a structure, '*' for a subarray
	Big    bool // big-endian
	Size   int64
	Unit   string // of times: "25s"
	Fields []Field
	Base   *DType
	Shape  []int64
}

// Field is a field of a structure.
type Field struct {
	Name, Title string
	Titled      bool
	Padding     bool
	Offset      int64
	DType
}

// MaxSize is the largest itemsize that NumPy's C code can hold, in bytes.
const MaxSize = 1<<31 - 1

// dtype reads a descr. Only a field, and what is repaired, may be a subarray.
func (r *Reader) dtype(v value, top bool) DType {
	switch v := v.(type) {
	case string:
		return r.typeString(v)
	case list:
		return r.structure(v)
	case tuple:
		if len(v) == 2 && (!top || r.Level == Any) {
			return r.subarray(r.dtype(v[0], false), v[1])
		}
	}
	refuse("descr is not a type")
	return DType{}
}

func (r *Reader) structure(items []value) DType {
	t := DType{Kind: 'T'}
	names := map[string]bool{}
	for _, v := range items {
		f := r.field(v)
		f.Offset = t.Size
		for i, name := range []string{f.Name, f.Title} {
			if r.Level == Any || f.Padding || i == 1 && !f.Titled {
				continue
			}
			r.must(!names[name], "duplicate-names", "two fields have the name %q", name)
			names[name] = true
		}
		if t.Size += f.Size; t.Size > MaxSize {
			r.must(false, "itemsize-wraps", "the itemsize is too large")
			t.Size &= MaxSize
		}
		t.Fields = append(t.Fields, f)
	}
	return t
}

// field reads a name, a type, and perhaps the shape of a subarray.
func (r *Reader) field(v value) (f Field) {
	items, ok := v.(tuple)
	if l, isList := v.(list); isList && r.Level == Any {
		items, ok = tuple(l), true
	}
	if !ok || len(items) < 2 || len(items) > 3 {
		refuse("a field is not a tuple of two or three")
	}
	switch name := items[0].(type) {
	case string:
		f.Name = name
	case tuple:
		if len(name) == 2 {
			title, isText := name[0].(string)
			name, alsoText := name[1].(string)
			f.Title, f.Name, f.Titled = title, name, isText && alsoText
		}
		if !f.Titled {
			refuse("the title of a field")
		}
	default:
		refuse("the name of a field")
	}
	f.DType = r.dtype(items[1], false)
	if len(items) == 3 {
		f.DType = r.subarray(f.DType, items[2])
	}
	f.Padding = f.Name == "" && !f.Titled && (f.Kind == 'V' || f.Kind == '*' && r.Level == Any)
	if f.Name == "" && !f.Padding && r.Level < Any {
		refuse("a field without a name")
	}
	return f
}

func (r *Reader) subarray(base DType, v value) DType {
	var items []value
	switch v := v.(type) {
	case tuple:
		items = v
	case int64:
		r.must(r.Level == Any || r.Level == Lax && v != 1, "subarray-number", "the shape of a subarray is not a tuple")
		items = []value{v}
	default:
		dims, ok := v.(list)
		if r.Level < Any || !ok && v != nil {
			refuse("the shape of a subarray is not a tuple")
		}
		items = dims
	}
	t := DType{Kind: '*', Base: &base, Size: base.Size, Shape: []int64{}}
	for _, item := range items {
		n, ok := item.(int64)
		if !ok {
			refuse("the shape of a subarray")
		}
		if n < 0 {
			r.must(false, "subarray-negative", "the shape of a subarray")
			n = -n
		}
		hi, lo := bits.Mul64(uint64(t.Size), uint64(n))
		if t.Size = int64(lo); hi > 0 || lo > MaxSize {
			r.must(false, "itemsize-wraps", "the itemsize is too large")
			t.Size &= MaxSize
		}
		t.Shape = append(t.Shape, n)
	}
	nothing := base.Size == 0 && (len(base.Fields) == 0 || slices.Contains(t.Shape, 0)) && strings.IndexByte("SUV*", base.Kind) >= 0
	r.must(!nothing || r.Level == Any, "subarray-of-nothing", "a subarray of nothing")
	if len(items) == 0 {
		return base
	}
	return t
}

// same reports whether two types are the same to those who use the array, and lie in the same bytes.
func same(a, b *DType) bool {
	if a.Kind != b.Kind || a.Size != b.Size || a.Unit != b.Unit || !slices.Equal(a.Shape, b.Shape) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		f, g := &a.Fields[i], &b.Fields[i]
		if f.Padding && g.Padding && f.Size == g.Size {
			continue
		}
		if f.Name != g.Name || f.Title != g.Title || f.Titled != g.Titled || f.Padding != g.Padding || !same(&f.DType, &g.DType) {
			return false
		}
	}
	return a.Base == nil || same(a.Base, b.Base)
}

// prune removes the fields without bytes, which have no values. Then an element takes no more steps than it has bytes,
// however many fields a header has.
func (t *DType) prune() {
	if t.Base != nil {
		t.Base.prune()
	}
	t.Fields = slices.DeleteFunc(t.Fields, func(f Field) bool { return f.Size == 0 })
	for i := range t.Fields {
		t.Fields[i].prune()
	}
}

// Objects reports whether a type is or contains Python objects.
func (t *DType) Objects() bool {
	if t.Base != nil {
		return t.Base.Objects()
	}
	return t.Kind == 'O' || slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Objects() })
}
