package validator

import (
	"bytes"
	"encoding/binary"

	"github.com/npycheck/npycheck/spec"
)

const magic = spec.Magic

// layout is the layout of an array by its prefix. Offsets count from its first byte.
type layout struct {
	version   spec.Version
	prefixLen int64 // bytes before the header text
	headerLen int64 // bytes of the header text
}

// total returns the offset at which the data begins.
func (l layout) total() int64 { return l.prefixLen + l.headerLen }

// at returns the offset of a position in the header text.
func (l layout) at(pos int) int64 { return l.prefixLen + int64(pos) }

// lengthField returns the offset and the size of the field for the header length.
func (l layout) lengthField() (at, n int64) { return 8, l.prefixLen - 8 }

// slip is where a header seems to end, if its length field says something else.
type slip struct {
	n     int64 // bytes after the end that the field states; negative if before it
	close int64 // offset after the dictionary
}

// hasMagic reports whether b begins with the magic, or with as much of it as b is long.
func hasMagic(b []byte) bool {
	return bytes.HasPrefix([]byte(magic), b[:min(len(b), len(magic))])
}

func littleEndian(field []byte) int64 {
	if len(field) == 2 {
		return int64(binary.LittleEndian.Uint16(field))
	}
	return int64(binary.LittleEndian.Uint32(field))
}

func bigEndian(field []byte) int64 {
	if len(field) == 2 {
		return int64(binary.BigEndian.Uint16(field))
	}
	return int64(binary.BigEndian.Uint32(field))
}
