package fuzz

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// fieldFaults are those of fields and their names.
var fieldFaults = map[spec.ID]fault{
	spec.DescrTupleTopLevel: {wish{}, func(d *draft) bool {
		s, _ := d.span(spanDescr, nil)
		return d.wrap(&s, "(", pickOf(d.Gen, ", (3,))", ", (2, 2))", ", 3)", ", ())", ", (1,))"))
	}},
	spec.DescrTupleMalformed: {wish{dtype: (*typer).anyType}, func(d *draft) bool {
		s, _ := d.span(spanCode, nil)
		if d.one(6) {
			d.splice(s.start, s.end, "()")
			return true
		}
		return d.wrap(&s, "(", pickOf(d.Gen, ",)", ", None)", ", (2,), 0)", ", 1.5)", ", True)", ", b'x')"))
	}},
	spec.DescrTupleBaseAlias: {wish{dtype: (*typer).anyType}, func(d *draft) bool {
		s, _ := d.span(spanCode, nil)
		return d.wrap(&s, "(", pickOf(d.Gen, ", [('a', '<i2'), ('b', '<i2')])", ", '<i4')", ", {'real': ('<f4', 0)})", ", [2])", ", '')"))
	}},
	spec.DescrFieldNotTuple: inField(func(d *draft, s *span) bool {
		d.splice(s.start, s.end, pickOf(d.Gen, "'ab'", "('a')", "{'a', '<f8'}", "{'a': '<f8'}", "3", "None", "b'ab'", "''", "True"))
		return true
	}),
	spec.DescrFieldList: inField(func(d *draft, s *span) bool {
		d.splice(s.end-1, s.end, "]")
		d.splice(s.start, s.start+1, "[")
		return true
	}),
	spec.DescrFieldLength: inField(func(d *draft, s *span) bool {
		switch d.n(4) {
		case 0:
			d.splice(s.start, s.end, pickOf(d.Gen, "()", "('a',)", "[]"))
		case 1:
			d.splice(s.end-1, s.end-1, pickOf(d.Gen, ", (2,), 0", ", (2,), None, 1"))
		default:
			if s.f.Type.Base == nil {
				return false
			}
			d.splice(s.end-1, s.end-1, pickOf(d.Gen, ", 0", ", 'title'", ", None", ", (2,)", ", 1, 2, 3"))
		}
		return true
	}),
	spec.DescrEmptyStruct: exchange((*typer).number, func(_ *Gen, t spec.DType) (spec.DType, bool) {
		return structOf(nil), t.Kind != 'V'
	}),
	spec.DescrFieldNameType: named(spanName, func(d *draft, s *span) bool {
		d.splice(s.start, s.end, pickOf(d.Gen, "b'a'", "1", "None", "True", "['a']", "0.5", "{'a'}", "..."))
		return true
	}),
	spec.DescrTitleType: named(spanTitle, func(d *draft, s *span) bool {
		d.lost = true // it has no type that a reader in another language knows
		d.splice(s.start, s.end, pickOf(d.Gen, "b'a'", "1", "None", "True", "(1, 2)", "0.5", "('a', 'b')", "..."))
		return true
	}),
	spec.DescrDuplicateName: named(spanName, func(d *draft, s *span) bool {
		other, ok := d.span(spanName, func(o *span) bool { return o.n == s.n && o.start != s.start })
		if ok {
			d.splice(s.start, s.end, string(d.text[other.start:other.end]))
		}
		return ok
	}),
	spec.DescrDuplicateTitle: named(spanTitle, func(d *draft, s *span) bool {
		other, ok := d.span(spanName|spanTitle, func(o *span) bool { return o.n == s.n && o.start != s.start })
		if ok {
			d.splice(s.start, s.end, string(d.text[other.start:other.end]))
		}
		return ok
	}),
	spec.DescrNameOdd: named(spanName, func(d *draft, s *span) bool {
		name := pickOf(d.Gen, "\n", "\t", "\r", "\x00", "\x07", "\x1b", "\x7f", "\u0085", "\u00a0", "\u200b", "\u202e", "\ufeff", "\xed\xa0\x80", "\xed\xbf\xbf", "\U000e0001")
		if d.one(4) { // two surrogates, which are not the character that they would be in UTF-16
			name = "\xed\xa0\xbd\xed\xb8\x80"
		}
		raw := string(spec.AppendRepr(nil, name))
		s.f.Name = name + s.f.Name
		d.splice(s.start+1, s.start+1, raw[1:len(raw)-1])
		return true
	}),
	spec.DescrEmptyName: {wish{ascii: true, dtype: (*typer).named}, func(d *draft) bool {
		s, ok := d.span(spanName, func(s *span) bool {
			t := &s.f.Type
			return t.Base == nil && (t.Struct || t.Kind != 'V') && !s.f.Titled
		})
		if ok {
			s.f.Name = ""
			d.splice(s.start, s.end, "''")
		}
		return ok
	}},
	spec.DescrPaddingForm: {wish{dtype: (*typer).padded}, func(d *draft) bool {
		s, ok := d.span(spanCode, padding)
		if ok {
			d.recode(&s, pickOf(d.Gen, "<", ">", "=", "")+s.t.Code()[1:])
		}
		return ok
	}},
	spec.DescrPaddingZero: {wish{dtype: (*typer).named}, func(d *draft) bool {
		s, _ := d.span(spanList, nil)
		at := d.n(len(s.t.Fields) + 1)
		fields := append([]spec.Field{}, s.t.Fields[:at]...)
		fields = append(fields, d.typer.padding(0))
		*s.t = structOf(append(fields, s.t.Fields[at:]...))
		d.spell()
		return true
	}},
	spec.DescrItemsizeOverflow: {wish{unremarkable: true, dtype: (*typer).named}, func(d *draft) bool {
		s, ok := d.span(spanCode, func(s *span) bool { return !padding(s) && s.t.Itemsize < d.array.DType.Itemsize })
		if ok {
			d.recode(&s, pickOf(d.Gen, "|V2147483647", "|S2147483647", "|V2147483647"))
		}
		return ok
	}},
}

