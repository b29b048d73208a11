package pickle

import (
	"encoding/binary"
	"math"
	"strings"
)

// long1 is an int of up to 255 bytes in two's complement.
func long1(b ...byte) string { return "\x8a" + string([]byte{byte(len(b))}) + string(b) }

// long4 is an int of n bytes, all of them the same.
func long4(n int, b byte) string {
	return "\x8b" + string(binary.LittleEndian.AppendUint32(nil, uint32(n))) + strings.Repeat(string([]byte{b}), n)
}

func binFloat(f float64) string {
	return "G" + string(binary.BigEndian.AppendUint64(nil, math.Float64bits(f)))
}

func many1(n int, f func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}
