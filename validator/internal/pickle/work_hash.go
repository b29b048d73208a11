package pickle

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
)

// The hashes of CPython. A file can choose those of numbers and of tuples of them, and so let the keys of
// a dictionary all have the same one: each is then compared with all the others. The hashes of text and
// bytes are keyed by a secret. A checksum stands for them here, so that the same file always gets the same
// report: a file that chooses it can only make its texts look more alike than they are.

const hashModulus = 1<<61 - 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// textHash stands for the hash of text or bytes.
func textHash(s []byte) uint64 {
	return spread(uint64(crc32.Checksum(s, castagnoli)) ^ uint64(len(s))<<32)
}

// spread mixes the bits of a number, as SplitMix64 does.
func spread(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
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

// scalarHash is the hash of a scalar of NumPy, as far as a file can choose it. That of a time is its number,
// whatever the unit.
func scalarHash(t *dtype, data *value) uint64 {
	if t == nil {
		return chosen
	}
	switch t.kind {
	case 'c':
		b := []byte(data.text)
		if !data.known || len(b) != int(t.itemsize) || len(b) != 8 && len(b) != 16 {
			return chosen
		}
		if t.order == '>' {
			slices.Reverse(b)
			return floatHash(bitsFloat(b[len(b)/2:])) + imagFactor*floatHash(bitsFloat(b[:len(b)/2]))
		}
		return floatHash(bitsFloat(b[:len(b)/2])) + imagFactor*floatHash(bitsFloat(b[len(b)/2:]))
	case 'f':
		b := []byte(data.text)
		switch {
		case !data.known || len(b) != int(t.itemsize) || len(b) > 8:
			return chosen
		case t.order == '>':
			slices.Reverse(b)
		}
		if len(b) == 2 {
			return data.hash // few values
		}
		return floatHash(bitsFloat(b))
	}
	return data.hash
}

// imagFactor is what Python multiplies the hash of an imaginary part with.
const imagFactor = 1000003

// bitsFloat returns the float of four or eight bytes, the lowest first.
func bitsFloat(b []byte) float64 {
	if len(b) == 4 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
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
		return textHash([]byte(text)) // a NaN or an infinity
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

const (
	fewCounters  = 1 << 12
	manyCounters = 1 << 18 // of 4 bytes each
	fullCounters = 4       // values for each counter at which there are to be more of them
	noise        = 8       // what a counter may have more than twice the mean
)

// keyCounts counts the values of each hash in each group, which is a collection and what was made of it.
// Values of different hashes can share a counter, and so can groups: what a counter has that all have is
// taken for chance. Values of one hash always share theirs, so that no file can hide them but among very
// many others.
type keyCounts struct {
	counters []uint32
	mass     int64 // the sum of the counters
	values   int64 // that were counted by now
	groups   uint32
	tables   probeTables
}

// group returns the number of a new group.
func (k *keyCounts) group() uint32 {
	k.groups++
	return k.groups
}

// add counts a value with a weight, and returns the weight of the others in its group that have the same
// hash.
func (k *keyCounts) add(group uint32, hash uint64, weight int64) int64 {
	if k.counters == nil {
		k.counters = make([]uint32, fewCounters)
	}
	if k.values++; k.values > fullCounters*fewCounters && len(k.counters) == fewCounters {
		k.grow()
	}
	c := &k.counters[spread(hash^spread(uint64(group)))%uint64(len(k.counters))]
	met := int64(*c)
	*c = uint32(min(met+weight, math.MaxUint32))
	k.mass += int64(*c) - met
	return max(0, met-2*k.mass/int64(len(k.counters))-noise)
}

// grow makes the counters many. Each of the new ones begins where the old one is that it takes over from.
func (k *keyCounts) grow() {
	few := k.counters
	k.counters = make([]uint32, manyCounters)
	for i := range k.counters {
		k.counters[i] = few[i%fewCounters]
	}
	k.mass *= manyCounters / fewCounters
}
