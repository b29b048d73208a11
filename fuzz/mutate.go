package fuzz

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// mutation changes files with what it knows of the formats. It never changes the bytes that it gets.
type mutation struct {
	*Gen
	other []byte // another file, to take parts from; may be nil
}

// maxMutation is the number of bytes over which a mutation is cut, unless the file was as long before.
const maxMutation = 1 << 20

// Mutate returns a mutation of a file in an area, or in any if that is "", with parts of another file, which may be
// nil. It differs from the file. What a change makes wrong beside it, as the length of a header or the checksum of a
// member, is mended in most cases, so that readers get as far as the change.
func (g *Gen) Mutate(area string, format validator.Format, content, other []byte) []byte {
	m := &mutation{Gen: g, other: other}
	for range 8 {
		changed := m.file(area, format, content)
		changed = changed[:min(len(changed), max(maxMutation, len(content)))]
		if !bytes.Equal(changed, content) {
			return changed
		}
	}
	changed := slices.Clone(content)
	if len(changed) >= maxMutation {
		changed[len(changed)-1] ^= 1
		return changed
	}
	return append(changed, 0)
}

// Anything returns a file with up to four mutations in an area, or in any if that is "". What it holds nobody
// knows.
func (g *Gen) Anything(area string) File {
	f := g.start(area)
	for range pickOf(g, 1, 1, 1, 2, 2, 3, 4) {
		var other []byte
		if g.one(4) {
			other = g.start(area).Content
		}
		at := area
		if g.one(6) {
			at = "" // one fault may hide another
		}
		f.Content = g.Mutate(at, f.Format, f.Content, other)
	}
	f.Array, f.Members = nil, nil
	return f
}

// everyArea is spec.Areas, which takes its time.
var everyArea = sync.OnceValue(spec.Areas)

// plantableByArea gives the rules that faults can be planted for, by area.
var plantableByArea = sync.OnceValue(func() map[string][]spec.ID {
	rules := map[string][]spec.ID{}
	for _, id := range Plantable() {
		area := id.Rule().Area()
		rules[area] = append(rules[area], id)
	}
	return rules
})

// start returns a file that mutations of an area can begin with: one that conforms, or one with a fault of that
// area.
func (g *Gen) start(area string) File {
	if area == "" {
		area = pickOf(g, everyArea()...)
	}
	if area == "shape" && g.one(8) { // more elements than anybody can count, and not a byte
		t := scalar(pickOf[byte](g, 'S', 'V'), '|', 0)
		shape := func(g *Gen) []int64 { return append(dimensions(g), pickOf[int64](g, 1<<31, 1<<40)) }
		return newDraft(g, wish{dtype: func(*typer) spec.DType { return t }, shape: shape}).file()
	}
	if rules := plantableByArea()[area]; len(rules) > 0 && g.one(3) {
		if faulty, _, ok := g.Fault(rules[g.n(len(rules))]); ok {
			return faulty
		}
	}
	switch {
	case area == "pickle" && g.one(lying):
		return File{Content: g.Object(), Format: validator.Npy}
	case (area == "zip" || area == "npz") && g.one(lying):
		return File{Content: g.Npz(), Format: validator.Npz}
	}
	return g.Valid(area)
}

// lying is how rarely a file to begin with is one of the generators whose files lie already.
const lying = 4

func (m *mutation) file(area string, format validator.Format, content []byte) []byte {
	switch {
	case m.one(20):
		return m.bytes(content)
	case format == validator.Npz:
		return m.archive(area, content)
	}
	return m.npy(area, content)
}

// aims are the areas of a .npy file. Where most of what readers parse is comes more than once.
var aims = []string{"prefix", "header", "literal", "keys", "descr", "descr", "shape", "shape", "order", "data", "data"}

