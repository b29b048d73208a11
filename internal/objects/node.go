package objects

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// kind is what a node stands for.
type kind uint8

const (
	kindLost kind = iota // a value that was let go
	kindNone
	kindBool
	kindInt
	kindFloat
	kindComplex
	kindText
	kindBytes
	kindByteArray
	kindWritten // a number, a date or a path that its text spells out
	kindTuple
	kindList
	kindDict
	kindSet
	kindFrozenSet
	kindImport // what an import names, not called
	kindDType
	kindArray
	kindScalar // an element of an array by itself
	kindObject // what a call returns
)

// The limits of what is kept of a value. What a page shows is less, see Limits.
const (
	maxText    = 200  // bytes of text, of bytes and of names
	maxItems   = 100  // elements of a list, a tuple or a set
	maxEntries = 500  // items of a dict
	maxDigits  = 64   // bytes of an int
	maxFields  = 1000 // of a dtype, with those of its fields
	maxType    = 1000 // bytes of the text of a dtype
)

// nameless stands for a name that the pickle doesn't have.
const nameless = "?"

// node is a value of a pickle.
type node struct {
	kind  kind
	text  string         // a number, the beginning of text or bytes, or the name of what was imported
	class string         // of an object, an array or a collection, unless it is the one that the kind stands for
	tier  validator.Tier // of the import, or of the class
	im    string         // the imaginary part of a complex number, of which text is the real one
	n     int64          // characters of text, bytes of bytes, elements of a collection

	items   []*node // the first elements of a collection or an array of objects
	entries []*node // the first items of a dict, keys and values in turn
	args    *node   // with which the class was called: a tuple
	state   *node   // what the object was given

	pairs int64 // items of a dict
	dtype *spec.DType
	descr string  // of a dtype for which there is no spec.DType
	shape []int64 // of an array

	either bool   // a function may have made the object, as well as its class
	cut    bool   // there were parts, which were let go
	seen   uint32 // when trim last saw it
	nested int    // of a dtype: its fields at all depths
}

// children calls do for each part of a node, until it returns false.
func (n *node) children(do func(*node) bool) {
	for _, list := range [][]*node{n.items, n.entries, {n.args, n.state}} {
		for _, c := range list {
			if c != nil && !do(c) {
				return
			}
		}
	}
}

// parts returns how many parts a node has that are kept.
func (n *node) parts() int {
	count := len(n.items) + len(n.entries)
	for _, c := range []*node{n.args, n.state} {
		if c != nil {
			count++
		}
	}
	return count
}

// drop lets go of the parts of a node.
func (n *node) drop() {
	n.cut = n.cut || n.parts() > 0
	n.items, n.entries, n.args, n.state = nil, nil, nil, nil
}

// add adds elements to a collection.
func (n *node) add(items []*node) {
	if n.fixed() {
		return
	}
	for _, c := range items {
		if c.kind == kindLost && c.n > 0 {
			n.n += c.n
			n.cut = true // the place of what follows isn't known
			continue
		}
		n.n++
		if len(n.items) < maxItems && !n.cut {
			n.items = append(n.items, c)
		}
	}
}

// set adds items to a dict, keys and values in turn. Equal keys are not looked for.
func (n *node) set(items []*node) {
	if n.fixed() {
		return
	}
	count := int64(0)
	for i, c := range items {
		if c.kind == kindLost && c.n > 0 {
			count += c.n
			n.cut = true
			continue
		}
		count++
		if i%2 == 1 && len(n.entries) < 2*maxEntries && !n.cut {
			n.entries = append(n.entries, items[i-1], c)
		}
	}
	n.pairs += count / 2
}

// fixed reports whether a node can't get parts. If it could, it might contain itself, which is looked for only in others.
func (n *node) fixed() bool { return n.atom() || n.kind == kindWritten || n.kind == kindDType }

// characters counts the characters of a text, of which one may be a lone surrogate.
func characters(text string) (count int) {
	for i := range len(text) {
		if text[i]&0xc0 != 0x80 {
			count++
		}
	}
	return count
}

// atom reports whether a node has no parts and is not the kind of thing that is shared.
func (n *node) atom() bool {
	switch n.kind {
	case kindWritten, kindScalar:
		return n.state == nil
	}
	return n.kind < kindWritten || n.kind == kindImport
}
