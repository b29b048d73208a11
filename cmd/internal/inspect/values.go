package inspect

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Value is an element, a part of one, or a number about many.
type Value struct {
	// Text is it as Python spells it, more or less. It may hold any character of the file.
	Text string

	// JSON is what the corpus and the protocol have for it: booleans, numbers, and text; integers of 64 bits, spans
	// of time, and what JSON has no number for, as text ("NaN", "-0.0"); raw bytes in hexadecimal; complex numbers,
	// structures and subarrays as lists. Text that isn't valid Unicode is a list of its code points. Only dates are
	// spelled out.
	JSON any
}

func boolean(v bool) Value {
	if v {
		return Value{"True", true}
	}
	return Value{"False", false}
}

func number(text string) Value        { return Value{text, json.Number(text)} }
func special(text, json string) Value { return Value{text, json} }

func integer(v int64) Value { return number(strconv.FormatInt(v, 10)) }

func integer64(v int64) Value {
	text := strconv.FormatInt(v, 10)
	return Value{text, text}
}

func unsigned64(v uint64) Value {
	text := strconv.FormatUint(v, 10)
	return Value{text, text}
}

func real64(v float64) Value { return realOf(8, v) }

// realOf returns a real number of 2, 4 or 8 bytes. The text has the fewest digits that identify it among numbers of
// that size.
func realOf(size int, v float64) Value {
	switch {
	case v != v:
		return special("nan", "NaN")
	case math.IsInf(v, 1):
		return special("inf", "Infinity")
	case math.IsInf(v, -1):
		return special("-inf", "-Infinity")
	case v == 0 && math.Signbit(v):
		return special("-0", "-0.0")
	}
	exact := realText(v, 64)
	switch size {
	case 2:
		return Value{realText(halfDigits(v), 64), json.Number(exact)}
	case 4:
		return Value{realText(v, 32), json.Number(exact)}
	}
	return number(exact)
}

func realText(v float64, bits int) string {
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e16) {
		format = 'e'
	}
	return strconv.FormatFloat(v, format, -1, bits)
}

// halfDigits returns the number with the fewest digits that is nearer to v than to all other float16.
func halfDigits(v float64) float64 {
	_, exponent := math.Frexp(v)
	spacing := math.Ldexp(1, max(exponent-1, -14)-10)
	for digits := 1; digits < 5; digits++ {
		short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
		if math.Abs(short-v) < spacing/2 {
			return short
		}
	}
	return v
}

// bigReal returns a finite number in as few digits as distinguish it from others of its precision.
func bigReal(z *big.Float) Value {
	format := byte('f')
	if e := z.MantExp(nil); z.Sign() != 0 && (e < -12 || e > 53) {
		format = 'e'
	}
	return number(z.Text(format, -1))
}

// complexOf returns a complex number.
func complexOf(re, im Value) Value {
	sign := "+"
	if strings.HasPrefix(im.Text, "-") {
		sign = ""
	}
	return Value{re.Text + sign + im.Text + "j", []any{re.JSON, im.JSON}}
}

// date returns an element of type M as NumPy spells it: 2024-02-29T12:00 for one in minutes. If that takes more than
// 64 bits, or there is no unit, it is the number in the file.
func date(t *spec.DType, v int64) Value {
	if v == math.MinInt64 {
		return special("NaT", "NaT")
	}
	text := strconv.FormatInt(v, 10)
	if n, ok := times(v, int64(max(t.Multiple, 1))); ok {
		if iso, ok := isoDate(t.Unit, n); ok {
			text = iso
		}
	}
	return Value{text, text}
}

// times multiplies, if the product fits.
func times(a, b int64) (product int64, ok bool) {
	negative := a < 0
	if negative {
		a = -a
	}
	high, low := bits.Mul64(uint64(a), uint64(b))
	if high != 0 || low > math.MaxInt64 {
		return 0, false
	}
	if negative {
		return -int64(low), true
	}
	return int64(low), true
}

// isoDate spells a number of units since the epoch.
func isoDate(unit spec.Unit, n int64) (text string, ok bool) {
	switch unit {
	case spec.NoUnit:
		return "", false
	case spec.Years:
		return isoYear(n)
	case spec.Months:
		years, month := divide(n, 12)
		text, ok := isoYear(years)
		return fmt.Sprintf("%s-%02d", text, month+1), ok
	case spec.Weeks:
		days, ok := times(n, 7)
		if !ok {
			return "", false
		}
		return isoDay(days)
	case spec.Days:
		return isoDay(n)
	case spec.Hours:
		days, hour := divide(n, 24)
		text, ok := isoDay(days)
		return fmt.Sprintf("%sT%02d", text, hour), ok
	case spec.Minutes:
		days, minute := divide(n, 24*60)
		text, ok := isoDay(days)
		return fmt.Sprintf("%sT%02d:%02d", text, minute/60, minute%60), ok
	}
	digits := 3 * int(unit-spec.Seconds)
	perSecond := int64(1)
	for range digits {
		perSecond *= 10
	}
	seconds, fraction := divide(n, perSecond)
	days, second := divide(seconds, 24*60*60)
	text, ok = isoDay(days)
	text = fmt.Sprintf("%sT%02d:%02d:%02d", text, second/3600, second/60%60, second%60)
	if digits > 0 {
		text = fmt.Sprintf("%s.%0*d", text, digits, fraction)
	}
	return text, ok
}

// divide divides, rounding down.
func divide(n, by int64) (quotient, rest int64) {
	quotient, rest = n/by, n%by
	if rest < 0 {
		quotient, rest = quotient-1, rest+by
	}
	return quotient, rest
}

// isoYear spells the year that is n after 1970.
func isoYear(n int64) (text string, ok bool) {
	if n > math.MaxInt64-1970 {
		return "", false
	}
	return fmt.Sprintf("%04d", n+1970), true
}

// isoDay spells the day that is n after the epoch, in the Gregorian calendar carried on in both directions.
func isoDay(n int64) (text string, ok bool) {
	// An era is 400 years, from a first of March on.
	const before, perEra = 719468, 146097
	if n > math.MaxInt64-before {
		return "", false
	}
	era, day := divide(n+before, perEra)
	yearOfEra := (day - day/1460 + day/36524 - day/146096) / 365
	dayOfYear := day - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	month := (5*dayOfYear + 2) / 153 // from March on
	dayOfMonth := dayOfYear - (153*month+2)/5 + 1
	year := yearOfEra + era*400
	if month += 3; month > 12 {
		month, year = month-12, year+1
	}
	text, ok = isoYear(year - 1970)
	return fmt.Sprintf("%s-%02d-%02d", text, month, dayOfMonth), ok
}
