package cases

import (
	"strings"

	"github.com/npycheck/npycheck/corpus/internal/header"
	. "github.com/npycheck/npycheck/internal/testing/build"
)

// dims returns a shape.
func dims(d ...int64) []int64 { return d }

// values returns the values of an array for people.
func values[T any](v ...T) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}

// whereUnread gives features to those cases of a family whose header can't be read.
func whereUnread(features string, family []Case) []Case {
	for i, c := range family {
		if _, stated := header.Features(c.Bytes); !stated {
			family[i].Features = features
		}
	}
	return family
}

// sinceTwo returns the cases with the version of the corpus that first had them.
func sinceTwo(cases []Case) []Case {
	for i := range cases {
		cases[i].Since = "0.2.0"
	}
	return cases
}

// plain is the header of three doubles, used by most cases for which the array doesn't matter.
const plain = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"

// three is the array of that header.
var three = &Array{DType: "<f8", Shape: dims(3), Data: F8(1, -2.5, 3), Values: values(1, -2.5, 3)}

// variant is one of several cases that differ only in these fields.
type variant struct {
	id, story string
	bytes     []byte
}

// variants returns a case for each variant. Its story continues where the common one ends.
func variants(common Case, rules string, each ...variant) []Case {
	out := make([]Case, 0, len(each))
	for _, v := range each {
		c := common
		c.ID, c.Story, c.Rules, c.Bytes = v.id, c.Story+v.story, rules, v.bytes
		out = append(out, c)
	}
	return out
}

// refused is a file that readers must reject: three doubles with a fault.
func refused(stage string) Case {
	return Case{
		Story: "conforming except that ", Duty: Reject, Violates: true, Stage: stage,
		Importance: Medium, Twin: "prefix/plain",
	}
}

// tolerated is a file that readers may read: three doubles with a fault that leaves no doubt about them.
func tolerated(stage, flags string) Case {
	return Case{
		Story: "conforming except that ", Duty: Either, Stage: stage, Flags: flags,
		Importance: Low, Twin: "prefix/plain", Array: three,
	}
}

// accepted is a file that readers must read: three doubles, and something that might put them off.
func accepted(stage string) Case {
	return Case{
		Story: "conforming: ", Duty: Accept, Stage: stage,
		Importance: Medium, Array: three,
	}
}

// namedField is the array of three doubles that are the only field of a structured type. The name is
// given as Python's repr writes it.
func namedField(name string) *Array {
	return &Array{
		DType: "[(" + name + ", '<f8')]", Shape: dims(3), Data: three.Data,
		Values: values([]any{1}, []any{-2.5}, []any{3}),
	}
}

// fieldText is the dictionary of that array.
func fieldText(name string) string { return Dict("[("+name+", '<f8')]", "False", "(3,)") }

// arrayCase returns the case of a conforming array, stored as its descr and order say. The story has only
// the order.
func arrayCase(descr, shape string, fortran bool, itemsize, unit int, data []byte, vals []any) Case {
	var d []int64
	for _, r := range strings.Split(strings.Trim(shape, "(),"), ", ") {
		n := int64(0)
		for _, digit := range r {
			n = 10*n + int64(digit-'0')
		}
		d = append(d, n)
	}
	stored, order, story := data, "False", ""
	if fortran {
		stored, order, story = Transpose(itemsize, d, stored), "True", " in Fortran order"
	}
	if descr[0] == '>' {
		stored = Swap(unit, stored)
	}
	return Case{
		Story: story, Bytes: Npy1(Dict("'"+descr+"'", order, shape), stored), Duty: Accept, Stage: "data",
		Array: &Array{DType: strings.Replace(descr[:1], ">", "<", 1) + descr[1:], Shape: d, F: fortran, Data: data, Values: vals},
	}
}

// needing returns the case of a reader that has further features.
func (c Case) needing(features string) Case {
	c.Features += " " + features
	return c
}

// like returns the case with another twin.
func (c Case) like(twin string) Case {
	c.Twin = twin
	return c
}

// ofImportance returns the case with another importance.
func (c Case) ofImportance(i Importance) Case {
	c.Importance = i
	return c
}

// npzTolerated is an archive that readers may read: an array of doubles, and a second member with a fault.
func npzTolerated(flags, name string, a *Array) Case {
	return Case{
		Story: "conforming except that ", Duty: Either, Stage: "npz", Flags: flags, Features: "npz v1 float int 1d",
		Twin: "npz/two", Members: []Content{{"a.npy", three}, {name, a}},
	}
}

// npzRefused is an archive that readers must reject: two arrays with a fault.
func npzRefused(stage string) Case {
	return Case{
		Story: "conforming except that ", Duty: Reject, Violates: true, Stage: stage, Features: "npz v1 float int 1d",
		Twin: "npz/two",
	}
}

// npzInts is the array of the second member.
var npzInts = &Array{DType: "<i2", Shape: dims(2), Data: I2(1, -2), Values: values(1, -2)}

// npzDoublesFile and npzIntsFile are the .npy files of the two members that most archives have.
func npzDoublesFile() []byte { return Npy1(plain, three.Data) }

func npzIntsFile() []byte { return Npy1(Dict("'<i2'", "False", "(2,)"), npzInts.Data) }

// npzWith is an archive of an array a, and of a second member with the given name and content.
func npzWith(name string, content []byte) []byte {
	return Zip(Stored("a.npy", npzDoublesFile()), Stored(name, content))
}

// npzAccepted is an archive that readers must read: an array of doubles.
func npzAccepted() Case {
	return Case{
		Story: "conforming: ", Duty: Accept, Stage: "npz", Features: "npz v1 float 1d",
		Members: []Content{{"a.npy", three}},
	}
}
