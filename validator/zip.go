package validator

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// The signatures and fixed sizes of the records of a zip archive (APPNOTE section 4.3).
const (
	localSignature      = "PK\x03\x04"
	centralSignature    = "PK\x01\x02"
	endSignature        = "PK\x05\x06"
	descriptorSignature = "PK\x07\x08"
	end64Signature      = "PK\x06\x06"
	locator64Signature  = "PK\x06\x07"

	localSize     = 30
	centralSize   = 46
	endSize       = 22
	end64Size     = 56
	locator64Size = 20

	maxComment = 1<<16 - 1
	sentinel16 = 1<<16 - 1
	sentinel32 = 1<<32 - 1
)

// manyMembers is the number of members that an archive should not have more of (clause npz-3.5).
const manyMembers = 10_000

// isArchive reports whether a file is a zip archive to NumPy: one with members, or an empty one.
func isArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(localSignature)) || bytes.HasPrefix(head, []byte(endSignature))
}

// header is what a local header or a central one says of a member, zip64 resolved.
type memberHeader struct {
	at       int64 // offset of the header
	size     int64 // of the header, name, extra fields and comment included
	name     string
	flags    uint16
	method   uint16
	needed   uint16 // version needed to extract
	crc      uint32
	packed   uint64 // compressed size
	unpacked uint64 // uncompressed size
	offset   uint64 // of the local header; central headers only
	system   byte   // that made the entry; central headers only
	external uint32 // attributes; central headers only
	zip64    bool   // has the zip64 extra field
}

const (
	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13

	methodStored  = 0
	methodDeflate = 8
)

// zipMember is a member of an archive on its way through the walk.
type zipMember struct {
	central memberHeader
	local   memberHeader
	found   bool  // there is a local header
	hidden  bool  // the directory doesn't list it: central is a copy of local
	data    int64 // offset of the data
	end     int64 // behind the data and their descriptor
	broken  bool  // the extent of the data is not known
}

// encrypted reports whether the member's data can't be looked at.
func (m *zipMember) encrypted() bool {
	return (m.central.flags|m.local.flags)&(flagEncrypted|flagStrong|flagMasked) != 0
}

// display returns the member's name, fit for a report.
func (m *zipMember) display() string { return Quote(decodeName(m.central.name, m.central.flags)) }

// archive is the state of a walk over a zip archive.
type archive struct {
	end       int64  // offset of the end record
	directory int64  // offset of the central directory
	entries   uint64 // as the end records count them
	blind     bool   // there is no end record, and so no directory
	base      int64  // what every offset is short by, where bytes stand in front of the archive
	limit     int64  // behind the directory: the first of the end records
	members   []zipMember
}

// npz walks the records of a zip archive (clauses npz-1.1 to npz-4.6), front to back and by the
// directory, and then its members.
func (w *walk) npz(report *Report) error {
	report.Format = Npz
	a := &archive{}
	if err := w.endRecords(a); err != nil {
		return err
	}
	incomplete, err := w.directory(a)
	if err != nil {
		return err
	}
	report.Incomplete = incomplete
	for i := range a.members {
		if err := w.localHeader(a, &a.members[i]); err != nil {
			return err
		}
	}
	if incomplete == "" {
		if err := w.partition(a); err != nil {
			return err
		}
	}
	w.names(a)
	w.methods(a)
	w.findings = w.sorted()
	return w.judgeMembers(a, report)
}

// bytesAt reads n bytes at the offset at. Callers keep n small.
func (w *walk) bytesAt(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if _, err := w.ra.ReadAt(b, at); err != nil && err != io.EOF {
		return nil, err
	} else if err == io.EOF {
		// A read up to the very end may say so.
		if at+n > w.size {
			return nil, errChanged
		}
	}
	return b, nil
}

