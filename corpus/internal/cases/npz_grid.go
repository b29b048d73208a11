package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// npzGridCases returns cases of archives of every dtype in every byte order: stored in one order, deflated in
// the other.
func npzGridCases() []Case {
	var out []Case
	for _, g := range []struct{ id, of, order string }{
		{"npz/grid-b1", "b1", "|"},
		{"npz/grid-i1", "i1", "|"},
		{"npz/grid-u1", "u1", "|"},
		{"npz/grid-le-i2", "i2", "<"},
		{"npz/grid-be-i2", "i2", ">"},
		{"npz/grid-le-u2", "u2", "<"},
		{"npz/grid-be-u2", "u2", ">"},
		{"npz/grid-le-i4", "i4", "<"},
		{"npz/grid-be-i4", "i4", ">"},
		{"npz/grid-le-u4", "u4", "<"},
		{"npz/grid-be-u4", "u4", ">"},
		{"npz/grid-le-i8", "i8", "<"},
		{"npz/grid-be-i8", "i8", ">"},
		{"npz/grid-le-u8", "u8", "<"},
		{"npz/grid-be-u8", "u8", ">"},
		{"npz/grid-le-f2", "f2", "<"},
		{"npz/grid-be-f2", "f2", ">"},
		{"npz/grid-le-f4", "f4", "<"},
		{"npz/grid-be-f4", "f4", ">"},
		{"npz/grid-le-f8", "f8", "<"},
		{"npz/grid-be-f8", "f8", ">"},
		{"npz/grid-le-c8", "c8", "<"},
		{"npz/grid-be-c8", "c8", ">"},
		{"npz/grid-le-c16", "c16", "<"},
		{"npz/grid-be-c16", "c16", ">"},
		{"npz/grid-s3", "s3", "|"},
		{"npz/grid-le-u2-text", "u2-text", "<"},
		{"npz/grid-be-u2-text", "u2-text", ">"},
		{"npz/grid-v3", "v3", "|"},
		{"npz/grid-le-datetime-us", "datetime-us", "<"},
		{"npz/grid-be-datetime-us", "datetime-us", ">"},
		{"npz/grid-le-timedelta-7ns", "timedelta-7ns", "<"},
		{"npz/grid-be-timedelta-7ns", "timedelta-7ns", ">"},
	} {
		s := descrScalar(g.of)
		c := Case{
			ID: g.id, Story: "conforming: stored arrays of " + g.order + s.kind + " in every shape and order", Duty: Accept, Stage: "npz",
			Features: "npz v1 fortran-order 0d 1d 2d nd empty " + s.feature, Importance: Medium,
		}
		if g.order == ">" {
			c.Story = strings.Replace(c.Story, "stored", "deflated", 1)
			c.Features += " big-endian deflate"
		}
		var members []Member
		for _, m := range []struct {
			name, shape string
			fortran     bool
		}{
			{"0d.npy", "()", false},
			{"1d.npy", "(12,)", false},
			{"2d.npy", "(3, 4)", false},
			{"2d-fortran.npy", "(3, 4)", true},
			{"3d.npy", "(2, 3, 2)", false},
			{"3d-fortran.npy", "(2, 3, 2)", true},
			{"empty.npy", "(0, 4)", false},
		} {
			of := gridCase(gridRow{id: "", descr: g.order + s.kind, shape: m.shape, fortran: m.fortran, version: 1}, s)
			member := Stored(m.name, of.Bytes)
			if g.order == ">" {
				var d Deflater
				d.Fixed(true, s.size, of.Bytes)
				member = Deflated(m.name, of.Bytes, d.Bytes())
			}
			members = append(members, member)
			c.Members = append(c.Members, Content{m.name, of.Array})
		}
		c.Bytes = Zip(members...)
		out = append(out, c)
	}
	return append(out, npzHeaderCases()...)
}

// npzHeaderCases returns cases of members with headers of other versions and of more than a few bytes.
func npzHeaderCases() []Case {
	var out []Case
	add := func(id, story, rules, features string, file []byte, a *Array) {
		c := npzAccepted(Medium)
		c.ID, c.Story, c.Features = id, c.Story+story, "npz "+features
		c.Rules, c.Bytes, c.Members = rules, Zip(Stored("a.npy", file), Stored("b.npy", npzIntsFile())), []Content{{"a.npy", a}, {"b.npy", npzInts}}
		if rules != "" {
			c.Importance = Medium
		}
		out = append(out, c)
	}
	text := Dict("'<f8'", "False", "(3,)")
	const higher = "prefix-version-higher-than-needed"
	add("npz/member-v2", "a member of version 2.0", higher, "v1 v2 float int 1d", Npy2(text, three.Data), three)
	add("npz/member-v3", "a member of version 3.0, although version 1.0 could hold the header", higher, "v1 v3 float int 1d", Npy3(text, three.Data), three)
	table := &Array{DType: "<i2", Shape: dims(2, 3), F: true, Data: I2(0, 1, 2, 3, 4, 5), Values: values(0, 1, 2, 3, 4, 5)}
	fortran := Dict("'<i2'", "True", "(2, 3)")
	add("npz/member-v2-fortran", "a member of version 2.0 in Fortran order", higher, "v1 v2 int 1d 2d fortran-order", Npy2(fortran, I2(0, 3, 1, 4, 2, 5)), table)
	add("npz/member-v3-fortran", "a member of version 3.0 in Fortran order", higher, "v1 v3 int 1d 2d fortran-order", Npy3(fortran, I2(0, 3, 1, 4, 2, 5)), table)
	add("npz/member-zero-itemsize", "a member of type |V0", "descr-zero-itemsize", "v1 void int 1d zero-itemsize", Npy1(Dict("'|V0'", "False", "(2,)"), nil),
		&Array{DType: "|V0", Shape: dims(2), Values: values("", "")})
	long := fieldsArray(200)
	add("npz/member-long-header", "a member with a header of more than 4,096 bytes", "", "v1 structured int 1d long-header", fieldsFile(200), long)
	descr, _, stored, data, vals := structured(extremeFields(), false, 0, 1, 2)
	add("npz/member-struct", "a member with a field of every kind and extremes in them", "", "v1 1d long-header structured bool int uint int64 uint64 float16 float complex datetime bytes text void", descrFile(descr, "(3,)", stored),
		&Array{DType: descr, Shape: dims(3), Data: data, Values: vals})
	return out
}
