package plant

import (
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// fieldFaults are the faults in fields and their names.
var fieldFaults = map[spec.ID]fault{
	spec.DescrTupleTopLevel: {npy.Wish{}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanDescr, nil)
		return wrap(&d.Dictionary, &s, "(", choice.Of(d.Chooser, ", (3,))", ", (2, 2))", ", 3)", ", ())", ", (1,))"))
	}},
	spec.DescrTupleMalformed: {npy.Wish{DType: anyType}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanCode, nil)
		if d.One(6) {
			d.Splice(s.Start, s.End, "()")
			return true
		}
		return wrap(&d.Dictionary, &s, "(", choice.Of(d.Chooser, ",)", ", None)", ", (2,), 0)", ", 1.5)", ", True)", ", b'x')"))
	}},
	spec.DescrTwoTypes: {npy.Wish{DType: anyType}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanCode, nil)
		return wrap(&d.Dictionary, &s, "(", choice.Of(d.Chooser, ", [('a', '<i2'), ('b', '<i2')])", ", '<i4')", ", {'real': ('<f4', 0)})", ", [2])", ", '')"))
	}},
	spec.DescrFieldNotTuple: inField(func(d *npy.Draft, s *npy.Span) bool {
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "'ab'", "('a')", "{'a', '<f8'}", "{'a': '<f8'}", "3", "None", "b'ab'", "''", "True"))
		return true
	}),
	spec.DescrFieldList: inField(func(d *npy.Draft, s *npy.Span) bool {
		d.Splice(s.End-1, s.End, "]")
		d.Splice(s.Start, s.Start+1, "[")
		return true
	}),
	spec.DescrFieldLength: inField(func(d *npy.Draft, s *npy.Span) bool {
		switch d.N(4) {
		case 0:
			d.Splice(s.Start, s.End, choice.Of(d.Chooser, "()", "('a',)", "[]"))
		case 1:
			d.Splice(s.End-1, s.End-1, choice.Of(d.Chooser, ", (2,), 0", ", (2,), None, 1"))
		default:
			if s.F.Type.Base == nil {
				return false
			}
			d.Splice(s.End-1, s.End-1, choice.Of(d.Chooser, ", 0", ", 'title'", ", None", ", (2,)", ", 1, 2, 3"))
		}
		return true
	}),
	spec.DescrEmptyStruct: exchange((*npy.Typer).Number, func(_ *choice.Chooser, t spec.DType) (spec.DType, bool) {
		return npy.Struct(nil), t.Kind != 'V'
	}),
	spec.DescrFieldNameType: named(npy.SpanName, func(d *npy.Draft, s *npy.Span) bool {
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "b'a'", "1", "None", "True", "['a']", "0.5", "{'a'}", "..."))
		return true
	}),
	spec.DescrTitleType: named(npy.SpanTitle, func(d *npy.Draft, s *npy.Span) bool {
		d.Lost = true // it has no type that a reader in another language knows
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "b'a'", "1", "None", "True", "(1, 2)", "0.5", "('a', 'b')", "..."))
		return true
	}),
	spec.DescrDuplicateName: named(npy.SpanName, func(d *npy.Draft, s *npy.Span) bool {
		other, ok := d.Span(npy.SpanName, func(o *npy.Span) bool { return o.N == s.N && o.Start != s.Start })
		if ok {
			d.Splice(s.Start, s.End, string(d.Text[other.Start:other.End]))
		}
		return ok
	}),
	spec.DescrDuplicateTitle: named(npy.SpanTitle, func(d *npy.Draft, s *npy.Span) bool {
		other, ok := d.Span(npy.SpanName|npy.SpanTitle, func(o *npy.Span) bool { return o.N == s.N && o.Start != s.Start })
		if ok {
			d.Splice(s.Start, s.End, string(d.Text[other.Start:other.End]))
		}
		return ok
	}),
	spec.DescrNameOdd: named(npy.SpanName, func(d *npy.Draft, s *npy.Span) bool {
		name := choice.Of(d.Chooser, "\n", "\t", "\r", "\x00", "\x07", "\x1b", "\x7f", "\u0085", "\u00a0", "\u200b", "\u202e", "\ufeff", "\xed\xa0\x80", "\xed\xbf\xbf", "\U000e0001")
		if d.One(4) { // two surrogates, which are not the character that they would be in UTF-16
			name = "\xed\xa0\xbd\xed\xb8\x80"
		}
		raw := string(text.AppendRepr(nil, name))
		s.F.Name = name + s.F.Name
		d.Splice(s.Start+1, s.Start+1, raw[1:len(raw)-1])
		return true
	}),
	spec.DescrEmptyName: {npy.Wish{Ascii: true, DType: withFields}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanName, func(s *npy.Span) bool {
			t := &s.F.Type
			return t.Base == nil && (t.Struct || t.Kind != 'V') && !s.F.Titled
		})
		if ok {
			s.F.Name = ""
			d.Splice(s.Start, s.End, "''")
		}
		return ok
	}},
	spec.DescrPaddingForm: {npy.Wish{DType: padded}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanCode, isPadding)
		if ok {
			recode(&d.Dictionary, &s, choice.Of(d.Chooser, "<", ">", "=", "")+s.T.Code()[1:])
		}
		return ok
	}},
	spec.DescrPaddingZero: {npy.Wish{DType: withFields}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanList, nil)
		at := d.N(len(s.T.Fields) + 1)
		fields := append([]spec.Field{}, s.T.Fields[:at]...)
		fields = append(fields, d.Typer.Padding(0))
		*s.T = npy.Struct(append(fields, s.T.Fields[at:]...))
		d.Spell()
		return true
	}},
	spec.DescrItemsizeOverflow: {npy.Wish{Unremarkable: true, DType: withFields}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanCode, func(s *npy.Span) bool { return !isPadding(s) && s.T.Itemsize < d.Array.DType.Itemsize })
		if ok {
			recode(&d.Dictionary, &s, choice.Of(d.Chooser, "|V2147483647", "|S2147483647", "|V2147483647"))
		}
		return ok
	}},
}