// npy returns a mutation of a .npy file.
func (m *mutation) npy(area string, content []byte) []byte {
	head, text, data, ok := splitNpy(content)
	if !ok {
		return m.bytes(content)
	}
	if area == "" || area == "zip" || area == "npz" {
		if area = aims[m.n(len(aims))]; area == "data" && bytes.Contains(text, []byte("O")) {
			area = "pickle"
		}
	}
	switch area {
	case "prefix":
		return m.prefix(content, head, text, data)
	case "data":
		return slices.Concat(content[:len(head)+len(text)], m.data(data))
	case "pickle":
		return slices.Concat(content[:len(head)+len(text)], m.pickle(data))
	}
	if other, otherText, _, ok := splitNpy(m.other); ok && m.one(12) {
		return slices.Concat(other, otherText, data)
	}
	if changes := headerChanges[area]; changes != nil {
		text = changes[m.n(len(changes))](headerMutation{m}, text)
	} else {
		changes := dictChanges[area]
		text = changes[m.n(len(changes))](dictMutation{m}, text)
	}
	return m.join(head, text, data, area != "header" || m.one(2))
}

// splitNpy returns the parts of a .npy file: what comes before the text of its header, the text, and the data. A
// length that leads out of the file ends with it.
func splitNpy(b []byte) (head, text, data []byte, ok bool) {
	if len(b) < 12 {
		return nil, nil, nil, false
	}
	at, length := 10, int64(binary.LittleEndian.Uint16(b[8:]))
	if b[6] == 2 || b[6] == 3 {
		at, length = 12, int64(binary.LittleEndian.Uint32(b[8:]))
	}
	end := at + int(min(length, int64(len(b)-at)))
	return b[:at], b[at:end], b[end:], true
}

// alignment is what the length of a header is a multiple of.
const alignment = 64

// lies is how rarely a length, a checksum or an offset stays as it was when what it is about changes.
const lies = 5

// join puts a file together again. Mostly it mends the length of the header, and its padding if that is wanted.
func (m *mutation) join(head, text, data []byte, pad bool) []byte {
	if m.one(lies) {
		return slices.Concat(head, text, data)
	}
	if pad {
		text = bytes.TrimRight(text, " \n")
		fill := alignment - (len(head)+len(text)+1)%alignment
		text = append(append(slices.Clone(text), bytes.Repeat([]byte(" "), fill%alignment)...), '\n')
	}
	if len(head) == 10 && len(text) > 1<<16-1 {
		head = append(slices.Clone(head), 0, 0)
		head[6] = 2
	}
	b := slices.Concat(head, text, data)
	if len(head) == 10 {
		binary.LittleEndian.PutUint16(b[8:], uint16(len(text)))
	} else {
		binary.LittleEndian.PutUint32(b[8:], uint32(len(text)))
	}
	return b
}

// prefix changes what comes before the text of the header.
func (m *mutation) prefix(content, head, text, data []byte) []byte {
	b := slices.Clone(content)
	switch m.n(9) {
	case 0:
		b[6+m.n(2)] = pickOf(m.Gen, byte(0), 1, 2, 3, 4, 5, 127, 128, 255)
	case 1, 2:
		length := uint64(len(text))
		if m.one(3) {
			length = m.edge()
		} else {
			length += uint64(pickOf(m.Gen, -128, -64, -16, -2, -1, 1, 2, 15, 16, 64, 128, int64(len(data)), int64(len(data)+1), 1<<16, 1<<31))
		}
		if len(head) == 10 {
			binary.LittleEndian.PutUint16(b[8:], uint16(length))
		} else {
			binary.LittleEndian.PutUint32(b[8:], uint32(length))
		}
	case 3:
		slices.Reverse(b[8:len(head)])
	case 4:
		copy(b, pickOf(m.Gen, "\x93NUMPZ", "\x93numpy", "\x93NUMPY\x00", "\x13NUMPY", "\x93NUMP", "PK\x03\x04", "\x1f\x8b\x08", "\x80\x04\x95", "\x89PNG", "\x93HDF", "NUMPY", "\x00"))
	case 5: // the length in the other width
		version := pickOf(m.Gen, byte(1), 2, 3)
		b = append([]byte(spec.Magic), version, 0)
		if version == 1 != m.one(6) {
			b = binary.LittleEndian.AppendUint16(b, uint16(len(text)))
		} else {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
		}
		b = slices.Concat(b, text, data)
	case 6:
		return b[:m.n(min(len(b), len(head)+2))]
	case 7:
		return slices.Concat([]byte(pickOf(m.Gen, "\ufeff", "\n", " ", "\x00", "\xff\xfe", spec.Magic, string(head))), b)
	case 8:
		switch m.n(4) {
		case 0: // in text mode
			return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
		case 1: // from Latin-1 to UTF-8
			return []byte(latin1(string(b)))
		case 2: // without the highest bits
			for i := range b {
				b[i] &= 0x7f
			}
		case 3:
			return append(b[:8], b[min(len(b), 8+m.n(4)):]...)
		}
	}
	return b
}