func padding(s *span) bool { return s.f != nil && s.f.Padding }

// wrap puts text before and after a span.
func (d *dictionary) wrap(s *span, before, after string) bool {
	d.splice(s.start, s.end, before+string(d.text[s.start:s.end])+after)
	return true
}

// inField is a fault in the tuple of a field.
func inField(plant func(*draft, *span) bool) fault {
	return inSpan(wish{ascii: true, dtype: (*typer).named}, spanField, nil, plant)
}

// named is a fault in the name or title of a field.
func named(kind spanKind, plant func(*draft, *span) bool) fault {
	return inSpan(wish{ascii: true, dtype: (*typer).named}, kind, nil, plant)
}

// inSpan is a fault in a span of a kind.
func inSpan(w wish, kind spanKind, fits func(*span) bool, plant func(*draft, *span) bool) fault {
	return fault{w, func(d *draft) bool {
		s, ok := d.span(kind, fits)
		return ok && plant(d, &s)
	}}
}

// padded returns a type with padding.
func (g *typer) padded() spec.DType {
	t := g.structure(1 + g.n(2))
	fields := append([]spec.Field{g.padding(int64(1 + g.n(7)))}, t.Fields...)
	at := g.n(len(fields))
	fields[0], fields[at] = fields[at], fields[0]
	return structOf(fields)
}

