package pickle

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// valueKind is what is known of a value of the abstract machine.
type valueKind uint8

const (
	kindAbsent valueKind = iota // no value: an empty slot of the memo
	kindLost                    // a value that was let go
	kindRun                     // several values on the stack that were dropped
	kindNone
	kindBool
	kindInt
	kindFloat
	kindText
	kindBytes
	kindByteArray
	kindTuple
	kindList
	kindDict
	kindSet
	kindFrozenSet
	kindGlobal // something imported
	kindObject // the result of a call
)

// value is a value on the stack or in the memo.
type value struct {
	kind  valueKind
	known bool   // text holds the content of text or bytes, n the value of an int
	home  bool   // the place on the stack where the value was made
	back  bool   // it comes from the memo
	slot  uint32 // number of the memo slot that holds the value, plus 1
	n     int64  // value of a bool or int, characters of text, bytes of bytes and large ints
	read  int64  // of bytes and text the offset where they were read or made: a number that no others have
	text  string
	node  *node
}

// node is the part of a value that all references to it share. A node keeps what the checks of
// calls need, but not the elements of a collection.
type node struct {
	items    []value // of a tuple, unless it is too large to be kept
	count    int64   // elements of a collection
	size     int64   // values in the tree below, each counted as often as it is referred to
	keyed    int64   // of a list or a run: the values that are hashed and compared if its elements become keys
	first    int64   // of a list: likewise of its first element, of which a dictionary may make a key
	depth    int32   // nesting of collections
	cost     int32   // units of memory that the node keeps alive
	global   *global // of an import the import, of an object what was called
	dtype    *dtype
	array    *array
	fields   *fieldTable   // of a dictionary that may hold the fields of a dtype
	entries  *entries      // of a dictionary, while it is one of the latest
	elements *elementCheck // of a list that an array is made of
	names    *nameSum      // of a tuple of texts
	opens    *node         // the oldest value that was still being built when it became part of this one, directly or not
	class    string        // of a random generator the name of its bit generator
	born     uint32        // its number among the values that can be changed

	texts   bool // all elements, or all keys, are text
	raw     bool // an element can't be hashed
	special bool // of a dictionary: a key is not text, or is one that Python or NumPy may look for
	unseen  bool // of a dictionary: a key was dropped
	doubt   bool // a finding says that it is not what it should be
	frozen  bool // a dtype holds it, so that changing it corrupts memory
	built   bool // it has its state
	home    bool // it is on the stack where it was made
	held    bool // it is part of another value, or was dropped
	shared  bool // of values that were dropped: one of them was part of another value already
}

const (
	maxText     = 4096 // bytes of text that are kept
	maxBytes    = 64   // bytes of a bytes object that are kept
	maxTuple    = 1000 // elements of a tuple that are kept
	maxItems    = 64   // dimensions of an array
	nodeCost    = 3    // of a collection
	importCost  = 5
	objectCost  = 5 // of what a call returns
	dtypeCost   = 8
	arrayCost   = 16
	maxTreeCost = 1024 // a tuple of more than this is kept without its elements
)

func (v *value) size() int64 {
	if v.node != nil {
		return v.node.size
	}
	switch {
	case v.kind == kindRun:
		return v.n
	case v.kind == kindInt && !v.known:
		return 1 + v.n/32 // it is hashed byte by byte
	}
	return 1
}

// weight returns how many values are hashed and compared if a value becomes a key. For a list those are of its first
// element: Python 2 writes an OrderedDict as a list of lists, each of a key and its value.
func (v *value) weight() int64 {
	switch v.kind {
	case kindRun:
		return v.node.keyed
	case kindList:
		return v.node.first
	}
	return v.size()
}

// digits is roughly the number of digits of a number, or of the number in a text.
func (v *value) digits() int64 {
	switch {
	case v.kind == kindText:
		return v.n
	case v.kind == kindInt && !v.known:
		return 12 * v.n / 5
	}
	return 0
}

// length is how many bytes a shallow copy of the value takes.
func (v *value) length() int64 {
	switch v.kind {
	case kindText, kindBytes, kindByteArray, kindLost:
		return v.n
	case kindRun:
		return v.node.count
	case kindTuple, kindList, kindDict, kindSet, kindFrozenSet, kindObject:
		return 8 * v.node.count
	}
	return 0
}

func (v *value) depth() int32 {
	if v.node != nil {
		return v.node.depth
	}
	return 0
}

func (v *value) cost() int64 {
	c := int64(len(v.text) / costUnit)
	if v.node != nil {
		c += int64(v.node.cost)
	}
	return c
}

