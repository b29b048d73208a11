package pickle

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// dtype is what a pickle says of a dtype.
type dtype struct {
	kind     byte   // as in spec.DType, 'T' for variable-length strings, 0 if unknown
	order    byte   // '<' or '>', 0 if it has none or none is known
	unit     string // of a datetime, "" if unknown
	multiple int64  // the count in front of the unit
	itemsize int64  // -1 if unknown
	object   bool   // elements are references
	fields   int64  // of a structured type, -1 for another
	masks    int64  // of a structured type: booleans in the mask of an element
	overlay  bool   // a type of another kind than V has fields or is a sub-array
	names    nameSum
	layout   []structField // the fields in the order of the names, unless they were let go
	base     *dtype        // of a sub-array; never one itself
	shape    []int64       // of a sub-array
	faulty   bool          // it is not to be relied on: there is a finding, or it was not checked
	weight   int64         // of the fields at all depths, each as often as a sub-array holds it
	limits   []byte        // the largest bytes of an element, if it holds text
}

// dtype returns the dtype that a value is, or nil.
func (v *value) dtype() *dtype {
	if v.kind != kindObject {
		return nil
	}
	return v.node.dtype
}

// badCode checks the first argument of numpy.dtype: the code of a type, or a class.
func (c *callCheck) badCode(v *value, t *dtype) bool {
	if v.kind == kindGlobal {
		c.p.call(v.node.global)
		t.faulty = !v.node.global.trusted()
		t.kind = 'V'
		return v.node.global.trusted() && (v.node.global.form != formScalarClass || v.node.global.name != "record")
	}
	if v.kind != kindText && v.kind != kindBytes || !v.known {
		t.faulty = true
		return true
	}
	code := strings.TrimLeft(v.text, "<>|=")
	size := int64(-1)
	if len(code) > 1 {
		size = 0
		for _, d := range []byte(code[1:]) {
			if d < '0' || d > '9' || size > 1<<31 {
				t.faulty = true
				return true
			}
			size = size*10 + int64(d-'0')
		}
	}
	if code == "" || !strings.Contains("?biufcSUVOMma", code[:1]) {
		t.faulty = true
		return true
	}
	t.kind, t.itemsize, t.object = code[0], size, code[0] == 'O'
	switch {
	case t.kind == '?':
		t.kind, t.itemsize = 'b', 1
	case t.kind == 'a' && size >= 0:
		t.kind = 'S'
	case t.kind == 'U' && size >= 0:
		t.itemsize *= 4
	case t.kind == 'O':
		// A pickle of a 32-bit machine says O4, which is 8 bytes to whoever loads it on another.
		t.itemsize = 8
		t.faulty = size >= 0 && size != 4 && size != 8
	case size < 0:
		// One letter, which NumPy doesn't write: other types than those of the letters with a size.
		t.faulty = !t.takeLetter()
	}
	return t.faulty
}

// takeLetter takes over a code of one letter.
func (t *dtype) takeLetter() bool {
	switch t.kind {
	case 'b':
		t.kind, t.itemsize = 'i', 1
	case 'c':
		t.kind, t.itemsize = 'S', 1
	case 'i', 'f':
		t.itemsize = 4
	case 'M', 'm':
		t.itemsize = 8
	case 'u', 'S', 'U', 'V', 'a':
		return false // NumPy takes any itemsize for the last four
	}
	return true
}

// badScalar checks the arguments of scalar: the bytes of one element.
func (c *callCheck) badScalar(typ, data *value) bool {
	t := typ.dtype()
	if typ.kind == kindLost {
		c.p.lose("a scalar with a dtype")
		return false
	}
	if t == nil {
		return true
	}
	typ.node.frozen = true
	raw := data.kind == kindBytes || data.kind == kindText || data.kind == kindByteArray
	switch {
	case t.faulty:
		return false
	case t.base != nil:
		return true
	case t.object && (raw || data.kind == kindLost):
		c.p.fault(spec.PickleObjectBytes, "scalar of a dtype with objects is made of %v: they would be taken for addresses", data)
		return false
	case t.object:
		// Of an object NumPy never writes a scalar: that is a way to hand on an import as what a call
		// returns.
		if t.kind != 'V' || data.kind != kindTuple && (data.kind != kindObject || data.node.array == nil) {
			return true
		}
		c.p.misfitting(structuredScalar(t, data), "call of %v", c.g)
		return false
	}
	c.p.copies(data.n)
	if raw && data.n == t.itemsize {
		c.p.characters(t, data)
	}
	return !raw && data.kind != kindLost || raw && t.itemsize >= 0 && data.n != t.itemsize
}

