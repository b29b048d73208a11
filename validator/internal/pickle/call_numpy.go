package pickle

import (
	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// The calls of NumPy's own constructors.

// array makes the result an array.
func (c *invocation) array(a *array) {
	c.result.node.array = a
	c.result.node.cost = arrayCost
}

func checkReconstruct(c *invocation) *objection {
	c.array(&array{})
	if !c.has(3) || !c.arrayClass(&c.args[0], pyimport.ArrayClass) {
		return unwritten
	}
	return c.empty(&c.args[1], &c.args[2])
}

func checkMaskedReconstruct(c *invocation) *objection {
	c.array(&array{masked: true})
	a := c.args
	if !c.has(4) {
		return unwritten
	}
	c.memo.keep(a[2]) // the same tuple in each call
	if !c.arrayClass(&a[0], pyimport.MaskedClass) || !c.imports.class(&a[1], pyimport.ArrayClass) {
		return unwritten
	}
	return c.empty(&a[2], &a[3])
}

// arrayClass is class for the class of the array that the call returns.
func (c *invocation) arrayClass(v *value, form pyimport.Form) bool {
	ok := c.imports.class(v, form)
	c.result.node.doubt = ok && !v.node.global.trusted()
	c.result.node.array.plain = ok && v.node.global.name == "ndarray"
	c.result.node.array.matrix = ok && v.node.global.name == "matrix"
	return ok
}

// empty checks the shape and the type of an array that gets its state later.
func (c *invocation) empty(shape, code *value) *objection {
	o := c.emptyShape(shape)
	if code.is("b") {
		return o
	}
	if o != unwritten {
		c.object(o)
	}
	return unwritten
}

// emptyShape checks the shape of _reconstruct, which NumPy writes as (0,).
func (c *invocation) emptyShape(v *value) *objection {
	if v.kind != kindTuple {
		return c.sized(*v)
	}
	for i := range v.node.items {
		if n, ok := v.node.items[i].integer(); !ok || n != 0 {
			return c.sized(*v)
		}
	}
	return unless(v.node.count == 1)
}

// checkEncode checks a call of _codecs.encode: bytes as Python 2 knows them, by way of text.
func checkEncode(c *invocation) *objection {
	a := c.args
	if !c.has(2) || !latin1(&a[0]) && a[0].kind != kindLost || !a[1].is("latin1") {
		return unwritten
	}
	c.bounds.count(copiedBytes, a[0].n)
	c.result = value{kind: kindBytes, n: a[0].n, text: latin1Bytes(a[0].text), known: a[0].known && a[0].n <= maxBytes, read: c.at}
	c.text.encoded(&a[0], c.at)
	if a[0].kind == kindLost {
		c.result = value{kind: kindLost, n: a[0].n, node: a[0].node}
	}
	return nil
}

func checkStringDType(c *invocation) *objection {
	c.result.node.dtype = &dtype{kind: 'T', itemsize: -1, fields: -1, object: true}
	c.notes.trapStrings()
	a, n := c.args, len(c.args)
	return unless((n == 1 || n == 2) && boolean(&a[0]) && (n == 1 || missingText(&a[1])))
}

// missingText reports whether a value may represent missing text.
func missingText(v *value) bool {
	return v.kind == kindNone || v.kind == kindFloat || v.kind == kindText || v.kind == kindLost || v.doubtful()
}

func checkDTypeClass(c *invocation) *objection {
	return unless(c.has(1) && c.imports.class(&c.args[0], pyimport.ScalarClass))
}

// checkSeedSequence checks a call of __pyx_unpickle_SeedSequence. A checksum stands for the names of its attributes:
// Cython knows three. The state comes with BUILD.
func checkSeedSequence(c *invocation) *objection {
	const sha1, sha256, md5 = 0xc464c19, 0x3eaa222, 0xf88304a
	a := c.args
	return unless(c.has(3) && c.imports.class(&a[0], pyimport.RandomClass) && (!a[0].node.global.trusted() || a[0].node.global.name == "SeedSequence") &&
		(isNumber(&a[1], sha1) || isNumber(&a[1], sha256) || isNumber(&a[1], md5)) && a[2].kind == kindNone)
}

// checkRandom checks a call of a constructor of numpy.random: a bit generator in some form, and
// perhaps the constructor of bit generators.
func checkRandom(c *invocation) *objection {
	a := c.args
	c.result.node.class = "MT19937"
	if len(a) > 0 {
		name, ok := c.bitGenerator(&a[0])
		if !ok {
			return unwritten
		}
		c.result.node.class = name
	}
	if len(a) < 2 {
		return nil
	}
	if len(a) > 2 || c.global.name == "__bit_generator_ctor" || !c.imports.class(&a[1], pyimport.Random) {
		return unwritten
	}
	g := a[1].node.global
	return unless(!g.trusted() || g.name == "__bit_generator_ctor")
}

// bitGenerator returns the name of the bit generator that an argument stands for: by its name, its
// class, or as the result of a call.
func (c *invocation) bitGenerator(v *value) (string, bool) {
	switch v.kind {
	case kindText:
		return v.text, v.known && bitGeneratorName(v.text)
	case kindObject:
		ok := c.global.name != "__bit_generator_ctor" && v.node.global.form == pyimport.Random && v.node.global.name == "__bit_generator_ctor"
		return v.node.class, ok
	}
	if !c.imports.class(v, pyimport.RandomClass) {
		return "", false
	}
	if c.global.name == "__bit_generator_ctor" && v.node.global.trusted() {
		c.notes.trapGenerator()
	}
	c.result.node.doubt = !v.node.global.trusted()
	name := v.node.global.name
	return name, c.result.node.doubt || bitGeneratorName(name)
}

// checkDType checks a call of numpy.dtype. dtype(code, False, False) is NumPy's own, which BUILD doesn't change.
func checkDType(c *invocation) *objection {
	t := &dtype{itemsize: -1, fields: -1}
	c.result.node.dtype, c.result.node.cost = t, dtypeCost
	a := c.args
	return unless(c.has(3) && c.dtypeCode(&a[0], t) && isNumber(&a[1], 0) && isNumber(&a[2], 1))
}

// dtypeCode reads the first argument of numpy.dtype: the code of a type, or a class.
func (c *invocation) dtypeCode(v *value, t *dtype) bool {
	if v.kind == kindGlobal {
		g := v.node.global
		c.imports.call(g)
		t.faulty = !g.trusted()
		t.kind = 'V'
		return t.faulty || g.form == pyimport.ScalarClass && g.name == "record"
	}
	if v.kind != kindText && v.kind != kindBytes || !v.known {
		t.faulty = true
		return false
	}
	return t.takeCode(v.text)
}

// checkScalar checks a call of scalar: the bytes of one element.
func checkScalar(c *invocation) *objection {
	if !c.has(2) {
		return unwritten
	}
	typ, data := &c.args[0], &c.args[1]
	t := typ.dtype()
	if typ.kind == kindLost {
		return notKept("a scalar with a dtype")
	}
	if t == nil {
		return unwritten
	}
	typ.node.frozen = true
	raw := data.raw()
	switch {
	case t.faulty:
		return nil
	case t.base != nil:
		return unwritten
	case t.object && (raw || data.kind == kindLost):
		return &objection{rule: spec.PickleObjectBytes, format: "scalar of a dtype with objects is made from %v: NumPy would treat them as addresses", args: []any{data}}
	case t.object:
		// NumPy never writes a scalar of an object. It could disguise an import as the result of a call.
		if t.kind != 'V' || data.kind != kindTuple && (data.kind != kindObject || data.node.array == nil) {
			return unwritten
		}
		if m := structuredScalar(t, data); m != nil {
			return &objection{misfit: m, format: "call of %v", args: []any{c.global}}
		}
		return nil
	}
	c.bounds.count(copiedBytes, data.n)
	switch {
	case data.kind == kindLost:
		return nil
	case !raw || t.itemsize >= 0 && data.n != t.itemsize:
		return unwritten
	case data.n == t.itemsize:
		return c.text.judge(t, data)
	}
	return nil
}

// structuredScalar says what is wrong with the element that a structured scalar is made of. NumPy 1.17 to 1.19 wrote a
// tuple. Later releases write a zero-dimensional array, and use its first element as one of the dtype without a check.
func structuredScalar(t *dtype, data *value) *misfit {
	if data.kind == kindTuple {
		return t.element(data, "", 0)
	}
	if data.quiet() {
		return &misfit{mute: true}
	}
	if a := data.plainArray(); a == nil || len(a.shape) != 0 || a.dtype != t {
		return &misfit{path: "its element", got: data.String(), want: "a zero-dimensional array of the same dtype"}
	}
	return nil
}

// checkFromBuffer checks a call of _frombuffer: an array of bytes, a dtype, a shape and an order.
func checkFromBuffer(c *invocation) *objection {
	a := &array{plain: true, at: c.start, n: c.at - c.start}
	c.array(a)
	switch len(c.args) {
	case 4:
	case 5: // with the order of the axes
		c.notes.needs.add(Need{What: "NumPy", From: "2.3"})
	default:
		return unwritten
	}
	c.result.node.built = true
	data, typ, order := &c.args[0], &c.args[1], &c.args[3]
	t := typ.dtype()
	if t == nil {
		a.faulty = true
		if typ.kind == kindLost {
			return notKept("an array with a dtype")
		}
		return unwritten
	}
	typ.node.frozen = true
	a.dtype = t
	var ok bool
	if a.shape, a.count, ok = arrayShape(&c.args[2]); !ok {
		a.faulty = true
		return unwritten
	}
	switch {
	case t.faulty:
		a.faulty = true
		return nil
	case t.base != nil:
		a.faulty = true
		return unwritten
	case t.object:
		a.faulty = true
		return &objection{rule: spec.PickleObjectBytes, format: "array of a dtype with objects is made from %v: NumPy would treat them as addresses", args: []any{data}}
	case data.kind != kindBytes && data.kind != kindByteArray && data.kind != kindLost:
		return unwritten
	case data.kind != kindLost && t.itemsize >= 0 && !sameProduct(a.count, t.itemsize, data.n):
		return unwritten
	}
	o := c.text.judge(t, data)
	if a.count > 0 && t.itemsize == 0 {
		o = a.emptyElements(c.at)
	}
	if o != nil {
		return o
	}
	if len(c.args) == 4 {
		return unless(order.is("C") || order.is("F"))
	}
	ok = a.permute(&c.args[4])
	return unless(ok && order.is("K"))
}

// permute puts the dimensions in the order of a tuple, which NumPy 2.3 and later write for an array that is neither
// in C nor in Fortran order. It returns false if that is not a permutation.
func (a *array) permute(axes *value) bool {
	if axes.kind != kindTuple || len(axes.node.items) != len(a.shape) || axes.node.count != int64(len(a.shape)) {
		return false
	}
	shape := make([]int64, len(a.shape))
	seen := make([]bool, len(a.shape))
	for i := range shape {
		axis, ok := axes.node.items[i].integer()
		if !ok || axis < 0 || axis >= int64(len(shape)) || seen[axis] {
			return false
		}
		seen[axis], shape[i] = true, a.shape[axis]
	}
	a.shape = shape
	return true
}
