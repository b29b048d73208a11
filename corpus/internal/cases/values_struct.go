package cases

import . "github.com/npycheck/npycheck/internal/testing/build"

// structValueCases returns cases of structures with extremes in their fields.
func structValueCases() []Case {
	var out []Case
	add := func(id, story string, big bool, all ...field) {
		descr, little, stored, data, vals := structured(all, big, 0, 1, 2)
		c := Case{
			ID: id, Story: "conforming: " + story, Bytes: descrFile(descr, "(3,)", stored), Duty: Accept, Stage: "data",
			Array: &Array{DType: little, Shape: dims(3), Data: data, Values: vals},
		}
		out = append(out, c)
	}
	byName := map[string]field{}
	for _, f := range extremeFields() {
		byName[f.name] = f
	}
	id := byName["u1"]
	add("data/struct-half", "halves in a structure: -0, the largest and NaN", false, id, byName["f2"])
	add("data/struct-half-big-endian", "big-endian halves in a structure: -0, the largest and NaN", true, id, byName["f2"])
	add("data/struct-integers", "integers in a structure that no narrower type holds", false, id, byName["i8"], byName["u8"], byName["u4"], byName["i4"])
	add("data/struct-integers-big-endian", "big-endian integers in a structure that no narrower type holds", true, id, byName["i8"], byName["u8"], byName["u4"], byName["i4"], byName["i2"], byName["u2"])
	add("data/struct-floats", "floats in a structure that need all digits, -0 and NaNs with payloads", false, id, byName["f8"], byName["f4"])
	add("data/struct-floats-big-endian", "big-endian floats in a structure that need all digits, -0 and NaNs with payloads", true, id, byName["f8"], byName["f4"])
	add("data/struct-complex", "complex numbers in a structure that need all digits", false, id, byName["c8"], byName["c16"])
	add("data/struct-complex-big-endian", "big-endian complex numbers in a structure that need all digits", true, id, byName["c8"], byName["c16"])
	add("data/struct-times", "times in a structure: NaT and extremes", false, id, byName["when"], byName["span"])
	add("data/struct-times-big-endian", "big-endian times in a structure: NaT and extremes", true, id, byName["when"], byName["span"])
	add("data/struct-bytes", "byte strings in a structure with NULs and spaces inside, before and after them", false, byName["bytes"], id)
	add("data/struct-text", "text in a structure with NULs and spaces inside, before and after it", false, byName["text"], id)
	add("data/struct-text-big-endian", "big-endian text in a structure with NULs and spaces inside, before and after it", true, byName["text"], id)
	add("data/struct-void", "void data in a structure with NULs after them", false, byName["raw"], id)
	return out
}

// structShapeCases returns cases of a structure with a field of every kind, in every shape and order.
func structShapeCases() []Case {
	var out []Case
	for _, s := range []struct {
		id, shape    string
		fortran, big bool
		rows         []int
	}{
		{"data/struct-every-kind-0d", "()", false, false, []int{1}},
		{"data/struct-every-kind-1d", "(3,)", false, false, []int{0, 1, 2}},
		{"data/struct-every-kind-2d", "(2, 3)", false, false, []int{0, 1, 2, 2, 0, 1}},
		{"data/struct-every-kind-2d-fortran", "(2, 3)", true, false, []int{0, 1, 2, 2, 0, 1}},
		{"data/struct-every-kind-empty", "(0,)", false, false, nil},
		{"data/struct-every-kind-empty-2d", "(0, 3)", false, false, nil},
		{"data/struct-every-kind-big-endian-0d", "()", false, true, []int{2}},
		{"data/struct-every-kind-big-endian-1d", "(3,)", false, true, []int{2, 1, 0}},
		{"data/struct-every-kind-big-endian-2d", "(2, 3)", false, true, []int{1, 0, 2, 2, 1, 0}},
		{"data/struct-every-kind-big-endian-2d-fortran", "(2, 3)", true, true, []int{1, 0, 2, 2, 1, 0}},
		{"data/struct-every-kind-big-endian-empty", "(0,)", false, true, nil},
	} {
		descr, little, stored, data, vals := structured(extremeFields(), s.big, s.rows...)
		d := map[string][]int64{"(3,)": dims(3), "(2, 3)": dims(2, 3), "(0,)": dims(0), "(0, 3)": dims(0, 3)}[s.shape]
		order, where := "False", ""
		if s.fortran {
			stored, order, where = Transpose(len(stored)/len(s.rows), d, stored), "True", " in Fortran order"
		}
		byteOrder := "little-endian"
		if s.big {
			byteOrder = "big-endian"
		}
		out = append(out, Case{
			ID: s.id, Story: "conforming: " + byteOrder + " structures with a field of every kind, extremes among them, in the shape " + s.shape + where,
			Bytes: Npy1(Dict(descr, order, s.shape), stored), Duty: Accept, Stage: "data",
			Array: &Array{DType: little, Shape: d, F: s.fortran, Data: data, Values: vals},
		})
	}
	return append(out, nestedStructs()...)
}

// nestedStructs returns cases of a structure with all of that in an inner structured type and in subarrays.
func nestedStructs() []Case {
	var out []Case
	for _, n := range []struct {
		id      string
		big     bool
		shape   string
		fortran bool
	}{
		{"data/struct-nested-extremes", false, "(3,)", false},
		{"data/struct-nested-extremes-big-endian", true, "(3,)", false},
		{"data/struct-nested-extremes-2d", false, "(3, 1)", false},
		{"data/struct-nested-extremes-2d-fortran-big-endian", true, "(1, 3)", true},
	} {
		inner, little, stored, data, vals := structured(extremeFields(), n.big, 0, 1, 2)
		size := len(data) / 3
		var storedRows, rows []byte
		var elements []any
		for i := range 3 {
			// A number, the structure, and the structure of this row and the next as a subarray.
			next := (i + 1) % 3
			for _, part := range []struct {
				to   *[]byte
				from []byte
			}{{&storedRows, stored}, {&rows, data}} {
				*part.to = Join(*part.to, Bytes(byte(i)), part.from[i*size:(i+1)*size], part.from[i*size:(i+1)*size], part.from[next*size:(next+1)*size])
			}
			elements = append(elements, fields(i, vals[i], fields(vals[i], vals[next])))
		}
		outer := func(descr string) string {
			return "[('n', '|u1'), ('one', " + descr + "), ('two', " + descr + ", (2,))]"
		}
		d, order := dims(3), "False"
		switch n.shape {
		case "(3, 1)":
			d = dims(3, 1)
		case "(1, 3)":
			d = dims(1, 3)
		}
		c := Case{
			ID: n.id, Story: "conforming: structures with a field of every kind inside structures and subarrays, of shape " + n.shape,
			Duty: Accept, Stage: "data",
			Array: &Array{DType: outer(little), Shape: d, F: n.fortran, Data: rows, Values: elements},
		}
		if n.big {
			c.Story += ", big-endian"
		}
		if n.fortran {
			order, c.Rules = "True", "order-true-without-effect"
		}
		c.Bytes = Npy1(Dict(outer(inner), order, n.shape), storedRows)
		out = append(out, c)
	}
	return out
}
