package inspect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// newDType returns the dtype that numpy.dtype makes of a code, or of a class of records.
func newDType(code *node) *node {
	n := &node{kind: kindDType, descr: code.text}
	if code.kind == kindImport {
		n.dtype = &spec.DType{Kind: 'V', Order: '|'}
		return n
	}
	s := strings.TrimLeft(code.text, "<>|=")
	if len(s) == 0 {
		return n
	}
	if !dotted(s) {
		n.descr = text.Literal(code.text) // it might look like words of npycheck
		return n
	}
	size, err := strconv.ParseInt(s[1:], 10, 64)
	if err != nil && len(s) > 1 {
		return n
	}
	switch s[0] {
	case 'U':
		size *= 4
	case 'O':
		size = 8 // in memory; no file contains it
	}
	if t, ok := spec.Scalar(s[0], '=', size); ok {
		n.dtype = &t
	}
	return n
}

// giveState gives a dtype its state: version, byte order, subarray, names, fields, itemsize, alignment, flags, and
// perhaps metadata.
func (n *node) giveState(state *node) {
	s := state.items
	if n.dtype == nil || state.kind != kindTuple || len(s) < 8 {
		return
	}
	t := *n.dtype
	n.dtype = nil
	if order := s[1].text; (order == "<" || order == ">") && t.Order == '=' {
		t.Order = order[0]
	}
	size, err := strconv.ParseInt(s[5].text, 10, 32)
	if err == nil && size >= 0 && strings.IndexByte("SUV", t.Kind) >= 0 {
		t.Itemsize = size
	}
	switch {
	case s[2].kind == kindTuple:
		n.subarray(s[2])
		return
	case s[3].kind == kindTuple:
		n.fields(s[3], s[4], size)
		return
	}
	if len(s) == 9 && (t.Kind == 'm' || t.Kind == 'M') && !unit(&t, s[8]) {
		return
	}
	n.dtype = &t
}

// subarray makes the dtype one of subarrays: of a base, with a shape.
func (n *node) subarray(parts *node) {
	if len(parts.items) != 2 || parts.items[0].dtype == nil {
		return
	}
	base := parts.items[0]
	shape, ok := dimensions(parts.items[1])
	if !ok || base.nested >= maxFields {
		return
	}
	if t, err := spec.Subarray(*base.dtype, shape); err == nil {
		n.dtype, n.nested = &t, base.nested+1
	}
}

// fields makes the dtype a structured one, with padding between its fields as in a header.
func (n *node) fields(names, table *node, size int64) {
	if names.cut || int64(len(names.items)) != names.n || table.cut || table.kind != kindDict || 2*table.pairs != int64(len(table.entries)) {
		return
	}
	places := make(map[string]*node)
	for i := 0; i < len(table.entries); i += 2 {
		places[table.entries[i].text] = table.entries[i+1]
	}
	var fields []spec.Field
	nested := 0
	for _, name := range names.items {
		place := places[name.text]
		if place == nil || name.kind != kindText || place.kind != kindTuple || len(place.items) < 2 || place.items[0].dtype == nil {
			return
		}
		at, err := strconv.ParseInt(place.items[1].text, 10, 32)
		if err != nil || at < 0 {
			return
		}
		if nested += 1 + place.items[0].nested; nested > maxFields {
			return
		}
		f := spec.Field{Name: name.text, Offset: at, Type: *place.items[0].dtype}
		if len(place.items) > 2 && place.items[2].kind == kindText {
			f.Title, f.Titled = place.items[2].text, true
		}
		fields = append(fields, f)
	}
	if !slices.IsSortedFunc(fields, func(a, b spec.Field) int { return int(a.Offset - b.Offset) }) {
		n.descr = "a structured type whose fields are not in order"
		return
	}
	var padded []spec.Field
	end := int64(0)
	pad := func(to int64) {
		if to > end {
			padded = append(padded, spec.Field{Padding: true, Type: spec.DType{Kind: 'V', Order: '|', Itemsize: to - end}})
		}
	}
	for _, f := range fields {
		if f.Offset < end {
			n.descr = "a structured type whose fields overlap"
			return
		}
		pad(f.Offset)
		padded = append(padded, f)
		end = f.Offset + f.Type.Itemsize
	}
	pad(size)
	if t, err := spec.Struct(padded); err == nil {
		n.dtype, n.nested = &t, nested
	}
}

// unit reads the unit of a datetime from its metadata: an empty dict, and a tuple of name, count, divisor and events.
func unit(t *spec.DType, metadata *node) bool {
	if len(metadata.items) != 2 || len(metadata.items[1].items) < 2 {
		return false
	}
	u := metadata.items[1].items
	if u[0].text == "generic" {
		return true
	}
	name := u[0].text
	if count := u[1].text; count != "1" {
		name = count + name
	}
	parsed, ok := spec.ParseCode("<" + string(t.Kind) + "8[" + name + "]")
	t.Unit, t.Multiple = parsed.Unit, parsed.Multiple
	return ok
}

// dimensions returns the dimensions in a tuple.
func dimensions(n *node) ([]int64, bool) {
	if n.kind != kindTuple || int64(len(n.items)) != n.n || n.n > 64 {
		return nil, false
	}
	shape := make([]int64, len(n.items))
	for i, d := range n.items {
		v, err := strconv.ParseInt(d.text, 10, 64)
		if err != nil || d.kind != kindInt || v < 0 {
			return nil, false
		}
		shape[i] = v
	}
	return shape, true
}

// typeText spells the dtype of an array, a scalar or a dtype.
func (n *node) typeText() string {
	text := n.descr
	if n.dtype != nil && n.dtype.Kind != 0 {
		text = n.dtype.Descr()
	}
	if len(text) > maxType {
		return strings.ToValidUTF8(text[:maxType], "") + "…"
	}
	return text
}
