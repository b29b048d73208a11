package zip

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/spec"
)

// extent finds out where the data of a member ends.
type extent struct {
	*localHeaders
	*contents
	reporter
	m *Member
}

// find finds out where the data of a listed member ends, and checks the descriptor after it (clause
// npz-2.5).
func (x extent) find() error {
	m := x.m
	if m.central.unknown != 0 {
		if found, err := x.stream(x.Directory); err != nil || !found {
			return err
		}
	}
	if room := uint64(x.size - m.Data); m.central.packed > room {
		m.End, m.broken = x.Directory, true
		x.report(spec.ZipOverlap, m.local.at, int64(m.local.size), "member data truncated: %d of %d bytes", room, m.central.packed)
		return nil
	}
	return x.descriptor()
}

// findHidden does the same for a member that the directory doesn't list, in the bytes up to end.
func (x extent) findHidden(end int64) error {
	m := x.m
	m.End, m.broken = max(m.Data, end), true
	if m.Data > end {
		return nil
	}
	if c := &m.central; c.unknown != 0 || c.streamed() && c.packed == 0 {
		if found, err := x.stream(end); err != nil || !found {
			return err
		}
	}
	if m.central.packed > uint64(end-m.Data) {
		return nil
	}
	m.broken = false
	err := x.descriptor()
	if m.End > end {
		m.End, m.broken = end, true
	}
	return err
}

// stream looks for the end of data whose sizes no header has, in the bytes up to end: where the
// compressed stream ends, or else where a descriptor states the size of the bytes before it.
func (x extent) stream(end int64) (found bool, err error) {
	m := x.m
	m.End, m.broken = end, true
	if x.decompressor(m) != nil {
		c := x.open(m, true)
		defer c.Close()
		n, err := io.Copy(io.Discard, disk.NewContextReader(x.ctx, c))
		if err != nil {
			return false, err
		}
		packed := end - m.Data - c.trailing()
		if !x.spend(packed) || c.corrupt != nil || c.limit != "" {
			return false, nil
		}
		m.learn(uint64(packed), uint64(n), c.crc)
		return true, nil
	}
	r := bufio.NewReaderSize(io.NewSectionReader(x.ra, m.Data, end-m.Data), 1<<10)
	for n := uint64(0); x.spend(1); n++ {
		b, err := r.Peek(descriptorSize)
		if err != nil && err != io.EOF {
			return false, err
		}
		if n&0xfff == 0 && x.ctx.Err() != nil {
			return false, x.ctx.Err()
		}
		if len(b) < 16 {
			return false, nil
		}
		if bytes.HasPrefix(b, []byte(descriptorSignature)) {
			le := binary.LittleEndian
			narrow := !m.local.zip64 && uint64(le.Uint32(b[8:])) == n && uint64(le.Uint32(b[12:])) == n
			wide := m.local.zip64 && len(b) == descriptorSize && le.Uint64(b[8:]) == n && le.Uint64(b[16:]) == n
			if narrow || wide {
				m.learn(n, n, le.Uint32(b[4:]))
				return true, nil
			}
		}
		r.Discard(1)
	}
	return false, nil
}

// descriptor sets the end of a member to that of its data or, if it is streamed, of the descriptor
// after them. The descriptor's sizes have 64 bits if the local header has the zip64 extra field, or
// if they don't fit 32.
func (x extent) descriptor() error {
	m := x.m
	m.End = m.Data + int64(m.central.packed)
	x.trace.tell(m.Data, int64(m.central.packed), nil, "content of the member, %s", methodName(m.central.method))
	local, listed := m.local.flags&flagDescriptor != 0, m.central.streamed()
	if !local && !listed || m.End > x.Directory {
		return nil
	}
	b, err := x.bytesAt(m.End, min(descriptorSize, x.Directory-m.End))
	if err != nil {
		return err
	}
	wide := m.local.zip64 || !m.central.narrow && (m.central.packed >= sentinel32 || m.central.unpacked >= sentinel32)
	for _, signed := range []bool{true, false} {
		if d := m.descriptor(wide, signed); bytes.HasPrefix(b, d) {
			n := int64(len(d))
			x.trace.tell(m.End, n, b, "data descriptor: checksum %08x, compressed size %d, uncompressed size %d", m.central.crc, m.central.packed, m.central.unpacked)
			if !signed {
				x.report(spec.ZipDataDescriptorSignature, m.End, n, "data descriptor has no signature")
			}
			m.End += n
			return nil
		}
	}
	if local != listed {
		return nil // zip-header-mismatch
	}
	// Its length is known from what follows, so a wrong descriptor isn't reported as a gap too.
	n := int64(0)
	for _, length := range []int64{16, 24, 12, 20} {
		if ok, err := x.recordAt(m.End + length); err != nil {
			return err
		} else if ok {
			n = length
			break
		}
	}
	x.report(spec.ZipDataDescriptor, m.End, n, "%s", m.wrongDescriptor(b, n, wide))
	m.End += n
	return nil
}

// wrongDescriptor says what is wrong with the n bytes, beginning with b, after the data of a
// streamed member.
func (m *Member) wrongDescriptor(b []byte, n int64, wide bool) string {
	const values = "checksum and sizes %08x, %d, %d"
	le := binary.LittleEndian
	got := "data descriptor has "
	switch signed := bytes.HasPrefix(b, []byte(descriptorSignature)); {
	case bytes.HasPrefix(b, m.descriptor(!wide, true)), bytes.HasPrefix(b, m.descriptor(!wide, false)):
		switch {
		case !wide:
			return "data descriptor has 8-byte sizes, expected 4-byte: the local header has no zip64 extra field"
		case m.local.zip64:
			return "data descriptor has 4-byte sizes, expected 8-byte: the local header has a zip64 extra field"
		}
		return "data descriptor has 4-byte sizes, expected 8-byte: the sizes don't fit in 4 bytes"
	case signed && n == 16:
		got += fmt.Sprintf(values, le.Uint32(b[4:]), le.Uint32(b[8:]), le.Uint32(b[12:]))
	case signed && n == 24:
		got += fmt.Sprintf(values, le.Uint32(b[4:]), le.Uint64(b[8:]), le.Uint64(b[16:]))
	default:
		return fmt.Sprintf("no data descriptor after the data, expected one with "+values, m.central.crc, m.central.packed, m.central.unpacked)
	}
	return fmt.Sprintf(got+"; expected %08x, %d, %d", m.central.crc, m.central.packed, m.central.unpacked)
}

// unannounced returns the length of a data descriptor between the end of a member that isn't streamed
// and the offset end.
func (x extent) unannounced(end int64) (int64, error) {
	m := x.m
	b, err := x.bytesAt(m.End, min(descriptorSize, end-m.End))
	if err != nil || m.End != m.Data+int64(m.central.packed) {
		return 0, err
	}
	for _, wide := range []bool{true, false} {
		if d := m.descriptor(wide, true); bytes.HasPrefix(b, d) {
			n := int64(len(d))
			x.report(spec.ZipDataDescriptor, m.End, n, "member has a data descriptor, but flag bit 3 is not set")
			return n, nil
		}
	}
	return 0, nil
}