// directory reads the central directory.
func (w *walk) directory(a *archive) (incomplete string, err error) {
	pos, end := a.directory, a.limit
	limit := w.opt.maxMembers()
	for pos < end {
		if err := w.ctx.Err(); err != nil {
			return "", err
		}
		if len(a.members) == manyMembers {
			w.report("zip-member-count", pos, end-pos, "", "archive has more than %d members", manyMembers)
		}
		if len(a.members) == limit {
			return fmt.Sprintf("archive has more than %d members, and the rest was not checked", limit), nil
		}
		if end-pos < centralSize {
			break
		}
		fixed, err := w.bytesAt(pos, centralSize)
		if err != nil {
			return "", err
		}
		if !bytes.HasPrefix(fixed, []byte(centralSignature)) {
			break
		}
		le := binary.LittleEndian
		nameLen, extraLen, commentLen := int64(le.Uint16(fixed[28:])), int64(le.Uint16(fixed[30:])), int64(le.Uint16(fixed[32:]))
		h := memberHeader{
			at:       pos,
			size:     centralSize + nameLen + extraLen + commentLen,
			system:   fixed[5],
			needed:   le.Uint16(fixed[6:]),
			flags:    le.Uint16(fixed[8:]),
			method:   le.Uint16(fixed[10:]),
			crc:      le.Uint32(fixed[16:]),
			packed:   uint64(le.Uint32(fixed[20:])),
			unpacked: uint64(le.Uint32(fixed[24:])),
			external: le.Uint32(fixed[38:]),
			offset:   uint64(le.Uint32(fixed[42:])),
		}
		if h.size > end-pos {
			break
		}
		rest, err := w.bytesAt(pos+centralSize, nameLen+extraLen)
		if err != nil {
			return "", err
		}
		h.name = string(rest[:nameLen])
		disk := le.Uint16(fixed[34:])
		w.member = Quote(decodeName(h.name, h.flags))
		w.extraFields(&h, rest[nameLen:], disk, true)
		if disk != 0 && disk != sentinel16 {
			w.report("zip-multi-disk", pos+34, 2, "", "member is on disk %d, want 0", disk)
		}
		w.member = ""
		w.traceCentral(&h, fixed)
		a.members = append(a.members, zipMember{central: h})
		pos += h.size
	}
	if pos < end {
		w.report("zip-end-record-mismatch", pos, end-pos, "", "%s of the directory are no entry", plural(end-pos, "byte"))
	} else if n := uint64(len(a.members)); n != a.entries {
		w.report("zip-end-record-mismatch", a.end+8, 4, "", "end record counts %d members, the directory has %d", a.entries, n)
	}
	return "", nil
}

// localHeader reads the local header of a member and compares it with the directory.
func (w *walk) localHeader(a *archive, m *zipMember) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.member = m.display()
	defer func() { w.member = "" }()
	c := &m.central
	at := c.offset + uint64(a.base)
	if at > uint64(a.directory) || int64(at) > a.directory-localSize {
		w.report("zip-missing-member", c.at+42, 4, "", "local header is said to be at offset %d, which is not in front of the directory", at)
		return nil
	}
	ok, err := w.readLocal(a, m, int64(at))
	if err != nil {
		return err
	}
	if !ok {
		w.report("zip-missing-member", int64(at), 4, "", "directory entry points to offset %d, where no local header is", at)
		return nil
	}
	w.memberFields(c)
	w.compareHeaders(m)
	return w.extent(a, m)
}

// readLocal reads the local header at the offset at.
func (w *walk) readLocal(a *archive, m *zipMember, at int64) (bool, error) {
	fixed, err := w.bytesAt(at, localSize)
	if err != nil || !bytes.HasPrefix(fixed, []byte(localSignature)) {
		return false, err
	}
	le := binary.LittleEndian
	nameLen, extraLen := int64(le.Uint16(fixed[26:])), int64(le.Uint16(fixed[28:]))
	h := &m.local
	*h = memberHeader{
		at:       at,
		size:     localSize + nameLen + extraLen,
		needed:   le.Uint16(fixed[4:]),
		flags:    le.Uint16(fixed[6:]),
		method:   le.Uint16(fixed[8:]),
		crc:      le.Uint32(fixed[14:]),
		packed:   uint64(le.Uint32(fixed[18:])),
		unpacked: uint64(le.Uint32(fixed[22:])),
	}
	if h.size > a.directory-at {
		return false, nil
	}
	rest, err := w.bytesAt(at+localSize, nameLen+extraLen)
	if err != nil {
		return false, err
	}
	h.name = string(rest[:nameLen])
	w.extraFields(h, rest[nameLen:], 0, false)
	m.found = true
	m.data = at + h.size
	w.traceLocal(h, fixed)
	return true, nil
}

// compareHeaders compares the two headers of a member. A streamed member has zeros in the local
// one, and the truth in its descriptor.
func (w *walk) compareHeaders(m *zipMember) {
	l, c := &m.local, &m.central
	if l.name != c.name {
		w.report("zip-name-mismatch", l.at+localSize, int64(len(l.name)), "", "local header names the member %s, the directory %s",
			Quote(decodeName(l.name, l.flags)), Quote(decodeName(c.name, c.flags)))
	}
	streamed := l.flags&flagDescriptor != 0
	for _, f := range []struct {
		what    string
		at, n   int64
		l, c    uint64
		unknown bool // the local header may leave it to the descriptor
	}{
		{"flags", 6, 2, uint64(l.flags), uint64(c.flags), false},
		{"method", 8, 2, uint64(l.method), uint64(c.method), false},
		{"checksum", 14, 4, uint64(l.crc), uint64(c.crc), streamed && l.crc == 0},
		{"compressed size", 18, 4, l.packed, c.packed, streamed && l.packed == 0},
		{"uncompressed size", 22, 4, l.unpacked, c.unpacked, streamed && l.unpacked == 0},
	} {
		if f.l != f.c && !f.unknown {
			w.report("zip-header-mismatch", l.at+f.at, f.n, "", "local header has the %s %d, the directory %d", f.what, f.l, f.c)
		}
	}
}

