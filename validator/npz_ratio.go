package validator

import "github.com/npycheck/npycheck/spec"

// ratio warns of a member that inflates out of all proportion, unless its array is that large.
func (w *memberWalk) ratio(inflated uint64) {
	m, array := w.entry, w.out.member.Array
	const most, from, possible = 200, 64 << 20, 1032
	unpacked, packed := m.Unpacked(), m.Packed()
	switch {
	case w.opt.depth() == Full:
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
	w.report(spec.ZipRatio, m.Data, m.End-m.Data, "", "member inflates from %d bytes to %d, more than its header accounts for", packed, unpacked)
}
