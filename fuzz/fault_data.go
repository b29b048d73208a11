package fuzz

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/spec"
)

// dataFaults are those after the header.
var dataFaults = map[spec.ID]fault{
	spec.DataTruncated: {wish{unremarkable: true, shape: dimensions}, func(d *draft) bool {
		if len(d.array.Data) == 0 {
			return false
		}
		if shape := d.array.Shape; len(shape) == 1 && d.one(3) { // numbers that wrap to what there is
			return d.redimension(strconv.FormatInt(shape[0]+pickOf[int64](d.Gen, 1<<31, 1<<32, 1<<33), 10))
		}
		d.change = func(file []byte, offset int) []byte {
			have := len(file) - offset
			if d.one(2) {
				return file[:len(file)-1-d.n(min(have, int(d.array.DType.Itemsize)))]
			}
			return file[:offset+d.n(have)]
		}
		return true
	}},
	spec.DataTrailing: changed(wish{}, func(g *Gen, file []byte, _ int) []byte {
		switch g.n(4) {
		case 0:
			return append(file, pickOf(g, "\n", "\x00", "\r\n", "PK\x05\x06", "\x93NUMPX", "\x93NUMP", "\x80\x02]q\x00.")...)
		case 1:
			return append(file, make([]byte, 1+g.n(100))...)
		}
		more := make([]byte, 1+g.n(40))
		for i := range more {
			more[i] = byte(g.n(256))
		}
		more[0] &^= 0x93
		return append(file, more...)
	}),
	spec.DataSecondArray: {wish{}, func(d *draft) bool {
		// The other array is finished first: both are made in the same memory.
		d.change = func(file []byte, _ int) []byte {
			for range 1 + d.n(2) {
				second := Numbered(d.word(), d.word()).Valid("")
				file = append(file, second.Content[:min(len(second.Content), 1<<12)]...)
			}
			return file
		}
		return true
	}},
	spec.DataBoolValue: {wish{shape: dimensions, dtype: func(g *typer) spec.DType { return g.holding(scalar('b', '|', 1)) }}, func(d *draft) bool {
		return d.misvalue('b', func(dst []byte) { dst[0] = byte(2 + d.n(254)) })
	}},
	spec.DataCodePoint: {wish{shape: dimensions, dtype: func(g *typer) spec.DType { return g.holding(scalar('U', g.endian(), int64(4+4*g.n(5)))) }}, func(d *draft) bool {
		return d.misvalue('U', func(dst []byte) {
			at := 4 * d.n(len(dst)/4)
			binary.LittleEndian.PutUint32(dst[at:], pickOf[uint32](d.Gen, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000, 0x7fffffff, 0x80000000, 0xffffffff, 0x41000000, 0xfeff0000))
		})
	}},
	spec.DataPaddingNotZero: {wish{unremarkable: true, shape: dimensions, dtype: (*typer).padded}, func(d *draft) bool {
		l, ok := d.leafOf(func(l *leaf) bool { return l.padding })
		d.change = func(file []byte, offset int) []byte {
			size := int(d.array.DType.Itemsize)
			for range 1 + d.n(3) {
				at := offset + d.n((len(file)-offset)/size)*size + int(l.offset)
				file[at+d.n(int(l.t.Itemsize))] = byte(1 + d.n(255))
			}
			return file
		}
		return ok
	}},
}

// leafOf chooses one of the scalars and paddings of an element that fit.
func (d *draft) leafOf(fits func(*leaf) bool) (l leaf, ok bool) {
	all := slices.DeleteFunc(leaves(nil, &d.array.DType, 0), func(l leaf) bool { return !fits(&l) })
	if len(all) == 0 {
		return l, false
	}
	return all[d.n(len(all))], true
}

// misvalue changes one or more scalars of a kind in the data.
func (d *draft) misvalue(kind byte, change func(dst []byte)) bool {
	size := int(d.array.DType.Itemsize)
	if len(d.array.Data) == 0 {
		return false
	}
	for range 1 + d.n(3) {
		l, ok := d.leafOf(func(l *leaf) bool { return l.t.Kind == kind && l.t.Itemsize > 0 })
		if !ok {
			return false
		}
		at := d.n(len(d.array.Data)/size)*size + int(l.offset)
		change(d.array.Data[at : at+int(l.t.Itemsize)])
	}
	return true
}
