package validator

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/spec"
)

// extent finds out where the data of a listed member end, and checks the descriptor behind them
// (clause npz-2.5).
func (w *walk) extent(a *archive, m *zipMember) error {
	if m.central.unknown != 0 {
		if found, err := w.streamExtent(a, m, a.directory); err != nil || !found {
			return err
		}
	}
	if room := uint64(w.size - m.data); m.central.packed > room {
		m.end, m.broken = a.directory, true
		w.report(spec.ZipOverlap, m.local.at, int64(m.local.size), "", "member has %d bytes of data, but only %d follow in the file", m.central.packed, room)
		return nil
	}
	return w.descriptor(a, m)
}

// hiddenExtent does the same for a member that the directory doesn't list, in the bytes up to end.
func (w *walk) hiddenExtent(a *archive, m *zipMember, end int64) error {
	m.end, m.broken = max(m.data, end), true
	if m.data > end {
		return nil
	}
	if c := &m.central; c.unknown != 0 || c.streamed() && c.packed == 0 {
		if found, err := w.streamExtent(a, m, end); err != nil || !found {
			return err
		}
	}
	if m.central.packed > uint64(end-m.data) {
		return nil
	}
	m.broken = false
	err := w.descriptor(a, m)
	if m.end > end {
		m.end, m.broken = end, true
	}
	return err
}

// streamExtent looks for the end of data whose sizes no header has, in the bytes up to end: where the
// deflate stream ends, or else where a descriptor gives the size of what stands in front of it.
func (w *walk) streamExtent(a *archive, m *zipMember, end int64) (found bool, err error) {
	m.end, m.broken = end, true
	if m.central.method == methodDeflate {
		c := w.open(m)
		defer c.close()
		c.sum = true
		n, err := w.discard(c)
		packed := end - m.data - c.trailing()
		if !a.spend(packed) || err != nil || c.corrupt != nil {
			return false, err
		}
		m.learn(uint64(packed), uint64(n), c.crc)
		return true, nil
	}
	r := bufio.NewReaderSize(io.NewSectionReader(w.ra, m.data, end-m.data), 1<<10)
	for n := uint64(0); a.spend(1); n++ {
		b, err := r.Peek(24)
		if err != nil && err != io.EOF {
			return false, err
		}
		if n&0xfff == 0 && w.ctx.Err() != nil {
			return false, w.ctx.Err()
		}
		if len(b) < 16 {
			return false, nil
		}
		if bytes.HasPrefix(b, []byte(descriptorSignature)) {
			le := binary.LittleEndian
			narrow := !m.local.zip64 && uint64(le.Uint32(b[8:])) == n && uint64(le.Uint32(b[12:])) == n
			wide := m.local.zip64 && len(b) == 24 && le.Uint64(b[8:]) == n && le.Uint64(b[16:]) == n
			if narrow || wide {
				m.learn(n, n, le.Uint32(b[4:]))
				return true, nil
			}
		}
		r.Discard(1)
	}
	return false, nil
}

// learn keeps what the data of a member tell of it. A listed one has its checksum in the directory.
func (m *zipMember) learn(packed, unpacked uint64, crc uint32) {
	m.broken = false
	m.central.packed, m.central.unpacked, m.central.unknown = packed, unpacked, 0
	if m.hidden {
		m.central.crc = crc
	}
}

// describe returns the data descriptor of a member.
func (m *zipMember) describe(wide, signed bool) []byte {
	d := make([]byte, 0, 24)
	if signed {
		d = append(d, descriptorSignature...)
	}
	d = binary.LittleEndian.AppendUint32(d, m.central.crc)
	if wide {
		d = binary.LittleEndian.AppendUint64(d, m.central.packed)
		return binary.LittleEndian.AppendUint64(d, m.central.unpacked)
	}
	d = binary.LittleEndian.AppendUint32(d, uint32(m.central.packed))
	return binary.LittleEndian.AppendUint32(d, uint32(m.central.unpacked))
}

