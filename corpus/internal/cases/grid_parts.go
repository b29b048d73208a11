package cases

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// scalar is a dtype of the grid with twelve values, which fill all of its shapes.
type scalar struct {
	name    string // "f8", or a word where letters of another case make another dtype
	feature string // what a reader must support, for archives
	kind    string // descr without the byte order: "f8", "M8[us]"
	size    int    // bytes of an element
	unit    int    // bytes that change places with the byte order; 1 for none
	data    []byte // twelve elements, little-endian
	values  []any  // the same for people
}

// orders returns the byte orders that the type can have.
func (s scalar) orders() []string {
	if s.unit == 1 {
		return []string{"|"}
	}
	return []string{"<", ">"}
}

// named returns the name of the type in IDs, with its byte order.
func (s scalar) named(order string) string {
	return map[string]string{"|": "", "<": "le-", ">": "be-"}[order] + s.name
}

// gridForm is the shape and the storage order of an array of the grid.
type gridForm struct {
	name, text string // in IDs and in headers
	shape      []int64
	fortran    bool
}

// gridForms are the forms of the grid.
var gridForms = []gridForm{
	{"0d", "()", nil, false},
	{"1d", "(12,)", dims(12), false},
	{"2d-c", "(3, 4)", dims(3, 4), false},
	{"2d-f", "(3, 4)", dims(3, 4), true},
	{"3d-c", "(2, 3, 2)", dims(2, 3, 2), false},
	{"3d-f", "(2, 3, 2)", dims(2, 3, 2), true},
	{"empty", "(0, 4)", dims(0, 4), false},
}

// gridCase returns the case of an array of the first of the twelve values.
func gridCase(s scalar, order string, form gridForm, version byte) Case {
	count, _ := elements(form.shape)
	data, vals := s.data[:count*int64(s.size)], s.values[:count]
	stored := data
	layout, flag := "", "False"
	if len(form.shape) > 1 {
		layout = " in C order"
	}
	if form.fortran {
		layout, flag = " in Fortran order", "True"
		stored = Transpose(s.size, form.shape, stored)
	}
	byteOrder := map[string]string{"|": "", "<": "little-endian ", ">": "big-endian "}[order]
	if order == ">" {
		stored = Swap(s.unit, stored)
	}
	header := Dict("'"+order+s.kind+"'", flag, form.text)
	c := Case{
		ID:    fmt.Sprintf("descr/grid-%s-%s-v%d", s.named(order), form.name, version),
		Story: fmt.Sprintf("conforming: %s%s of shape %s%s, version %d.0", byteOrder, s.kind, form.text, layout, version),
		Duty:  Accept,
		Stage: "descr",
		Array: &Array{DType: strings.Replace(order, ">", "<", 1) + s.kind, Shape: form.shape, F: form.fortran, Data: data, Values: vals},
	}
	switch version {
	case 1:
		c.Bytes = Npy1(header, stored)
	case 2:
		c.Bytes = Npy2(header, stored)
	case 3:
		c.Bytes = Npy3(header, stored)
	}
	if version > 1 {
		c.Story += ", although version 1.0 could hold the header"
		c.Rules = "prefix-version-higher-than-needed"
	}
	return c
}

func scalars() []scalar {
	out := []scalar{
		{"b1", "bool", "b1", 1, 1, Bytes(1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1), values(true, false, true, true, false, false, true, false, true, false, false, true)},
		{"i1", "int", "i1", 1, 1, I1(0, 1, -1, 127, -128, 2, 3, 4, 5, 6, 7, -8), values(0, 1, -1, 127, -128, 2, 3, 4, 5, 6, 7, -8)},
		{"u1", "uint", "u1", 1, 1, Bytes(0, 1, 255, 128, 2, 3, 4, 5, 6, 7, 8, 9), values(0, 1, 255, 128, 2, 3, 4, 5, 6, 7, 8, 9)},
		{"s3", "bytes", "S3", 3, 1, S(3, "a", "bc", "def", "", "g", "hi", "jkl", "m", "no", "pqr", "s", "tu"), values("a", "bc", "def", "", "g", "hi", "jkl", "m", "no", "pqr", "s", "tu")},
		{"u2-text", "text", "U2", 8, 4, U(2, "a", "é", "日本", "", "𝄞", "xy", "z", "1", "23", "Ω", "я", "zz"), values("a", "é", "日本", "", "𝄞", "xy", "z", "1", "23", "Ω", "я", "zz")},
		{"v3", "void", "V3", 3, 1, []byte("abcdefghijklmnopqrstuvwxyz0123456789"), values("616263", "646566", "676869", "6a6b6c", "6d6e6f", "707172", "737475", "767778", "797a30", "313233", "343536", "373839")},
	}
	for _, size := range []int{2, 4, 8} {
		out = append(out, integers(size, true), integers(size, false), floats(size))
	}
	out = append(out, complexes(8), complexes(16))
	for _, unit := range []string{"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "as", "25s"} {
		out = append(out, times("M8", unit))
	}
	return append(out, times("m8", "D"), times("m8", "us"), times("m8", "7ns"))
}

