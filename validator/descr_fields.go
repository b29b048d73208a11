package validator

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// structure checks the list of fields at node n (clause npy-5.11) and returns its dtype.
func (d *descrWalk) structure(n literal.Node) spec.DType {
	pairs := 0
	for item := d.lit.First(n); item != 0; item = d.lit.Next(item) {
		if first := d.lit.First(d.lit.Inner(item)); first != 0 && d.lit.Next(first) != 0 {
			pairs++
		}
	}
	if d.lit.First(n) == 0 {
		d.lit.Fault(spec.DescrEmptyStruct, n, d.pointer(), "%s is an empty list, a structured type without fields", d.subject())
		return spec.DType{Kind: 'V', Order: '|', Struct: true}
	}
	fields := make([]spec.Field, 0, pairs)
	var blanks []int32 // the indexes of padding
	ok := true
	index := int32(0)
	for item := d.lit.First(n); item != 0; item = d.lit.Next(item) {
		d.path = append(d.path, index)
		f, known := d.field(item)
		d.path = d.path[:len(d.path)-1]
		if f.Padding {
			blanks = append(blanks, index)
		}
		ok = ok && known
		if ok {
			fields = append(fields, f)
		}
		index++
	}
	d.duplicates(n, pairs, blanks)
	if !ok {
		return spec.DType{}
	}
	t, err := spec.Struct(fields)
	if err != nil {
		d.lit.Fault(spec.DescrItemsizeOverflow, n, d.pointer(), "fields come to more than %d bytes an element", math.MaxInt32)
		return spec.DType{}
	}
	return t
}

// field checks one field. Known tells that its name and its type can be told.
func (d *descrWalk) field(n literal.Node) (f spec.Field, known bool) {
	tuple := d.lit.Inner(n)
	switch k := d.lit.Kind(tuple); k {
	case literal.Tuple:
	case literal.Bad:
		return f, false
	default:
		d.lit.Explain(n) // ('a') is meant to be a tuple
		d.lit.Fault(spec.DescrFieldNotTuple, n, d.pointer(), "field is %s, %s, want a tuple of name and type", d.lit.Excerpt(n), k)
		return f, false
	}
	var items [3]literal.Node
	count := 0
	for item := d.lit.First(tuple); item != 0; item = d.lit.Next(item) {
		if count < len(items) {
			items[count] = item
		}
		count++
	}
	if count < 2 || count > 3 {
		d.lit.Fault(spec.DescrFieldLength, n, d.pointer(), "field has %s, want name and type, or name, type and shape", plural(int64(count), "item"))
		return f, false
	}
	named := false
	d.down(0, func() { named = d.fieldName(items[0], &f) })
	unnamed := named && f.Name == "" && !f.Titled
	d.down(1, func() { f.Type, known, f.Padding = d.fieldType(items[1], items[2], unnamed) })
	if items[2] != 0 {
		d.down(2, func() { f.Type, known = d.subarray(items[2], f.Type, known) })
	}
	if void := f.Type.Kind == 'V' && !f.Type.Struct; unnamed && !f.Padding && known && void {
		// To NumPy a sub-array is void, and void without a name is padding.
		d.lit.Fault(spec.DescrPaddingForm, n, d.pointer(), "unnamed field is a sub-array, which readers take for padding, want '|V%d'", f.Type.Itemsize)
		f.Padding = true
	}
	if named && f.Name == "" && !f.Padding && known {
		d.lit.Fault(spec.DescrEmptyName, n, d.pointer(), "field has no name and is no padding ('', '|Vn')")
	}
	return f, named && known
}

// nameNodes returns the strings that are the name and the title of a field, 0 where there is none.
func (d *descrWalk) nameNodes(n literal.Node) (name, title literal.Node) {
	value := d.lit.Inner(n)
	if d.lit.Kind(value) == literal.Tuple {
		if title = d.lit.First(value); title != 0 {
			name = d.lit.Inner(d.lit.Next(title))
			title = d.lit.Inner(title)
		}
	} else {
		name = value
	}
	if d.lit.Kind(name) != literal.String {
		name = 0
	}
	if d.lit.Kind(title) != literal.String {
		title = 0
	}
	return name, title
}

