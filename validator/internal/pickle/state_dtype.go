package pickle

import "fmt"

// dtypeRow is what NumPy writes into the state of a dtype of one kind (clause npy-8.12).
type dtypeRow struct {
	orders   string // byte orders
	sized    bool   // itemsize and alignment are given, and not -1
	aligns   int64  // the largest alignment
	flags    []int64
	metadata bool // the unit of time is given, which takes version 4
}

// The flags of a dtype that NumPy gives to its kinds.
const (
	flagReference = 0x01 // NPY_ITEM_REFCOUNT
	flagInit      = 0x08 // NPY_NEEDS_INIT
	flagPyAPI     = 0x10 // NPY_NEEDS_PYAPI
	flagAligned   = 0x80 // NPY_ALIGNED_STRUCT
	flagsObject   = 0x3f // NPY_OBJECT_DTYPE_FLAGS
	flagsHolder   = 0x1b // NPY_FROM_FIELDS: what a structured type takes over from its fields
)

// dtypeRowOf is the row of a dtype by its kind, and by whether it has fields, is a sub-array and holds
// objects.
func dtypeRowOf(t *dtype) dtypeRow {
	const widest = 64 // bytes of an alignment
	plain := []int64{0, flagPyAPI, flagInit, flagInit | flagPyAPI}
	switch {
	case t.base != nil && t.object:
		return dtypeRow{orders: "|", sized: true, aligns: widest, flags: []int64{flagsObject, flagsHolder, flagsHolder | flagAligned}}
	case t.base != nil:
		return dtypeRow{orders: "|", sized: true, aligns: widest, flags: withAligned(plain)}
	case t.fields >= 0 && t.object:
		return dtypeRow{orders: "|", sized: true, aligns: widest, flags: []int64{flagsHolder, flagsHolder | flagAligned}}
	case t.fields >= 0:
		return dtypeRow{orders: "|", sized: true, aligns: widest, flags: withAligned(plain)}
	}
	switch t.kind {
	case 'O':
		return dtypeRow{orders: "|", flags: []int64{flagsObject}}
	case 'S', 'V':
		return dtypeRow{orders: "|", sized: true, aligns: 1, flags: []int64{0}}
	case 'U':
		return dtypeRow{orders: "<>=", sized: true, aligns: 4, flags: []int64{flagInit}}
	case 'M', 'm':
		return dtypeRow{orders: "<>=", flags: []int64{0}, metadata: true}
	}
	if t.itemsize == 1 {
		return dtypeRow{orders: "|<>=", flags: []int64{0}} // NumPy writes |
	}
	return dtypeRow{orders: "<>=", flags: []int64{0}}
}

func withAligned(flags []int64) []int64 {
	for _, f := range flags {
		flags = append(flags, f|flagAligned)
	}
	return flags
}

// badRow says what in version, byte order, itemsize, alignment and flags of a state isn't in the row.
func badRow(row dtypeRow, state []value) string {
	version, _ := state[0].integer()
	size, _ := state[5].integer()
	align, _ := state[6].integer()
	flags, _ := state[7].integer()
	switch {
	case row.metadata && version != 4:
		return fmt.Sprintf("version %d, want 4 with the unit of time", version)
	case !row.hasOrder(&state[1]):
		return fmt.Sprintf("the byte order %v, want one of %s", state[1], row.orders)
	case row.sized != (size >= 0) && row.sized:
		return fmt.Sprintf("the itemsize %d, want its size in bytes", size)
	case row.sized != (size >= 0):
		return fmt.Sprintf("the itemsize %d, want -1", size)
	case row.sized && (align < 1 || align > row.aligns):
		return fmt.Sprintf("the alignment %d, want 1 to %d", align, row.aligns)
	case !row.sized && align != -1:
		return fmt.Sprintf("the alignment %d, want -1", align)
	}
	for _, f := range row.flags {
		if flags == f || flags == int64(int8(f)) { // NumPy 1.x writes them as a signed byte
			return ""
		}
	}
	return fmt.Sprintf("flags 0x%02x, want %s", uint8(flags), flagNames(row.flags))
}

func (r *dtypeRow) hasOrder(v *value) bool {
	for i := range r.orders {
		if v.is(r.orders[i : i+1]) {
			return true
		}
	}
	return false
}

func flagNames(flags []int64) string {
	text := ""
	for i, f := range flags {
		if i > 0 {
			text += " or "
		}
		text += fmt.Sprintf("0x%02x", f)
	}
	return text
}

// badMetadata says what is wrong with the metadata of a state: a dict, and for datetimes a dict or None
// and the unit.
func badMetadata(row dtypeRow, v *value) string {
	if !row.metadata {
		if v.kind != kindDict {
			return fmt.Sprintf("the metadata %v, want a dict", *v)
		}
		return ""
	}
	if v.kind != kindTuple || len(v.node.items) != 2 {
		return fmt.Sprintf("the metadata %v, want a tuple of 2", *v)
	}
	dict, unit := &v.node.items[0], &v.node.items[1]
	if dict.kind != kindNone && dict.kind != kindDict && dict.kind != kindLost || unit.kind != kindTuple || len(unit.node.items) != 4 {
		return "metadata without the unit of time"
	}
	name := &unit.node.items[0]
	if name.kind != kindText && name.kind != kindBytes || !name.known || !timeUnit(name.text) {
		return fmt.Sprintf("the unit of time %v", *name)
	}
	for i := 1; i < 4; i++ {
		if n, ok := unit.node.items[i].integer(); !ok || n < 1 || n > 1<<31-1 || i > 1 && n != 1 {
			return fmt.Sprintf("a unit of time with %v, want 1 or more", unit.node.items[i])
		}
	}
	return ""
}

func timeUnit(name string) bool {
	switch name {
	case "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "\u03bcs", "ns", "ps", "fs", "as", "generic":
		return true
	}
	return false
}

// leaves is how many booleans the mask of an element has.
func (t *dtype) leaves() int64 {
	n := int64(1)
	inner := t
	if t.base != nil {
		for _, d := range t.shape {
			n = saturatedProduct(n, d)
		}
		inner = t.base
	}
	if inner.fields >= 0 {
		n = saturatedProduct(n, inner.masks)
	}
	return n
}

// saturatedProduct is the product of two numbers that are not negative, or maxSize.
func saturatedProduct(a, b int64) int64 {
	if b > 0 && a > maxSize/b {
		return maxSize
	}
	return min(a*b, maxSize)
}
