package plant

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// dataFaults are the faults after the header.
var dataFaults = map[spec.ID]fault{
	spec.DataTruncated: {npy.Wish{Unremarkable: true, Shape: npy.Dimensions}, func(d *npy.Draft) bool {
		if len(d.Array.Data) == 0 {
			return false
		}
		if shape := d.Array.Shape; len(shape) == 1 && d.One(3) { // numbers that wrap to what there is
			return redimension(d, strconv.FormatInt(shape[0]+choice.Of[int64](d.Chooser, 1<<31, 1<<32, 1<<33), 10))
		}
		d.Change = func(file []byte, offset int) []byte {
			have := len(file) - offset
			if d.One(2) {
				return file[:len(file)-1-d.N(min(have, int(d.Array.DType.Itemsize)))]
			}
			return file[:offset+d.N(have)]
		}
		return true
	}},
	spec.DataTrailing: changed(npy.Wish{}, func(g *choice.Chooser, file []byte, _ int) []byte {
		switch g.N(4) {
		case 0:
			return append(file, choice.Of(g, "\n", "\x00", "\r\n", "PK\x05\x06", "\x93NUMPX", "\x93NUMP")...)
		case 1:
			return append(file, make([]byte, 1+g.N(100))...)
		}
		more := make([]byte, 1+g.N(40))
		for i := range more {
			more[i] = byte(g.N(256))
		}
		more[0] &= 0x1f // not an opcode: what follows is not a pickle
		return append(file, more...)
	}),
	spec.DataSecondArray: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Change = func(file []byte, _ int) []byte {
			for range 1 + d.N(3) {
				file = appendPlain(d.Typer.Chooser, file)
			}
			return file
		}
		return true
	}},
	spec.DataBoolValue: {npy.Wish{Shape: npy.Dimensions, DType: func(g *npy.Typer) spec.DType { return g.Holding(npy.Scalar('b', '|', 1)) }}, func(d *npy.Draft) bool {
		return misvalue(d, 'b', func(dst []byte) { dst[0] = byte(2 + d.N(254)) })
	}},
	spec.DataCodePoint: {npy.Wish{Shape: npy.Dimensions, DType: func(g *npy.Typer) spec.DType { return g.Holding(npy.Scalar('U', g.Endian(), int64(4+4*g.N(5)))) }}, func(d *npy.Draft) bool {
		return misvalue(d, 'U', func(dst []byte) {
			at := 4 * d.N(len(dst)/4)
			binary.LittleEndian.PutUint32(dst[at:], choice.Of[uint32](d.Chooser, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000, 0x7fffffff, 0x80000000, 0xffffffff, 0x41000000, 0xfeff0000))
		})
	}},
	spec.DataPaddingNotZero: {npy.Wish{Unremarkable: true, Shape: npy.Dimensions, DType: padded}, func(d *npy.Draft) bool {
		l, ok := leafOf(d, func(l *npy.Leaf) bool { return l.Padding })
		d.Change = func(file []byte, offset int) []byte {
			size := int(d.Array.DType.Itemsize)
			for range 1 + d.N(3) {
				at := offset + d.N((len(file)-offset)/size)*size + int(l.Offset)
				file[at+d.N(int(l.T.Itemsize))] = byte(1 + d.N(255))
			}
			return file
		}
		return ok
	}},
}

// leafOf chooses one of the matching scalars and paddings of an element.
func leafOf(d *npy.Draft, fits func(*npy.Leaf) bool) (l npy.Leaf, ok bool) {
	all := slices.DeleteFunc(npy.Leaves(nil, &d.Array.DType, 0), func(l npy.Leaf) bool { return !fits(&l) })
	if len(all) == 0 {
		return l, false
	}
	return all[d.N(len(all))], true
}

// misvalue changes one or more scalars of a kind in the data.
func misvalue(d *npy.Draft, kind byte, change func(dst []byte)) bool {
	size := int(d.Array.DType.Itemsize)
	if len(d.Array.Data) == 0 {
		return false
	}
	for range 1 + d.N(3) {
		l, ok := leafOf(d, func(l *npy.Leaf) bool { return l.T.Kind == kind && l.T.Itemsize > 0 })
		if !ok {
			return false
		}
		at := d.N(len(d.Array.Data)/size)*size + int(l.Offset)
		change(d.Array.Data[at : at+int(l.T.Itemsize)])
	}
	return true
}

// appendPlain appends an array of zeros without any finding.
func appendPlain(g *choice.Chooser, dst []byte) []byte {
	t, _ := spec.ParseCode(choice.Of(g, "<f8", ">f4", "<i2", "|u1", "|b1", "<U3", "|S5", "<M8[us]"))
	count := int64(g.N(9))
	dst, _ = spec.Header{DType: t, Shape: []int64{count}}.Append(dst, spec.Version{}, spec.EraGrowth)
	return append(dst, make([]byte, count*t.Itemsize)...)
}
