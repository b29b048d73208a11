package dtype

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
