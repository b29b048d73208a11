package spec

import (
	"iter"
	"math/bits"
	"strconv"
)

// CodeFaults is a set of faults of one type string such as "<f8".
type CodeFaults uint32

// The faults. Each stands for the rule that Rule names. The type stays unknown (Kind is 0) with
// those marked fatal.
const (
	FaultUnknownCode            CodeFaults = 1 << iota // fatal
	FaultInvalidSize                                   // fatal
	FaultNativeByteOrder                               // f8, =f8, |f8
	FaultOrderOnSingleByte                             // <i1
	FaultOrderMissingSingleByte                        // i1
	FaultTypeName                                      // float64; fatal if the width depends on the platform
	FaultCTypeCode                                     // d; fatal if the width depends on the platform
	FaultTypeNumber                                    // fatal
	FaultPlatformLongdouble                            // <f16
	FaultOtherPlatformFloat                            // <f12
	FaultSizeSyntax                                    // <f08
	FaultSizeMissing                                   // |S
	FaultSizeNegative                                  // fatal
	FaultSizeOverflow                                  // fatal
	FaultTrailingGarbage                               // fatal
	FaultAliasA                                        // a5
	FaultObjectSize                                    // |O8
	FaultCommaString                                   // fatal
	FaultDatetimeUnit                                  // fatal
	FaultDatetimeForm                                  // <M8[1s]
	FaultDatetimeMultiple                              // fatal
	FaultDatetimeDivisor                               // fatal
	FaultDatetimeDivisorZero                           // fatal
)

// Rule returns the rule that a single fault breaks, and 0 for any other set.
func (f CodeFaults) Rule() ID {
	if bits.OnesCount32(uint32(f)) != 1 || f > FaultDatetimeDivisorZero {
		return 0
	}
	return [...]ID{
		DescrUnknownCode,
		DescrInvalidSize,
		DescrNativeByteOrder,
		DescrOrderOnSingleByte,
		DescrOrderMissingSingleByte,
		DescrTypeName,
		DescrCTypeCode,
		DescrTypeNumber,
		DescrPlatformLongdouble,
		DescrOtherPlatformFloat,
		DescrSizeSyntax,
		DescrSizeMissing,
		DescrSizeNegative,
		DescrSizeOverflow,
		DescrTrailingGarbage,
		DescrAliasA,
		DescrObjectSize,
		DescrCommaString,
		DescrDatetimeUnit,
		DescrDatetimeForm,
		DescrDatetimeMultiple,
		DescrDatetimeDivisor,
		DescrDatetimeDivisorZero,
	}[bits.TrailingZeros32(uint32(f))]
}

// All iterates over the single faults of the set, in the order of the constants.
func (f CodeFaults) All() iter.Seq[CodeFaults] {
	return func(yield func(CodeFaults) bool) {
		for rest := f; rest != 0; rest &= rest - 1 {
			if !yield(rest & -rest) {
				return
			}
		}
	}
}

// Code returns the type string of a scalar type: "<f8", "|S5", "<M8[25s]", and "=f8" where the
// byte order is left to the machine. It is "" for any other type.
func (t DType) Code() string { return string(t.appendCode(nil)) }

func (t *DType) appendCode(dst []byte) []byte {
	if t.Kind == 0 || t.Struct || t.Base != nil {
		return dst
	}
	dst = append(dst, t.Order, t.Kind)
	switch t.Kind {
	case 'O':
		return dst
	case 'U':
		return strconv.AppendInt(dst, t.Itemsize/4, 10)
	}
	dst = strconv.AppendInt(dst, t.Itemsize, 10)
	if t.Unit == NoUnit {
		return dst
	}
	dst = append(dst, '[')
	if t.Multiple != 1 {
		dst = strconv.AppendInt(dst, int64(t.Multiple), 10)
	}
	dst = append(dst, t.Unit.String()...)
	return append(dst, ']')
}

type text interface{ ~string | ~[]byte }

// ParseCode reads a type string (clauses npy-5.2 to npy-5.9). It understands all that some NumPy
// reads and reports how it differs from what NumPy writes; a canonical string has no faults,
// except that NumPy itself writes long doubles. Kind is 0 if the type or its itemsize can't be
// known. The faults of a byte order are told only of types that are known. ParseCode doesn't
// allocate.
func ParseCode[T text](code T) (DType, CodeFaults) {
	if len(code) == 1 && code[0] < 0x18 {
		return DType{}, FaultTypeNumber
	}
	ascii := true
	for i := range len(code) {
		if code[i] == ',' {
			return DType{}, FaultCommaString
		}
		ascii = ascii && code[i] < 0x80
	}
	if !ascii || len(code) == 0 {
		return DType{}, FaultUnknownCode
	}
	var order byte
	rest := code
	switch code[0] {
	case '<', '>', '|', '=':
		order, rest = code[0], code[1:]
	}
	switch {
	case len(rest) == 0:
		return DType{}, FaultUnknownCode
	case rest[0] == '(' || isDigit(rest[0]):
		return DType{}, FaultCommaString
	case len(rest) == 1:
		return parseLetter(rest[0], order)
	case isLetter(rest[1]):
		return parseName(rest, order)
	}
	return parseSized(rest, order)
}

