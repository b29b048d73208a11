package fuzz

import (
	"fmt"
	"strconv"

	"github.com/npycheck/npycheck/spec"
)

// codeFaults are those of type strings.
var codeFaults = map[spec.ID]fault{
	spec.DescrInvalidType: {wish{dtype: (*typer).anyType}, func(d *draft) bool {
		return d.retyped(nil, pickOf(d.Gen, "None", "8", "b'<f8'", "True", "1.5", "...", "set()", "{'<f8'}", "-1"))
	}},
	spec.DescrDict: {wish{dtype: (*typer).anyType}, func(d *draft) bool {
		return d.retyped(nil, pickOf(d.Gen, "{'names': ['a'], 'formats': ['<f8']}", "{}", "{'a': ('<f8', 0)}", "{'descr': '<f8'}"))
	}},
	spec.DescrUnknownCode: anyCode("<x8", "|T16", "<F8", "bfloat16", "", "<", "x", "<W4", "string8", "<Q8", "<e4", "@f8", "<<f8", "_8", ">", " <f8", "quad", "<i-"),
	spec.DescrInvalidSize: anyCode("<i3", "<f1", "<c4", "|b2", "<M4", "<i16", "|u0", "<f9", "<m16", "<f32", "<c64", ">i5", "<u128", "|O16", "<f64", "<i64", "|b8"),
	spec.DescrTrailingGarbage: coded((*typer).scalar, func(t *spec.DType) bool { return t.Unit == spec.NoUnit }, func(g *Gen, t *spec.DType) string {
		return t.Code() + pickOf(g, "x", "_", "f8", "]", "(3)", ";", "L", ".0", "!", "-")
	}),
	spec.DescrNativeByteOrder: coded(multibyte, littleEndian, func(g *Gen, t *spec.DType) string {
		t.Order = '='
		return pickOf(g, "=", "", "|") + t.Code()[1:]
	}),
	spec.DescrOrderOnSingleByte: coded(singleByte, orderless, func(g *Gen, t *spec.DType) string {
		return pickOf(g, "<", ">", "=") + t.Code()[1:]
	}),
	spec.DescrOrderMissingSingleByte: coded(singleByte, orderless, func(_ *Gen, t *spec.DType) string { return t.Code()[1:] }),
	spec.DescrMixedByteOrder: {wish{unremarkable: true, dtype: func(g *typer) spec.DType {
		t := g.structure(2, g.multibyteOf('<'), g.multibyteOf('<'))
		return exchanged(t, func(t spec.DType) spec.DType {
			if t.Order == '>' {
				t.Order = '<'
			}
			return t
		})
	}}, func(d *draft) bool {
		s, _ := d.span(spanCode, func(s *span) bool { return s.t.Order == '<' })
		s.t.Order = '>'
		d.spell()
		return true
	}},
	spec.DescrTypeName: coded(func(g *typer) spec.DType { return g.like(typeNames) }, hasName, func(g *Gen, t *spec.DType) string {
		names := typeNames[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		if t.Order == '<' {
			t.Order = '='
		}
		return names[g.n(len(names))]
	}),
	spec.DescrCTypeCode: coded(func(g *typer) spec.DType { return g.like(cTypes) }, func(t *spec.DType) bool {
		_, ok := cTypes[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		return ok
	}, func(g *Gen, t *spec.DType) string {
		letters := cTypes[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		letter := letters[g.n(len(letters))]
		if t.Order == '<' && g.one(2) {
			t.Order = '='
			return pickOf(g, "", "=") + letter
		}
		return string(t.Order) + letter
	}),
	spec.DescrTypeNumber: coded(func(g *typer) spec.DType { return g.like(typeNumbers) }, func(t *spec.DType) bool {
		_, ok := typeNumbers[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		return ok && t.Order != '>'
	}, func(g *Gen, t *spec.DType) string {
		numbers := typeNumbers[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		if t.Order == '<' {
			t.Order = '='
		}
		return numbers[g.n(len(numbers))]
	}),
	spec.DescrAliasA: coded(func(g *typer) spec.DType { return scalar('S', '|', int64(1+g.n(9))) }, func(t *spec.DType) bool { return t.Kind == 'S' }, func(g *Gen, t *spec.DType) string {
		return pickOf(g, "|", "", "<", ">") + "a" + strconv.FormatInt(t.Itemsize, 10)
	}),
	spec.DescrCommaString: {wish{ascii: true, dtype: (*typer).commaFields}, func(d *draft) bool {
		s, ok := d.span(spanList, func(s *span) bool {
			for i, f := range s.t.Fields {
				if f.Name != fmt.Sprintf("f%d", i) || f.Type.Code() == "" {
					return false
				}
			}
			return len(s.t.Fields) > 1
		})
		if !ok {
			return false
		}
		text := "'"
		for i, f := range s.t.Fields {
			if i > 0 {
				text += pickOf(d.Gen, ",", ", ", " ,")
			}
			text += f.Type.Code()
		}
		d.splice(s.start, s.end, text+"'")
		return true
	}},
	spec.DescrRepeatCount: anyCode("3f8", "(2,)f8", "<3i4", "1f8", "<i4,,<f8", ",<i4", "<i4,", "2<f8", "(2,3)<i4", "0f8", "|(2,)i1"),
	spec.DescrPlatformLongdouble: widened(func(g *Gen, t spec.DType) spec.DType {
		if t.Kind == 'c' {
			return scalar('c', t.Order, 32)
		}
		return scalar('f', t.Order, 16)
	}),
	spec.DescrOtherPlatformFloat: widened(func(g *Gen, t spec.DType) spec.DType {
		if t.Kind == 'c' {
			return scalar('c', t.Order, pickOf[int64](g, 20, 24))
		}
		return scalar('f', t.Order, pickOf[int64](g, 10, 12))
	}),
	spec.DescrSizeSyntax: coded(nil, func(t *spec.DType) bool { return t.Unit == spec.NoUnit }, func(g *Gen, t *spec.DType) string {
		code := t.Code()
		return code[:2] + pickOf(g, "0", "00", "+", " ", "+0", "  ", " +", "0000000000") + code[2:]
	}),
	spec.DescrSizeMissing: coded(func(g *typer) spec.DType {
		return pickOf(g.Gen, scalar('S', '|', 0), scalar('V', '|', 0), scalar('U', g.endian(), 0), scalar('S', '|', 1), scalar('S', '|', 1))
	}, func(t *spec.DType) bool {
		return t.Itemsize == 0 || t.Kind == 'S' && t.Itemsize == 1
	}, func(_ *Gen, t *spec.DType) string {
		if t.Itemsize == 1 {
			return "|c"
		}
		return string(t.Order) + string(t.Kind)
	}),
	spec.DescrSizeNegative: anyCode("|S-5", "|S-1", "<U-2", "<f-8", "|V-1", "<U-3", "<i-4", "|S-2147483648", "S-0000001"),
	spec.DescrSizeOverflow: coded(nil, func(t *spec.DType) bool { return t.Unit == spec.NoUnit }, func(g *Gen, t *spec.DType) string {
		code := t.Code()
		n, err := strconv.ParseInt(code[2:], 10, 64)
		if err != nil || g.one(2) {
			return pickOf(g, "|S4294967299", "|V2147483648", "<U536870912", "|S99999999999999999999", "|V4294967296", ">U1073741825")
		}
		return code[:2] + strconv.FormatInt(n+1<<32, 10) // which wraps to the right size in 32 bits
	}),
	spec.DescrZeroItemsize: exchange((*typer).flexible, func(_ *Gen, t spec.DType) (spec.DType, bool) {
		switch t.Kind {
		case 'S', 'U', 'V':
			return scalar(t.Kind, t.Order, 0), true
		}
		return t, false
	}),
	spec.DescrVoidLostType: exchange(func(g *typer) spec.DType { return scalar('V', '|', int64(3+g.n(5))) }, func(g *Gen, t spec.DType) (spec.DType, bool) {
		return scalar('V', pickOf[byte](g, '|', '<'), int64(1+g.n(2))), t.Kind == 'V'
	}),
}

// retyped puts another type in place of one, or of all of descr.
func (d *draft) retyped(fits func(*span) bool, text string) bool {
	s, ok := d.span(spanCode, fits)
	if !ok {
		return false
	}
	d.splice(s.start, s.end, text)
	return true
}

// recode puts another type string in place of one.
func (d *dictionary) recode(s *span, code string) { d.splice(s.start+1, s.end-1, code) }

// coded is another type string in place of a type that fits. The types have one that make makes; nil for any. Spell
// changes the type to what the type string means.
func coded(make func(*typer) spec.DType, fits func(*spec.DType) bool, spell func(*Gen, *spec.DType) string) fault {
	if make == nil {
		make = (*typer).number
	}
	return fault{wish{dtype: func(g *typer) spec.DType { return g.holding(make(g)) }}, func(d *draft) bool {
		s, ok := d.span(spanCode, func(s *span) bool { return !padding(s) && (fits == nil || fits(s.t)) })
		if ok {
			d.recode(&s, spell(d.Gen, s.t))
		}
		return ok
	}}
}

// anyCode is one of some type strings in place of any.
func anyCode(codes ...string) fault {
	return fault{wish{dtype: (*typer).anyType}, func(d *draft) bool {
		s, ok := d.span(spanCode, nil)
		if ok {
			d.recode(&s, pickOf(d.Gen, codes...))
		}
		return ok
	}}
}

// exchange is another type in place of those that fit, with other data.
func exchange(make func(*typer) spec.DType, other func(*Gen, spec.DType) (spec.DType, bool)) fault {
	return fault{wish{unremarkable: true, dtype: func(g *typer) spec.DType {
		t := make(g)
		if g.one(2) {
			return t
		}
		return g.structure(1+g.n(2), t)
	}}, func(d *draft) bool {
		before := d.array.DType.Descr()
		d.retype(exchanged(d.array.DType, func(t spec.DType) spec.DType {
			if u, ok := other(d.Gen, t); ok {
				return u
			}
			return t
		}))
		return d.array.DType.Descr() != before
	}}
}

// widened is a long double in place of a double.
func widened(wide func(*Gen, spec.DType) spec.DType) fault {
	return exchange(func(g *typer) spec.DType { return scalar('f', g.endian(), 8) }, func(g *Gen, t spec.DType) (spec.DType, bool) {
		if t.Kind != 'f' && t.Kind != 'c' || t.Itemsize < 8 {
			return t, false
		}
		return wide(g, t), true
	})
}

// anyType returns a scalar or a structured type with at least one type string.
func (g *typer) anyType() spec.DType { return g.holding(g.scalar()) }

func (g *typer) multibyteOf(order byte) spec.DType {
	switch g.n(4) {
	case 0:
		return scalar('U', order, int64(4+4*g.n(5)))
	case 1:
		return scalar('f', order, 2<<g.n(3))
	case 2:
		return scalar('c', order, 8<<g.n(2))
	}
	return scalar(pickOf[byte](g.Gen, 'i', 'u'), order, 2<<g.n(3))
}

func multibyte(g *typer) spec.DType { return g.multibyteOf('<') }

func littleEndian(t *spec.DType) bool { return t.Order == '<' }

func singleByte(g *typer) spec.DType {
	return pickOf(g.Gen, scalar('b', '|', 1), scalar('i', '|', 1), scalar('u', '|', 1), scalar('S', '|', int64(1+g.n(9))), scalar('V', '|', int64(3+g.n(9))))
}

func orderless(t *spec.DType) bool {
	return t.Order == '|' && (t.Kind != 'V' || t.Itemsize != 1 && t.Itemsize != 2)
}

func hasName(t *spec.DType) bool {
	_, ok := typeNames[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
	return ok && t.Order != '>'
}

// commaFields returns a type with a structured type whose fields are named f0, f1 and so on.
func (g *typer) commaFields() spec.DType {
	fields := make([]spec.Field, 2+g.n(4))
	for i := range fields {
		fields[i] = spec.Field{Name: fmt.Sprintf("f%d", i), Type: g.scalar()}
	}
	return g.holding(structOf(fields))
}

// like returns a little-endian type among those of a table.
func (g *typer) like(table map[string][]string) spec.DType {
	for {
		t := g.number()
		if t.Order == '>' {
			t.Order = '<'
		}
		if _, ok := table[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]; ok && t.Unit == spec.NoUnit {
			return t
		}
	}
}

// The types by other names, each under its kind and itemsize. Those whose size depends on the machine are not
// among them.
var (
	typeNames = map[string][]string{
		"b1": {"bool", "bool8", "bool_"}, "i1": {"int8", "byte"}, "i2": {"int16", "short"}, "i4": {"int32", "intc"}, "i8": {"int64", "longlong"},
		"u1": {"uint8", "ubyte"}, "u2": {"uint16", "ushort"}, "u4": {"uint32", "uintc"}, "u8": {"uint64", "ulonglong"},
		"f2": {"float16", "half"}, "f4": {"float32", "single"}, "f8": {"float64", "double", "float"},
		"c8": {"complex64", "csingle"}, "c16": {"complex128", "cdouble", "complex"},
	}
	cTypes = map[string][]string{
		"b1": {"?"}, "i1": {"b"}, "u1": {"B"}, "i2": {"h"}, "u2": {"H"}, "i4": {"i"}, "u4": {"I"}, "i8": {"q"}, "u8": {"Q"},
		"f2": {"e"}, "f4": {"f"}, "f8": {"d"}, "c8": {"F"}, "c16": {"D"},
	}
	// As escapes. The number of q is a tab, that of Q a newline.
	typeNumbers = map[string][]string{
		"b1": {`\x00`}, "i1": {`\x01`}, "u1": {`\x02`}, "i2": {`\x03`}, "u2": {`\x04`}, "i4": {`\x05`}, "u4": {`\x06`}, "i8": {`\t`}, "u8": {`\n`},
		"f2": {`\x17`}, "f4": {`\x0b`}, "f8": {`\x0c`}, "c8": {`\x0e`}, "c16": {`\x0f`},
	}
)
