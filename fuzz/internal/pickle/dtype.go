package pickle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// The flags of a dtype (numpy/ndarraytypes.h).
const (
	FlagsObject = 0x3f
	flagText    = 0x08
	flagsStruct = 0x1b // of one that holds objects: they are inherited from its fields
	flagAligned = 0x80
)

// makeDType calls numpy.dtype as its __reduce__ does, and gives it its state.
func (m *Maker) makeDType(code, order string, size, align, flags int, sub, names, fields *Node, meta ...*Node) *Node {
	version := 3 + len(meta)
	state := []*Node{Number(version), textOf(order), sub, names, fields, Number(size), Number(align), Number(flags)}
	return call(global("numpy", "dtype"), textOf(code), boolean(false), boolean(true)).build(Tuple(append(state, meta...)...))
}

// ObjectDType returns dtype('O').
func (m *Maker) ObjectDType() *DType {
	if t := m.DTypes["O8"]; t != nil {
		return t
	}
	t := &DType{code: "O8", descr: "'|O'", size: 8, flagSize: 1, object: true}
	t.Node = m.makeDType("O8", "|", -1, -1, FlagsObject, none(), none(), none())
	m.DTypes["O8"] = t
	return t
}

// dtype returns one of at most the given depth.
func (m *Maker) dtype(depth int) *DType {
	if depth > 0 && m.One(3) {
		return m.structDType(depth)
	}
	if m.One(12) {
		return m.ObjectDType()
	}
	return m.plainDType()
}

func (m *Maker) plainDType() *DType {
	code := choice.Of(m.Chooser, "f8", "f8", "i8", "i4", "u1", "b1", "i1", "u2", "u4", "u8", "f2", "f4", "f16", "c8", "c16", "c32", "i2",
		"S3", "U2", "V3", "S5", "U1", "V8", "M8", "m8")
	if m.plain && (code == "f16" || code == "c32") { // platforms differ in their format
		code = "f8"
	}
	if t := m.DTypes[code]; t != nil && !m.One(4) {
		return t
	}
	t := m.makePlain(code)
	m.DTypes[code] = t
	return t
}

func (m *Maker) makePlain(code string) *DType {
	t := &DType{code: code, flagSize: 1}
	if _, err := fmt.Sscanf(code[1:], "%d", &t.size); err != nil {
		panic(err)
	}
	order := choice.Of(m.Chooser, "<", "<", "<", ">")
	if t.size == 1 && code[0] != 'U' || strings.Contains("SV", code[:1]) {
		order = "|"
	}
	size, align, flags := -1, -1, 0
	var meta []*Node
	unit := ""
	switch code[0] {
	case 'S', 'V':
		if m.odd(6, "dtype: itemsize") {
			t.size = choice.Of(m.Chooser, 0, 1, 16, 1000)
			code = fmt.Sprintf("%c%d", code[0], t.size)
		}
		size, align = t.size, 1
	case 'U':
		if m.odd(6, "dtype: itemsize") {
			t.size = choice.Of(m.Chooser, 0, 5, 100)
			code = fmt.Sprintf("U%d", t.size)
		}
		t.size *= 4
		size, align, flags = t.size, 4, flagText
	case 'M', 'm':
		name, count := choice.Of(m.Chooser, "us", "s", "D", "ns", "Y", "h"), choice.Of[int64](m.Chooser, 1, 1, 25)
		if m.odd(6, "dtype: unit") {
			name = choice.Of(m.Chooser, "generic", "W", "as", "M", "fs", "m", "ps", "B", "zz", "")
			count = choice.Of[int64](m.Chooser, 1, 0, -1, 7, 1<<31-1, 1<<31)
		}
		if name != "generic" {
			unit = strings.Replace(fmt.Sprintf("[%d%s]", count, name), "[1", "[", 1)
		}
		divisor, event := 1, 1
		if m.odd(10, "dtype: unit") {
			divisor, event = choice.Of(m.Chooser, 0, 2, -1), choice.Of(m.Chooser, 0, 1, 25)
		}
		first := choice.Of(m.Chooser, dict(), none())
		if m.odd(10, "dtype: metadata") {
			first = choice.Of(m.Chooser, dict(textOf("a"), Number(1)), textOf("a"), List(), dict(Number(1), m.Leaf()))
		}
		meta = append(meta, Tuple(first, Tuple(BytesOf(name), Number(count), Number(divisor), Number(event))))
	default:
		if m.One(20) {
			meta = append(meta, dict(textOf("unit"), textOf("m")))
		}
	}
	if m.odd(12, "dtype: flags") {
		flags = choice.Of(m.Chooser, 0, 8, 16, 0x10, 0x40, 0x80, 2, 4, 0x20, 0x18, -128, 256)
	}
	if m.odd(20, "dtype: alignment") {
		align = choice.Of(m.Chooser, -1, 1, 2, 8, 64, 4096, 0, 3)
	}
	if m.odd(20, "dtype: itemsize") {
		size = choice.Of(m.Chooser, t.size, -1, 0, 1, t.size*2)
	}
	sub, names, fields := none(), none(), none()
	if m.odd(30, "dtype: fields of a plain type") {
		names, fields = Tuple(textOf("a")), dict(textOf("a"), Tuple(m.dtypeNode(), Number(choice.Of(m.Chooser, 0, 1, 8))))
	}
	if m.odd(30, "dtype: subarray of a plain type") {
		sub = Tuple(m.dtypeNode(), choice.Of(m.Chooser, Tuple(Number(t.size)), Number(2), Tuple()))
	}
	t.unit = strings.TrimLeft(strings.Trim(unit, "[]"), "0123456789")
	t.code, t.descr = code, "'"+order+code+unit+"'"
	t.Node = m.makeDType(code, order, size, align, flags, sub, names, fields, meta...)
	return t
}

