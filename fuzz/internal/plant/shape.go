package plant

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// shapeFaults are the faults in shape and fortran_order.
var shapeFaults = map[spec.ID]fault{
	spec.ShapeNotTuple: inSpan(npy.Wish{}, npy.SpanShape, nil, func(d *npy.Draft, s *npy.Span) bool {
		list := strings.ReplaceAll(strings.TrimRight(string(d.Text[s.Start+1:s.End-1]), ", \n"), "\n", "")
		text := choice.Of(d.Chooser, "["+list+"]", "'("+list+")'", "None", "3", "'3'", "{}", "True", "3.0", "b'3'", "{3}", "(3)", "-1")
		switch rank := len(d.Array.Shape); {
		case d.One(4):
			text = "[" + list + "]"
		case rank == 1 && d.One(3):
			text = choice.Of(d.Chooser, list, "("+list+")")
		}
		d.Splice(s.Start, s.End, text)
		return true
	}),
	spec.ShapeItemNotInt: inDimension(func(d *npy.Draft, s *npy.Span) string {
		n := string(d.Text[s.Start:s.End])
		return choice.Of(d.Chooser, n+".0", "'"+n+"'", "None", n+"e0", "b'"+n+"'", "("+n+",)", "["+n+"]", "3j", "{}", "...", n+".", "1e3")
	}),
	spec.ShapeBool: inDimension(func(d *npy.Draft, _ *npy.Span) string { return choice.Of(d.Chooser, "True", "False") }),
	spec.ShapeNegative: inDimension(func(d *npy.Draft, s *npy.Span) string {
		return choice.Of(d.Chooser, "-1", "-2", "-4294967296", "-9223372036854775808", "-99999999999999999999")
	}),
	spec.ShapeDimensionOverflow: sized(npy.Dimensions, func(d *npy.Draft) bool {
		if s, ok := d.Span(npy.SpanDim, nil); ok && d.One(2) { // the number of elements plus 2⁶⁴
			if n, err := strconv.Atoi(string(d.Text[s.Start:s.End])); err == nil {
				d.Splice(s.Start, s.End, "184467440737095516"+strconv.Itoa(16+n))
				return true
			}
		}
		return redimension(d, choice.Of(d.Chooser, "9223372036854775808", "18446744073709551615", "18446744073709551616", "18446744073709551619", "340282366920938463463374607431768211456", "99999999999999999999"))
	}),
	spec.ShapeProductOverflow: sized(npy.Dimensions, func(d *npy.Draft) bool {
		size := uint64(d.Array.DType.Itemsize)
		if size < 2 {
			return false
		}
		if k := bits.TrailingZeros64(size); size == 1<<k && k > 1 && len(d.Array.Shape) == 1 { // a size that wraps to the real one
			return redimension(d, strconv.FormatUint(uint64(d.Array.Shape[0])+1<<(64-k), 10))
		}
		return redimension(d, strconv.FormatUint(1<<62|d.Word()>>2, 10))
	}),
	spec.ShapeZeroWithHugeDimension: sized(func(g *choice.Chooser) []int64 {
		shape := append(npy.Dimensions(g), 0)
		at := g.N(len(shape))
		shape[at], shape[len(shape)-1] = shape[len(shape)-1], shape[at]
		return shape
	}, func(d *npy.Draft) bool {
		if d.Array.DType.Itemsize < 2 {
			return false
		}
		at := d.N(len(d.Array.Shape))
		if d.Array.Shape[at] == 0 {
			return false
		}
		d.Array.Shape[at] = int64(1<<62 | d.Word()>>2)
		d.Spell()
		return true
	}),
	spec.ShapeRankOver32: ranked(33, 64),
	spec.ShapeRankOver64: ranked(65, 70),
	spec.OrderNotBool: inSpan(npy.Wish{}, npy.SpanOrder, nil, func(d *npy.Draft, s *npy.Span) bool {
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "0", "1", "None", "'False'", "'True'", "'C'", "'F'", "0.0", "b'False'", "[]", "()", "''", "-1", "(True,)", "..."))
		return true
	}),
	spec.OrderTrueWithoutEffect: {npy.Wish{Order: 'C', Shape: func(g *choice.Chooser) []int64 {
		shape := make([]int64, g.N(5))
		for i := range shape {
			shape[i] = 1
		}
		if len(shape) > 0 {
			shape[g.N(len(shape))] = int64(g.N(6))
		}
		return shape
	}}, func(d *npy.Draft) bool {
		d.Array.FortranOrder = true
		d.Spell()
		return true
	}},
}

// inDimension replaces a dimension by another text.
func inDimension(spell func(*npy.Draft, *npy.Span) string) fault {
	return inSpan(npy.Wish{Shape: npy.Dimensions}, npy.SpanDim, nil, func(d *npy.Draft, s *npy.Span) bool {
		d.Splice(s.Start, s.End, spell(d, s))
		return true
	})
}

// sized is a fault in the shape of an array whose elements have bytes.
func sized(shape func(*choice.Chooser) []int64, plant func(*npy.Draft) bool) fault {
	return fault{npy.Wish{Shape: shape, Unremarkable: true}, plant}
}

// redimension replaces a dimension by another text.
func redimension(d *npy.Draft, text string) bool {
	s, ok := d.Span(npy.SpanDim, nil)
	if ok {
		d.Splice(s.Start, s.End, text)
	}
	return ok
}

// longShape returns a shape without elements that takes much room in a header, or a one-dimensional one.
func longShape(g *choice.Chooser) []int64 {
	if g.One(2) {
		return []int64{1 + int64(g.N(5))}
	}
	shape := make([]int64, 2+g.N(9))
	for i := range shape {
		shape[i] = 10 + int64(g.N(10))
	}
	shape[g.N(len(shape))] = 0
	return shape
}

// ranked gives the array that many dimensions, most of them 1.
func ranked(least, most int) fault {
	return fault{npy.Wish{Plain: true, Shape: longShape}, func(d *npy.Draft) bool {
		rank := least + d.N(most-least+1)
		shape := slices.Clone(d.Array.Shape)
		for len(shape) < rank {
			shape = slices.Insert(shape, d.N(len(shape)+1), 1)
		}
		d.Array.Shape = shape
		d.Spell()
		return true
	}}
}