// fieldName checks the name of a field, or the pair of title and name (clause npy-5.12). It returns
// false if there is no name.
func (d *descrWalk) fieldName(n literal.Node, f *spec.Field) bool {
	value := d.lit.Inner(n)
	switch k := d.lit.Kind(value); k {
	case literal.String:
		f.Name = d.nameText(value)
		return true
	case literal.Tuple:
		if title := d.lit.First(value); title != 0 {
			if name := d.lit.Next(title); name != 0 && d.lit.Next(name) == 0 {
				return d.titledName(title, name, f)
			}
		}
		d.lit.Fault(spec.DescrTitleType, n, d.pointer(), "field name is %s, want a name or a pair of title and name", d.lit.Excerpt(n))
	case literal.Bad:
	default:
		d.lit.Fault(spec.DescrFieldNameType, n, d.pointer(), "field name is %s, %s, want a string", d.lit.Excerpt(n), k)
	}
	return false
}

func (d *descrWalk) titledName(title, name literal.Node, f *spec.Field) (ok bool) {
	f.Titled = true
	d.down(0, func() {
		switch k := d.lit.Kind(d.lit.Inner(title)); k {
		case literal.String:
			f.Title = d.nameText(d.lit.Inner(title))
		case literal.Bad:
		default:
			d.lit.Fault(spec.DescrTitleType, title, d.pointer(), "field title is %s, %s, want a string", d.lit.Excerpt(title), k)
		}
	})
	d.down(1, func() {
		switch k := d.lit.Kind(d.lit.Inner(name)); k {
		case literal.String:
			f.Name, ok = d.nameText(d.lit.Inner(name)), true
		case literal.Bad:
		default:
			d.lit.Fault(spec.DescrFieldNameType, name, d.pointer(), "field name is %s, %s, want a string", d.lit.Excerpt(name), k)
		}
	})
	return ok
}

// nameText returns the value of a name, and remarks on characters that hide in escapes.
func (d *descrWalk) nameText(n literal.Node) string {
	name := d.lit.Value(n)
	if d.lit.Escaped(n) {
		odd := func(r rune) bool { return !unicode.IsPrint(r) }
		if !utf8.ValidString(name) || strings.IndexFunc(name, odd) >= 0 {
			d.lit.Fault(spec.DescrNameOdd, n, d.pointer(), "name %s holds control or invisible characters", d.lit.Excerpt(n))
		}
	}
	return name
}

// fieldType checks the second item of a field. Unnamed tells that the field may be padding, shape
// is the node of its third item or 0.
func (d *descrWalk) fieldType(n, shape literal.Node, unnamed bool) (t spec.DType, known, padding bool) {
	value := d.lit.Inner(n)
	switch k := d.lit.Kind(value); k {
	case literal.String:
		t, faults := d.code(value)
		const orderFaults = spec.FaultOrderOnSingleByte | spec.FaultOrderMissingSingleByte
		if unnamed && t.Kind == 'V' && faults&^orderFaults == 0 {
			switch {
			case faults != 0 || shape != 0:
				d.lit.Fault(spec.DescrPaddingForm, n, d.pointer(), "padding is %s, want '|V%d' and no shape", d.lit.Excerpt(n), t.Itemsize)
			case t.Itemsize == 0:
				d.lit.Fault(spec.DescrPaddingZero, n, d.pointer(), "padding has zero bytes")
			}
			return t, true, true
		}
		d.codeFaults(n, value, d.withoutLostOrder(value, t, faults))
		if faults&spec.FaultSizeMissing == 0 && (shape == 0 || t.Itemsize > 0) {
			d.remarks(n, t, false)
		}
		return t, t.Kind != 0, false
	case literal.List:
		t := d.structure(value)
		return t, t.Kind != 0, false
	case literal.Tuple:
		t, known := d.pair(n, value)
		return t, known, false
	default:
		d.otherKind(n, k)
	}
	return spec.DType{}, false, false
}

