package fuzz

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strings"
)

// array returns an array with its state.
func (m *maker) array(class string, shape *node, t *dtype, data *node) *node {
	module := "numpy"
	switch class {
	case "recarray":
		module = m.since2("numpy", "numpy.rec")
	case "matrix":
		module = "numpy.matrixlib.defmatrix"
	case "chararray":
		module = m.since2("numpy", "numpy.char")
	}
	order := boolean(m.odd(15, "array: order"))
	state := tuple(number(1), shape, t.node, order, data)
	if m.odd(30, "array: version") {
		state.items[0] = number(pickOf(m.Gen, 0, 2, -1))
	}
	empty := bytesOf("b")
	if m.protocol < 3 && m.one(2) {
		empty = textOf("b")
	}
	return m.call(m.core+".multiarray", "_reconstruct", global(module, class), tuple(number(0)), empty).build(state)
}

// anyArray returns an array of any class and dtype.
func (m *maker) anyArray(depth int) *node {
	t := m.dtype(2)
	if m.one(4) {
		t = m.objectDType()
	}
	if m.later && m.one(6) {
		t = m.stringDType()
	}
	class := "ndarray"
	if m.one(5) {
		class = pickOf(m.Gen, "recarray", "matrix", "chararray")
	}
	var dims []int
	for range m.n(3) {
		dims = append(dims, m.n(4))
	}
	if class == "matrix" && !m.odd(6, "array: dimensions") {
		dims = []int{1, m.n(3)}
	}
	if m.odd(15, "array: dimensions") {
		// On most machines the large ones are 2^40 and 2^62.
		dims = append(dims, pickOf(m.Gen, 0, 1, 0, 1<<20), pickOf(m.Gen, 0, 1, math.MaxInt>>23+1, math.MaxInt>>1+1, 1))
		for len(dims) < 40 && m.one(5) {
			dims = append(dims, 1, 1, 1, 1, 1, 1)
		}
	}
	count := 1
	shape := tuple()
	for _, d := range dims {
		count *= d
		shape.items = append(shape.items, number(d))
	}
	if count < 0 || count > 64 {
		count = 0
	}
	if t.object {
		items := make([]*node, count)
		for i := range items {
			items[i] = m.element(t, depth-1)
		}
		return m.array(class, shape, t, list(items...))
	}
	data := bytesOf(m.elements(t, count))
	if m.protocol == 5 && m.one(3) && (!t.text() || m.odd(8, "data: text before its dtype")) {
		order := textOf(pickOf(m.Gen, "C", "F"))
		return m.call(m.core+".numeric", "_frombuffer", pickOf(m.Gen, data, &node{kind: nodeByteArray, s: data.s}), t.node, shape, order)
	}
	return m.array(class, shape, t, data)
}

// raw returns so many bytes, but not more than 64 KiB.
func (m *maker) raw(n int) string {
	b := make([]byte, min(max(n, 0), 1<<16))
	for i := range b {
		b[i] = byte(i)
		if m.one(4) {
			b[i] = byte(m.n(256))
		}
	}
	return string(b)
}

// elements returns the bytes of count elements. Of text they are zeros: few numbers are characters.
func (m *maker) elements(t *dtype, count int) string {
	if t.text() && !m.odd(8, "data: characters") {
		return string(make([]byte, min(max(count*t.size, 0), 1<<16)))
	}
	return m.raw(count * t.size)
}

// text reports whether there is text of fixed length in the type.
func (t *dtype) text() bool {
	return t.code != "" && t.code[0] == 'U' || t.base != nil && t.base.text() ||
		slices.ContainsFunc(t.fields, func(f field) bool { return f.text() })
}

func (m *maker) scalarOf(t *dtype) *node {
	return m.call(m.core+".multiarray", "scalar", t.node, bytesOf(m.elements(t, 1)))
}

func (m *maker) scalar(depth int) *node {
	t := m.dtype(2)
	switch {
	case t.code == "O8":
		return m.scalarOf(m.plainDType())
	case !t.object:
		return m.scalarOf(t)
	case m.odd(4, "scalar: of a structure with objects"):
		return m.call(m.core+".multiarray", "scalar", t.node, m.anyArray(depth-1))
	case m.one(3):
		return m.call(m.core+".multiarray", "scalar", t.node, m.element(t, depth-1))
	}
	inner := m.array("ndarray", tuple(), t, list(m.element(t, depth-1)))
	return m.call(m.core+".multiarray", "scalar", t.node, inner)
}

