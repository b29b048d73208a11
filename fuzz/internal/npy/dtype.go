package npy

import (
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
)

// Typer makes types.
type Typer struct {
	*choice.Chooser
	ascii        bool // names are printable ASCII
	odd          bool // names can have invisible characters, which cause a note
	unremarkable bool // types cause no note, whatever their names and byte orders

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

// Name returns a name or a title that no other has.
func (g *Typer) Name() string {
	list := plainNames
	switch {
	case g.odd && g.One(6):
		list, g.wide = oddNames, true
	case !g.ascii && g.One(5):
		list, g.wide = wideNames, true
	}
	name := list[g.N(len(list))] + strconv.Itoa(g.count)
	g.count++
	return name
}

func Scalar(kind, order byte, size int64) spec.DType {
	t, ok := spec.Scalar(kind, order, size)
	if !ok {
		panic("no type " + string(kind) + strconv.FormatInt(size, 10))
	}
	return t
}

func (g *Typer) Endian() byte {
	if g.One(2) {
		return '>'
	}
	return '<'
}

// Number returns a type of fixed size: a boolean, a number or a time.
func (g *Typer) Number() spec.DType {
	switch g.N(16) {
	case 0:
		return Scalar('b', '|', 1)
	case 1:
		return Scalar('i', '|', 1)
	case 2:
		return Scalar('u', '|', 1)
	case 3, 4, 5:
		return Scalar('i', g.Endian(), 2<<g.N(3))
	case 6, 7:
		return Scalar('u', g.Endian(), 2<<g.N(3))
	case 8, 9, 10, 11:
		return Scalar('f', g.Endian(), 2<<g.N(3))
	case 12, 13:
		return Scalar('c', g.Endian(), 8<<g.N(2))
	}
	return g.Time()
}

// Time returns a datetime or a timedelta with a unit.
func (g *Typer) Time() spec.DType {
	t := Scalar("mM"[g.N(2)], g.Endian(), 8)
	t.Unit = spec.Years + spec.Unit(g.N(int(spec.Attoseconds)))
	t.Multiple = 1
	if g.One(3) {
		t.Multiple = choice.Of[int32](g.Chooser, 2, 7, 10, 15, 25, 100, 1000000, 1<<31-1)
	}
	return t
}

// Flexible returns a type of any size.
func (g *Typer) Flexible() spec.DType {
	size := int64(1 + g.N(12))
	if g.One(8) {
		size = int64(1 + g.N(100))
	}
	if g.unremarkable {
		size += 2
	}
	switch g.N(3) {
	case 0:
		return Scalar('S', '|', size)
	case 1:
		return Scalar('U', g.Endian(), 4*size)
	}
	return Scalar('V', '|', size)
}

// Scalar returns a type without fields. Zero-size and generic ones cause a note.
func (g *Typer) Scalar() spec.DType {
	switch n := g.N(24); {
	case n < 6:
		return g.Flexible()
	case n == 6 && !g.unremarkable:
		return choice.Of(g.Chooser, Scalar('S', '|', 0), Scalar('U', g.Endian(), 0), Scalar('V', '|', 0), Scalar('m', g.Endian(), 8), Scalar('M', g.Endian(), 8))
	}
	return g.Number()
}

// Structure returns a structured type around the given elements and others, nested up to a depth.
func (g *Typer) Structure(depth int, holding ...spec.DType) spec.DType {
	fields := make([]spec.Field, 0, 8)
	for range g.N(3) + min(1, 1-len(holding)) {
		fields = append(fields, g.Field(g.element(depth-1)))
		if g.One(5) {
			fields = append(fields, g.Padding(int64(1+g.N(7))))
		}
	}
	for _, t := range holding {
		if depth > 1 && g.One(3) {
			t = g.Structure(depth-1, t)
		}
		f := g.Field(t)
		at := g.N(len(fields) + 1)
		fields = append(fields, f)
		copy(fields[at+1:], fields[at:])
		fields[at] = f
		if g.One(4) {
			fields = append(fields, g.Padding(int64(1+g.N(7))))
		}
	}
	return Struct(fields)
}

func Struct(fields []spec.Field) spec.DType {
	t, err := spec.Struct(fields)
	if err != nil {
		panic(err)
	}
	return t
}

// element returns the type of a field.
func (g *Typer) element(depth int) spec.DType {
	if depth > 0 && g.One(4) {
		return g.Structure(depth)
	}
	return g.Scalar()
}

// Field returns a field of the type, or of a subarray of it.
func (g *Typer) Field(t spec.DType) spec.Field {
	f := spec.Field{Name: g.Name(), Type: t}
	if g.One(8) {
		f.Titled, f.Title = true, g.Name()
	}
	if g.One(4) {
		f.Type = g.subarray(t)
	}
	return f
}

func (g *Typer) Padding(size int64) spec.Field {
	return spec.Field{Padding: true, Type: Scalar('V', '|', size)}
}

// subarray returns a subarray of the type, or the type itself if it has no bytes.
func (g *Typer) subarray(t spec.DType) spec.DType {
	if t.Itemsize == 0 || t.Itemsize > 512 {
		return t
	}
	shape := make([]int64, 1+g.N(3))
	for i := range shape {
		shape[i] = int64(1 + g.N(3))
	}
	switch n := g.N(40); {
	case n == 0 && !g.unremarkable:
		shape[g.N(len(shape))] = 0
	case n == 1:
		for len(shape) < 8 {
			shape = append(shape, 1)
		}
	case n == 2 && !g.unremarkable:
		if inner := g.subarray(t); inner.Itemsize > 0 {
			t = inner
		}
	}
	return Subarray(t, shape)
}

func Subarray(base spec.DType, shape []int64) spec.DType {
	t, err := spec.Subarray(base, shape)
	if err != nil {
		panic(err)
	}
	return t
}

// dtype returns the type of an array, structured one time in that many.
func (g *Typer) dtype(structured int) spec.DType {
	if !g.One(structured) {
		return g.Scalar()
	}
	switch {
	case g.One(30) && !g.unremarkable:
		return Struct(nil)
	case g.One(60):
		return g.chain(2 + g.N(40))
	}
	return g.Structure(1 + g.N(3))
}

// chain returns structured types inside each other.
func (g *Typer) chain(depth int) spec.DType {
	t := g.Number()
	for range depth {
		t = Struct([]spec.Field{{Name: g.Name(), Type: t}})
	}
	return t
}

// Holding returns a type that has t somewhere: itself, or a structured type.
func (g *Typer) Holding(t spec.DType) spec.DType {
	if g.One(2) {
		return t
	}
	return g.Structure(1+g.N(2), t)
}

// Exchanged returns a copy of t with other scalar types. It shares only shapes with t. In a
// subarray, which has to have bytes, no type is exchanged for one without.
func Exchanged(t spec.DType, exchange func(spec.DType) spec.DType) spec.DType {
	switch {
	case t.Struct:
		fields := make([]spec.Field, len(t.Fields))
		for i, f := range t.Fields {
			if !f.Padding {
				f.Type = Exchanged(f.Type, exchange)
			}
			fields[i] = f
		}
		return Struct(fields)
	case t.Base != nil:
		base := Exchanged(*t.Base, exchange)
		if base.Itemsize == 0 && !base.Struct {
			base = Exchanged(*t.Base, func(t spec.DType) spec.DType { return t })
		}
		return Subarray(base, t.Shape)
	}
	return exchange(t)
}

// Leaf is a scalar in an element, or padding.
type Leaf struct {
	Offset  int64
	T       *spec.DType
	Padding bool
}

// Leaves appends those of t, which begins at the offset.
func Leaves(dst []Leaf, t *spec.DType, offset int64) []Leaf {
	switch {
	case t.Struct:
		for i := range t.Fields {
			f := &t.Fields[i]
			if f.Padding {
				dst = append(dst, Leaf{offset + f.Offset, &f.Type, true})
			} else {
				dst = Leaves(dst, &f.Type, offset+f.Offset)
			}
		}
	case t.Base != nil:
		if t.Base.Itemsize > 0 {
			for at := int64(0); at < t.Itemsize; at += t.Base.Itemsize {
				dst = Leaves(dst, t.Base, offset+at)
			}
		}
	default:
		dst = append(dst, Leaf{offset, t, false})
	}
	return dst
}
