package fuzz

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// draft is an .npy file before it is put together: the array, and how its header is spelled.
type draft struct {
	typer
	dictionary
	array   Array
	version spec.Version
	layout  layout

	// What a fault puts around the dictionary. Only end is set in a file that conforms.
	lead, tail, end string
	fill            byte // of the padding

	bulky bool // the header would be too long if it were escaped

	lost bool // nobody can say which array the file holds

	change func(file []byte, offset int) []byte // of the whole file, whose data begin at the offset; nil for none
}

// layout says where the data begin.
type layout struct {
	align  int
	beyond int  // bytes after a multiple of align
	tight  bool // no padding if it isn't needed, where NumPy writes a whole block
	growth bool // room for a longer first dimension, as NumPy leaves since 1.24
	blocks int  // more of them than needed
}

// wish says what a file should be like.
type wish struct {
	area    string                  // in which it is unusual, "" for any
	dtype   func(*typer) spec.DType // nil for any
	shape   func(*Gen) []int64      // nil for any
	version spec.Version            // zero for any
	latin   bool                    // version 1.0 or 2.0
	ascii   bool                    // no name that needs version 3.0
	plain   bool                    // the dictionary is spelled as NumPy spells it
	order   byte                    // 'C' or 'F', 0 for any
	large   bool                    // more data than fit into a buffer
	fault   bool                    // one is going to be planted: padding as NumPy writes it, few data, and spans are noted

	unremarkable bool // the type is not worth a note, but for its names and byte orders
}

// newDraft returns a file that conforms. Its memory is that of the generator until the next one.
func newDraft(g *Gen, w wish) *draft {
	d := &g.draft
	shape, data := d.array.Shape, d.array.Data
	*d = draft{
		typer:      typer{Gen: g, ascii: w.ascii, unremarkable: w.unremarkable},
		dictionary: dictionary{keys: append(d.keys[:0], keyDescr, keyOrder, keyShape), text: d.text[:0], spans: d.spans[:0], marked: w.fault},
		end:        "\n",
		fill:       ' ',
	}
	d.array.Shape, d.array.Data = shape[:0], data[:0]
	if w.area == "" && !w.fault && g.one(4) {
		w.area = pickOf(g, "prefix", "header", "literal", "keys", "descr", "shape", "order", "data")
	}
	d.array.DType = d.dtypeFor(w)
	d.array.Shape = d.shapeFor(w)
	d.array.FortranOrder = d.orderFor(w)
	d.array.Data = g.from.elements(d.array.Data, &d.array.DType, countOf(d.array.Shape))
	d.version = d.versionFor(w)
	d.style = d.styleFor(w)
	if !w.fault && (w.area == "keys" || w.area == "header" && g.one(4)) {
		d.pickOrder()
	}
	d.layout = d.layoutFor(w)
	d.spell()
	return d
}

func (d *draft) dtypeFor(w wish) spec.DType {
	d.odd = !w.fault && (w.area == "literal" || w.area == "descr") && d.one(3)
	switch {
	case w.dtype != nil:
		return w.dtype(&d.typer)
	case w.area == "header" && d.one(6):
		return d.long()
	case w.area == "descr" || w.area == "literal":
		return d.dtype(2)
	case w.area == "order":
		return d.dtype(6)
	}
	return d.dtype(5)
}

// long returns a structured type that takes up to 9000 characters.
func (d *draft) long() spec.DType {
	if d.one(2) {
		name := make([]byte, 1+d.n(8000))
		for i := range name {
			name[i] = byte('a' + i%26)
		}
		f := spec.Field{Name: string(name), Type: d.number()}
		if !d.ascii && d.one(2) { // more than 10,000 bytes, of which a reader has to take so many characters
			f.Name, d.wide, d.bulky = strings.Repeat("日", 3400+d.n(4000)), true, true
		}
		return structOf([]spec.Field{f})
	}
	fields := make([]spec.Field, 1+d.n(200))
	for i := range fields {
		fields[i] = spec.Field{Name: d.name(), Type: d.number()}
	}
	return structOf(fields)
}

// shapeFor returns a shape of about as many elements as are good for the itemsize.
func (d *draft) shapeFor(w wish) []int64 {
	if w.shape != nil {
		return w.shape(d.Gen)
	}
	size := max(d.array.DType.Itemsize, 1)
	most := 1 + 256/size // elements
	if w.large || !w.fault && (w.area == "data" && d.one(20) || d.one(250)) {
		return d.large(size)
	}
	rank := 0
	switch d.n(16) {
	case 0, 1:
	case 2, 3, 4, 5, 6, 7:
		rank = 1
	case 8, 9, 10, 11:
		rank = 2
	case 12, 13:
		rank = 3
	default:
		rank = 4 + d.n(3)
	}
	switch w.area {
	case "shape":
		if d.one(4) {
			rank = d.n(33)
			if d.array.DType.Struct { // NumPy 1.x reads no field that has more dimensions together with these
				rank /= 2
			}
		}
	case "order":
		rank = max(rank, 2)
	}
	shape := slices.Grow(d.array.Shape[:0], rank)[:rank]
	for i := range shape {
		limit := min(most, 12)
		if rank > 2 {
			limit = min(most, 5)
		}
		shape[i] = 1 + int64(d.n(int(limit)))
		most /= shape[i]
		most = max(most, 1)
	}
	if rank > 1 { // the large dimensions are anywhere
		i, j := d.n(rank), d.n(rank)
		shape[i], shape[j] = shape[j], shape[i]
	}
	if rank > 0 && (w.area == "shape" && d.one(6) || d.one(20)) {
		zero, huge := d.n(rank), d.n(rank)
		if d.one(3) {
			shape[huge] = pickOf[int64](d.Gen, 1, 1000, 1<<31, 1<<32, 1<<40)
		}
		shape[zero] = 0
		if !d.fits(shape) {
			clear(shape)
		}
	}
	return shape
}

