package planted

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/second"
)

// misreadHeader has the bugs of what a header says.
func (r *Reader) misreadHeader(h *second.Header) {
	if r.has("fortran-refused") && h.Fortran {
		refuse("Fortran order")
	}
	if r.has("fortran-shape-reversed") && h.Fortran {
		slices.Reverse(h.Shape)
	}
	if r.has("order-ignored") {
		h.Fortran = false
	}
	bug(r.Bug).dtype(&h.DType)
	if r.has("structures-unsupported-raw") && h.DType.Kind == 'T' {
		h.DType = second.DType{Kind: 'V', Size: h.DType.Size}
	}
	bug(r.Bug).shape(h)
}

// shape has the bugs of shapes.
func (b bug) shape(h *second.Header) {
	switch {
	case b.has("rank-4") && len(h.Shape) > 4, b.has("rank-0-refused") && len(h.Shape) == 0:
		refuse("rank %d", len(h.Shape))
	case b.has("empty-refused") && slices.Contains(h.Shape, 0):
		refuse("no elements")
	case b.has("rank-0-as-1") && len(h.Shape) == 0:
		h.Shape = []int64{1}
	case b.has("ones-dropped") && len(h.Shape) > 1:
		h.Shape = slices.DeleteFunc(h.Shape, func(n int64) bool { return n == 1 })
	case b.has("shape-reversed"):
		slices.Reverse(h.Shape)
	case b.has("rank-flat") && len(h.Shape) > 3:
		h.Shape = []int64{h.Count()}
	}
}

// dtype has the bugs of types.
func (b bug) dtype(t *second.DType) {
	switch t.Kind {
	case '*':
		b.dtype(t.Base)
		b.subarray(t)
	case 'T':
		b.structure(t)
	default:
		b.scalar(t)
	}
}

// scalar has the bugs of scalar types.
func (b bug) scalar(t *second.DType) {
	times := t.Kind == 'M' || t.Kind == 'm'
	switch {
	case b.has("big-endian-ignored"), b.has("big-endian-integers") && (t.Kind == 'i' || t.Kind == 'u'), b.has("big-endian-i2") && t.Kind == 'i' && t.Size == 2,
		b.has("big-endian-u8") && t.Kind == 'u' && t.Size == 8, b.has("big-endian-half") && t.Kind == 'f' && t.Size == 2,
		b.has("big-endian-text") && t.Kind == 'U', b.has("big-endian-times") && times, b.has("big-endian-timedelta") && t.Kind == 'm':
		t.Big = false
	case b.has("big-endian-refused") && t.Big:
		refuse("big-endian")
	case b.has("unsigned-as-signed") && t.Kind == 'u':
		t.Kind = 'i'
	case b.has("bool-as-byte") && t.Kind == 'b':
		t.Kind = 'u'
	case b.has("timedelta-as-datetime") && t.Kind == 'm':
		t.Kind = 'M'
	case b.has("void-as-bytes") && t.Kind == 'V':
		t.Kind = 'S'
	case b.has("units-ignored"):
		t.Unit = ""
	case b.has("multiple-ignored"):
		t.Unit = strings.TrimLeft(t.Unit, "0123456789")
	case b.has("minutes-as-months") && strings.TrimLeft(t.Unit, "0123456789") == "m":
		t.Unit = strings.ToUpper(t.Unit)
	case b.has("attoseconds-refused") && strings.HasSuffix(t.Unit, "as"):
		refuse("attoseconds")
	}
}

// subarray has the bugs of subarrays.
func (b bug) subarray(t *second.DType) {
	if b.has("subarray-flat") && len(t.Shape) > 1 {
		t.Shape = []int64{(&second.Header{Shape: t.Shape}).Count()}
	}
	if t.Size = t.Base.Size; b.has("subarray-first-dimension") && len(t.Shape) > 1 {
		return
	}
	for _, n := range t.Shape {
		t.Size = t.Size * n & second.MaxSize
	}
	if b.has("subarray-dropped") {
		*t = *t.Base
	}
}

