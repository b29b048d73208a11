package values

import (
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
)

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