// integer returns the value of an int or a bool.
func (v *value) integer() (int64, bool) {
	return v.n, v.kind == kindInt && v.known || v.kind == kindBool
}

// raw reports whether the value is bytes, or text in which Python 2 holds bytes.
func (v *value) raw() bool {
	return v.kind == kindBytes || v.kind == kindText || v.kind == kindByteArray
}

// boolean reports whether a value is True or False, or the number for it.
func boolean(v *value) bool {
	n, ok := v.integer()
	return ok && n&^1 == 0
}

// is reports whether the value is text or bytes with this content.
func (v *value) is(content string) bool {
	return (v.kind == kindText || v.kind == kindBytes) && v.known && v.text == content
}

// doubtful reports whether the origin of a value has a finding already. Then the value is unknown,
// which needs no finding of its own.
func (v *value) doubtful() bool {
	switch v.kind {
	case kindGlobal:
		return v.node.global.blamed && v.node.global.module == ""
	case kindObject:
		return v.node.doubt || !v.node.global.trusted()
	case kindTuple:
		return v.node.doubt
	}
	return false
}

// special reports whether a key isn't certain to be a user's own attribute: Python and NumPy look for names that begin
// with two underscores.
func (v *value) special() bool {
	return v.kind != kindLost && (v.kind != kindText || !v.known || strings.HasPrefix(v.text, "__"))
}

// quiet reports whether a value, or something that it was made of, has a finding already.
func (v *value) quiet() bool {
	if v.doubtful() {
		return true
	}
	return v.kind == kindObject && (v.node.array != nil && v.node.array.faulty || v.node.dtype != nil && v.node.dtype.faulty)
}

// plainArray returns the array if the value is one of class ndarray that has its state, or nil.
func (v *value) plainArray() *array {
	if v.kind != kindObject || v.node.array == nil {
		return nil
	}
	a := v.node.array
	if !a.plain || !v.node.built || a.dtype == nil || a.dtype.base != nil {
		return nil
	}
	return a
}

// dtype returns the value as a dtype, or nil.
func (v *value) dtype() *dtype {
	if v.kind != kindObject {
		return nil
	}
	return v.node.dtype
}

// unhashable reports whether Python refuses a value as a key, or as an element of a set.
func (v *value) unhashable() bool {
	switch v.kind {
	case kindList, kindDict, kindSet, kindByteArray:
		return true
	case kindTuple, kindRun:
		return v.node.raw
	case kindObject:
		if v.doubtful() {
			return false
		}
		switch g := v.node.global; g.form {
		case pyimport.Mapping, pyimport.DefaultDict, pyimport.Deque, pyimport.MaskedConstant, pyimport.Namespace:
			return true
		case pyimport.Set:
			return g.name == "set"
		case pyimport.Bytes:
			return g.name == "bytearray"
		case pyimport.Collection:
			return g.name != "tuple" || v.node.raw
		case pyimport.PlainClass:
			return g.tier == spec.TierNumPy // polynomials
		}
		return v.node.array != nil
	}
	return false
}

func newCollection(kind valueKind) value {
	return value{kind: kind, node: &node{size: 1, depth: 1, cost: nodeCost, texts: true}}
}

func emptyTuple() value { return newCollection(kindTuple) }

// imported returns an import as a value.
func imported(g *global) value {
	cost := importCost + int32(len(g.module)+len(g.name))/costUnit
	return value{kind: kindGlobal, node: &node{size: 1, cost: cost, global: g}}
}

// anything returns a value that causes no further findings.
func anything() value {
	return imported(&global{tier: spec.TierUnknown, blamed: true})
}

// arrayShape returns the dimensions that a tuple holds, and their product.
func arrayShape(v *value) (shape []int64, count int64, ok bool) {
	if v.kind != kindTuple || int64(len(v.node.items)) != v.node.count || v.node.count > maxItems {
		return nil, 0, false
	}
	count, zero := 1, false
	for i := range v.node.items {
		d, ok := v.node.items[i].integer()
		if !ok || d < 0 {
			return nil, 0, false
		}
		shape = append(shape, d)
		zero = zero || d == 0
		if hi, lo := bits.Mul64(uint64(count), uint64(max(d, 1))); hi == 0 && lo < 1<<62 {
			count = int64(lo)
		} else {
			count = 1 << 62
		}
	}
	if zero {
		count = 0
	}
	return shape, count, true
}

// elementCheck says how far the elements of a list were compared with a dtype.
type elementCheck struct {
	dtype  *dtype
	count  int64   // elements that were compared
	misfit *misfit // the first, if one doesn't fit
	at     int64   // its number
}

