package pickle

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// maxNodes bounds the number of values in a pickle.
const maxNodes = 400

// Leaf returns a value without parts.
func (m *Maker) Leaf() *Node {
	switch m.N(6) {
	case 0:
		return Number(m.N(1<<20)>>m.N(20) - 1)
	case 1:
		return textOf(choice.Of(m.Chooser, "", "a", "numpy", "os", "\u65e5", "a\nb\\", "\U0001f600"))
	case 2:
		return BytesOf(choice.Of(m.Chooser, "", "b", "\xff\x00", "0123456789abcdef"))
	case 3:
		return boolean(m.One(2))
	case 4:
		return none()
	}
	return float(choice.Of(m.Chooser, 0, -0.25, 1.5, 1e300))
}

// nasty returns a number that programs get wrong.
func (m *Maker) nasty() *Node {
	if m.One(4) {
		n := new(big.Int).Lsh(big.NewInt(1), uint(choice.Of(m.Chooser, 63, 64, 65, 128, 500)))
		n.Add(n, big.NewInt(int64(m.N(3)-1)))
		if m.One(3) {
			n.Neg(n)
		}
		return bigNumber(n)
	}
	return Number(choice.Of[int64](m.Chooser, -1, 0, 1, 2, 3, 4, 5, 7, 8, 16, 64, 100, 255, 256, 623, 624, 625, 1000, 1<<15, 1<<16, 1<<20, 1<<31-1, 1<<31, -1<<31,
		1<<32-1, 1<<40, 1<<62, -2, -128))
}

// value returns anything that may be in an array.
func (m *Maker) value(depth int) *Node {
	m.nodes++
	if depth <= 0 || m.nodes > maxNodes {
		return m.Leaf()
	}
	switch m.N(14) {
	case 0, 1:
		return m.Leaf()
	case 2, 3:
		return Collection(m, depth)
	case 4, 5:
		return python(m, depth)
	case 6, 7:
		return anyArray(m, depth)
	case 8:
		return dtypeOrClass(m)
	case 9:
		return anyScalar(m, depth)
	case 10:
		return maskedArray(m, depth)
	case 11:
		return polynomial(m, depth)
	case 12:
		return random(m)
	}
	if m.changes > 0 && m.One(2) {
		m.changes--
		return scaled(m)
	}
	return Collection(m, depth)
}

func (m *Maker) values(n, depth int) []*Node {
	items := make([]*Node, n)
	for i := range items {
		items[i] = m.value(depth)
	}
	return items
}

func Collection(m *Maker, depth int) *Node {
	switch m.N(6) {
	case 0:
		return Tuple(m.values(m.N(6), depth-1)...)
	case 1:
		return List(m.values(m.N(5), depth-1)...)
	case 2, 3:
		d := dict()
		for range m.N(4) {
			d.Items = append(d.Items, m.key(1), m.value(depth-1))
		}
		return d
	}
	s := &Node{Kind: choice.Of(m.Chooser, nodeSet, nodeFrozenSet)}
	for range m.N(4) {
		s.Items = append(s.Items, m.key(1))
	}
	return s
}

// key returns a hashable value.
func (m *Maker) key(depth int) *Node {
	if m.odd(12, "key: any value") {
		return m.value(2)
	}
	switch m.N(8) {
	case 0:
		if depth > 0 {
			return Tuple(m.key(depth-1), m.key(depth-1))
		}
	case 1:
		return m.call("fractions", "Fraction", textOf("3/4"))
	case 2:
		return scalarOf(m, m.plainDType())
	case 3:
		return date(m)
	}
	return m.Leaf()
}

