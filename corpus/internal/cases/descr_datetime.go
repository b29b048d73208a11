package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// descrDatetimeCases returns cases of the units of datetimes and timedeltas, right and wrong. The grid
// has the plain units.
func descrDatetimeCases() []Case {
	form := Case{
		Story:      "conforming except that the datetime unit is not in NumPy's spelling",
		Duty:       Either,
		Rules:      "descr-datetime-form",
		Flags:      "odd-datetime",
		Importance: Low,
	}
	multiple := Case{
		Story:    "conforming except that the datetime unit has an invalid multiple",
		Duty:     Reject,
		Rules:    "descr-datetime-multiple",
		Violates: true,
	}
	greek := form
	greek.Story = "conforming except that the microseconds have a Greek letter, which NumPy reads"
	microseconds := descrSpelled(greek,
		descrSpelling{of: "datetime-us", id: "descr/datetime-mu-s", descr: `'<M8[\u03bcs]'`},
		descrSpelling{of: "datetime-us", id: "descr/unknown-mu-s", descr: `'<M8[\u03bcs]'`},
	)
	microseconds[0].Since = "0.2.0"
	microseconds[1].Withdrawn = "every NumPy knows the unit: see descr/datetime-mu-s"
	divisor := form
	divisor.Rules, divisor.Violates, divisor.Importance = "descr-datetime-divisor", true, Medium
	divisor.Story = "conforming except that the datetime unit has a divisor"
	inexact := multiple
	inexact.Rules = "descr-datetime-divisor-inexact"
	inexact.Story = "conforming except that the datetime unit has a divisor that leaves no whole unit"
	zero := multiple
	zero.Rules = "descr-datetime-divisor-zero"
	zero.Story = "conforming except that the datetime unit is divided by zero, which crashes NumPy"
	unit := multiple
	unit.Rules = "descr-datetime-unit"
	unit.Story = "conforming except that the datetime unit does not exist"
	return slices.Concat(descrSpelled(form,
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-1", descr: "'<M8[1s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-01", descr: "'<M8[01s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-plus", descr: "'<M8[+1s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-space", descr: "'<M8[ 1s]'"},
		descrSpelling{of: "datetime-25s", id: "descr/datetime-multiple-025", descr: "'<M8[025s]'"},
		descrSpelling{of: "datetime-25s", id: "descr/datetime-multiple-plus-25", descr: "'<M8[+25s]'"},
		descrSpelling{of: "timedelta-7ns", id: "descr/timedelta-multiple-07", descr: "'<m8[07ns]'"},
		descrSpelling{of: "timedelta-days", id: "descr/timedelta-multiple-1", descr: "'<m8[1D]'"},
	), microseconds, descrSpelled(multiple,
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-0", descr: "'<M8[0s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-00", descr: "'<M8[00s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-negative", descr: "'<M8[-1s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-2-31", descr: "'<M8[2147483648s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-wraps-32", descr: "'<M8[4294967297s]'", story: "conforming except that the multiple of the datetime unit is 2^32 + 1, which wraps to 1 in 32 bits"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-multiple-wraps-64", descr: "'<M8[18446744073709551617s]'", story: "conforming except that the multiple of the datetime unit is 2^64 + 1, which wraps to 1 in 64 bits"},
		descrSpelling{of: "timedelta-days", id: "descr/timedelta-multiple-0", descr: "'<m8[0D]'"},
	), descrSpelled(divisor,
		descrSpelling{of: "datetime-h", id: "descr/datetime-divisor-day", descr: "'<M8[D/24]'", story: "conforming except that the datetime unit has a divisor that turns days into hours"},
		descrSpelling{of: "datetime-days", id: "descr/datetime-divisor-week", descr: "'<M8[W/7]'"},
		descrSpelling{of: "datetime-months", id: "descr/datetime-divisor-year", descr: "'<M8[Y/12]'"},
		descrSpelling{of: "datetime-m", id: "descr/datetime-divisor-hour", descr: "'<M8[h/60]'"},
		descrSpelling{of: "datetime-ms", id: "descr/datetime-divisor-second", descr: "'<M8[s/1000]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-divisor-1", descr: "'<M8[s/1]'"},
		descrSpelling{of: "timedelta-us", id: "descr/timedelta-divisor", descr: "'<m8[ms/1000]'"},
	), descrOf("<M8[25000ms]", descrSpelled(divisor,
		descrSpelling{of: "datetime-25s", id: "descr/datetime-divisor-multiple", descr: "'<M8[50s/2]'"},
	)), descrSpelled(inexact,
		descrSpelling{of: "datetime-days", id: "descr/datetime-divisor-uneven", descr: "'<M8[D/7]'"},
		descrSpelling{of: "datetime-days", id: "descr/datetime-divisor-negative", descr: "'<M8[D/-24]'", story: "conforming except that the datetime unit has a negative divisor"},
	), descrSpelled(zero,
		descrSpelling{of: "datetime-s", id: "descr/datetime-divisor-0", descr: "'<M8[s/0]'"},
		descrSpelling{of: "datetime-days", id: "descr/datetime-divisor-0-day", descr: "'<M8[D/0]'"},
		descrSpelling{of: "datetime-25s", id: "descr/datetime-divisor-0-multiple", descr: "'<M8[25s/0]'"},
		descrSpelling{of: "timedelta-us", id: "descr/timedelta-divisor-0", descr: "'<m8[us/0]'"},
	), descrSpelled(unit,
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-x", descr: "'<M8[x]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-empty", descr: "'<M8[]'", story: "conforming except that the brackets of the datetime unit are empty"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-unclosed", descr: "'<M8[s'", story: "conforming except that the brackets of the datetime unit are not closed"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-open-alone", descr: "'<M8['", story: "conforming except that the brackets of the datetime unit are not closed"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-upper-s", descr: "'<M8[S]'"},
		descrSpelling{of: "datetime-days", id: "descr/datetime-unit-lower-d", descr: "'<M8[d]'"},
		descrSpelling{of: "datetime-years", id: "descr/datetime-unit-lower-y", descr: "'<M8[y]'"},
		descrSpelling{of: "datetime-h", id: "descr/datetime-unit-upper-h", descr: "'<M8[H]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-word", descr: "'<M8[sec]'"},
		descrSpelling{of: "datetime-days", id: "descr/datetime-unit-business-day", descr: "'<M8[B]'", story: "conforming except that the datetime unit is the business day of early NumPy releases"},
		descrSpelling{of: "datetime-us", id: "descr/datetime-unit-u", descr: "'<M8[u]'"},
		descrSpelling{of: "datetime-25s", id: "descr/datetime-unit-number-alone", descr: "'<M8[25]'", story: "conforming except that the datetime unit is a multiple of nothing"},
		descrSpelling{of: "datetime-25s", id: "descr/datetime-unit-multiple-behind", descr: "'<M8[s25]'"},
		descrSpelling{of: "datetime-25s", id: "descr/datetime-unit-space-inside", descr: "'<M8[25 s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-space-before", descr: "'<M8[ s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-space-behind", descr: "'<M8[s ]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-text-behind", descr: "'<M8[s]x'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-twice", descr: "'<M8[s][s]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-divisor-missing", descr: "'<M8[s/]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-divisor-word", descr: "'<M8[s/x]'"},
		descrSpelling{of: "datetime-s", id: "descr/datetime-unit-nat", descr: "'<M8[NaT]'"},
		descrSpelling{of: "timedelta-days", id: "descr/timedelta-unit-x", descr: "'<m8[x]'"},
		descrSpelling{of: "timedelta-us", id: "descr/timedelta-unit-empty", descr: "'<m8[]'", story: "conforming except that the brackets of the datetime unit are empty"},
	), descrMultipleCases(), descrGenericCases())
}

// descrMultipleCases returns cases of multiples of units, which conform.
func descrMultipleCases() []Case {
	t := descrScalar("datetime-s")
	var out []Case
	for _, m := range []struct{ id, code string }{
		{"descr/datetime-of-2-years", "<M8[2Y]"},
		{"descr/datetime-of-3-months", "<M8[3M]"},
		{"descr/datetime-of-4-weeks", "<M8[4W]"},
		{"descr/datetime-of-10-days", "<M8[10D]"},
		{"descr/datetime-of-12-hours", "<M8[12h]"},
		{"descr/datetime-of-15-minutes", "<M8[15m]"},
		{"descr/datetime-of-100-nanoseconds", "<M8[100ns]"},
		{"descr/datetime-of-1000000-attoseconds", "<M8[1000000as]"},
		{"descr/datetime-of-largest", "<M8[2147483647s]"},
		{"descr/datetime-of-timedelta-15-minutes", "<m8[15m]"},
		{"descr/datetime-of-timedelta-largest", "<m8[2147483647Y]"},
	} {
		out = append(out, Case{
			ID:    m.id,
			Story: "conforming: datetimes or timedeltas in multiples of a unit: '" + m.code + "'",
			Bytes: descrFile("'"+m.code+"'", "(12,)", t.data),
			Duty:  Accept,
			Stage: "descr",
			Array: &Array{DType: m.code, Shape: dims(12), Data: t.data, Values: t.values},
		})
	}
	return out
}

// descrGenericCases returns cases of times without a unit, and of the forms in which they are
// spelled out.
func descrGenericCases() []Case {
	t := descrScalar("datetime-s")
	generic := func(id, dtype, descr string, data []byte) Case {
		return Case{
			ID:    id,
			Story: "conforming, although the datetimes or timedeltas have no unit: " + descr,
			Bytes: descrFile(descr, "(12,)", data),
			Duty:  Accept,
			Rules: "descr-datetime-generic",
			Stage: "descr",
			Array: &Array{DType: dtype, Shape: dims(12), Data: t.data, Values: t.values},
		}
	}
	spelled := func(id, twin, story, dtype, descr string) Case {
		c := generic(id, dtype, descr, t.data)
		c.Story = "conforming except that " + story + ": " + descr
		c.Duty, c.Importance, c.Twin = Either, Low, twin
		c.Rules, c.Flags = "descr-datetime-form descr-datetime-generic", "odd-datetime"
		return c
	}
	bare := func(id, twin, dtype, descr string) Case {
		c := spelled(id, twin, "the size is missing", dtype, descr)
		c.Rules, c.Flags = "descr-size-missing", "dtype-alias"
		return c
	}
	const spelledOut = "the missing datetime unit is spelled out"
	return []Case{
		generic("descr/datetime-generic", "<M8", "'<M8'", t.data).like("descr/grid-le-datetime-days-1d-v1"),
		generic("descr/timedelta-generic", "<m8", "'<m8'", t.data),
		generic("descr/datetime-generic-big-endian", "<M8", "'>M8'", Swap(8, t.data)),
		generic("descr/timedelta-generic-big-endian", "<m8", "'>m8'", Swap(8, t.data)),
		spelled("descr/datetime-generic-spelled-out", "descr/datetime-generic", spelledOut, "<M8", "'<M8[generic]'"),
		spelled("descr/timedelta-generic-spelled-out", "descr/timedelta-generic", spelledOut, "<m8", "'<m8[generic]'"),
		bare("descr/size-missing-datetime", "descr/datetime-generic", "<M8", "'<M'"),
		bare("descr/size-missing-timedelta", "descr/timedelta-generic", "<m8", "'<m'"),
	}
}