// data changes the data of an array.
func (m *mutation) data(data []byte) []byte {
	switch m.n(8) {
	case 0:
		return data[:m.n(len(data)+1)]
	case 1:
		return data[:max(0, len(data)-1-m.n(16))]
	case 2:
		return slices.Concat(data, make([]byte, pickOf(m.Gen, 1, 2, 4, 8, 16, 64, 1000, 1<<16)))
	case 3:
		if _, _, other, ok := splitNpy(m.other); ok {
			return other
		}
		return slices.Concat(data, data)
	case 4:
		return slices.Concat(data, m.other)
	case 5:
		b := slices.Clone(data)
		fill := pickOf(m.Gen, byte(0), 1, 2, 0x7f, 0x80, 0xd8, 0xdc, 0xff)
		from, to := m.part(len(b))
		for i := from; i < to; i++ {
			b[i] = fill
		}
		return b
	}
	return m.bytes(data)
}

// repeated returns n copies of a part, or as many as a mutation has room for.
func repeated(s string, n int) string { return strings.Repeat(s, min(n, maxMutation/max(len(s), 1))) }

// part returns the bounds of a random part of n bytes.
func (m *mutation) part(n int) (from, to int) {
	from = m.n(n + 1)
	return from, from + m.n(n-from+1)
}

// bytes changes bytes of which nothing is known.
func (m *mutation) bytes(content []byte) []byte {
	if len(content) == 0 {
		return append([]byte(nil), pickOf(m.Gen, "\x00", " ", "{}", spec.Magic, "PK\x05\x06")...)
	}
	b := slices.Clone(content)
	from, to := m.part(len(b))
	at := m.n(len(b))
	switch m.n(11) {
	case 0:
		b[at] ^= 1 << m.n(8)
	case 1:
		b[at] = byte(m.n(256))
	case 2:
		b[at] = pickOf(m.Gen, byte(0), 1, 0x7f, 0x80, 0xff, '\n', ' ')
	case 3:
		return b[:at]
	case 4:
		return slices.Delete(b, from, to)
	case 5:
		return slices.Insert(b, at, content[from:to]...)
	case 6:
		copy(b[at:], content[from:to])
	case 7:
		return slices.Insert(b, at, bytes.Repeat(content[at:min(len(b), at+1+m.n(8))], 1+m.n(64))...)
	case 8: // a number
		var field [8]byte
		binary.LittleEndian.PutUint64(field[:], m.edge())
		copy(b[at:], field[:1<<m.n(4)])
	case 9: // a neighbour
		b[at] += byte(pickOf(m.Gen, 1, 255, 2, 16))
	case 10:
		if len(m.other) == 0 {
			return b[at:]
		}
		from, to := m.part(len(m.other))
		return slices.Concat(b[:at], m.other[from:to], b[pickOf(m.Gen, at, min(len(b), at+to-from)):])
	}
	return b
}
