package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// callForm is the way in which NumPy or Python calls an import of a trusted tier (clause npy-8.10).
type callForm uint8

const (
	formNone              callForm = iota
	formReconstruct                // _reconstruct(class, (0,), b'b')
	formMaskedReconstruct          // _mareconstruct(class, class, (0,), 'b')
	formScalar                     // scalar(dtype, bytes)
	formDType                      // dtype('f8', False, True)
	formFromBuffer                 // _frombuffer(bytes, dtype, shape, order)
	formEncode                     // encode(text, 'latin1')
	formStringDType                // _convert_to_stringdtype_kwargs(coerce[, na_object])
	formDTypeClass                 // _DType_reconstruct(class)
	formArrayClass                 // a class of arrays, never called
	formMaskedClass                // the same, of masked arrays
	formMaskedConstant             // MaskedConstant()
	formScalarClass                // a class, never called
	formPlainClass                 // an instance is made without arguments and gets a dictionary
	formRandom                     // a constructor of numpy.random
	formRandomClass                // a class, called by those
	formSeedSequence               // __pyx_unpickle_SeedSequence(class, checksum, None)
	formReconstructor              // _reconstructor(class, object, None)
	formSet                        // set([...])
	formCollection                 // list(), dict([...])
	formMapping                    // OrderedDict(), Counter({...})
	formDefaultDict                // defaultdict(class)
	formDeque                      // deque((), length)
	formBytes                      // bytearray(b'...'), bytearray(text, 'latin-1')
	formRange                      // range(start, stop, step)
	formRangeList                  // the same, which makes a list in Python 2
	formSlice                      // slice(start, stop, step)
	formObject                     // object()
	formAtom                       // int(5)
	formComplex                    // complex(1.0, 2.0)
	formDate                       // datetime(b'...', timezone)
	formTimedelta                  // timedelta(days, seconds, microseconds)
	formTimezone                   // timezone(timedelta[, name])
	formDecimal                    // Decimal('1.5'), Fraction(1, 2)
	formConstant                   // not a callable
)

// callKind is how an opcode calls.
type callKind uint8

const (
	byReduce callKind = iota // callee(*args)
	byNew                    // callee.__new__(callee, *args)
)

// invoke returns what a call returns, and reports it if it isn't one that NumPy or Python writes
// (clauses npy-8.8, npy-8.10 and npy-8.11).
func (p *machine) invoke(callee, args value, how callKind) value {
	switch callee.kind {
	case kindGlobal:
	case kindLost:
		p.fault(spec.PickleCallUnknown, "call of a value that npycheck didn't keep")
		return p.returned(anything().node.global, args)
	default:
		if !callee.doubtful() {
			p.fault(spec.PickleCallForm, "call of %v, want an import", callee)
		}
		return p.returned(anything().node.global, args)
	}
	g := callee.node.global
	p.call(g)
	v := p.returned(g, args)
	if !g.trusted() {
		return v
	}
	if args.kind != kindTuple || args.node.items == nil && args.node.count > 0 {
		v.node.doubt = true
		if !args.doubtful() {
			p.fault(spec.PickleCallForm, "call of %v with %v as its arguments, want a short tuple", g, args)
		}
		return v
	}
	for i := range args.node.items {
		if args.node.items[i].back {
			p.memo.keep(args.node.items[i])
		}
	}
	p.spendCall(g, args.node.items)
	v.hash, v.node.hashing = calledHash(g, &args)
	c := callCheck{p: p, g: g, args: args.node.items, how: how, again: args.back, result: &v}
	if c.badForm() {
		v.node.doubt = true
		if !args.doubtful() {
			p.fault(spec.PickleCallForm, "call of %v with %v, which NumPy and Python don't write", g, values(c.args))
		}
	}
	return v
}

// returned makes the object that a call returns.
func (p *machine) returned(g *global, args value) value {
	n := &node{size: 1, cost: objectCost, global: g}
	if args.node != nil {
		n.size = saturate(1, args.node.size)
		n.depth = args.node.depth
		if n.hold(&args) {
			p.referred(&args)
		}
	}
	return value{kind: kindObject, node: n, hash: chosen}
}

// callCheck is a call of an import of a trusted tier.
type callCheck struct {
	p      *machine
	g      *global
	args   []value
	how    callKind
	again  bool // the arguments come from the memo
	result *value
}

