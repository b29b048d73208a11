package values

import (
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
)

// errLongDouble is about numbers that only the machine that wrote them knows how to read.
var errLongDouble = errors.New("long doubles that are not those of x86, whose format the dtype doesn't tell")

// longDouble is a number of the x87 unit: 64 bits of which the highest is the one before the point, an exponent, and
// a sign.
type longDouble struct {
	mantissa uint64
	exponent uint16 // with its bias of 16383
	negative bool
	padded   bool // there are bytes other than zero in its padding
}

const (
	longBias     = 16383 + 63
	longInfinite = 0x7fff
)

// longDoubleOf returns what the bytes of an element are; its padding may be anything.
func longDoubleOf(b []byte, swapped bool) longDouble {
	var e [16]byte
	n := copy(e[:], b)
	if swapped {
		slices.Reverse(e[:n])
	}
	top := binary.LittleEndian.Uint16(e[8:])
	padded := slices.ContainsFunc(e[10:], func(c byte) bool { return c != 0 })
	return longDouble{binary.LittleEndian.Uint64(e[:]), top & longInfinite, top>>15 != 0, padded}
}

// valid reports whether the number can be one of the x87 unit: the bit before the point is as that writes it, and
// what is in the padding is not the rest of another kind of number. Those have it where an exponent beyond that of
// a float64 seems to be.
func (x longDouble) valid() bool {
	const least, most = 16383 - 1023, 16383 + 1024
	ordinary := x.exponent >= least && x.exponent <= most || x.exponent == 0 || x.exponent == longInfinite
	return (x.exponent != 0) == (x.mantissa>>63 != 0) && (ordinary || !x.padded)
}

func (x longDouble) zero() bool     { return x.exponent == 0 && x.mantissa == 0 }
func (x longDouble) infinite() bool { return x.exponent == longInfinite && x.mantissa<<1 == 0 }
func (x longDouble) nan() bool      { return x.exponent == longInfinite && x.mantissa<<1 != 0 }

// set sets z to a finite x.
func (x longDouble) set(z *big.Float) {
	z.SetUint64(x.mantissa)
	z.SetMantExp(z, int(max(x.exponent, 1))-longBias)
	if x.negative {
		z.Neg(z)
	}
}

// less reports whether x is less than y. Neither is NaN.
func (x longDouble) less(y longDouble) bool {
	if x.zero() && y.zero() {
		return false
	}
	if x.negative != y.negative {
		return x.negative
	}
	if x.negative {
		x, y = y, x
	}
	return x.exponent < y.exponent || x.exponent == y.exponent && x.mantissa < y.mantissa
}

func (x longDouble) value() Value {
	switch {
	case x.nan():
		return special("nan", "NaN")
	case x.infinite() && x.negative:
		return special("-inf", "-Infinity")
	case x.infinite():
		return special("inf", "Infinity")
	case x.zero() && x.negative:
		return special("-0", "-0.0")
	}
	z := new(big.Float).SetPrec(64)
	x.set(z)
	return bigReal(z)
}

// longStatistic takes in long doubles.
type longStatistic struct {
	size    int
	swapped bool

	count, nan, zero int64
	above, below     int64 // infinite ones
	least, most      longDouble
	total, term      big.Float

	invalid bool // an element that x86 doesn't write
	normal  bool // an element that other machines don't write like this
	other   bool // an element that isn't zero, or has bytes in its padding
}

func (s *longStatistic) add(b []byte) {
	if s.total.Prec() == 0 {
		s.total.SetPrec(256)
		s.term.SetPrec(64)
	}
	for ; len(b) >= s.size && !s.invalid; b = b[s.size:] {
		x := longDoubleOf(b[:s.size], s.swapped)
		if !x.valid() {
			s.invalid = true
			return
		}
		s.normal = s.normal || x.exponent != 0
		s.other = s.other || x.padded || x.mantissa != 0
		s.number(x)
	}
}

func (s *longStatistic) number(x longDouble) {
	if x.nan() {
		s.nan++
		return
	}
	if s.count == 0 || x.less(s.least) {
		s.least = x
	}
	if s.count == 0 || s.most.less(x) {
		s.most = x
	}
	s.count++
	switch {
	case x.zero():
		s.zero++
	case x.infinite() && x.negative:
		s.below++
	case x.infinite():
		s.above++
	default:
		x.set(&s.term)
		s.total.Add(&s.total, &s.term)
	}
}

// x86 reports whether the elements were long doubles of x86.
func (s *longStatistic) x86() bool { return !s.invalid && (s.normal || !s.other) }

func (s *longStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	if s.count == 0 {
		return
	}
	stats.Min, stats.Max = pointer(s.least.value()), pointer(s.most.value())
	switch {
	case s.above > 0 && s.below > 0:
		stats.Mean = pointer(special("nan", "NaN"))
	case s.above > 0:
		stats.Mean = pointer(special("inf", "Infinity"))
	case s.below > 0:
		stats.Mean = pointer(special("-inf", "-Infinity"))
	default:
		mean := new(big.Float).SetPrec(256).SetInt64(s.count)
		mean.Quo(&s.total, mean)
		stats.Mean = pointer(bigReal(new(big.Float).SetPrec(64).Set(mean)))
	}
}
