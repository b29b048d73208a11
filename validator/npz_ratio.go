package validator

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// ratio warns of a member that inflates out of all proportion, unless its array is that large.
func ratio(m *zip.Member, array *Array, depth Depth, inflated uint64, faults *fault.List) {
	const most, from, possible = 200, 64 << 20, 1032
	unpacked, packed := m.Unpacked(), m.Packed()
	switch {
	case depth == Full:
		unpacked = inflated
	case m.Endless() || m.Encrypted() || unpacked/possible > max(packed, 1):
		return // the headers don't tell
	}
	if !m.Deflated() || unpacked < from || unpacked/most < max(packed, 1) {
		return
	}
	if array != nil && unpacked <= uint64(array.DataOffset+array.DataBytes) {
		return
	}
	faults.Addf(spec.ZipRatio, m.Data, m.End-m.Data, "", "member inflates from %d bytes to %d, more than its header accounts for", packed, unpacked)
}
