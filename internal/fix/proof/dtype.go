package proof

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

var errDescr = errors.New("the second parser doesn't know the type")

// maxSize is the largest itemsize of NumPy, in bytes.
const maxSize = 1<<31 - 1

// dtype is a type: a scalar, a structure or a subarray.
type dtype struct {
	kind   byte // b i u f c m M S U V O; 'T' for a structure, '*' for a subarray
	big    bool // big-endian
	size   int64
	unit   string // of dates: "25s"
	fields []field
	base   *dtype
	shape  []int64
}

type field struct {
	name, title text
	titled      bool
	padding     bool
	dtype       dtype
}

// typeOf reads a descr. Native is the byte order of types that leave it open.
func typeOf(v value, native byte) (dtype, error) {
	switch v := v.(type) {
	case text:
		return codes(v, native)
	case list:
		return structure(v, native)
	case tuple:
		if len(v) == 2 {
			base, err := typeOf(v[0], native)
			if err != nil {
				return base, err
			}
			return subarray(base, v[1])
		}
	}
	return dtype{}, errDescr
}

func structure(items list, native byte) (dtype, error) {
	t := dtype{kind: 'T'}
	for _, item := range items {
		parts, ok := item.(tuple)
		if l, isList := item.(list); isList {
			parts, ok = tuple(l), true
		}
		if !ok || len(parts) < 2 || len(parts) > 3 {
			return t, errDescr
		}
		var f field
		if names, ok := parts[0].(tuple); ok && len(names) == 2 {
			title, isText := names[0].(text)
			name, alsoText := names[1].(text)
			if !isText || !alsoText {
				return t, errDescr
			}
			f.title, f.name, f.titled = title, name, true
		} else if f.name, ok = parts[0].(text); !ok {
			return t, errDescr
		}
		var err error
		if f.dtype, err = typeOf(parts[1], native); err != nil {
			return t, err
		}
		if len(parts) == 3 {
			if f.dtype, err = subarray(f.dtype, parts[2]); err != nil {
				return t, err
			}
		}
		f.padding = f.name == "" && !f.titled && (f.dtype.kind == 'V' || f.dtype.kind == '*')
		if t.size += f.dtype.size; t.size > maxSize {
			return t, errDescr
		}
		t.fields = append(t.fields, f)
	}
	return t, nil
}

func subarray(base dtype, v value) (dtype, error) {
	var items []value
	switch v := v.(type) {
	case int64:
		items = []value{v}
	case tuple:
		items = v
	case list:
		items = v
	case nil:
	default:
		return base, errDescr
	}
	if len(items) == 0 {
		return base, nil
	}
	t := dtype{kind: '*', base: &base, size: base.size}
	for _, item := range items {
		n, ok := item.(int64)
		if !ok || n < 0 || n > maxSize {
			return t, errDescr
		}
		hi, lo := bits.Mul64(uint64(t.size), uint64(n))
		if hi != 0 || lo > maxSize {
			return t, errDescr
		}
		t.size = int64(lo)
		t.shape = append(t.shape, n)
	}
	return t, nil
}

// numbers are NumPy's types by their numbers. Those whose size depends on the system are missing: '.'.
const numbers = "?bBhHiI..qQfd.FD.OSUVMme"

// codes reads a type string, which may have several types.
func codes(v text, native byte) (dtype, error) {
	s := v.ascii()
	if len(v) == 4 && len(s) == 1 && int(s[0]) < len(numbers) {
		return code(string(numbers[s[0]]), native)
	}
	if s == "" || !strings.Contains(s, ",") {
		if micro := strings.Replace(v.micro(), "µs]", "us]", 1); micro != "" {
			s = micro
		}
		return code(s, native)
	}
	t := dtype{kind: 'T'}
	for i, part := range strings.Split(s, ",") {
		one, err := code(strings.TrimSpace(part), native)
		if err != nil {
			return t, err
		}
		if t.size += one.size; t.size > maxSize {
			return t, errDescr
		}
		name := text("")
		for _, c := range "f" + strconv.Itoa(i) {
			name += text([]byte{0, 0, 0, byte(c)})
		}
		t.fields = append(t.fields, field{name: name, dtype: one})
	}
	return t, nil
}

// micro returns a text whose only characters beyond ASCII are the two that look like a mu, as the micro sign.
func (t text) micro() string {
	mu := strings.ReplaceAll(strings.ReplaceAll(string(t), "\x00\x00\x03\xbc", "\x00\x00\x00\x01"), "\x00\x00\x00\xb5", "\x00\x00\x00\x01")
	return strings.ReplaceAll(text(mu).ascii(), "\x01", "µ")
}

// names are the names of types and the letters of C types, each with its code.
var names = map[string]string{
	"?": "b1", "b": "i1", "B": "u1", "h": "i2", "H": "u2", "i": "i4", "I": "u4", "q": "i8", "Q": "u8",
	"e": "f2", "f": "f4", "d": "f8", "F": "c8", "D": "c16", "S": "S0", "U": "U0", "V": "V0", "a": "S0", "c": "S1", "O": "O",
	"m": "m8", "M": "M8",
	"bool": "b1", "bool_": "b1", "bool8": "b1", "byte": "i1", "ubyte": "u1", "short": "i2", "ushort": "u2", "intc": "i4", "uintc": "u4",
	"longlong": "i8", "ulonglong": "u8", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2", "int32": "i4", "uint32": "u4",
	"int64": "i8", "uint64": "u8", "half": "f2", "float16": "f2", "single": "f4", "float32": "f4", "double": "f8", "float64": "f8",
	"float_": "f8", "float": "f8", "csingle": "c8", "singlecomplex": "c8", "complex64": "c8", "cdouble": "c16", "cfloat": "c16",
	"complex128": "c16", "complex_": "c16", "complex": "c16", "bytes": "S0", "bytes_": "S0", "string_": "S0", "str": "U0",
	"str_": "U0", "unicode_": "U0", "unicode": "U0", "void": "V0", "object": "O", "object_": "O", "datetime64": "M8", "timedelta64": "m8",
	"Bool": "b1", "Byte": "i1",
}

