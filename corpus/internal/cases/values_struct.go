package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// field is a field of a structured type with its three values: the extremes that a reader of fields gets
// wrong. An inner structured type has them in fields of its own.
type field struct {
	name, descr string // the descr with its quotes, little-endian
	size, unit  int    // bytes of an element, and of what byte order is about
	data        []byte // little-endian
	values      []any
}

// extremeFields has a field of every kind.
func extremeFields() []field {
	le := func(size int, bits ...uint64) (b []byte) {
		for _, v := range bits {
			b = append(b, LittleEndian(v, size)...)
		}
		return b
	}
	const nan, inf = 0x7ff8000000054321, 0x7ff0000000000000
	return []field{
		{"flag", "'|b1'", 1, 1, Bytes(1, 0, 1), values(true, false, true)},
		{"i1", "'|i1'", 1, 1, I1(-128, 127, -1), values(-128, 127, -1)},
		{"u1", "'|u1'", 1, 1, Bytes(255, 128, 1), values(255, 128, 1)},
		{"i2", "'<i2'", 2, 2, I2(-32768, 32767, 257), values(-32768, 32767, 257)},
		{"u2", "'<u2'", 2, 2, le(2, 65535, 32768, 256), values(65535, 32768, 256)},
		{"i4", "'<i4'", 4, 4, I4(-2147483648, 2147483647, 16777217), values(-2147483648, 2147483647, 16777217)},
		{"u4", "'<u4'", 4, 4, le(4, 4294967295, 2147483648, 16777217), values[int64](4294967295, 2147483648, 16777217)},
		{"i8", "'<i8'", 8, 8, le(8, 1<<63, 1<<63-1, 1<<53+1), values("-9223372036854775808", "9223372036854775807", "9007199254740993")},
		{"u8", "'<u8'", 8, 8, le(8, 1<<64-1, 1<<63, 1<<53+1), values("18446744073709551615", "9223372036854775808", "9007199254740993")},
		{"f2", "'<f2'", 2, 2, le(2, 0x8000, 0x7bff, 0x7e01), values[any]("-0.0", 65504, "NaN")},
		{"f4", "'<f4'", 4, 4, le(4, 0x3dcccccd, 0x80000000, 0x7fc54321), values[any](0x1.99999ap-4, "-0.0", "NaN")},
		{"f8", "'<f8'", 8, 8, le(8, 1<<63, 0x3ff0000000000001, nan), values[any]("-0.0", 1.0000000000000002, "NaN")},
		{"c8", "'<c8'", 8, 4, le(4, 0x3f800001, 0x80000000, 0x7f800000, 0x7fc54321, 0x7f7fffff, 0x3dcccccd),
			values[any](values[any](0x1.000002p0, "-0.0"), values[any]("Infinity", "NaN"), values[any](0x1.fffffep+127, 0x1.99999ap-4))},
		{"c16", "'<c16'", 16, 8, le(8, 0x3ff0000000000001, 1<<63, inf, nan, 0x7fefffffffffffff, 0x3fb999999999999a),
			values[any](values[any](1.0000000000000002, "-0.0"), values[any]("Infinity", "NaN"), values[any](1.7976931348623157e308, 0.1))},
		{"when", "'<M8[us]'", 8, 8, le(8, 1<<63, 1<<63+1, 1<<53+1), values("NaT", "-9223372036854775807", "9007199254740993")},
		{"span", "'<m8[ns]'", 8, 8, le(8, 1<<63-1, 1<<63, 1<<64-1), values("9223372036854775807", "NaT", "-1")},
		{"bytes", "'|S4'", 4, 1, []byte("a\x00b\x00c   \x00\x00\x00d"), values("a\x00b", "c   ", "\x00\x00\x00d")},
		{"text", "'<U3'", 12, 4, U(3, "x\x00y", "z  ", "\x00é"), values("x\x00y", "z  ", "\x00é")},
		{"raw", "'|V3'", 3, 1, Bytes(1, 0, 0, 0, 2, 0, 0xff, 0, 0x20), values("010000", "000200", "ff0020")},
	}
}

// structured returns the descr of the fields and the elements of the given rows, as they are stored and
// little-endian.
func structured(all []field, big bool, rows ...int) (descr, littleDescr string, stored, data []byte, vals []any) {
	var little, own []string
	for _, f := range all {
		little = append(little, "('"+f.name+"', "+f.descr+")")
		if big {
			f.descr = strings.Replace(f.descr, "'<", "'>", 1)
		}
		own = append(own, "('"+f.name+"', "+f.descr+")")
	}
	for _, row := range rows {
		var element []any
		for _, f := range all {
			b := f.data[row*f.size : (row+1)*f.size]
			data = append(data, b...)
			if big {
				b = Swap(f.unit, b)
			}
			stored = append(stored, b...)
			element = append(element, f.values[row])
		}
		vals = append(vals, element)
	}
	return "[" + strings.Join(own, ", ") + "]", "[" + strings.Join(little, ", ") + "]", stored, data, vals
}

// structValueCases returns cases of structures with extremes in their fields.
func structValueCases() []Case {
	var out []Case
	add := func(id, story string, big bool, all ...field) {
		descr, little, stored, data, vals := structured(all, big, 0, 1, 2)
		c := Case{
			ID: id, Story: "conforming: " + story, Bytes: descrFile(descr, "(3,)", stored), Duty: Accept, Stage: "data", Importance: High,
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
		id, story, shape string
		fortran, big     bool
		rows             []int
	}{
		{"data/struct-every-kind-0d", "one", "()", false, false, []int{1}},
		{"data/struct-every-kind-1d", "three", "(3,)", false, false, []int{0, 1, 2}},
		{"data/struct-every-kind-2d", "six", "(2, 3)", false, false, []int{0, 1, 2, 2, 0, 1}},
		{"data/struct-every-kind-2d-fortran", "six", "(2, 3)", true, false, []int{0, 1, 2, 2, 0, 1}},
		{"data/struct-every-kind-empty", "no", "(0,)", false, false, nil},
		{"data/struct-every-kind-empty-2d", "no", "(0, 3)", false, false, nil},
		{"data/struct-every-kind-big-endian-0d", "one", "()", false, true, []int{2}},
		{"data/struct-every-kind-big-endian-1d", "three", "(3,)", false, true, []int{2, 1, 0}},
		{"data/struct-every-kind-big-endian-2d", "six", "(2, 3)", false, true, []int{1, 0, 2, 2, 1, 0}},
		{"data/struct-every-kind-big-endian-2d-fortran", "six", "(2, 3)", true, true, []int{1, 0, 2, 2, 1, 0}},
		{"data/struct-every-kind-big-endian-empty", "no", "(0,)", false, true, nil},
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
			ID: s.id, Story: "conforming: " + s.story + " " + byteOrder + " structures with a field of every kind, and extremes in them" + where,
			Bytes: Npy1(Dict(descr, order, s.shape), stored), Duty: Accept, Stage: "data", Importance: High,
			Array: &Array{DType: little, Shape: d, F: s.fortran, Data: data, Values: vals},
		})
	}
	return append(out, nestedStructs()...)
}

// nestedStructs returns cases of a structure with all of that in an inner structured type and in sub-arrays.
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
			// A number, the structure, and the structure of this row and the next as a sub-array.
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
			ID: n.id, Story: "conforming: structures with a field of every kind inside structures and sub-arrays, of shape " + n.shape,
			Duty: Accept, Stage: "data", Importance: High,
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
