package values

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/npycheck/npycheck/spec"
)

// floatStatistic takes in real numbers of 4 and 8 bytes.
type floatStatistic struct {
	size    int
	swapped bool

	nan, zero   int64
	least, most int64 // ordered
	sum         *sum  // of what isn't NaN
}

func newFloatStatistic(t *spec.DType) *floatStatistic {
	size := int(t.Itemsize)
	return &floatStatistic{
		size:    size,
		swapped: t.Order == '>',
		least:   math.MaxInt64,
		most:    math.MinInt64,
		sum:     newFloatSum(size),
	}
}

// ordered32 returns the bits of a float32 as an integer that is less than that of a greater number, and the other way
// round. Negative zero is less than zero.
func ordered32(bits int32) int32 { return bits ^ bits>>31&math.MaxInt32 }

func ordered64(bits int64) int64 { return bits ^ bits>>63&math.MaxInt64 }

func (s *floatStatistic) add(b []byte) {
	s.sum.reserve(len(b) / s.size)
	nan := s.nan
	if s.size == 4 {
		s.add32(b)
	} else {
		s.add64(b)
	}
	s.sum.count -= s.nan - nan
}

func (s *floatStatistic) add32(b []byte) {
	least, most, zero := int32(math.MaxInt32), int32(math.MinInt32), int64(0)
	for ; len(b) >= 4; b = b[4:] {
		u := load32(b, s.swapped)
		switch {
		case u<<1 < 0xff<<24:
			s.sum.add32(u)
		case u<<1 == 0xff<<24:
			s.sum.addInfinite(u>>31 != 0)
		default:
			s.nan++
			continue
		}
		if u<<1 == 0 {
			zero++
		}
		v := ordered32(int32(u))
		least, most = min(least, v), max(most, v)
	}
	if least <= most {
		s.least, s.most = min(s.least, int64(least)), max(s.most, int64(most))
	}
	s.zero += zero
}

func (s *floatStatistic) add64(b []byte) {
	least, most, zero := s.least, s.most, int64(0)
	for ; len(b) >= 8; b = b[8:] {
		u := load64(b, s.swapped)
		switch {
		case u<<1 < 0x7ff<<53:
			s.sum.add64(u)
		case u<<1 == 0x7ff<<53:
			s.sum.addInfinite(u>>63 != 0)
		default:
			s.nan++
			continue
		}
		if u<<1 == 0 {
			zero++
		}
		v := ordered64(int64(u))
		least, most = min(least, v), max(most, v)
	}
	s.least, s.most = least, most
	s.zero += zero
}

func load32(b []byte, swapped bool) uint32 {
	u := binary.LittleEndian.Uint32(b)
	if swapped {
		u = bits.ReverseBytes32(u)
	}
	return u
}

func load64(b []byte, swapped bool) uint64 {
	u := binary.LittleEndian.Uint64(b)
	if swapped {
		u = bits.ReverseBytes64(u)
	}
	return u
}

func (s *floatStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	if stats.Mean = s.sum.mean64(); stats.Mean != nil {
		least, most := s.number(s.least), s.number(s.most)
		stats.Min, stats.Max = pointer(realOf(s.size, least)), pointer(realOf(s.size, most))
		largest, normal := max(-least, most), 0x1p-1022
		if s.size == 4 {
			normal = 0x1p-126
		}
		stats.Subnormal = largest > 0 && largest < normal
	}
}

// number returns what ordered32 and ordered64 made an integer of.
func (s *floatStatistic) number(v int64) float64 {
	if s.size == 4 {
		return float64(math.Float32frombits(uint32(ordered32(int32(v)))))
	}
	return math.Float64frombits(uint64(ordered64(v)))
}

// complexStatistic takes in complex numbers of 8 and 16 bytes.
type complexStatistic struct {
	size    int // of a part
	swapped bool

	nan, zero int64
	sums      [2]*sum // of the parts, where neither is NaN
}

func newComplexStatistic(t *spec.DType) *complexStatistic {
	return &complexStatistic{
		size:    int(t.Itemsize) / 2,
		swapped: t.Order == '>',
		sums:    [2]*sum{newFloatSum(8), newFloatSum(8)},
	}
}

func (s *complexStatistic) add(b []byte) {
	for _, sum := range s.sums {
		sum.reserve(len(b) / (2 * s.size))
	}
	nan := s.nan
	for ; len(b) >= 2*s.size; b = b[2*s.size:] {
		re, im := s.part(b), s.part(b[s.size:])
		if re<<1 > 0x7ff<<53 || im<<1 > 0x7ff<<53 {
			s.nan++
			continue
		}
		if (re|im)<<1 == 0 {
			s.zero++
		}
		for i, u := range [2]uint64{re, im} {
			if u<<1 == 0x7ff<<53 {
				s.sums[i].addInfinite(u>>63 != 0)
			} else {
				s.sums[i].add64(u)
			}
		}
	}
	for _, sum := range s.sums {
		sum.count -= s.nan - nan
	}
}

// part returns the bits of a part as a float64.
func (s *complexStatistic) part(b []byte) uint64 {
	if s.size == 4 {
		return math.Float64bits(float64(math.Float32frombits(load32(b, s.swapped))))
	}
	return load64(b, s.swapped)
}

func (s *complexStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	if re, im := s.sums[0].mean64(), s.sums[1].mean64(); re != nil {
		stats.Mean = pointer(complexOf(*re, *im))
	}
}