// structure has the bugs of structures.
func (b bug) structure(t *second.DType) {
	all := t.Fields
	t.Fields, t.Size = nil, 0
	for i, f := range all {
		b.dtype(&f.DType)
		f.Offset = t.Size
		switch {
		case b.has("padding-skipped") && f.Padding && i > 0:
			continue // and the fields after it come too early
		case b.has("trailing-padding") && f.Padding && i == len(all)-1:
			continue
		case b.has("aligned-fields") && f.Kind != 'T' && f.Size > 1 && f.Size <= 8 && f.Base == nil:
			f.Offset = (t.Size + f.Size - 1) / f.Size * f.Size
		case b.has("first-field-only") && i > 0:
			continue
		case b.has("nested-flat") && f.Kind == 'T':
			for _, g := range f.Fields {
				g.Offset += f.Offset
				t.Fields = append(t.Fields, g)
			}
			t.Size += f.Size
			continue
		}
		b.field(&f)
		t.Size = (f.Offset + f.Size) & second.MaxSize
		t.Fields = append(t.Fields, f)
	}
	if b.has("fields-sorted") {
		slices.SortStableFunc(t.Fields, func(a, b second.Field) int { return strings.Compare(a.Name, b.Name) })
	}
	if b.has("fields-reversed-nested") && len(t.Fields) > 3 {
		slices.Reverse(t.Fields)
	}
	if b.has("struct-rounded") && t.Size%8 != 0 && len(t.Fields) > 1 {
		t.Size += 8 - t.Size%8
	}
}

// field has the bugs of fields.
func (b bug) field(f *second.Field) {
	switch {
	case b.has("titles-refused") && f.Titled:
		refuse("a title")
	case b.has("title-as-name") && f.Titled:
		f.Title, f.Name = f.Name, f.Title
	case b.has("title-lost"):
		f.Titled = false
	case b.has("field-names-lower"):
		f.Name = strings.ToLower(f.Name)
	case b.has("field-names-trimmed"):
		f.Name = strings.TrimSpace(f.Name)
	case b.has("field-names-cut"):
		f.Name = f.Name[:min(len(f.Name), 31)]
	case b.has("field-big-endian-complex") && f.Kind == 'c', b.has("field-big-endian-times") && (f.Kind == 'M' || f.Kind == 'm'),
		b.has("field-big-endian-half") && f.Kind == 'f' && f.Size == 2, b.has("field-big-endian"),
		b.has("field-big-endian-u8") && f.Kind == 'u' && f.Size == 8, b.has("field-big-endian-i8") && f.Kind == 'i' && f.Size == 8:
		f.Big = false
	case b.has("field-unsigned") && f.Kind == 'u':
		f.Kind = 'i'
	case b.has("field-native-subarray") && f.Base != nil:
		f.Base.Big = false
	}
}

// descr returns a type in the spelling of the protocol, little-endian.
func descr(t *second.DType) string {
	switch t.Kind {
	case '*':
		return fmt.Sprintf("(%s, %s)", descr(t.Base), tuple(t.Shape))
	case 'T':
		var fields []string
		for _, f := range t.Fields {
			name := repr(f.Name)
			if f.Titled {
				name = fmt.Sprintf("(%s, %s)", repr(f.Title), name)
			}
			of, shape := &f.DType, ""
			if f.Kind == '*' {
				of, shape = f.Base, ", "+tuple(f.Shape)
			}
			fields = append(fields, fmt.Sprintf("(%s, %s%s)", name, descr(of), shape))
		}
		return "[" + strings.Join(fields, ", ") + "]"
	}
	size, order, unit := t.Size, "<", ""
	if t.Kind == 'U' {
		size /= 4
	}
	if t.Size == 1 && t.Kind != 'U' || strings.IndexByte("SVb", t.Kind) >= 0 {
		order = "|"
	}
	if t.Unit != "" {
		unit = "[" + t.Unit + "]"
	}
	return fmt.Sprintf("'%s%c%d%s'", order, t.Kind, size, unit)
}

func tuple(shape []int64) string {
	var dims []string
	for _, n := range shape {
		dims = append(dims, strconv.FormatInt(n, 10))
	}
	if len(shape) == 1 {
		return "(" + dims[0] + ",)"
	}
	return "(" + strings.Join(dims, ", ") + ")"
}

// repr writes a text as Python would in a header of any version: everything but ASCII escaped.
func repr(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 && len(s)-i >= 3 { // a surrogate
			r, n = rune(s[i]&0xf)<<12|rune(s[i+1]&0x3f)<<6|rune(s[i+2]&0x3f), 3
		}
		i += n
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case ' ' <= r && r < 0x7f:
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