// pair checks a type of the form (base, shape), a sub-array inside a sub-array (clause npy-5.10).
func (d *descrWalk) pair(n, tuple literal.Node) (t spec.DType, known bool) {
	shape, ok := d.pairShape(n, tuple)
	if !ok {
		return t, false
	}
	d.down(0, func() { t, known, _ = d.fieldType(d.lit.First(tuple), 0, false) })
	d.down(1, func() { t, known = d.subarray(shape, t, known) })
	return t, known
}

// pairShape returns the second item of a tuple of a type and a shape. It returns false for every
// other tuple, after a word on it.
func (d *descrWalk) pairShape(n, tuple literal.Node) (shape literal.Node, ok bool) {
	base := d.lit.First(tuple)
	if base == 0 || d.lit.Next(base) == 0 || d.lit.Next(d.lit.Next(base)) != 0 {
		d.lit.Fault(spec.DescrTupleMalformed, n, d.pointer(), "%s is a tuple of other than two items, want a type and a shape", d.subject())
		return 0, false
	}
	shape = d.lit.Next(base)
	switch k := d.lit.Kind(d.lit.Inner(shape)); k {
	case literal.List, literal.String, literal.Dict:
		d.lit.Fault(spec.DescrTupleBaseAlias, n, d.pointer(), "%s is %s laid over another type, want one type", d.subject(), k)
		return 0, false
	case literal.Tuple, literal.Int, literal.Bad:
		return shape, true
	default:
		d.lit.Fault(spec.DescrTupleMalformed, n, d.pointer(), "%s is a tuple whose second item is %s, want a shape", d.subject(), k)
		return 0, false
	}
}

// subarray checks the shape of a sub-array of base elements (clause npy-5.14).
func (d *descrWalk) subarray(n literal.Node, base spec.DType, known bool) (spec.DType, bool) {
	value := d.lit.Inner(n)
	var dims []int64
	switch k := d.lit.Kind(value); k {
	case literal.Bad:
		return base, false
	case literal.Int:
		v, fits := d.lit.Int(value)
		if value != n {
			d.lit.Explain(n)
		}
		switch {
		case d.lit.Negative(value) && (!fits || v < 0):
			d.lit.Fault(spec.DescrSubarrayShapeNegative, n, d.pointer(), "sub-array shape is %s, want a tuple of non-negative integers", d.lit.Excerpt(n))
			return base, false
		case v == 1 && fits:
			d.lit.Fault(spec.DescrSubarrayShapeOne, n, d.pointer(), "sub-array shape is the number 1: no sub-array in NumPy 1.x, (1,) in NumPy 2.x")
			return base, false
		}
		d.lit.Fault(spec.DescrSubarrayShapeInt, n, d.pointer(), "sub-array shape is the number %s, want the tuple (%s,)", d.lit.Excerpt(n), d.lit.Excerpt(n))
		if !fits {
			v = math.MaxInt64
		}
		dims = append(dims, v)
	case literal.Tuple:
		var ok bool
		if dims, ok = d.subarrayDims(value); !ok {
			return base, false
		}
	default:
		d.lit.Fault(spec.DescrSubarrayShapeType, n, d.pointer(), "sub-array shape is %s, %s, want a tuple of integers", d.lit.Excerpt(n), k)
		return base, false
	}
	if base.Itemsize == 0 && known && !base.Struct {
		d.lit.Fault(spec.DescrSubarrayZeroItemsize, n, d.pointer(), "sub-array of elements of zero bytes, want a base type with a size")
		return base, false
	}
	if len(dims) == 0 {
		d.lit.Fault(spec.DescrSubarrayShapeEmpty, n, d.pointer(), "sub-array shape is (), which is not a sub-array")
		return base, known
	}
	reportRank(d.lit, n, len(dims), d.pointer(), "sub-array shape")
	if slices.Contains(dims, 0) {
		d.lit.Fault(spec.DescrSubarrayZero, n, d.pointer(), "sub-array shape is %s, without elements", d.lit.Excerpt(n))
	}
	if !known {
		return base, false
	}
	t, err := spec.Subarray(base, dims)
	if err != nil {
		d.lit.Fault(spec.DescrItemsizeOverflow, n, d.pointer(), "sub-array comes to more than %d bytes", math.MaxInt32)
		return base, false
	}
	return t, true
}

