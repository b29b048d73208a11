package spec

import "strconv"

// Code returns the type string of a scalar type: "<f8", "|S5", "<M8[25s]". It is "" for any other type.
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

type characters interface{ ~string | ~[]byte }

// ParseCode reads what Code returns for types that NumPy writes, and neither =f8 nor float64. It doesn't allocate.
func ParseCode[T characters](code T) (t DType, ok bool) {
	if len(code) < 2 {
		return DType{}, false
	}
	order, kind := code[0], code[1]
	size, end := parseNumber(code, 2)
	switch {
	case (end == 2) != (kind == 'O'):
		return DType{}, false
	case kind == 'O':
		size = objectSize
	case kind == 'U':
		size *= 4
	}
	t, ok = Scalar(kind, order, size)
	if !ok || order == '=' || order != t.Order {
		return DType{}, false
	}
	if end == len(code) {
		return t, true
	}
	last := len(code) - 1
	if kind != 'm' && kind != 'M' || code[end] != '[' || code[last] != ']' {
		return DType{}, false
	}
	multiple, name := parseNumber(code[:last], end+1)
	switch {
	case name == end+1:
		multiple = 1
	case multiple < 2 || multiple > 1<<31-1:
		return DType{}, false
	}
	t.Unit, ok = parseUnit(code[name:last])
	t.Multiple = int32(multiple)
	if !ok {
		return DType{}, false
	}
	return t, true
}

// parseNumber reads a decimal number without superfluous zeros. The end is the index after it, or
// start if there is none. A number far above every limit stays large, but is not exact.
func parseNumber[T characters](s T, start int) (value int64, end int) {
	end = start
	for end < len(s) && '0' <= s[end] && s[end] <= '9' {
		value = min(value*10+int64(s[end]-'0'), 1<<40)
		end++
	}
	if end > start+1 && s[start] == '0' {
		return 0, start
	}
	return value, end
}
