package validator

import "strings"

// pickledDType is what a pickle says of a dtype.
type pickledDType struct {
	kind     byte  // 'f', 'O', 'V' and so on, 'T' for variable-length strings, 0 if unknown
	itemsize int64 // -1 if unknown
	object   bool  // elements are references
	fields   int64 // of a structured type, -1 for another
	stated   bool  // BUILD has set its state
	faulty   bool  // a finding says that it is not to be relied on
}

// pickledFields sums up a dictionary whose values describe the fields of a structured dtype.
type pickledFields struct {
	count  int64 // values that do
	end    int64 // where the last field ends, in bytes
	object bool  // a field holds references
	lost   bool  // a value was let go
}

// addField looks at a value of a dictionary: the field of a dtype is a tuple of dtype, offset and
// perhaps title.
func (n *pickleNode) addField(v *value) {
	if v.kind != kindTuple || len(v.node.items) < 2 || len(v.node.items) > 3 {
		if v.kind == kindLost {
			n.summary().lost = true
		}
		return
	}
	t, offset := v.node.items[0].dtype(), &v.node.items[1]
	at, ok := offset.integer()
	if t == nil || !ok || at < 0 || at > maxSize {
		return
	}
	v.node.items[0].node.frozen = true
	f := n.summary()
	f.count++
	f.object = f.object || t.object
	f.end = max(f.end, at+max(t.itemsize, 0))
	f.lost = f.lost || t.faulty
}

// addFields looks at values of which it is not known which are keys.
func (n *pickleNode) addFields(items []value) {
	for i := range items {
		if items[i].kind == kindRun {
			n.summary().lost = true
		} else {
			n.addField(&items[i])
		}
	}
}

func (n *pickleNode) summary() *pickledFields {
	if n.fields == nil {
		n.fields = &pickledFields{}
	}
	return n.fields
}

// dtype returns the dtype that a value is, or nil.
func (v *value) dtype() *pickledDType {
	if v.kind != kindObject {
		return nil
	}
	return v.node.dtype
}

// badCode checks the first argument of numpy.dtype: the code of a type, or a class.
func (c *callCheck) badCode(v *value, t *pickledDType) bool {
	if v.kind == kindGlobal {
		c.p.call(v.node.global)
		t.faulty = !v.node.global.trusted()
		t.kind = 'V'
		return v.node.global.trusted() && v.node.global.form != formScalarClass
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
	case t.kind == 'U':
		t.itemsize *= 4
	case size < 0 && t.kind == '?':
		t.itemsize = 1
	case size < 0 && (t.kind == 'M' || t.kind == 'm' || t.kind == 'O'):
		t.itemsize = 8
	}
	return false
}

// badScalar checks the arguments of scalar: the bytes of one element.
func (c *callCheck) badScalar(typ, data *value) bool {
	t := typ.dtype()
	if t == nil {
		return true
	}
	typ.node.frozen = true
	raw := data.kind == kindBytes || data.kind == kindText || data.kind == kindByteArray
	switch {
	case t.faulty:
		return false
	case t.object && (raw || data.kind == kindLost):
		c.p.fault("pickle-object-bytes", "scalar of a dtype with objects is made of %v: they would be taken for addresses", data)
		return false
	case t.object:
		// NumPy 1.17 to 1.19 gave a structured scalar as a tuple, later ones as an array.
		return t.kind != 'O' && t.kind != 'T' && data.kind != kindTuple && (data.kind != kindObject || data.node.array == nil)
	}
	return !raw && data.kind != kindLost || raw && t.itemsize >= 0 && data.n != t.itemsize
}

// badBuffer checks the arguments of _frombuffer.
func (c *callCheck) badBuffer(data, typ, shape, order *value) bool {
	t := typ.dtype()
	if t == nil {
		return true
	}
	typ.node.frozen = true
	a := c.result.node.array
	a.dtype, a.built = t, true
	var ok bool
	if a.shape, a.count, ok = arrayShape(shape); !ok {
		a.faulty = true
		return true
	}
	switch {
	case t.faulty:
		return false
	case t.object:
		c.p.fault("pickle-object-bytes", "array of a dtype with objects is made of %v: they would be taken for addresses", data)
		a.faulty = true
		return false
	case data.kind != kindBytes && data.kind != kindByteArray && data.kind != kindLost:
		return true
	case data.kind != kindLost && t.itemsize >= 0 && !sameProduct(a.count, t.itemsize, data.n):
		return true
	}
	return !order.is("C") && !order.is("F") && !order.is("K") && !order.is("A")
}