// memberFields checks what a header says by itself.
func (w *walk) memberFields(h *memberHeader) {
	if h.flags&(flagEncrypted|flagStrong|flagMasked) != 0 {
		w.report("zip-encrypted", h.at+8, 2, "", "flags are 0x%04x: the member is said to be encrypted", h.flags)
	} else if odd := h.flags &^ (1<<1 | 1<<2 | flagDescriptor | flagUTF8); odd != 0 {
		w.report("zip-flags", h.at+8, 2, "", "flags are 0x%04x, want only the bits 1, 2, 3 and 11", h.flags)
	}
	needed := byte(h.needed)
	most := byte(45)
	switch h.method {
	case methodStored, methodDeflate:
	case 12, 14, 93:
		most = 63
		w.report("zip-method-unusual", h.at+10, 2, "", "compression method is %d, want 0 (stored) or 8 (deflate)", h.method)
	default:
		w.report("zip-method", h.at+10, 2, "", "compression method is %d, want 0 (stored) or 8 (deflate)", h.method)
		most = 63
	}
	if needed > most {
		w.report("zip-version-needed", h.at+6, 2, "", "version needed to extract is %d.%d, want at most %d.%d", needed/10, needed%10, most/10, most%10)
	}
	w.specialEntry(h)
}

// specialEntry checks that a member is a file.
func (w *walk) specialEntry(h *memberHeader) {
	const unix, macOS = 3, 19
	folder := len(h.name) > 0 && h.name[len(h.name)-1] == '/'
	if h.system == unix || h.system == macOS {
		what := ""
		switch h.external >> 16 & 0xf000 {
		case 0xa000:
			what = "a symbolic link"
		case 0x2000, 0x6000:
			what = "a device"
		case 0x1000:
			what = "a FIFO"
		case 0xc000:
			what = "a socket"
		}
		if what != "" {
			w.report("zip-special-entry", h.at+38, 4, "", "member is %s, want a file", what)
			return
		}
	}
	switch {
	case folder && h.unpacked > 0:
		w.report("zip-special-entry", h.at+24, 4, "", "entry for a folder has %d bytes of data", h.unpacked)
	case folder:
		w.report("zip-directory-entry", h.at, h.size, "", "entry is for a folder, want arrays only")
	}
}

// partition finds out whether every byte up to the directory belongs to one member, and what the
// others are.
func (w *walk) partition(a *archive) error {
	var order []int
	for i := range a.members {
		if a.members[i].found {
			order = append(order, i)
		}
	}
	sorted := slices.IsSortedFunc(order, func(i, j int) int { return cmp.Compare(a.members[i].local.at, a.members[j].local.at) })
	if !sorted {
		w.report("zip-order", a.directory, a.limit-a.directory, "", "directory lists the members in another order than they have in the file")
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.members[i].local.at, a.members[j].local.at) })
	}
	pos := int64(0)
	blind := false // the end of the member before is not known
	for _, i := range order {
		m := &a.members[i]
		switch {
		case m.local.at < pos && !blind:
			w.member = m.display()
			w.report("zip-overlap", m.local.at, pos-m.local.at, "", "member begins %s inside of another one", plural(pos-m.local.at, "byte"))
			w.member = ""
		case m.local.at > pos && !blind:
			if err := w.gap(a, pos, m.local.at); err != nil {
				return err
			}
		}
		if m.end > pos {
			pos, blind = m.end, m.broken
		}
	}
	switch {
	case pos > a.directory:
		w.report("zip-overlap", a.directory, pos-a.directory, "", "the last member reaches %s into the directory", plural(pos-a.directory, "byte"))
	case pos < a.directory && !blind:
		return w.gap(a, pos, a.directory)
	}
	return nil
}

// gap looks at bytes that no directory entry points to: hidden members, bytes in front of the
// archive, or neither.
func (w *walk) gap(a *archive, pos, end int64) error {
	start := pos
	for end-pos >= localSize {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		m := zipMember{hidden: true}
		ok, err := w.readLocal(a, &m, pos)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		m.central = m.local
		w.member = m.display()
		if !a.blind {
			w.report("zip-hidden-member", pos, m.local.size, "", "local header is not in the directory")
		}
		err = w.extent(a, &m)
		w.member = ""
		if err != nil {
			return err
		}
		if m.end > end {
			m.broken = true
		}
		if len(a.members) < w.opt.maxMembers() {
			a.members = append(a.members, m)
		}
		if m.broken {
			return nil
		}
		pos, start = m.end, m.end
	}
	if start == end || a.blind {
		return nil
	}
	if start == 0 && a.base == 0 {
		w.trace(0, end, nil, "bytes in front of the first member")
		w.report("zip-prefix-bytes", 0, end, "", "%s stand in front of the first member", plural(end, "byte"))
	} else if start > 0 || a.base == 0 {
		w.trace(start, end-start, nil, "bytes that belong to no member")
		w.report("zip-gap", start, end-start, "", "%s belong to no member", plural(end-start, "byte"))
	}
	return nil
}
