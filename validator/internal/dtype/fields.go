package dtype

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// fieldName judges the name of a field, or the pair of title and name (clause npy-5.12). It returns
// false if there is no name, or if the name or title can't be determined.
func (w *walk) fieldName(n literal.Node, f *spec.Field) (ok bool) {
	value := w.tree.Inner(n)
	if w.tree.Kind(value) != literal.Tuple {
		f.Name, ok = w.label(n, spec.DescrFieldNameType, "name")
		return ok
	}
	title := w.tree.First(value)
	var name literal.Node
	if title != 0 {
		name = w.tree.Next(title)
	}
	if name == 0 || w.tree.Next(name) != 0 {
		w.fault(spec.DescrFieldNameType, n, "field name is %s, expected a string or a pair of title and name", w.tree.Excerpt(n))
		return false
	}
	w.enter(0)
	f.Title, f.Titled = w.label(title, spec.DescrTitleType, "title")
	w.leave()
	w.enter(1)
	f.Name, ok = w.label(name, spec.DescrFieldNameType, "name")
	w.leave()
	return ok && w.tree.Kind(w.tree.Inner(title)) != literal.Bad // decoding it takes Unicode's tables
}

// label returns the value of a name or a title. It returns false for anything but a string, after reporting it by the
// given rule.
func (w *walk) label(n literal.Node, rule spec.ID, what string) (string, bool) {
	value := w.tree.Inner(n)
	switch k := w.tree.Kind(value); k {
	case literal.String:
		text := w.tree.Value(value)
		// Python's repr escapes invisible characters, so only text with an escape can hide some.
		if w.tree.Escaped(value) && hides(text) {
			w.fault(spec.DescrNameOdd, value, "name %s contains control or invisible characters", w.tree.Excerpt(value))
		}
		return text, true
	case literal.Bad:
	default:
		w.fault(rule, n, "field %s is %s, expected a string", what, w.tree.Excerpt(n))
	}
	return "", false
}

// hides reports whether a text has invisible characters or lone surrogates.
func hides(text string) bool {
	return !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) })
}

// duplicates reports repeated names and titles in the list of fields at node n. NumPy keeps both in one table. Count
// is how many names to expect; padding has the indexes of padding fields, which need no name.
func (w *walk) duplicates(n literal.Node, count int, padding []int32) {
	l := &w.labels
	l.tree = w.tree
	l.collect(n, count, padding)
	slices.SortFunc(l.all, func(a, b label) int {
		return cmp.Or(bytes.Compare(l.text(a), l.text(b)), cmp.Compare(a.node, b.node))
	})
	for i := 1; i < len(l.all); i++ {
		a, b := l.all[i-1], l.all[i]
		if !bytes.Equal(l.text(a), l.text(b)) {
			continue
		}
		rule, what := spec.DescrDuplicateName, "duplicate field name %s"
		if a.field < 0 || b.field < 0 {
			rule, what = spec.DescrDuplicateTitle, "%s is the title of one field and the name or title of another"
		}
		w.enter(max(b.field, ^b.field))
		w.fault(rule, b.node, what, w.tree.Excerpt(b.node))
		w.leave()
	}
}
