package fuzz

import (
	"strconv"

	"github.com/npycheck/npycheck/spec"
)

// typer makes types.
type typer struct {
	*Gen
	ascii        bool // names are printable ASCII
	odd          bool // names can have characters that nobody sees, which is worth a note
	unremarkable bool // types are not worth a note, whatever their names and byte orders

	wide  bool // a name that is not printable ASCII was given
	count int  // names given so far: each has its number in it
}

// plainNames mislead readers that search the header for what they need.
var plainNames = []string{
	"a", "b", "x", "f", "re", "im", "value", "time_stamp", "it's", `say "x"`, `'"`, `back\slash`, `\n`, "x y", " ", "descr", "shape",
	"fortran_order", "'descr': '<f8'", "'shape': (9,), ", "(3,)", "{", "}", "[(", ")]", ", ", ": ", "#", "True", "<f8", "3L", "\x7eNUMPY",
}

var wideNames = []string{"é", "ÿ", "naïve", "µ", "日本", "λ", "Ж", "e\u0301", "𝄞", "😀", "ａ", "عربي", "�"}

var oddNames = []string{"\n", "\t", "\r", "\x00", "\x1b[31m", "\x7f", "\u0085", "it\u0092s", "\u00a0", "\u200b", "\u202e", "\ufeff", "\xed\xa0\x80", "\U000e0001"}

// name returns a name or a title that no other has.
func (g *typer) name() string {
	list := plainNames
	switch {
	case g.odd && g.one(6):
		list, g.wide = oddNames, true
	case !g.ascii && g.one(5):
		list, g.wide = wideNames, true
	}
	name := list[g.n(len(list))] + strconv.Itoa(g.count)
	g.count++
	return name
}

func scalar(kind, order byte, size int64) spec.DType {
	t, ok := spec.Scalar(kind, order, size)
	if !ok {
		panic("no type " + string(kind) + strconv.FormatInt(size, 10))
	}
	return t
}

func (g *typer) endian() byte {
	if g.one(2) {
		return '>'
	}
	return '<'
}

// number returns a type of fixed size: a boolean, a number or a time.
func (g *typer) number() spec.DType {
	switch g.n(16) {
	case 0:
		return scalar('b', '|', 1)
	case 1:
		return scalar('i', '|', 1)
	case 2:
		return scalar('u', '|', 1)
	case 3, 4, 5:
		return scalar('i', g.endian(), 2<<g.n(3))
	case 6, 7:
		return scalar('u', g.endian(), 2<<g.n(3))
	case 8, 9, 10, 11:
		return scalar('f', g.endian(), 2<<g.n(3))
	case 12, 13:
		return scalar('c', g.endian(), 8<<g.n(2))
	}
	return g.time()
}

// time returns a datetime or a timedelta with a unit.
func (g *typer) time() spec.DType {
	t := scalar("mM"[g.n(2)], g.endian(), 8)
	t.Unit = spec.Years + spec.Unit(g.n(int(spec.Attoseconds)))
	t.Multiple = 1
	if g.one(3) {
		t.Multiple = pickOf[int32](g.Gen, 2, 7, 10, 15, 25, 100, 1000000, 1<<31-1)
	}
	return t
}

// flexible returns a type of any size.
func (g *typer) flexible() spec.DType {
	size := int64(1 + g.n(12))
	if g.one(8) {
		size = int64(1 + g.n(100))
	}
	if g.unremarkable {
		size += 2
	}
	switch g.n(3) {
	case 0:
		return scalar('S', '|', size)
	case 1:
		return scalar('U', g.endian(), 4*size)
	}
	return scalar('V', '|', size)
}

// scalar returns a type without fields. Zero and generic ones are worth a note.
func (g *typer) scalar() spec.DType {
	switch n := g.n(24); {
	case n < 6:
		return g.flexible()
	case n == 6 && !g.unremarkable:
		return pickOf(g.Gen, scalar('S', '|', 0), scalar('U', g.endian(), 0), scalar('V', '|', 0), scalar('m', g.endian(), 8), scalar('M', g.endian(), 8))
	}
	return g.number()
}

// structure returns a structured type around the given elements and others, nested up to a depth.
func (g *typer) structure(depth int, holding ...spec.DType) spec.DType {
	fields := make([]spec.Field, 0, 8)
	for range g.n(3) + min(1, 1-len(holding)) {
		fields = append(fields, g.field(g.element(depth-1)))
		if g.one(5) {
			fields = append(fields, g.padding(int64(1+g.n(7))))
		}
	}
	for _, t := range holding {
		if depth > 1 && g.one(3) {
			t = g.structure(depth-1, t)
		}
		f := g.field(t)
		at := g.n(len(fields) + 1)
		fields = append(fields, f)
		copy(fields[at+1:], fields[at:])
		fields[at] = f
		if g.one(4) {
			fields = append(fields, g.padding(int64(1+g.n(7))))
		}
	}
	return structOf(fields)
}

