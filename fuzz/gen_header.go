package fuzz

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
)

// The entries of a dictionary.
const (
	keyDescr = iota
	keyOrder
	keyShape
	keyExtra
)

var keyNames = [...]string{"'descr'", "'fortran_order'", "'shape'"}

// style is where a writer puts blanks and commas. In a tuple, close follows the last of several items and
// single the only one.
type style struct {
	open, colon, comma, last string // of the dictionary
	dim                      string // between two dimensions
	single, close            string // after the last dimension
	item                     string // between what is in a field or in a list of fields
	list                     string // after the last field of a list
}

var numpyStyle = style{"", ": ", ", ", ", ", ", ", ",", "", ", ", ""}

// styles are those of real writers, and others that mean the same.
var styles = []style{
	{"", ": ", ", ", "", ", ", ",", "", ", ", ""},          // NumPy 1.0.5 to 1.1, NPZ.jl, py-literal
	{"", ": ", ",\n ", "", ", ", ",", "", ", ", ""},        // the same, with a structured type
	{"", ":", ",", "", ",", ",", "", ", ", ""},             // npyjs
	{"", ":", ",", ",", ",", ",", "", ",", ""},             // nothing that isn't needed
	{"", ": ", ", ", ", ", ", ", ", ", ", ", ", ", ""},     // Fortran's stdlib
	{"", ": ", ", ", ", ", ",", ", ", ", ", ", ", ""},      // JetBrains npy
	{"", ": ", ", ", ", ", ",", ",", ",", ", ", ""},        // a join with a comma
	{"", ": ", ", ", ", ", ", ", ",", "", ", ", ", "},      // npy-rs
	{"", ": ", ", ", ", ", " , ", " ,", " ", ", ", ""},     // NumPy on Python 2
	{" ", ": ", ", ", " ", ", ", ",", "", ", ", ""},        // spaces in braces
	{"", " : ", " , ", " ", " , ", " , ", " ", " , ", " "}, // spaces before all
	{"", ":  ", ",  ", ",  ", ",  ", ",", "", ",  ", ""},   // two of each
	{"\n", "\n:\n", "\n,\n", "\n", "\n,\n", ",\n", "\n", "\n,\n", "\n"},
	{"\n  ", ": ", ",\n  ", ",\n", ", ", ",", "", ", ", ""}, // as a person writes it
	{"", ": ", ", ", ",", ", ", ",", "", ", ", ""},
}

// lines reports whether a dictionary takes several lines.
func (s *style) lines() bool { return strings.Contains(s.open+s.comma, "\n") }

func (d *draft) styleFor(w wish) *style {
	odd := 8
	switch {
	case w.plain:
		return &numpyStyle
	case w.area == "literal":
		odd = 2
	case w.area == "header":
		odd = 2
	}
	if d.one(odd) {
		return &styles[d.n(len(styles))]
	}
	return &numpyStyle
}

// pickOrder puts the keys in another order half of the time.
func (d *draft) pickOrder() {
	i, j := d.n(3), d.n(3)
	d.keys[i], d.keys[j] = d.keys[j], d.keys[i]
}

// spanKind is what a span of the dictionary is. They are bits, so that several can be asked for.
type spanKind uint16

const (
	spanKey   spanKind = 1 << iota
	spanDescr          // the value of descr
	spanCode           // a type string
	spanName           // of a field
	spanTitle
	spanField    // a tuple
	spanList     // of fields
	spanSubshape // a tuple
	spanSubdim   // a number in it
	spanOrder    // the value of fortran_order
	spanShape    // the value of shape
	spanDim      // a number in it

	spanText   = spanKey | spanCode | spanName | spanTitle // what is in quotes
	spanToken  = spanText | spanSubdim | spanOrder | spanDim
	spanNumber = spanSubdim | spanDim
)

