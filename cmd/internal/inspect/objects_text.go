package inspect

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

const (
	headLevels = 2  // levels of what is described within a line
	shownText  = 40 // characters of text
	shownName  = 60 // bytes of the name of a class, and of a dtype
	lineWidth  = 76 // columns, as far as elements are shown that could be left out
)

// Lines returns the tree as text, indented by two spaces a level. It has no raw character of the file.
func (t *Tree) Lines() []string {
	w := &textWriter{on: make(map[*node]bool), done: make(map[*node]bool)}
	root, label := t.root, "objects: "
	if root.kind == kindArray && root.class == "numpy.ndarray" {
		if len(root.shape) == 0 && len(root.items) == 1 {
			root = root.items[0]
		}
	}
	w.write(0, label, root)
	if t.partial {
		w.line(0, "… the rest of the pickle was not followed")
	}
	return w.lines
}

// textWriter writes nodes as lines.
type textWriter struct {
	lines []string
	on    map[*node]bool // the nodes that are being written
	done  map[*node]bool
}

func (w *textWriter) line(indent int, s string) {
	w.lines = append(w.lines, strings.Repeat("  ", indent)+text.Inert(s))
}

// write writes a node after a label, and its parts below it.
func (w *textWriter) write(indent int, label string, n *node) {
	text := label + n.head(0)
	switch {
	case w.on[n]:
		w.line(indent, text+" (contains itself)")
		return
	case w.done[n] && n.repeats():
		w.line(indent, text+" (shared, see above)")
		return
	}
	w.done[n], w.on[n] = true, true
	defer delete(w.on, n)
	if n.flat() && n.kind != kindObject && len(n.items) > 0 {
		w.line(indent, text+": "+inline(n.items, n.n, lineWidth-2*indent-utf8.RuneCountInString(text), 1))
		return
	}
	w.line(indent, text)
	w.parts(indent+1, n)
}

// parts writes the parts of a node.
func (w *textWriter) parts(indent int, n *node) {
	if n.kind == kindScalar || n.kind == kindWritten {
		return
	}
	if n.args != nil && !n.args.flat() {
		for i, c := range n.args.items {
			w.write(indent, fmt.Sprintf("argument %d: ", i+1), c)
		}
	}
	for i, c := range n.items {
		w.write(indent, "["+n.index(int64(i))+"]: ", c)
	}
	if rest := n.n - int64(len(n.items)); rest > 0 && len(n.items) > 0 {
		w.line(indent, fmt.Sprintf("… %d more", rest))
	}
	for i := 0; i < len(n.entries); i += 2 {
		w.write(indent, n.entries[i].head(1)+": ", n.entries[i+1])
	}
	if rest := n.pairs - int64(len(n.entries)/2); rest > 0 && len(n.entries) > 0 {
		w.line(indent, "… "+text.Count(rest, "more key"))
	}
	if n.state != nil && n.state.repeats() {
		if w.done[n.state] {
			return
		}
		w.done[n.state] = true
		w.parts(indent, n.state)
	}
}

// index returns the index of an element.
func (n *node) index(i int64) string {
	if n.kind != kindArray || len(n.shape) < 2 {
		return fmt.Sprint(i)
	}
	parts := make([]string, len(n.shape))
	for at := len(parts) - 1; at >= 0; at-- {
		d := max(n.shape[at], 1)
		parts[at], i = fmt.Sprint(i%d), i/d
	}
	return strings.Join(parts, ", ")
}