// fits reports whether the dimensions other than zero make an array that a machine can count.
func (d *draft) fits(shape []int64) bool {
	size := max(d.array.DType.Itemsize, 1)
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

// large returns the shape of an array that is larger than the buffers of readers.
func (d *draft) large(size int64) []int64 {
	least := pickOf[int64](d.Gen, 1<<12, 1<<13, 1<<15, 1<<16, 1<<16, 1<<17)
	if d.one(16) {
		least = pickOf[int64](d.Gen, 1<<18, 1<<20)
	}
	count := least/size + 1 + int64(d.n(int(min(1000, 1+1<<18/size))))
	if d.one(2) {
		return []int64{count}
	}
	rows := 1 + int64(d.n(300))
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

func (d *draft) orderFor(w wish) bool {
	switch {
	case w.order != 0:
		return w.order == 'F'
	case bothOrders(d.array.Shape):
		return d.one(16) // which is worth a note
	case w.area == "order":
		return !d.one(4)
	}
	return d.one(3)
}

// bothOrders reports whether an array of the shape lies in C order and in Fortran order at once.
func bothOrders(shape []int64) bool {
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
func (d *draft) versionFor(w wish) spec.Version {
	if d.bulky {
		return spec.Version3
	}
	v := w.version
	switch {
	case v != spec.Version{}:
	case w.latin:
		v = pickOf(d.Gen, spec.Version1, spec.Version1, spec.Version2)
	case d.wide && !d.one(4):
		v = spec.Version3
	case w.area == "prefix" || w.area == "header":
		v = pickOf(d.Gen, spec.Version1, spec.Version2, spec.Version3)
	case d.one(8):
		v = pickOf(d.Gen, spec.Version2, spec.Version3)
	default:
		v = spec.Version1
	}
	d.escaped = d.wide && (v != spec.Version3 || d.one(8))
	return v
}

func (d *draft) layoutFor(w wish) layout {
	l := layout{align: 64, growth: !d.one(3)}
	if w.fault {
		return l
	}
	if w.area == "header" || w.area == "prefix" || d.one(40) {
		l.growth = d.one(2)
		l.tight = d.one(2)
		switch d.n(6) {
		case 0:
			l.align = 16
		case 1:
			l.blocks = d.n(4)
		case 2:
			l.blocks = pickOf(d.Gen, 1, 2, 7, 15, 60)
			if len(d.array.DType.Fields) > 0 {
				l.blocks = 1
			}
		}
	}
	return l
}

// growthDigits is the number of digits for which NumPy leaves room.
const growthDigits = 21

// padding returns how many bytes are between what comes before it and the end of the header, of which both
// lengths are given.
func (d *draft) padding(before, after int) int {
	room := 0
	if shape := d.array.Shape; d.layout.growth && len(shape) > 0 {
		n := shape[0]
		if d.array.FortranOrder {
			n = shape[len(shape)-1]
		}
		room = growthDigits
		for ; n > 9; n /= 10 {
			room--
		}
		room--
	}
	align := d.layout.align
	used := before + room + after - d.layout.beyond
	pad := align - ((used%align)+align)%align
	if d.layout.tight && pad == align {
		pad = 0
	}
	return room + pad + align*d.layout.blocks
}

// file returns the file.
func (d *draft) file() File {
	prefix := d.version.PrefixLen()
	before := prefix + len(d.lead) + len(d.text) + len(d.tail)
	pad := d.padding(before, len(d.end))
	length := before - prefix + pad + len(d.end)
	total := prefix + length

	// The content, which may grow, has the same memory as the elements after it.
	size := len(d.array.Data)
	memory := make([]byte, total+2*size)
	b := append(memory[:0:total+size], spec.Magic...)
	b = append(b, d.version.Major, d.version.Minor)
	if prefix == 10 {
		b = binary.LittleEndian.AppendUint16(b, uint16(length))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(length))
	}
	b = append(b, d.lead...)
	b = append(b, d.text...)
	b = append(b, d.tail...)
	b = b[:len(b)+pad]
	fill(b[len(b)-pad:], d.fill)
	b = append(b, d.end...)
	b = stored(b, &d.array)
	if d.change != nil {
		b = d.change(b, total)
	}
	f := File{Content: b, Format: validator.Npy}
	if !d.lost {
		data := memory[total+size:]
		copy(data, d.array.Data)
		made := &struct {
			Array
			shape [4]int64
		}{Array: d.array}
		made.Shape = append(made.shape[:0], d.array.Shape...)
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