func structOf(fields []spec.Field) spec.DType {
	t, err := spec.Struct(fields)
	if err != nil {
		panic(err)
	}
	return t
}

// element returns the type of a field.
func (g *typer) element(depth int) spec.DType {
	if depth > 0 && g.one(4) {
		return g.structure(depth)
	}
	return g.scalar()
}

// field returns a field of the type, or of a sub-array of it.
func (g *typer) field(t spec.DType) spec.Field {
	f := spec.Field{Name: g.name(), Type: t}
	if g.one(8) {
		f.Titled, f.Title = true, g.name()
	}
	if g.one(4) {
		f.Type = g.subarray(t)
	}
	return f
}

func (g *typer) padding(size int64) spec.Field {
	return spec.Field{Padding: true, Type: scalar('V', '|', size)}
}

// subarray returns a sub-array of the type, or the type itself if it has no bytes.
func (g *typer) subarray(t spec.DType) spec.DType {
	if t.Itemsize == 0 || t.Itemsize > 512 {
		return t
	}
	shape := make([]int64, 1+g.n(3))
	for i := range shape {
		shape[i] = int64(1 + g.n(3))
	}
	switch n := g.n(40); {
	case n == 0 && !g.unremarkable:
		shape[g.n(len(shape))] = 0
	case n == 1:
		for len(shape) < 8 {
			shape = append(shape, 1)
		}
	case n == 2 && !g.unremarkable:
		if inner := g.subarray(t); inner.Itemsize > 0 {
			t = inner
		}
	}
	return subarrayOf(t, shape)
}

func subarrayOf(base spec.DType, shape []int64) spec.DType {
	t, err := spec.Subarray(base, shape)
	if err != nil {
		panic(err)
	}
	return t
}

// dtype returns the type of an array, structured one time in so many.
func (g *typer) dtype(structured int) spec.DType {
	if !g.one(structured) {
		return g.scalar()
	}
	switch {
	case g.one(30) && !g.unremarkable:
		return structOf(nil)
	case g.one(60):
		return g.chain(2 + g.n(40))
	}
	return g.structure(1 + g.n(3))
}

// chain returns structured types inside each other.
func (g *typer) chain(depth int) spec.DType {
	t := g.number()
	for range depth {
		t = structOf([]spec.Field{{Name: g.name(), Type: t}})
	}
	return t
}

// holding returns a type that has t somewhere: itself, or a structured type.
func (g *typer) holding(t spec.DType) spec.DType {
	if g.one(2) {
		return t
	}
	return g.structure(1+g.n(2), t)
}

// exchanged returns a copy of t with other scalar types. Nothing of it is shared with t but shapes. In a
// sub-array, which has to have bytes, no type is exchanged for one without.
func exchanged(t spec.DType, exchange func(spec.DType) spec.DType) spec.DType {
	switch {
	case t.Struct:
		fields := make([]spec.Field, len(t.Fields))
		for i, f := range t.Fields {
			if !f.Padding {
				f.Type = exchanged(f.Type, exchange)
			}
			fields[i] = f
		}
		return structOf(fields)
	case t.Base != nil:
		base := exchanged(*t.Base, exchange)
		if base.Itemsize == 0 && !base.Struct {
			base = exchanged(*t.Base, func(t spec.DType) spec.DType { return t })
		}
		return subarrayOf(base, t.Shape)
	}
	return exchange(t)
}

// leaf is a scalar in an element, or padding.
type leaf struct {
	offset  int64
	t       *spec.DType
	padding bool
}

// leaves appends those of t, which begins at the offset.
func leaves(dst []leaf, t *spec.DType, offset int64) []leaf {
	switch {
	case t.Struct:
		for i := range t.Fields {
			f := &t.Fields[i]
			if f.Padding {
				dst = append(dst, leaf{offset + f.Offset, &f.Type, true})
			} else {
				dst = leaves(dst, &f.Type, offset+f.Offset)
			}
		}
	case t.Base != nil:
		if t.Base.Itemsize > 0 {
			for at := int64(0); at < t.Itemsize; at += t.Base.Itemsize {
				dst = leaves(dst, t.Base, offset+at)
			}
		}
	default:
		dst = append(dst, leaf{offset, t, false})
	}
	return dst
}
