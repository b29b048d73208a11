package fuzz

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// maxNodes bounds the values of a pickle.
const maxNodes = 400

// leaf returns a value without parts.
func (m *maker) leaf() *node {
	switch m.n(6) {
	case 0:
		return number(m.n(1<<20)>>m.n(20) - 1)
	case 1:
		return textOf(pickOf(m.Gen, "", "a", "numpy", "os", "\u65e5", "a\nb\\", "\U0001f600"))
	case 2:
		return bytesOf(pickOf(m.Gen, "", "b", "\xff\x00", "0123456789abcdef"))
	case 3:
		return boolean(m.one(2))
	case 4:
		return none()
	}
	return float(pickOf(m.Gen, 0, -0.25, 1.5, 1e300))
}

// nasty returns a number that programs get wrong.
func (m *maker) nasty() *node {
	if m.one(4) {
		n := new(big.Int).Lsh(big.NewInt(1), uint(pickOf(m.Gen, 63, 64, 65, 128, 500)))
		n.Add(n, big.NewInt(int64(m.n(3)-1)))
		if m.one(3) {
			n.Neg(n)
		}
		return bigNumber(n)
	}
	return number(pickOf[int64](m.Gen, -1, 0, 1, 2, 3, 4, 5, 7, 8, 16, 64, 100, 255, 256, 623, 624, 625, 1000, 1<<15, 1<<16, 1<<20, 1<<31-1, 1<<31, -1<<31,
		1<<32-1, 1<<40, 1<<62, -2, -128))
}

// value returns anything that may stand in an array.
func (m *maker) value(depth int) *node {
	m.nodes++
	if depth <= 0 || m.nodes > maxNodes {
		return m.leaf()
	}
	switch m.n(14) {
	case 0, 1:
		return m.leaf()
	case 2, 3:
		return m.collection(depth)
	case 4, 5:
		return m.python(depth)
	case 6, 7:
		return m.anyArray(depth)
	case 8:
		return m.dtypeOrClass()
	case 9:
		return m.scalar(depth)
	case 10:
		return m.maskedArray(depth)
	case 11:
		return m.polynomial(depth)
	case 12:
		return m.random()
	}
	if m.changes > 0 && m.one(2) {
		m.changes--
		return m.scaled()
	}
	return m.collection(depth)
}

func (m *maker) values(n, depth int) []*node {
	items := make([]*node, n)
	for i := range items {
		items[i] = m.value(depth)
	}
	return items
}

func (m *maker) collection(depth int) *node {
	switch m.n(6) {
	case 0:
		return tuple(m.values(m.n(6), depth-1)...)
	case 1:
		return list(m.values(m.n(5), depth-1)...)
	case 2, 3:
		d := dict()
		for range m.n(4) {
			d.items = append(d.items, m.key(1), m.value(depth-1))
		}
		return d
	}
	s := &node{kind: pickOf(m.Gen, nodeSet, nodeFrozenSet)}
	for range m.n(4) {
		s.items = append(s.items, m.key(1))
	}
	return s
}

// key returns what can be hashed.
func (m *maker) key(depth int) *node {
	if m.odd(12, "key: any value") {
		return m.value(2)
	}
	switch m.n(8) {
	case 0:
		if depth > 0 {
			return tuple(m.key(depth-1), m.key(depth-1))
		}
	case 1:
		return m.call("fractions", "Fraction", textOf("3/4"))
	case 2:
		return m.scalarOf(m.plainDType())
	case 3:
		return m.date()
	}
	return m.leaf()
}

func (m *maker) call(module, name string, args ...*node) *node {
	return call(global(module, name), args...)
}

// builtin returns an import of Python's builtins.
func (m *maker) builtin(name string) *node { return global(builtins(m.protocol), name) }

// registry returns the module that Python 3 calls copyreg.
func (m *maker) registry() string {
	if m.protocol < 3 {
		return "copy_reg"
	}
	return "copyreg"
}

// since2 returns the second of two names if the pickle is of NumPy 2.
func (m *maker) since2(old, later string) string {
	if m.later {
		return later
	}
	return old
}

