package inspect

import (
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// longStatistic takes in long doubles, and complex numbers made of them.
type longStatistic struct {
	size    int // of a long double
	swapped bool
	parts   int // of an element: 2 if it is complex

	longEvidence
	count, nan, zero int64   // of elements; count leaves out NaN
	sums             [2]*sum // of the parts
	least, most      longDouble
}

func newLongStatistic(t *spec.DType) *longStatistic {
	s := &longStatistic{size: int(t.Itemsize), swapped: t.Order == '>', parts: 1}
	if t.Kind == 'c' {
		s.size, s.parts = s.size/2, 2
	}
	for i := range s.parts {
		s.sums[i] = newLongSum()
	}
	return s
}

func (s *longStatistic) add(b []byte) {
	for ; len(b) >= s.parts*s.size && !s.invalid; b = b[s.parts*s.size:] {
		var x [2]longDouble // without an imaginary part it is zero
		for i := range s.parts {
			x[i] = longDoubleOf(b[i*s.size:(i+1)*s.size], s.swapped)
			s.see(x[i])
		}
		s.number(x)
	}
}

func (s *longStatistic) number(x [2]longDouble) {
	if x[0].nan() || x[1].nan() {
		s.nan++
		return
	}
	if x[0].zero() && x[1].zero() {
		s.zero++
	}
	if s.count == 0 || x[0].less(s.least) {
		s.least = x[0]
	}
	if s.count == 0 || s.most.less(x[0]) {
		s.most = x[0]
	}
	s.count++
	for i, sum := range s.sums[:s.parts] {
		sum.reserve(1)
		if x[i].infinite() {
			sum.addInfinite(x[i].negative)
		} else {
			sum.addLong(x[i])
		}
	}
}

func (s *longStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	switch {
	case s.count == 0:
	case s.parts == 2:
		stats.Mean = pointer(complexOf(*s.sums[0].meanLong(), *s.sums[1].meanLong()))
	default:
		stats.Min, stats.Max, stats.Mean = pointer(s.least.value()), pointer(s.most.value()), s.sums[0].meanLong()
	}
}

// errLongDouble is the error for numbers that only the machine that wrote them can read.
var errLongDouble = errors.New("long doubles other than x86's, whose format the dtype doesn't define")

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

// signAndExponent returns the two as the number has them.
func (x longDouble) signAndExponent() uint64 {
	if x.negative {
		return uint64(x.exponent) | 1<<15
	}
	return uint64(x.exponent)
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
	z := new(big.Float).SetUint64(x.mantissa)
	z.SetMantExp(z, int(max(x.exponent, 1))-longBias)
	if x.negative {
		z.Neg(z)
	}
	return bigReal(z)
}

// longEvidence is what long doubles reveal about the machine that wrote them.
type longEvidence struct {
	invalid bool // an element that x86 doesn't write
	normal  bool // an element that other machines don't write like this
	other   bool // an element that isn't zero, or has bytes in its padding
}

func (e *longEvidence) see(x longDouble) {
	e.invalid = e.invalid || !x.valid()
	e.normal = e.normal || x.exponent != 0
	e.other = e.other || x.padded || x.mantissa != 0
}

// x86 reports whether the elements were long doubles of x86.
func (e *longEvidence) x86() bool { return !e.invalid && (e.normal || !e.other) }
