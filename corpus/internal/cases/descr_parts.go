package cases

import (
	"fmt"
	"strings"
)

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
			Importance: e.importance,
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
			ID:       r.id,
			Story:    "conforming except that " + r.story,
			Bytes:    descrFile(r.descr, fmt.Sprintf("(%d,)", len(twin.vals)), twin.data),
			Duty:     Reject,
			Rules:    r.rules,
			Violates: true,
			Stage:    "descr",
			Twin:     twin.id,
		})
	}
	return out
}

// descrLongDouble is an array of three elements of the C type long double, real or complex.
type descrLongDouble struct {
	id    string // its twin has -raw in it
	story string
	code  string
	rule  string
	data  []byte
	vals  []any
}

// cases returns the file in the given byte order and its twin.
func (l descrLongDouble) cases(order string, stored []byte) []Case {
	importance := Low
	if l.rule == "descr-platform-longdouble" {
		importance = Medium
	}
	raw := "|V" + l.code[1:]
	name, _ := strings.CutPrefix(l.id, "descr/longdouble-")
	id := fmt.Sprintf("descr/longdouble-raw-%s", name)
	return []Case{{
		ID:         l.id,
		Story:      "conforming, but only some machines have the dtype: " + l.story,
		Bytes:      descrFile("'"+order+l.code+"'", "(3,)", stored),
		Duty:       Either,
		Rules:      l.rule,
		Stage:      "descr",
		Flags:      "longdouble",
		Importance: importance,
		Twin:       id,
		Array:      &Array{DType: "<" + l.code, Shape: dims(3), Data: l.data, Values: l.vals},
	}, {
		ID:         id,
		Story:      "conforming: the bytes of " + l.story + ", as void",
		Bytes:      descrFile("'"+raw+"'", "(3,)", stored),
		Duty:       Accept,
		Stage:      "descr",
		Importance: Low,
		Array:      &Array{DType: raw, Shape: dims(3), Data: stored, Values: descrVoid(3, stored)},
	}}
}