// python returns an object of Python's own classes.
func (m *maker) python(depth int) *node {
	switch m.n(17) {
	case 0:
		o := m.call("collections", "OrderedDict")
		for i := range m.n(3) {
			o.sets = append(o.sets, number(i), m.value(depth-1))
		}
		return m.attributes(o, 20)
	case 1:
		return m.attributes(m.call("collections", "Counter", dict(textOf("a"), number(2), m.key(0), number(m.n(4)))), 20)
	case 2:
		d := m.call("collections", "deque")
		if m.one(2) {
			d.args.items = []*node{pickOf(m.Gen, tuple(), list()), number(3)}
			if m.odd(4, "deque: length") {
				d.args.items[1] = m.nasty()
			}
		}
		d.appends = m.values(m.n(4), depth-1)
		return d
	case 3:
		factory := m.builtin(pickOf(m.Gen, "list", "int", "dict", "set", "float", "tuple", "str", "bool", "complex", "frozenset", "bytes", "bytearray", "object"))
		d := m.call("collections", "defaultdict", factory)
		if m.odd(6, "defaultdict: factory") {
			d.args.items[0] = m.class()
		}
		d.sets = []*node{m.key(0), m.value(depth - 1)}
		return d
	case 4:
		return call(m.builtin("complex"), float(1), float(-2.5))
	case 5:
		name := "range"
		if m.protocol < 3 {
			name = "xrange"
		}
		r := call(m.builtin(name), number(0), number(10), number(2))
		if m.odd(4, "range: bounds") {
			r.args.items[m.n(2)] = m.nasty()
		}
		return r
	case 6:
		s := call(m.builtin("slice"), none(), number(3), none())
		if m.odd(4, "slice: bounds") {
			s.args.items[m.n(3)] = m.value(depth - 1)
		}
		return s
	case 7:
		return m.call(m.registry(), "_reconstructor", m.builtin("object"), m.builtin("object"), none())
	case 8, 9:
		return m.date()
	case 10:
		return m.decimal()
	case 11:
		u := new(big.Int).Lsh(big.NewInt(int64(m.n(1<<30))), uint(m.n(98)))
		o := instance(global("uuid", "UUID"))
		if m.one(3) {
			o = m.call(m.registry(), "_reconstructor", global("uuid", "UUID"), m.builtin("object"), none())
		}
		o.build(dict(textOf("int"), bigNumber(u)))
		if m.odd(5, "UUID: number") {
			o.states[0].items[1] = m.nasty()
		}
		return m.attributes(o, 20)
	case 12:
		return &node{kind: nodeByteArray, s: pickOf(m.Gen, "", "abc", "\x00\xff")}
	case 13:
		return m.builtin(pickOf(m.Gen, "Ellipsis", "NotImplemented", "int", "object", "dict", "str", "set", "slice", "complex"))
	case 14:
		return call(m.builtin(pickOf(m.Gen, "set", "frozenset")), list(m.key(1), m.key(1)))
	case 15:
		name := pickOf(m.Gen, "int", "float", "str", "bool")
		arg := pickOf(m.Gen, number(5), textOf("12"), float(2), boolean(true))
		if m.odd(3, "atom: argument") {
			arg = pickOf(m.Gen, m.nasty(), textOf("1"+strings.Repeat("0", m.n(4300))), bytesOf("7"), textOf("1e400"), textOf("nan"), float(math.Inf(1)))
		}
		return call(m.builtin(name), arg)
	}
	if m.one(2) {
		return call(m.builtin(pickOf(m.Gen, "list", "tuple")), pickOf(m.Gen, tuple(m.values(2, 1)...), list(m.values(2, 1)...)))
	}
	return call(m.builtin("bytes"))
}

// attributes gives an object further attributes now and then.
func (m *maker) attributes(o *node, n int) *node {
	if !m.odd(n, "state: further attributes") {
		return o
	}
	if len(o.states) == 0 {
		o.build(dict())
	}
	o.states[0].items = append(o.states[0].items, m.attribute(), m.attributeValue())
	return o
}

// attribute returns the name of an attribute that NumPy or Python may look up.
func (m *maker) attribute() *node {
	return textOf(pickOf(m.Gen, "__array_interface__", "__array_struct__", "__array__", "__class__", "__dict__", "__len__", "__getitem__", "__iter__",
		"__float__", "__int__", "__index__", "__bool__", "__eq__", "__hash__", "__repr__", "__array_finalize__", "__array_priority__", "__array_ufunc__",
		"__array_wrap__", "__buffer__", "__del__", "__setstate__", "__reduce__", "dtype", "shape", "data", "_mask", "_fill_value", "coeffs", "_coeffs",
		"coef", "domain", "_variable", "symbol", "int", "is_safe", "name", "maxlen", "x", ""))
}

func (m *maker) attributeValue() *node {
	if m.one(2) {
		return m.value(1)
	}
	return dict(textOf("version"), number(3), textOf("shape"), tuple(number(1+m.n(4))), textOf("typestr"), textOf(pickOf(m.Gen, "<f8", "|O8", "|V16", "<u8", "<u4")),
		textOf("data"), tuple(number(0x41414141), boolean(false)))
}

