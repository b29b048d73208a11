package cases

import (
	"fmt"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// matrix is the array of most layouts. Its dimensions differ, and so do all of its elements.
func matrix() *Array {
	return &Array{DType: "<i4", Shape: dims(2, 3), Data: I4(1, -2, 3, 400, 50000, -600000), Values: values(1, -2, 3, 400, 50000, -600000)}
}

// columns is the same array in Fortran order, with its stored bytes.
func columns() (*Array, []byte) {
	a := matrix()
	a.F = true
	return a, Transpose(4, a.Shape, a.Data)
}

// columnsText is the dictionary of that array.
const columnsText = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }"

// inColumns changes a case about three doubles to one about that array. A reader that misses a key in an odd header, and
// assumes C order or one dimension, gets a different array.
func inColumns(c Case) Case {
	c.Twin, c.Importance = "header/layout-fortran-order", Medium
	if c.Duty != Reject {
		c.Array, _ = columns()
	}
	return c
}

// record is two elements of a structured type.
func record() *Array {
	return &Array{
		DType: "[('x', '<f8'), ('y', '<f8'), ('count', '<i4')]", Shape: dims(2),
		Data:   Join(F8(1.5, -2), I4(3), F8(4.25, 5), I4(-6)),
		Values: values([]any{1.5, -2, 3}, []any{4.25, 5, -6}),
	}
}

const matrixText = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }"

// doubles1 is a version 1.0 file of three doubles with this dictionary.
func doubles1(text string) []byte { return Npy1(text, three.Data) }

// replaced is that file with a part of the dictionary replaced.
func replaced(old, new string) []byte { return doubles1(strings.Replace(plain, old, new, 1)) }

// shaped is that file with this shape.
func shaped(shape string) []byte { return doubles1(Dict("'<f8'", "False", shape)) }

// fieldName is a field name in a header, and the same as Python's repr writes it.
type fieldName struct {
	id, story string
	literal   string // quotes included
	repr      string
}

// fieldNames returns a case for each name, of three doubles in a field of that name.
func fieldNames(common Case, rules string, file func(string, []byte) []byte, each ...fieldName) []Case {
	var cases []Case
	for _, n := range each {
		if common.Duty != Reject {
			common.Array = namedField(n.repr)
		}
		cases = append(cases, variants(common, rules, variant{n.id, n.story, file(fieldText(n.literal), three.Data)})...)
	}
	return cases
}

// named changes a case about three doubles to one about three doubles in a field.
func named(c Case, version string) Case {
	c.Twin = "header/field-name"
	if version == "v3" {
		c.Twin = "prefix/v3-needed"
	}
	return c
}

// fieldsArray is one element of a structured type with many fields, which hold their number.
func fieldsArray(n int) *Array {
	descr := make([]string, n)
	data := make([]byte, n)
	element := make([]any, n)
	for i := range n {
		descr[i] = fmt.Sprintf("('f%d', '|i1')", i)
		data[i] = byte(i % 128)
		element[i] = i % 128
	}
	return &Array{DType: "[" + strings.Join(descr, ", ") + "]", Shape: dims(1), Data: data, Values: values(element)}
}

func fieldsFile(n int) []byte {
	a := fieldsArray(n)
	return Npy1(Dict(a.DType, "False", "(1,)"), a.Data)
}

// typed is a version 1.0 file of three doubles with this type string, quotes included.
func typed(descr string) []byte { return doubles1(Dict(descr, "False", "(3,)")) }

// subarray is one element with a subarray of three doubles.
func subarray() *Array {
	return &Array{DType: "[('a', '<f8', (3,))]", Data: three.Data, Values: values([]any{[]any{1, -2.5, 3}})}
}

func subarrayFile(shape string) []byte {
	return Npy1(Dict("[('a', '<f8', "+shape+")]", "False", "()"), three.Data)
}