// python returns an object of Python's own classes.
func python(m *Maker, depth int) *Node {
	switch m.N(17) {
	case 0:
		o := m.call("collections", "OrderedDict")
		for i := range m.N(3) {
			o.sets = append(o.sets, Number(i), m.value(depth-1))
		}
		return attributes(m, o, 20)
	case 1:
		return attributes(m, m.call("collections", "Counter", dict(textOf("a"), Number(2), m.key(0), Number(m.N(4)))), 20)
	case 2:
		d := m.call("collections", "deque")
		if m.One(2) {
			d.args.Items = []*Node{choice.Of(m.Chooser, Tuple(), List()), Number(3)}
			if m.odd(4, "deque: length") {
				d.args.Items[1] = m.nasty()
			}
		}
		d.appends = m.values(m.N(4), depth-1)
		return d
	case 3:
		factory := m.builtin(choice.Of(m.Chooser, "list", "int", "dict", "set", "float", "tuple", "str", "bool", "complex", "frozenset", "bytes", "bytearray", "object"))
		d := m.call("collections", "defaultdict", factory)
		if m.odd(6, "defaultdict: factory") {
			d.args.Items[0] = anyClass(m)
		}
		d.sets = []*Node{m.key(0), m.value(depth - 1)}
		return d
	case 4:
		return call(m.builtin("complex"), float(1), float(-2.5))
	case 5:
		name := "range"
		if m.Protocol < 3 {
			name = "xrange"
		}
		r := call(m.builtin(name), Number(0), Number(10), Number(2))
		if m.odd(4, "range: bounds") {
			r.args.Items[m.N(2)] = m.nasty()
		}
		return r
	case 6:
		s := call(m.builtin("slice"), none(), Number(3), none())
		if m.odd(4, "slice: bounds") {
			s.args.Items[m.N(3)] = m.value(depth - 1)
		}
		return s
	case 7:
		return m.call(m.registry(), "_reconstructor", m.builtin("object"), m.builtin("object"), none())
	case 8, 9:
		return date(m)
	case 10:
		return decimal(m)
	case 11:
		u := new(big.Int).Lsh(big.NewInt(int64(m.N(1<<30))), uint(m.N(98)))
		o := instance(global("uuid", "UUID"))
		if m.One(3) {
			o = m.call(m.registry(), "_reconstructor", global("uuid", "UUID"), m.builtin("object"), none())
		}
		o.build(dict(textOf("int"), bigNumber(u)))
		if m.odd(5, "UUID: number") {
			o.States[0].Items[1] = m.nasty()
		}
		return attributes(m, o, 20)
	case 12:
		return &Node{Kind: nodeByteArray, S: choice.Of(m.Chooser, "", "abc", "\x00\xff")}
	case 13:
		return m.builtin(choice.Of(m.Chooser, "Ellipsis", "NotImplemented", "int", "object", "dict", "str", "set", "slice", "complex"))
	case 14:
		return call(m.builtin(choice.Of(m.Chooser, "set", "frozenset")), List(m.key(1), m.key(1)))
	case 15:
		return atom(m)
	}
	return call(m.builtin(choice.Of(m.Chooser, "list", "tuple", "bytes")))
}

// atom returns a number or a text made by a call.
func atom(m *Maker) *Node {
	name, arg := "int", Number(5)
	switch m.N(4) {
	case 0:
		name, arg = "str", textOf("12")
	case 1:
		name, arg = "float", float(2)
	case 2:
		name, arg = "bool", boolean(true)
	}
	if m.odd(3, "atom: argument") {
		arg = choice.Of(m.Chooser, m.nasty(), textOf("1"+strings.Repeat("0", m.N(4300))), BytesOf("7"), textOf("1e400"), textOf("nan"), float(math.Inf(1)))
	}
	return call(m.builtin(name), arg)
}

// attributes gives an object further attributes now and then.
func attributes(m *Maker, o *Node, n int) *Node {
	if !m.odd(n, "state: further attributes") {
		return o
	}
	if len(o.States) == 0 {
		o.build(dict())
	}
	o.States[0].Items = append(o.States[0].Items, attributeName(m), attributeValue(m))
	return o
}

// attributeName returns the name of an attribute that NumPy or Python may look up.
func attributeName(m *Maker) *Node {
	return textOf(choice.Of(m.Chooser, "__array_interface__", "__array_struct__", "__array__", "__class__", "__dict__", "__len__", "__getitem__", "__iter__",
		"__float__", "__int__", "__index__", "__bool__", "__eq__", "__hash__", "__repr__", "__array_finalize__", "__array_priority__", "__array_ufunc__",
		"__array_wrap__", "__buffer__", "__del__", "__setstate__", "__reduce__", "dtype", "shape", "data", "_mask", "_fill_value", "coeffs", "_coeffs",
		"coef", "domain", "_variable", "symbol", "int", "is_safe", "name", "maxlen", "x", ""))
}

func attributeValue(m *Maker) *Node {
	if m.One(2) {
		return m.value(1)
	}
	return dict(textOf("version"), Number(3), textOf("shape"), Tuple(Number(1+m.N(4))), textOf("typestr"), textOf(choice.Of(m.Chooser, "<f8", "|O8", "|V16", "<u8", "<u4")),
		textOf("data"), Tuple(Number(0x41414141), boolean(false)))
}

