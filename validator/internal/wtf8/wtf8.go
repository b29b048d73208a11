// Package wtf8 encodes Python text, which may contain lone surrogates, as bytes.
package wtf8

import "unicode/utf8"

// Append appends a character to dst as UTF-8, and a surrogate as if it were a character.
func Append(dst []byte, r rune) []byte {
	if 0xd800 <= r && r <= 0xdfff {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f))
	}
	return utf8.AppendRune(dst, r)
}
