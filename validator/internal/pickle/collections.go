package pickle

import (
	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// collector makes collections and changes them.
type collector struct {
	*place
	bounds     *bounds
	references *references
	fields     *fieldKeeper
	entries    entryRing // items of the latest dictionaries
}

// newTuple makes a tuple. It keeps the elements of a small one, since arguments and states are
// tuples.
func (c *collector) newTuple(items []value) value {
	v := emptyTuple()
	n := v.node
	c.count(n, items)
	if n.texts {
		sum := c.fields.sum(items)
		n.names = &sum
	}
	cost := int64(n.cost)
	for i := range items {
		cost += 1 + items[i].cost()
		n.doubt = n.doubt || items[i].doubtful()
	}
	if n.count <= maxTuple && cost <= maxTreeCost {
		n.items = append([]value(nil), items...)
		n.cost = int32(cost)
	}
	return v
}

// count adds elements to a collection, and reports if it gets too deep or expands to too many
// values (clause npy-8.11).
func (c *collector) count(n *node, items []value) {
	for i := range items {
		v := &items[i]
		if n.hold(v) {
			c.references.referred(v)
		}
		n.size = saturate(n.size, v.size())
		n.depth = max(n.depth, v.depth()+1)
		switch v.kind {
		case kindRun:
			n.count += v.n
			n.texts = n.texts && v.node.texts
			n.raw = n.raw || v.node.raw
		case kindText, kindLost:
			n.count++
		default:
			n.count++
			n.texts = false
			n.raw = n.raw || v.unhashable()
		}
	}
	c.bounds.nesting(n)
}

// hashed ends the walk if a value can't be a key.
func (c *collector) hashed(v *value) bool {
	if v.unhashable() {
		c.malformed("%s uses %v as a key, which Python can't hash", c.op.name, v)
		return false
	}
	return true
}

// newFrozenSet makes a frozenset.
func (c *collector) newFrozenSet(items []value) value {
	v := newCollection(kindFrozenSet)
	for i := range items {
		if !c.hashed(&items[i]) {
			return v
		}
	}
	c.count(v.node, items)
	c.insertAll(items)
	return v
}

// extend does what APPEND, APPENDS and ADDITEMS do (clause npy-8.10).
func (c *collector) extend(target *value, items []value, typ *dtype) {
	sets := c.op.name == "ADDITEMS"
	ok := false
	switch target.kind {
	case kindList:
		ok = !sets
	case kindSet:
		ok = sets
	case kindObject, kindGlobal:
		g := target.node.global
		if target.doubtful() {
			return
		}
		ok = target.kind == kindObject && (g.form == pyimport.Deque && !sets || g.form == pyimport.Set && g.name == "set" && sets || g.form == pyimport.Collection && !sets && g.name == "list")
	}
	if !ok {
		c.mutation(target)
		return
	}
	c.references.changes(target)
	for i := 0; sets && i < len(items); i++ {
		if !c.hashed(&items[i]) {
			return
		}
	}
	if target.kind == kindList {
		c.elements(target, items, typ)
		if target.node.count == 0 && len(items) > 0 {
			target.node.first = items[0].weight()
		}
	}
	c.count(target.node, items)
	switch n := target.node; {
	case sets:
		c.insertAll(items)
	case target.kind == kindList: // a set may be made of it
		for i := range items {
			n.keyed = saturate(n.keyed, items[i].weight())
		}
	}
}

// insertAll makes values keys, or elements of a set.
func (c *collector) insertAll(items []value) {
	for i := range items {
		c.bounds.count(keyValues, items[i].weight())
	}
}

// setItems does what SETITEM and SETITEMS do (clause npy-8.10).
func (c *collector) setItems(target *value, items []value) {
	odd := int64(len(items))
	for i := range items {
		if items[i].kind == kindRun {
			odd += items[i].n - 1
		}
	}
	if odd%2 != 0 {
		c.malformed("%s takes %s, expected pairs", c.op.name, text.Count(odd, "value"))
		return
	}
	switch target.kind {
	case kindDict:
		if target.node.frozen {
			c.fault(spec.PickleMutation, "%s changes the fields of a dtype already made from them", c.op.name)
			return
		}
	case kindObject, kindGlobal:
		g := target.node.global
		if target.doubtful() {
			return
		}
		if target.kind == kindGlobal || g.form != pyimport.Mapping && g.form != pyimport.DefaultDict && (g.form != pyimport.Collection || g.name != "dict") {
			c.mutation(target)
			return
		}
	default:
		c.mutation(target)
		return
	}
	c.references.changes(target)
	n := target.node
	var kept *entries
	if target.kind == kindDict {
		kept = c.entries.of(n)
	}
	before, texts := n.count, n.texts
	c.count(n, items)
	n.count = before + odd/2
	n.texts, n.raw = texts, false
	for i := range items {
		if items[i].kind == kindRun {
			// The keys in it are unknown.
			n.texts = n.texts && items[i].node.texts
			n.summary().lost, n.unseen = true, true
			if kept != nil {
				kept.drop()
			}
			c.insertRest(items[i:], i%2 == 1)
			return
		}
		if i%2 == 0 && !c.hashed(&items[i]) {
			return
		}
		if i%2 == 0 {
			c.insertAll(items[i : i+1])
		}
		if i%2 == 0 && items[i].kind != kindText && items[i].kind != kindLost && !items[i].doubtful() {
			n.texts = false
		}
		if i%2 == 0 {
			n.unseen = n.unseen || items[i].kind == kindLost
			n.special = n.special || items[i].special()
		}
		if i%2 == 1 {
			c.fields.addField(n, &items[i-1], &items[i])
			if kept != nil {
				kept.add(items[i-1], items[i])
			}
		}
	}
}

// insertRest adds items to a dictionary of which the first were let go. The rest may begin with a key or with a value.
func (c *collector) insertRest(items []value, odd bool) {
	for i := range items {
		of := int64(1)
		if items[i].kind == kindRun {
			of = items[i].n
		}
		if items[i].kind == kindRun || !odd {
			c.insertAll(items[i : i+1])
		}
		odd = odd != (of%2 == 1)
	}
}

// elements compares values that are added to a list with the dtype of the array that the list is for.
func (c *collector) elements(list *value, items []value, t *dtype) {
	if t == nil || t.faulty || !t.particular() {
		return
	}
	e := list.node.elements
	if e == nil || e.dtype != t {
		if list.node.count > 0 {
			return // made for something else
		}
		e = &elementCheck{dtype: t}
		list.node.elements = e
	}
	for i := range items {
		if items[i].kind == kindRun {
			if !items[i].fits(t) {
				return
			}
			e.count += items[i].n
			continue
		}
		if m := t.element(&items[i], "", 0); m != nil && m.lost {
			return
		} else if m != nil && e.misfit == nil {
			e.misfit, e.at = m, e.count // what is wrong with it if an array is made of the list
		}
		e.count++
	}
}
