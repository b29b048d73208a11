package inspect

import (
	"encoding/binary"
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

// sum adds up real numbers exactly: as integers, those of each sign and exponent for themselves.
type sum struct {
	unit  int             // the last bit of the least numbers is 2^unit
	sign  uint            // the bit of the sign, next to the exponent
	bins  []bin           // by sign and exponent as numbers have them
	long  map[uint64]*bin // the same of long doubles, too many for a list
	total big.Int

	count        int64 // of all numbers
	room         int64 // for that many more numbers in the bins
	above, below int64 // infinite numbers, which are in no bin
}

// bin has the sum of mantissas, and of their upper halves if they have more than 32 bits.
type bin struct{ low, high uint64 }

// maxBin is how many numbers fit into a bin.
const maxBin = math.MaxUint32

// newFloatSum returns a sum of float32 or float64, by their size.
func newFloatSum(size int) *sum {
	if size == 4 {
		return &sum{unit: -149, sign: 8, bins: make([]bin, 1<<9), room: maxBin}
	}
	return &sum{unit: -1074, sign: 11, bins: make([]bin, 1<<12), room: maxBin}
}

// newLongSum returns a sum of long doubles of x86.
func newLongSum() *sum {
	return &sum{unit: 1 - longBias, sign: 15, long: make(map[uint64]*bin), room: maxBin}
}

// reserve makes room for n more numbers, at most maxBin, and counts them.
func (s *sum) reserve(n int) {
	if s.room < int64(n) {
		s.fold()
	}
	s.room -= int64(n)
	s.count += int64(n)
}

// add32 adds a finite float32, for which there is room.
func (s *sum) add32(u uint32) {
	e := u >> 23
	normal := (e&0xff + 0xff) >> 8 // 1, or 0 if there is no bit before the point
	s.bins[e].low += uint64(u&(1<<23-1) | normal<<23)
}

// add64 adds a finite float64, for which there is room.
func (s *sum) add64(u uint64) {
	e := u >> 52
	normal := (e&0x7ff + 0x7ff) >> 11
	s.bins[e].add(u&(1<<52-1) | normal<<52)
}

// addLong adds a finite long double, for which there is room.
func (s *sum) addLong(x longDouble) {
	e := x.signAndExponent()
	b := s.long[e]
	if b == nil {
		b = new(bin)
		s.long[e] = b
	}
	b.add(x.mantissa)
}

func (b *bin) add(mantissa uint64) {
	b.low += mantissa & math.MaxUint32
	b.high += mantissa >> 32
}

// addInfinite adds an infinite number.
func (s *sum) addInfinite(negative bool) {
	if negative {
		s.below++
	} else {
		s.above++
	}
}

// fold empties the bins into the total.
func (s *sum) fold() {
	for e := range s.bins {
		s.foldBin(uint64(e), &s.bins[e])
	}
	for e, b := range s.long {
		s.foldBin(e, b)
	}
	s.room = maxBin
}

func (s *sum) foldBin(e uint64, b *bin) {
	if *b == (bin{}) {
		return
	}
	part := new(big.Int).SetUint64(b.high)
	part.Lsh(part, 32)
	part.Add(part, new(big.Int).SetUint64(b.low))
	exponent := e &^ (1 << s.sign)
	part.Lsh(part, uint(max(exponent, 1)-1)) // what has the exponent 0 counts as if it were 1
	if exponent == e {
		s.total.Add(&s.total, part)
	} else {
		s.total.Sub(&s.total, part)
	}
	*b = bin{}
}

// mean returns the mean: exactly, or as an infinity or NaN, or neither if there are no numbers.
func (s *sum) mean() (exact *big.Rat, infinite *Value) {
	switch {
	case s.above > 0 && s.below > 0:
		return nil, pointer(real64(math.NaN()))
	case s.above > 0:
		return nil, pointer(real64(math.Inf(1)))
	case s.below > 0:
		return nil, pointer(real64(math.Inf(-1)))
	case s.count == 0:
		return nil, nil
	}
	s.fold()
	return new(big.Rat).SetFrac(&s.total, new(big.Int).Lsh(big.NewInt(s.count), uint(-s.unit))), nil
}

// mean64 returns the mean as a float64, if there is one.
func (s *sum) mean64() *Value {
	exact, infinite := s.mean()
	if exact == nil {
		return infinite
	}
	v, _ := exact.Float64()
	return pointer(real64(v))
}

// meanLong returns the mean as a long double, if there is one.
func (s *sum) meanLong() *Value {
	exact, infinite := s.mean()
	if exact == nil {
		return infinite
	}
	return pointer(bigReal(new(big.Float).SetPrec(64).SetRat(exact)))
}
