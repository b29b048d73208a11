package dtype

import (
	"bytes"
	"strconv"

	"github.com/npycheck/npycheck/spec"
)

// parseCode reads a type string (clauses npy-5.2 to npy-5.9). It understands everything that any
// NumPy release reads, and reports how it differs from what NumPy writes; a canonical string has no
// faults, except that NumPy itself writes long doubles. Kind is 0 if the type or its itemsize can't
// be known. Faults of a byte order are reported only for known types. parseCode allocates only for
// several types in one string and for a unit with a μ.
func parseCode(code []byte) (spec.DType, codeFaults) {
	switch {
	case len(code) == 1 && int(code[0]) < len(typeNumbers):
		t, _ := parseLetter(typeNumbers[code[0]], 0)
		return t, typeNumber
	case bytes.IndexByte(code, ',') >= 0:
		return parseList(code)
	case bytes.HasSuffix(code, []byte("μs]")): // which NumPy reads like [us]
		t, faults := parseCode(append(bytes.TrimSuffix(code, []byte("μs]")), "us]"...))
		return t, faults | datetimeForm
	case !ascii(code):
		return spec.DType{}, unknownCode
	}
	order := orderIn(code)
	if order != 0 {
		code = code[1:]
	}
	switch {
	case len(code) == 0:
		return spec.DType{}, unknownCode
	case code[0] == '(' || isDigit(code[0]):
		return spec.DType{}, repeatCount
	case len(code) == 1:
		return parseLetter(code[0], order)
	case isLetter(code[1]):
		return parseName(code, order)
	}
	return parseSized(code, order)
}

// typeNumbers has the C type of each of NumPy's type numbers.
const typeNumbers = "?bBhHiIlLqQfdgFDGOSUVMme"

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// orderIn returns the byte order that a type string begins with, or 0.
func orderIn(code []byte) byte {
	if len(code) > 0 {
		switch code[0] {
		case '<', '>', '|', '=':
			return code[0]
		}
	}
	return 0
}

// parseLetter reads a code of one letter, which has no size.
func parseLetter(letter, order byte) (spec.DType, codeFaults) {
	switch letter {
	case 'O':
		return scalar('O', order, pointerSize, 0)
	case 'S', 'U', 'V':
		return scalar(letter, order, 0, sizeMissing)
	case 'a':
		return scalar('S', '|', 0, aliasA|sizeMissing)
	case 'c':
		return scalar('S', order, 1, sizeMissing)
	case 'm', 'M':
		return scalar(letter, order, 8, sizeMissing)
	}
	kind, size, ok := cType(letter)
	if !ok {
		return spec.DType{}, unknownCode
	}
	t, _ := spec.Scalar(kind, order, size)
	return t, cTypeCode
}

// pointerSize is the itemsize of an object in memory. No file holds such a pointer.
const pointerSize = 8

// parseName reads the names that NumPy 1.x or 2.x gives to its types. Only those of datetimes
// may follow a byte order and precede a unit.
func parseName(name []byte, order byte) (spec.DType, codeFaults) {
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
		if end < len(name) {
			t, faults := parseUnit(name[end:], kind, order, typeName)
			return t, faults &^ nativeByteOrder
		}
		t, _ := spec.Scalar(kind, order, 8)
		return t, typeName
	}
	kind, size, ok := namedType(name)
	if !ok || order != 0 {
		return spec.DType{}, unknownCode
	}
	t, _ := spec.Scalar(kind, '=', size)
	return t, typeName
}

// parseSized reads a kind letter, its size and the unit of a datetime.
func parseSized(code []byte, order byte) (spec.DType, codeFaults) {
	kind := code[0]
	switch kind {
	case 'b', 'i', 'u', 'f', 'c', 'm', 'M', 'S', 'U', 'V', 'O', 'a':
	default:
		return spec.DType{}, unknownCode
	}
	n := parseNumber(code, 1)
	if n.digits == 0 {
		return spec.DType{}, unknownCode
	}
	if n.end < len(code) {
		return parseRest(code, n, order)
	}
	var faults codeFaults
	if kind == 'a' {
		kind, order, faults = 'S', '|', aliasA
	}
	if n.negative {
		return spec.DType{}, faults | sizeNegative
	}
	if !n.plain {
		faults |= sizeSyntax
	}
	size := n.value
	if kind == 'U' {
		size *= 4
	}
	if size > spec.MaxItemsize {
		return spec.DType{}, faults | sizeOverflow
	}
	switch {
	case kind == 'O' && (size == 4 || size == pointerSize):
		size = pointerSize
		faults |= objectSize // of a pointer, which early releases wrote
	case kind == 'f' && (size == 10 || size == 12), kind == 'c' && (size == 20 || size == 24):
		faults |= otherPlatformFloat
	case kind == 'f' && size == 16, kind == 'c' && size == 32:
		faults |= platformLongdouble
	}
	return scalar(kind, order, size, faults)
}