// descriptor sets the end of a member to that of its data or, if it is streamed, of the descriptor
// behind them. The sizes in that have 64 bits if the local header has the zip64 extra field, or if
// they don't fit 32.
func (w *walk) descriptor(a *archive, m *zipMember) error {
	m.end = m.data + int64(m.central.packed)
	w.trace(m.data, int64(m.central.packed), nil, "content of the member, %s", methodName(m.central.method))
	local, listed := m.local.flags&flagDescriptor != 0, m.central.streamed()
	if !local && !listed || m.end > a.directory {
		return nil
	}
	b, err := w.bytesAt(m.end, min(24, a.directory-m.end))
	if err != nil {
		return err
	}
	wide := m.local.zip64 || m.central.packed >= sentinel32 || m.central.unpacked >= sentinel32
	for _, signed := range []bool{true, false} {
		if d := m.describe(wide, signed); bytes.HasPrefix(b, d) {
			n := int64(len(d))
			w.trace(m.end, n, b, "data descriptor: checksum %08x, compressed size %d, uncompressed size %d", m.central.crc, m.central.packed, m.central.unpacked)
			if !signed {
				w.report(spec.ZipDataDescriptorSignature, m.end, n, "", "data descriptor has no signature in front")
			}
			m.end += n
			return nil
		}
	}
	if local != listed {
		return nil // zip-header-mismatch
	}
	// Its length can be told from what follows, so that a wrong one is not taken for a gap too.
	n := int64(0)
	for _, length := range []int64{16, 24, 12, 20} {
		if ok, err := w.recordAt(a, m.end+length); err != nil {
			return err
		} else if ok {
			n = length
			break
		}
	}
	w.report(spec.ZipDataDescriptor, m.end, n, "", "%s", m.wrongDescriptor(b, n, wide))
	m.end += n
	return nil
}

// wrongDescriptor says what is wrong with the n bytes behind the data of a streamed member, which b
// begins with.
func (m *zipMember) wrongDescriptor(b []byte, n int64, wide bool) string {
	const values = "checksum %08x, compressed size %d and uncompressed size %d"
	le := binary.LittleEndian
	got := "data descriptor has "
	switch signed := bytes.HasPrefix(b, []byte(descriptorSignature)); {
	case bytes.HasPrefix(b, m.describe(!wide, true)), bytes.HasPrefix(b, m.describe(!wide, false)):
		switch {
		case !wide:
			return "data descriptor has sizes of 8 bytes, want 4: the local header has no zip64 extra field"
		case m.local.zip64:
			return "data descriptor has sizes of 4 bytes, want 8: the local header has a zip64 extra field"
		}
		return "data descriptor has sizes of 4 bytes, want 8: they don't fit 4"
	case signed && n == 16:
		got += fmt.Sprintf(values, le.Uint32(b[4:]), le.Uint32(b[8:]), le.Uint32(b[12:]))
	case signed && n == 24:
		got += fmt.Sprintf(values, le.Uint32(b[4:]), le.Uint64(b[8:]), le.Uint64(b[16:]))
	default:
		got = "no data descriptor is behind the data"
	}
	return fmt.Sprintf(got+", want "+values, m.central.crc, m.central.packed, m.central.unpacked)
}

// unannounced returns the length of a data descriptor between the end of a member that isn't streamed
// and the offset end.
func (w *walk) unannounced(m *zipMember, end int64) (int64, error) {
	b, err := w.bytesAt(m.end, min(24, end-m.end))
	if err != nil || m.end != m.data+int64(m.central.packed) {
		return 0, err
	}
	for _, wide := range []bool{true, false} {
		if d := m.describe(wide, true); bytes.HasPrefix(b, d) {
			n := int64(len(d))
			w.member = m.name()
			w.report(spec.ZipDataDescriptor, m.end, n, "", "member has a data descriptor, and no flag says so")
			w.member = ""
			return n, nil
		}
	}
	return 0, nil
}

// recordAt reports whether a member or the directory begins at an offset.
func (w *walk) recordAt(a *archive, at int64) (bool, error) {
	if at == a.directory {
		return true, nil
	}
	if at > a.directory {
		return false, nil
	}
	b, err := w.signed(at, localSize, localSignature)
	return b != nil, err
}