// structuredScalar says what is wrong with the element that a structured scalar is made of. NumPy 1.17 to
// 1.19 gave it as a tuple. Later ones give it as an array without dimensions, of which they take the
// first element for one of the dtype, unseen.
func structuredScalar(t *dtype, data *value) *misfit {
	if data.kind == kindTuple {
		return t.element(data, "", 0)
	}
	if data.quiet() {
		return &misfit{mute: true}
	}
	if a := data.plainArray(); a == nil || len(a.shape) != 0 || a.dtype != t {
		return &misfit{path: "its element", got: data.String(), want: "an array of the same dtype without dimensions"}
	}
	return nil
}

// badBuffer checks the arguments of _frombuffer.
func (c *callCheck) badBuffer(data, typ, shape, order *value) bool {
	t, a := typ.dtype(), c.result.node.array
	c.result.node.built = true
	if typ.kind == kindLost {
		a.faulty = true
		c.p.lose("an array with a dtype")
		return false
	}
	if t == nil {
		a.faulty = true
		return true
	}
	typ.node.frozen = true
	a.dtype = t
	var ok bool
	if a.shape, a.count, ok = arrayShape(shape); !ok {
		a.faulty = true
		return true
	}
	switch {
	case t.faulty:
		return false
	case t.base != nil:
		a.faulty = true
		return true
	case t.object:
		c.p.fault(spec.PickleObjectBytes, "array of a dtype with objects is made of %v: they would be taken for addresses", data)
		a.faulty = true
		return false
	case data.kind != kindBytes && data.kind != kindByteArray && data.kind != kindLost:
		return true
	case data.kind != kindLost && t.itemsize >= 0 && !sameProduct(a.count, t.itemsize, data.n):
		return true
	}
	if a.count > 0 && t.itemsize == 0 {
		c.p.blank(a)
	} else {
		c.p.characters(t, data)
	}
	return !order.is("C") && !order.is("F") && !order.is("K") && !order.is("A")
}

// dtypeState checks the state that BUILD gives to a dtype (clause npy-8.12).
func (p *machine) dtypeState(n *node, state *value) {
	t := n.dtype
	if t.faulty {
		return
	}
	what := p.badState(t, state)
	t.takeLimits()
	n.cost += int32(len(t.limits) / costUnit)
	if what != "" {
		t.faulty = true
		rule := spec.PickleDtypeState
		if t.overlay {
			rule = spec.PickleState // NumPy has made such types, and crashes over some of them
		}
		if !state.doubtful() {
			p.fault(rule, "state of a dtype has %s", what)
		}
	}
}