// parseLetter reads a code of one letter, which has no size.
func parseLetter(letter, order byte) (DType, CodeFaults) {
	switch letter {
	case 'S', 'V', 'O':
		faults := FaultSizeMissing
		if letter == 'O' {
			faults = 0
		}
		return ordered(letter, order, objectSize(letter), faults)
	case 'U':
		return ordered('U', order, 0, FaultSizeMissing)
	case 'a':
		return ordered('S', '|', 0, FaultAliasA|FaultSizeMissing)
	case 'c':
		return ordered('S', order, 1, FaultSizeMissing)
	case 'm', 'M':
		return ordered(letter, order, 8, FaultSizeMissing)
	case 'l', 'L', 'p', 'P', 'n', 'N', 'g', 'G':
		return DType{}, FaultCTypeCode
	}
	kind, size := cType(letter)
	if kind == 0 {
		return DType{}, FaultUnknownCode
	}
	t, _ := ordered(kind, order, size, 0)
	return t, FaultCTypeCode
}

func objectSize(kind byte) int64 {
	if kind == 'O' {
		return 8
	}
	return 0
}

// cType returns the kind and itemsize of the C type that a letter names, of those which have the
// same itemsize on all platforms that NumPy runs on.
func cType(letter byte) (kind byte, size int64) {
	switch letter {
	case '?':
		return 'b', 1
	case 'b':
		return 'i', 1
	case 'B':
		return 'u', 1
	case 'h':
		return 'i', 2
	case 'H':
		return 'u', 2
	case 'i':
		return 'i', 4
	case 'I':
		return 'u', 4
	case 'q':
		return 'i', 8
	case 'Q':
		return 'u', 8
	case 'e':
		return 'f', 2
	case 'f':
		return 'f', 4
	case 'd':
		return 'f', 8
	case 'F':
		return 'c', 8
	case 'D':
		return 'c', 16
	}
	return 0, 0
}

// parseSized reads a kind letter, its size and the unit of a datetime.
func parseSized[T text](code T, order byte) (DType, CodeFaults) {
	kind := code[0]
	switch kind {
	case 'b', 'i', 'u', 'f', 'c', 'm', 'M', 'S', 'U', 'V', 'O', 'a':
	default:
		return DType{}, FaultUnknownCode
	}
	n := parseNumber(code, 1)
	if n.digits == 0 {
		return DType{}, FaultUnknownCode
	}
	var faults CodeFaults
	if n.end < len(code) {
		if isDatetime(kind) && n.end == 2 && n.value == 8 && code[2] == '[' {
			return parseUnit(code[2:], kind, order, 0)
		}
		if isDatetime(kind) && code[n.end] == '[' && code[len(code)-1] == ']' && n.value != 8 {
			return DType{}, FaultInvalidSize
		}
		for i := n.end; i < len(code); i++ {
			if isBlank(code[i]) {
				return DType{}, FaultUnknownCode
			}
		}
		return DType{}, FaultTrailingGarbage
	}
	if kind == 'a' {
		kind, order, faults = 'S', '|', FaultAliasA
	}
	if n.negative {
		return DType{}, faults | FaultSizeNegative
	}
	if !n.plain {
		faults |= FaultSizeSyntax
	}
	size := n.value
	if kind == 'U' {
		size *= 4
	}
	if size > MaxItemsize {
		return DType{}, faults | FaultSizeOverflow
	}
	valid := true
	switch kind {
	case 'b':
		valid = size == 1
	case 'i', 'u':
		valid = size == 1 || size == 2 || size == 4 || size == 8
	case 'f':
		switch size {
		case 2, 4, 8:
		case 10, 12:
			faults |= FaultOtherPlatformFloat
		case 16:
			faults |= FaultPlatformLongdouble
		default:
			valid = false
		}
	case 'c':
		switch size {
		case 8, 16:
		case 20, 24:
			faults |= FaultOtherPlatformFloat
		case 32:
			faults |= FaultPlatformLongdouble
		default:
			valid = false
		}
	case 'm', 'M':
		valid = size == 8
	case 'O':
		valid = size == 4 || size == 8
		// Early releases wrote the size of a pointer, which no file contains.
		faults |= FaultObjectSize
		size = 8
	}
	if !valid {
		return DType{}, faults&^FaultObjectSize | FaultInvalidSize
	}
	return ordered(kind, order, size, faults)
}

