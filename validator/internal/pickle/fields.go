package pickle

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// field is an item of the dictionary of fields that a structured dtype has.
type structField struct {
	key    string // the name, or the title: NumPy gives a field two items if it has a title of text
	title  string
	titled bool
	at     int64 // offset in bytes
	dtype  *dtype
}

func (f *structField) end() int64 { return f.at + max(f.dtype.itemsize, 0) }

// byTitle reports whether the item is that for the title.
func (f *structField) byTitle() bool { return f.titled && f.title == f.key }

func (f *structField) cost() int64 { return fieldCost + int64(len(f.key)+len(f.title))/costUnit }

// fieldTable are the items of a dictionary that describe fields of a structured dtype. They are
// looked through when the first dtype is made of them, and then let go unless the header has fields
// to compare them with.
type fieldTable struct {
	list   []structField
	count  int64 // how many there were
	lost   bool  // an item was let go
	faulty bool  // a finding says of an item that it is not to be relied on

	settled bool
	fault   string
	named   int64  // fields
	names   uint64 // sum of their names, whatever the order
	end     int64  // where the last of them ends, in bytes
	object  bool   // one of them holds references
	strings bool   // one of them is of variable length
	masks   int64  // booleans in the mask of an element
	weight  int64  // of the fields at all depths
	limits  []byte // the largest bytes of an element
}

const (
	fieldCost    = 4       // units of memory, with the dtype
	maxFieldCost = 1 << 16 // of all fields of all dtypes
)

// nameSum stands for a row of names: equal rows have equal sums, others hardly ever.
type nameSum struct {
	set   uint64 // the same in any order
	order uint64
	lost  bool // a name was let go
}

func (s *nameSum) add(seed maphash.Seed, name string) {
	h := maphash.String(seed, name)
	s.set += h
	s.order = s.order*0x9e3779b97f4a7c15 + h
}

// sum returns the sum of texts.
func (p *machine) sum(texts []value) (s nameSum) {
	for i := range texts {
		if v := &texts[i]; v.kind == kindText && v.known {
			s.add(p.seed, v.text)
		} else {
			s.lost = true
		}
	}
	return s
}

func (n *node) summary() *fieldTable {
	if n.fields == nil {
		n.fields = &fieldTable{}
	}
	return n.fields
}

// addField looks at an item of a dictionary: the field of a dtype is a tuple of dtype, offset and
// perhaps title.
func (p *machine) addField(n *node, key, v *value) {
	switch {
	case v.kind == kindLost:
		n.summary().lost = true
		return
	case v.kind != kindTuple || v.node.count < 2 || v.node.count > 3:
		return
	case v.node.items == nil:
		n.summary().lost = true
		return
	}
	typ, offset := &v.node.items[0], &v.node.items[1]
	t := typ.dtype()
	at, ok := offset.integer()
	switch {
	case v.doubtful() || key.doubtful() || t != nil && t.faulty:
		n.summary().faulty = true
		return
	case typ.kind == kindLost || t != nil && (key.kind == kindLost || key.kind == kindText && !key.known):
		n.summary().lost = true
		return
	case t == nil || !ok || at < 0 || at > maxSize || key.kind != kindText:
		return
	}
	typ.node.frozen = true
	field := structField{key: key.text, at: at, dtype: t}
	if len(v.node.items) == 3 {
		switch title := &v.node.items[2]; {
		case title.kind == kindText && title.known:
			field.title, field.titled = title.text, true
		case title.kind == kindText || title.kind == kindLost:
			n.summary().lost = true
			return
		case title.kind == kindObject:
			return // it may be the very text that the key is, and NumPy takes a field under its title for no field
		}
	}
	f := n.summary()
	if p.fieldCost+field.cost() > maxFieldCost {
		f.lost = true
		return
	}
	p.fieldCost += field.cost()
	f.list = append(f.list, field)
	f.count++
}

