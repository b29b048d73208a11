package dtype

import "github.com/npycheck/npycheck/spec"

// divide divides a unit by a number greater than 1, and returns the result in the largest smaller unit that gives a
// whole number: a day by 24 is 1 hour. It returns false if there is no such unit, or only those to which NumPy
// converts years and months by lengths that no calendar has (clause npy-5.9).
func divide(unit spec.Unit, by int64) (smaller spec.Unit, count int64, ok bool) {
	var parts [3]int64 // of the units that follow, 0 for none that NumPy tries
	switch {
	case unit == spec.Years:
		parts = [3]int64{12}
	case unit == spec.Weeks:
		parts = [3]int64{7, 7 * 24, 7 * 24 * 60}
	case unit == spec.Days:
		parts = [3]int64{24, 24 * 60, 24 * 60 * 60}
	case unit == spec.Hours:
		parts = [3]int64{60, 60 * 60}
	case unit == spec.Minutes:
		parts = [3]int64{60, 60 * 1000}
	case unit >= spec.Seconds && unit < spec.Femtoseconds:
		parts = [3]int64{1000, 1000 * 1000}
	case unit == spec.Femtoseconds:
		parts = [3]int64{1000}
	}
	for i, n := range parts {
		if n > 0 && n%by == 0 {
			return unit + 1 + spec.Unit(i), n / by, true
		}
	}
	return spec.NoUnit, 0, false
}

// unitNamed returns the unit with this spelling in a type string.
func unitNamed(name []byte) (u spec.Unit, ok bool) {
	for u = spec.Years; u <= spec.Attoseconds; u++ {
		if u.String() == string(name) {
			return u, true
		}
	}
	return spec.NoUnit, false
}