// subarrayFaults are those of the shapes of sub-arrays.
var subarrayFaults = map[spec.ID]fault{
	spec.DescrSubarrayShapeInt: shaped(func(g *Gen) []int64 { return []int64{int64(2 + g.n(4))} }, func(d *draft, s *span) bool {
		if len(s.t.Shape) != 1 || s.t.Shape[0] == 1 {
			return false
		}
		d.splice(s.start, s.end, d.numberIn(s))
		return true
	}),
	spec.DescrSubarrayShapeForm: shaped(dimensions, func(d *draft, s *span) bool {
		text := strings.TrimRight(string(d.text[s.start+1:s.end-1]), ", \n")
		d.splice(s.start, s.end, "["+text+"]")
		return true
	}),
	spec.DescrSubarrayShapeOne: shaped(func(*Gen) []int64 { return []int64{1} }, func(d *draft, s *span) bool {
		if len(s.t.Shape) != 1 || s.t.Shape[0] != 1 {
			return false
		}
		d.splice(s.start, s.end, "1")
		return true
	}),
	spec.DescrSubarrayShapeType: shaped(dimensions, func(d *draft, s *span) bool {
		if d.one(2) {
			dim, _ := d.span(spanSubdim, nil)
			d.splice(dim.start, dim.end, pickOf(d.Gen, "2.0", "'2'", "True", "None", "(2,)", "b'2'", "1e0"))
			return true
		}
		d.splice(s.start, s.end, pickOf(d.Gen, "2.0", "'2'", "True", "'(2,)'", "{2}", "{}", "b'2'", "..."))
		return true
	}),
	spec.DescrSubarrayShapeNegative: shaped(dimensions, func(d *draft, s *span) bool {
		if d.one(4) {
			d.splice(s.start, s.end, pickOf(d.Gen, "-1", "-3", "-9223372036854775808"))
			return true
		}
		dim, _ := d.span(spanSubdim, nil)
		d.splice(dim.start, dim.end, pickOf(d.Gen, "-"+string(d.text[dim.start:dim.end]), "-1", "-2", "-2147483648", "-9223372036854775808", "-99999999999999999999"))
		return true
	}),
	spec.DescrSubarrayShapeEmpty: inSpan(wish{dtype: (*typer).named}, spanField, func(s *span) bool {
		return !s.f.Padding && s.f.Type.Base == nil && s.f.Type.Itemsize > 0
	}, func(d *draft, s *span) bool {
		d.splice(s.end-1, s.end-1, d.style.item+"()")
		return true
	}),
	spec.DescrSubarrayZero: shaped(dimensions, func(d *draft, s *span) bool {
		shape := append([]int64{}, s.t.Shape...)
		shape[d.n(len(shape))] = 0
		*s.t = subarrayOf(*s.t.Base, shape)
		d.array.DType = exchanged(d.array.DType, func(t spec.DType) spec.DType { return t }) // with other offsets
		d.retype(d.array.DType)
		return true
	}),
	spec.DescrSubarrayZeroItemsize: inSpan(wish{unremarkable: true, dtype: func(g *typer) spec.DType { return g.withSubarray(g.number(), dimensions(g.Gen)) }}, spanCode, func(s *span) bool {
		return s.shaped
	}, func(d *draft, s *span) bool {
		d.recode(s, pickOf(d.Gen, "|V0", "|S0"))
		return true
	}),
}

// shaped is a fault in the shape of a sub-array that is a field of its own.
func shaped(shape func(*Gen) []int64, plant func(*draft, *span) bool) fault {
	return inSpan(wish{unremarkable: true, dtype: func(g *typer) spec.DType { return g.withSubarray(g.number(), shape(g.Gen)) }}, spanSubshape, func(s *span) bool { return !s.inner }, plant)
}

// withSubarray returns a structured type that has a sub-array.
func (g *typer) withSubarray(base spec.DType, shape []int64) spec.DType {
	f := spec.Field{Name: g.name(), Type: subarrayOf(base, shape)}
	t := structOf([]spec.Field{f})
	if g.one(2) {
		return t
	}
	t = g.structure(1+g.n(2), t)
	if g.one(2) { // next to another field
		t = structOf(append([]spec.Field{f}, g.field(t)))
		t.Fields[0].Name = g.name()
	}
	return t
}

// numberIn returns the only number of a shape.
func (d *dictionary) numberIn(s *span) string {
	return strings.Trim(string(d.text[s.start:s.end]), "(), \n")
}