// wrap puts text before and after a span.
func wrap(d *npy.Dictionary, s *npy.Span, before, after string) bool {
	d.Splice(s.Start, s.End, before+string(d.Text[s.Start:s.End])+after)
	return true
}

// inField is a fault in the tuple of a field.
func inField(plant func(*npy.Draft, *npy.Span) bool) fault {
	return inSpan(npy.Wish{Ascii: true, DType: withFields}, npy.SpanField, nil, plant)
}

// named is a fault in the name or title of a field.
func named(kind npy.SpanKind, plant func(*npy.Draft, *npy.Span) bool) fault {
	return inSpan(npy.Wish{Ascii: true, DType: withFields}, kind, nil, plant)
}

// padded returns a type with padding.
func padded(g *npy.Typer) spec.DType {
	t := g.Structure(1 + g.N(2))
	fields := append([]spec.Field{g.Padding(int64(1 + g.N(7)))}, t.Fields...)
	at := g.N(len(fields))
	fields[0], fields[at] = fields[at], fields[0]
	return npy.Struct(fields)
}

// subarrayFaults are the faults in the shapes of subarrays.
var subarrayFaults = map[spec.ID]fault{
	spec.DescrSubarrayShapeInt: shaped(func(g *choice.Chooser) []int64 { return []int64{int64(2 + g.N(4))} }, func(d *npy.Draft, s *npy.Span) bool {
		if len(s.T.Shape) != 1 || s.T.Shape[0] == 1 {
			return false
		}
		d.Splice(s.Start, s.End, numberIn(&d.Dictionary, s))
		return true
	}),
	spec.DescrSubarrayShapeForm: shaped(npy.Dimensions, func(d *npy.Draft, s *npy.Span) bool {
		text := strings.TrimRight(string(d.Text[s.Start+1:s.End-1]), ", \n")
		d.Splice(s.Start, s.End, "["+text+"]")
		return true
	}),
	spec.DescrSubarrayShapeOne: shaped(func(*choice.Chooser) []int64 { return []int64{1} }, func(d *npy.Draft, s *npy.Span) bool {
		if len(s.T.Shape) != 1 || s.T.Shape[0] != 1 {
			return false
		}
		d.Splice(s.Start, s.End, "1")
		return true
	}),
	spec.DescrSubarrayShapeType: shaped(npy.Dimensions, func(d *npy.Draft, s *npy.Span) bool {
		if d.One(2) {
			dim, _ := d.Span(npy.SpanSubdim, nil)
			d.Splice(dim.Start, dim.End, choice.Of(d.Chooser, "2.0", "'2'", "True", "None", "(2,)", "b'2'", "1e0"))
			return true
		}
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "2.0", "'2'", "True", "'(2,)'", "{2}", "{}", "b'2'", "..."))
		return true
	}),
	spec.DescrSubarrayShapeNegative: shaped(npy.Dimensions, func(d *npy.Draft, s *npy.Span) bool {
		if d.One(4) {
			d.Splice(s.Start, s.End, choice.Of(d.Chooser, "-1", "-3", "-9223372036854775808"))
			return true
		}
		dim, _ := d.Span(npy.SpanSubdim, nil)
		d.Splice(dim.Start, dim.End, choice.Of(d.Chooser, "-"+string(d.Text[dim.Start:dim.End]), "-1", "-2", "-2147483648", "-9223372036854775808", "-99999999999999999999"))
		return true
	}),
	spec.DescrSubarrayShapeEmpty: inSpan(npy.Wish{DType: withFields}, npy.SpanField, func(s *npy.Span) bool {
		return !s.F.Padding && s.F.Type.Base == nil && s.F.Type.Itemsize > 0
	}, func(d *npy.Draft, s *npy.Span) bool {
		d.Splice(s.End-1, s.End-1, d.Style.Item+"()")
		return true
	}),
	spec.DescrSubarrayZero: shaped(npy.Dimensions, func(d *npy.Draft, s *npy.Span) bool {
		shape := append([]int64{}, s.T.Shape...)
		shape[d.N(len(shape))] = 0
		*s.T = npy.Subarray(*s.T.Base, shape)
		d.Array.DType = npy.Exchanged(d.Array.DType, func(t spec.DType) spec.DType { return t }) // with other offsets
		d.Retype(d.Array.DType)
		return true
	}),
	spec.DescrSubarrayZeroItemsize: inSpan(npy.Wish{Unremarkable: true, DType: func(g *npy.Typer) spec.DType { return withSubarray(g, g.Number(), npy.Dimensions(g.Chooser)) }}, npy.SpanCode, func(s *npy.Span) bool {
		return s.Shaped
	}, func(d *npy.Draft, s *npy.Span) bool {
		recode(&d.Dictionary, s, choice.Of(d.Chooser, "|V0", "|S0"))
		return true
	}),
}

// shaped is a fault in the shape of a subarray that is a field of its own.
func shaped(shape func(*choice.Chooser) []int64, plant func(*npy.Draft, *npy.Span) bool) fault {
	return inSpan(npy.Wish{Unremarkable: true, DType: func(g *npy.Typer) spec.DType { return withSubarray(g, g.Number(), shape(g.Chooser)) }}, npy.SpanSubshape, func(s *npy.Span) bool { return !s.Inner }, plant)
}

// withSubarray returns a structured type that has a subarray.
func withSubarray(g *npy.Typer, base spec.DType, shape []int64) spec.DType {
	f := spec.Field{Name: g.Name(), Type: npy.Subarray(base, shape)}
	t := npy.Struct([]spec.Field{f})
	if g.One(2) {
		return t
	}
	t = g.Structure(1+g.N(2), t)
	if g.One(2) { // next to another field
		t = npy.Struct(append([]spec.Field{f}, g.Field(t)))
		t.Fields[0].Name = g.Name()
	}
	return t
}

// numberIn returns the only number of a shape.
func numberIn(d *npy.Dictionary, s *npy.Span) string {
	return strings.Trim(string(d.Text[s.Start:s.End]), "(), \n")
}