// masked returns a masked array with its state.
func (m *maker) masked(class string, shape *node, t *dtype, data, mask, fill *node) *node {
	state := tuple(number(1), shape, t.node, boolean(false), data, mask, fill)
	return m.call("numpy.ma.core", "_mareconstruct", global(m.since2("numpy.ma.core", "numpy.ma"), class), global("numpy", "ndarray"),
		tuple(number(0)), pickOf(m.Gen, bytesOf("b"), textOf("b"))).build(state)
}

func (m *maker) maskedArray(depth int) *node {
	if m.one(8) {
		return m.call("numpy.ma.core", "MaskedConstant")
	}
	t := m.dtype(2)
	if m.plain && t.text() { // npycheck forgets the text of the data when it reads that of the fill value
		t = m.makePlain("f8")
	}
	count := m.n(4)
	class, shape := "MaskedArray", tuple(number(count))
	if len(t.fields) > 0 && m.one(4) {
		class, shape, count = "mvoid", tuple(), 1
	}
	data := bytesOf(m.elements(t, count))
	if t.object {
		items := make([]*node, count)
		for i := range items {
			items[i] = m.element(t, depth-1)
		}
		data = list(items...)
	}
	mask := bytesOf(strings.Repeat(pickOf(m.Gen, "\x00", "\x01"), min(1<<16, count*t.flagSize)))
	if m.odd(6, "masked: mask") {
		mask = pickOf(m.Gen, m.value(2), bytesOf(mask.s+"\x01"), bytesOf(strings.Repeat("\x07", len(mask.s))), list(boolean(true)), none())
	}
	return m.masked(class, shape, t, data, mask, m.fill(t))
}

// fill returns the fill value of a masked array.
func (m *maker) fill(t *dtype) *node {
	switch {
	case m.odd(3, "masked: fill value"):
		return m.value(3)
	case t.object || m.one(2):
		return none()
	}
	return m.array("ndarray", tuple(), t, bytesOf(m.elements(t, 1)))
}

func (m *maker) polynomial(depth int) *node {
	t := m.makePlain("f8")
	numbers := func(n int) *node {
		if m.odd(6, "polynomial: coefficients") {
			return m.anyArray(depth - 1)
		}
		if m.odd(12, "polynomial: coefficients") {
			return m.value(depth - 1)
		}
		b := make([]byte, 0, 8*n)
		for i := range n {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(i+1)))
		}
		return m.array("ndarray", tuple(number(n)), t, bytesOf(string(b)))
	}
	if m.one(2) {
		module := pickOf(m.Gen, "numpy", m.since2("numpy.lib.polynomial", "numpy.lib._polynomial_impl"))
		state := dict(textOf("coeffs"), numbers(1+m.n(3)), textOf("_variable"), textOf(pickOf(m.Gen, "x", "y")))
		if m.odd(10, "polynomial: variable") {
			state.items[3] = m.leaf()
		}
		return m.attributes(instance(global(module, "poly1d")).build(state), 20)
	}
	kinds := map[string]string{"Polynomial": "polynomial", "Chebyshev": "chebyshev", "Legendre": "legendre", "Hermite": "hermite",
		"HermiteE": "hermite_e", "Laguerre": "laguerre"}
	name := pickOf(m.Gen, "Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre")
	state := dict(textOf("coef"), numbers(2), textOf("domain"), numbers(2), textOf("window"), numbers(2))
	if m.one(2) {
		state.items = append(state.items, textOf("_symbol"), textOf("x"), textOf("symbol"), textOf("x"))
	}
	return m.attributes(instance(global("numpy.polynomial."+kinds[name], name)).build(state), 20)
}

// class returns a class or function that pickles may import, whatever it is.
func (m *maker) class() *node {
	i := m.n(len(Imports))
	return global(Imports[i][0], Imports[i][1])
}

func (m *maker) dtypeOrClass() *node {
	switch m.n(8) {
	case 0, 5:
		return m.class()
	case 1:
		return global("numpy", pickOf(m.Gen, scalarClasses...))
	case 2:
		if !m.later {
			break
		}
		return global("numpy.dtypes", pickOf(m.Gen, "Float64DType", "StrDType", "ObjectDType", "VoidDType", "Int64DType"))
	case 3:
		class := global("numpy", pickOf(m.Gen, scalarClasses...))
		return m.call(m.core, "_DType_reconstruct", class)
	case 4:
		if m.later {
			return m.stringDType().node
		}
	}
	return m.dtype(2).node
}

var scalarClasses = strings.Fields("float64 int64 int8 uint8 float32 float16 int16 int32 uint16 uint32 uint64 complex64 complex128 bool_ str_ " +
	"bytes_ void object_ datetime64 timedelta64 longdouble clongdouble")

