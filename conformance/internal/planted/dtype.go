package planted

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// dtype is a type: a scalar, a subarray of base, or a structure of fields.
type dtype struct {
	kind  byte // as in a type string; 0 for a subarray, 'R' for a structure
	big   bool
	unit  string // of times: "[25us]"
	size  int64
	base  *dtype
	shape []int64

	fields []field
}

type field struct {
	name, title string
	titled      bool
	padding     bool
	offset      int64
	dtype
}

// maxItemsize is the largest itemsize that NumPy's C code can hold.
const maxItemsize = 1<<31 - 1

func (r *Reader) dtype(v value, top bool) dtype {
	switch v.kind {
	case 's':
		return r.typeString(v.text)
	case '[':
		return r.structure(v.items)
	case '(':
		if !top && len(v.items) == 2 {
			return r.subarray(r.dtype(v.items[0], false), v.items[1])
		}
	}
	refuse("descr is not a type")
	panic("unreachable")
}

var scalarSizes = map[byte][]int64{'b': {1}, 'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {2, 4, 8}, 'c': {8, 16}, 'M': {8}, 'm': {8}}

// aliases are other spellings that every Python reads as one type.
var aliases = map[string]string{
	"?": "|b1", "b": "|i1", "B": "|u1", "float64": "<f8", "int32": "<i4", "uint8": "|u1", "bool": "|b1", "f8": "<f8", "i4": "<i4",
}

func (r *Reader) typeString(s string) dtype {
	if to, ok := aliases[s]; ok && r.Lax {
		s = to
	}
	if len(s) >= 2 && strings.IndexByte("<>|=", s[0]) < 0 && r.Lax && strings.IndexByte("SVb", s[0]) >= 0 {
		s = "<" + s
	}
	if len(s) < 2 || strings.IndexByte("<>|=", s[0]) < 0 {
		refuse("the type %q", s)
	}
	t := dtype{big: s[0] == '>', kind: s[1]}
	rest := s[2:]
	end := 0
	for end < len(rest) && rest[end]-'0' <= 9 {
		end++
	}
	digits, rest := rest[:end], rest[end:]
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case t.kind == 'O':
		unsupported()
	case err != nil && !(r.has("size-wraps") && digits != ""), len(digits) > 1 && digits[0] == '0':
		refuse("the size in %q", s)
	case r.has("size-one-digit") && len(digits) > 1:
		n = int64(digits[0] - '0')
	}
	t.size = n
	switch t.kind {
	case 'U':
		if t.size = 4 * n; n > maxItemsize/4 {
			if !r.has("size-wraps") {
				refuse("the size in %q", s)
			}
			t.size &= maxItemsize
		}
		if r.has("utf16") {
			t.size = 2 * n
		}
		if r.has("text-latin1") {
			t.size = n
		}
	case 'S', 'V':
		if n > maxItemsize {
			if !r.has("size-wraps") {
				refuse("the size in %q", s)
			}
			t.size &= maxItemsize
		}
	case 'M', 'm':
		if rest != "" && !r.has("units-ignored") {
			t.unit = r.unit(rest)
		}
		rest = ""
		fallthrough
	default:
		if !slices.Contains(scalarSizes[t.kind], n) {
			if !r.has("odd-sizes") || scalarSizes[t.kind] == nil {
				refuse("the type %q", s)
			}
		}
	}
	if rest != "" && !r.has("type-rest") {
		refuse("the type %q", s)
	}
	if s[0] == '=' && !r.Lax || s[0] == '|' && !r.Lax && t.size > 1 && strings.IndexByte("iufcMmU", t.kind) >= 0 {
		refuse("a byte order that the machine decides")
	}
	if s[0] == '|' && t.kind == 'U' && t.size > 0 {
		refuse("text without a byte order")
	}
	if (s[0] == '<' || s[0] == '>') && strings.IndexByte("bSV", t.kind) >= 0 && !r.Lax && !strings.HasSuffix(s, "V2") {
		if r.has("strict-order") {
			refuse("a byte order that has no effect")
		}
	}
	r.misread(&t)
	return t
}

