package fuzz

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// shapeFaults are those of shape and fortran_order.
var shapeFaults = map[spec.ID]fault{
	spec.ShapeNotTuple: inSpan(wish{}, spanShape, nil, func(d *draft, s *span) bool {
		list := strings.ReplaceAll(strings.TrimRight(string(d.text[s.start+1:s.end-1]), ", \n"), "\n", "")
		text := pickOf(d.Gen, "["+list+"]", "'("+list+")'", "None", "3", "'3'", "{}", "True", "3.0", "b'3'", "{3}", "(3)", "-1")
		switch rank := len(d.array.Shape); {
		case d.one(4):
			text = "[" + list + "]"
		case rank == 1 && d.one(3):
			text = pickOf(d.Gen, list, "("+list+")")
		}
		d.splice(s.start, s.end, text)
		return true
	}),
	spec.ShapeItemNotInt: inDimension(func(d *draft, s *span) string {
		n := string(d.text[s.start:s.end])
		return pickOf(d.Gen, n+".0", "'"+n+"'", "None", n+"e0", "b'"+n+"'", "("+n+",)", "["+n+"]", "3j", "{}", "...", n+".", "1e3")
	}),
	spec.ShapeBool: inDimension(func(d *draft, _ *span) string { return pickOf(d.Gen, "True", "False") }),
	spec.ShapeNegative: inDimension(func(d *draft, s *span) string {
		return pickOf(d.Gen, "-1", "-2", "-4294967296", "-9223372036854775808", "-99999999999999999999")
	}),
	spec.ShapeDimensionOverflow: sized(dimensions, func(d *draft) bool {
		if s, ok := d.span(spanDim, nil); ok && d.one(2) { // as many beyond 2⁶⁴ as there are
			if n, err := strconv.Atoi(string(d.text[s.start:s.end])); err == nil {
				d.splice(s.start, s.end, "184467440737095516"+strconv.Itoa(16+n))
				return true
			}
		}
		return d.redimension(pickOf(d.Gen, "9223372036854775808", "18446744073709551615", "18446744073709551616", "18446744073709551619", "340282366920938463463374607431768211456", "99999999999999999999"))
	}),
	spec.ShapeProductOverflow: sized(dimensions, func(d *draft) bool {
		size := uint64(d.array.DType.Itemsize)
		if size < 2 {
			return false
		}
		if k := bits.TrailingZeros64(size); size == 1<<k && k > 1 && len(d.array.Shape) == 1 { // bytes that wrap to those there are
			return d.redimension(strconv.FormatUint(uint64(d.array.Shape[0])+1<<(64-k), 10))
		}
		return d.redimension(strconv.FormatUint(1<<62|d.word()>>2, 10))
	}),
	spec.ShapeZeroWithHugeDimension: sized(func(g *Gen) []int64 {
		shape := append(dimensions(g), 0)
		at := g.n(len(shape))
		shape[at], shape[len(shape)-1] = shape[len(shape)-1], shape[at]
		return shape
	}, func(d *draft) bool {
		if d.array.DType.Itemsize < 2 {
			return false
		}
		at := d.n(len(d.array.Shape))
		if d.array.Shape[at] == 0 {
			return false
		}
		d.array.Shape[at] = int64(1<<62 | d.word()>>2)
		d.spell()
		return true
	}),
	spec.ShapeRankOver32: ranked(33, 64),
	spec.ShapeRankOver64: ranked(65, 70),
	spec.OrderNotBool: inSpan(wish{}, spanOrder, nil, func(d *draft, s *span) bool {
		d.splice(s.start, s.end, pickOf(d.Gen, "0", "1", "None", "'False'", "'True'", "'C'", "'F'", "0.0", "b'False'", "[]", "()", "''", "-1", "(True,)", "..."))
		return true
	}),
	spec.OrderTrueWithoutEffect: {wish{order: 'C', shape: func(g *Gen) []int64 {
		shape := make([]int64, g.n(5))
		for i := range shape {
			shape[i] = 1
		}
		if len(shape) > 0 {
			shape[g.n(len(shape))] = int64(g.n(6))
		}
		return shape
	}}, func(d *draft) bool {
		d.array.FortranOrder = true
		d.spell()
		return true
	}},
}

// inDimension is another text in place of a dimension.
func inDimension(spell func(*draft, *span) string) fault {
	return inSpan(wish{shape: dimensions}, spanDim, nil, func(d *draft, s *span) bool {
		d.splice(s.start, s.end, spell(d, s))
		return true
	})
}

// sized is a fault in the shape of an array whose elements have bytes.
func sized(shape func(*Gen) []int64, plant func(*draft) bool) fault {
	return fault{wish{shape: shape, unremarkable: true}, plant}
}

// redimension puts another text in place of a dimension.
func (d *draft) redimension(text string) bool {
	s, ok := d.span(spanDim, nil)
	if ok {
		d.splice(s.start, s.end, text)
	}
	return ok
}

// ranked gives the array as many dimensions, most of them 1.
func ranked(least, most int) fault {
	return fault{wish{plain: true}, func(d *draft) bool {
		rank := least + d.n(most-least+1)
		shape := slices.Clone(d.array.Shape)
		for len(shape) < rank {
			shape = slices.Insert(shape, d.n(len(shape)+1), 1)
		}
		d.array.Shape = shape
		d.spell()
		return true
	}}
}