// random returns a generator of random numbers.
func (m *maker) random() *node {
	u8 := m.makePlain("u8")
	words := func(n int) *node {
		if m.odd(10, "random: key") {
			return m.anyArray(1)
		}
		return m.array("ndarray", tuple(number(n)), u8, bytesOf(m.raw(8*n)))
	}
	kind := pickOf(m.Gen, "PCG64", "MT19937", "Philox", "SFC64", "PCG64DXSM")
	n := func(what string, value int) *node {
		if m.odd(6, "random: "+what) {
			return m.nasty()
		}
		return number(value)
	}
	flags := []*node{textOf("has_uint32"), n("flag", m.n(2)), textOf("uinteger"), n("number", m.n(1000))}
	state := dict(textOf("bit_generator"), textOf(kind))
	switch kind {
	case "PCG64", "PCG64DXSM":
		odd := new(big.Int).Lsh(big.NewInt(int64(m.n(1<<30))), 90)
		a, inc := bigNumber(odd), bigNumber(new(big.Int).SetBit(odd, 0, 1))
		if m.odd(5, "random: state") {
			a = m.nasty()
		}
		if m.odd(5, "random: state") {
			inc = m.nasty()
		}
		state.items = append(state.items, textOf("state"), dict(textOf("state"), a, textOf("inc"), inc))
		state.items = append(state.items, flags...)
	case "MT19937":
		u4 := m.makePlain("u4")
		key := m.array("ndarray", tuple(number(624)), u4, bytesOf(m.raw(4*624)))
		if m.odd(8, "random: key") {
			key = m.anyArray(1)
		}
		state.items = append(state.items, textOf("state"), dict(textOf("key"), key, textOf("pos"), n("position", m.n(625))))
	case "Philox":
		state.items = append(state.items, textOf("state"), dict(textOf("counter"), words(4), textOf("key"), words(2)),
			textOf("buffer"), words(4), textOf("buffer_pos"), n("position", m.n(5)))
		state.items = append(state.items, flags...)
	case "SFC64":
		state.items = append(state.items, textOf("state"), dict(textOf("state"), words(4)))
		state.items = append(state.items, flags...)
	}
	modules := map[string]string{"PCG64": "_pcg64", "PCG64DXSM": "_pcg64", "MT19937": "_mt19937", "Philox": "_philox", "SFC64": "_sfc64"}
	class := global("numpy.random."+modules[kind], kind)
	const pickles = "numpy.random._pickle"
	bits := func() *node {
		if !m.later {
			return m.call(pickles, "__bit_generator_ctor", textOf(kind)).build(state)
		}
		return m.call(pickles, "__bit_generator_ctor", class).build(tuple(state, m.seedSequence()))
	}
	switch m.n(6) {
	case 0, 1:
		return bits()
	case 2:
		return m.call(pickles, "__generator_ctor", textOf(kind)).build(state)
	case 3:
		return m.call(pickles, "__generator_ctor", m.constructed(bits())...)
	case 4:
		return m.seedSequence()
	}
	legacy := m.call(pickles, "__randomstate_ctor", textOf(kind))
	if m.one(3) {
		legacy = m.call(pickles, "__randomstate_ctor", m.constructed(bits())...)
	}
	if kind == "MT19937" && m.one(4) {
		legacy = m.call("numpy.random", "__RandomState_ctor")
	}
	s := &node{kind: nodeDict, items: append([]*node{}, state.items...)}
	s.items = append(s.items, textOf("has_gauss"), n("flag", 0), textOf("gauss"), float(0))
	return legacy.build(s)
}

// constructed returns the arguments of a generator made of bits.
func (m *maker) constructed(bits *node) []*node {
	switch {
	case m.later:
		return []*node{bits}
	case !m.one(6): // NumPy 1.23 has no second argument
		return []*node{textOf(bits.args.items[0].s)}
	}
	return []*node{textOf(bits.args.items[0].s), global("numpy.random._pickle", "__bit_generator_ctor")}
}

// seedSequence returns what seeded a generator. The checksums are those of NumPy 1.x and 2.x.
func (m *maker) seedSequence() *node {
	sum := number(260583498)
	if m.later {
		sum = number(65708578)
	}
	pool := m.array("ndarray", tuple(number(4)), m.makePlain("u4"), bytesOf(m.raw(16)))
	state := tuple(number(m.n(100)), number(0), pool, number(4), tuple())
	if m.odd(4, "seeds: state") {
		state.items[m.n(len(state.items))] = pickOf(m.Gen, m.nasty(), m.value(2), m.anyArray(1))
	}
	class := global("numpy.random.bit_generator", "SeedSequence")
	s := m.call("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence", class, sum, none())
	if m.odd(10, "seeds: class") {
		s.args.items[0] = m.class()
	}
	return s.build(state)
}
