package pickle

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
)

func (n *node) summary() *fieldTable {
	if n.fields == nil {
		n.fields = &fieldTable{}
	}
	return n.fields
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

// add makes room for the fields of a dtype by dropping those of the oldest, and reports whether
// there is enough. It subtracts what becomes free from the total.
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

// badTitles compares the items of titles with those of the names that have the titles.
func badTitles(items []*structField, titles map[string]*structField) string {
	for _, e := range items {
		field := titles[e.key]
		if field == nil || field.at != e.at || !field.dtype.same(e.dtype) {
			return "title " + text.Literal(e.key) + " without a field"
		}
		delete(titles, e.key)
	}
	return ""
}

// overlap reports a field with references that shares bytes with another: a value written to the
// other would be used as an address.
func overlap(fields []*structField) string {
	slices.SortStableFunc(fields, func(a, b *structField) int { return cmp.Compare(a.at, b.at) })
	var end, objectEnd int64 // of the fields so far, and of those with references
	for _, f := range fields {
		if f.end() == f.at {
			continue
		}
		if f.at < objectEnd || f.dtype.object && f.at < end {
			return fmt.Sprintf("field %s at byte %d, which overlaps another, and one of the two holds objects", text.Literal(f.key), f.at)
		}
		end = max(end, f.end())
		if f.dtype.object {
			objectEnd = max(objectEnd, f.end())
		}
	}
	return ""
}

// fieldKeeper collects the fields of structured dtypes.
type fieldKeeper struct {
	*place
	seed    maphash.Seed // of sums of names, which are as good as the names: no report depends on it
	layouts layoutQueue  // of the latest dtypes with objects
	cost    int64        // units of memory that fields of dtypes take
	keeps   bool         // the header has fields to compare with
	kept    int64        // the part of cost that is for this
}

// sum returns the hash sum of texts.
func (k *fieldKeeper) sum(texts []value) (s nameSum) {
	for i := range texts {
		if v := &texts[i]; v.kind == kindText && v.known {
			s.add(k.seed, v.text)
		} else {
			s.lost = true
		}
	}
	return s
}

// addField checks an item of a dictionary: the field of a dtype is a tuple of dtype, offset and
// perhaps title.
func (k *fieldKeeper) addField(n *node, key, v *value) {
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
	case t == nil || !ok || at < 0 || at > maxCount || key.kind != kindText:
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
			return // it may be the same object as the key, and NumPy skips a field whose key is its title
		}
	}
	f := n.summary()
	if k.cost+field.cost() > maxFieldCost {
		f.lost = true
		return
	}
	k.cost += field.cost()
	f.list = append(f.list, field)
	f.count++
}

// badFields sets the names and fields of a structured type, and says which part of them NumPy
// doesn't write.
func (k *fieldKeeper) badFields(t *dtype, names, fields *value) string {
	if names.kind == kindNone && fields.kind == kindNone {
		return ""
	}
	if names.kind != kindTuple || fields.kind != kindDict || !names.node.texts {
		return "names " + names.String() + " and fields " + fields.String() + ", expected a tuple of strings and a dict"
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
		k.lose("a dtype with fields")
		return ""
	case f.count != n.count:
		return "fields that don't map each name to a tuple of dtype and offset"
	}
	k.settle(f)
	switch {
	case f.fault != "":
		return f.fault
	case f.named != t.fields || f.names != t.names.set:
		return "names that don't match its fields one to one"
	case f.end > t.itemsize:
		return fmt.Sprintf("a field that ends at byte %d, past the itemsize of %s", f.end, text.Count(t.itemsize, "byte"))
	}
	t.object = t.object || f.object
	t.masks, t.weight, t.parts = f.masks, f.weight, f.parts
	if f.list != nil {
		f.limits = fieldLimits(f.list, t.itemsize)
	}
	t.limits = f.limits
	k.keepLayout(t, f, names.node.items)
	return ""
}

// keepLayout keeps the fields of a dtype in the order of their names: those of the dtypes that the header
// is compared with, and of the latest that hold objects, since elements are compared with them.
func (k *fieldKeeper) keepLayout(t *dtype, f *fieldTable, names []value) {
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
	case k.keeps && k.kept+cost <= maxFieldCost/2:
		k.kept += cost
		t.layout = ordered
	case t.object && len(names) > 0 && k.layouts.add(t, cost, &k.cost):
		t.layout = ordered
	default:
		k.cost -= cost
	}
}

// settle checks the fields of a dictionary, once.
func (k *fieldKeeper) settle(f *fieldTable) {
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
			f.fault = "key " + text.Literal(e.key) + " twice"
			return
		}
		keys[e.key] = true
		f.end = max(f.end, e.end())
		f.object = f.object || e.dtype.object
		f.strings = f.strings || e.dtype.kind == 'T'
		f.weight = saturate(f.weight, 1+e.dtype.weight)
		f.parts += spread(maphash.String(k.seed, e.key) ^ spread(uint64(e.at)^spread(e.dtype.sum())))
		if e.byTitle() {
			byTitle = append(byTitle, e)
			continue
		}
		byName = append(byName, e)
		f.named++
		f.names += maphash.String(k.seed, e.key)
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
		f.fault = fmt.Sprintf("%s for titles, expected %d", text.Count(int64(len(byTitle)), "item"), titled)
	default:
		f.fault = cmp.Or(badTitles(byTitle, titles), overlap(byName))
	}
}

// leaves is the number of booleans in the mask of an element.
func (t *dtype) leaves() int64 {
	n := int64(1)
	inner := t
	if t.base != nil {
		for _, d := range t.shape {
			n = saturatedProduct(n, d)
		}
		inner = t.base
	}
	if inner.fields >= 0 {
		n = saturatedProduct(n, inner.masks)
	}
	return n
}
