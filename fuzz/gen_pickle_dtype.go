package fuzz

import (
	"fmt"
	"strings"
)

// dtype is a pickled dtype, with what is needed to make elements of it.
type dtype struct {
	node     *node
	code     string
	descr    string
	size     int // bytes of an element
	flagSize int // bytes of an element of its mask
	object   bool
	string   bool // of variable length
	fields   []field
	base     *dtype // of a sub-array
	shape    []*node
	count    int    // elements of a sub-array
	unit     string // of a datetime
}

type field struct {
	name string
	at   int
	dtype
}

// The flags of a dtype (numpy/ndarraytypes.h).
const (
	flagsObject = 0x3f
	flagText    = 0x08
	flagsStruct = 0x1b // of one that holds objects: they are inherited from its fields
	flagAligned = 0x80
)

// makeDType calls numpy.dtype as its __reduce__ does, and gives it its state.
func (m *maker) makeDType(code, order string, size, align, flags int, sub, names, fields *node, meta ...*node) *node {
	version := 3 + len(meta)
	state := []*node{number(version), textOf(order), sub, names, fields, number(size), number(align), number(flags)}
	return call(global("numpy", "dtype"), textOf(code), boolean(false), boolean(true)).build(tuple(append(state, meta...)...))
}

// objectDType returns dtype('O').
func (m *maker) objectDType() *dtype {
	if t := m.dtypes["O8"]; t != nil {
		return t
	}
	t := &dtype{code: "O8", descr: "'|O'", size: 8, flagSize: 1, object: true}
	t.node = m.makeDType("O8", "|", -1, -1, flagsObject, none(), none(), none())
	m.dtypes["O8"] = t
	return t
}

// dtype returns one of at most the given depth.
func (m *maker) dtype(depth int) *dtype {
	if depth > 0 && m.one(3) {
		return m.structDType(depth)
	}
	if m.one(12) {
		return m.objectDType()
	}
	return m.plainDType()
}

func (m *maker) plainDType() *dtype {
	code := pickOf(m.Gen, "f8", "f8", "i8", "i4", "u1", "b1", "i1", "u2", "u4", "u8", "f2", "f4", "f16", "c8", "c16", "c32", "i2",
		"S3", "U2", "V3", "S5", "U1", "V8", "M8", "m8")
	if m.plain && (code == "f16" || code == "c32") { // platforms differ in their format
		code = "f8"
	}
	if t := m.dtypes[code]; t != nil && !m.one(4) {
		return t
	}
	t := m.makePlain(code)
	m.dtypes[code] = t
	return t
}

func (m *maker) makePlain(code string) *dtype {
	t := &dtype{code: code, flagSize: 1}
	if _, err := fmt.Sscanf(code[1:], "%d", &t.size); err != nil {
		panic(err)
	}
	order := pickOf(m.Gen, "<", "<", "<", ">")
	if t.size == 1 && code[0] != 'U' || strings.Contains("SV", code[:1]) {
		order = "|"
	}
	size, align, flags := -1, -1, 0
	var meta []*node
	unit := ""
	switch code[0] {
	case 'S', 'V':
		if m.odd(6, "dtype: itemsize") {
			t.size = pickOf(m.Gen, 0, 1, 16, 1000)
			code = fmt.Sprintf("%c%d", code[0], t.size)
		}
		size, align = t.size, 1
	case 'U':
		if m.odd(6, "dtype: itemsize") {
			t.size = pickOf(m.Gen, 0, 5, 100)
			code = fmt.Sprintf("U%d", t.size)
		}
		t.size *= 4
		size, align, flags = t.size, 4, flagText
	case 'M', 'm':
		name, count := pickOf(m.Gen, "us", "s", "D", "ns", "Y", "h"), pickOf[int64](m.Gen, 1, 1, 25)
		if m.odd(6, "dtype: unit") {
			name = pickOf(m.Gen, "generic", "W", "as", "M", "fs", "m", "ps", "B", "zz", "")
			count = pickOf[int64](m.Gen, 1, 0, -1, 7, 1<<31-1, 1<<31)
		}
		if name != "generic" {
			unit = strings.Replace(fmt.Sprintf("[%d%s]", count, name), "[1", "[", 1)
		}
		divisor, event := 1, 1
		if m.odd(10, "dtype: unit") {
			divisor, event = pickOf(m.Gen, 0, 2, -1), pickOf(m.Gen, 0, 1, 25)
		}
		first := pickOf(m.Gen, dict(), none())
		if m.odd(10, "dtype: metadata") {
			first = pickOf(m.Gen, dict(textOf("a"), number(1)), textOf("a"), list(), dict(number(1), m.leaf()))
		}
		meta = append(meta, tuple(first, tuple(bytesOf(name), number(count), number(divisor), number(event))))
	default:
		if m.one(20) {
			meta = append(meta, dict(textOf("unit"), textOf("m")))
		}
	}
	if m.odd(12, "dtype: flags") {
		flags = pickOf(m.Gen, 0, 8, 16, 0x10, 0x40, 0x80, 2, 4, 0x20, 0x18, -128, 256)
	}
	if m.odd(20, "dtype: alignment") {
		align = pickOf(m.Gen, -1, 1, 2, 8, 64, 4096, 0, 3)
	}
	if m.odd(20, "dtype: itemsize") {
		size = pickOf(m.Gen, t.size, -1, 0, 1, t.size*2)
	}
	sub, names, fields := none(), none(), none()
	if m.odd(30, "dtype: fields of a plain type") {
		names, fields = tuple(textOf("a")), dict(textOf("a"), tuple(m.dtypeNode(), number(pickOf(m.Gen, 0, 1, 8))))
	}
	if m.odd(30, "dtype: sub-array of a plain type") {
		sub = tuple(m.dtypeNode(), pickOf(m.Gen, tuple(number(t.size)), number(2), tuple()))
	}
	t.unit = strings.TrimLeft(strings.Trim(unit, "[]"), "0123456789")
	t.code, t.descr = code, "'"+order+code+unit+"'"
	t.node = m.makeDType(code, order, size, align, flags, sub, names, fields, meta...)
	return t
}