func date(m *Maker) *Node {
	delta := m.call("datetime", "timedelta", Number(0), Number(3600), Number(5))
	if m.odd(6, "timedelta: arguments") {
		delta.args.Items[m.N(3)] = choice.Of(m.Chooser, m.nasty(), float(math.NaN()), float(1e300), m.Leaf())
	}
	zone := m.call("datetime", "timezone", delta)
	if m.One(2) {
		delta = m.call("datetime", "timedelta", Number(0), Number(3600), Number(0))
		zone = m.call("datetime", "timezone", delta, textOf("CET"))
	}
	var packed *Node
	module := "datetime"
	name := choice.Of(m.Chooser, "date", "datetime", "time", "timedelta", "timezone")
	switch name {
	case "date":
		packed = BytesOf("\x07\xea\x0b\x15")
	case "datetime":
		packed = BytesOf("\x07\xe4\x01\x02\x03\x04\x05\x00\x00\x06")
	case "time":
		packed = BytesOf("\x01\x02\x03\x00\x00\x03")
	case "timedelta":
		return delta
	default:
		return zone
	}
	if m.odd(5, "date: bytes") {
		b := []byte(packed.S)
		b[m.N(len(b))] = byte(m.N(256))
		packed = BytesOf(string(b[:len(b)-m.N(2)]))
	}
	d := m.call(module, name, packed)
	if name != "date" && m.One(3) {
		d.args.Items = append(d.args.Items, zone)
	}
	return d
}

func decimal(m *Maker) *Node {
	if m.One(2) {
		s := textOf(choice.Of(m.Chooser, "1.5", "NaN", "-Infinity", "1E-300", "0E+10", "sNaN123"))
		if m.odd(4, "decimal: text") {
			s = textOf(choice.Of(m.Chooser, "1e999999", "1e-999999", "9"+strings.Repeat("9", m.N(5000)), " 1 ", "1_0", "", "NaN"+strings.Repeat("1", m.N(4000))))
		}
		return m.call("decimal", "Decimal", s)
	}
	if m.odd(4, "fraction: arguments") {
		return m.call("fractions", "Fraction", m.nasty(), m.nasty())
	}
	if m.One(2) {
		return m.call("fractions", "Fraction", textOf("1/3"))
	}
	return m.call("fractions", "Fraction", Number(m.N(10)), Number(1+m.N(9)))
}

// scaled returns a value that takes more work or memory than its neighbours.
func scaled(m *Maker) *Node {
	what := m.N(9)
	m.mutations = append(m.mutations, "scaled: "+[]string{"depth", "doubling list", "doubling tuple", "equal hashes", "fractions", "arrays",
		"structures", "numbers", "hashed tuples"}[what])
	n := choice.Of(m.Chooser, 3, 10, 30, 100, 400)
	switch what {
	case 0:
		return nestedValues(m, n)
	case 1, 2:
		v := m.Leaf()
		for range min(n, 40) {
			if what == 1 {
				v = List(v, v)
				v.late = m.One(6)
			} else {
				v = Tuple(v, v)
			}
		}
		return v
	case 3:
		d := dict()
		for i := range n {
			d.Items = append(d.Items, bigNumber(new(big.Int).Mul(big.NewInt(int64(i+1)), big.NewInt(1<<61-1))), none())
		}
		return d
	case 4:
		a := bigNumber(new(big.Int).Lsh(big.NewInt(1), uint(n*100)))
		b := bigNumber(new(big.Int).Sub(a.n, big.NewInt(int64(1+m.N(100)))))
		v := List()
		for range n {
			v.Items = append(v.Items, m.call("fractions", "Fraction", a, b))
		}
		return v
	case 5:
		v := List()
		data := BytesOf(m.raw(n * 8))
		t := m.makePlain("f8")
		for range n {
			v.Items = append(v.Items, m.Array("ndarray", Tuple(Number(n)), t, data))
		}
		return v
	case 6:
		t := m.plainDType()
		for range min(n, 24) {
			s := &DType{size: 2 * t.size}
			names := Tuple(textOf("a"), textOf("b"))
			s.Node = m.makeDType(fmt.Sprintf("V%d", s.size), "|", s.size, 1, 0, none(), names,
				dict(textOf("a"), Tuple(t.Node, Number(0)), textOf("b"), Tuple(t.Node, Number(t.size))))
			s.flagSize = 1
			t = s
		}
		if m.One(2) {
			return t.Node
		}
		return masked(m, "MaskedArray", Tuple(Number(0)), t, BytesOf(""), BytesOf(""), m.fill(t))
	case 7:
		bits := n * 1000
		if m.Protocol < 2 { // which write it in decimal, each time that it occurs
			bits = n * 20
		}
		a := bigNumber(new(big.Int).Lsh(big.NewInt(3), uint(bits)))
		v := List()
		for range n {
			v.Items = append(v.Items, dict(a, none()))
		}
		return v
	}
	v := m.key(0)
	for range min(n, 30) {
		v = Tuple(v, v)
	}
	return dict(v, none())
}

// nestedValues returns n collections inside each other.
func nestedValues(m *Maker, n int) *Node {
	v := m.Leaf()
	for range n {
		switch m.N(4) {
		case 0:
			v = Tuple(v)
		case 1:
			v = dict(Number(1), v)
		case 2:
			v = m.Array("ndarray", Tuple(Number(1)), m.ObjectDType(), List(v))
		default:
			v = List(v)
		}
		v.late = v.Kind != nodeTuple && m.One(8)
	}
	return v
}
