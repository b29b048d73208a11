package second

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// numbers are NumPy's types by their numbers. Those whose size depends on the system are missing: '.'.
const numbers = "?bBhHiI..qQfd.FD.OSUVMme"

// typeString reads a type string, which may have several types.
func (r *Reader) typeString(s string) DType {
	switch {
	case r.Level < Any:
		return r.scalar(s)
	case len(s) == 1 && int(s[0]) < len(numbers):
		return r.scalar(numbers[s[0] : s[0]+1])
	case !strings.Contains(s, ","):
		return r.scalar(s)
	}
	t := DType{Kind: 'T'}
	for i, part := range strings.Split(s, ",") {
		one := r.scalar(strings.TrimSpace(part))
		t.Fields = append(t.Fields, Field{Name: "f" + strconv.Itoa(i), Offset: t.Size, DType: one})
		if t.Size += one.Size; t.Size > MaxSize {
			refuse("the itemsize is too large")
		}
	}
	return t
}

// names are the names of types and the letters of C types, each with its code.
var names = map[string]string{
	"?": "b1", "b": "i1", "B": "u1", "h": "i2", "H": "u2", "i": "i4", "I": "u4", "q": "i8", "Q": "u8",
	"e": "f2", "f": "f4", "d": "f8", "F": "c8", "D": "c16", "S": "S0", "U": "U0", "V": "V0", "a": "S0", "c": "S1",
	"m": "m8", "M": "M8",
	"bool": "b1", "bool_": "b1", "bool8": "b1", "byte": "i1", "ubyte": "u1", "short": "i2", "ushort": "u2", "intc": "i4", "uintc": "u4",
	"longlong": "i8", "ulonglong": "u8", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2", "int32": "i4", "uint32": "u4",
	"int64": "i8", "uint64": "u8", "half": "f2", "float16": "f2", "single": "f4", "float32": "f4", "double": "f8", "float64": "f8",
	"float_": "f8", "float": "f8", "csingle": "c8", "singlecomplex": "c8", "complex64": "c8", "cdouble": "c16", "cfloat": "c16",
	"complex128": "c16", "complex_": "c16", "complex": "c16", "bytes": "S0", "bytes_": "S0", "string_": "S0", "str": "U0",
	"str_": "U0", "unicode_": "U0", "unicode": "U0", "void": "V0", "object": "O", "object_": "O", "datetime64": "M8", "timedelta64": "m8",
	"Bool": "b1", "Byte": "i1",
}

// sizes has the itemsizes of the kinds of numbers, and wide those that depend on the system.
var (
	sizes = map[byte][]int64{'b': {1}, 'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {2, 4, 8}, 'c': {8, 16}, 'm': {8}, 'M': {8}}
	wide  = map[byte][]int64{'f': {10, 12, 16}, 'c': {20, 24, 32}}
)

// scalar reads one type.
func (r *Reader) scalar(spelled string) DType {
	s, order := spelled, byte(0)
	if s != "" && strings.IndexByte("<>|=", s[0]) >= 0 {
		s, order = s[1:], s[0]
	}
	unit := ""
	if i := strings.IndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
		s, unit = s[:i], s[i:]
	}
	if known, ok := names[s]; ok && (r.Level == Any || r.Level == Lax && order == 0 && unit == "") {
		s = known
	}
	if s == "" {
		refuse("the type %q", spelled)
	}
	t := DType{Kind: s[0]}
	if t.Kind == 'a' && r.Level == Any {
		t.Kind = 'S'
	}
	if t.Kind == 'O' && strings.Trim(s[1:], "0123456789") == "" {
		t.Size = 8
		return t
	}
	t.Size = r.size(t.Kind, s[1:])
	times := t.Kind == 'm' || t.Kind == 'M'
	r.must(times || unit == "", "type-rest", "the type %q", spelled)
	if times && unit != "" {
		t.Unit = r.unit(unit[1 : len(unit)-1])
	}
	r.order(&t, order)
	return t
}

