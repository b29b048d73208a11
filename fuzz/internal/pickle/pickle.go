// Package pickle makes arrays of Python objects: trees of values as NumPy pickles them, with changes that it never makes,
// in all forms of all protocols.
package pickle

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Made is an .npy file with objects that the generator made.
type Made struct {
	Content   []byte
	Mutations []string // how it differs from what NumPy writes, as kinds of changes

	header   []byte
	root     *Node
	protocol byte
}

// HostileObject returns the file with that number in the sequence of a seed: an array of objects, two times in
// three with changes that NumPy doesn't make.
func HostileObject(seed uint64, number int) Made {
	return Hostile(choice.Numbered(seed, uint64(number)))
}

// Valid returns an array of objects as NumPy writes it.
func Valid(g *choice.Chooser) sample.File {
	m := newMaker(g)
	m.plain = true
	return sample.File{Content: file(m, 0).Content, Format: validator.Npy}
}

func Hostile(g *choice.Chooser) Made {
	m := newMaker(g)
	// Some changes are made along with the values, the rest afterwards. With many, one surely shows.
	var rounds int
	if !g.One(4) {
		m.changes = choice.Of(g, 1, 1, 1, 2, 3, 5)
		if g.One(4) {
			rounds, m.changes = m.changes, 0
		}
	}
	return file(m, rounds)
}

// file returns an array of objects, changed in some rounds once it is complete.
func file(m *Maker, rounds int) Made {
	root, descr, shape := root(m)
	for range rounds {
		mutateTree(m, root)
	}
	return arrayOf(m, root, descr, shape)
}

// arrayOf returns the file of an array.
func arrayOf(m *Maker, root *Node, descr, shape string) Made {
	header := []byte(spec.Magic + "\x01\x00")
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape)
	text += strings.Repeat(" ", 63-(len(header)+2+len(text))%64) + "\n"
	header = binary.LittleEndian.AppendUint16(header, uint16(len(text)))
	header = append(header, text...)
	return Made{
		Content:   append(slices.Clone(header), NewWriter(m.Chooser, m.Protocol, !m.One(3)).Pickle(root)...),
		Mutations: m.mutations,
		header:    header,
		root:      root,
		protocol:  m.Protocol,
	}
}

// root returns the array of the file with its descr and its shape.
func root(m *Maker) (n *Node, descr, shape string) {
	count := 1 + m.N(3)
	shape = fmt.Sprintf("(%d,)", count)
	t := m.ObjectDType()
	if m.One(6) {
		if s := m.dtype(2); s.object && len(s.fields) > 0 {
			t = s
		}
	}
	elements := make([]*Node, count)
	for i := range elements {
		elements[i] = m.element(t, 3)
	}
	data := List(elements...)
	if m.One(20) {
		mask := BytesOf(strings.Repeat("\x00", min(1<<16, count*t.flagSize)))
		return masked(m, "MaskedArray", Tuple(Number(count)), t, data, mask, m.fill(t)), t.descr, shape
	}
	return m.Array("ndarray", Tuple(Number(count)), t, data), t.descr, shape
}
