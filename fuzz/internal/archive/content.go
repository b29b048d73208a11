package archive

import (
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"math"
)

// Unpacked returns the content of a member by what its entry says, as far as it can be unpacked, and at most so many bytes
// of it if it is deflated.
func (m *Member) Unpacked(most int64) []byte {
	if m.Entry.Get(Method) == MethodDeflate {
		content, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(m.Local.Data)), most))
		return content
	}
	return m.Local.Data
}

// Fill gives a member of a file another content, stored or deflated as its entry says, and corrects its records.
func (m *Member) Fill(content []byte) {
	m.Local.Data = content
	if m.Entry.Get(Method) == MethodDeflate {
		m.Local.Data = StoredBlocks(content)
	}
	m.Update(content)
}

// Update corrects the checksum and the sizes of a member in the records that have them.
func (m *Member) Update(content []byte) {
	sum, packed, unpacked := crc32.ChecksumIEEE(content), len(m.Local.Data), len(content)
	m.Entry.update(sum, packed, unpacked)
	if m.Local.Get(Flags)&FlagStreamed == 0 {
		m.Local.update(sum, packed, unpacked)
		return
	}
	after := m.Local.After
	if len(after) >= 16 && bytes.HasPrefix(after, []byte(signed)) {
		d := Descriptor{Wide: len(after) >= 24, Crc: sum, Packed: uint64(packed), Unpacked: uint64(unpacked)}
		b := d.Append(nil)
		m.Local.After = append(b, after[len(b):]...)
	}
}

// update changes checksum and sizes. The sizes are in the zip64 block only if both can be.
func (r *Record) update(sum uint32, packed, unpacked int) {
	if r.wideAt(Packed) < 0 {
		r.setSizes(sum, packed, unpacked)
		return
	}
	r.Set(Crc, uint64(sum))
	r.SetWide(Packed, uint64(packed))
	r.SetWide(Unpacked, uint64(unpacked))
}

// StoredBlocks returns a content as deflate data without compression.
func StoredBlocks(content []byte) []byte {
	var w BitWriter
	for {
		n, last := min(len(content), math.MaxUint16), uint32(0)
		if n == len(content) {
			last = 1
		}
		w.Put(last, 3)
		w.Stored(content[:n])
		if content = content[n:]; last == 1 {
			return w.B
		}
	}
}
