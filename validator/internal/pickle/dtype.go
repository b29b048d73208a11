package pickle

import (
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// costUnit is a unit of memory, in bytes.
const costUnit = 64

// dtype is what is known of a dtype in a pickle.
type dtype struct {
	kind     byte   // as in spec.DType, 'T' for variable-length strings, 0 if unknown
	order    byte   // '<' or '>', 0 if it has none or none is known
	unit     string // of a datetime, "" if unknown
	multiple int64  // the count before the unit
	itemsize int64  // -1 if unknown
	object   bool   // elements are references
	fields   int64  // of a structured type, -1 for another
	masks    int64  // of a structured type: booleans in the mask of an element
	overlay  bool   // a type of a kind other than V has fields or is a subarray
	names    nameSum
	parts    uint64        // sum of its fields: names, places and types
	layout   []structField // the fields in the order of the names, unless they were let go
	base     *dtype        // of a subarray; never one itself
	shape    []int64       // of a subarray
	faulty   bool          // unreliable: it has a finding, or was not checked
	weight   int64         // of the fields at all depths, each as often as a subarray holds it
	limits   []byte        // the largest bytes of an element, if it holds text
}

// field is an item of the dictionary of fields that a structured dtype has.
type structField struct {
	key    string // the name, or the title: NumPy gives a field two items if it has a title of text
	title  string
	titled bool
	at     int64 // offset in bytes
	dtype  *dtype
}

func (f *structField) end() int64 { return f.at + max(f.dtype.itemsize, 0) }

// byTitle reports whether the item is the one for the title.
func (f *structField) byTitle() bool { return f.titled && f.title == f.key }

func (f *structField) cost() int64 { return fieldCost + int64(len(f.key)+len(f.title))/costUnit }

// fieldTable has the items of a dictionary that describe fields of a structured dtype. They are
// checked when the first dtype is made of them, and then dropped unless the header has fields to
// compare with.
type fieldTable struct {
	list   []structField
	count  int64 // how many there were
	lost   bool  // an item was let go
	faulty bool  // an item is unreliable, by a finding

	settled bool
	fault   string
	named   int64  // fields
	names   uint64 // sum of their names, whatever the order
	parts   uint64 // sum of names, places and types
	end     int64  // where the last of them ends, in bytes
	object  bool   // one of them holds references
	strings bool   // one of them is of variable length
	masks   int64  // booleans in the mask of an element
	weight  int64  // of the fields at all depths
	limits  []byte // the largest bytes of an element
}

const (
	fieldCost    = 4       // units of memory, with the dtype
	maxFieldCost = 1 << 16 // of all fields of all dtypes
)

// nameSum is a hash of a sequence of names: equal sequences have equal sums, others hardly ever.
type nameSum struct {
	set   uint64 // the same in any order
	order uint64
	lost  bool // a name was let go
}

func (s *nameSum) add(seed maphash.Seed, name string) {
	h := maphash.String(seed, name)
	s.set += h
	s.order = s.order*0x9e3779b97f4a7c15 + h
}

// same reports whether two dtypes have the same layout: types and sizes, and the same fields in the same order and
// places.
func (t *dtype) same(u *dtype) bool {
	return t == u || t.faulty || u.faulty || t.sum() == u.sum()
}

// spread mixes the bits of a number, as SplitMix64 does.
func spread(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// sum is a hash of the layout of a dtype: equal layouts have equal sums, others hardly ever. NumPy casts between
// dtypes of the same layout without converting objects to numbers.
func (t *dtype) sum() uint64 {
	h := uint64(t.kind)
	for _, part := range []uint64{uint64(t.itemsize), uint64(t.fields), t.names.order, t.parts} {
		h = spread(h) ^ part
	}
	if t.base != nil {
		for _, d := range t.shape {
			h = spread(h) ^ uint64(d)
		}
		h = spread(h) ^ t.base.sum()
	}
	return spread(h)
}

// fills reports whether a fill value of the type t fits into an array of the type u.
func (t *dtype) fills(u *dtype) bool {
	if t.kind == u.kind && (t.kind == 'S' || t.kind == 'U') {
		return true // of any length
	}
	return t.same(u)
}

// particular reports whether elements have to be compared with the type: if it is a structured type
// with objects, or one of variable-length strings.
func (t *dtype) particular() bool {
	return t.kind == 'T' || t.kind == 'V' && t.object && t.base == nil
}

// takeCode sets the type from its code, and reports whether it is one that NumPy writes.
func (t *dtype) takeCode(text string) bool {
	code := strings.TrimLeft(text, "<>|=")
	size := int64(-1)
	if len(code) > 1 {
		size = 0
		for _, d := range []byte(code[1:]) {
			if d < '0' || d > '9' || size > 1<<31 {
				t.faulty = true
				return false
			}
			size = size*10 + int64(d-'0')
		}
	}
	if code == "" || !strings.Contains("?biufcSUVOMma", code[:1]) {
		t.faulty = true
		return false
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
		// A pickle from a 32-bit machine says O4, which is 8 bytes when loaded on a 64-bit one.
		t.itemsize = 8
		t.faulty = size >= 0 && size != 4 && size != 8
	case size < 0:
		// NumPy doesn't write single letters. They name different types than letters with a size.
		t.faulty = !t.takeLetter()
	}
	return !t.faulty
}

// takeLetter sets the type from a code of one letter.
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
		return false // NumPy accepts any itemsize with the last four
	}
	return true
}