// misread has the bugs of scalar types.
func (r *Reader) misread(t *dtype) {
	switch {
	case r.has("big-endian-ignored"):
		t.big = false
	case r.has("big-endian-integers") && (t.kind == 'i' || t.kind == 'u'):
		t.big = false
	case r.has("big-endian-i2") && t.kind == 'i' && t.size == 2:
		t.big = false
	case r.has("big-endian-u8") && t.kind == 'u' && t.size == 8:
		t.big = false
	case r.has("big-endian-half") && t.kind == 'f' && t.size == 2:
		t.big = false
	case r.has("big-endian-text") && t.kind == 'U':
		t.big = false
	case r.has("big-endian-times") && (t.kind == 'M' || t.kind == 'm'):
		t.big = false
	case r.has("big-endian-timedelta") && t.kind == 'm':
		t.big = false
	case r.has("big-endian-refused") && t.big && t.size > 1:
		refuse("big-endian")
	case r.has("unsigned-as-signed") && t.kind == 'u':
		t.kind = 'i'
	case r.has("bool-as-byte") && t.kind == 'b':
		t.kind = 'u'
	case r.has("timedelta-as-datetime") && t.kind == 'm':
		t.kind = 'M'
	case r.has("void-as-bytes") && t.kind == 'V':
		t.kind = 'S'
	}
}

var units = []string{"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"}