// badState takes over the state of a dtype, and says what in it NumPy doesn't write. The state is
// (version, byte order, sub-array, names, fields, itemsize, alignment, flags[, metadata]).
func (p *machine) badState(t *dtype, state *value) string {
	if state.kind != kindTuple || len(state.node.items) < 8 || len(state.node.items) > 9 {
		return "the form of " + state.String() + ", want a tuple of 8 or 9"
	}
	s := state.node.items
	version, ok := s[0].integer()
	if !ok || version != 3 && version != 4 || (version == 4) != (len(s) == 9) {
		return "version " + s[0].String() + " and " + fault.Count(int64(len(s)), "item") + ", want 3 and 8 or 4 and 9"
	}
	if order := &s[1]; !order.is("<") && !order.is(">") && !order.is("|") && !order.is("=") {
		return "the byte order " + order.String() + ", want <, > or |"
	} else if order.text != "|" && order.text != "=" {
		t.order = order.text[0]
	}
	if t.order != 0 && strings.IndexByte("OVS", t.kind) >= 0 {
		return "the byte order " + s[1].String() + ", want | for a type that has none" // addresses would be swapped
	}
	size, ok := s[5].integer()
	if !ok || size < -1 || size > 1<<31-1 {
		return "the itemsize " + s[5].String()
	}
	code := t.itemsize
	if size >= 0 {
		t.itemsize = size
	}
	if code >= 0 && t.itemsize != code {
		return "the itemsize " + s[5].String() + ", but its code says " + fault.Count(code, "byte")
	}
	// NumPy divides by it.
	if align, ok := s[6].integer(); !ok || align != -1 && (align < 1 || align&(align-1) != 0) {
		return "the alignment " + s[6].String() + ", want -1 or a power of two"
	}
	if s[2].kind != kindNone || s[3].kind != kindNone || s[4].kind != kindNone {
		if t.kind != 'V' || s[2].kind != kindNone && s[3].kind != kindNone {
			t.overlay = true
			return "fields or a sub-array, want them on structured types of the kind V only, and one of the two"
		}
	}
	if what := p.badSubarray(t, &s[2]); what != "" {
		return what
	}
	if what := p.badFields(t, &s[3], &s[4]); what != "" {
		return what
	}
	flags, ok := s[7].integer()
	switch {
	case t.faulty:
		return ""
	case !ok || flags < -128 || flags > 255:
		return "the flags " + s[7].String()
	case t.object && flags&flagReference == 0:
		return fmt.Sprintf("flags 0x%02x without the one for references, but holds objects", uint8(flags))
	case !t.object && flags&flagReference != 0:
		return fmt.Sprintf("flags 0x%02x with the one for references, but holds no objects", uint8(flags))
	}
	row := dtypeRowOf(t)
	if what := badRow(row, s); what != "" || len(s) == 8 {
		return what
	}
	if s[8].kind == kindLost {
		p.unfollowed("the metadata of a dtype")
		return ""
	}
	if what := badMetadata(row, &s[8]); what != "" {
		return what
	}
	if row.metadata {
		t.takeUnit(&s[8])
	}
	return ""
}

// badSubarray takes over the base type and the shape of a sub-array.
func (p *machine) badSubarray(t *dtype, v *value) string {
	if v.kind == kindNone {
		return ""
	}
	if v.kind != kindTuple || len(v.node.items) != 2 {
		return "the sub-array " + v.String()
	}
	if v.node.items[0].kind == kindLost {
		t.faulty = true
		p.lose("a sub-array with a dtype")
		return ""
	}
	base := v.node.items[0].dtype()
	if base == nil || base.kind == 'T' || base == t {
		return "a sub-array of " + v.node.items[0].String()
	}
	v.node.items[0].node.frozen = true
	shape, count, ok := arrayShape(&v.node.items[1])
	if !ok {
		if count, ok = v.node.items[1].integer(); !ok || count < 0 {
			return "a sub-array with the shape " + v.node.items[1].String()
		}
		shape = []int64{count}
	}
	t.object = t.object || base.object
	t.faulty = t.faulty || base.faulty
	if !base.faulty && base.itemsize >= 0 && !sameProduct(count, base.itemsize, t.itemsize) {
		return "a sub-array that doesn't fill its itemsize"
	}
	t.weight = product(max(base.weight, 1), max(count, 1))
	t.base, t.shape = base, shape
	if base.base != nil {
		t.base, t.shape = base.base, append(shape, base.shape...)
	}
	if len(t.shape) > maxItems {
		return "a sub-array of over 64 dimensions"
	}
	if len(t.shape) > maxOldRank {
		p.fault(spec.ShapeRankOver32, "sub-array of a dtype has %d dimensions; NumPy 1.x reads at most %d", len(t.shape), maxOldRank)
	}
	return ""
}

// takeUnit takes over the unit of a datetime: metadata are (dict, (unit, count, 1, 1)).
func (t *dtype) takeUnit(v *value) {
	if v.kind != kindTuple || len(v.node.items) != 2 {
		return
	}
	u := &v.node.items[1]
	if u.kind != kindTuple || len(u.node.items) < 2 {
		return
	}
	name, count := &u.node.items[0], &u.node.items[1]
	if n, ok := count.integer(); ok && name.known && (name.kind == kindBytes || name.kind == kindText) {
		t.unit, t.multiple = name.text, n
	}
}
