package pickle

import "fmt"

// dtypeRow describes what NumPy writes into the state of a dtype of one kind (clause npy-8.12).
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
	flagsHolder   = 0x1b // NPY_FROM_FIELDS: the flags that a structured type inherits from its fields
)

// dtypeRowOf is the row of a dtype by its kind, and by whether it has fields, is a subarray and holds
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

func timeUnit(name string) bool {
	switch name {
	case "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "\u03bcs", "ns", "ps", "fs", "as", "generic":
		return true
	}
	return false
}