// span is a part of the dictionary with a meaning.
type span struct {
	kind       spanKind
	start, end int
	t          *spec.DType // of a type string, a list, or a sub-array with this shape
	f          *spec.Field // of a name, a title, a tuple, or what stands in one directly
	n          int         // of a dimension or a key, which one; of a name or title the number of its list
	shaped     bool        // a shape follows the type string
	plain      bool        // of a string: single quotes around printable ASCII without a quote or a backslash
	inner      bool        // it is inside of a pair of type and shape, not directly in a field
}

// dictionary is the text of a header without its padding.
type dictionary struct {
	style   *style
	keys    []byte // the entries in the order of the file: keyDescr and so on
	extra   string // the entry keyExtra, spelled out
	escaped bool   // names are spelled in ASCII

	text   []byte
	spans  []span // what stands where in it, if that is marked
	marked bool
}

// write writes the dictionary of an array, and notes what stands where.
func (d *dictionary) write(a *Array) {
	d.text, d.spans = d.text[:0], d.spans[:0]
	s := d.style
	d.put("{")
	d.put(s.open)
	for i, key := range d.keys {
		if i > 0 {
			d.put(s.comma)
		}
		if key == keyExtra {
			d.put(d.extra)
			continue
		}
		start := len(d.text)
		d.put(keyNames[key])
		d.note(span{kind: spanKey, start: start, n: int(key), plain: true})
		d.put(s.colon)
		start = len(d.text)
		switch key {
		case keyDescr:
			d.spellType(&a.DType, nil, false, false)
			d.note(span{kind: spanDescr, start: start, t: &a.DType})
		case keyOrder:
			if a.FortranOrder {
				d.put("True")
			} else {
				d.put("False")
			}
			d.note(span{kind: spanOrder, start: start})
		case keyShape:
			d.spellShape(a.Shape, spanDim)
			d.note(span{kind: spanShape, start: start})
		}
	}
	if len(d.keys) > 0 {
		d.put(s.last)
	}
	d.put("}")
}

func (d *dictionary) put(s string) { d.text = append(d.text, s...) }

// note notes a span that ends here.
func (d *dictionary) note(s span) {
	if d.marked {
		s.end = len(d.text)
		d.spans = append(d.spans, s)
	}
}

func (d *dictionary) spellShape(shape []int64, kind spanKind) {
	d.put("(")
	for i, n := range shape {
		if i > 0 {
			d.put(d.style.dim)
		}
		start := len(d.text)
		d.text = strconv.AppendInt(d.text, n, 10)
		d.note(span{kind: kind, start: start, n: i})
	}
	switch {
	case len(shape) == 1:
		d.put(d.style.single)
	case len(shape) > 1:
		d.put(d.style.close)
	}
	d.put(")")
}

// spellType writes a type that stands directly in the field f, or in a pair that does.
func (d *dictionary) spellType(t *spec.DType, f *spec.Field, shaped, inner bool) {
	start := len(d.text)
	switch {
	case t.Struct:
		d.put("[")
		for i := range t.Fields {
			if i > 0 {
				d.put(d.style.item)
			}
			d.spellField(&t.Fields[i], start)
		}
		if len(t.Fields) > 0 {
			d.put(d.style.list)
		}
		d.put("]")
		d.note(span{kind: spanList, start: start, t: t, f: f, shaped: shaped, inner: inner})
	case t.Base != nil: // a sub-array of sub-arrays
		d.put("(")
		d.spellType(t.Base, f, true, true)
		d.put(d.style.item)
		d.spellSubshape(t, true)
		d.put(")")
	default:
		d.put("'")
		d.spellCode(t)
		d.put("'")
		d.note(span{kind: spanCode, start: start, t: t, f: f, shaped: shaped, inner: inner, plain: true})
	}
}

