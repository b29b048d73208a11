package values

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/npycheck/npycheck/spec"
)

// intStatistic takes in integers of 4 and 8 bytes, dates, and spans of time. It holds an unsigned integer as the signed
// one that is 2^31 or 2^63 less.
type intStatistic struct {
	t       spec.DType
	swapped bool
	bias    uint64 // what unsigned integers are more

	count       int64 // of elements without NaT
	nat, zero   int64
	least, most int64
	high        int64 // the sum, in 128 bits
	low         uint64
}

func newIntStatistic(t *spec.DType) *intStatistic {
	s := &intStatistic{t: *t, swapped: t.Order == '>', least: math.MaxInt64, most: math.MinInt64}
	if t.Kind == 'u' {
		s.bias = 1 << (8*t.Itemsize - 1)
	}
	return s
}

func (s *intStatistic) add(b []byte) {
	if s.t.Itemsize == 4 {
		s.add32(b)
	} else {
		s.add64(b)
	}
}

func (s *intStatistic) add32(b []byte) {
	bias, zero := uint32(s.bias), -int64(s.bias)
	s.count += int64(len(b) / 4)
	least, most, zeros, sum := s.least, s.most, int64(0), int64(0) // of a buffer's worth of elements
	for ; len(b) >= 4; b = b[4:] {
		v := int64(int32(load32(b, s.swapped) ^ bias))
		least, most = min(least, v), max(most, v)
		if v == zero {
			zeros++
		}
		sum += v
	}
	s.least, s.most = least, most
	s.zero += zeros
	var carry uint64
	s.low, carry = bits.Add64(s.low, uint64(sum), 0)
	s.high += sum>>63 + int64(carry)
}

func (s *intStatistic) add64(b []byte) {
	bias, zero := s.bias, -int64(s.bias)
	dates := s.t.Kind == 'm' || s.t.Kind == 'M'
	least, most, high, low, zeros, nat := s.least, s.most, s.high, s.low, int64(0), int64(0)
	s.count += int64(len(b) / 8)
	for ; len(b) >= 8; b = b[8:] {
		v := int64(load64(b, s.swapped) ^ bias)
		if dates && v == math.MinInt64 {
			nat++
			continue
		}
		least, most = min(least, v), max(most, v)
		if v == zero {
			zeros++
		}
		var carry uint64
		low, carry = bits.Add64(low, uint64(v), 0)
		high += v>>63 + int64(carry)
	}
	s.least, s.most, s.high, s.low = least, most, high, low
	s.zero += zeros
	s.nat += nat
	s.count -= nat
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
	stats.Min, stats.Max = pointer(s.show(s.least)), pointer(s.show(s.most))
	if dates {
		return
	}
	sum := new(big.Int).Lsh(big.NewInt(s.high), 64)
	sum.Add(sum, new(big.Int).SetUint64(s.low))
	sum.Add(sum, new(big.Int).Mul(big.NewInt(s.count), new(big.Int).SetUint64(s.bias)))
	stats.Mean = pointer(real64(quotient(sum, s.count)))
}

func (s *intStatistic) show(v int64) Value {
	switch {
	case s.t.Kind == 'M':
		return date(&s.t, v)
	case s.t.Itemsize == 4:
		return integer(v + int64(s.bias))
	case s.t.Kind == 'u':
		return unsigned64(uint64(v) ^ s.bias)
	}
	return integer64(v)
}