// integers has the limits of the type, and numbers whose bytes all differ.
func integers(size int, signed bool) scalar {
	bits := 8 * size
	top := uint64(1)<<(bits-1) - 1
	raw := []uint64{0, 1, top, top + 1, 2*top + 1, 0x0102030405060708, 3, 4, 5, 6, 7, 8}
	s := scalar{size: size, unit: size, kind: fmt.Sprintf("u%d", size), feature: "uint"}
	if signed {
		s.kind, s.feature = fmt.Sprintf("i%d", size), "int"
	}
	if size == 8 {
		s.feature += "64"
	}
	s.name = s.kind
	for _, v := range raw {
		le := LittleEndian(v, size)
		s.data = append(s.data, le...)
		v = v << (64 - bits) >> (64 - bits)
		switch {
		case size == 8 && signed:
			s.values = append(s.values, fmt.Sprint(int64(v)))
		case size == 8:
			s.values = append(s.values, fmt.Sprint(v))
		case signed:
			s.values = append(s.values, int64(v<<(64-bits))>>(64-bits))
		default:
			s.values = append(s.values, v)
		}
	}
	return s
}

// floats has the zeros, infinities and a NaN, a subnormal, and numbers that fit every size.
func floats(size int) scalar {
	s := scalar{name: fmt.Sprintf("f%d", size), kind: fmt.Sprintf("f%d", size), feature: "float", size: size, unit: size}
	if size == 2 {
		s.feature = "float16"
	}
	subnormal := map[int]uint64{2: 0x0001, 4: 0x00000001, 8: 0x0000000000000001}[size]
	negativeZero := uint64(1) << (8*size - 1)
	inf := map[int]uint64{2: 0x7c00, 4: 0x7f800000, 8: 0x7ff0000000000000}[size]
	nan := map[int]uint64{2: 0x7e00, 4: 0x7fc00000, 8: 0x7ff8000000000000}[size]
	half := map[int]uint64{2: 0x3800, 4: 0x3f000000, 8: 0x3fe0000000000000}[size]
	one := map[int]uint64{2: 0x3c00, 4: 0x3f800000, 8: 0x3ff0000000000000}[size]
	two := map[int]uint64{2: 0x4000, 4: 0x40000000, 8: 0x4000000000000000}[size]
	tiny := map[int]any{2: math.Ldexp(1, -24), 4: math.Ldexp(1, -149), 8: "5e-324"}[size]
	for _, bits := range []uint64{0, negativeZero, one, one | negativeZero, half, two, inf, inf | negativeZero, nan, subnormal, half | negativeZero, two | negativeZero} {
		s.data = append(s.data, LittleEndian(bits, size)...)
	}
	s.values = values[any](0, "-0.0", 1, -1, 0.5, 2, "Infinity", "-Infinity", "NaN", tiny, -0.5, -2)
	return s
}

func complexes(size int) scalar {
	s := scalar{name: fmt.Sprintf("c%d", size), kind: fmt.Sprintf("c%d", size), feature: "complex", size: size, unit: size / 2}
	for i := range 12 {
		re, im := float64(i), 0.5-float64(i)
		if size == 8 {
			s.data = append(s.data, F4(float32(re), float32(im))...)
		} else {
			s.data = append(s.data, F8(re, im)...)
		}
		s.values = append(s.values, []any{re, im})
	}
	return s
}

// times has NaT, the least number, and moments on both sides of the epoch.
func times(kind, unit string) scalar {
	// Some file systems treat M and m as the same name.
	name := map[string]string{"Y": "years", "M": "months", "W": "weeks", "D": "days"}[unit]
	if name == "" {
		name = unit
	}
	s := scalar{name: "datetime-" + name, kind: kind + "[" + unit + "]", feature: "datetime", size: 8, unit: 8}
	if kind == "m8" {
		s.name = "timedelta-" + name
	}
	for _, v := range []int64{0, 1, -1, math.MinInt64, math.MaxInt64, 20000, 0x0102030405060708, 2, 3, 4, 5, 6} {
		s.data = binary.LittleEndian.AppendUint64(s.data, uint64(v))
		text := fmt.Sprint(v)
		if v == math.MinInt64 {
			text = "NaT"
		}
		s.values = append(s.values, text)
	}
	return s
}