// inline writes the first of n atoms, as many as fit on a line, but at least one.
func inline(items []*node, n int64, width, level int) string {
	var b strings.Builder
	columns := 0
	for i, c := range items {
		text := c.head(level)
		if columns += 2 + utf8.RuneCountInString(text); i > 0 && columns > width {
			b.WriteString(", …")
			return b.String()
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(text)
	}
	if int64(len(items)) < n {
		b.WriteString(", …")
	}
	return b.String()
}

// head describes a node on a line, which may be within that of another node, and so at a higher level.
func (n *node) head(level int) string {
	if level > headLevels {
		return name(n.typeName())
	}
	switch n.kind {
	case kindNone, kindBool, kindFloat:
		return n.text
	case kindInt:
		if n.cut {
			return "int of " + text.Count(n.n, "byte")
		}
		return shortened(n.text, shownName)
	case kindComplex:
		return complexText(n.text, n.im)
	case kindText:
		return n.literal()
	case kindBytes:
		return n.literal()
	case kindByteArray:
		return "bytearray " + n.literal()
	case kindWritten:
		return writtenText(n, level)
	case kindTuple, kindList, kindSet, kindFrozenSet, kindDict:
		return sizeText(n)
	case kindImport:
		if level > 0 {
			return name(n.text)
		}
		return "import of " + name(n.text) + trust(n.tier)
	case kindDType:
		return "dtype " + shortened(n.typeText(), shownName)
	case kindArray:
		return arrayText(n)
	case kindScalar:
		return scalarText(n)
	case kindObject:
		return objectText(n, level)
	}
	return "a value that npycheck didn't keep"
}

// literal spells the beginning of text or bytes, and how long it is if that is not all.
func (n *node) literal() string {
	spell, unit, have, most := bytesText, "byte", len(n.text), shownText+len("b''")
	if n.kind == kindText {
		spell = func(s string) string { return string(text.AppendRepr(nil, s)) }
		unit, have, most = "character", characters(n.text), shownText+len("''")
	}
	short := n.text
	if end := 4 * most; len(short) > end { // a character has 4 bytes at most, and takes a column at least
		for n.kind == kindText && short[end]&0xc0 == 0x80 {
			end--
		}
		short = short[:end]
	}
	words := spell(short)
	for utf8.RuneCountInString(words) > most {
		last := len(short) - 1
		for n.kind == kindText && last > 0 && short[last]&0xc0 == 0x80 {
			last--
		}
		short = short[:last]
		words = spell(short)
	}
	if len(short) < len(n.text) || n.n > int64(have) {
		end := len(words) - 1
		words = words[:end] + "…" + words[end:] + " (" + text.Count(n.n, unit) + ")"
	}
	return words
}

// bytesText spells bytes as Python does.
func bytesText(text string) string {
	mark := byte('\'')
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		mark = '"'
	}
	b := []byte{'b', mark}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\\' || c == mark:
			b = append(b, '\\', c)
		case c < ' ' || c > '~':
			b = fmt.Appendf(b, `\x%02x`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, mark))
}

// complexText spells a complex number as Python does.
func complexText(re, im string) string {
	re, im = strings.TrimSuffix(re, ".0"), strings.TrimSuffix(im, ".0")
	switch {
	case re == "0":
		return im + "j"
	case !strings.HasPrefix(im, "-"):
		im = "+" + im
	}
	return "(" + re + im + "j)"
}

func writtenText(n *node, level int) string {
	if n.class == "ellipsis" || n.class == "NotImplementedType" {
		return n.text
	}
	s := shortened(n.text, shownName)
	if !strings.HasPrefix(n.class, "datetime.") && strings.ContainsFunc(s, odd) {
		s = text.Literal(s)
	}
	s = name(n.class) + " " + s
	if n.state != nil {
		s += ", " + n.state.head(level+1)
	}
	return s
}

// odd reports whether a character is neither of a number nor of the usual path.
func odd(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`+-./\_`, r)
}

// sizeText describes a collection by its kind and size.
func sizeText(n *node) string {
	what := name(n.typeName())
	switch {
	case n.kind == kindDict && n.pairs == 0, n.kind != kindDict && n.n == 0:
		return "empty " + what
	case n.kind == kindDict:
		return what + " of " + text.Count(n.pairs, "key")
	}
	return fmt.Sprintf("%s of %d", what, n.n)
}

func arrayText(n *node) string {
	what := "array"
	if n.class != "numpy.ndarray" {
		what = name(n.class)
	}
	if n.typeText() == "" {
		return what + trust(n.tier)
	}
	return what + " " + shortened(n.typeText(), shownName) + " " + text.Shape(n.shape) + trust(n.tier)
}

