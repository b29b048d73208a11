package plant

import (
	"fmt"
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// codeFaults are those of type strings.
var codeFaults = map[spec.ID]fault{
	spec.DescrInvalidType: {npy.Wish{DType: anyType}, func(d *npy.Draft) bool {
		return retyped(d, nil, choice.Of(d.Chooser, "None", "8", "b'<f8'", "True", "1.5", "...", "set()", "{'<f8'}", "-1"))
	}},
	spec.DescrDict: {npy.Wish{DType: anyType}, func(d *npy.Draft) bool {
		return retyped(d, nil, choice.Of(d.Chooser, "{'names': ['a'], 'formats': ['<f8']}", "{}", "{'a': ('<f8', 0)}", "{'descr': '<f8'}"))
	}},
	spec.DescrUnknownCode: anyCode("<x8", "|T16", "<F8", "bfloat16", "", "<", "x", "<W4", "string8", "<Q8", "<e4", "@f8", "<<f8", "_8", ">", " <f8", "quad", "<i-"),
	spec.DescrInvalidSize: anyCode("<i3", "<f1", "<c4", "|b2", "<M4", "<i16", "|u0", "<f9", "<m16", "<f32", "<c64", ">i5", "<u128", "|O16", "<f64", "<i64", "|b8"),
	spec.DescrTrailingGarbage: coded((*npy.Typer).Scalar, func(t *spec.DType) bool { return t.Unit == spec.NoUnit }, func(g *choice.Chooser, t *spec.DType) string {
		return t.Code() + choice.Of(g, "x", "_", "f8", "]", "(3)", ";", "L", ".0", "!", "-")
	}),
	spec.DescrNativeByteOrder: coded(multibyte, littleEndian, func(g *choice.Chooser, t *spec.DType) string {
		t.Order = '='
		return choice.Of(g, "=", "", "|") + t.Code()[1:]
	}),
	spec.DescrOrderOnSingleByte: coded(singleByte, orderless, func(g *choice.Chooser, t *spec.DType) string {
		return choice.Of(g, "<", ">", "=") + t.Code()[1:]
	}),
	spec.DescrOrderMissingSingleByte: coded(singleByte, orderless, func(_ *choice.Chooser, t *spec.DType) string { return t.Code()[1:] }),
	spec.DescrMixedByteOrder: {npy.Wish{Unremarkable: true, DType: func(g *npy.Typer) spec.DType {
		t := g.Structure(2, multibyteOf(g, '<'), multibyteOf(g, '<'))
		return npy.Exchanged(t, func(t spec.DType) spec.DType {
			if t.Order == '>' {
				t.Order = '<'
			}
			return t
		})
	}}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanCode, func(s *npy.Span) bool { return s.T.Order == '<' })
		s.T.Order = '>'
		d.Spell()
		return true
	}},
	spec.DescrTypeName: coded(func(g *npy.Typer) spec.DType { return like(g, typeNames) }, hasName, func(g *choice.Chooser, t *spec.DType) string {
		names := typeNames[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		if t.Order == '<' {
			t.Order = '='
		}
		return names[g.N(len(names))]
	}),
	spec.DescrCTypeCode: coded(func(g *npy.Typer) spec.DType { return like(g, cTypes) }, func(t *spec.DType) bool {
		_, ok := cTypes[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		return ok
	}, func(g *choice.Chooser, t *spec.DType) string {
		letters := cTypes[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		letter := letters[g.N(len(letters))]
		if t.Order == '<' && g.One(2) {
			t.Order = '='
			return choice.Of(g, "", "=") + letter
		}
		return string(t.Order) + letter
	}),
	spec.DescrTypeNumber: coded(func(g *npy.Typer) spec.DType { return like(g, typeNumbers) }, func(t *spec.DType) bool {
		_, ok := typeNumbers[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		return ok && t.Order != '>'
	}, func(g *choice.Chooser, t *spec.DType) string {
		numbers := typeNumbers[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
		if t.Order == '<' {
			t.Order = '='
		}
		return numbers[g.N(len(numbers))]
	}),
	spec.DescrAliasA: coded(func(g *npy.Typer) spec.DType { return npy.Scalar('S', '|', int64(1+g.N(9))) }, func(t *spec.DType) bool { return t.Kind == 'S' }, func(g *choice.Chooser, t *spec.DType) string {
		return choice.Of(g, "|", "", "<", ">") + "a" + strconv.FormatInt(t.Itemsize, 10)
	}),
	spec.DescrCommaString: {npy.Wish{Ascii: true, DType: commaFields}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanList, func(s *npy.Span) bool {
			for i, f := range s.T.Fields {
				if f.Name != fmt.Sprintf("f%d", i) || f.Type.Code() == "" {
					return false
				}
			}
			return len(s.T.Fields) > 1
		})
		if !ok {
			return false
		}
		text := "'"
		for i, f := range s.T.Fields {
			if i > 0 {
				text += choice.Of(d.Chooser, ",", ", ", " ,")
			}
			text += f.Type.Code()
		}
		d.Splice(s.Start, s.End, text+"'")
		return true
	}},
	spec.DescrRepeatCount: anyCode("3f8", "(2,)f8", "<3i4", "1f8", "<i4,,<f8", ",<i4", "<i4,", "2<f8", "(2,3)<i4", "0f8", "|(2,)i1"),
	spec.DescrPlatformLongdouble: widened(func(g *choice.Chooser, t spec.DType) spec.DType {
		if t.Kind == 'c' {
			return npy.Scalar('c', t.Order, 32)
		}
		return npy.Scalar('f', t.Order, 16)
	}),
	spec.DescrOtherPlatformFloat: widened(func(g *choice.Chooser, t spec.DType) spec.DType {
		if t.Kind == 'c' {
			return npy.Scalar('c', t.Order, choice.Of[int64](g, 20, 24))
		}
		return npy.Scalar('f', t.Order, choice.Of[int64](g, 10, 12))
	}),
	spec.DescrSizeSyntax: coded(nil, func(t *spec.DType) bool { return t.Unit == spec.NoUnit }, func(g *choice.Chooser, t *spec.DType) string {
		code := t.Code()
		return code[:2] + choice.Of(g, "0", "00", "+", " ", "+0", "  ", " +", "0000000000") + code[2:]
	}),
	spec.DescrSizeMissing: coded(func(g *npy.Typer) spec.DType {
		return choice.Of(g.Chooser, npy.Scalar('S', '|', 0), npy.Scalar('V', '|', 0), npy.Scalar('U', g.Endian(), 0), npy.Scalar('S', '|', 1), npy.Scalar('S', '|', 1))
	}, func(t *spec.DType) bool {
		return t.Itemsize == 0 || t.Kind == 'S' && t.Itemsize == 1
	}, func(_ *choice.Chooser, t *spec.DType) string {
		if t.Itemsize == 1 {
			return "|c"
		}
		return string(t.Order) + string(t.Kind)
	}),
	spec.DescrSizeNegative: anyCode("|S-5", "|S-1", "<U-2", "<f-8", "|V-1", "<U-3", "<i-4", "|S-2147483648", "S-0000001"),
	spec.DescrSizeOverflow: coded(nil, func(t *spec.DType) bool { return t.Unit == spec.NoUnit }, func(g *choice.Chooser, t *spec.DType) string {
		code := t.Code()
		n, err := strconv.ParseInt(code[2:], 10, 64)
		if err != nil || g.One(2) {
			return choice.Of(g, "|S4294967299", "|V2147483648", "<U536870912", "|S99999999999999999999", "|V4294967296", ">U1073741825")
		}
		return code[:2] + strconv.FormatInt(n+1<<32, 10) // which wraps to the right size in 32 bits
	}),
	spec.DescrZeroItemsize: exchange((*npy.Typer).Flexible, func(_ *choice.Chooser, t spec.DType) (spec.DType, bool) {
		switch t.Kind {
		case 'S', 'U', 'V':
			return npy.Scalar(t.Kind, t.Order, 0), true
		}
		return t, false
	}),
	spec.DescrVoidLostType: exchange(func(g *npy.Typer) spec.DType { return npy.Scalar('V', '|', int64(3+g.N(5))) }, func(g *choice.Chooser, t spec.DType) (spec.DType, bool) {
		return npy.Scalar('V', choice.Of[byte](g, '|', '<'), int64(1+g.N(2))), t.Kind == 'V'
	}),
}

// retyped replaces a type, or all of descr.
func retyped(d *npy.Draft, fits func(*npy.Span) bool, text string) bool {
	s, ok := d.Span(npy.SpanCode, fits)
	if !ok {
		return false
	}
	d.Splice(s.Start, s.End, text)
	return true
}

// recode replaces a type string.
func recode(d *npy.Dictionary, s *npy.Span, code string) { d.Splice(s.Start+1, s.End-1, code) }

// coded replaces a matching type by another type string. The types contain one from make; nil for any. Spell
// changes the type to what the type string means.
func coded(make func(*npy.Typer) spec.DType, fits func(*spec.DType) bool, spell func(*choice.Chooser, *spec.DType) string) fault {
	if make == nil {
		make = (*npy.Typer).Number
	}
	return fault{npy.Wish{DType: func(g *npy.Typer) spec.DType { return g.Holding(make(g)) }}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanCode, func(s *npy.Span) bool { return !isPadding(s) && (fits == nil || fits(s.T)) })
		if ok {
			recode(&d.Dictionary, &s, spell(d.Chooser, s.T))
		}
		return ok
	}}
}