// parseRest reads the rest of a type string after the size n: the unit of a datetime, or something
// that doesn't belong there.
func parseRest(code []byte, n number, order byte) (spec.DType, codeFaults) {
	kind, rest := code[0], code[n.end:]
	if (kind == 'm' || kind == 'M') && rest[0] == '[' {
		if n.end == 2 && n.value == 8 {
			return parseUnit(rest, kind, order, 0)
		}
		if n.value != 8 && rest[len(rest)-1] == ']' {
			return spec.DType{}, invalidSize
		}
	}
	for _, c := range rest {
		if isBlank(c) {
			return spec.DType{}, unknownCode
		}
	}
	return spec.DType{}, trailingGarbage
}

// parseUnit reads the unit of a datetime, from its opening bracket on.
func parseUnit(code []byte, kind, order byte, faults codeFaults) (spec.DType, codeFaults) {
	last := len(code) - 1
	if code[last] != ']' {
		return spec.DType{}, faults | datetimeUnit
	}
	n := parseNumber(code[:last], 1)
	slash := n.end
	for slash < last && code[slash] != '/' {
		slash++
	}
	unit, ok := unitNamed(code[n.end:slash])
	if !ok {
		if string(code[n.end:slash]) != "generic" {
			return spec.DType{}, faults | datetimeUnit
		}
		faults |= datetimeForm
	}
	multiple := int64(1)
	if n.digits > 0 {
		multiple = n.value
		if n.negative || multiple == 0 || multiple > 1<<31-1 {
			faults |= datetimeMultiple
		} else if !n.plain || multiple == 1 {
			faults |= datetimeForm
		}
	}
	if slash < last {
		divisor := parseNumber(code[:last], slash+1)
		switch {
		case divisor.digits == 0 || divisor.end < last:
			return spec.DType{}, faults | datetimeUnit
		case divisor.value == 0:
			faults |= datetimeDivisorZero
		case divisor.negative:
			faults |= datetimeDivisorInexact
		case divisor.value > 1:
			smaller, count, ok := divide(unit, divisor.value)
			if !ok {
				faults |= datetimeDivisorInexact
			} else if multiple *= count; multiple > 1<<31-1 {
				faults |= datetimeMultiple
			}
			unit = smaller
			fallthrough
		default:
			faults |= datetimeDivisor
		}
	}
	if faults&(datetimeMultiple|datetimeDivisorInexact|datetimeDivisorZero) != 0 {
		return spec.DType{}, faults &^ datetimeDivisor
	}
	t, faults := scalar(kind, order, 8, faults)
	if unit != spec.NoUnit {
		t.Unit, t.Multiple = unit, int32(multiple)
	}
	return t, faults
}

// scalar returns a scalar type and adds the faults of its itemsize and its byte order, which is 0 if
// there is none in the type string.
func scalar(kind, order byte, itemsize int64, faults codeFaults) (spec.DType, codeFaults) {
	t, ok := spec.Scalar(kind, order, itemsize)
	switch {
	case !ok:
		faults |= invalidSize
	case t.Order == '=':
		faults |= nativeByteOrder
	case order == 0:
		faults |= orderMissingSingleByte
	case order != t.Order:
		faults |= orderOnSingleByte
	}
	return t, faults
}

// parseList reads several types separated by commas, which NumPy reads as fields named f0, f1 and so on (clause
// npy-5.5). Spaces around a comma are ignored.
func parseList(code []byte) (spec.DType, codeFaults) {
	faults := commaString
	fields := make([]spec.Field, 0, 1+bytes.Count(code, []byte{','}))
	for item := range bytes.SplitSeq(code, []byte{','}) {
		item = bytes.Trim(item, " ")
		if len(item) == 0 {
			return spec.DType{}, repeatCount
		}
		t, found := parseCode(item)
		if found&repeatCount != 0 {
			return spec.DType{}, repeatCount
		}
		faults |= found
		if t.Kind != 0 {
			fields = append(fields, spec.Field{Name: "f" + strconv.Itoa(len(fields)), Type: t})
		}
	}
	if len(fields) < cap(fields) {
		return spec.DType{}, faults
	}
	t, err := spec.Struct(fields)
	if err != nil {
		return spec.DType{}, faults | sizeOverflow
	}
	return t, faults
}