// dtypeNode returns a dtype that nothing is made of.
func (m *maker) dtypeNode() *node {
	if m.one(2) {
		return m.plainDType().node
	}
	return m.dtype(1).node
}

// subarray returns a dtype of a sub-array of few elements.
func (m *maker) subarray(base *dtype) *dtype {
	shape := []*node{number(1 + m.n(3))}
	t := &dtype{base: base, count: int(shape[0].n.Int64()), object: base.object, string: base.string}
	if m.one(3) {
		shape = append(shape, number(2))
		t.count *= 2
	}
	if m.odd(12, "dtype: shape of a sub-array") {
		d := pickOf(m.Gen, 0, 1, 1000, 1<<20, 1<<27)
		t.count *= d
		shape = append(shape, number(d))
	}
	t.shape = shape
	t.size, t.flagSize = t.count*base.size, t.count*base.flagSize
	dims := ""
	for _, d := range shape {
		dims += d.n.String() + ","
	}
	t.descr = base.descr + ", (" + dims + ")"
	flags := 0
	if t.object {
		flags = flagsStruct
		if base.code == "O8" {
			flags = flagsObject
		}
	}
	if m.odd(10, "dtype: flags") {
		flags = pickOf(m.Gen, 0, flagsStruct, flagsObject, 3, 0x20)
	}
	t.node = m.makeDType(fmt.Sprintf("V%d", t.size), "|", t.size, pickOf(m.Gen, 1, 4, 8), flags, tuple(base.node, tuple(shape...)), none(), none())
	return t
}

