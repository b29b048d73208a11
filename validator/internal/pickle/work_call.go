package pickle

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

// spendCall spends what a call of a trusted import takes.
func (p *machine) spendCall(g *global, args []value) {
	switch g.form {
	case formRandom:
		p.spendRandom(g, args)
	case formDecimal:
		p.spendDecimal(g, args)
	case formAtom:
		if len(args) == 1 && args[0].kind != kindInt {
			p.spend(spendDigits, product(args[0].length(), args[0].length()))
		}
	default:
		if e, ok := callCosts[g.form]; ok {
			p.spend(e, 1)
		}
		if s, ok := shellOfCall(g); ok {
			p.spell(s.bytes)
		}
	}
}

// spendDecimal spends what making a decimal number or a fraction takes. A fraction is reduced.
func (p *machine) spendDecimal(g *global, args []value) {
	for i := range args {
		p.spend(spendCopy, args[i].length())
	}
	if g.name != "Fraction" {
		p.spend(spendDecimal, 1)
		return
	}
	p.spend(spendFraction, 1)
	switch len(args) {
	case 1:
		n := intBytes(&args[0])
		p.spend(spendGCD, product(n/gcdBlock, n/gcdBlock))
	case 2:
		p.spend(spendGCD, product(intBytes(&args[0])/gcdBlock, intBytes(&args[1])/gcdBlock))
	}
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

// spendRandom spends what a constructor of numpy.random takes. Each fills the state of a new bit
// generator, by default of MT19937, unless it is given one.
func (p *machine) spendRandom(g *global, args []value) {
	if g.name != "__bit_generator_ctor" {
		p.spend(spendGenerator, 1)
	}
	if len(args) == 0 {
		p.spend(spendMT19937, 1)
		return
	}
	v := &args[0]
	switch {
	case v.kind == kindObject:
	case v.kind == kindText && v.known && v.text != "MT19937", v.kind == kindGlobal && v.node.global.name != "MT19937":
		p.spend(spendBitGenerator, 1)
	default:
		p.spend(spendMT19937, 1)
	}
}

// collect spends what it takes to make a collection of the elements of another: of one that the pickle
// spells out for it, or again of one in the memo.
func (p *machine) collect(n *node, v *value, again bool) {
	p.proportion(8 * v.node.count)
	p.spend(spendItem, v.node.count)
	if s, ok := shellOfCall(n.global); ok {
		if takes := s.stored(v.node.count); again {
			p.spend(spendMemory, takes)
		} else {
			p.spell(takes)
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
	p.spend(spendHash, v.node.hashing)
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
	p.spend(spendCollision, pairs)
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
		p.spend(spendProbe, probes)
	}
}

// calledHash returns the hash of what a call returns, and how long hashing it takes.
func calledHash(g *global, args *value) (hash uint64, nanos int64) {
	const (
		quick    = 200
		decimal  = 4000
		fraction = 1600
	)
	a := args.node.items
	switch g.form {
	case formScalar:
		if len(a) == 2 {
			return scalarHash(a[0].dtype(), &a[1]), quick
		}
	case formTimedelta, formDate, formTimezone:
		// The last two have bytes or text in them, whose hash is keyed, or few values for each hash.
		return tupleHash(a), quick
	case formSet:
		if len(a) == 1 && a[0].kind == kindList {
			return a[0].hash, quick
		}
	case formComplex:
		if len(a) == 2 {
			return a[0].hash + a[1].hash*imagFactor, quick
		}
	case formAtom:
		if len(a) == 1 && (a[0].kind == kindInt || a[0].kind == kindFloat) {
			return a[0].hash, a[0].hashing()
		}
	case formDecimal:
		nanos = decimal
		if g.name == "Fraction" {
			nanos = fraction
		}
		for i := range a {
			nanos = saturate(nanos, a[i].length()+a[i].hashing())
		}
		switch {
		case len(a) == 2:
			return ratioHash(a[0].hash, a[1].hash), nanos
		case len(a) == 1 && a[0].kind == kindInt:
			return a[0].hash, nanos
		case len(a) == 1 && a[0].kind == kindText && a[0].known:
			return fractionText(a[0].text), nanos
		}
		return chosen, nanos
	case formObject, formConstant, formRandom:
		return spread(uint64(g.at)), quick
	}
	return chosen, quick
}

// spendArray spends what the state of an array takes.
func (p *machine) spendArray(a *array, data *value) {
	t := a.dtype
	if data.kind == kindLost {
		p.copies(data.n)
	}
	weight := max(t.weight, 1)
	if t.object && t.kind != 'O' {
		p.spend(spendAllocation, product(a.count, max(t.itemsize, 1)))
		p.spend(spendElement, product(a.count, weight))
	}
	if t.object {
		p.spend(spendCopy, data.length())
	}
	if a.masked {
		// The mask is an array of a dtype that is made of that of the data, and the fill value another.
		p.spend(spendField, weight)
		p.spend(spendAllocation, 2*max(t.itemsize, 0))
	}
}