// dtypeNode returns a dtype that no element is made of.
func (m *Maker) dtypeNode() *Node {
	if m.One(2) {
		return m.plainDType().Node
	}
	return m.dtype(1).Node
}

// subarray returns a dtype of a subarray of few elements.
func (m *Maker) subarray(base *DType) *DType {
	shape := []*Node{Number(1 + m.N(3))}
	t := &DType{base: base, count: int(shape[0].n.Int64()), object: base.object, string: base.string}
	if m.One(3) {
		shape = append(shape, Number(2))
		t.count *= 2
	}
	if m.odd(12, "dtype: shape of a subarray") {
		d := choice.Of(m.Chooser, 0, 1, 1000, 1<<20, 1<<27)
		t.count *= d
		shape = append(shape, Number(d))
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
			flags = FlagsObject
		}
	}
	if m.odd(10, "dtype: flags") {
		flags = choice.Of(m.Chooser, 0, flagsStruct, FlagsObject, 3, 0x20)
	}
	t.Node = m.makeDType(fmt.Sprintf("V%d", t.size), "|", t.size, choice.Of(m.Chooser, 1, 4, 8), flags, Tuple(base.Node, Tuple(shape...)), none(), none())
	return t
}

// structDType returns one with fields.
func (m *Maker) structDType(depth int) *DType {
	t := &DType{}
	var names, items []*Node
	var descr []string
	count := 1 + m.N(3)
	if m.odd(20, "dtype: fields") {
		count = choice.Of(m.Chooser, 0, 40)
	}
	overlap := m.odd(12, "dtype: fields that overlap")
	for i := range count {
		f := field{name: fmt.Sprintf("f%d", i), DType: *m.dtype(depth - 1)}
		if f.base == nil && len(f.fields) == 0 && m.One(4) || m.One(10) {
			if f.base == nil {
				f.DType = *m.subarray(&DType{Node: f.Node, code: f.code, descr: f.descr, size: f.size, flagSize: f.flagSize, object: f.object, fields: f.fields, unit: f.unit, base: f.base})
			}
		}
		if m.later && m.odd(8, "dtype: a string as field") {
			f.DType = *m.stringDType()
		}
		f.at = t.size
		switch {
		case overlap && !f.object:
			f.at = max(0, t.size-m.N(4))
		case m.odd(20, "dtype: offset of a field"):
			f.at = max(0, t.size+choice.Of(m.Chooser, 1, 7, -1, 64))
		}
		t.size = max(t.size, f.at+f.size)
		t.flagSize += f.flagSize
		t.object = t.object || f.object
		item := []*Node{f.Node, Number(f.at)}
		name, inner := textOf(f.name), fmt.Sprintf("('%s', %s)", f.name, f.descr)
		if m.One(12) {
			title := textOf(fmt.Sprintf("title %d", i))
			item = append(item, title)
			items = append(items, title, Tuple(item...))
			inner = fmt.Sprintf("(('title %d', '%s'), %s)", i, f.name, f.descr)
		}
		names = append(names, name)
		items = append(items, name, Tuple(item...))
		descr = append(descr, inner)
		t.fields = append(t.fields, f)
	}
	if m.odd(10, "dtype: padding") {
		t.size += choice.Of(m.Chooser, 1, 4, 1000, 1<<20, 1<<30)
	}
	flags := 0
	if t.object {
		flags = flagsStruct
	}
	if m.odd(8, "dtype: flags") {
		flags = choice.Of(m.Chooser, 0, flagsStruct, FlagsObject, 3, 1, 0x13, 0x20, flagsStruct|flagAligned, flagAligned, 0x40)
	}
	t.code = fmt.Sprintf("V%d", t.size)
	t.descr = "[" + strings.Join(descr, ", ") + "]"
	code := choice.Of(m.Chooser, textOf(t.code), textOf(t.code), textOf(t.code), global("numpy", "record"), global(m.since2("numpy", "numpy.rec"), "record"))
	t.Node = m.makeDType(t.code, "|", t.size, choice.Of(m.Chooser, 1, 1, 4, 8), flags, none(), Tuple(names...), dict(items...))
	t.Node.args.Items[0] = code
	return t
}

