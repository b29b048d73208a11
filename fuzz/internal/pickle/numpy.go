package pickle

import (
	"encoding/binary"
	"math"
	"math/big"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// Array returns an array with its state.
func (m *Maker) Array(class string, shape *Node, t *DType, data *Node) *Node {
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
	state := Tuple(Number(1), shape, t.Node, order, data)
	if m.odd(30, "array: version") {
		state.Items[0] = Number(choice.Of(m.Chooser, 0, 2, -1))
	}
	empty := BytesOf("b")
	if m.Protocol < 3 && m.One(2) {
		empty = textOf("b")
	}
	return m.call(m.Core+".multiarray", "_reconstruct", global(module, class), Tuple(Number(0)), empty).build(state)
}

// anyArray returns an array of any class and dtype.
func anyArray(m *Maker, depth int) *Node {
	t := m.dtype(2)
	if m.One(4) {
		t = m.ObjectDType()
	}
	if m.later && m.One(6) {
		t = m.stringDType()
	}
	class := "ndarray"
	if m.One(5) {
		class = choice.Of(m.Chooser, "recarray", "matrix", "chararray")
	}
	var dims []int
	for range m.N(3) {
		dims = append(dims, m.N(4))
	}
	if class == "matrix" && !m.odd(6, "array: dimensions") {
		dims = []int{1, m.N(3)}
	}
	if m.odd(15, "array: dimensions") {
		// On most machines the large ones are 2^40 and 2^62.
		dims = append(dims, choice.Of(m.Chooser, 0, 1, 0, 1<<20), choice.Of(m.Chooser, 0, 1, math.MaxInt>>23+1, math.MaxInt>>1+1, 1))
		for len(dims) < 40 && m.One(5) {
			dims = append(dims, 1, 1, 1, 1, 1, 1)
		}
	}
	count := 1
	shape := Tuple()
	for _, d := range dims {
		count *= d
		shape.Items = append(shape.Items, Number(d))
	}
	if count < 0 || count > 64 {
		count = 0
	}
	if t.object {
		items := make([]*Node, count)
		for i := range items {
			items[i] = m.element(t, depth-1)
		}
		return m.Array(class, shape, t, List(items...))
	}
	data := BytesOf(m.elements(t, count))
	if m.Protocol == 5 && m.One(3) && (!t.text() || m.odd(8, "data: text before its dtype")) {
		order := textOf(choice.Of(m.Chooser, "C", "F"))
		return m.call(m.Core+".numeric", "_frombuffer", choice.Of(m.Chooser, data, &Node{Kind: nodeByteArray, S: data.S}), t.Node, shape, order)
	}
	return m.Array(class, shape, t, data)
}

// raw returns that many bytes, but at most 64 KiB.
func (m *Maker) raw(n int) string {
	b := make([]byte, min(max(n, 0), 1<<16))
	for i := range b {
		b[i] = byte(i)
		if m.One(4) {
			b[i] = byte(m.N(256))
		}
	}
	return string(b)
}

// elements returns the bytes of count elements. For text they are zeros: few numbers are characters.
func (m *Maker) elements(t *DType, count int) string {
	if t.text() && !m.odd(8, "data: characters") {
		return string(make([]byte, min(max(count*t.size, 0), 1<<16)))
	}
	return m.raw(count * t.size)
}

func scalarOf(m *Maker, t *DType) *Node {
	return m.call(m.Core+".multiarray", "scalar", t.Node, BytesOf(m.elements(t, 1)))
}

func anyScalar(m *Maker, depth int) *Node {
	t := m.dtype(2)
	switch {
	case t.code == "O8":
		return scalarOf(m, m.plainDType())
	case !t.object:
		return scalarOf(m, t)
	case m.odd(4, "scalar: of a structure with objects"):
		return m.call(m.Core+".multiarray", "scalar", t.Node, anyArray(m, depth-1))
	case m.One(3):
		return m.call(m.Core+".multiarray", "scalar", t.Node, m.element(t, depth-1))
	}
	inner := m.Array("ndarray", Tuple(), t, List(m.element(t, depth-1)))
	return m.call(m.Core+".multiarray", "scalar", t.Node, inner)
}

// masked returns a masked array with its state.
func masked(m *Maker, class string, shape *Node, t *DType, data, mask, fill *Node) *Node {
	state := Tuple(Number(1), shape, t.Node, boolean(false), data, mask, fill)
	return m.call("numpy.ma.core", "_mareconstruct", global(m.since2("numpy.ma.core", "numpy.ma"), class), global("numpy", "ndarray"),
		Tuple(Number(0)), choice.Of(m.Chooser, BytesOf("b"), textOf("b"))).build(state)
}

func maskedArray(m *Maker, depth int) *Node {
	if m.One(8) {
		return m.call("numpy.ma.core", "MaskedConstant")
	}
	t := m.dtype(2)
	if m.plain && t.text() { // npycheck forgets the text of the data when it reads that of the fill value
		t = m.makePlain("f8")
	}
	count := m.N(4)
	class, shape := "MaskedArray", Tuple(Number(count))
	if len(t.fields) > 0 && m.One(4) {
		class, shape, count = "mvoid", Tuple(), 1
	}
	data := BytesOf(m.elements(t, count))
	if t.object {
		items := make([]*Node, count)
		for i := range items {
			items[i] = m.element(t, depth-1)
		}
		data = List(items...)
	}
	mask := BytesOf(strings.Repeat(choice.Of(m.Chooser, "\x00", "\x01"), min(1<<16, count*t.flagSize)))
	if m.odd(6, "masked: mask") {
		mask = choice.Of(m.Chooser, m.value(2), BytesOf(mask.S+"\x01"), BytesOf(strings.Repeat("\x07", len(mask.S))), List(boolean(true)), none())
	}
	return masked(m, class, shape, t, data, mask, m.fill(t))
}

// fill returns the fill value of a masked array.
func (m *Maker) fill(t *DType) *Node {
	switch {
	case m.odd(3, "masked: fill value"):
		return m.value(3)
	case t.object || m.One(2):
		return none()
	}
	return m.Array("ndarray", Tuple(), t, BytesOf(m.elements(t, 1)))
}

func polynomial(m *Maker, depth int) *Node {
	t := m.makePlain("f8")
	numbers := func(n int) *Node {
		if m.odd(6, "polynomial: coefficients") {
			return anyArray(m, depth-1)
		}
		if m.odd(12, "polynomial: coefficients") {
			return m.value(depth - 1)
		}
		b := make([]byte, 0, 8*n)
		for i := range n {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(i+1)))
		}
		return m.Array("ndarray", Tuple(Number(n)), t, BytesOf(string(b)))
	}
	if m.One(2) {
		module := choice.Of(m.Chooser, "numpy", m.since2("numpy.lib.polynomial", "numpy.lib._polynomial_impl"))
		state := dict(textOf("coeffs"), numbers(1+m.N(3)), textOf("_variable"), textOf(choice.Of(m.Chooser, "x", "y")))
		if m.odd(10, "polynomial: variable") {
			state.Items[3] = m.Leaf()
		}
		return attributes(m, instance(global(module, "poly1d")).build(state), 20)
	}
	kinds := map[string]string{"Polynomial": "polynomial", "Chebyshev": "chebyshev", "Legendre": "legendre", "Hermite": "hermite",
		"HermiteE": "hermite_e", "Laguerre": "laguerre"}
	name := choice.Of(m.Chooser, "Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre")
	state := dict(textOf("coef"), numbers(2), textOf("domain"), numbers(2), textOf("window"), numbers(2))
	if m.One(2) {
		state.Items = append(state.Items, textOf("_symbol"), textOf("x"), textOf("symbol"), textOf("x"))
	}
	return attributes(m, instance(global("numpy.polynomial."+kinds[name], name)).build(state), 20)
}