// badForm checks the arguments, and reports whether they are none that a pickler writes. Arguments
// that are worse than that it reports itself.
func (c *callCheck) badForm() bool {
	a, n := c.args, len(c.args)
	switch c.g.form {
	case formPlainClass:
		return n != 0 || c.how != byNew
	case formObject:
		return n != 0
	case formArrayClass, formMaskedClass:
		return !c.allocates(a)
	case formScalarClass, formRandomClass, formConstant:
		return true
	}
	if c.how == byNew && c.g.tier == NumPy {
		return true // what NumPy calls are functions
	}
	switch c.g.form {
	case formReconstruct:
		c.array(&array{})
		return n != 3 || !c.arrayClass(&a[0], formArrayClass) || c.badShape(&a[1]) || !a[2].is("b")
	case formMaskedReconstruct:
		c.array(&array{masked: true})
		if n == 4 {
			c.p.memo.keep(a[2]) // the same tuple in each call
		}
		return n != 4 || !c.arrayClass(&a[0], formMaskedClass) || !c.class(&a[1], formArrayClass) ||
			c.badShape(&a[2]) || !a[3].is("b")
	case formScalar:
		return n != 2 || c.badScalar(&a[0], &a[1])
	case formDType:
		c.result.node.dtype = &dtype{itemsize: -1, fields: -1}
		c.result.node.cost = dtypeCost
		// dtype(code, False, False) is NumPy's own, which BUILD doesn't change.
		return n != 3 || c.badCode(&a[0], c.result.node.dtype) || !is(&a[1], 0) || !is(&a[2], 1)
	case formFromBuffer:
		c.array(&array{plain: true})
		return n != 4 && n != 5 || c.badBuffer(&a[0], &a[1], &a[2], &a[3])
	case formEncode:
		if n != 2 || a[0].kind != kindText && a[0].kind != kindLost || !a[1].is("latin1") {
			return true
		}
		c.p.copies(a[0].n)
		*c.result = value{kind: kindBytes, n: a[0].n, text: latin1(a[0].text), known: a[0].known && a[0].n <= maxBytes, hash: spread(a[0].hash)}
		if c.p.text.hash == a[0].hash {
			c.p.text.hash = c.result.hash
		}
		if a[0].kind == kindLost {
			*c.result = value{kind: kindLost, n: a[0].n, hash: a[0].hash, node: a[0].node}
		}
		return false
	case formStringDType:
		c.result.node.dtype = &dtype{kind: 'T', itemsize: -1, fields: -1, object: true}
		c.p.trapStrings()
		return n != 1 && n != 2 || !boolean(&a[0]) || n == 2 && !missingText(&a[1])
	case formDTypeClass:
		return n != 1 || !c.class(&a[0], formScalarClass)
	case formMaskedConstant:
		return n != 0
	case formRandom:
		return c.badRandom()
	case formSeedSequence:
		return n != 3 || !c.class(&a[0], formRandomClass) || a[1].kind != kindInt || a[2].kind != kindNone && a[2].kind != kindTuple
	case formReconstructor:
		return n != 3 || c.badReconstructor(&a[0], &a[1], &a[2])
	}
	return c.badValue()
}

// array makes the result an array.
func (c *callCheck) array(a *array) {
	c.result.node.array = a
	c.result.node.cost = arrayCost
}