// stringDType returns one of variable-length strings, which NumPy has since 2.0.
func (m *Maker) stringDType() *DType {
	args := []*Node{boolean(m.One(2))}
	if m.One(3) {
		args = append(args, choice.Of(m.Chooser, none(), float(0), textOf("NA")))
		if m.odd(3, "string dtype: missing value") {
			args[1] = m.value(2)
		}
	}
	return &DType{
		Node:  call(global("numpy._core._internal", "_convert_to_stringdtype_kwargs"), args...),
		descr: "'|O'", code: "T", size: 16, flagSize: 1, object: true, string: true,
	}
}

// element returns what the list of an array of objects has for one element.
func (m *Maker) element(t *DType, depth int) *Node {
	switch {
	case t.base != nil && m.odd(4, "element: of a subarray"):
		return m.value(depth - 1)
	case t.base != nil && t.count <= 64 && t.base.object:
		items := make([]*Node, t.count)
		for i := range items {
			items[i] = m.element(t.base, depth-1)
		}
		return m.Array("ndarray", Tuple(t.shape...), t.base, List(items...))
	case t.base != nil && t.count <= 64:
		return m.Array("ndarray", Tuple(t.shape...), t.base, BytesOf(m.elements(t, 1)))
	case t.string:
		return textOf(choice.Of(m.Chooser, "", "a", "abcdefghijklmnopqrstuvwxyz", "\u65e5\u672c"))
	case len(t.fields) > 0 && m.odd(20, "element: of a structure"):
		return m.value(depth - 1)
	case len(t.fields) > 0:
		items := make([]*Node, len(t.fields))
		for i := range items {
			items[i] = m.element(&t.fields[i].DType, depth-1)
		}
		return Tuple(items...)
	case t.code == "O8":
		return m.value(depth)
	case t.base != nil: // with too many elements to give each
		return m.Leaf()
	case m.odd(10, "element: of a plain field"):
		return m.value(depth - 1)
	}
	switch t.code[0] {
	case 'S', 'V':
		return BytesOf(m.elements(t, 1))
	case 'U':
		return textOf(strings.Repeat("b", min(t.size/4, 3)))
	case 'b':
		return boolean(m.One(2))
	case 'f':
		return float(float64(m.N(100)) / 4)
	case 'c':
		return call(m.builtin("complex"), float(1), float(float64(m.N(100))))
	case 'M':
		switch t.unit {
		case "us", "s", "h", "m":
			return m.call("datetime", "datetime", BytesOf("\x07\xe4\x01\x02\x03\x04\x05\x00\x00\x06"))
		case "D", "Y", "M", "W":
			return m.call("datetime", "date", BytesOf("\x07\xea\x0b\x15"))
		}
	case 'm':
		if t.unit != "ns" && t.unit != "Y" {
			return m.call("datetime", "timedelta", Number(0), Number(m.N(86400)), Number(0))
		}
	}
	return Number(m.N(100))
}

// text reports whether there is text of fixed length in the type.
func (t *DType) text() bool {
	return t.code != "" && t.code[0] == 'U' || t.base != nil && t.base.text() ||
		slices.ContainsFunc(t.fields, func(f field) bool { return f.text() })
}