// anyClass returns a class or function that pickles may import, whatever it is.
func anyClass(m *Maker) *Node {
	i := m.N(len(Imports))
	return global(Imports[i][0], Imports[i][1])
}

func dtypeOrClass(m *Maker) *Node {
	switch m.N(8) {
	case 0, 5:
		return anyClass(m)
	case 1:
		return global("numpy", choice.Of(m.Chooser, scalarClasses...))
	case 2:
		if !m.later {
			break
		}
		return global("numpy.dtypes", choice.Of(m.Chooser, "Float64DType", "StrDType", "ObjectDType", "VoidDType", "Int64DType"))
	case 3:
		class := global("numpy", choice.Of(m.Chooser, scalarClasses...))
		return m.call(m.Core, "_DType_reconstruct", class)
	case 4:
		if m.later {
			return m.stringDType().Node
		}
	}
	return m.dtype(2).Node
}

var scalarClasses = strings.Fields("float64 int64 int8 uint8 float32 float16 int16 int32 uint16 uint32 uint64 complex64 complex128 bool_ str_ " +
	"bytes_ void object_ datetime64 timedelta64 longdouble clongdouble")

// random returns a generator of random numbers.
func random(m *Maker) *Node {
	u8 := m.makePlain("u8")
	words := func(n int) *Node {
		if m.odd(10, "random: key") {
			return anyArray(m, 1)
		}
		return m.Array("ndarray", Tuple(Number(n)), u8, BytesOf(m.raw(8*n)))
	}
	kind := choice.Of(m.Chooser, "PCG64", "MT19937", "Philox", "SFC64", "PCG64DXSM")
	n := func(what string, value int) *Node {
		if m.odd(6, "random: "+what) {
			return m.nasty()
		}
		return Number(value)
	}
	flags := []*Node{textOf("has_uint32"), n("flag", m.N(2)), textOf("uinteger"), n("number", m.N(1000))}
	state := dict(textOf("bit_generator"), textOf(kind))
	switch kind {
	case "PCG64", "PCG64DXSM":
		odd := new(big.Int).Lsh(big.NewInt(int64(m.N(1<<30))), 90)
		a, inc := bigNumber(odd), bigNumber(new(big.Int).SetBit(odd, 0, 1))
		if m.odd(5, "random: state") {
			a = m.nasty()
		}
		if m.odd(5, "random: state") {
			inc = m.nasty()
		}
		state.Items = append(state.Items, textOf("state"), dict(textOf("state"), a, textOf("inc"), inc))
		state.Items = append(state.Items, flags...)
	case "MT19937":
		u4 := m.makePlain("u4")
		key := m.Array("ndarray", Tuple(Number(624)), u4, BytesOf(m.raw(4*624)))
		if m.odd(8, "random: key") {
			key = anyArray(m, 1)
		}
		state.Items = append(state.Items, textOf("state"), dict(textOf("key"), key, textOf("pos"), n("position", m.N(625))))
	case "Philox":
		state.Items = append(state.Items, textOf("state"), dict(textOf("counter"), words(4), textOf("key"), words(2)),
			textOf("buffer"), words(4), textOf("buffer_pos"), n("position", m.N(5)))
		state.Items = append(state.Items, flags...)
	case "SFC64":
		state.Items = append(state.Items, textOf("state"), dict(textOf("state"), words(4)))
		state.Items = append(state.Items, flags...)
	}
	modules := map[string]string{"PCG64": "_pcg64", "PCG64DXSM": "_pcg64", "MT19937": "_mt19937", "Philox": "_philox", "SFC64": "_sfc64"}
	class := global("numpy.random."+modules[kind], kind)
	const pickles = "numpy.random._pickle"
	bits := func() *Node {
		if !m.later {
			return m.call(pickles, "__bit_generator_ctor", textOf(kind)).build(state)
		}
		return m.call(pickles, "__bit_generator_ctor", class).build(Tuple(state, seedSequence(m)))
	}
	switch m.N(6) {
	case 0, 1:
		return bits()
	case 2:
		return m.call(pickles, "__generator_ctor", textOf(kind)).build(state)
	case 3:
		return m.call(pickles, "__generator_ctor", constructed(m, bits())...)
	case 4:
		return seedSequence(m)
	}
	legacy := m.call(pickles, "__randomstate_ctor", textOf(kind))
	if m.One(3) {
		legacy = m.call(pickles, "__randomstate_ctor", constructed(m, bits())...)
	}
	if kind == "MT19937" && m.One(4) {
		legacy = m.call("numpy.random", "__RandomState_ctor")
	}
	s := &Node{Kind: nodeDict, Items: append([]*Node{}, state.Items...)}
	s.Items = append(s.Items, textOf("has_gauss"), n("flag", 0), textOf("gauss"), float(0))
	return legacy.build(s)
}