func (r *Reader) unit(s string) string {
	inside, ok := strings.CutPrefix(s, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	if !ok || !closed {
		refuse("the unit %q", s)
	}
	end := 0
	for end < len(inside) && inside[end]-'0' <= 9 {
		end++
	}
	name, multiple := inside[end:], inside[:end]
	if multiple == "1" && r.Lax {
		multiple = ""
	}
	if multiple != "" {
		n, err := strconv.ParseInt(multiple, 10, 64)
		if (err != nil || n < 1 || n > 1<<31-1) && !r.has("multiple-unchecked") {
			refuse("the unit %q", s)
		}
		if n == 1 || multiple[0] == '0' {
			refuse("the unit %q", s)
		}
	}
	if !slices.Contains(units, name) {
		if r.has("divisors") && strings.Contains(name, "/") {
			name, _, _ = strings.Cut(name, "/")
			return "[" + multiple + name + "]"
		}
		if !r.has("units-unknown") {
			refuse("the unit %q", s)
		}
		return "[s]"
	}
	switch {
	case r.has("multiple-ignored"):
		multiple = ""
	case r.has("minutes-as-months") && name == "m":
		name = "M"
	case r.has("attoseconds-refused") && name == "as":
		refuse("attoseconds")
	}
	return "[" + multiple + name + "]"
}

func (r *Reader) subarray(base dtype, shape value) dtype {
	t := dtype{base: &base, size: base.size, shape: []int64{}}
	items := shape.items
	if shape.kind == 'i' && r.Lax && !(shape.n == 1 && !shape.minus) || shape.kind == 'i' && r.has("subarray-number") {
		items = []value{shape}
	} else if shape.kind != '(' {
		refuse("the shape of a subarray is not a tuple")
	}
	for _, d := range items {
		if d.kind != 'i' || d.minus && d.n > 0 {
			if d.kind != 'i' || !r.has("subarray-negative") {
				refuse("the shape of a subarray")
			}
		}
		t.shape = append(t.shape, int64(d.n))
	}
	for _, d := range t.shape {
		if r.has("subarray-first-dimension") && len(t.shape) > 1 && d == t.shape[0] {
			break
		}
		hi, lo := bits.Mul64(uint64(t.size), uint64(d))
		if t.size = int64(lo); hi > 0 || lo > maxItemsize {
			if r.has("itemsize-wraps") {
				t.size &= maxItemsize
				continue
			}
			refuse("the itemsize is too large")
		}
	}
	if base.size == 0 && (len(base.fields) == 0 || slices.Contains(t.shape, 0)) && !r.has("subarray-of-nothing") {
		if base.kind == 'S' || base.kind == 'U' || base.kind == 'V' || base.base != nil {
			refuse("a subarray of nothing")
		}
	}
	if r.has("subarray-flat") && len(t.shape) > 1 {
		n := int64(1)
		for _, d := range t.shape {
			n *= d
		}
		t.shape = []int64{n}
	}
	if r.has("subarray-dropped") && len(t.shape) > 0 {
		return base
	}
	return t
}

// field reads a name, a type, and perhaps the shape of a subarray.
func (r *Reader) field(items []value) (f field) {
	switch name := items[0]; {
	case name.kind == 's':
		f.name = name.text
	case name.kind == '(' && len(name.items) == 2 && name.items[0].kind == 's' && name.items[1].kind == 's':
		if r.has("titles-refused") {
			refuse("a title")
		}
		f.title, f.name, f.titled = name.items[0].text, name.items[1].text, true
		if r.has("title-as-name") {
			f.title, f.name = f.name, f.title
		}
		if r.has("title-lost") {
			f.titled = false
		}
	default:
		refuse("the name of a field")
	}
	f.dtype = r.dtype(items[1], false)
	if len(items) == 3 {
		f.dtype = r.subarray(f.dtype, items[2])
	}
	switch {
	case f.name == "" && f.titled:
		refuse("a title without a name")
	case f.name == "" && f.kind == 'V':
		f.padding = true
	case f.name == "":
		refuse("a field without a name")
	}
	return f
}

func (r *Reader) structure(items []value) dtype {
	t := dtype{kind: 'R'}
	names := map[string]bool{}
	for i, v := range items {
		if v.kind != '(' || len(v.items) < 2 || len(v.items) > 3 {
			refuse("a field is not a tuple of two or three")
		}
		f := r.field(v.items)
		f.offset = t.size
		for _, name := range []string{f.name, f.title} {
			if name == f.title && !f.titled || f.padding {
				continue
			}
			if names[name] && !r.has("duplicate-names") {
				refuse("two fields have the name %q", name)
			}
			names[name] = true
		}
		switch {
		case r.has("padding-skipped") && f.padding && i > 0:
			continue // and the fields after it come too early
		case r.has("trailing-padding") && f.padding && i == len(items)-1:
			continue
		case r.has("aligned-fields") && f.kind != 'R' && f.size > 1 && f.size <= 8 && f.base == nil:
			f.offset = (t.size + f.size - 1) / f.size * f.size
		case r.has("first-field-only") && i > 0:
			continue
		case r.has("nested-flat") && f.kind == 'R':
			for _, g := range f.fields {
				g.offset += f.offset
				t.fields = append(t.fields, g)
			}
			t.size += f.size
			continue
		case r.has("field-names-lower"):
			f.name = strings.ToLower(f.name)
		case r.has("field-names-trimmed"):
			f.name = strings.TrimSpace(f.name)
		case r.has("field-names-cut") && len(f.name) > 31:
			f.name = f.name[:31]
		case r.has("field-big-endian-complex") && f.kind == 'c', r.has("field-big-endian-times") && (f.kind == 'M' || f.kind == 'm'),
			r.has("field-big-endian-half") && f.kind == 'f' && f.size == 2, r.has("field-big-endian") && f.kind != 0,
			r.has("field-big-endian-u8") && f.kind == 'u' && f.size == 8, r.has("field-big-endian-i8") && f.kind == 'i' && f.size == 8:
			f.big = false
		case r.has("field-unsigned") && f.kind == 'u':
			f.kind = 'i'
		case r.has("field-native-subarray") && f.base != nil:
			f.base.big = false
		}
		if t.size = f.offset + f.size; t.size > maxItemsize {
			if !r.has("itemsize-wraps") {
				refuse("the itemsize is too large")
			}
			t.size &= maxItemsize
		}
		t.fields = append(t.fields, f)
	}
	if r.has("fields-sorted") {
		slices.SortStableFunc(t.fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	}
	if r.has("fields-reversed-nested") && len(t.fields) > 3 {
		slices.Reverse(t.fields)
	}
	if r.has("struct-rounded") && t.size%8 != 0 && len(t.fields) > 1 {
		t.size += 8 - t.size%8
	}
	return t
}

// descr returns the type in the spelling of the protocol, little-endian.
func (t *dtype) descr() string {
	switch {
	case t.base != nil:
		return fmt.Sprintf("(%s, %s)", t.base.descr(), tuple(t.shape))
	case t.kind == 'R':
		var b strings.Builder
		b.WriteByte('[')
		for i, f := range t.fields {
			if i > 0 {
				b.WriteString(", ")
			}
			name := repr(f.name)
			if f.titled {
				name = fmt.Sprintf("(%s, %s)", repr(f.title), name)
			}
			if f.base != nil {
				fmt.Fprintf(&b, "(%s, %s, %s)", name, f.base.descr(), tuple(f.shape))
				continue
			}
			fmt.Fprintf(&b, "(%s, %s)", name, f.descr())
		}
		b.WriteByte(']')
		return b.String()
	}
	size, order := t.size, "<"
	if t.kind == 'U' {
		size /= 4
	}
	if t.size == 1 && t.kind != 'U' || strings.IndexByte("SVb", t.kind) >= 0 {
		order = "|"
	}
	return fmt.Sprintf("'%s%c%d%s'", order, t.kind, size, t.unit)
}

func tuple(shape []int64) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, d := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.FormatInt(d, 10))
	}
	if len(shape) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return b.String()
}
