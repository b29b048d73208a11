package npy

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// The entries of a dictionary.
const (
	KeyDescr = iota
	KeyOrder
	keyShape
	KeyExtra
)

var KeyNames = [...]string{"'descr'", "'fortran_order'", "'shape'"}

// style is where a writer puts spaces and commas. In a tuple, close follows the last of several items and
// single the only one.
type style struct {
	open, Colon, comma, last string // of the dictionary
	dim                      string // between two dimensions
	single, close            string // after the last dimension
	Item                     string // between what is in a field or in a list of fields
	list                     string // after the last field of a list
}

var numpyStyle = style{open: "", Colon: ": ", comma: ", ", last: ", ", dim: ", ", single: ",", close: "", Item: ", ", list: ""}

// Styles are those of real writers, and others that mean the same.
var Styles = []style{
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

// Lines reports whether a dictionary takes several lines.
func (s *style) Lines() bool { return strings.Contains(s.open+s.comma, "\n") }

// SpanKind is what a span of the dictionary is. They are bits, so that several can be asked for.
type SpanKind uint16

const (
	SpanKey   SpanKind = 1 << iota
	SpanDescr          // the value of descr
	SpanCode           // a type string
	SpanName           // of a field
	SpanTitle
	SpanField    // a tuple
	SpanList     // of fields
	SpanSubshape // a tuple
	SpanSubdim   // a number in it
	SpanOrder    // the value of fortran_order
	SpanShape    // the value of shape
	SpanDim      // a number in it

	SpanText   = SpanKey | SpanCode | SpanName | SpanTitle // what is in quotes
	SpanToken  = SpanText | SpanSubdim | SpanOrder | SpanDim
	SpanNumber = SpanSubdim | SpanDim
)

// Span is a part of the dictionary with a meaning.
type Span struct {
	Kind       SpanKind
	Start, End int
	T          *spec.DType // of a type string, a list, or a subarray with this shape
	F          *spec.Field // of a name, a title, a tuple, or what is directly in one
	N          int         // of a dimension or a key, which one; of a name or title the number of its list
	Shaped     bool        // a shape follows the type string
	Plain      bool        // of a string: single quotes around printable ASCII without a quote or a backslash
	Inner      bool        // it is inside of a pair of type and shape, not directly in a field
}

// Dictionary is the text of a header without its padding.
type Dictionary struct {
	Style   *style
	Keys    []byte // the entries in the order of the file: keyDescr and so on
	Extra   string // the entry keyExtra, spelled out
	escaped bool   // names are spelled in ASCII

	Text   []byte
	Spans  []Span // where its parts are, if that is recorded
	marked bool
}

// write writes the dictionary of an array, and records where its parts are.
func (d *Dictionary) write(a *sample.Array) {
	d.Text, d.Spans = d.Text[:0], d.Spans[:0]
	s := d.Style
	d.put("{")
	d.put(s.open)
	for i, key := range d.Keys {
		if i > 0 {
			d.put(s.comma)
		}
		if key == KeyExtra {
			d.put(d.Extra)
			continue
		}
		start := len(d.Text)
		d.put(KeyNames[key])
		d.note(Span{Kind: SpanKey, Start: start, N: int(key), Plain: true})
		d.put(s.Colon)
		start = len(d.Text)
		switch key {
		case KeyDescr:
			d.spellType(&a.DType, nil, false, false)
			d.note(Span{Kind: SpanDescr, Start: start, T: &a.DType})
		case KeyOrder:
			if a.FortranOrder {
				d.put("True")
			} else {
				d.put("False")
			}
			d.note(Span{Kind: SpanOrder, Start: start})
		case keyShape:
			d.spellShape(a.Shape, SpanDim)
			d.note(Span{Kind: SpanShape, Start: start})
		}
	}
	if len(d.Keys) > 0 {
		d.put(s.last)
	}
	d.put("}")
}

func (d *Dictionary) put(s string) { d.Text = append(d.Text, s...) }

// note records a span that ends here.
func (d *Dictionary) note(s Span) {
	if d.marked {
		s.End = len(d.Text)
		d.Spans = append(d.Spans, s)
	}
}

func (d *Dictionary) spellShape(shape []int64, kind SpanKind) {
	d.put("(")
	for i, n := range shape {
		if i > 0 {
			d.put(d.Style.dim)
		}
		start := len(d.Text)
		d.Text = strconv.AppendInt(d.Text, n, 10)
		d.note(Span{Kind: kind, Start: start, N: i})
	}
	switch {
	case len(shape) == 1:
		d.put(d.Style.single)
	case len(shape) > 1:
		d.put(d.Style.close)
	}
	d.put(")")
}

// spellType writes a type that is directly in the field f, or in a pair that is.
func (d *Dictionary) spellType(t *spec.DType, f *spec.Field, shaped, inner bool) {
	start := len(d.Text)
	switch {
	case t.Struct:
		d.put("[")
		for i := range t.Fields {
			if i > 0 {
				d.put(d.Style.Item)
			}
			d.spellField(&t.Fields[i], start)
		}
		if len(t.Fields) > 0 {
			d.put(d.Style.list)
		}
		d.put("]")
		d.note(Span{Kind: SpanList, Start: start, T: t, F: f, Shaped: shaped, Inner: inner})
	case t.Base != nil: // a subarray of subarrays
		d.put("(")
		d.spellType(t.Base, f, true, true)
		d.put(d.Style.Item)
		d.spellSubshape(t, true)
		d.put(")")
	default:
		d.put("'")
		d.spellCode(t)
		d.put("'")
		d.note(Span{Kind: SpanCode, Start: start, T: t, F: f, Shaped: shaped, Inner: inner, Plain: true})
	}
}

func (d *Dictionary) spellCode(t *spec.DType) {
	d.Text = append(d.Text, t.Order, t.Kind)
	switch size := t.Itemsize; t.Kind {
	case 'U':
		d.Text = strconv.AppendInt(d.Text, size/4, 10)
	default:
		d.Text = strconv.AppendInt(d.Text, size, 10)
	}
	if t.Unit != spec.NoUnit {
		d.put("[")
		if t.Multiple != 1 {
			d.Text = strconv.AppendInt(d.Text, int64(t.Multiple), 10)
		}
		d.put(t.Unit.String())
		d.put("]")
	}
}

func (d *Dictionary) spellSubshape(t *spec.DType, inner bool) {
	start := len(d.Text)
	d.spellShape(t.Shape, SpanSubdim)
	d.note(Span{Kind: SpanSubshape, Start: start, T: t, Inner: inner})
}

// spellField writes a field of the list that begins at the offset list.
func (d *Dictionary) spellField(f *spec.Field, list int) {
	start := len(d.Text)
	d.put("(")
	switch {
	case f.Padding:
		d.put("''")
	case f.Titled:
		d.put("(")
		d.spellName(f, f.Title, SpanTitle, list)
		d.put(d.Style.Item)
		d.spellName(f, f.Name, SpanName, list)
		d.put(")")
	default:
		d.spellName(f, f.Name, SpanName, list)
	}
	d.put(d.Style.Item)
	if f.Type.Base != nil {
		d.spellType(f.Type.Base, f, true, false)
		d.put(d.Style.Item)
		d.spellSubshape(&f.Type, false)
	} else {
		d.spellType(&f.Type, f, false, false)
	}
	d.put(")")
	d.note(Span{Kind: SpanField, Start: start, T: &f.Type, F: f})
}

func (d *Dictionary) spellName(f *spec.Field, name string, kind SpanKind, list int) {
	start := len(d.Text)
	d.Text = text.AppendRepr(d.Text, name)
	if d.escaped {
		d.escape(start)
	}
	d.note(Span{Kind: kind, Start: start, F: f, N: list, Plain: plain(d.Text[start:])})
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
func (d *Dictionary) escape(start int) {
	for i := start; i < len(d.Text); i++ {
		if d.Text[i] < utf8.RuneSelf {
			continue
		}
		tail := string(d.Text[i:])
		d.Text = d.Text[:i]
		for _, r := range tail {
			d.Text = appendEscaped(d.Text, r)
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

// Splice replaces a span of the dictionary. The other spans lose their meaning.
func (d *Dictionary) Splice(start, end int, text string) {
	tail := string(d.Text[end:])
	d.Text = append(append(d.Text[:start], text...), tail...)
}

// Body returns what is between the quotes of a string.
func (d *Dictionary) Body(s *Span) string { return string(d.Text[s.Start+1 : s.End-1]) }
