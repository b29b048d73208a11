package pickle

// What values and calls spend of the budget.

// grown spends the memory that a collection takes that had some elements and got more by an opcode.
func (b *budget) grown(v *value, before int64) {
	if s, ok := shellOf(v); ok {
		if more := s.stored(v.node.count) - s.stored(before); more > 0 {
			b.spell(more)
		}
	}
}

// made spends the memory of a collection without elements that an opcode or a call has made.
func (b *budget) made(v *value) {
	if s, ok := shellOf(v); ok {
		b.spell(s.bytes)
	}
}

// empty makes a collection for an opcode.
func (b *budget) empty(kind valueKind, e expense) value {
	v := newCollection(kind)
	b.spend(e, 1)
	b.made(&v)
	return v
}

// insert spends what it takes to make values keys of a dictionary or elements of a set.
func (b *budget) insert(n *node, keys []value, linear bool) {
	for i := range keys {
		b.spend(spendHash, keys[i].hashing())
		n.meet(&b.keys, &keys[i], linear)
	}
	m := n.met
	if m == nil {
		return
	}
	if m.pairs > m.paid {
		b.spend(spendCollision, m.pairs-m.paid)
		m.paid = m.pairs
	}
	if t := m.table; t != nil {
		b.spend(spendProbe, t.probes-m.probed)
		m.probed = t.probes
		if t.unknown() && !b.untold {
			b.untold = true
			b.lose("a table of keys")
		}
	}
}

// shellOf returns the row of a collection, and false if a value is none. Every other value takes memory in
// proportion to its bytes in the file, or has a cost of its own.
func shellOf(v *value) (shell, bool) {
	switch v.kind {
	case kindList:
		return shell{56, listBytes}, true
	case kindTuple:
		return shell{40, tupleBytes}, true
	case kindSet, kindFrozenSet:
		return shell{216, setBytes}, true
	case kindDict:
		return shell{64, dictBytes}, true
	case kindObject:
		return shellOfCall(v.node.global)
	}
	return shell{}, false
}

// shellOfCall is shellOf for what a call returns.
func shellOfCall(g *global) (shell, bool) {
	switch g.form {
	case formSet:
		return shell{216, setBytes}, true
	case formDeque:
		return shell{760, tupleBytes}, true
	case formDefaultDict:
		return shell{80, dictBytes}, true
	case formMapping:
		if g.name == "OrderedDict" {
			return shell{128, orderedBytes}, true
		}
		return shell{96, dictBytes}, true
	case formCollection:
		switch g.name {
		case "dict":
			return shell{64, dictBytes}, true
		case "tuple":
			return shell{40, tupleBytes}, true
		}
		return shell{56, listBytes}, true
	}
	return shell{}, false
}

// callCosts are what calls of each form spend besides the bytes of their arguments.
var callCosts = map[callForm]expense{
	formReconstruct:       spendArray,
	formMaskedReconstruct: spendMasked,
	formScalar:            spendScalar,
	formDType:             spendDType,
	formFromBuffer:        spendBuffer,
	formStringDType:       spendBuffer,
	formMaskedConstant:    spendBuffer,
	formPlainClass:        spendPlain,
	formReconstructor:     spendPlain,
	formSeedSequence:      spendSeed,
	formSet:               spendSet,
	formMapping:           spendMapping,
	formDefaultDict:       spendMapping,
	formDeque:             spendDeque,
	formCollection:        spendMapping,
	formDate:              spendScalar,
	formTimedelta:         spendScalar,
	formTimezone:          spendScalar,
}

// intBytes returns how many bytes an int takes, or that of a text.
func intBytes(v *value) int64 {
	switch {
	case v.kind == kindInt && v.known || v.kind == kindBool:
		return 8
	case v.kind == kindText || v.kind == kindBytes:
		return v.n / 2
	}
	return v.n
}

// spendCall spends what a call of a trusted import takes.
func (b *budget) spendCall(g *global, args []value) {
	switch g.form {
	case formRandom:
		b.spendRandom(g, args)
	case formDecimal:
		b.spendDecimal(g, args)
	case formAtom:
		if len(args) == 1 && args[0].kind != kindInt {
			b.spend(spendDigits, product(args[0].length(), args[0].length()))
		}
	default:
		if e, ok := callCosts[g.form]; ok {
			b.spend(e, 1)
		}
		if s, ok := shellOfCall(g); ok {
			b.spell(s.bytes)
		}
	}
}