// badValue checks the calls of the values of Python.
func (c *callCheck) badValue() bool {
	a, n := c.args, len(c.args)
	switch c.g.form {
	case formSet, formCollection, formMapping:
		if n != 1 {
			return n > 1
		}
		if c.g.form == formSet && a[0].node != nil && a[0].kind != kindObject && a[0].node.raw {
			c.p.malformed("%v is made of what Python can't hash", c.g)
			return false
		}
		return c.badContents(&a[0])
	case formDefaultDict:
		if n > 0 && a[0].kind == kindGlobal {
			c.p.call(a[0].node.global)
		}
		return n > 2 || n > 0 && a[0].kind != kindNone && a[0].kind != kindGlobal || n == 2 && c.badContents(&a[1])
	case formDeque:
		return n > 2 || n > 0 && c.badContents(&a[0]) || n == 2 && a[1].kind != kindNone && a[1].kind != kindInt
	case formBytes:
		if n > 0 && a[0].kind != kindInt {
			c.p.copies(a[0].n)
		}
		switch {
		case n == 0 && c.g.name == "bytes":
			*c.result = value{kind: kindBytes, known: true}
			return false
		case n == 0:
			return false
		case n == 2:
			return a[0].kind != kindText && a[0].kind != kindLost || !a[1].is("latin-1") && !a[1].is("latin1")
		case n == 1 && (a[0].kind == kindText || a[0].kind == kindBytes || a[0].kind == kindByteArray || c.lost(&a[0])):
			return false
		}
		return n != 1 || !c.allocates(a)
	case formRangeList:
		return !c.allocates(a)
	case formRange:
		return n == 0 || n > 3 || !numbers(a)
	case formSlice:
		return n == 0 || n > 3
	case formAtom:
		return n > 1 || n == 1 && !atom(&a[0])
	case formComplex:
		return n > 2 || !numbers(a)
	case formDate:
		return c.badDate()
	case formTimedelta:
		return n != 3 || !numbers(a)
	case formTimezone:
		return n == 0 || n > 2 || !a[0].made(formTimedelta) || n == 2 && a[1].kind != kindText && a[1].kind != kindLost
	case formDecimal:
		return c.badDecimal()
	}
	return true
}

// class reports whether an argument is a class of one of the forms, or one that is unknown: making
// an instance of that is reported for itself.
func (c *callCheck) class(v *value, forms ...callForm) bool {
	if v.kind != kindGlobal {
		return false
	}
	g := v.node.global
	c.p.call(g)
	if !g.trusted() {
		return true
	}
	for _, f := range forms {
		if g.form == f {
			return true
		}
	}
	return false
}

// arrayClass is class for the class of the array that the call returns.
func (c *callCheck) arrayClass(v *value, forms ...callForm) bool {
	ok := c.class(v, forms...)
	c.result.node.doubt = ok && !v.node.global.trusted()
	c.result.node.array.plain = ok && v.node.global.name == "ndarray"
	c.result.node.array.matrix = ok && v.node.global.name == "matrix"
	return ok
}

// badRandom checks the arguments of a constructor of numpy.random: what stands for a bit generator, and
// perhaps the constructor of those.
func (c *callCheck) badRandom() bool {
	a, n := c.args, len(c.args)
	c.result.node.class = "MT19937"
	if n > 0 {
		name, ok := c.bitGenerator(&a[0])
		if !ok {
			return true
		}
		c.result.node.class = name
	}
	if n < 2 {
		return false
	}
	if n > 2 || c.g.name == "__bit_generator_ctor" || !c.class(&a[1], formRandom) {
		return true
	}
	g := a[1].node.global
	return g.trusted() && g.name != "__bit_generator_ctor"
}

// bitGenerator returns the name of what NumPy makes a generator of: the name of a bit generator, its
// class, or one that a call has returned.
func (c *callCheck) bitGenerator(v *value) (string, bool) {
	switch v.kind {
	case kindText:
		return v.text, v.known && bitGeneratorName(v.text)
	case kindObject:
		ok := c.g.name != "__bit_generator_ctor" && v.node.global.form == formRandom && v.node.global.name == "__bit_generator_ctor"
		return v.node.class, ok
	}
	if !c.class(v, formRandomClass) {
		return "", false
	}
	c.result.node.doubt = !v.node.global.trusted()
	name := v.node.global.name
	return name, c.result.node.doubt || bitGeneratorName(name)
}

// lost reports whether an argument was let go that might decide on a size, and notes it.
func (c *callCheck) lost(v *value) bool {
	if v.kind != kindLost {
		return false
	}
	c.p.lose("an argument of " + c.g.String())
	return true
}

// allocates reports arguments of which one is a number that decides on a size.
func (c *callCheck) allocates(args []value) bool {
	for i := range args {
		what := ""
		switch v := &args[i]; {
		case v.kind == kindInt || v.kind == kindBool:
			what = "the number"
		case v.kind == kindTuple && len(v.node.items) > 0 && numbers(v.node.items):
			what = "the shape"
		case v.kind == kindObject && (v.node.global.form == formRange || v.node.global.form == formRangeList):
			what = "the range"
		default:
			continue
		}
		c.p.fault(spec.PickleAllocation, "call of %v with %v: %s decides how much is allocated", c.g, values(c.args), what)
		return true
	}
	return false
}