// sizes has the itemsizes that the kinds of numbers have.
var sizes = map[byte][]int64{
	'b': {1}, 'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {2, 4, 8, 10, 12, 16}, 'c': {8, 16, 20, 24, 32}, 'm': {8}, 'M': {8},
}

// code reads one type.
func code(s string, native byte) (t dtype, err error) {
	order := native
	if s != "" && strings.IndexByte("<>|=", s[0]) >= 0 {
		if s[0] == '<' || s[0] == '>' {
			order = s[0]
		}
		s = s[1:]
	}
	unit := ""
	if i := strings.IndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
		s, unit = s[:i], s[i+1:len(s)-1]
		if unit, err = unitOf(unit); err != nil {
			return t, err
		}
	}
	if known, ok := names[s]; ok {
		s = known
	}
	if s == "" {
		return t, errDescr
	}
	t.kind, t.unit = s[0], unit
	digits := strings.TrimPrefix(strings.TrimLeft(s[1:], " \t\n\v\f\r"), "+")
	if t.kind == 'O' {
		t.size = 8
		return t, nil
	}
	if t.size, err = strconv.ParseInt(digits, 10, 32); err != nil || t.size < 0 {
		return t, errDescr
	}
	if t.kind == 'a' {
		t.kind = 'S'
	}
	single := true
	switch t.kind {
	case 'S', 'V':
	case 'U':
		if t.size *= 4; t.size > maxSize {
			return t, errDescr
		}
		single = false
	default:
		if !slices.Contains(sizes[t.kind], t.size) {
			return t, errDescr
		}
		single = t.size == 1
	}
	if unit != "" && t.kind != 'm' && t.kind != 'M' || !single && order == 0 && t.size > 0 {
		return t, errDescr
	}
	t.big = !single && order == '>'
	return t, nil
}

// finer has how many of a finer unit are in one of another.
var finer = []struct {
	unit, in string
	count    int64
}{
	{"Y", "M", 12}, {"W", "D", 7}, {"D", "h", 24}, {"h", "m", 60}, {"m", "s", 60}, {"s", "ms", 1000}, {"ms", "us", 1000},
	{"us", "ns", 1000}, {"ns", "ps", 1000}, {"ps", "fs", 1000}, {"fs", "as", 1000},
}

// unitOf spells the unit of a date as NumPy does: "25s", "s" for "1s", "h" for "D/24", and "" for none.
func unitOf(s string) (string, error) {
	s = strings.Replace(s, "µ", "u", 1)
	count := int64(1)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789+ "))
	if digits > 0 {
		n, err := strconv.ParseInt(strings.TrimLeft(s[:digits], "+ "), 10, 32)
		if err != nil || n < 1 {
			return "", errDescr
		}
		count = n
	}
	unit, by, divided := strings.Cut(s[digits:], "/")
	if unit == "generic" && count == 1 && !divided {
		return "", nil
	}
	if !slices.ContainsFunc(finer, func(f struct {
		unit, in string
		count    int64
	}) bool {
		return f.unit == unit || f.in == unit
	}) {
		return "", errDescr
	}
	if divided {
		n, err := strconv.ParseInt(by, 10, 32)
		if err != nil || n < 1 {
			return "", errDescr
		}
		if n > 1 { // NumPy takes the first finer unit in which the quotient is whole, even if it is in this one
			factor := int64(1) // which n doesn't divide yet
			for _, f := range finer {
				if f.unit == unit && factor%n != 0 {
					factor, unit = factor*f.count, f.in
				}
			}
			if factor%n != 0 || factor/n > maxSize/count {
				return "", errDescr
			}
			count *= factor / n
		}
	}
	if count == 1 {
		return unit, nil
	}
	return strconv.FormatInt(count, 10) + unit, nil
}

// same reports whether two types are the same to those who use the array, and lie in the same bytes.
func same(a, b *dtype) bool {
	if a.kind != b.kind || a.size != b.size || a.unit != b.unit || !slices.Equal(a.shape, b.shape) || len(a.fields) != len(b.fields) {
		return false
	}
	for i := range a.fields {
		f, g := &a.fields[i], &b.fields[i]
		if f.padding && g.padding && f.dtype.size == g.dtype.size {
			continue
		}
		if f.name != g.name || f.title != g.title || f.titled != g.titled || f.padding != g.padding || !same(&f.dtype, &g.dtype) {
			return false
		}
	}
	return a.base == nil || same(a.base, b.base)
}

// prune removes the fields without bytes, which have no values. Then an element takes no more steps than it has bytes,
// however many fields a header has.
func (t *dtype) prune() {
	if t.base != nil {
		t.base.prune()
	}
	t.fields = slices.DeleteFunc(t.fields, func(f field) bool { return f.dtype.size == 0 })
	for i := range t.fields {
		t.fields[i].dtype.prune()
	}
}

// objects reports whether a type is or contains Python objects.
func (t *dtype) objects() bool {
	if t.base != nil {
		return t.base.objects()
	}
	return t.kind == 'O' || slices.ContainsFunc(t.fields, func(f field) bool { return f.dtype.objects() })
}
