package pickle

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// badState sets the state of a dtype, and says which part of it NumPy doesn't write. The state is
// (version, byte order, subarray, names, fields, itemsize, alignment, flags[, metadata]).
func (k *fieldKeeper) badState(t *dtype, state *value) string {
	if state.kind != kindTuple || len(state.node.items) < 8 || len(state.node.items) > 9 {
		return "the form of " + state.String() + ", expected a tuple of 8 or 9 items"
	}
	s := state.node.items
	version, ok := s[0].integer()
	if !ok || version != 3 && version != 4 || (version == 4) != (len(s) == 9) {
		return "version " + s[0].String() + " and " + text.Count(int64(len(s)), "item") + ", expected version 3 and 8 items, or 4 and 9"
	}
	if order := &s[1]; !order.is("<") && !order.is(">") && !order.is("|") && !order.is("=") {
		return "byte order " + order.String() + ", expected <, > or |"
	} else if order.text != "|" && order.text != "=" {
		t.order = order.text[0]
	}
	if t.order != 0 && strings.IndexByte("OVS", t.kind) >= 0 {
		return "byte order " + s[1].String() + ", expected | for a type without one" // addresses would be swapped
	}
	size, ok := s[5].integer()
	if !ok || size < -1 || size > 1<<31-1 {
		return "itemsize " + s[5].String()
	}
	code := t.itemsize
	if size >= 0 {
		t.itemsize = size
	}
	if code >= 0 && t.itemsize != code {
		return "itemsize " + s[5].String() + ", but its code says " + text.Count(code, "byte")
	}
	// NumPy divides by it.
	if align, ok := s[6].integer(); !ok || align != -1 && (align < 1 || align&(align-1) != 0) {
		return "alignment " + s[6].String() + ", expected -1 or a power of two"
	}
	if s[2].kind != kindNone || s[3].kind != kindNone || s[4].kind != kindNone {
		if t.kind != 'V' || s[2].kind != kindNone && s[3].kind != kindNone {
			t.overlay = true
			return "fields or a subarray, expected only one of them, and only on types of kind V"
		}
	}
	if what := k.badSubarray(t, &s[2]); what != "" {
		return what
	}
	if what := k.badFields(t, &s[3], &s[4]); what != "" {
		return what
	}
	flags, ok := s[7].integer()
	switch {
	case t.faulty:
		return ""
	case !ok || flags < -128 || flags > 255:
		return "flags " + s[7].String()
	case t.object && flags&flagReference == 0:
		return fmt.Sprintf("objects, but its flags (0x%02x) don't say so", uint8(flags))
	case !t.object && flags&flagReference != 0:
		return fmt.Sprintf("flags 0x%02x for objects, but holds none", uint8(flags))
	}
	row := dtypeRowOf(t)
	if what := badRow(row, s); what != "" || len(s) == 8 {
		return what
	}
	if s[8].kind == kindLost {
		k.unfollowed("metadata of a dtype")
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

// badSubarray sets the base type and the shape of a subarray.
func (k *fieldKeeper) badSubarray(t *dtype, v *value) string {
	if v.kind == kindNone {
		return ""
	}
	if v.kind != kindTuple || len(v.node.items) != 2 {
		return "subarray " + v.String()
	}
	if v.node.items[0].kind == kindLost {
		t.faulty = true
		k.lose("a subarray with a dtype")
		return ""
	}
	base := v.node.items[0].dtype()
	if base == nil || base.kind == 'T' || base == t {
		return "a subarray of " + v.node.items[0].String()
	}
	v.node.items[0].node.frozen = true
	shape, count, ok := arrayShape(&v.node.items[1])
	if !ok {
		if count, ok = v.node.items[1].integer(); !ok || count < 0 {
			return "a subarray with shape " + v.node.items[1].String()
		}
		shape = []int64{count}
	}
	t.object = t.object || base.object
	t.faulty = t.faulty || base.faulty
	if !base.faulty && base.itemsize >= 0 && !sameProduct(count, base.itemsize, t.itemsize) {
		return "a subarray that doesn't fill its itemsize"
	}
	t.weight = saturatedProduct(max(base.weight, 1), max(count, 1))
	t.base, t.shape = base, shape
	if base.base != nil {
		t.base, t.shape = base.base, append(shape, base.shape...)
	}
	if len(t.shape) > maxItems {
		return "a subarray of over 64 dimensions"
	}
	if len(t.shape) > maxOldRank {
		k.fault(spec.ShapeRankOver32, "subarray of a dtype has %d dimensions; NumPy 1.x reads at most %d", len(t.shape), maxOldRank)
	}
	return ""
}

// badRow says which of version, byte order, itemsize, alignment and flags of a state doesn't match the row.
func badRow(row dtypeRow, state []value) string {
	version, _ := state[0].integer()
	size, _ := state[5].integer()
	align, _ := state[6].integer()
	flags, _ := state[7].integer()
	switch {
	case row.metadata && version != 4:
		return fmt.Sprintf("version %d, expected 4 with a time unit", version)
	case !row.hasOrder(&state[1]):
		return fmt.Sprintf("byte order %v, expected one of %s", state[1], row.orders)
	case row.sized != (size >= 0) && row.sized:
		return fmt.Sprintf("itemsize %d, expected its size in bytes", size)
	case row.sized != (size >= 0):
		return fmt.Sprintf("itemsize %d, expected -1", size)
	case row.sized && row.aligns == 1 && align != 1:
		return fmt.Sprintf("alignment %d, expected 1", align)
	case row.sized && (align < 1 || align > row.aligns):
		return fmt.Sprintf("alignment %d, expected 1 to %d", align, row.aligns)
	case !row.sized && align != -1:
		return fmt.Sprintf("alignment %d, expected -1", align)
	}
	for _, f := range row.flags {
		if flags == f || flags == int64(int8(f)) { // NumPy 1.x writes them as a signed byte
			return ""
		}
	}
	return fmt.Sprintf("flags 0x%02x, expected %s", uint8(flags), flagNames(row.flags))
}

func (r *dtypeRow) hasOrder(v *value) bool {
	for i := range r.orders {
		if v.is(r.orders[i : i+1]) {
			return true
		}
	}
	return false
}

// badMetadata says what is wrong with the metadata of a state: a dict, and for datetimes a dict or None
// and the unit.
func badMetadata(row dtypeRow, v *value) string {
	if !row.metadata {
		if v.kind != kindDict {
			return fmt.Sprintf("metadata %v, expected a dict", *v)
		}
		return ""
	}
	if v.kind != kindTuple || len(v.node.items) != 2 {
		return fmt.Sprintf("metadata %v, expected a tuple of 2 items", *v)
	}
	dict, unit := &v.node.items[0], &v.node.items[1]
	if dict.kind != kindNone && dict.kind != kindDict && dict.kind != kindLost || unit.kind != kindTuple || len(unit.node.items) != 4 {
		return "metadata without a time unit"
	}
	name := &unit.node.items[0]
	switch {
	case name.kind != kindText && name.kind != kindBytes || !name.known:
		return fmt.Sprintf("time unit %v, expected its name", *name)
	case !timeUnit(name.text):
		return "unknown time unit " + text.Literal(name.text)
	}
	if n, ok := unit.node.items[1].integer(); !ok || n < 1 || n > 1<<31-1 {
		return fmt.Sprintf("a time unit with multiple %v, expected 1 to 2147483647", unit.node.items[1])
	}
	for i := 2; i < 4; i++ {
		if n, ok := unit.node.items[i].integer(); !ok || n != 1 {
			return fmt.Sprintf("a time unit with %v as item %d, expected 1", unit.node.items[i], i)
		}
	}
	return ""
}

// takeUnit sets the unit of a datetime: metadata is (dict, (unit, count, 1, 1)).
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
