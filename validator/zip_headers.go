package validator

import (
	"bytes"
	"encoding/binary"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// memberHeader is what a local header or an entry of the directory says of a member, zip64 resolved.
type memberHeader struct {
	at       int64 // offset of the header
	name     string
	packed   uint64 // compressed size
	unpacked uint64 // uncompressed size
	offset   uint64 // of the local header; entries only
	size     int32  // of the header, name, extra fields and comment included
	crc      uint32
	external uint32 // attributes; entries only
	flags    uint16
	method   uint16
	needed   uint16 // version needed to extract
	system   byte   // that made the entry; entries only
	unknown  byte   // which of the numbers a zip64 extra field should have and hasn't
	zip64    bool   // has the zip64 extra field
}

// streamed reports whether the header says that a data descriptor follows.
func (h *memberHeader) streamed() bool { return h.flags&flagDescriptor != 0 }

const (
	flagEncrypted  = 1 << 0
	flagsLevel     = 1<<1 | 1<<2 // how hard the deflater tried: no reader needs to know
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13

	methodStored  = 0
	methodDeflate = 8
)

// localHeader reads the local header of a member and compares it with the directory.
func (w *walk) localHeader(a *archive, m *zipMember) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.member = m.name()
	defer func() { w.member = "" }()
	c := &m.central
	if c.unknown&unknownOffset != 0 {
		return nil
	}
	if c.offset > uint64(a.directory) || int64(c.offset) > a.directory-localSize-a.base {
		w.report(spec.ZipMissingMember, c.at+42, 4, "", "local header is said to be at offset %d, which is not in front of the directory", c.offset)
		return nil
	}
	at := int64(c.offset) + a.base
	l, err := w.readLocal(a, at)
	switch {
	case err != nil || a.budget < 0:
		return err
	case l == nil:
		w.report(spec.ZipMissingMember, at, 4, "", "directory entry points to offset %d, where no local header is", at)
		return nil
	}
	m.found = true
	m.local = localPart{l.at, l.size, l.flags, l.zip64}
	m.data = at + int64(l.size)
	w.memberFields(c)
	w.compareHeaders(l, c)
	c.complete(l)
	m.other = otherwise(a, m, *l)
	return w.extent(a, m)
}

// complete fills in what an entry leaves open from the local header.
func (c *memberHeader) complete(l *memberHeader) {
	known := c.unknown &^ l.unknown
	if l.streamed() {
		known = 0
	}
	if known&unknownPacked != 0 {
		c.packed = l.packed
	}
	if known&unknownUnpacked != 0 {
		c.unpacked = l.unpacked
	}
	c.unknown &^= known
}

// readLocal reads the local header at the offset at. It returns nil if there is none, or if the
// budget is used up.
func (w *walk) readLocal(a *archive, at int64) (*memberHeader, error) {
	room := a.directory - at
	b, err := w.load(a, at, 0, min(room, usualHeader))
	if err != nil || !bytes.HasPrefix(b, []byte(localSignature)) {
		return nil, err
	}
	le := binary.LittleEndian
	nameLen, extraLen := int64(le.Uint16(b[26:])), int64(le.Uint16(b[28:]))
	size := localSize + nameLen + extraLen
	if size > room || !a.spend(size) {
		return nil, nil
	}
	if size > int64(len(b)) {
		if b, err = w.load(a, at, int64(len(b)), size); err != nil {
			return nil, err
		}
	}
	h := &memberHeader{
		at:       at,
		size:     int32(size),
		name:     string(b[localSize:][:nameLen]),
		needed:   le.Uint16(b[4:]),
		flags:    le.Uint16(b[6:]),
		method:   le.Uint16(b[8:]),
		crc:      le.Uint32(b[14:]),
		packed:   uint64(le.Uint32(b[18:])),
		unpacked: uint64(le.Uint32(b[22:])),
	}
	if w.member == "" {
		w.member = decodeName(h.name, h.flags) // the directory doesn't list it
		defer func() { w.member = "" }()
	}
	w.endInside(b[localSize:size], at+localSize)
	w.extraFields(h, b[localSize+nameLen:size], 0, false)
	w.traceLocal(h, b[:localSize])
	return h, nil
}

// compareHeaders compares the two headers of a member. A streamed member has zeros in the local
// one, and the truth in its descriptor.
func (w *walk) compareHeaders(l, c *memberHeader) {
	if l.name != c.name {
		w.report(spec.ZipNameMismatch, l.at+localSize, int64(len(l.name)), "", "local header names the member %s, the directory %s",
			quote.String(decodeName(l.name, l.flags)), quote.String(decodeName(c.name, c.flags)))
	}
	streamed, unknown := l.streamed(), l.unknown|c.unknown
	for _, f := range []struct {
		what, as string
		at, n    int64
		l, c     uint64
		may      bool // differ: the local header leaves it to the descriptor, or nobody knows it
	}{
		{"flags", "0x%04x", 6, 2, uint64(l.flags), uint64(c.flags), l.method == methodDeflate && (l.flags^c.flags)&^flagsLevel == 0},
		{"method", "%d", 8, 2, uint64(l.method), uint64(c.method), false},
		{"checksum", "%08x", 14, 4, uint64(l.crc), uint64(c.crc), streamed && l.crc == 0},
		{"compressed size", "%d", 18, 4, l.packed, c.packed, streamed && l.packed == 0 || unknown&unknownPacked != 0},
		{"uncompressed size", "%d", 22, 4, l.unpacked, c.unpacked, streamed && l.unpacked == 0 || unknown&unknownUnpacked != 0},
	} {
		if f.l != f.c && !f.may {
			w.report(spec.ZipHeaderMismatch, l.at+f.at, f.n, "", "local header has the %s "+f.as+", the directory "+f.as, f.what, f.l, f.c)
		}
	}
}

// memberFields checks what a header says by itself.
func (w *walk) memberFields(h *memberHeader) {
	if h.flags&(flagEncrypted|flagStrong|flagMasked) != 0 {
		w.report(spec.ZipEncrypted, h.at+8, 2, "", "flags are 0x%04x: the member is said to be encrypted", h.flags)
	} else if odd := h.flags &^ (flagsLevel | flagDescriptor | flagUTF8); odd != 0 {
		w.report(spec.ZipFlags, h.at+8, 2, "", "flags are 0x%04x, want only the bits 1, 2, 3 and 11", h.flags)
	}
	needed, most := h.needed, uint16(45)
	switch h.method {
	case methodStored, methodDeflate:
	case 12, 14, 93:
		most = 63
		w.report(spec.ZipMethodUnusual, h.at+10, 2, "", "compression method is %d, want 0 (stored) or 8 (deflate)", h.method)
	default:
		w.report(spec.ZipMethod, h.at+10, 2, "", "compression method is %d, want 0 (stored) or 8 (deflate)", h.method)
		most = 63
	}
	if needed > most {
		w.report(spec.ZipVersionNeeded, h.at+6, 2, "", "version needed to extract is %d.%d, want at most %d.%d", needed/10, needed%10, most/10, most%10)
	}
	w.specialEntry(h)
}