// ordered returns a scalar type and adds the faults of its byte order, which is 0 if there is none
// in the type string.
func ordered(kind, order byte, size int64, faults CodeFaults) (DType, CodeFaults) {
	single := false
	switch kind {
	case 'b', 'S', 'V', 'O':
		single = true
	case 'i', 'u':
		single = size == 1
	}
	switch {
	case single && order == 0:
		faults |= FaultOrderMissingSingleByte
	case single && order != '|':
		faults |= FaultOrderOnSingleByte
	case !single && order != '<' && order != '>':
		faults |= FaultNativeByteOrder
		order = '='
	}
	if single {
		order = '|'
	}
	return DType{Kind: kind, Order: order, Itemsize: size}, faults
}

// parseUnit reads the unit of a datetime, from its opening bracket on.
func parseUnit[T text](code T, kind, order byte, faults CodeFaults) (DType, CodeFaults) {
	last := len(code) - 1
	if code[last] != ']' {
		return DType{}, faults | FaultDatetimeUnit
	}
	n := parseNumber(code[:last], 1)
	slash := n.end
	for slash < last && code[slash] != '/' {
		slash++
	}
	unit, ok := unitOf(code[n.end:slash])
	if !ok {
		return DType{}, faults | FaultDatetimeUnit
	}
	if unit == NoUnit {
		faults |= FaultDatetimeForm
	}
	multiple := int64(1)
	if n.digits > 0 {
		multiple = n.value
		if n.negative || multiple == 0 || multiple > 1<<31-1 {
			faults |= FaultDatetimeMultiple
		} else if !n.plain || multiple == 1 {
			faults |= FaultDatetimeForm
		}
	}
	if slash < last {
		den := parseNumber(code[:last], slash+1)
		switch {
		case den.digits == 0 || den.end < last:
			return DType{}, faults | FaultDatetimeUnit
		case den.value == 0:
			faults |= FaultDatetimeDivisorZero
		default:
			faults |= FaultDatetimeDivisor
		}
	}
	if faults&(FaultDatetimeMultiple|FaultDatetimeDivisor|FaultDatetimeDivisorZero) != 0 {
		return DType{}, faults
	}
	t, faults := ordered(kind, order, 8, faults)
	if unit != NoUnit {
		t.Unit, t.Multiple = unit, int32(multiple)
	}
	return t, faults
}

func unitOf[T text](name T) (Unit, bool) {
	switch string(name) {
	case "generic":
		return NoUnit, true
	case "Y":
		return Years, true
	case "M":
		return Months, true
	case "W":
		return Weeks, true
	case "D":
		return Days, true
	case "h":
		return Hours, true
	case "m":
		return Minutes, true
	case "s":
		return Seconds, true
	case "ms":
		return Milliseconds, true
	case "us":
		return Microseconds, true
	case "ns":
		return Nanoseconds, true
	case "ps":
		return Picoseconds, true
	case "fs":
		return Femtoseconds, true
	case "as":
		return Attoseconds, true
	}
	return NoUnit, false
}

// number is a decimal number as C's strtol reads it.
type number struct {
	value    int64 // magnitude, capped far above every limit
	end      int   // the index behind the last digit, or the start if there is no digit
	digits   int
	negative bool // below zero
	plain    bool // without blanks, sign and leading zeros
}

func parseNumber[T text](s T, start int) number {
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

func isDatetime(kind byte) bool { return kind == 'm' || kind == 'M' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// isBlank reports what strtol skips in the C locale.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// parseName reads the names that NumPy 1.x or 2.x gives to its types. Only those of datetimes
// may follow a byte order and precede a unit.
func parseName[T text](name T, order byte) (DType, CodeFaults) {
	end := 0
	for end < len(name) && name[end] != '[' {
		end++
	}
	var kind byte
	switch string(name[:end]) {
	case "datetime64":
		kind = 'M'
	case "timedelta64":
		kind = 'm'
	}
	if kind != 0 {
		if order != '<' && order != '>' {
			order = '='
		}
		if end < len(name) {
			t, faults := parseUnit(name[end:], kind, order, FaultTypeName)
			return t, faults &^ FaultNativeByteOrder
		}
		return DType{Kind: kind, Order: order, Itemsize: 8}, FaultTypeName
	}
	if order != 0 {
		return DType{}, FaultUnknownCode
	}
	kind, size, ok := namedType(name)
	if !ok {
		return DType{}, FaultUnknownCode
	}
	if kind == 0 {
		return DType{}, FaultTypeName
	}
	t, _ := ordered(kind, '=', size, 0)
	return t, FaultTypeName
}

// namedType returns the kind and itemsize of the type with the given name. Kind is 0 if they
// differ between platforms or between the Pythons 2 and 3. The names with capitals went with
// NumPy 1.20, those with a 0 or a trailing _ mostly with NumPy 2.0.
func namedType[T text](name T) (kind byte, size int64, ok bool) {
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