// size reads the itemsize of a kind of type, from the number in its code.
func (r *Reader) size(kind byte, s string) int64 {
	if r.Level == Any {
		s = strings.TrimPrefix(strings.TrimLeft(s, " \t\n\v\f\r"), "+")
	}
	digits := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	r.must(len(digits) == len(s), "type-rest", "%q after the size of a type", s[len(digits):])
	n, err := strconv.ParseInt(digits, 10, 64)
	if digits == "" || r.Level < Any && len(digits) > 1 && digits[0] == '0' {
		refuse("the size %q", s)
	}
	r.must(err == nil, "size-wraps", "the size %q", s)
	if r.has("size-one-digit") {
		n = int64(digits[0] - '0')
	}
	unit := int64(1)
	switch kind {
	case 'U':
		if unit = 4; r.has("utf16") {
			unit = 2
		} else if r.has("text-latin1") {
			unit = 1
		}
	case 'S', 'V':
	default:
		known := slices.Contains(sizes[kind], n) || slices.Contains(wide[kind], n) && r.Level == Any
		if sizes[kind] == nil {
			refuse("the kind %q", kind)
		}
		r.must(known, "odd-sizes", "the type %c%d", kind, n)
	}
	if n > MaxSize/unit {
		r.must(false, "size-wraps", "the size %q", s)
		return unit * n & MaxSize
	}
	return unit * n
}

// order sets the byte order of a type as it is spelled.
func (r *Reader) order(t *DType, order byte) {
	single := strings.IndexByte("SV", t.Kind) >= 0 || t.Size == 1 && t.Kind != 'U'
	switch {
	case (order == 0 || order == '=') && r.Level == Strict:
		refuse("a type without a byte order")
	case order == '|' && t.Kind == 'U' && t.Size > 0 && r.Level < Any:
		refuse("text without a byte order")
	case r.has("strict-order") && (order == '<' || order == '>') && strings.IndexByte("bSV", t.Kind) >= 0 && t.Size != 2:
		refuse("a byte order that has no effect")
	case order != '<' && order != '>':
		order = r.Native
	}
	if !single && t.Size > 0 && order == 0 {
		refuse("a byte order that the machine decides")
	}
	t.Big = !single && order == '>'
}

// finer has how many of a finer unit are in one of another.
var finer = []struct {
	unit, in string
	count    int64
}{
	{"Y", "M", 12}, {"W", "D", 7}, {"D", "h", 24}, {"h", "m", 60}, {"m", "s", 60}, {"s", "ms", 1000}, {"ms", "us", 1000},
	{"us", "ns", 1000}, {"ns", "ps", 1000}, {"ps", "fs", 1000}, {"fs", "as", 1000},
}

var units = []string{"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"}

// unit spells the unit of a time as NumPy does: "25s", "s" for "1s", "h" for "D/24", and "" for none.
func (r *Reader) unit(s string) string {
	digits := "0123456789"
	if r.Level == Any {
		s = strings.NewReplacer("µ", "u", "μ", "u").Replace(s)
		digits += "+ "
	}
	unit := strings.TrimLeft(s, digits)
	multiple := s[:len(s)-len(unit)]
	count := int64(1)
	if multiple != "" {
		n, err := strconv.ParseInt(strings.TrimLeft(multiple, "+ "), 10, 32)
		r.must(err == nil && n >= 1, "multiple-unchecked", "the unit %q", s)
		if multiple[0] == '0' && r.Level < Any || n == 1 && r.Level == Strict {
			refuse("the unit %q", s)
		}
		count = n
	}
	unit, by, divided := strings.Cut(unit, "/")
	if unit == "generic" && count == 1 && !divided && r.Level == Any {
		return ""
	}
	if !slices.Contains(units, unit) || divided && r.Level < Any && !r.has("divisors") {
		r.must(false, "units-unknown", "the unit %q", s)
		return "s"
	}
	if divided && r.Level == Any {
		count, unit = divide(count, unit, by)
	}
	if count == 1 {
		return unit
	}
	return strconv.FormatInt(count, 10) + unit
}

// divide returns a unit divided by a number, in the first finer unit in which the quotient is whole, even if it is in
// this one: that is what NumPy takes.
func divide(count int64, unit, by string) (int64, string) {
	n, err := strconv.ParseInt(by, 10, 32)
	if err != nil || n < 1 {
		refuse("the divisor %q", by)
	}
	if n == 1 {
		return count, unit
	}
	factor := int64(1) // which n doesn't divide yet
	for _, f := range finer {
		if f.unit == unit && factor%n != 0 {
			factor, unit = factor*f.count, f.in
		}
	}
	if factor%n != 0 || factor/n > MaxSize/count {
		refuse("the divisor %q", by)
	}
	return count * (factor / n), unit
}

// ASCII reports whether a text has no other characters.
func ASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}
