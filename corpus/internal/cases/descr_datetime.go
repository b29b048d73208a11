package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// descrDatetimeCases is the units of datetimes and timedeltas, right and wrong. The grid has the plain
// units.
func descrDatetimeCases() []Case {
	form := Case{
		Story:      "conforming except that the unit is not spelled as NumPy writes it",
		Duty:       Either,
		Rules:      "descr-datetime-form",
		Flags:      "odd-datetime",
		Importance: Low,
	}
	multiple := Case{
		Story:      "conforming except that the unit has an impossible multiple",
		Duty:       Reject,
		Rules:      "descr-datetime-multiple",
		Violates:   true,
		Importance: Medium,
	}
	divisor := multiple
	divisor.Rules = "descr-datetime-divisor"
	divisor.Story = "conforming except that the unit has a divisor"
	zero := multiple
	zero.Rules = "descr-datetime-divisor-zero"
	zero.Story = "conforming except that the unit is divided by zero, of which NumPy dies"
	zero.Importance = High
	unit := multiple
	unit.Rules = "descr-datetime-unit"
	unit.Story = "conforming except that the unit doesn't exist"
	return slices.Concat(descrSpelled(form,
		descrSpelling{of: "datetime-s", name: "datetime-multiple-1", descr: "'<M8[1s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-01", descr: "'<M8[01s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-plus", descr: "'<M8[+1s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-space", descr: "'<M8[ 1s]'"},
		descrSpelling{of: "datetime-25s", name: "datetime-multiple-025", descr: "'<M8[025s]'"},
		descrSpelling{of: "datetime-25s", name: "datetime-multiple-plus-25", descr: "'<M8[+25s]'"},
		descrSpelling{of: "timedelta-7ns", name: "timedelta-multiple-07", descr: "'<m8[07ns]'"},
		descrSpelling{of: "timedelta-days", name: "timedelta-multiple-1", descr: "'<m8[1D]'"},
	), descrSpelled(multiple,
		descrSpelling{of: "datetime-s", name: "datetime-multiple-0", descr: "'<M8[0s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-00", descr: "'<M8[00s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-negative", descr: "'<M8[-1s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-2-31", descr: "'<M8[2147483648s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-wraps-32", descr: "'<M8[4294967297s]'", story: "conforming except that the multiple is 2^32 + 1, which 32 bits take for 1"},
		descrSpelling{of: "datetime-s", name: "datetime-multiple-wraps-64", descr: "'<M8[18446744073709551617s]'", story: "conforming except that the multiple is 2^64 + 1, which 64 bits take for 1"},
		descrSpelling{of: "timedelta-days", name: "timedelta-multiple-0", descr: "'<m8[0D]'"},
	), descrSpelled(divisor,
		descrSpelling{of: "datetime-h", name: "datetime-divisor-day", descr: "'<M8[D/24]'", story: "conforming except that the unit has a divisor, which makes hours of days"},
		descrSpelling{of: "datetime-days", name: "datetime-divisor-week", descr: "'<M8[W/7]'"},
		descrSpelling{of: "datetime-months", name: "datetime-divisor-year", descr: "'<M8[Y/12]'"},
		descrSpelling{of: "datetime-m", name: "datetime-divisor-hour", descr: "'<M8[h/60]'"},
		descrSpelling{of: "datetime-ms", name: "datetime-divisor-second", descr: "'<M8[s/1000]'"},
		descrSpelling{of: "datetime-s", name: "datetime-divisor-1", descr: "'<M8[s/1]'"},
		descrSpelling{of: "datetime-25s", name: "datetime-divisor-multiple", descr: "'<M8[50s/2]'"},
		descrSpelling{of: "datetime-days", name: "datetime-divisor-uneven", descr: "'<M8[D/7]'", story: "conforming except that the unit has a divisor, which leaves no whole unit"},
		descrSpelling{of: "datetime-days", name: "datetime-divisor-negative", descr: "'<M8[D/-24]'"},
		descrSpelling{of: "timedelta-us", name: "timedelta-divisor", descr: "'<m8[ms/1000]'"},
	), descrSpelled(zero,
		descrSpelling{of: "datetime-s", name: "datetime-divisor-0", descr: "'<M8[s/0]'"},
		descrSpelling{of: "datetime-days", name: "datetime-divisor-0-day", descr: "'<M8[D/0]'"},
		descrSpelling{of: "datetime-25s", name: "datetime-divisor-0-multiple", descr: "'<M8[25s/0]'"},
		descrSpelling{of: "timedelta-us", name: "timedelta-divisor-0", descr: "'<m8[us/0]'"},
	), descrSpelled(unit,
		descrSpelling{of: "datetime-s", name: "datetime-unit-x", descr: "'<M8[x]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-empty", descr: "'<M8[]'", story: "conforming except that the brackets of the unit are empty"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-unclosed", descr: "'<M8[s'", story: "conforming except that the brackets of the unit aren't closed"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-open-alone", descr: "'<M8['", story: "conforming except that the brackets of the unit aren't closed"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-upper-s", descr: "'<M8[S]'"},
		descrSpelling{of: "datetime-days", name: "datetime-unit-lower-d", descr: "'<M8[d]'"},
		descrSpelling{of: "datetime-years", name: "datetime-unit-lower-y", descr: "'<M8[y]'"},
		descrSpelling{of: "datetime-h", name: "datetime-unit-upper-h", descr: "'<M8[H]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-word", descr: "'<M8[sec]'"},
		descrSpelling{of: "datetime-days", name: "datetime-unit-business-day", descr: "'<M8[B]'", story: "conforming except that the unit is the business day, which early releases had"},
		descrSpelling{of: "datetime-us", name: "datetime-unit-u", descr: "'<M8[u]'"},
		descrSpelling{of: "datetime-25s", name: "datetime-unit-number-alone", descr: "'<M8[25]'", story: "conforming except that a multiple stands there without a unit"},
		descrSpelling{of: "datetime-25s", name: "datetime-unit-multiple-behind", descr: "'<M8[s25]'"},
		descrSpelling{of: "datetime-25s", name: "datetime-unit-space-inside", descr: "'<M8[25 s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-space-before", descr: "'<M8[ s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-space-behind", descr: "'<M8[s ]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-text-behind", descr: "'<M8[s]x'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-twice", descr: "'<M8[s][s]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-divisor-missing", descr: "'<M8[s/]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-divisor-word", descr: "'<M8[s/x]'"},
		descrSpelling{of: "datetime-s", name: "datetime-unit-nat", descr: "'<M8[NaT]'"},
		descrSpelling{of: "timedelta-days", name: "timedelta-unit-x", descr: "'<m8[x]'"},
		descrSpelling{of: "timedelta-us", name: "timedelta-unit-empty", descr: "'<m8[]'", story: "conforming except that the brackets of the unit are empty"},
	), descrMultipleCases(), descrGenericCases())
}

// descrMultipleCases is multiples of units, which conform.
func descrMultipleCases() []Case {
	t := descrScalar("datetime-s")
	var out []Case
	for _, m := range []struct{ name, code string }{
		{"2-years", "<M8[2Y]"},
		{"3-months", "<M8[3M]"},
		{"4-weeks", "<M8[4W]"},
		{"10-days", "<M8[10D]"},
		{"12-hours", "<M8[12h]"},
		{"15-minutes", "<M8[15m]"},
		{"100-nanoseconds", "<M8[100ns]"},
		{"1000000-attoseconds", "<M8[1000000as]"},
		{"largest", "<M8[2147483647s]"},
		{"timedelta-15-minutes", "<m8[15m]"},
		{"timedelta-largest", "<m8[2147483647Y]"},
	} {
		out = append(out, Case{
			ID:         "descr/datetime-of-" + m.name,
			Story:      "conforming: times in multiples of a unit: '" + m.code + "'",
			Bytes:      descrFile("'"+m.code+"'", "(12,)", t.data),
			Duty:       Accept,
			Stage:      "descr",
			Features:   "v1 datetime 1d",
			Importance: Medium,
			Array:      &Array{DType: m.code, Shape: dims(12), Data: t.data, Values: t.values},
		})
	}
	return out
}

// descrGenericCases is times without a unit, and what they look like when they are spelled out.
func descrGenericCases() []Case {
	t := descrScalar("datetime-s")
	var out []Case
	for _, kind := range []string{"M8", "m8"} {
		name := map[string]string{"M8": "datetime", "m8": "timedelta"}[kind]
		array := &Array{DType: "<" + kind, Shape: dims(12), Data: t.data, Values: t.values}
		plain := Case{
			ID:         "descr/" + name + "-generic",
			Story:      "conforming, although times have no unit: '<" + kind + "'",
			Bytes:      descrFile("'<"+kind+"'", "(12,)", t.data),
			Duty:       Accept,
			Rules:      "descr-datetime-generic",
			Stage:      "descr",
			Features:   "v1 datetime 1d",
			Importance: Medium,
			Array:      array,
		}
		big := plain
		big.ID += "-big-endian"
		big.Story = "conforming, although times have no unit: '>" + kind + "'"
		big.Bytes = descrFile("'>"+kind+"'", "(12,)", Swap(8, t.data))
		big.Features += " big-endian"
		spelled := plain
		spelled.ID += "-spelled-out"
		spelled.Story = "conforming except that the lack of a unit is spelled out: '<" + kind + "[generic]'"
		spelled.Bytes = descrFile("'<"+kind+"[generic]'", "(12,)", t.data)
		spelled.Duty = Either
		spelled.Rules = "descr-datetime-form descr-datetime-generic"
		spelled.Flags = "odd-datetime"
		spelled.Importance = Low
		spelled.Twin = plain.ID
		bare := spelled
		bare.ID = "descr/size-missing-" + name
		bare.Story = "conforming except that the size is missing: '<" + kind[:1] + "'"
		bare.Bytes = descrFile("'<"+kind[:1]+"'", "(12,)", t.data)
		bare.Rules = "descr-size-missing"
		bare.Flags = "dtype-alias"
		out = append(out, plain, big, spelled, bare)
	}
	return out
}
