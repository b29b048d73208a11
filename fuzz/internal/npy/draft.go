// Package npy makes .npy files that conform, as drafts that a fault can change before they are assembled.
package npy

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Draft is an .npy file before it is assembled: the array, and how its header is spelled.
type Draft struct {
	Typer
	Dictionary
	Array   sample.Array
	Version spec.Version
	Layout  Layout

	// What a fault puts around the dictionary. Only end is set in a file that conforms.
	Lead, Tail, End string
	Fill            byte // of the padding

	bulky bool // the header would be too long if it were escaped

	Lost bool // it isn't defined which array the file has

	Change func(file []byte, offset int) []byte // changes the whole file, whose data begins at the offset; nil for none
}

// Layout says where the data begins.
type Layout struct {
	Align  int
	Beyond int  // bytes after a multiple of align
	tight  bool // no padding if it isn't needed, where NumPy writes a whole block
	Growth bool // room for a longer first dimension, as NumPy has left since 1.24
	Blocks int  // more of them than needed
}

// Wish says what a file should be like.
type Wish struct {
	Area    string                        // in which it is unusual, "" for any
	DType   func(*Typer) spec.DType       // nil for any
	Shape   func(*choice.Chooser) []int64 // nil for any
	Version spec.Version                  // zero for any
	Latin   bool                          // version 1.0 or 2.0
	Ascii   bool                          // no name that needs version 3.0
	Plain   bool                          // the dictionary is spelled as NumPy spells it
	Order   byte                          // 'C' or 'F', 0 for any
	Large   bool                          // more data than fits into a buffer
	least   int64                         // bytes of Large; 0 for any number
	Fault   bool                          // for a fault: NumPy's padding, little data, and spans are recorded

	Unremarkable bool // the type causes no note, except for its names and byte orders
}

// New returns a file that conforms.
func New(g *choice.Chooser, w Wish) *Draft {
	d := &Draft{
		Typer:      Typer{Chooser: g, ascii: w.Ascii, unremarkable: w.Unremarkable},
		Dictionary: Dictionary{Keys: []byte{KeyDescr, KeyOrder, keyShape}, marked: w.Fault},
		End:        "\n",
		Fill:       ' ',
	}
	if w.Area == "" && !w.Fault && g.One(4) {
		w.Area = choice.Of(g, "prefix", "header", "literal", "keys", "descr", "shape", "order", "data")
	}
	d.Array.DType = d.dtypeFor(w)
	d.Array.Shape = d.shapeFor(w)
	d.Array.FortranOrder = d.orderFor(w)
	d.Array.Data = elements(g, d.Array.Data, &d.Array.DType, countOf(d.Array.Shape))
	d.Version = d.versionFor(w)
	d.Style = d.styleFor(w)
	if !w.Fault && (w.Area == "keys" || w.Area == "header" && g.One(4)) {
		d.pickOrder()
	}
	d.Layout = d.layoutFor(w)
	d.Spell()
	return d
}

func (d *Draft) dtypeFor(w Wish) spec.DType {
	d.odd = !w.Fault && (w.Area == "literal" || w.Area == "descr") && d.One(3)
	switch {
	case w.DType != nil:
		return w.DType(&d.Typer)
	case w.Area == "header" && d.One(6):
		return d.long()
	case w.Area == "descr" || w.Area == "literal":
		return d.dtype(2)
	case w.Area == "order":
		return d.dtype(6)
	}
	return d.dtype(5)
}

// long returns a structured type that takes up to 9000 characters.
func (d *Draft) long() spec.DType {
	if d.One(2) {
		name := make([]byte, 1+d.N(8000))
		for i := range name {
			name[i] = byte('a' + i%26)
		}
		f := spec.Field{Name: string(name), Type: d.Number()}
		if !d.ascii && d.One(2) { // more than 10,000 bytes, of which a reader has to accept that many characters
			f.Name, d.wide, d.bulky = strings.Repeat("日", 3400+d.N(4000)), true, true
		}
		return Struct([]spec.Field{f})
	}
	fields := make([]spec.Field, 1+d.N(200))
	for i := range fields {
		fields[i] = spec.Field{Name: d.Name(), Type: d.Number()}
	}
	return Struct(fields)
}

