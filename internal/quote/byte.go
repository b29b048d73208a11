package quote

import "fmt"

// Byte shows a byte as its ASCII character, or as a number.
func Byte(c byte) string {
	if c < ' ' || c > '~' {
		return fmt.Sprintf("byte 0x%02x", c)
	}
	return enclose(string(rune(c)))
}

// Hex shows bytes as hexadecimal numbers.
func Hex(b []byte) string {
	if len(b) == 0 {
		return "nothing"
	}
	return fmt.Sprintf("% x", b)
}