// badFields takes over names and fields of a structured type, and says what in them NumPy doesn't
// write.
func (p *machine) badFields(t *dtype, names, fields *value) string {
	if names.kind == kindNone && fields.kind == kindNone {
		return ""
	}
	if names.kind != kindTuple || fields.kind != kindDict || !names.node.texts {
		return "the names " + names.String() + " and the fields " + fields.String() + ", want a tuple of texts and a dict"
	}
	n := fields.node
	n.frozen = true
	t.fields = names.node.count
	if names.node.names != nil {
		t.names = *names.node.names
	}
	f := n.summary()
	switch {
	case f.faulty:
		t.faulty = true
		return ""
	case f.lost || t.names.lost:
		t.faulty = true
		p.lose("a dtype with fields")
		return ""
	case f.count != n.count:
		return "fields that are not a name each with a tuple of dtype and offset"
	}
	p.settle(f)
	switch {
	case f.fault != "":
		return f.fault
	case f.named != t.fields || f.names != t.names.set:
		return "names that are not those of its fields, each once"
	case f.end > t.itemsize:
		return fmt.Sprintf("a field that ends at byte %d of an item of %s", f.end, fault.Count(t.itemsize, "byte"))
	}
	for _, name := range names.node.items {
		p.memo.keep(name)
	}
	t.object = t.object || f.object
	t.masks, t.weight = f.masks, f.weight
	if f.list != nil {
		f.limits = fieldLimits(f.list, t.itemsize)
	}
	t.limits = f.limits
	p.keepLayout(t, f, names.node.items)
	return ""
}

// keepLayout keeps the fields of a dtype in the order of their names: those of the dtypes that the header
// is compared with, and of the latest that hold objects, since elements are compared with them.
func (p *machine) keepLayout(t *dtype, f *fieldTable, names []value) {
	list := f.list
	if list == nil {
		return // another dtype has them
	}
	f.list = nil
	cost := int64(0)
	for i := range list {
		cost += list[i].cost()
	}
	if int64(len(names)) != t.fields {
		names = nil
	}
	place := make(map[string]int, len(names))
	for i := range names {
		place[names[i].text] = i
	}
	ordered := make([]structField, len(names))
	for i := range list {
		if at, ok := place[list[i].key]; ok && !list[i].byTitle() {
			ordered[at] = list[i]
		}
	}
	if len(names) == 0 {
		ordered = list // in their own order, for the header only
	}
	switch {
	case p.config.Header != nil && p.config.Header.DType.Struct && p.keptCost+cost <= maxFieldCost/2:
		p.keptCost += cost
		t.layout = ordered
	case t.object && len(names) > 0 && p.layouts.add(t, cost, &p.fieldCost):
		t.layout = ordered
	default:
		p.fieldCost -= cost
	}
}

// layoutQueue holds the latest dtypes that have their fields.
type layoutQueue struct {
	list []keptLayout
	cost int64
}

type keptLayout struct {
	dtype *dtype
	cost  int64
}

// add makes room for the fields of a dtype by letting go of those of the oldest, and reports whether
// there is enough. What becomes free is taken off the total.
func (q *layoutQueue) add(t *dtype, cost int64, total *int64) bool {
	const most = maxFieldCost / 4
	if cost > most {
		return false
	}
	for q.cost+cost > most {
		oldest := q.list[0]
		q.list = q.list[1:]
		oldest.dtype.layout = nil
		q.cost -= oldest.cost
		*total -= oldest.cost
	}
	q.list = append(q.list, keptLayout{t, cost})
	q.cost += cost
	return true
}

// settle looks through the fields of a dictionary, once.
func (p *machine) settle(f *fieldTable) {
	if f.settled {
		return
	}
	f.settled = true
	titles := make(map[string]*structField)
	keys := make(map[string]bool, len(f.list))
	titled := 0
	var byName, byTitle []*structField
	for i := range f.list {
		e := &f.list[i]
		if keys[e.key] {
			f.fault = "the key '" + quote.String(e.key) + "' twice"
			return
		}
		keys[e.key] = true
		f.end = max(f.end, e.end())
		f.object = f.object || e.dtype.object
		f.strings = f.strings || e.dtype.kind == 'T'
		f.weight = saturate(f.weight, 1+e.dtype.weight)
		if e.byTitle() {
			byTitle = append(byTitle, e)
			continue
		}
		byName = append(byName, e)
		f.named++
		f.names += maphash.String(p.seed, e.key)
		f.masks = saturate(f.masks, e.dtype.leaves())
		if e.titled {
			titled++
			titles[e.title] = e
		}
	}
	switch {
	case f.strings:
		f.fault = "a field of variable-length strings, which a structured type can't have"
	case len(byTitle) != titled:
		f.fault = fmt.Sprintf("%s for titles, want %d", fault.Count(int64(len(byTitle)), "item"), titled)
	default:
		f.fault = cmp.Or(badTitles(byTitle, titles), overlap(byName))
	}
}

// badTitles compares the items of titles with those of the names that have the titles.
func badTitles(items []*structField, titles map[string]*structField) string {
	for _, e := range items {
		field := titles[e.key]
		if field == nil || field.at != e.at || !field.dtype.alike(e.dtype) {
			return "an item for the title '" + quote.String(e.key) + "' and no field that it is the title of"
		}
		delete(titles, e.key)
	}
	return ""
}