// shapeFor returns a shape with a number of elements that suits the itemsize.
func (d *Draft) shapeFor(w Wish) []int64 {
	if w.Shape != nil {
		return w.Shape(d.Chooser)
	}
	size := max(d.Array.DType.Itemsize, 1)
	most := 1 + 256/size // elements
	if w.Large || !w.Fault && (w.Area == "data" && d.One(20) || d.One(250)) {
		return d.large(size, w.least)
	}
	rank := 0
	switch d.N(16) {
	case 0, 1:
	case 2, 3, 4, 5, 6, 7:
		rank = 1
	case 8, 9, 10, 11:
		rank = 2
	case 12, 13:
		rank = 3
	default:
		rank = 4 + d.N(3)
	}
	switch w.Area {
	case "shape":
		if d.One(4) {
			rank = d.N(33)
			if d.Array.DType.Struct { // NumPy 1.x reads no field that has more dimensions together with these
				rank /= 2
			}
		}
	case "order":
		rank = max(rank, 2)
	}
	shape := slices.Grow(d.Array.Shape[:0], rank)[:rank]
	for i := range shape {
		limit := min(most, 12)
		if rank > 2 {
			limit = min(most, 5)
		}
		shape[i] = 1 + int64(d.N(int(limit)))
		most /= shape[i]
		most = max(most, 1)
	}
	if rank > 1 { // the large dimensions may be anywhere
		i, j := d.N(rank), d.N(rank)
		shape[i], shape[j] = shape[j], shape[i]
	}
	if rank > 0 && (w.Area == "shape" && d.One(6) || d.One(20)) {
		zero, huge := d.N(rank), d.N(rank)
		if d.One(3) {
			shape[huge] = choice.Of[int64](d.Chooser, 1, 1000, 1<<31, 1<<32, 1<<40)
		}
		shape[zero] = 0
		if !d.fits(shape) {
			clear(shape)
		}
	}
	return shape
}

// fits reports whether the product of the non-zero dimensions fits a machine integer.
func (d *Draft) fits(shape []int64) bool {
	size := max(d.Array.DType.Itemsize, 1)
	for _, n := range shape {
		if n > 0 {
			if size > 1<<62/n {
				return false
			}
			size *= n
		}
	}
	return true
}

// large returns the shape of an array that is larger than the buffers of readers, and has at least so many bytes.
func (d *Draft) large(size, atLeast int64) []int64 {
	least := choice.Of[int64](d.Chooser, 1<<12, 1<<13, 1<<15, 1<<16, 1<<16, 1<<17)
	if d.One(16) {
		least = choice.Of[int64](d.Chooser, 1<<18, 1<<20)
	}
	least = max(least, atLeast)
	count := least/size + 1 + int64(d.N(int(min(1000, 1+1<<18/size))))
	if d.One(2) {
		return []int64{count}
	}
	rows := 1 + int64(d.N(300))
	return []int64{rows, count/rows + 1}
}

func countOf(shape []int64) int64 {
	count := int64(1)
	for _, d := range shape {
		if d == 0 {
			return 0
		}
		count *= d
	}
	return count
}

func (d *Draft) orderFor(w Wish) bool {
	switch {
	case w.Order != 0:
		return w.Order == 'F'
	case BothOrders(d.Array.Shape):
		return d.One(16) // which causes a note
	case w.Area == "order":
		return !d.One(4)
	}
	return d.One(3)
}

// BothOrders reports whether an array of the shape lies in C order and in Fortran order at once.
func BothOrders(shape []int64) bool {
	long := 0
	for _, d := range shape {
		switch {
		case d == 0:
			return true
		case d > 1:
			long++
		}
	}
	return long < 2
}

// versionFor returns a version that can hold the names, or has them escaped.
func (d *Draft) versionFor(w Wish) spec.Version {
	if d.bulky {
		return spec.Version3
	}
	v := w.Version
	switch {
	case v != spec.Version{}:
	case w.Latin:
		v = choice.Of(d.Chooser, spec.Version1, spec.Version1, spec.Version2)
	case d.wide && !d.One(4):
		v = spec.Version3
	case w.Area == "prefix" || w.Area == "header":
		v = choice.Of(d.Chooser, spec.Version1, spec.Version2, spec.Version3)
	case d.One(8):
		v = choice.Of(d.Chooser, spec.Version2, spec.Version3)
	default:
		v = spec.Version1
	}
	d.escaped = d.wide && (v != spec.Version3 || d.One(8))
	return v
}

func (d *Draft) layoutFor(w Wish) Layout {
	l := Layout{Align: 64, Growth: !d.One(3)}
	if w.Fault {
		return l
	}
	if w.Area == "header" || w.Area == "prefix" || d.One(40) {
		l.Growth = d.One(2)
		l.tight = d.One(2)
		switch d.N(6) {
		case 0:
			l.Align = 16
		case 1:
			l.Blocks = d.N(4)
		case 2:
			l.Blocks = choice.Of(d.Chooser, 1, 2, 7, 15, 60)
			if len(d.Array.DType.Fields) > 0 {
				l.Blocks = 1
			}
		}
	}
	return l
}