// constructed returns the arguments of a generator made from a bit generator.
func constructed(m *Maker, bits *Node) []*Node {
	switch {
	case m.later:
		return []*Node{bits}
	case !m.One(6): // NumPy 1.23 has no second argument
		return []*Node{textOf(bits.args.Items[0].S)}
	}
	return []*Node{textOf(bits.args.Items[0].S), global("numpy.random._pickle", "__bit_generator_ctor")}
}

// seedSequence returns the seed of a generator. The checksums are those of NumPy 1.x and 2.x.
func seedSequence(m *Maker) *Node {
	sum := Number(260583498)
	if m.later {
		sum = Number(65708578)
	}
	pool := m.Array("ndarray", Tuple(Number(4)), m.makePlain("u4"), BytesOf(m.raw(16)))
	state := Tuple(Number(m.N(100)), Number(0), pool, Number(4), Tuple())
	if m.odd(4, "seeds: state") {
		state.Items[m.N(len(state.Items))] = choice.Of(m.Chooser, m.nasty(), m.value(2), anyArray(m, 1))
	}
	class := global("numpy.random.bit_generator", "SeedSequence")
	s := m.call("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence", class, sum, none())
	if m.odd(10, "seeds: class") {
		s.args.Items[0] = anyClass(m)
	}
	return s.build(state)
}