func (m *maker) date() *node {
	delta := m.call("datetime", "timedelta", number(0), number(3600), number(5))
	if m.odd(6, "timedelta: arguments") {
		delta.args.items[m.n(3)] = pickOf(m.Gen, m.nasty(), float(math.NaN()), float(1e300), m.leaf())
	}
	zone := m.call("datetime", "timezone", delta)
	if m.one(2) {
		delta = m.call("datetime", "timedelta", number(0), number(3600), number(0))
		zone = m.call("datetime", "timezone", delta, textOf("CET"))
	}
	var packed *node
	module := "datetime"
	name := pickOf(m.Gen, "date", "datetime", "time", "timedelta", "timezone")
	switch name {
	case "date":
		packed = bytesOf("\x07\xea\x0b\x15")
	case "datetime":
		packed = bytesOf("\x07\xe4\x01\x02\x03\x04\x05\x00\x00\x06")
	case "time":
		packed = bytesOf("\x01\x02\x03\x00\x00\x03")
	case "timedelta":
		return delta
	default:
		return zone
	}
	if m.odd(5, "date: bytes") {
		b := []byte(packed.s)
		b[m.n(len(b))] = byte(m.n(256))
		packed = bytesOf(string(b[:len(b)-m.n(2)]))
	}
	d := m.call(module, name, packed)
	if name != "date" && m.one(3) {
		d.args.items = append(d.args.items, zone)
	}
	return d
}

func (m *maker) decimal() *node {
	if m.one(2) {
		s := textOf(pickOf(m.Gen, "1.5", "NaN", "-Infinity", "1E-300", "0E+10", "sNaN123"))
		if m.odd(4, "decimal: text") {
			s = textOf(pickOf(m.Gen, "1e999999", "1e-999999", "9"+strings.Repeat("9", m.n(5000)), " 1 ", "1_0", "", "NaN"+strings.Repeat("1", m.n(4000))))
		}
		return m.call("decimal", "Decimal", s)
	}
	if m.odd(4, "fraction: arguments") {
		return m.call("fractions", "Fraction", m.nasty(), m.nasty())
	}
	if m.one(2) {
		return m.call("fractions", "Fraction", textOf("1/3"))
	}
	return m.call("fractions", "Fraction", number(m.n(10)), number(1+m.n(9)))
}

// scaled returns a value that takes more work or memory than its neighbours.
func (m *maker) scaled() *node {
	what := m.n(9)
	m.mutations = append(m.mutations, "scaled: "+[]string{"depth", "doubling list", "doubling tuple", "equal hashes", "fractions", "arrays",
		"structures", "numbers", "hashed tuples"}[what])
	n := pickOf(m.Gen, 3, 10, 30, 100, 400)
	switch what {
	case 0:
		v := m.leaf()
		for range n {
			switch m.n(4) {
			case 0:
				v = tuple(v)
			case 1:
				v = dict(number(1), v)
			case 2:
				v = m.array("ndarray", tuple(number(1)), m.objectDType(), list(v))
			default:
				v = list(v)
			}
			v.late = v.kind != nodeTuple && m.one(8)
		}
		return v
	case 1, 2:
		v := m.leaf()
		for range min(n, 40) {
			if what == 1 {
				v = list(v, v)
				v.late = m.one(6)
			} else {
				v = tuple(v, v)
			}
		}
		return v
	case 3:
		d := dict()
		for i := range n {
			d.items = append(d.items, bigNumber(new(big.Int).Mul(big.NewInt(int64(i+1)), big.NewInt(1<<61-1))), none())
		}
		return d
	case 4:
		a := bigNumber(new(big.Int).Lsh(big.NewInt(1), uint(n*100)))
		b := bigNumber(new(big.Int).Sub(a.n, big.NewInt(int64(1+m.n(100)))))
		v := list()
		for range n {
			v.items = append(v.items, m.call("fractions", "Fraction", a, b))
		}
		return v
	case 5:
		v := list()
		data := bytesOf(m.raw(n * 8))
		t := m.makePlain("f8")
		for range n {
			v.items = append(v.items, m.array("ndarray", tuple(number(n)), t, data))
		}
		return v
	case 6:
		t := m.plainDType()
		for range min(n, 24) {
			s := &dtype{size: 2 * t.size}
			names := tuple(textOf("a"), textOf("b"))
			s.node = m.makeDType(fmt.Sprintf("V%d", s.size), "|", s.size, 1, 0, none(), names,
				dict(textOf("a"), tuple(t.node, number(0)), textOf("b"), tuple(t.node, number(t.size))))
			s.flagSize = 1
			t = s
		}
		if m.one(2) {
			return t.node
		}
		return m.masked("MaskedArray", tuple(number(0)), t, bytesOf(""), bytesOf(""), m.fill(t))
	case 7:
		bits := n * 1000
		if m.protocol < 2 { // which write it in decimal, each time that it occurs
			bits = n * 20
		}
		a := bigNumber(new(big.Int).Lsh(big.NewInt(3), uint(bits)))
		v := list()
		for range n {
			v.items = append(v.items, dict(a, none()))
		}
		return v
	}
	v := m.key(0)
	for range min(n, 30) {
		v = tuple(v, v)
	}
	return dict(v, none())
}