// spendDecimal spends what making a decimal number or a fraction takes. A fraction is reduced.
func (b *budget) spendDecimal(g *global, args []value) {
	for i := range args {
		b.spend(spendCopy, args[i].length())
	}
	if g.name != "Fraction" {
		b.spend(spendDecimal, 1)
		return
	}
	b.spend(spendFraction, 1)
	switch len(args) {
	case 1:
		n := intBytes(&args[0])
		b.spend(spendGCD, product(n/gcdBlock, n/gcdBlock))
	case 2:
		b.spend(spendGCD, product(intBytes(&args[0])/gcdBlock, intBytes(&args[1])/gcdBlock))
	}
}

// spendRandom spends what a constructor of numpy.random takes. Each fills the state of a new bit
// generator, by default of MT19937, unless it is given one.
func (b *budget) spendRandom(g *global, args []value) {
	if g.name != "__bit_generator_ctor" {
		b.spend(spendGenerator, 1)
	}
	if len(args) == 0 {
		b.spend(spendMT19937, 1)
		return
	}
	v := &args[0]
	switch {
	case v.kind == kindObject:
	case v.kind == kindText && v.known && v.text != "MT19937", v.kind == kindGlobal && v.node.global.name != "MT19937":
		b.spend(spendBitGenerator, 1)
	default:
		b.spend(spendMT19937, 1)
	}
}

// collect spends what it takes to make a collection of the elements of another: of one that the pickle
// spells out for it, or again of one in the memo.
func (b *budget) collect(n *node, v *value, again bool) {
	b.proportion(8 * v.node.count)
	b.spend(spendItem, v.node.count)
	if s, ok := shellOfCall(n.global); ok {
		if takes := s.stored(v.node.count); again {
			b.spend(spendMemory, takes)
		} else {
			b.spell(takes)
		}
	}
	switch n.global.form {
	case formSet, formMapping, formDefaultDict:
	case formCollection:
		if n.global.name != "dict" {
			return
		}
	default:
		return
	}
	b.spend(spendHash, v.node.hashing)
	n.hashing = v.node.hashing
	pairs := int64(0)
	if v.node.met != nil {
		pairs = v.node.met.pairs
	}
	unmet := v.kind == kindTuple && !v.node.texts
	if n.global.form != formSet {
		unmet = v.kind == kindTuple || v.kind == kindList && v.node.loose // pairs, whose keys were not looked at
	}
	if unmet && v.node.count > manyChosen {
		pairs = product(v.node.count, v.node.count) / 2 // which of them have the same hash is not known
	}
	b.spend(spendCollision, pairs)
	n.chosen = v.node.chosen
	if m := v.node.met; m != nil {
		n.met = &meetings{group: m.group, pairs: pairs, paid: pairs, table: m.table}
		probes, linear := int64(0), n.global.form == formSet
		if t := m.table; t != nil {
			probes, n.met.probed = t.probes, t.probes
		}
		if t := m.table; v.node.forArray || t != nil && (t.unknown() || t.linear != linear) {
			probes = product(v.node.count, v.node.count) / 2 // for all that is known
		}
		b.spend(spendProbe, probes)
	}
}

// spendArray spends what the state of an array takes.
func (b *budget) spendArray(a *array, data *value) {
	t := a.dtype
	if data.kind == kindLost {
		b.copies(data.n)
	}
	weight := max(t.weight, 1)
	if t.object && t.kind != 'O' {
		b.spend(spendAllocation, product(a.count, max(t.itemsize, 1)))
		b.spend(spendElement, product(a.count, weight))
	}
	if t.object {
		b.spend(spendCopy, data.length())
	}
	if a.masked {
		// The mask is an array of a dtype that is made of that of the data, and the fill value another.
		b.spend(spendField, weight)
		b.spend(spendAllocation, 2*max(t.itemsize, 0))
	}
}
