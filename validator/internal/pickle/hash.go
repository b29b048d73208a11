package pickle

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// The hashes of CPython. A file can choose the hashes of numbers and of tuples of numbers, and so give all keys of a
// dictionary the same one: each is then compared with all the others. The hashes of text and bytes are keyed by a
// secret. A checksum stands for them here, so that the same file always gets the same report: a file that chooses the
// checksum can only make its texts look more alike than they are.

const hashModulus = 1<<61 - 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// textHash stands for the hash of text or bytes.
func textHash(s []byte) uint64 {
	return spread(uint64(crc32.Checksum(s, castagnoli)) ^ uint64(len(s))<<32)
}

// intHash is the hash of an int.
func intHash(n int64) uint64 {
	u, neg := uint64(n), n < 0
	if neg {
		u = -u
	}
	return signedHash(u%hashModulus, neg)
}

// signedHash gives a residue its sign. -1 means failure in CPython, which uses -2 instead.
func signedHash(h uint64, neg bool) uint64 {
	if !neg {
		return h
	}
	if h == 1 {
		h = 2
	}
	return -h
}

// modHash returns the residue of b, which holds bytes of a number from the lowest on, times 2 to the
// shift, added to h. The number may be longer than its first eight bytes.
func modHash(h uint64, b []byte, shift uint) uint64 {
	for ; len(b) > 0; shift += 32 {
		var word uint64
		n := min(4, len(b))
		for i := range n {
			word |= uint64(b[i]) << (8 * i)
		}
		b = b[n:]
		h = (h + rotate61(word, shift)) % hashModulus
	}
	return h
}

// rotate61 multiplies by a power of two modulo 2^61-1.
func rotate61(h uint64, shift uint) uint64 {
	shift %= 61
	h %= hashModulus
	return (h<<shift&hashModulus | h>>(61-shift)) % hashModulus
}

// bytesHash is the hash of an int in two's complement.
func bytesHash(b []byte) uint64 {
	return endHash(modHash(0, b, 0), int64(len(b)), len(b) > 0 && b[len(b)-1] >= 0x80)
}

// endHash turns the residue of n unsigned bytes into the hash of the int that they are in two's
// complement.
func endHash(h uint64, n int64, neg bool) uint64 {
	if !neg {
		return h
	}
	top := rotate61(1, uint(n*8%61)) // 2^(8n), to subtract
	return signedHash((top+hashModulus-h)%hashModulus, true)
}

// decimalHash is the hash of an int in decimal digits, which are not checked.
func decimalHash(digits string) uint64 {
	digits, neg := strings.CutPrefix(digits, "-")
	return signedHash(residue(digits), neg)
}

func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a%hashModulus, b%hashModulus)
	return (lo&hashModulus + (lo>>61 | hi<<3)) % hashModulus
}

func powMod(b, e uint64) uint64 {
	h := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			h = mulMod(h, b)
		}
		b = mulMod(b, b)
	}
	return h
}

// ratioHash is the hash of a fraction of two ints, whose hashes are given. It treats -1 as -2, which has the same
// hash.
func ratioHash(n, d uint64) uint64 {
	neg := int64(n) < 0
	if neg {
		n = -n
	}
	return signedHash(mulMod(n, powMod(d, hashModulus-2)), neg)
}

// floatHash is the hash of a float.
func floatHash(f float64) uint64 {
	switch {
	case math.IsInf(f, 1):
		return 314159
	case math.IsInf(f, -1):
		return signedHash(314159, true)
	case math.IsNaN(f):
		return 0
	}
	m, e := math.Frexp(math.Abs(f))
	return signedHash(rotate61(uint64(m*(1<<53)), uint((e-53)%61+61)), f < 0)
}

// imagFactor is the factor by which Python multiplies the hash of an imaginary part.
const imagFactor = 1000003

// bitsFloat returns the float of four or eight bytes, the lowest first.
func bitsFloat(b []byte) float64 {
	if len(b) == 4 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// fractionText returns the hash of a decimal number or a fraction in text, which is not checked.
func fractionText(text string) uint64 {
	number, neg := strings.CutPrefix(text, "-")
	if number == "" || number[0] < '0' || number[0] > '9' {
		return textHash([]byte(text)) // a NaN or an infinity
	}
	power := ""
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		number, power = number[:i], number[i+1:]
	}
	number, below, ratio := strings.Cut(number, "/")
	whole, part, _ := strings.Cut(number, ".")
	h := mulMod(residue(whole), powMod(10, uint64(len(part)))) + residue(part)
	if ratio {
		h = mulMod(h, powMod(residue(below), hashModulus-2))
	}
	exponent, _ := strconv.ParseInt(power, 10, 32)
	ten := uint64(10)
	if exponent -= int64(len(part)); exponent < 0 {
		ten, exponent = powMod(ten, hashModulus-2), -exponent
	}
	return signedHash(mulMod(h, powMod(ten, uint64(exponent))), neg)
}

// residue returns the residue of a number in decimal digits.
func residue(digits string) uint64 {
	const most = 18 // digits of a number below the modulus
	h := uint64(0)
	for len(digits) > 0 {
		n, part, power := min(most, len(digits)), uint64(0), uint64(1)
		for _, d := range []byte(digits[:n]) {
			part, power = 10*part+uint64(d-'0'), 10*power
		}
		h = mulMod(h, power) + part
		digits = digits[n:]
	}
	return h % hashModulus
}

// chosenHash stands for every unknown hash: the file may have made it equal to that of other keys.
const chosenHash = 0x6368_6f73_656e

// spread mixes the bits of a number, as SplitMix64 does.
func spread(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
