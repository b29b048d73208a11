package values

import (
	"math"
	"math/big"
)

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
