package pickle

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

func newCollection(kind valueKind) value {
	return value{kind: kind, node: &node{size: 1, depth: 1, cost: nodeCost, texts: true}}
}

func emptyTuple() value { return newCollection(kindTuple) }

// tuple makes a tuple of the n values on the top of the stack.
func (p *machine) tuple(n int) {
	if !p.need(n) {
		return
	}
	var items [3]value
	for i := n - 1; i >= 0; i-- {
		items[i] = p.stack.pop()
	}
	p.push(p.newTuple(items[:n]))
}

// newTuple makes a tuple. It keeps the elements of a small one, since arguments and states are
// tuples.
func (p *machine) newTuple(items []value) value {
	v := emptyTuple()
	n := v.node
	p.count(n, items)
	if n.texts {
		sum := p.sum(items)
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
	v.hash = tupleHash(items)
	return v
}

// count adds elements to what is known of a collection, and reports if it gets too deep or stands
// for too many values (clause npy-8.11).
func (p *machine) count(n *node, items []value) {
	for i := range items {
		v := &items[i]
		if n.hold(v) {
			p.referred(v)
		}
		n.hashing = saturate(n.hashing, v.hashing())
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
	p.bounds(n)
}

// unhashable reports whether Python refuses a value as a key, or as an element of a set.
func (v *value) unhashable() bool {
	switch v.kind {
	case kindList, kindDict, kindSet, kindByteArray:
		return true
	case kindTuple, kindRun:
		return v.node.raw
	case kindObject:
		if v.doubtful() {
			return false
		}
		switch g := v.node.global; g.form {
		case formMapping, formDefaultDict, formDeque, formMaskedConstant:
			return true
		case formSet:
			return g.name == "set"
		case formBytes:
			return g.name == "bytearray"
		case formCollection:
			return g.name != "tuple" || v.node.raw
		case formPlainClass:
			return g.tier == NumPy // polynomials
		}
		return v.node.array != nil
	}
	return false
}

// hashed ends the walk if a value is to be a key and can't be.
func (p *machine) hashed(v *value) bool {
	if v.unhashable() {
		p.malformed("%s makes a key of %v, which Python can't hash", p.op.name, v)
		return false
	}
	return true
}

// newFrozenSet makes a frozenset.
func (p *machine) newFrozenSet(items []value) value {
	v := newCollection(kindFrozenSet)
	for i := range items {
		if !p.hashed(&items[i]) {
			return v
		}
	}
	p.count(v.node, items)
	p.spend(spendSet, 1)
	p.made(&v)
	p.grown(&v, 0)
	p.insert(v.node, items, true)
	p.keys.closeTable(&v)
	v.hash = setHash(items)
	return v
}

func (p *machine) bounds(n *node) {
	const (
		maxDepth  = 500
		maxFactor = 1000
		free      = 1_000_000
	)
	if n.depth > maxDepth && !p.deep {
		p.deep = true
		p.fault(spec.PickleDepth, "pickle nests over %d collections", maxDepth)
	}
	if n.size > free+maxFactor*p.ops && !p.expanded {
		p.expanded = true
		p.fault(spec.PickleExpansion, "pickle of %s so far stands for over %d values, since it refers to the same ones again and again",
			fault.Count(p.ops, "opcode"), free+maxFactor*p.ops)
	}
}

// copies counts bytes that a call or a BUILD copies, and reports if they are out of proportion (clause
// npy-8.11).
func (p *machine) copies(n int64) {
	p.spend(spendCopy, n)
	p.proportion(n)
}

// proportion is copies without what it spends.
func (p *machine) proportion(n int64) {
	const maxFactor = 100
	p.copied = saturate(p.copied, n)
	if p.copied > maxFactor*p.at && !p.expanded {
		p.expanded = true
		p.fault(spec.PickleExpansion, "calls up to here copy over %d times as many bytes as the file has so far, since they are given the same ones again and again",
			maxFactor)
	}
}

// extend does what APPEND, APPENDS and ADDITEMS do (clause npy-8.10).
func (p *machine) extend(target *value, items []value) {
	sets := p.op.name == "ADDITEMS"
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
		ok = target.kind == kindObject && (g.form == formDeque && !sets || g.form == formSet && sets || g.form == formCollection && !sets && g.name == "list")
	}
	if !ok {
		p.mutation(target)
		return
	}
	p.changes(target)
	for i := 0; sets && i < len(items); i++ {
		if !p.hashed(&items[i]) {
			return
		}
	}
	if target.kind == kindList {
		p.elements(target, items)
		target.node.forArray = target.node.forArray || p.stack.below(2).dtype() != nil
	}
	if target.kind == kindList {
		target.node.follow(items)
	}
	if !sets && target.node.count == 0 {
		target.hash = setHash(items)
	} else {
		target.hash = chosen
	}
	before := target.node.count
	p.count(target.node, items)
	p.grown(target, before)
	if sets {
		p.insert(target.node, items, true)
		return
	}
	for i := range items {
		target.node.meet(&p.keys, &items[i], true) // in case that a set is made of the list
	}
}

// setItems does what SETITEM and SETITEMS do (clause npy-8.10).
func (p *machine) setItems(target *value, items []value) {
	odd := int64(len(items))
	for i := range items {
		if items[i].kind == kindRun {
			odd += items[i].n - 1
		}
	}
	if odd%2 != 0 {
		p.malformed("%s takes %s, want pairs", p.op.name, fault.Count(odd, "value"))
		return
	}
	switch target.kind {
	case kindDict:
		if target.node.frozen {
			p.fault(spec.PickleMutation, "%s changes the fields of a dtype that was made of them", p.op.name)
			return
		}
	case kindObject, kindGlobal:
		g := target.node.global
		if target.doubtful() {
			return
		}
		if target.kind == kindGlobal || g.form != formMapping && g.form != formDefaultDict && (g.form != formCollection || g.name != "dict") {
			p.mutation(target)
			return
		}
	default:
		p.mutation(target)
		return
	}
	p.changes(target)
	n := target.node
	var kept *entries
	if target.kind == kindDict {
		kept = p.entries.of(n)
	}
	before, texts := n.count, n.texts
	p.count(n, items)
	n.count = before + odd/2
	n.texts, n.raw = texts, false
	p.grown(target, before)
	for i := range items {
		if items[i].kind == kindRun {
			// What the keys in it are is not known.
			n.texts = n.texts && items[i].node.texts
			n.summary().lost = true
			if kept != nil {
				kept.drop()
			}
			p.insertRun(n, items[i:], i%2 == 1)
			return
		}
		if i%2 == 0 && !p.hashed(&items[i]) {
			return
		}
		if i%2 == 0 {
			p.insert(n, items[i:i+1], false)
		}
		if i%2 == 0 && items[i].kind != kindText && items[i].kind != kindLost && !items[i].doubtful() {
			n.texts = false
		}
		if i%2 == 1 {
			target.hash += spread(items[i-1].hash + 3*items[i].hash)
			p.addField(n, &items[i-1], &items[i])
			if kept != nil {
				kept.add(items[i-1], items[i])
			}
		}
	}
}

// insertRun makes keys of every other of the values that follow in a dictionary, of which the first were let
// go, and the first of those is a value of a key or not.
func (p *machine) insertRun(n *node, items []value, odd bool) {
	for i := range items {
		of := int64(1)
		if items[i].kind == kindRun {
			of = items[i].n
		}
		if items[i].kind == kindRun || !odd {
			p.insert(n, items[i:i+1], false)
		}
		odd = odd != (of%2 == 1)
	}
}

// doubtful reports whether there is a finding already about where a value comes from. What it is
// can't be known, and that needs no finding of its own.
func (v *value) doubtful() bool {
	switch v.kind {
	case kindGlobal:
		return v.node.global.blamed && v.node.global.module == ""
	case kindObject:
		return v.node.doubt || !v.node.global.trusted()
	case kindTuple:
		return v.node.doubt
	}
	return false
}

func (p *machine) mutation(target *value) {
	p.fault(spec.PickleMutation, "%s changes %v, which it may not", p.op.name, target)
}