// growthDigits is the number of digits for which NumPy leaves room.
const growthDigits = 21

// padding returns how many bytes are between what comes before it and the end of the header. Both
// lengths are given.
func (d *Draft) padding(before, after int) int {
	room := 0
	if shape := d.Array.Shape; d.Layout.Growth && len(shape) > 0 {
		n := shape[0]
		if d.Array.FortranOrder {
			n = shape[len(shape)-1]
		}
		room = growthDigits
		for ; n > 9; n /= 10 {
			room--
		}
		room--
	}
	align := d.Layout.Align
	used := before + room + after - d.Layout.Beyond
	pad := align - ((used%align)+align)%align
	if d.Layout.tight && pad == align {
		pad = 0
	}
	return room + pad + align*d.Layout.Blocks
}

// File returns the file.
func (d *Draft) File() sample.File {
	prefix := d.Version.PrefixLen()
	before := prefix + len(d.Lead) + len(d.Text) + len(d.Tail)
	pad := d.padding(before, len(d.End))
	length := before - prefix + pad + len(d.End)
	total := prefix + length

	// The content, which may grow, shares its memory with the elements after it.
	size := len(d.Array.Data)
	memory := make([]byte, total+2*size)
	b := append(memory[:0:total+size], spec.Magic...)
	b = append(b, d.Version.Major, d.Version.Minor)
	if prefix == 10 {
		b = binary.LittleEndian.AppendUint16(b, uint16(length))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(length))
	}
	b = append(b, d.Lead...)
	b = append(b, d.Text...)
	b = append(b, d.Tail...)
	b = b[:len(b)+pad]
	fill(b[len(b)-pad:], d.Fill)
	b = append(b, d.End...)
	b = stored(b, &d.Array)
	if d.Change != nil {
		b = d.Change(b, total)
	}
	f := sample.File{Content: b, Format: validator.Npy}
	if !d.Lost {
		data := memory[total+size:]
		copy(data, d.Array.Data)
		made := &struct {
			sample.Array
			shape [4]int64
		}{Array: d.Array}
		made.Shape = append(made.shape[:0], d.Array.Shape...)
		made.Data = data
		f.Array = &made.Array
	}
	return f
}

// fill sets all bytes to c.
func fill(b []byte, c byte) {
	if len(b) == 0 {
		return
	}
	b[0] = c
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// Retype gives the file another type, with elements of that type.
func (d *Draft) Retype(t spec.DType) {
	d.Array.DType = t
	d.Array.Data = elements(d.Typer.Chooser, d.Array.Data, &d.Array.DType, countOf(d.Array.Shape))
	d.Spell()
}

// Spell writes the dictionary again.
func (d *Draft) Spell() { d.write(&d.Array) }

func (d *Draft) styleFor(w Wish) *style {
	odd := 8
	switch {
	case w.Plain:
		return &numpyStyle
	case w.Area == "literal":
		odd = 2
	case w.Area == "header":
		odd = 2
	}
	if d.One(odd) {
		return &Styles[d.N(len(Styles))]
	}
	return &numpyStyle
}

// pickOrder puts the keys in another order half of the time.
func (d *Draft) pickOrder() {
	i, j := d.N(3), d.N(3)
	d.Keys[i], d.Keys[j] = d.Keys[j], d.Keys[i]
}

// Span chooses one of the matching spans of a kind.
func (d *Draft) Span(kind SpanKind, fits func(*Span) bool) (s Span, ok bool) {
	count := 0
	for i := range d.Spans {
		if d.Spans[i].Kind&kind != 0 && (fits == nil || fits(&d.Spans[i])) {
			count++
		}
	}
	if count == 0 {
		return s, false
	}
	nth := d.N(count)
	for i := range d.Spans {
		if d.Spans[i].Kind&kind != 0 && (fits == nil || fits(&d.Spans[i])) {
			if nth == 0 {
				return d.Spans[i], true
			}
			nth--
		}
	}
	panic("unreachable")
}

// Dimensions returns a shape of at least one dimension.
func Dimensions(g *choice.Chooser) []int64 {
	shape := make([]int64, 1+g.N(3))
	for i := range shape {
		shape[i] = int64(1 + g.N(5))
	}
	return shape
}