func scalarText(n *node) string {
	return shortened(n.valueText(), shownName) + " (" + shortened(n.typeText(), shownName) + ")"
}

// valueText spells the value of a scalar.
func (n *node) valueText() string {
	if v := n.value(); v != nil {
		return text.Quote(v.Text)
	}
	return "scalar"
}

// value returns the value of a scalar, or nil if it isn't known.
func (n *node) value() *Value {
	if n.dtype == nil || n.dtype.Kind == 0 || n.dtype.HasObject() || int64(len(n.text)) < min(n.dtype.Itemsize, n.n) {
		return nil
	}
	if parts := scalarParts; !fewParts(n.dtype, &parts) {
		return nil
	}
	list, err := Head(n.dtype, bytes.NewReader([]byte(n.text)), 1, 1)
	if err != nil || len(list) == 0 {
		return nil
	}
	return &list[0]
}

// scalarParts is how many parts a structured scalar may have to be shown. They may take no bytes of the file.
const scalarParts = 100

// fewParts reports whether a type has at most left parts, fields and elements of subarrays, and takes them from left.
func fewParts(t *spec.DType, left *int) bool {
	*left--
	for i := range t.Fields {
		if *left <= 0 || !fewParts(&t.Fields[i].Type, left) {
			return false
		}
	}
	if t.Base == nil {
		return *left >= 0
	}
	count := int64(1)
	for _, n := range t.Shape {
		if count *= n; count > int64(*left) {
			return false
		}
	}
	one := *left
	if count > 0 && !fewParts(t.Base, &one) {
		return false
	}
	*left -= int(count) * (*left - one)
	return *left >= 0
}

// objectText describes what a call returned.
func objectText(n *node, level int) string {
	s := name(n.class)
	switch {
	case n.args != nil && n.args.flat() && len(n.args.items) > 0:
		s += "(" + inline(n.args.items, n.args.n, lineWidth/2, level+1) + ")"
	case n.args != nil && n.args.cut && len(n.args.items) == 0:
		s += "(…)"
	}
	var about []string
	switch {
	case n.tier == spec.TierDangerous:
		about = append(about, "can run code")
	case n.tier == spec.TierUnknown && n.either:
		about = append(about, "unknown")
	case n.tier == spec.TierUnknown:
		about = append(about, "unknown class")
	}
	if n.n > 0 {
		about = append(about, text.Count(n.n, "element"))
	}
	if n.pairs > 0 {
		about = append(about, text.Count(n.pairs, "key"))
	}
	if n.state != nil {
		about = append(about, "state: "+n.state.head(level+1))
	}
	if len(about) > 0 {
		s += " (" + strings.Join(about, "; ") + ")"
	}
	return s
}

// trust says what is to be known of an import.
func trust(tier spec.Tier) string {
	switch tier {
	case spec.TierUnknown:
		return " (unknown)"
	case spec.TierDangerous:
		return " (can run code)"
	}
	return ""
}

// typeName returns the name of the type of a value, as Python qualifies it.
func (n *node) typeName() string {
	if n.class != "" {
		return n.class
	}
	return [...]string{
		kindLost: "unknown", kindNone: "NoneType", kindBool: "bool", kindInt: "int", kindFloat: "float", kindComplex: "complex",
		kindText: "str", kindBytes: "bytes", kindByteArray: "bytearray", kindWritten: "", kindTuple: "tuple", kindList: "list",
		kindDict: "dict", kindSet: "set", kindFrozenSet: "frozenset", kindImport: "import", kindDType: "numpy.dtype",
		kindArray: "numpy.ndarray", kindScalar: "numpy.generic", kindObject: "object",
	}[n.kind]
}

// name spells the name of a class or a function. One that isn't a name in Python is quoted, since it might look like
// words of npycheck.
func name(s string) string {
	short := shortened(s, shownName)
	if s == nameless || dotted(s) {
		return short
	}
	return text.Literal(short)
}

// shortened cuts a text that is too long for a line.
func shortened(s string, most int) string {
	s = text.Quote(s)
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}