// dtypeState checks the state that BUILD gives to a dtype (clause npy-8.12).
func (p *pickle) dtypeState(n *pickleNode, state *value) {
	t := n.dtype
	if n.frozen || t.stated {
		p.fault("pickle-mutation", "BUILD changes a dtype that was built or used before")
		t.faulty = true
		return
	}
	t.stated = true
	if t.faulty {
		return
	}
	if what := t.badState(state); what != "" {
		t.faulty = true
		p.fault("pickle-dtype-state", "state of a dtype has %s", what)
	}
}

// The flags of a dtype that follow from what it is.
const (
	flagReference = 0x01
	flagsObject   = 0x3f
)

// badState takes over the state of a dtype, and says what in it NumPy doesn't write. The state is
// (version, byte order, sub-array, names, fields, itemsize, alignment, flags[, metadata]).
func (t *pickledDType) badState(state *value) string {
	if state.kind != kindTuple || len(state.node.items) < 8 || len(state.node.items) > 9 {
		return "the form of " + state.String() + ", want a tuple of 8 or 9"
	}
	s := state.node.items
	version, ok := s[0].integer()
	if !ok || version != 3 && version != 4 || (version == 4) != (len(s) == 9) {
		return "version " + s[0].String() + " and " + plural(int64(len(s)), "item") + ", want 3 and 8 or 4 and 9"
	}
	if order := &s[1]; !order.is("<") && !order.is(">") && !order.is("|") && !order.is("=") {
		return "the byte order " + order.String() + ", want <, > or |"
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
		return "the itemsize " + s[5].String() + ", but its code says " + plural(code, "byte")
	}
	if align, ok := s[6].integer(); !ok || align < -1 || align > 1<<16 {
		return "the alignment " + s[6].String()
	}
	if what := t.badSubarray(&s[2]); what != "" {
		return what
	}
	if what := t.badFields(&s[3], &s[4]); what != "" {
		return what
	}
	flags, ok := s[7].integer()
	switch {
	case !ok || flags < -128 || flags > 1<<32:
		return "the flags " + s[7].String()
	case t.object && flags&flagReference == 0:
		return "flags 0x" + flagText(flags) + " without the one for references, but holds objects"
	case !t.object && flags&flagReference != 0:
		return "flags 0x" + flagText(flags) + " with the one for references, but holds no objects"
	case t.kind == 'O' && flags&flagsObject != flagsObject:
		return "flags 0x" + flagText(flags) + ", want 0x3f for objects"
	}
	if len(s) == 9 && s[8].kind != kindDict && s[8].kind != kindTuple && s[8].kind != kindNone && s[8].kind != kindLost {
		return "the metadata " + s[8].String()
	}
	return ""
}

func flagText(n int64) string { return string(appendEscape(nil, 'x', rune(n&0xffffffff), 2)[2:]) }

// badSubarray takes over the base type and the shape of a sub-array.
func (t *pickledDType) badSubarray(v *value) string {
	if v.kind == kindNone {
		return ""
	}
	if v.kind != kindTuple || len(v.node.items) != 2 {
		return "the sub-array " + v.String()
	}
	base := v.node.items[0].dtype()
	if base == nil {
		return "a sub-array of " + v.node.items[0].String()
	}
	v.node.items[0].node.frozen = true
	_, count, ok := arrayShape(&v.node.items[1])
	if !ok {
		if count, ok = v.node.items[1].integer(); !ok || count < 0 {
			return "a sub-array with the shape " + v.node.items[1].String()
		}
	}
	t.object = t.object || base.object
	t.faulty = t.faulty || base.faulty
	if !base.faulty && base.itemsize >= 0 && !sameProduct(count, base.itemsize, t.itemsize) {
		return "a sub-array that doesn't fill its itemsize"
	}
	return ""
}

// badFields takes over names and fields of a structured type.
func (t *pickledDType) badFields(names, fields *value) string {
	if names.kind == kindNone && fields.kind == kindNone {
		return ""
	}
	if names.kind != kindTuple || fields.kind != kindDict || !names.node.texts {
		return "the names " + names.String() + " and the fields " + fields.String() + ", want a tuple of texts and a dict"
	}
	n := fields.node
	n.frozen = true
	t.fields = names.node.count
	f := n.fields
	if f == nil {
		f = &pickledFields{}
	}
	t.object = t.object || f.object
	switch {
	case f.lost:
		t.faulty = true
	case f.count != n.count || f.count < t.fields:
		return "fields that are not tuples of dtype and offset"
	case f.end > t.itemsize:
		return "a field that ends at byte " + value{kind: kindInt, known: true, n: f.end}.String() + " of an item of " + plural(t.itemsize, "byte")
	}
	return ""
}