// anyCode replaces any type string by one of some.
func anyCode(codes ...string) fault {
	return fault{npy.Wish{DType: anyType}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanCode, nil)
		if ok {
			recode(&d.Dictionary, &s, choice.Of(d.Chooser, codes...))
		}
		return ok
	}}
}

// exchange replaces matching types by another, with other data.
func exchange(make func(*npy.Typer) spec.DType, other func(*choice.Chooser, spec.DType) (spec.DType, bool)) fault {
	return fault{npy.Wish{Unremarkable: true, DType: func(g *npy.Typer) spec.DType {
		t := make(g)
		if g.One(2) {
			return t
		}
		return g.Structure(1+g.N(2), t)
	}}, func(d *npy.Draft) bool {
		before := d.Array.DType.Descr()
		d.Retype(npy.Exchanged(d.Array.DType, func(t spec.DType) spec.DType {
			if u, ok := other(d.Chooser, t); ok {
				return u
			}
			return t
		}))
		return d.Array.DType.Descr() != before
	}}
}

// widened replaces a double by a long double.
func widened(wide func(*choice.Chooser, spec.DType) spec.DType) fault {
	return exchange(func(g *npy.Typer) spec.DType { return npy.Scalar('f', g.Endian(), 8) }, func(g *choice.Chooser, t spec.DType) (spec.DType, bool) {
		if t.Kind != 'f' && t.Kind != 'c' || t.Itemsize < 8 {
			return t, false
		}
		return wide(g, t), true
	})
}