// dictEntry is an item of a dict.
type dictEntry struct{ key, value value }

// entries are the items of one of the latest dicts.
type entries struct {
	owner *node
	list  []dictEntry
	lost  bool // there were more, or an item was let go
}

// String describes a value for a message.
func (v value) String() string {
	switch v.kind {
	case kindNone:
		return "None"
	case kindBool:
		return pythonBool(v.n != 0)
	case kindInt:
		if v.known {
			return fmt.Sprint(v.n)
		}
		return "a large int"
	case kindFloat:
		return "a float"
	case kindText:
		if v.known && len(v.text) <= 32 {
			return text.Literal(v.text)
		}
		return "text of " + text.Count(v.n, "character")
	case kindBytes, kindByteArray:
		return text.Count(v.n, "byte")
	case kindTuple:
		return collection("tuple", v.node.count)
	case kindList:
		return collection("list", v.node.count)
	case kindDict:
		return "a dict"
	case kindSet, kindFrozenSet:
		return "a set"
	case kindGlobal:
		return v.node.global.String()
	case kindObject:
		switch v.node.global.form {
		case pyimport.Reconstruct:
			return "an array"
		case pyimport.DType:
			return "a dtype"
		}
		return "the result of " + v.node.global.String()
	}
	return "an unknown value"
}

// pythonBool is a boolean as Python shows it.
func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

func collection(kind string, n int64) string {
	if n == 0 {
		return "an empty " + kind
	}
	return "a " + kind + " of " + text.Count(n, "item")
}

// callText is a call that is described only when a message needs it, in so few characters that the message is short.
type callText struct {
	global *global
	args   []value
}

func (c callText) String() string {
	const long = 56
	name, args := c.global.String(), make([]string, 0, 8)
	for _, v := range c.args[:min(len(c.args), cap(args))] {
		args = append(args, v.String())
	}
	s := c.text(name, args)
	if utf8.RuneCountInString(s) <= long {
		return s
	}
	name = text.Quote(c.global.name) // the last part of a name suffices
	for i := range args {
		if v := &c.args[i]; v.kind == kindGlobal {
			args[i] = text.Quote(v.node.global.name)
		}
	}
	for n := len(args); n >= 0; n-- {
		if s = c.text(name, args[:n]); utf8.RuneCountInString(s) <= long {
			return s
		}
	}
	return name
}

// text is the call with its first arguments.
func (c callText) text(name string, args []string) string {
	if len(args) < len(c.args) {
		args = append(slices.Clip(args), "…")
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// The items of a dict are dropped like those of every other collection, except in the latest small dicts: a pickler
// passes a dict to BUILD right after filling it, and its items can be compared with a row only while they are kept.

const (
	maxEntryDicts = 32 // dicts whose items are kept
	maxEntries    = 16 // items of such a dict
	maxEntryCost  = 32 // units of a value in it
)

// entryRing holds the items of the latest dicts. The next dict replaces the oldest.
type entryRing struct {
	slots []*entries
	next  int
}

// of returns the items of a dict, which begin with nothing when it is new.
func (r *entryRing) of(n *node) *entries {
	if n.entries != nil && n.entries.owner == n {
		return n.entries
	}
	if len(r.slots) < maxEntryDicts {
		r.slots = append(r.slots, &entries{})
	}
	e := r.slots[r.next]
	r.next = (r.next + 1) % maxEntryDicts
	if e.owner != nil {
		e.owner.entries = nil
	}
	clear(e.list)
	*e = entries{owner: n, list: e.list[:0], lost: n.count > 0}
	n.entries = e
	return e
}

// add keeps an item.
func (e *entries) add(key, v value) {
	if len(e.list) == maxEntries {
		e.drop()
	}
	if e.lost {
		return
	}
	if key.cost() > maxEntryCost {
		key = value{kind: kindLost}
	}
	if v.cost() > maxEntryCost {
		v = value{kind: kindLost}
	}
	e.list = append(e.list, dictEntry{key, v})
}

// drop drops all items.
func (e *entries) drop() {
	clear(e.list)
	e.list, e.lost = e.list[:0], true
}

// maxCount is where counts saturate.
const maxCount = 1 << 60

// saturate returns the sum of two counts, or maxCount.
func saturate(a, b int64) int64 { return min(a+b, maxCount) }

// saturatedProduct is the product of two numbers that are not negative, or maxCount.
func saturatedProduct(a, b int64) int64 {
	if b > 0 && a > maxCount/b {
		return maxCount
	}
	return min(a*b, maxCount)
}
