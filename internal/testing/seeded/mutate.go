package seeded

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
)

// mutator mutates inputs of targets.
type mutator struct{ *rand.Rand }

// mutated returns a copy of an input that differs from it in one or more changes to its values. Another input of the
// target lends parts.
func (m mutator) mutated(input, other []any) []any {
	input = slices.Clone(input)
	for changes := 1; ; changes++ {
		i := m.IntN(len(input))
		switch v := input[i].(type) {
		case []byte:
			input[i] = m.bytes(v, other[i].([]byte))
		case string:
			input[i] = string(m.bytes([]byte(v), []byte(other[i].(string))))
		case bool:
			input[i] = !v
		case byte:
			input[i] = byte(m.IntN(256))
		default:
			panic(fmt.Sprintf("no mutation of values of type %T", v))
		}
		if changes == 16 || m.IntN(2) == 0 {
			return input
		}
	}
}

// changes are those that the mutator makes to bytes. Each returns a slice of its own.
var changes = []func(m mutator, b, other []byte) []byte{
	// A bit, a byte, and a number.
	func(m mutator, b, _ []byte) []byte { return m.byte(b, func(c byte) byte { return c ^ 1<<m.IntN(8) }) },
	func(m mutator, b, _ []byte) []byte { return m.byte(b, func(byte) byte { return byte(m.IntN(256)) }) },
	func(m mutator, b, _ []byte) []byte {
		return m.byte(b, func(c byte) byte { return c + byte(m.IntN(71)-35) })
	},
	func(m mutator, b, _ []byte) []byte {
		return m.number(b, func(n uint64) uint64 { return n + uint64(m.IntN(71)-35) })
	},
	func(m mutator, b, _ []byte) []byte {
		return m.number(b, func(uint64) uint64 { return edges[m.IntN(len(edges))] + uint64(m.IntN(3)-1) })
	},
	// A part is left out, written twice, moved, or replaced by another.
	func(m mutator, b, _ []byte) []byte { return splice(b, m.part(b), nil) },
	func(m mutator, b, _ []byte) []byte { return splice(b, m.place(b), m.part(b).of(b)) },
	func(m mutator, b, _ []byte) []byte { return splice(b, m.part(b), m.part(b).of(b)) },
	func(m mutator, b, _ []byte) []byte { return m.overwrite(b, m.part(b).of(b)) },
	// Bytes that are in none of the inputs, and one byte many times.
	func(m mutator, b, _ []byte) []byte { return splice(b, m.place(b), m.random()) },
	func(m mutator, b, _ []byte) []byte {
		c := []byte{0, ' ', '\n', '0', 255, byte(m.IntN(256))}[m.IntN(6)]
		return splice(b, m.place(b), slices.Repeat([]byte{c}, m.length(1024)))
	},
	// A part, a word or the rest of another input.
	func(m mutator, b, other []byte) []byte { return splice(b, m.place(b), m.part(other).of(other)) },
	func(m mutator, b, other []byte) []byte { return m.overwrite(b, m.part(other).of(other)) },
	func(m mutator, b, other []byte) []byte { return splice(b, m.word(b), m.word(other).of(other)) },
	func(m mutator, b, other []byte) []byte { return splice(b, m.place(b), m.word(other).of(other)) },
	func(m mutator, b, other []byte) []byte {
		return slices.Concat(b[:m.place(b).from], other[m.place(other).from:])
	},
}

func (m mutator) bytes(b, other []byte) []byte { return changes[m.IntN(len(changes))](m, b, other) }

// edges are numbers at which programs break.
var edges = []uint64{0, 1, 16, 32, 64, 100, 1 << 7, 1 << 8, 1 << 10, 1 << 12, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 63}

// part is some bytes of a slice.
type part struct{ from, to int }

func (p part) of(b []byte) []byte { return b[p.from:p.to] }

// splice returns b with other bytes instead of a part.
func splice(b []byte, p part, with []byte) []byte { return slices.Concat(b[:p.from], with, b[p.to:]) }

// overwrite returns b with other bytes over those at any place, as far as there are any.
func (m mutator) overwrite(b, with []byte) []byte {
	b = slices.Clone(b)
	copy(b[m.place(b).from:], with)
	return b
}

// place returns an empty part.
func (m mutator) place(b []byte) part {
	at := m.IntN(len(b) + 1)
	return part{at, at}
}

// part returns a part of any length, mostly a short one.
func (m mutator) part(b []byte) part {
	p := m.place(b)
	if p.from < len(b) {
		p.to += m.length(len(b) - p.from)
	}
	return p
}

// length returns a number from 1 to most, mostly a small one.
func (m mutator) length(most int) int {
	switch m.IntN(16) {
	case 0:
	case 1, 2:
		most = min(most, 32)
	default:
		most = min(most, 8)
	}
	return 1 + m.IntN(most)
}

// word returns a run of letters and digits, or a single other byte, or nothing in an empty slice.
func (m mutator) word(b []byte) part {
	p := m.place(b)
	inWord := func(i int) bool {
		return i >= 0 && i < len(b) && (b[i] == '_' || b[i] >= '0' && b[i] <= '9' || b[i]|0x20 >= 'a' && b[i]|0x20 <= 'z')
	}
	for inWord(p.from - 1) {
		p.from--
	}
	for inWord(p.to) {
		p.to++
	}
	if p.from == p.to && p.to < len(b) {
		p.to++
	}
	return p
}

func (m mutator) random() []byte {
	b := make([]byte, m.length(64))
	for i := range b {
		b[i] = byte(m.IntN(256))
	}
	return b
}

// byte returns b with another byte.
func (m mutator) byte(b []byte, change func(byte) byte) []byte {
	if len(b) == 0 {
		return m.random()
	}
	b = slices.Clone(b)
	at := m.IntN(len(b))
	b[at] = change(b[at])
	return b
}

// number returns b with another number of two, four or eight bytes.
func (m mutator) number(b []byte, change func(uint64) uint64) []byte {
	width := 2 << m.IntN(3)
	if len(b) < width {
		return m.random()
	}
	b = slices.Clone(b)
	field := b[m.IntN(len(b)-width+1):][:width]
	var word [8]byte
	if m.IntN(2) == 0 {
		copy(word[:], field)
		binary.LittleEndian.PutUint64(word[:], change(binary.LittleEndian.Uint64(word[:])))
		copy(field, word[:])
		return b
	}
	copy(word[8-width:], field)
	binary.BigEndian.PutUint64(word[:], change(binary.BigEndian.Uint64(word[:])))
	copy(field, word[8-width:])
	return b
}
