package values

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/npycheck/npycheck/spec"
)

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
