package cases

import (
	"fmt"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// gridCases returns cases of every dtype in every byte order, shape, storage order and format version:
// what readers get wrong most often is a value and not a header.
func gridCases() []Case {
	versions := map[string][]byte{"0d": {1, 2, 3}, "1d": {1}, "2d-c": {1, 2, 3}, "2d-f": {1}, "3d-f": {1}, "empty": {1}}
	var out []Case
	for _, s := range scalars() {
		for _, order := range s.orders() {
			for _, form := range gridForms {
				for _, version := range versions[form.name] {
					out = append(out, gridCase(s, order, form, version))
				}
			}
		}
	}
	return out
}

// gridVersionCases returns arrays of versions 2.0 and 3.0 in the shapes and orders that the grid above has in version
// 1.0 only, and three dimensions in C order.
func gridVersionCases() []Case {
	type byForm map[string][]byte
	var out []Case
	for _, g := range []struct {
		of, order string
		versions  byForm
	}{
		{"f8", "<", byForm{"2d-f": {2, 3}, "3d-c": {1, 2, 3}, "3d-f": {2, 3}, "empty": {2, 3}}},
		{"f8", ">", byForm{"3d-c": {1}}},
		{"i4", ">", byForm{"2d-f": {2, 3}, "3d-c": {1}, "3d-f": {2}, "empty": {3}}},
		{"c16", "<", byForm{"3d-c": {1}, "3d-f": {3}}},
		{"c16", ">", byForm{"2d-f": {2}}},
		{"b1", "|", byForm{"2d-f": {2}, "3d-c": {1}}},
		{"u1", "|", byForm{"2d-f": {3}, "3d-c": {2}}},
		{"s3", "|", byForm{"2d-f": {3}, "3d-c": {1}}},
		{"u2-text", ">", byForm{"2d-f": {2}, "3d-c": {1}}},
		{"u2-text", "<", byForm{"3d-f": {3}}},
	} {
		for _, form := range gridForms {
			for _, version := range g.versions[form.name] {
				out = append(out, gridCase(descrScalar(g.of), g.order, form, version))
			}
		}
	}
	return out
}

// npzGridCases returns cases of archives of dtypes in every byte order: stored in one order, deflated in the other.
func npzGridCases() []Case {
	var out []Case
	for of := range strings.FieldsSeq("b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 c16 s3 u2-text v3 datetime-us timedelta-7ns") {
		s := descrScalar(of)
		for _, order := range s.orders() {
			out = append(out, npzGridCase(s, order))
		}
	}
	return out
}

// npzGridCase returns the case of an archive with a member of each form.
func npzGridCase(s scalar, order string) Case {
	c := Case{
		ID:    fmt.Sprintf("npz/grid-%s", s.named(order)),
		Story: "conforming: stored arrays of " + order + s.kind + " in every shape and order", Duty: Accept, Stage: "npz",
		Features: "npz v1 fortran-order 0d 1d 2d nd empty " + s.feature,
	}
	if order == ">" {
		c.Story = strings.Replace(c.Story, "stored", "deflated", 1)
		c.Features += " big-endian deflate"
	}
	var members []Member
	for _, form := range gridForms {
		name := strings.NewReplacer("-c", "", "-f", "-fortran").Replace(form.name) + ".npy"
		of := gridCase(s, order, form, 1)
		member := Stored(name, of.Bytes)
		if order == ">" {
			var d Deflater
			d.Fixed(true, s.size, of.Bytes)
			member = Deflated(name, of.Bytes, d.Bytes())
		}
		members = append(members, member)
		c.Members = append(c.Members, Content{name, of.Array})
	}
	c.Bytes = Zip(members...)
	return c
}
