package values

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"

	"github.com/npycheck/npycheck/spec"
)

// intStatistic takes in integers of 2 to 8 bytes, and dates. It holds a uint64 as the int64 that is 2^63 less.
type intStatistic struct {
	t      spec.DType
	decode func(dst []int64, src []byte)
	numbers
	swap [8 * chunk]byte
	list [chunk]int64

	count       int64 // of elements without NaT
	nat         int64
	zero        int64
	least, most int64
	high        int64 // the sum, in 128 bits
	low         uint64
}

// numbers says how numbers stand in the data.
type numbers struct {
	size    int
	swapped bool
}

func newIntStatistic(t *spec.DType) *intStatistic {
	return &intStatistic{
		t:       *t,
		decode:  intDecoder(t.Kind, t.Itemsize),
		numbers: numbers{int(t.Itemsize), t.Order == '>'},
		least:   math.MaxInt64,
		most:    math.MinInt64,
	}
}

func intDecoder(kind byte, size int64) func(dst []int64, src []byte) {
	le := binary.LittleEndian
	switch {
	case size == 2 && kind == 'i':
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int64(int16(le.Uint16(src[2*i:])))
			}
		}
	case size == 2:
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int64(le.Uint16(src[2*i:]))
			}
		}
	case size == 4 && kind == 'i':
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int64(int32(le.Uint32(src[4*i:])))
			}
		}
	case size == 4:
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int64(le.Uint32(src[4*i:]))
			}
		}
	case kind == 'u':
		return func(dst []int64, src []byte) {
			for i := range dst {
				dst[i] = int64(le.Uint64(src[8*i:]) ^ 1<<63)
			}
		}
	}
	return func(dst []int64, src []byte) {
		for i := range dst {
			dst[i] = int64(le.Uint64(src[8*i:]))
		}
	}
}

// next cuts the bytes of at most n numbers off b. They are little-endian, in swap if they weren't.
func (f numbers) next(b, swap []byte, n int) (first, rest []byte) {
	n = min(len(b), n*f.size)
	first, rest = b[:n], b[n:]
	if !f.swapped {
		return first, rest
	}
	swap = swap[:n]
	be, le := binary.BigEndian, binary.LittleEndian
	switch f.size {
	case 2:
		for i := 0; i < n; i += 2 {
			le.PutUint16(swap[i:], be.Uint16(first[i:]))
		}
	case 4:
		for i := 0; i < n; i += 4 {
			le.PutUint32(swap[i:], be.Uint32(first[i:]))
		}
	default:
		for i := 0; i < n; i += 8 {
			le.PutUint64(swap[i:], be.Uint64(first[i:]))
		}
	}
	return swap, rest
}

func (s *intStatistic) add(b []byte) {
	var first []byte
	for len(b) > 0 {
		first, b = s.next(b, s.swap[:], chunk)
		x := s.list[:len(first)/s.size]
		s.decode(x, first)
		if s.t.Kind == 'm' || s.t.Kind == 'M' {
			n := len(x)
			x = without(x, math.MinInt64)
			s.nat += int64(n - len(x))
		}
		s.numbersIn(x)
	}
}

// without takes a value out of x.
func without(x []int64, value int64) []int64 {
	kept := x[:0]
	for _, v := range x {
		if v != value {
			kept = append(kept, v)
		}
	}
	return kept
}

func (s *intStatistic) numbersIn(x []int64) {
	zero := int64(0)
	if s.t.Kind == 'u' && s.size == 8 {
		zero = math.MinInt64
	}
	least, most, high, low, zeros := s.least, s.most, s.high, s.low, s.zero
	for _, v := range x {
		least, most = min(least, v), max(most, v)
		if v == zero {
			zeros++
		}
		var carry uint64
		low, carry = bits.Add64(low, uint64(v), 0)
		high += v>>63 + int64(carry)
	}
	s.least, s.most, s.high, s.low, s.zero = least, most, high, low, zeros
	s.count += int64(len(x))
}

func (s *intStatistic) result(stats *Stats) {
	dates := s.t.Kind == 'M'
	if dates || s.t.Kind == 'm' {
		stats.Missing, stats.MissingName = s.nat, "NaT"
	}
	stats.Zero, stats.HasZero = s.zero, true
	if dates {
		stats.Zero, stats.HasZero = 0, false // the epoch is a date as any other
	}
	if s.count == 0 {
		return
	}
	sum := new(big.Int).Lsh(big.NewInt(s.high), 64)
	sum.Add(sum, new(big.Int).SetUint64(s.low))
	if s.t.Kind == 'u' && s.size == 8 {
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(s.count), 63))
	}
	stats.Min, stats.Max = pointer(s.show(s.least)), pointer(s.show(s.most))
	if !dates {
		stats.Mean = pointer(real64(quotient(new(big.Rat).SetInt(sum), s.count)))
	}
}

func (s *intStatistic) show(v int64) Value {
	switch {
	case s.t.Kind == 'M':
		return date(&s.t, v)
	case s.size < 8:
		return integer(v)
	case s.t.Kind == 'u':
		return unsigned64(uint64(v) ^ 1<<63)
	}
	return integer64(v)
}