// structDType returns one with fields.
func (m *maker) structDType(depth int) *dtype {
	t := &dtype{}
	var names, items []*node
	var descr []string
	count := 1 + m.n(3)
	if m.odd(20, "dtype: fields") {
		count = pickOf(m.Gen, 0, 40)
	}
	overlap := m.odd(12, "dtype: fields that overlap")
	for i := range count {
		f := field{name: fmt.Sprintf("f%d", i), dtype: *m.dtype(depth - 1)}
		if f.base == nil && len(f.fields) == 0 && m.one(4) || m.one(10) {
			if f.base == nil {
				f.dtype = *m.subarray(&dtype{node: f.node, code: f.code, descr: f.descr, size: f.size, flagSize: f.flagSize, object: f.object, fields: f.fields, unit: f.unit, base: f.base})
			}
		}
		if m.later && m.odd(8, "dtype: a string as field") {
			f.dtype = *m.stringDType()
		}
		f.at = t.size
		switch {
		case overlap && !f.object:
			f.at = max(0, t.size-m.n(4))
		case m.odd(20, "dtype: offset of a field"):
			f.at = max(0, t.size+pickOf(m.Gen, 1, 7, -1, 64))
		}
		t.size = max(t.size, f.at+f.size)
		t.flagSize += f.flagSize
		t.object = t.object || f.object
		item := []*node{f.node, number(f.at)}
		name, inner := textOf(f.name), fmt.Sprintf("('%s', %s)", f.name, f.descr)
		if m.one(12) {
			title := textOf(fmt.Sprintf("title %d", i))
			item = append(item, title)
			items = append(items, title, tuple(item...))
			inner = fmt.Sprintf("(('title %d', '%s'), %s)", i, f.name, f.descr)
		}
		names = append(names, name)
		items = append(items, name, tuple(item...))
		descr = append(descr, inner)
		t.fields = append(t.fields, f)
	}
	if m.odd(10, "dtype: padding") {
		t.size += pickOf(m.Gen, 1, 4, 1000, 1<<20, 1<<30)
	}
	flags := 0
	if t.object {
		flags = flagsStruct
	}
	if m.odd(8, "dtype: flags") {
		flags = pickOf(m.Gen, 0, flagsStruct, flagsObject, 3, 1, 0x13, 0x20, flagsStruct|flagAligned, flagAligned, 0x40)
	}
	t.code = fmt.Sprintf("V%d", t.size)
	t.descr = "[" + strings.Join(descr, ", ") + "]"
	code := pickOf(m.Gen, textOf(t.code), textOf(t.code), textOf(t.code), global("numpy", "record"), global(m.since2("numpy", "numpy.rec"), "record"))
	t.node = m.makeDType(t.code, "|", t.size, pickOf(m.Gen, 1, 1, 4, 8), flags, none(), tuple(names...), dict(items...))
	t.node.args.items[0] = code
	return t
}

// stringDType returns one of variable-length strings, which NumPy has since 2.0.
func (m *maker) stringDType() *dtype {
	args := []*node{boolean(m.one(2))}
	if m.one(3) {
		args = append(args, pickOf(m.Gen, none(), float(0), textOf("NA")))
		if m.odd(3, "string dtype: missing value") {
			args[1] = m.value(2)
		}
	}
	return &dtype{
		node:  call(global("numpy._core._internal", "_convert_to_stringdtype_kwargs"), args...),
		descr: "'|O'", code: "T", size: 16, flagSize: 1, object: true, string: true,
	}
}

// element returns what the list of an array of objects holds for one element.
func (m *maker) element(t *dtype, depth int) *node {
	switch {
	case t.base != nil && m.odd(4, "element: of a sub-array"):
		return m.value(depth - 1)
	case t.base != nil && t.count <= 64 && t.base.object:
		items := make([]*node, t.count)
		for i := range items {
			items[i] = m.element(t.base, depth-1)
		}
		return m.array("ndarray", tuple(t.shape...), t.base, list(items...))
	case t.base != nil && t.count <= 64:
		return m.array("ndarray", tuple(t.shape...), t.base, bytesOf(m.elements(t, 1)))
	case t.string:
		return textOf(pickOf(m.Gen, "", "a", "abcdefghijklmnopqrstuvwxyz", "\u65e5\u672c"))
	case len(t.fields) > 0 && m.odd(20, "element: of a structure"):
		return m.value(depth - 1)
	case len(t.fields) > 0:
		items := make([]*node, len(t.fields))
		for i := range items {
			items[i] = m.element(&t.fields[i].dtype, depth-1)
		}
		return tuple(items...)
	case t.code == "O8":
		return m.value(depth)
	case t.base != nil: // of too many elements to give each
		return m.leaf()
	case m.odd(10, "element: of a plain field"):
		return m.value(depth - 1)
	}
	switch t.code[0] {
	case 'S', 'V':
		return bytesOf(m.elements(t, 1))
	case 'U':
		return textOf(strings.Repeat("b", min(t.size/4, 3)))
	case 'b':
		return boolean(m.one(2))
	case 'f':
		return float(float64(m.n(100)) / 4)
	case 'c':
		return call(m.builtin("complex"), float(1), float(float64(m.n(100))))
	case 'M':
		switch t.unit {
		case "us", "s", "h", "m":
			return m.call("datetime", "datetime", bytesOf("\x07\xe4\x01\x02\x03\x04\x05\x00\x00\x06"))
		case "D", "Y", "M", "W":
			return m.call("datetime", "date", bytesOf("\x07\xea\x0b\x15"))
		}
	case 'm':
		if t.unit != "ns" && t.unit != "Y" {
			return m.call("datetime", "timedelta", number(0), number(m.n(86400)), number(0))
		}
	}
	return number(m.n(100))
}
