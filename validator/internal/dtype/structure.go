package dtype

import (
	"math"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// structure judges the list of fields at node n (clause npy-5.11) and returns its dtype.
func (w *walk) structure(n literal.Node) spec.DType {
	pairs := 0
	for item := w.tree.First(n); item != 0; item = w.tree.Next(item) {
		if first := w.tree.First(w.tree.Inner(item)); first != 0 && w.tree.Next(first) != 0 {
			pairs++
		}
	}
	if w.tree.First(n) == 0 {
		w.fault(spec.DescrEmptyStruct, n, "%s is an empty list, a structured type without fields", w.subject())
		return spec.DType{Kind: 'V', Order: '|', Struct: true}
	}
	fields := make([]spec.Field, 0, pairs)
	var padding []int32 // the indexes of padding
	ok := true
	index := int32(0)
	for item := w.tree.First(n); item != 0; item = w.tree.Next(item) {
		w.enter(index)
		f, known := w.field(item)
		w.leave()
		if f.Padding {
			padding = append(padding, index)
		}
		ok = ok && known
		if ok {
			fields = append(fields, f)
		}
		index++
	}
	w.duplicates(n, pairs, padding)
	if !ok {
		return spec.DType{}
	}
	t, err := spec.Struct(fields)
	if err != nil {
		w.fault(spec.DescrItemsizeOverflow, n, "fields add up to more than %d bytes per element", math.MaxInt32)
		return spec.DType{}
	}
	return t
}

// field judges one field. Known reports whether its name and its type are known.
func (w *walk) field(n literal.Node) (f spec.Field, known bool) {
	items, ok := w.fieldItems(n)
	if !ok {
		return f, false
	}
	w.enter(0)
	named := w.fieldName(items[0], &f)
	w.leave()
	unnamed := named && f.Name == "" && !f.Titled
	w.name = items[0]
	w.enter(1)
	f.Type, known, f.Padding = w.fieldType(items[1], items[2], unnamed)
	w.leave()
	if items[2] != 0 {
		w.enter(2)
		f.Type, known = w.subarray(items[2], f.Type, known)
		w.leave()
		if f.Padding {
			w.enter(1)
			w.shapedPadding(items[1], &f.Type, known)
			w.leave()
		}
	}
	if void := f.Type.Kind == 'V' && !f.Type.Struct; unnamed && !f.Padding && known && void {
		// To NumPy a subarray is void, and void without a name is padding.
		w.fault(spec.DescrPaddingForm, n, "unnamed field is a subarray, which readers treat as padding, expected '|V%d'", f.Type.Itemsize)
		f.Padding = true
	}
	if named && f.Name == "" && !f.Padding && known {
		w.fault(spec.DescrEmptyName, n, "field has no name, but is not padding ('', '|Vn')")
	}
	return f, named && known
}

// fieldItems returns the nodes of name, type and shape of a field, the last one 0 if there is none.
func (w *walk) fieldItems(n literal.Node) (items [3]literal.Node, ok bool) {
	tuple := w.tree.Inner(n)
	switch k := w.tree.Kind(tuple); k {
	case literal.Tuple, literal.List:
	case literal.Bad:
		return items, false
	default:
		w.tree.Explain(n) // ('a') is meant to be a tuple
		w.fault(spec.DescrFieldNotTuple, n, "field is %s, expected a tuple of name and type", w.tree.Excerpt(n))
		return items, false
	}
	count := 0
	for item := w.tree.First(tuple); item != 0; item = w.tree.Next(item) {
		if count < len(items) {
			items[count] = item
		}
		count++
	}
	if count < 2 || count > 3 {
		s := "s"
		if count == 1 {
			s = ""
		}
		w.fault(spec.DescrFieldLength, n, "field has %d item%s, expected name and type, or name, type and shape", count, s)
		return items, false
	}
	if w.tree.Kind(tuple) == literal.List {
		w.fault(spec.DescrFieldList, n, "field is a list, expected a tuple")
	}
	return items, true
}

// fieldType judges the second item of a field. Unnamed means that the field may be padding, shape
// is the node of its third item or 0.
func (w *walk) fieldType(n, shape literal.Node, unnamed bool) (t spec.DType, known, padding bool) {
	value := w.tree.Inner(n)
	switch k := w.tree.Kind(value); k {
	case literal.String:
		s := w.typeString(value)
		if unnamed && s.dtype.Kind == 'V' && !s.dtype.Struct {
			w.padding(n, &s, shape == 0)
			return s.dtype, true, true
		}
		w.judge(n, &s, shape == 0)
		return s.dtype, s.dtype.Kind != 0, false
	case literal.List:
		t := w.structure(value)
		return t, t.Kind != 0, false
	case literal.Tuple:
		t, known := w.pair(n, value)
		return t, known, false
	default:
		w.otherKind(n, k)
	}
	return spec.DType{}, false, false
}

// padding judges the type string of padding (clause npy-5.13); n is its node with its parentheses. Alone means that no
// shape follows it.
func (w *walk) padding(n literal.Node, s *typeString, alone bool) {
	const order = orderOnSingleByte | orderMissingSingleByte
	w.codeFaults(n, s, s.faults&^order)
	switch {
	case !alone:
	case s.faults&order != 0:
		w.fault(spec.DescrPaddingForm, n, "padding is %s, expected '|V%d'", w.tree.Excerpt(n), s.dtype.Itemsize)
	case s.faults == 0 && s.dtype.Itemsize == 0:
		w.fault(spec.DescrPaddingZero, n, "padding has zero bytes")
	}
}

// shapedPadding reports padding with a shape (clause npy-5.13). Its whole type is t, if that is known; n is the node
// of its type string.
func (w *walk) shapedPadding(n literal.Node, t *spec.DType, known bool) {
	if !known {
		w.fault(spec.DescrPaddingForm, n, "padding is %s with a shape, expected no shape", w.tree.Excerpt(n))
		return
	}
	w.fault(spec.DescrPaddingForm, n, "padding is %s with a shape, expected '|V%d' without one", w.tree.Excerpt(n), t.Itemsize)
}

// pair judges a type of the form (base, shape), a subarray inside a subarray (clause npy-5.10).
func (w *walk) pair(n, tuple literal.Node) (t spec.DType, known bool) {
	shape, ok := w.pairShape(n, tuple)
	if !ok {
		return t, false
	}
	w.enter(0)
	t, known, _ = w.fieldType(w.tree.First(tuple), shape, false)
	w.leave()
	w.enter(1)
	t, known = w.subarray(shape, t, known)
	w.leave()
	return t, known
}

// keysOfH5py are the keys of the metadata that h5py gives to types.
var keysOfH5py = []string{"vlen", "enum", "ref", "h5py_encoding", "h5py_opaque"}

// dictionary reports the pair n of a base type and a dictionary: metadata of the type, unless a value of it may be a
// field, an offset or a list of names.
func (w *walk) dictionary(n, base, dict literal.Node) {
	key := w.tree.First(dict)
	metadata := key != 0 && w.tree.Kind(base) == literal.String
	for item := key; item != 0; item = w.tree.Next(item) {
		w.tree.Explain(item)
		switch w.tree.Kind(w.tree.Inner(item)) {
		case literal.Tuple, literal.List, literal.Bad:
			metadata = false
		}
	}
	if !metadata {
		w.fault(spec.DescrTwoTypes, n, "%s is a pair of a type and a dictionary, expected one type", w.subject())
		return
	}
	of, from := "", ""
	if w.name != 0 {
		of = " of " + w.tree.Excerpt(w.name)
	}
	if w.tree.Kind(key) == literal.String && slices.Contains(keysOfH5py, w.tree.Value(key)) {
		from = " of h5py"
	}
	w.fault(spec.DescrTwoTypes, n, "%s%s is %s with metadata {%s: …}%s, which NumPy before 2.0 wrote and none reads",
		w.subject(), of, w.tree.Excerpt(base), w.tree.Excerpt(key), from)
}