// badShape checks the shape of _reconstruct, which NumPy writes as (0,).
func (c *callCheck) badShape(v *value) bool {
	if v.kind == kindTuple {
		for i := range v.node.items {
			if n, ok := v.node.items[i].integer(); !ok || n != 0 {
				return !c.allocates([]value{*v})
			}
		}
		return v.node.count != 1
	}
	return !c.allocates([]value{*v})
}

// badContents checks what a collection is made of.
func (c *callCheck) badContents(v *value) bool {
	switch v.kind {
	case kindList, kindTuple, kindDict, kindSet, kindFrozenSet:
		c.p.collect(c.result.node, v, c.again || v.back)
		c.result.node.count, c.result.node.raw = v.node.count, v.node.raw
		return false
	case kindLost:
		c.p.lose("the elements of " + c.g.String())
		return false
	}
	return !c.allocates([]value{*v})
}

// badReconstructor checks the arguments of copyreg._reconstructor.
func (c *callCheck) badReconstructor(class, base, state *value) bool {
	if class.kind != kindGlobal {
		return true
	}
	g := class.node.global
	c.p.call(g)
	*c.result = c.p.returned(g, *state)
	if !g.trusted() {
		return false
	}
	return g.form != formPlainClass && g.form != formObject || base.kind != kindGlobal || base.node.global.form != formObject || state.kind != kindNone
}

// badDecimal checks the arguments of Decimal and Fraction. An exponent is a size: 1e999999999 takes
// a gigabyte as soon as somebody looks at it, and as a fraction at once.
func (c *callCheck) badDecimal() bool {
	maxExponent := 1_000_000
	if c.g.name == "Fraction" {
		maxExponent = 0
	}
	a := c.args
	if len(a) == 2 || len(a) == 1 && a[0].kind == kindInt {
		return c.g.name != "Fraction" || !numbers(a)
	}
	if len(a) != 1 || a[0].kind != kindText || !a[0].known {
		return len(a) != 1 || !c.lost(&a[0])
	}
	i := strings.IndexAny(a[0].text, "eE")
	if i < 0 {
		return false
	}
	exponent := 0
	for _, d := range []byte(strings.Trim(a[0].text[i+1:], "+-")) {
		if d < '0' || d > '9' {
			return true
		}
		exponent = min(exponent*10+int(d-'0'), maxExponent+1)
	}
	if exponent > maxExponent {
		c.p.fault(spec.PickleAllocation, "call of %v with %v: the exponent decides how much is allocated", c.g, values(a))
	}
	return false
}

func boolean(v *value) bool {
	n, ok := v.integer()
	return ok && n&^1 == 0
}

// badDate checks the arguments of a date or a time: bytes, which Python 2 writes as text, and perhaps a time
// zone.
func (c *callCheck) badDate() bool {
	size := map[string]int64{"date": 4, "time": 6, "datetime": 10}[c.g.name]
	a, n := c.args, len(c.args)
	if n == 0 || n > 2 || n == 2 && c.g.name == "date" {
		return true
	}
	packed := (a[0].kind == kindBytes || a[0].kind == kindText) && a[0].n == size
	zone := n < 2 || a[1].made(formTimezone)
	return !packed && a[0].kind != kindLost || !zone
}

// made reports whether a value is what a call of the form returned, or is not known.
func (v *value) made(form callForm) bool {
	return v.kind == kindLost || v.doubtful() || v.kind == kindObject && v.node.global.form == form
}

// is reports whether a value is this number, or the boolean for it.
func is(v *value, number int64) bool {
	n, ok := v.integer()
	return ok && n == number
}

// missingText reports whether a value may stand for missing text.
func missingText(v *value) bool {
	return v.kind == kindNone || v.kind == kindFloat || v.kind == kindText || v.kind == kindLost || v.doubtful()
}

func numbers(args []value) bool {
	for i := range args {
		if k := args[i].kind; k != kindInt && k != kindBool && k != kindFloat {
			return false
		}
	}
	return true
}

func atom(v *value) bool {
	switch v.kind {
	case kindBool, kindInt, kindFloat, kindLost:
		return true
	case kindText, kindBytes:
		return v.n <= maxDigits
	}
	return false
}

// latin1 returns the bytes of a text whose characters are all below 100.
func latin1(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff || len(b) == maxBytes {
			return ""
		}
		b = append(b, byte(r))
	}
	return string(b)
}
