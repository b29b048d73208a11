// Package mutate changes files, valid or not, with knowledge of the formats.
package mutate

import (
	"bytes"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/validator"
)

// Mutate returns a mutation of a file in an area, or in any if that is "", with parts of another file, which may be
// nil. It differs from the file. What a change invalidates, such as the length of a header or the checksum of a
// member, is mostly corrected, so that readers get as far as the change.
func Mutate(g *choice.Chooser, area string, format validator.Format, content, other []byte) []byte {
	m := &mutation{Chooser: g, other: other}
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

func (m *mutation) file(area string, format validator.Format, content []byte) []byte {
	switch {
	case m.One(20):
		return m.bytes(content)
	case format == validator.Npz:
		return m.archive(area, content)
	}
	return m.npy(area, content)
}