// anyType returns a scalar or a structured type with at least one type string.
func anyType(g *npy.Typer) spec.DType { return g.Holding(g.Scalar()) }

func multibyteOf(g *npy.Typer, order byte) spec.DType {
	switch g.N(4) {
	case 0:
		return npy.Scalar('U', order, int64(4+4*g.N(5)))
	case 1:
		return npy.Scalar('f', order, 2<<g.N(3))
	case 2:
		return npy.Scalar('c', order, 8<<g.N(2))
	}
	return npy.Scalar(choice.Of[byte](g.Chooser, 'i', 'u'), order, 2<<g.N(3))
}

func multibyte(g *npy.Typer) spec.DType { return multibyteOf(g, '<') }

func littleEndian(t *spec.DType) bool { return t.Order == '<' }

func singleByte(g *npy.Typer) spec.DType {
	return choice.Of(g.Chooser, npy.Scalar('b', '|', 1), npy.Scalar('i', '|', 1), npy.Scalar('u', '|', 1), npy.Scalar('S', '|', int64(1+g.N(9))), npy.Scalar('V', '|', int64(3+g.N(9))))
}

func orderless(t *spec.DType) bool {
	return t.Order == '|' && (t.Kind != 'V' || t.Itemsize != 1 && t.Itemsize != 2)
}

func hasName(t *spec.DType) bool {
	_, ok := typeNames[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]
	return ok && t.Order != '>'
}

// commaFields returns a type with a structured type whose fields are named f0, f1 and so on.
func commaFields(g *npy.Typer) spec.DType {
	fields := make([]spec.Field, 2+g.N(4))
	for i := range fields {
		fields[i] = spec.Field{Name: fmt.Sprintf("f%d", i), Type: g.Scalar()}
	}
	return g.Holding(npy.Struct(fields))
}

// like returns a little-endian type among those of a table.
func like(g *npy.Typer, table map[string][]string) spec.DType {
	for {
		t := g.Number()
		if t.Order == '>' {
			t.Order = '<'
		}
		if _, ok := table[string(t.Kind)+strconv.FormatInt(t.Itemsize, 10)]; ok && t.Unit == spec.NoUnit {
			return t
		}
	}
}

// Aliases of types, each under its kind and itemsize. Those whose size depends on the machine are not
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
	// As escapes. The code of q is a tab, that of Q a newline.
	typeNumbers = map[string][]string{
		"b1": {`\x00`}, "i1": {`\x01`}, "u1": {`\x02`}, "i2": {`\x03`}, "u2": {`\x04`}, "i4": {`\x05`}, "u4": {`\x06`}, "i8": {`\t`}, "u8": {`\n`},
		"f2": {`\x17`}, "f4": {`\x0b`}, "f8": {`\x0c`}, "c8": {`\x0e`}, "c16": {`\x0f`},
	}
)