// alike reports whether two dtypes have their references in the same places, as far as that is known
// without going through them.
func (t *dtype) alike(u *dtype) bool {
	return t == u || t.kind == u.kind && t.itemsize == u.itemsize && (t.kind == 'O' || !t.object && !u.object)
}

// overlap tells of a field with references that shares bytes with another: what is written to the
// other would be taken for an address.
func overlap(fields []*structField) string {
	slices.SortStableFunc(fields, func(a, b *structField) int { return cmp.Compare(a.at, b.at) })
	var end, objectEnd int64 // of the fields so far, and of those with references
	for _, f := range fields {
		if f.end() == f.at {
			continue
		}
		if f.at < objectEnd || f.dtype.object && f.at < end {
			return fmt.Sprintf("the field '%s' at byte %d, which shares bytes with another one, and one of them holds objects", quote.String(f.key), f.at)
		}
		end = max(end, f.end())
		if f.dtype.object {
			objectEnd = max(objectEnd, f.end())
		}
	}
	return ""
}

// differs says in what a dtype is not the one that the header describes, or "". The path leads from
// the dtype of the array to this one.
func (p *machine) differs(t *dtype, h *spec.DType, path string) string {
	var shape []int64
	for ; h.Base != nil; h = h.Base {
		shape = append(shape, h.Shape...)
	}
	has := "has a dtype"
	if path != "" {
		has = "has a field '" + quote.String(path) + "'"
	}
	switch {
	case t.faulty:
		return ""
	case !slices.Equal(t.shape, shape):
		return fmt.Sprintf("%s with the sub-array shape %s, and the header says %s", has, shapeText(t.shape), shapeText(shape))
	}
	if t.base != nil {
		t = t.base
	}
	switch {
	case h.Struct && t.fields < 0:
		return has + " without fields, and the header has fields in its place"
	case h.Struct:
		return p.fieldsDiffer(t, h, has, path)
	case t.fields >= 0:
		return has + " with fields, and the header has none in its place"
	case t.itemsize < 0:
		return ""
	case t.kind != h.Kind || t.kind != 'O' && t.itemsize != h.Itemsize:
		return fmt.Sprintf("%s of the type %c with %s, and the header says %c with %s",
			has, t.kind, fault.Count(t.itemsize, "byte"), h.Kind, fault.Count(h.Itemsize, "byte"))
	case t.order != 0 && (h.Order == '<' || h.Order == '>') && t.order != h.Order:
		return fmt.Sprintf("%s with the byte order %c, and the header says %c", has, t.order, h.Order)
	case t.unit != "" && (t.unit != unitName(h.Unit) || h.Unit != spec.NoUnit && t.multiple != int64(h.Multiple)):
		return fmt.Sprintf("%s with the unit %d%s, and the header says %d%s", has, t.multiple, quote.String(t.unit), h.Multiple, unitName(h.Unit))
	}
	return ""
}

// fieldsDiffer is differs for structured types.
func (p *machine) fieldsDiffer(t *dtype, h *spec.DType, has, path string) string {
	var names nameSum
	count := int64(0)
	for i := range h.Fields {
		if !h.Fields[i].Padding {
			names.add(p.seed, h.Fields[i].Name)
			count++
		}
	}
	switch {
	case t.fields != count:
		return fmt.Sprintf("%s of %s, and the header says %d", has, fault.Count(t.fields, "field"), count)
	case names.order != t.names.order:
		return has + " whose fields have other names than those in the header, or another order"
	case t.layout == nil && count > 0:
		p.lose("a dtype with fields")
		return ""
	}
	fields := make(map[string]*structField, len(t.layout))
	for i := range t.layout {
		if f := &t.layout[i]; !f.byTitle() {
			fields[f.key] = f
		}
	}
	if t.itemsize != h.Itemsize {
		return fmt.Sprintf("%s of %s, and the header says %d", has, fault.Count(t.itemsize, "byte"), h.Itemsize)
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
			return fmt.Sprintf("has a field '%s' with the title '%s', and the header says '%s'", quote.String(name), quote.String(f.title), quote.String(g.Title))
		case f.at != g.Offset:
			return fmt.Sprintf("has a field '%s' at byte %d, and the header says %d", quote.String(name), f.at, g.Offset)
		}
		if what := p.differs(f.dtype, &g.Type, name); what != "" {
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
