package plant

import (
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// unitFaults are the faults in the units of times.
var unitFaults = map[spec.ID]fault{
	spec.DescrDatetimeUnit: unit(func(g *choice.Chooser, _ *spec.DType) string {
		return choice.Of(g, "[x]", "[]", "[S]", "[sec]", "[25]", "[ s]", "[s ]", "[s", "[min]", "[NS]", "[H]", "[s/]", "[2.5s]", "[s]s]", "[d]", "[B]")
	}),
	spec.DescrDatetimeGeneric: exchange((*npy.Typer).Time, func(_ *choice.Chooser, t spec.DType) (spec.DType, bool) {
		return npy.Scalar(t.Kind, t.Order, t.Itemsize), t.Unit != spec.NoUnit
	}),
	spec.DescrDatetimeForm: unit(func(g *choice.Chooser, t *spec.DType) string {
		if t.Unit == spec.Microseconds && g.One(2) {
			return "[" + multiple(t, "") + `\u03bcs]`
		}
		return "[" + choice.Of(g, "0", "+", " ", "00", "+0") + multiple(t, "1") + t.Unit.String() + "]"
	}),
	spec.DescrDatetimeMultiple: unit(func(g *choice.Chooser, t *spec.DType) string {
		return "[" + choice.Of(g, "0", "2147483648", "-3", "-1", "4294967297", "99999999999999999999", "00") + t.Unit.String() + "]"
	}),
	spec.DescrDatetimeDivisor: unit(func(g *choice.Chooser, t *spec.DType) string {
		divided, ok := divided[t.Unit]
		if !ok || g.One(4) {
			divided = t.Unit.String() + "/1"
		}
		return "[" + multiple(t, "") + divided + "]"
	}),
	spec.DescrDatetimeDivisorInexact: unit(func(g *choice.Chooser, t *spec.DType) string {
		return "[" + multiple(t, "") + choice.Of(g, "D/7", "Y/52", "Y/365", "M/30", "M/2", "s/3", "D/-24", "as/10", "W/11", "ns/7", "h/-1", "Y/13") + "]"
	}),
	spec.DescrDatetimeDivisorZero: unit(func(g *choice.Chooser, t *spec.DType) string {
		return "[" + multiple(t, "") + t.Unit.String() + choice.Of(g, "/0", "/00", "/-0", "/ 0") + "]"
	}),
}

// divided expresses each unit as a fraction of a larger one.
var divided = map[spec.Unit]string{
	spec.Months: "Y/12", spec.Days: "W/7", spec.Hours: "D/24", spec.Minutes: "h/60", spec.Seconds: "m/60",
	spec.Milliseconds: "s/1000", spec.Microseconds: "ms/1000", spec.Nanoseconds: "us/1000", spec.Picoseconds: "ns/1000",
	spec.Femtoseconds: "ps/1000", spec.Attoseconds: "fs/1000",
}

// multiple returns the count before a unit, or one if it is 1.
func multiple(t *spec.DType, one string) string {
	if t.Multiple == 1 {
		return one
	}
	return strconv.FormatInt(int64(t.Multiple), 10)
}

// unit replaces the unit of a time by another text.
func unit(spell func(*choice.Chooser, *spec.DType) string) fault {
	return coded((*npy.Typer).Time, func(t *spec.DType) bool { return t.Unit != spec.NoUnit }, func(g *choice.Chooser, t *spec.DType) string {
		return string(t.Order) + string(t.Kind) + "8" + spell(g, t)
	})
}
