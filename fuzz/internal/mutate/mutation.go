package mutate

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
)

// mutation changes files with knowledge of the formats. It never changes the bytes that it gets.
type mutation struct {
	*choice.Chooser
	other []byte // another file, to take parts from; may be nil
}

// maxMutation is the size in bytes to which a mutation is cut, unless the file was that long before.
const maxMutation = 1 << 20

// splitNpy returns the parts of a .npy file: what comes before the text of its header, the text, and the data. A
// length that exceeds the file ends with it.
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

// lies is how rarely a length, a checksum or an offset isn't updated: one time in so many.
const lies = 5

// repeated returns n copies of a part, or as many as a mutation has room for.
func repeated(s string, n int) string { return strings.Repeat(s, min(n, maxMutation/max(len(s), 1))) }

// part returns the bounds of a random part of n bytes.
func (m *mutation) part(n int) (from, to int) {
	from = m.N(n + 1)
	return from, from + m.N(n-from+1)
}

// bytes changes bytes without a known structure.
func (m *mutation) bytes(content []byte) []byte {
	if len(content) == 0 {
		return append([]byte(nil), choice.Of(m.Chooser, "\x00", " ", "{}", spec.Magic, "PK\x05\x06")...)
	}
	b := slices.Clone(content)
	from, to := m.part(len(b))
	at := m.N(len(b))
	switch m.N(11) {
	case 0:
		b[at] ^= 1 << m.N(8)
	case 1:
		b[at] = byte(m.N(256))
	case 2:
		b[at] = choice.Of(m.Chooser, byte(0), 1, 0x7f, 0x80, 0xff, '\n', ' ')
	case 3:
		return b[:at]
	case 4:
		return slices.Delete(b, from, to)
	case 5:
		return slices.Insert(b, at, content[from:to]...)
	case 6:
		copy(b[at:], content[from:to])
	case 7:
		return slices.Insert(b, at, bytes.Repeat(content[at:min(len(b), at+1+m.N(8))], 1+m.N(64))...)
	case 8: // a number
		var field [8]byte
		binary.LittleEndian.PutUint64(field[:], edge(m.Chooser))
		copy(b[at:], field[:1<<m.N(4)])
	case 9: // a neighbour
		b[at] += byte(choice.Of(m.Chooser, 1, 255, 2, 16))
	case 10:
		if len(m.other) == 0 {
			return b[at:]
		}
		from, to := m.part(len(m.other))
		return slices.Concat(b[:at], m.other[from:to], b[choice.Of(m.Chooser, at, min(len(b), at+to-from)):])
	}
	return b
}
