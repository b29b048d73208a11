package zip

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// partition finds out whether every byte before the directory belongs to exactly one member, and
// what other bytes are.
type partition struct {
	*search
	reporter         // of the archive
	pos      int64   // every byte before it was checked
	last     *Member // the member that ends there

	missing map[int64]bool // where a member should begin but doesn't, as was reported
}

func (p *partition) run() error {
	var order []int
	for i := range p.members {
		if m := &p.members[i]; m.Found {
			order = append(order, i)
		} else if m.central.unknown&unknownOffset == 0 && m.central.offset < uint64(p.Directory) {
			if p.missing == nil {
				p.missing = make(map[int64]bool)
			}
			p.missing[int64(m.central.offset)+p.base] = true
		}
	}
	byOffset := func(i, j int) int { return cmp.Compare(p.members[i].local.at, p.members[j].local.at) }
	if !slices.IsSortedFunc(order, byOffset) {
		p.report(spec.ZipOrder, p.Directory, p.Limit-p.Directory, "central directory lists the members in a different order than the file")
		slices.SortStableFunc(order, byOffset)
	}
	for _, i := range order {
		m := &p.members[i]
		known := p.last == nil || !p.last.broken
		switch at := m.local.at; {
		case at < p.pos && known && !p.last.Shifted:
			m.reporter(p.faults).report(spec.ZipOverlap, at, p.pos-at, "member starts inside %s, %s before its end", p.last.Quoted(), text.Count(p.pos-at, "byte"))
		case at > p.pos && known:
			if err := p.gap(at); err != nil {
				return err
			}
		}
		if m.End > p.pos || !known {
			p.pos, p.last = m.End, m
		}
	}
	switch over := p.pos - p.Directory; {
	case over > 0 && !p.last.Shifted:
		p.last.reporter(p.faults).report(spec.ZipOverlap, p.Directory, over, "member extends %s into the central directory", text.Count(over, "byte"))
	case over < 0 && (p.last == nil || !p.last.broken):
		if err := p.gap(p.Directory); err != nil {
			return err
		}
	}
	return p.afterOthers()
}

// gap checks the bytes up to end that no directory entry points to: a data descriptor, hidden members, bytes before
// the archive, or none of these.
func (p *partition) gap(end int64) error {
	pos := p.pos
	if p.last != nil {
		n, err := p.extent(p.last).unannounced(end)
		if err != nil {
			return err
		}
		pos += n
	}
	for end-pos >= localSize {
		m, err := p.hidden(pos, end)
		if err != nil {
			return err
		}
		if m == nil {
			break
		}
		if m.broken {
			return nil
		}
		pos = m.End
	}
	if pos == end || p.last != nil && p.last.Shifted || p.blind || pos < p.base || pos > 0 && p.missing[pos] {
		return nil
	}
	if pos == 0 {
		p.trace.tell(0, end, nil, "bytes before the first member")
		p.report(spec.ZipPrefixBytes, 0, end, "%s before the first member", text.Count(end, "byte"))
		return nil
	}
	p.trace.tell(pos, end-pos, nil, "bytes that belong to no member")
	p.report(spec.ZipGap, pos, end-pos, "gap of %s that belongs to no member", text.Count(end-pos, "byte"))
	return nil
}

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
