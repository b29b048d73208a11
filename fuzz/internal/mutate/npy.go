package mutate

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
	"github.com/npycheck/npycheck/spec"
)

// aims are the areas of a .npy file. Those that readers parse most of occur more than once.
var aims = []string{"prefix", "header", "literal", "keys", "descr", "descr", "shape", "shape", "order", "data", "data"}

// npy returns a mutation of a .npy file.
func (m *mutation) npy(area string, content []byte) []byte {
	head, text, data, ok := splitNpy(content)
	if !ok {
		return m.bytes(content)
	}
	if area == "" || area == "zip" || area == "npz" {
		if area = aims[m.N(len(aims))]; area == "data" && bytes.Contains(text, []byte("O")) {
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
	if other, otherText, _, ok := splitNpy(m.other); ok && m.One(12) {
		return slices.Concat(other, otherText, data)
	}
	if changes := headerChanges[area]; changes != nil {
		text = changes[m.N(len(changes))](headerMutation{m}, text)
	} else {
		changes := dictChanges[area]
		text = changes[m.N(len(changes))](dictMutation{m}, text)
	}
	return m.join(head, text, data, area != "header" || m.One(2))
}

// alignment is what the length of a header is a multiple of.
const alignment = 64

// join puts a file together again. Mostly it corrects the length of the header, and its padding if requested.
func (m *mutation) join(head, text, data []byte, pad bool) []byte {
	if m.One(lies) {
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
	switch m.N(9) {
	case 0:
		b[6+m.N(2)] = choice.Of(m.Chooser, byte(0), 1, 2, 3, 4, 5, 127, 128, 255)
	case 1, 2:
		length := uint64(len(text))
		if m.One(3) {
			length = edge(m.Chooser)
		} else {
			length += uint64(choice.Of(m.Chooser, -128, -64, -16, -2, -1, 1, 2, 15, 16, 64, 128, int64(len(data)), int64(len(data)+1), 1<<16, 1<<31))
		}
		if len(head) == 10 {
			binary.LittleEndian.PutUint16(b[8:], uint16(length))
		} else {
			binary.LittleEndian.PutUint32(b[8:], uint32(length))
		}
	case 3:
		slices.Reverse(b[8:len(head)])
	case 4:
		copy(b, choice.Of(m.Chooser, "\x93NUMPZ", "\x93numpy", "\x93NUMPY\x00", "\x13NUMPY", "\x93NUMP", "PK\x03\x04", "\x1f\x8b\x08", "\x80\x04\x95", "\x89PNG", "\x93HDF", "NUMPY", "\x00"))
	case 5: // the length in the other width
		version := choice.Of(m.Chooser, byte(1), 2, 3)
		b = append([]byte(spec.Magic), version, 0)
		if version == 1 != m.One(6) {
			b = binary.LittleEndian.AppendUint16(b, uint16(len(text)))
		} else {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
		}
		b = slices.Concat(b, text, data)
	case 6:
		return b[:m.N(min(len(b), len(head)+2))]
	case 7:
		return slices.Concat([]byte(choice.Of(m.Chooser, "\ufeff", "\n", " ", "\x00", "\xff\xfe", spec.Magic, string(head))), b)
	case 8:
		switch m.N(4) {
		case 0: // as if written in text mode
			return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
		case 1: // from Latin-1 to UTF-8
			return []byte(pickle.Latin1(string(b)))
		case 2: // without the highest bits
			for i := range b {
				b[i] &= 0x7f
			}
		case 3:
			return append(b[:8], b[min(len(b), 8+m.N(4)):]...)
		}
	}
	return b
}

// data changes the data of an array.
func (m *mutation) data(data []byte) []byte {
	switch m.N(8) {
	case 0:
		return data[:m.N(len(data)+1)]
	case 1:
		return data[:max(0, len(data)-1-m.N(16))]
	case 2:
		return slices.Concat(data, make([]byte, choice.Of(m.Chooser, 1, 2, 4, 8, 16, 64, 1000, 1<<16)))
	case 3:
		if _, _, other, ok := splitNpy(m.other); ok {
			return other
		}
		return slices.Concat(data, data)
	case 4:
		return slices.Concat(data, m.other)
	case 5:
		b := slices.Clone(data)
		fill := choice.Of(m.Chooser, byte(0), 1, 2, 0x7f, 0x80, 0xd8, 0xdc, 0xff)
		from, to := m.part(len(b))
		for i := from; i < to; i++ {
			b[i] = fill
		}
		return b
	}
	return m.bytes(data)
}
