package pickle

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// What BUILD may give to an object is an allow-list by class: a row for each class whose instances
// get a state, with the names, types and ranges that NumPy or Python write (clause npy-8.13).
// Anything else is a fault, because NumPy looks up names such as __array_interface__ on any object,
// and uses the value as an address.
//
// Nothing here or in states.go depends on the walk: patterns take values and return what is wrong with them.

// pattern describes what a value of a state may be.
type pattern struct {
	want string              // in words
	fits func(v *value) bool // whether a value matches, apart from its items
	keys []stateAttribute    // of a dict, all items that it may have
	list []pattern           // of a tuple, each of its items
	attr bool                // of a dict: its keys must be names of attributes that neither Python nor NumPy looks for
}

// stateAttribute is an item of a dict, or an attribute of an instance.
type stateAttribute struct {
	name     string
	optional bool
	pattern
}

// judge compares a value with a pattern.
func (t *pattern) judge(v *value, path string) *misfit {
	switch {
	case v.kind == kindLost:
		return &misfit{path: path, want: t.want, lost: true}
	case v.quiet():
		return &misfit{path: path, mute: true}
	case !t.fits(v):
		return &misfit{path: path, got: v.String(), want: t.want}
	case t.list != nil:
		for i := range t.list {
			if m := t.list[i].judge(&v.node.items[i], fmt.Sprintf("item %d", i)); m != nil {
				return m
			}
		}
	case t.keys != nil:
		return judgeKeys(t.keys, v.node, path)
	case t.attr && v.node.special:
		return &misfit{path: path, got: "a key that begins with __ or isn't text", want: "other names"}
	case t.attr && v.node.unseen:
		return &misfit{path: path, want: t.want, lost: true}
	}
	return nil
}

// judgeKeys compares the items of a dict with the allowed ones.
func judgeKeys(keys []stateAttribute, n *node, path string) *misfit {
	if n.count == 0 {
		return missingAttribute(keys, nil, path)
	}
	if n.entries == nil || n.entries.owner != n || n.entries.lost || int64(len(n.entries.list)) != n.count {
		return &misfit{path: path, want: "a dict of " + keyNames(keys), lost: true}
	}
	seen := make([]bool, len(keys))
	for i := range n.entries.list {
		e := &n.entries.list[i]
		switch {
		case e.key.kind == kindLost:
			return &misfit{path: path, want: "a dict of " + keyNames(keys), lost: true}
		case e.key.quiet():
			return &misfit{path: path, mute: true}
		case e.key.kind != kindText || !e.key.known:
			return &misfit{path: path, got: "attribute " + e.key.String(), want: "only " + keyNames(keys)}
		}
		at := -1
		for j := range keys {
			if keys[j].name == e.key.text {
				at = j
			}
		}
		switch {
		case at < 0:
			return &misfit{path: path, got: "attribute " + e.key.String(), want: "only " + keyNames(keys)}
		case seen[at]:
			return &misfit{path: path, got: "attribute " + e.key.String() + " twice", want: "it once"}
		}
		seen[at] = true
		if m := keys[at].judge(&e.value, joined(path, keys[at].name)); m != nil {
			return m
		}
	}
	return missingAttribute(keys, seen, path)
}

// missingAttribute reports the lack of an attribute that every such state has.
func missingAttribute(keys []stateAttribute, seen []bool, path string) *misfit {
	for i := range keys {
		if !keys[i].optional && (seen == nil || !seen[i]) {
			return &misfit{path: path, got: "no attribute " + text.Literal(keys[i].name), want: "one"}
		}
	}
	return nil
}

func keyNames(keys []stateAttribute) string {
	names := make([]string, len(keys))
	for i := range keys {
		names[i] = keys[i].name
	}
	return strings.Join(names, ", ")
}

// The patterns that rows are made of.

func anInt(low, high int64) pattern {
	return pattern{
		want: fmt.Sprintf("an int from %d to %d", low, high),
		fits: func(v *value) bool { return v.kind == kindInt && v.known && v.n >= low && v.n <= high },
	}
}

func anyInt() pattern {
	return pattern{want: "an int", fits: func(v *value) bool { return v.kind == kindInt }}
}

func aFloat() pattern {
	return pattern{want: "a float", fits: func(v *value) bool { return v.kind == kindFloat }}
}

func aText() pattern {
	return pattern{want: "text", fits: func(v *value) bool { return v.kind == kindText }}
}

func theText(s string) pattern {
	return pattern{want: text.LiteralBytes([]byte(s)), fits: func(v *value) bool { return v.kind == kindText && v.is(s) }}
}

// numbersOf is an array of one dimension, of numbers or of objects that count as numbers. A length of -1 is any.
func numbersOf(length int64) pattern {
	want := "a one-dimensional array of numbers"
	if length >= 0 {
		want = fmt.Sprintf("an array of %d numbers", length)
	}
	return pattern{want: want, fits: func(v *value) bool {
		a := v.plainArray()
		return a != nil && len(a.shape) == 1 && (length < 0 || a.count == length) && strings.IndexByte("biufcO", a.dtype.kind) >= 0
	}}
}

// unsigned is an array of that many unsigned numbers of a size, and nothing else that could be one.
func unsigned(length, size int64) pattern {
	return pattern{want: fmt.Sprintf("an array of %d unsigned %d-byte integers", length, size), fits: func(v *value) bool {
		a := v.plainArray()
		return a != nil && len(a.shape) == 1 && a.count == length && a.dtype.kind == 'u' && a.dtype.itemsize == size
	}}
}

// dictOf is a dict of these items.
func dictOf(keys ...stateAttribute) pattern {
	return pattern{want: "a dict of " + keyNames(keys), keys: keys, fits: func(v *value) bool { return v.kind == kindDict }}
}

// tupleOf is a tuple of these items.
func tupleOf(items ...pattern) pattern {
	return pattern{want: "a tuple of " + text.Count(int64(len(items)), "item"), list: items, fits: func(v *value) bool {
		return v.kind == kindTuple && len(v.node.items) == len(items)
	}}
}

func always(name string, t pattern) stateAttribute { return stateAttribute{name: name, pattern: t} }

func sometimes(name string, t pattern) stateAttribute {
	return stateAttribute{name: name, optional: true, pattern: t}
}

// rowFor returns the row that a state is to be compared with: the only one, or the first of its kind.
func rowFor(rows []pattern, v *value) *pattern {
	for i := range rows {
		if rows[i].fits(v) {
			return &rows[i]
		}
	}
	return nil
}

func wants(rows []pattern) string {
	if len(rows) == 0 {
		return "none"
	}
	texts := make([]string, len(rows))
	for i := range rows {
		texts[i] = rows[i].want
	}
	return strings.Join(texts, " or ")
}
