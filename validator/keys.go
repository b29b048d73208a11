package validator

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/npycheck/npycheck/spec"
)

// The keys of the dictionary in alphabetic order (clause npy-4.1).
const (
	keyDescr = iota
	keyOrder
	keyShape
	keyCount
)

func keyName(key int) string { return [...]string{"descr", "fortran_order", "shape"}[key] }

// entry is a key of the dictionary with its value.
type entry struct{ key, value int32 }

// keys checks the dictionary and, through it, the three values.
func (w *walk) keys() {
	lit := &w.lit
	if lit.root == 0 {
		return
	}
	dict := w.inner(lit.root)
	if k := lit.nodes[dict].kind; k != nodeDict {
		if k != nodeBad && !lit.malformed {
			w.reportNode(spec.HeaderNotADictionary, lit.root, "", "header holds %s, want a dictionary", k)
		}
		return
	}
	var found [keyCount]entry
	var extra int32 // the first unknown key
	last, unsorted := -1, int32(0)
	unknown := false // a key can't be told
	for n := w.first(dict); n != 0; {
		e := entry{n, lit.nodes[n].next}
		if e.value == 0 {
			break // lost in a syntax error
		}
		n = lit.nodes[e.value].next
		name := w.inner(e.key)
		if k := lit.nodes[name].kind; k != nodeString {
			unknown = unknown || k == nodeBad
			if k != nodeBad {
				w.reportNode(spec.KeysNotStr, e.key, "", "key is %s, %s, want a string", w.excerpt(e.key), k)
			}
			continue
		}
		key := w.whichKey(name)
		switch {
		case key < 0:
			if extra == 0 {
				extra = e.key
			}
			continue
		case found[key].key != 0:
			w.reportNode(spec.KeysDuplicate, e.key, "/"+keyName(key), "key %s occurs again: readers differ in which of the two they take", keyName(key))
			if key != keyOrder && !bytes.Equal(w.nodeText(e.value), w.nodeText(found[key].value)) {
				w.array.disputed = true
			}
		case key < last && unsorted == 0:
			unsorted = e.key
		}
		last = max(last, key)
		found[key] = e
	}
	if extra != 0 {
		w.extraKeys(dict, &found)
	}
	if unsorted != 0 {
		w.reportNode(spec.KeysNotSorted, unsorted, "", "key %s stands behind a key that it comes before in alphabetic order", w.excerpt(unsorted))
	}
	for key, e := range found {
		if e.key == 0 && !lit.malformed && !unknown {
			w.reportNode(spec.KeysMissing, lit.root, "", "key '%s' is missing", keyName(key))
		}
	}
	w.values(&found)
}

// whichKey returns which of the three keys a string is, or -1.
func (w *walk) whichKey(n int32) int {
	nd := w.lit.nodes[n]
	if nd.escaped {
		for key := range keyCount {
			if w.value(n) == keyName(key) {
				return key
			}
		}
		return -1
	}
	switch string(w.text[nd.pos+1 : nd.end-1]) {
	case "descr":
		return keyDescr
	case "fortran_order":
		return keyOrder
	case "shape":
		return keyShape
	}
	return -1
}

// extraKeys reports the keys that the format doesn't have, and takes those that look like a
// missing one for it.
func (w *walk) extraKeys(dict int32, found *[keyCount]entry) {
	for n := w.first(dict); n != 0; {
		e := entry{n, w.lit.nodes[n].next}
		if e.value == 0 {
			return
		}
		n = w.lit.nodes[e.value].next
		name := w.inner(e.key)
		if w.lit.nodes[name].kind != nodeString || w.whichKey(name) >= 0 {
			continue
		}
		misspelled := false
		for key := range keyCount {
			if found[key].key == 0 && resembles(w.value(name), keyName(key)) {
				w.reportNode(spec.KeysMisspelled, e.key, "", "key is %s, want '%s'", w.excerpt(e.key), keyName(key))
				found[key] = e
				misspelled = true
				break
			}
		}
		if !misspelled {
			w.reportNode(spec.KeysExtra, e.key, "", "key is %s, want only 'descr', 'fortran_order' and 'shape'", w.excerpt(e.key))
		}
	}
}

// resembles reports whether got is want but for case, separators or one character.
func resembles(got, want string) bool {
	if len(got) > 4*len(want) {
		return false
	}
	a, b := []rune(fold(got)), []rune(fold(want))
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return slices.Equal(a[i:], b[i+1:])
	}
	return i == len(a) || slices.Equal(a[i+1:], b[i+1:]) ||
		i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
}

// fold returns s in lower case and without separators.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', ' ':
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// values checks the three values in the order of the keys.
func (w *walk) values(found *[keyCount]entry) {
	a := &w.array
	if n := found[keyDescr].value; n != 0 {
		a.dtype = w.descr(n)
	}
	if n := found[keyOrder].value; n != 0 {
		w.order(n)
	}
	if n := found[keyShape].value; n != 0 {
		w.shape(n)
	}
	w.orderEffect(found[keyOrder].value)
	w.product(found[keyShape].value)
}