func (d *descrWalk) subarrayDims(tuple literal.Node) (dims []int64, ok bool) {
	ok = true
	index := 0
	for item := d.lit.First(tuple); item != 0; item = d.lit.Next(item) {
		value := d.lit.Inner(item)
		pointer := func() string { return fmt.Sprintf("%s/%d", d.pointer(), index) }
		switch k := d.lit.Kind(value); k {
		case literal.Int:
			v, fits := d.lit.Int(value)
			switch {
			case d.lit.Negative(value) && (!fits || v < 0):
				d.lit.Fault(spec.DescrSubarrayShapeNegative, item, pointer(), "sub-array dimension is %s, want a non-negative integer", d.lit.Excerpt(item))
				ok = false
			case !fits:
				v = math.MaxInt64
			}
			dims = append(dims, v)
		case literal.Bad:
			ok = false
		default:
			d.lit.Fault(spec.DescrSubarrayShapeType, item, pointer(), "sub-array dimension is %s, %s, want a non-negative integer", d.lit.Excerpt(item), k)
			ok = false
		}
		index++
	}
	return dims, ok
}

// duplicates reports names and titles that occur again in the list of fields at node n. NumPy keeps
// both in one table. Count is how many names to expect; blanks has the indexes of padding, which needs
// no name of its own.
func (d *descrWalk) duplicates(n literal.Node, count int, blanks []int32) {
	labels := make([]label, 0, count)
	index := int32(0)
	for item := d.lit.First(n); item != 0; item = d.lit.Next(item) {
		if first := d.lit.First(d.lit.Inner(item)); first != 0 && d.lit.Kind(d.lit.Inner(item)) == literal.Tuple {
			name, title := d.nameNodes(first)
			if len(blanks) > 0 && blanks[0] == index {
				blanks, name = blanks[1:], 0
			}
			if name != 0 && (title != 0 || !d.blankName(name, d.lit.Next(first))) {
				labels = append(labels, label{name, index})
			}
			if title != 0 {
				labels = append(labels, label{title, ^index})
			}
		}
		index++
	}
	slices.SortFunc(labels, func(a, b label) int {
		return cmp.Or(bytes.Compare(d.labelText(a), d.labelText(b)), cmp.Compare(a.node, b.node))
	})
	for i := 1; i < len(labels); i++ {
		a, b := labels[i-1], labels[i]
		if !bytes.Equal(d.labelText(a), d.labelText(b)) {
			continue
		}
		rule, what := spec.DescrDuplicateName, "field name %s occurs again"
		if a.field < 0 || b.field < 0 {
			rule, what = spec.DescrDuplicateTitle, "%s is the title of one field and the name or title of another"
		}
		d.down(max(b.field, ^b.field), func() { d.lit.Fault(rule, b.node, d.pointer(), what, d.lit.Excerpt(b.node)) })
	}
}

// label is a name or a title: its node, and the index of the field, inverted for a title.
type label struct {
	node  literal.Node
	field int32
}

// labelText returns the value of a label.
func (d *descrWalk) labelText(l label) []byte {
	if text := d.lit.Text(l.node); !d.lit.Escaped(l.node) && ascii(text) {
		return text[1 : len(text)-1]
	}
	return []byte(d.lit.Value(l.node))
}

// blankName tells whether a field may be padding, which needs no name of its own: its name is
// empty and its type, the node typ, is void.
func (d *descrWalk) blankName(name, typ literal.Node) bool {
	if len(d.lit.Text(name)) > 2 || typ == 0 || d.lit.Kind(d.lit.Inner(typ)) != literal.String {
		return false
	}
	t, _ := d.code(d.lit.Inner(typ))
	return t.Kind == 'V'
}
