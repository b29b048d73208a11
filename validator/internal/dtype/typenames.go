package dtype

import "github.com/npycheck/npycheck/spec"

// cType returns the kind and itemsize of the C type that a letter names. Kind is 0 if they differ
// between the platforms that NumPy runs on.
func cType(letter byte) (kind byte, size int64, ok bool) {
	switch letter {
	case '?':
		return 'b', 1, true
	case 'b':
		return 'i', 1, true
	case 'B':
		return 'u', 1, true
	case 'h':
		return 'i', 2, true
	case 'H':
		return 'u', 2, true
	case 'i':
		return 'i', 4, true
	case 'I':
		return 'u', 4, true
	case 'q':
		return 'i', 8, true
	case 'Q':
		return 'u', 8, true
	case 'e':
		return 'f', 2, true
	case 'f':
		return 'f', 4, true
	case 'd':
		return 'f', 8, true
	case 'F':
		return 'c', 8, true
	case 'D':
		return 'c', 16, true
	case 'l', 'L', 'p', 'P', 'n', 'N', 'g', 'G':
		return 0, 0, true
	}
	return 0, 0, false
}

// namedType returns the kind and itemsize of the type with the given name. Kind is 0 if they differ
// between platforms or between Python 2 and 3. NumPy 1.20 removed the names with capitals, NumPy
// 2.0 most names with a 0 or a trailing _.
func namedType(name []byte) (kind byte, size int64, ok bool) {
	switch string(name) {
	case "bool", "bool_", "bool8", "Bool":
		return 'b', 1, true
	case "int8", "byte", "Int8":
		return 'i', 1, true
	case "int16", "short", "Int16":
		return 'i', 2, true
	case "int32", "intc", "Int32":
		return 'i', 4, true
	case "int64", "longlong", "Int64":
		return 'i', 8, true
	case "uint8", "ubyte", "UInt8":
		return 'u', 1, true
	case "uint16", "ushort", "UInt16":
		return 'u', 2, true
	case "uint32", "uintc", "UInt32":
		return 'u', 4, true
	case "uint64", "ulonglong", "UInt64", "Uint64":
		return 'u', 8, true
	case "float16", "half", "Float16":
		return 'f', 2, true
	case "float32", "single", "Float32":
		return 'f', 4, true
	case "float64", "double", "float", "float_", "Float64":
		return 'f', 8, true
	case "complex64", "csingle", "singlecomplex", "Complex32":
		return 'c', 8, true
	case "complex128", "cdouble", "complex", "complex_", "cfloat", "Complex64":
		return 'c', 16, true
	case "Datetime64":
		return 'M', 8, true
	case "Timedelta64":
		return 'm', 8, true
	case "object", "object_", "object0", "Object0":
		return 'O', 8, true
	case "void", "void0", "Void0":
		return 'V', 0, true
	case "bytes", "bytes_", "bytes0", "Bytes0", "string", "string_", "string0", "String0":
		return 'S', 0, true
	case "unicode", "unicode_", "unicode0", "Unicode0":
		return 'U', 0, true
	case "int", "int_", "int0", "intp", "long", "uint", "uint0", "uintp", "ulong",
		"longdouble", "longfloat", "float96", "float128", "Float96", "Float128",
		"clongdouble", "clongfloat", "longcomplex", "complex192", "complex256", "Complex96", "Complex128",
		"str", "str_", "str0", "Str0":
		return 0, 0, true
	}
	return 0, 0, false
}

// number is a decimal number as C's strtol reads it.
type number struct {
	value    int64 // magnitude, capped far above every limit
	end      int   // the index after the last digit, or the start if there is no digit
	digits   int
	negative bool // below zero
	plain    bool // not counting whitespace, sign and leading zeros
}

func parseNumber(s []byte, start int) number {
	i := start
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	minus := i < len(s) && s[i] == '-'
	if minus || i < len(s) && s[i] == '+' {
		i++
	}
	first := i
	var value int64
	for i < len(s) && isDigit(s[i]) {
		value = min(value*10+int64(s[i]-'0'), 1<<40)
		i++
	}
	if i == first {
		return number{end: start}
	}
	return number{
		value:    value,
		end:      i,
		digits:   i - first,
		negative: minus && value > 0,
		plain:    first == start && (s[first] != '0' || i == first+1),
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// isBlank reports what strtol skips in the C locale.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// divide divides a unit by a number greater than 1, and returns the result in the largest smaller unit that gives a
// whole number: a day by 24 is 1 hour. It returns false if there is no such unit, or only those to which NumPy
// converts years and months by lengths that no calendar has (clause npy-5.9).
func divide(unit spec.Unit, by int64) (smaller spec.Unit, count int64, ok bool) {
	var parts [3]int64 // of the units that follow, 0 for none that NumPy tries
	switch {
	case unit == spec.Years:
		parts = [3]int64{12}
	case unit == spec.Weeks:
		parts = [3]int64{7, 7 * 24, 7 * 24 * 60}
	case unit == spec.Days:
		parts = [3]int64{24, 24 * 60, 24 * 60 * 60}
	case unit == spec.Hours:
		parts = [3]int64{60, 60 * 60}
	case unit == spec.Minutes:
		parts = [3]int64{60, 60 * 1000}
	case unit >= spec.Seconds && unit < spec.Femtoseconds:
		parts = [3]int64{1000, 1000 * 1000}
	case unit == spec.Femtoseconds:
		parts = [3]int64{1000}
	}
	for i, n := range parts {
		if n > 0 && n%by == 0 {
			return unit + 1 + spec.Unit(i), n / by, true
		}
	}
	return spec.NoUnit, 0, false
}

// unitNamed returns the unit with this spelling in a type string.
func unitNamed(name []byte) (u spec.Unit, ok bool) {
	for u = spec.Years; u <= spec.Attoseconds; u++ {
		if u.String() == string(name) {
			return u, true
		}
	}
	return spec.NoUnit, false
}