// Text of fixed length is four bytes for each character. NumPy decodes them without checking for errors, and crashes
// on characters that don't exist. So the bytes of arrays and scalars are compared with the dtype, which is on the
// stack when they are read: each byte with the largest that it may be.

const maxLimits = 1 << 16 // bytes of an element that are compared

// textLimits returns the largest bytes of an element of the dtype, or nil if there are no limits.
func (t *dtype) textLimits() []byte {
	switch {
	case t.kind != 'U' || t.itemsize < 4 || t.itemsize > maxLimits:
		return nil
	case t.order == '>':
		return slices.Repeat([]byte{0, 0x10, 0xff, 0xff}, int(t.itemsize/4))
	}
	return slices.Repeat([]byte{0xff, 0xff, 0x10, 0}, int(t.itemsize/4))
}

// fieldLimits is textLimits of a structured type.
func fieldLimits(fields []structField, itemsize int64) []byte {
	if itemsize > maxLimits {
		return nil
	}
	var limits []byte
	for i := range fields {
		f := &fields[i]
		if len(f.dtype.limits) == 0 || f.at+int64(len(f.dtype.limits)) > itemsize {
			continue
		}
		if limits == nil {
			limits = slices.Repeat([]byte{0xff}, int(itemsize))
		}
		for j, l := range f.dtype.limits {
			limits[f.at+int64(j)] = min(limits[f.at+int64(j)], l)
		}
	}
	return limits
}

// takeLimits sets the limits of a dtype that has its state.
func (t *dtype) takeLimits() {
	switch {
	case t.base != nil && len(t.base.limits) > 0 && t.itemsize <= maxLimits:
		t.limits = slices.Repeat(t.base.limits, int(t.itemsize)/len(t.base.limits))
	case t.fields < 0 && t.base == nil:
		t.limits = t.textLimits()
	}
}

// array is what is known of an array in a pickle.
type array struct {
	masked  bool
	plain   bool // of the class ndarray
	matrix  bool // of the class matrix, which has two dimensions
	faulty  bool // unreliable, by a finding
	quiet   bool // the origin of a part of its state has a finding
	dtype   *dtype
	shape   []int64
	count   int64 // the product of shape
	fortran bool
	items   int64 // elements of the list, for arrays of objects
	at, n   int64 // the opcode that built it
}

// maxOldRank is how many dimensions NumPy 1 has room for. It doesn't check the number in a state.
const maxOldRank = 32

// fillFactor is how many bytes NumPy allocates for each byte of a fill value that it makes itself,
// by way of an array of objects.
const fillFactor = 8

// shapeText is a shape as Python shows it.
func shapeText(shape []int64) string {
	const shown = 8
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	var all []string
	for i, d := range shape {
		if i == shown {
			all = append(all, "…")
			break
		}
		all = append(all, strconv.FormatInt(d, 10))
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// sameProduct reports whether count elements of size bytes are n bytes.
func sameProduct(count, size, n int64) bool {
	hi, lo := bits.Mul64(uint64(count), uint64(size))
	return hi == 0 && lo == uint64(n)
}

// immense reports whether NumPy can't multiply the dimensions. A 0 counts as 1, and so does an element without bytes.
func immense(shape []int64, itemsize int64) bool {
	n := max(itemsize, 1)
	for _, d := range shape {
		hi, lo := bits.Mul64(uint64(n), uint64(max(d, 1)))
		if hi > 0 || lo > math.MaxInt64 {
			return true
		}
		n = int64(lo)
	}
	return false
}

// uneven says that the list of elements is too long or too short.
func (a *array) uneven() string {
	return fmt.Sprintf("array state lists %s, expected %d", text.Count(a.items, "element"), a.count)
}

// bothOrders reports whether an array of this shape has the same layout in both orders.
func bothOrders(shape []int64) bool {
	long := 0
	for _, d := range shape {
		if d == 0 {
			return true
		}
		if d > 1 {
			long++
		}
	}
	return long < 2
}

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
