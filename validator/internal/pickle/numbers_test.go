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

func long8(n int64) string { return long1(binary.LittleEndian.AppendUint64(nil, uint64(n))...) }

func binInt(n uint64) string { return "J" + string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

func binFloat(f float64) string {
	return "G" + string(binary.BigEndian.AppendUint64(nil, math.Float64bits(f)))
}

// multiple is the int i·(2^61-1), whose hash is 0.
func multiple(i int) string {
	const modulus = 1<<61 - 1
	lo, hi := uint64(i)*modulus, uint64(0)
	if i >= 8 {
		hi = uint64(i) >> 3
		lo = uint64(i)<<61 - uint64(i)
		if uint64(i) > uint64(i)<<61 {
			hi--
		}
	}
	b := binary.LittleEndian.AppendUint64(nil, lo)
	return long1(append(b, byte(hi), byte(hi>>8), 0)...)
}

func many1(n int, f func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}
