package pickle

import (
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// Header is the array that a file's header describes, and that its pickle should build.
type Header struct {
	DType   spec.DType
	Shape   []int64
	Fortran bool
}

// comparison compares the array that a pickle builds with the header.
type comparison struct {
	*place
	seed maphash.Seed
}

// differs says how a dtype differs from the one that the header describes, or "". The path leads
// from the dtype of the array to this one.
func (c *comparison) differs(t *dtype, h *spec.DType, path string) string {
	var shape []int64
	for ; h.Base != nil; h = h.Base {
		shape = append(shape, h.Shape...)
	}
	has := "has a dtype"
	if path != "" {
		has = "has a field " + text.Literal(path)
	}
	switch {
	case t.faulty:
		return ""
	case !slices.Equal(t.shape, shape):
		return fmt.Sprintf("%s with subarray shape %s, but the header says %s", has, shapeText(t.shape), shapeText(shape))
	}
	if t.base != nil {
		t = t.base
	}
	switch {
	case h.Struct && t.fields < 0:
		return has + " without fields, but the header has fields there"
	case h.Struct:
		return c.fieldsDiffer(t, h, has, path)
	case t.fields >= 0:
		return has + " with fields, but the header has none there"
	case t.itemsize < 0:
		return ""
	case t.kind != h.Kind || t.kind != 'O' && t.itemsize != h.Itemsize:
		return fmt.Sprintf("%s of type %c with %s, but the header says %c with %s",
			has, t.kind, text.Count(t.itemsize, "byte"), h.Kind, text.Count(h.Itemsize, "byte"))
	case t.order != 0 && (h.Order == '<' || h.Order == '>') && t.order != h.Order:
		return fmt.Sprintf("%s with byte order %c, but the header says %c", has, t.order, h.Order)
	case t.unit != "" && (t.unit != unitName(h.Unit) || h.Unit != spec.NoUnit && t.multiple != int64(h.Multiple)):
		return fmt.Sprintf("%s with unit %d%s, but the header says %d%s", has, t.multiple, text.Quote(t.unit), h.Multiple, unitName(h.Unit))
	}
	return ""
}

// fieldsDiffer is differs for structured types.
func (c *comparison) fieldsDiffer(t *dtype, h *spec.DType, has, path string) string {
	var names nameSum
	count := int64(0)
	for i := range h.Fields {
		if !h.Fields[i].Padding {
			names.add(c.seed, h.Fields[i].Name)
			count++
		}
	}
	switch {
	case t.fields != count:
		return fmt.Sprintf("%s of %s, but the header says %d", has, text.Count(t.fields, "field"), count)
	case names.order != t.names.order:
		return has + " whose fields differ from the header's in name or order"
	case t.layout == nil && count > 0:
		c.lose("a dtype with fields")
		return ""
	}
	fields := make(map[string]*structField, len(t.layout))
	for i := range t.layout {
		if f := &t.layout[i]; !f.byTitle() {
			fields[f.key] = f
		}
	}
	if t.itemsize != h.Itemsize {
		return fmt.Sprintf("%s of %s, but the header says %d", has, text.Count(t.itemsize, "byte"), h.Itemsize)
	}
	for i := range h.Fields {
		g := &h.Fields[i]
		f := fields[g.Name]
		if g.Padding || f == nil {
			continue
		}
		name := g.Name
		if path != "" {
			name = path + "." + name
		}
		switch {
		case f.titled != g.Titled || f.title != g.Title:
			return fmt.Sprintf("has a field %s with title %s, but the header says %s", text.Literal(name), text.Literal(f.title), text.Literal(g.Title))
		case f.at != g.Offset:
			return fmt.Sprintf("has a field %s at byte %d, but the header says %d", text.Literal(name), f.at, g.Offset)
		}
		if what := c.differs(f.dtype, &g.Type, name); what != "" {
			return what
		}
	}
	return ""
}

// unitName returns the name that NumPy pickles for a unit.
func unitName(u spec.Unit) string {
	if u == spec.NoUnit {
		return "generic"
	}
	return u.String()
}

// judge compares what STOP returns with the header, if there is one (clause npy-8.12). An array whose list has more or
// fewer elements than its shape may be the file's own: that concerns the header too.
func (c *comparison) judge(result *value, uneven []*array, header *Header) {
	var a *array
	if result.kind == kindObject {
		a = result.node.array
	}
	for _, u := range uneven {
		if u != a || header == nil {
			c.report(spec.PickleCallForm, u.at, u.n, "%s", u.uneven())
		}
	}
	switch {
	case header == nil:
	case a != nil:
		c.judgeArray(a, result.node.built, slices.Contains(uneven, a), header)
	case result.node == nil || result.node.global == nil || result.node.global.trusted():
		c.fault(spec.PickleNotArray, "pickle builds %v, expected an array", *result)
	}
}

// judgeArray compares an array with the header. Uneven is one whose list has more or fewer elements than its shape.
func (c *comparison) judgeArray(a *array, built, uneven bool, header *Header) {
	what := ""
	switch {
	case a.faulty && !uneven:
		return
	case !built:
		a.at, a.n = c.start, c.at-c.start
		what = "has no state"
	case !slices.Equal(a.shape, header.Shape):
		what = fmt.Sprintf("has shape %s, but the header says %s", shapeText(a.shape), shapeText(header.Shape))
	case a.items != a.count && a.faulty:
		what = fmt.Sprintf("lists %s, but the header says %d", text.Count(a.items, "element"), a.count)
	case !a.dtype.object:
		what = "has a dtype without objects"
	case a.fortran != header.Fortran && !bothOrders(a.shape):
		what = fmt.Sprintf("has Fortran order %v, but the header says %v", pythonBool(a.fortran), pythonBool(header.Fortran))
	case a.dtype.kind == 'T' && !header.DType.Struct:
		return
	default:
		if what = c.differs(a.dtype, &header.DType, ""); what == "" {
			return
		}
	}
	c.report(spec.PickleHeaderMismatch, a.at, a.n, "pickled array %s", what)
}
