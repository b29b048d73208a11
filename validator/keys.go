package validator

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/dtype"
	"github.com/npycheck/npycheck/validator/internal/literal"
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
type entry struct{ key, value literal.Node }

// keys checks the dictionary and, through it, the three values.
func (w *walk) keys() {
	lit := &w.lit
	if lit.Root() == 0 {
		return
	}
	dict := w.lit.Inner(lit.Root())
	if k := lit.Kind(dict); k != literal.Dict {
		if k != literal.Bad && !lit.Malformed() {
			w.lit.Fault(spec.HeaderNotADictionary, lit.Root(), "", "header holds %s, want a dictionary", k)
		}
		return
	}
	var found [keyCount]entry
	var extra literal.Node // the first unknown key
	last, unsorted := -1, literal.Node(0)
	unknown := false // a key can't be told
	for n := w.lit.First(dict); n != 0; {
		e := entry{n, lit.Next(n)}
		if e.value == 0 {
			break // lost in a syntax error
		}
		n = lit.Next(e.value)
		name := w.lit.Inner(e.key)
		if k := lit.Kind(name); k != literal.String {
			unknown = unknown || k == literal.Bad
			if k != literal.Bad {
				w.lit.Fault(spec.KeysNotStr, e.key, "", "key is %s, %s, want a string", w.lit.Excerpt(e.key), k)
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
			w.lit.Fault(spec.KeysDuplicate, e.key, "/"+keyName(key), "key %s occurs again: readers differ in which of the two they take", keyName(key))
			if key != keyOrder && !bytes.Equal(w.lit.Text(e.value), w.lit.Text(found[key].value)) {
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
		w.lit.Fault(spec.KeysNotSorted, unsorted, "", "key %s stands behind a key that it comes before in alphabetic order", w.lit.Excerpt(unsorted))
	}
	for key, e := range found {
		if e.key == 0 && !lit.Malformed() && !unknown {
			w.lit.Fault(spec.KeysMissing, lit.Root(), "", "key '%s' is missing", keyName(key))
		}
	}
	w.values(&found)
}

// whichKey returns which of the three keys a string is, or -1.
func (w *walk) whichKey(n literal.Node) int {
	if w.lit.Escaped(n) {
		for key := range keyCount {
			if w.lit.Value(n) == keyName(key) {
				return key
			}
		}
		return -1
	}
	switch text := w.lit.Text(n); string(text[1 : len(text)-1]) {
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
func (w *walk) extraKeys(dict literal.Node, found *[keyCount]entry) {
	for n := w.lit.First(dict); n != 0; {
		e := entry{n, w.lit.Next(n)}
		if e.value == 0 {
			return
		}
		n = w.lit.Next(e.value)
		name := w.lit.Inner(e.key)
		if w.lit.Kind(name) != literal.String || w.whichKey(name) >= 0 {
			continue
		}
		misspelled := false
		for key := range keyCount {
			if found[key].key == 0 && resembles(w.lit.Value(name), keyName(key)) {
				w.lit.Fault(spec.KeysMisspelled, e.key, "", "key is %s, want '%s'", w.lit.Excerpt(e.key), keyName(key))
				found[key] = e
				misspelled = true
				break
			}
		}
		if !misspelled {
			w.lit.Fault(spec.KeysExtra, e.key, "", "key is %s, want only 'descr', 'fortran_order' and 'shape'", w.lit.Excerpt(e.key))
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
		a.dtype = dtype.Read(&w.lit, n)
		a.objects = a.dtype.HasObject()
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
