package cases

import (
	"fmt"
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// descrCases returns the cases of the area descr, except for the grid.
func descrCases() []Case {
	return slices.Concat(
		descrKindCases(),
		descrTupleCases(),
		descrOrderCases(),
		descrNameCases(),
		descrLetterCases(),
		descrUnknownCases(),
		descrSizeCases(),
		descrLongDoubleCases(),
		descrDatetimeCases(),
		descrStructCases(),
		descrSubarrayCases(),
		descrPaddingCases(),
		descrFieldFaultCases(),
		descrSubarrayFaultCases(),
		descrNameTextCases(),
	)
}

// descrSpelling is another descr for the twelve elements of a dtype of the grid.
type descrSpelling struct {
	of    string // the type as the grid names it: "f8"
	id    string
	descr string // with its quotes
	story string // replaces that of the family
}

// descrSpelled returns a family of cases that differ from a case of the grid in descr only. What is
// common to them is in c.
func descrSpelled(c Case, family ...descrSpelling) []Case {
	var out []Case
	for _, s := range family {
		t := descrScalar(s.of)
		dtype, twin := "|"+t.kind, "descr/grid-"+t.name+"-1d-v1"
		if t.unit > 1 {
			dtype, twin = "<"+t.kind, "descr/grid-le-"+t.name+"-1d-v1"
		}
		c := c
		c.ID = s.id
		if s.story != "" {
			c.Story = s.story
		}
		c.Story += ": " + s.descr
		c.Bytes = descrFile(s.descr, "(12,)", t.data)
		c.Stage = "descr"
		c.Twin = twin
		if c.Duty == Either {
			c.Array = &Array{DType: dtype, Shape: dims(12), Data: t.data, Values: t.values}
		}
		out = append(out, c)
	}
	return out
}

func descrScalar(name string) scalar {
	for _, s := range scalars() {
		if s.name == name {
			return s
		}
	}
	panic("the grid has no type " + name)
}

// descrFile returns a version 1.0 file in C order.
func descrFile(descr, shape string, data []byte) []byte {
	return Npy1(Dict(descr, "False", shape), data)
}

// descrOf gives the arrays of a family another dtype of the same size.
func descrOf(dtype string, family []Case) []Case {
	for i := range family {
		family[i].Array.DType = dtype
	}
	return family
}

// descrWithoutArray removes the arrays of a family whose descr means another dtype on another machine.
func descrWithoutArray(family []Case) []Case {
	for i := range family {
		family[i].Array = nil
	}
	return family
}

// descrElements is an array of one dimension with a descr of its own, for families of structured types.
type descrElements struct {
	id    string
	story string
	descr string
	data  []byte // the elements, little-endian
	vals  []any  // one for each element

	// What is left out is the rule: stored as they are, a dtype that is descr itself, no fault.
	stored     []byte
	dtype      string
	rules      string
	flags      string // the duty is Either if there are any
	features   string // for a header that can't be read
	importance Importance
	twin       string
}

// descrArrays returns the cases of a family that a reader must or may read.
func descrArrays(family ...descrElements) []Case {
	var out []Case
	for _, e := range family {
		c := Case{
			ID:         e.id,
			Story:      e.story,
			Bytes:      descrFile(e.descr, fmt.Sprintf("(%d,)", len(e.vals)), e.data),
			Duty:       Accept,
			Rules:      e.rules,
			Stage:      "descr",
			Flags:      e.flags,
			Features:   e.features,
			Importance: Medium,
			Array:      &Array{DType: e.descr, Shape: dims(int64(len(e.vals))), Data: e.data, Values: values(e.vals...)},
		}
		if e.stored != nil {
			c.Bytes = descrFile(e.descr, fmt.Sprintf("(%d,)", len(e.vals)), e.stored)
		}
		if e.dtype != "" {
			c.Array.DType = e.dtype
		}
		if e.flags != "" {
			c.Duty = Either
		}
		if e.importance != "" {
			c.Importance = e.importance
		}
		if e.twin != "" {
			c.Twin = e.twin
		}
		out = append(out, c)
	}
	return out
}

// descrRefusal is a descr that must be rejected, instead of that of another case.
type descrRefusal struct {
	id    string
	story string // after "conforming except that"
	descr string
	rules string
}

// descrRefused returns a family of cases with the data of their common twin.
func descrRefused(twin descrElements, family ...descrRefusal) []Case {
	var out []Case
	for _, r := range family {
		out = append(out, Case{
			ID:         r.id,
			Story:      "conforming except that " + r.story,
			Bytes:      descrFile(r.descr, fmt.Sprintf("(%d,)", len(twin.vals)), twin.data),
			Duty:       Reject,
			Rules:      r.rules,
			Violates:   true,
			Stage:      "descr",
			Importance: Medium,
			Twin:       twin.id,
		})
	}
	return out
}

// descrKindCases returns cases of Python values that describe no type.
func descrKindCases() []Case {
	invalid := Case{
		Story:      "conforming except that the descr is neither a string nor a list",
		Duty:       Reject,
		Rules:      "descr-invalid-type",
		Violates:   true,
		Importance: Medium,
	}
	dict := invalid
	dict.Rules = "descr-dict"
	dict.Story = "conforming except that the descr is a dictionary"
	return append(descrSpelled(invalid,
		descrSpelling{of: "f8", id: "descr/none", descr: "None"},
		descrSpelling{of: "f8", id: "descr/true", descr: "True"},
		descrSpelling{of: "f8", id: "descr/false", descr: "False"},
		descrSpelling{of: "f8", id: "descr/integer", descr: "8"},
		descrSpelling{of: "f8", id: "descr/negative-integer", descr: "-8"},
		descrSpelling{of: "f8", id: "descr/float", descr: "8.5"},
		descrSpelling{of: "f8", id: "descr/complex-number", descr: "8j"},
		descrSpelling{of: "f8", id: "descr/bytes-literal", descr: "b'<f8'"},
		descrSpelling{of: "f8", id: "descr/set", descr: "{'<f8'}"},
	), descrSpelled(dict,
		descrSpelling{of: "f8", id: "descr/dict-of-names", descr: "{'names': ['a'], 'formats': ['<f8']}"},
		descrSpelling{of: "f8", id: "descr/dict-of-fields", descr: "{'a': ('<f8', 0)}"},
		descrSpelling{of: "f8", id: "descr/dict-with-offsets", descr: "{'names': ['a'], 'formats': ['<f8'], 'offsets': [0], 'itemsize': 8}"},
		descrSpelling{of: "f8", id: "descr/dict-of-itself", descr: "{'descr': '<f8'}"},
		descrSpelling{of: "f8", id: "descr/dict-empty", descr: "{}", story: "conforming except that the descr is an empty dictionary, which NumPy takes for a dtype without fields"},
	)...)
}

// descrTupleCases returns cases of tuples as the whole descr, where none may be.
func descrTupleCases() []Case {
	top := Case{
		Story:      "conforming except that the whole descr is a sub-array",
		Duty:       Reject,
		Rules:      "descr-tuple-top-level",
		Violates:   true,
		Importance: Medium,
	}
	malformed := top
	malformed.Rules = "descr-tuple-malformed"
	malformed.Story = "conforming except that the descr is a tuple that is not a sub-array"
	return append(descrSpelled(top,
		descrSpelling{of: "f8", id: "descr/tuple-shape-3", descr: "('<f8', (3,))"},
		descrSpelling{of: "f8", id: "descr/tuple-shape-1", descr: "('<f8', (1,))"},
		descrSpelling{of: "f8", id: "descr/tuple-shape-empty", descr: "('<f8', ())"},
		descrSpelling{of: "f8", id: "descr/tuple-number", descr: "('<f8', 1)"},
	), descrSpelled(malformed,
		descrSpelling{of: "f8", id: "descr/tuple-empty", descr: "()"},
		descrSpelling{of: "f8", id: "descr/tuple-of-one", descr: "('<f8',)"},
		descrSpelling{of: "f8", id: "descr/tuple-none", descr: "('<f8', None)"},
	)...)
}