func (d *dictionary) spellCode(t *spec.DType) {
	d.text = append(d.text, t.Order, t.Kind)
	switch size := t.Itemsize; t.Kind {
	case 'U':
		d.text = strconv.AppendInt(d.text, size/4, 10)
	default:
		d.text = strconv.AppendInt(d.text, size, 10)
	}
	if t.Unit != spec.NoUnit {
		d.put("[")
		if t.Multiple != 1 {
			d.text = strconv.AppendInt(d.text, int64(t.Multiple), 10)
		}
		d.put(t.Unit.String())
		d.put("]")
	}
}

func (d *dictionary) spellSubshape(t *spec.DType, inner bool) {
	start := len(d.text)
	d.spellShape(t.Shape, spanSubdim)
	d.note(span{kind: spanSubshape, start: start, t: t, inner: inner})
}

// spellField writes a field of the list that begins at the offset list.
func (d *dictionary) spellField(f *spec.Field, list int) {
	start := len(d.text)
	d.put("(")
	switch {
	case f.Padding:
		d.put("''")
	case f.Titled:
		d.put("(")
		d.spellName(f, f.Title, spanTitle, list)
		d.put(d.style.item)
		d.spellName(f, f.Name, spanName, list)
		d.put(")")
	default:
		d.spellName(f, f.Name, spanName, list)
	}
	d.put(d.style.item)
	if f.Type.Base != nil {
		d.spellType(f.Type.Base, f, true, false)
		d.put(d.style.item)
		d.spellSubshape(&f.Type, false)
	} else {
		d.spellType(&f.Type, f, false, false)
	}
	d.put(")")
	d.note(span{kind: spanField, start: start, t: &f.Type, f: f})
}

func (d *dictionary) spellName(f *spec.Field, name string, kind spanKind, list int) {
	start := len(d.text)
	d.text = spec.AppendRepr(d.text, name)
	if d.escaped {
		d.escape(start)
	}
	d.note(span{kind: kind, start: start, f: f, n: list, plain: plain(d.text[start:])})
}

// plain reports whether a string is single quotes around printable ASCII without a quote or a backslash.
func plain(text []byte) bool {
	for _, c := range text[1 : len(text)-1] {
		if c < ' ' || c > '~' || c == '\'' || c == '"' || c == '\\' {
			return false
		}
	}
	return text[0] == '\''
}

// escape replaces what is not ASCII in the text from start on, as Python's ascii does.
func (d *dictionary) escape(start int) {
	for i := start; i < len(d.text); i++ {
		if d.text[i] < utf8.RuneSelf {
			continue
		}
		tail := string(d.text[i:])
		d.text = d.text[:i]
		for _, r := range tail {
			d.text = appendEscaped(d.text, r)
		}
		return
	}
}

func appendEscaped(dst []byte, r rune) []byte {
	digits, letter := 8, byte('U')
	switch {
	case r < utf8.RuneSelf:
		return append(dst, byte(r))
	case r <= 0xff:
		digits, letter = 2, 'x'
	case r <= 0xffff:
		digits, letter = 4, 'u'
	}
	dst = append(dst, '\\', letter)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[r>>shift&15])
	}
	return dst
}

// splice replaces a span of the dictionary. The other spans lose their meaning.
func (d *dictionary) splice(start, end int, text string) {
	tail := string(d.text[end:])
	d.text = append(append(d.text[:start], text...), tail...)
}

// span chooses one of the spans of a kind, among those that fit.
func (d *draft) span(kind spanKind, fits func(*span) bool) (s span, ok bool) {
	count := 0
	for i := range d.spans {
		if d.spans[i].kind&kind != 0 && (fits == nil || fits(&d.spans[i])) {
			count++
		}
	}
	if count == 0 {
		return s, false
	}
	nth := d.n(count)
	for i := range d.spans {
		if d.spans[i].kind&kind != 0 && (fits == nil || fits(&d.spans[i])) {
			if nth == 0 {
				return d.spans[i], true
			}
			nth--
		}
	}
	panic("unreachable")
}

// body returns what is between the quotes of a string.
func (d *dictionary) body(s *span) string { return string(d.text[s.start+1 : s.end-1]) }
