package validator

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/npycheck/npycheck/spec"
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

// entries has one entry for each of the three keys.
type entries [keyCount]entry

// readKeys finds the three keys in the dictionary at the node dict (clauses npy-4.1 to npy-4.3). Disputed reports
// whether readers differ in what a key says about the data.
func readKeys(lit *literal.Tree, dict literal.Node) (found entries, disputed bool) {
	var extra, unsorted literal.Node // the first one of each key
	last := -1
	before := -1     // the key that unsorted should come before
	unknown := false // a key couldn't be determined
	for e := range pairs(lit, dict) {
		name := lit.Inner(e.key)
		if k := lit.Kind(name); k != literal.String {
			unknown = unknown || k == literal.Bad
			if k != literal.Bad {
				lit.Fault(spec.KeysNotStr, e.key, "", "key is %s, expected a string", lit.Excerpt(e.key))
			}
			continue
		}
		key := whichKey(lit, name)
		switch {
		case key < 0:
			if extra == 0 {
				extra = e.key
			}
			continue
		case found[key].key != 0:
			lit.Fault(spec.KeysDuplicate, e.key, "/"+keyName(key), "duplicate key '%s': readers differ in which value they use", keyName(key))
			if key != keyOrder && !bytes.Equal(lit.Text(e.value), lit.Text(found[key].value)) {
				disputed = true
			}
		case key < last && unsorted == 0:
			unsorted, before = e.key, last
		}
		last = max(last, key)
		found[key] = e
	}
	if extra != 0 {
		extraKeys(lit, dict, &found)
	}
	if unsorted != 0 {
		lit.Fault(spec.KeysNotSorted, unsorted, "", "keys not sorted: %s after '%s'", lit.Excerpt(unsorted), keyName(before))
	}
	for key, e := range found {
		if e.key == 0 && !lit.Malformed() && !unknown {
			lit.Fault(spec.KeysMissing, lit.Root(), "", "key '%s' is missing", keyName(key))
		}
	}
	return found, disputed
}

// pairs iterates over a dictionary, up to a key whose value was lost in a syntax error.
func pairs(lit *literal.Tree, dict literal.Node) func(yield func(entry) bool) {
	return func(yield func(entry) bool) {
		for n := lit.First(dict); n != 0; n = lit.Next(n) {
			e := entry{n, lit.Next(n)}
			if n = e.value; n == 0 || !yield(e) {
				return
			}
		}
	}
}

// whichKey returns which of the three keys a string is, or -1.
func whichKey(lit *literal.Tree, n literal.Node) int {
	if lit.Escaped(n) {
		name := lit.Value(n)
		for key := range keyCount {
			if name == keyName(key) {
				return key
			}
		}
		return -1
	}
	switch text := lit.Text(n); string(text[1 : len(text)-1]) {
	case "descr":
		return keyDescr
	case "fortran_order":
		return keyOrder
	case "shape":
		return keyShape
	}
	return -1
}

// extraKeys reports unknown keys, and uses one that looks like a missing key in its place.
func extraKeys(lit *literal.Tree, dict literal.Node, found *entries) {
	for e := range pairs(lit, dict) {
		name := lit.Inner(e.key)
		if lit.Kind(name) != literal.String || whichKey(lit, name) >= 0 {
			continue
		}
		value := lit.Value(name)
		key := 0
		for key < keyCount && !(found[key].key == 0 && resembles(value, keyName(key))) {
			key++
		}
		if key == keyCount {
			lit.Fault(spec.KeysExtra, e.key, "", "unexpected key %s, expected only 'descr', 'fortran_order' and 'shape'", lit.Excerpt(e.key))
			continue
		}
		lit.Fault(spec.KeysMisspelled, e.key, "", "key is %s, expected '%s'", lit.Excerpt(e.key), keyName(key))
		found[key] = e
	}
}

// resembles reports whether two keys differ only in case, separators or one character.
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
