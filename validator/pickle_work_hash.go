package validator

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// The hashes of CPython. A file can choose those of numbers and of tuples of them, and so let the keys of
// a dictionary all have the same one: each is then compared with all the others. The hashes of text and
// bytes are keyed by a secret, which a random value stands for here.

const hashModulus = 1<<61 - 1

// secret keys what a file can't know, and spreads what it can over the counters of a sketch.
var secret = maphash.MakeSeed()

// textHash stands for the hash of text or bytes.
func textHash[T ~string | ~[]byte](s T) uint64 { return maphash.String(secret, string(s)) }

// spread mixes a number with the secret.
func spread(h uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], h)
	return maphash.Bytes(secret, b[:])
}

// intHash is the hash of an int.
func intHash(n int64) uint64 {
	u, neg := uint64(n), n < 0
	if neg {
		u = -u
	}
	return signedHash(u%hashModulus, neg)
}

// signedHash gives a residue its sign. -1 stands for a failure, so that -2 takes its place.
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
	h := uint64(0)
	for _, d := range []byte(digits) {
		h = mulMod(h, 10) + uint64(d-'0')
	}
	return signedHash(h%hashModulus, neg)
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

// ratioHash is the hash of a fraction of two ints, whose hashes are given. It takes -1 for -2, which has
// the same hash.
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

// The constants of the hash of a tuple, from xxHash.
const (
	tuplePrime1 = 11400714785074694791
	tuplePrime2 = 14029467366897019727
	tuplePrime5 = 2870177450012600261
)

// tupleHash is the hash of a tuple.
func tupleHash(items []value) uint64 {
	acc := uint64(tuplePrime5)
	for i := range items {
		acc += items[i].hash * tuplePrime2
		acc = bits.RotateLeft64(acc, 31) * tuplePrime1
	}
	return acc + (uint64(len(items)) ^ (tuplePrime5 ^ 3527539))
}

// setHash is the hash of a frozenset of at most maxSetHash elements, and chosen for others and where two
// elements have the same hash, of which Python may keep one.
func setHash(items []value) uint64 {
	const maxSetHash = 16
	if len(items) > maxSetHash {
		return chosen
	}
	h := uint64(0)
	for i := range items {
		e := items[i].hash
		for j := range i {
			if items[j].hash == e {
				return chosen
			}
		}
		h ^= (e ^ 89869747 ^ e<<16) * 3644798167
	}
	h ^= uint64(len(items)+1) * 1927868237
	h ^= h>>11 ^ h>>25
	return h*69069 + 907133923
}

// chosen stands for every hash that isn't known: the file may have chosen it to be that of other keys.
const chosen = 0x6368_6f73_656e

// safe reports whether the hash of a value is keyed, or the same for all values that are equal to it.
func (v *value) safe() bool {
	return v.kind == kindText || v.kind == kindBytes || v.kind == kindNone || v.kind == kindBool || v.kind == kindGlobal
}

// fractionText returns the hash of a decimal number or a fraction in text.
func fractionText(text string) uint64 {
	if len(text) > 100 || strings.ContainsAny(text, "eE_") && len(text) > 24 {
		return chosen
	}
	r, ok := new(big.Rat).SetString(boundExponent(text))
	if !ok {
		return textHash(text) // a NaN or an infinity
	}
	mod := big.NewInt(hashModulus)
	n := new(big.Int).Mod(new(big.Int).Abs(r.Num()), mod).Uint64()
	return signedHash(mulMod(n, powMod(new(big.Int).Mod(r.Denom(), mod).Uint64(), hashModulus-2)), r.Sign() < 0)
}

// boundExponent returns text, or nothing if a number in it has an exponent that makes it large.
func boundExponent(text string) string {
	if i := strings.IndexAny(text, "eE"); i >= 0 && len(strings.TrimLeft(text[i+1:], "+-")) > 3 {
		return ""
	}
	return text
}

const sketchSize = 32 // counters; the estimate is right within a quarter

// sketch estimates how many pairs of values have the same hash: each value adds a sign that follows from
// its hash to a counter that does so too, so that values of different hashes cancel out.
type sketch struct {
	counters [sketchSize]float32
	values   int64 // sum of the squares of all weights
	met      int64 // pairs that were paid for
}

// add counts a value with a weight.
func (s *sketch) add(hash uint64, weight int64) {
	h := spread(hash)
	if h>>63 == 1 {
		s.counters[h%sketchSize] -= float32(weight)
	} else {
		s.counters[h%sketchSize] += float32(weight)
	}
	s.values = saturate(s.values, weight*weight)
}

// merge counts the values of another sketch.
func (s *sketch) merge(t *sketch) {
	if t == nil {
		return
	}
	for i, c := range t.counters {
		s.counters[i] += c
	}
	s.values = saturate(s.values, t.values)
}

// pairs returns about how many pairs have the same hash, each as often as the product of its weights.
func (s *sketch) pairs() int64 {
	if s == nil {
		return 0
	}
	sum := 0.0
	for _, c := range s.counters {
		sum += float64(c) * float64(c)
	}
	// Of n different values the sum is about n, and up to twice as much.
	return int64(min(max(0, sum/2-float64(s.values)), maxSize))
}
