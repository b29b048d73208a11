package zip

import (
	"bytes"
	"encoding/binary"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// localHeaders reads the part before the directory: local headers, and the bytes between them.
type localHeaders struct {
	*reader
	Places
	faults *finding.List
}

// read reads the local header at the offset at. It returns nil if there is none, or if the budget is
// used up. One that the directory doesn't list goes by its own name.
func (r *localHeaders) read(at int64, to reporter) (*header, error) {
	room := r.Directory - at
	b, err := r.load(at, 0, min(room, usualHeader))
	if err != nil || !bytes.HasPrefix(b, []byte(localSignature)) {
		return nil, err
	}
	extraLen := int64(binary.LittleEndian.Uint16(b[28:]))
	size := localSize + int64(binary.LittleEndian.Uint16(b[26:])) + extraLen
	if size > room || !r.spend(size) {
		return nil, nil
	}
	if size > int64(len(b)) {
		if b, err = r.load(at, int64(len(b)), size); err != nil {
			return nil, err
		}
	}
	h, nameLen := parseLocal(b, at, size)
	h.name = string(b[localSize:][:nameLen])
	if to.subject.Name == "" {
		to.subject.Name = h.decoded()
	}
	to.endInside(b[localSize:size], at+localSize, r.size)
	h.extraFields(to, b[localSize+nameLen:size], 0, false)
	r.trace.local(&h, b[:size])
	return &h, nil
}

// recordAt reports whether a member or the directory begins at an offset.
func (r *localHeaders) recordAt(at int64) (bool, error) {
	if at == r.Directory {
		return true, nil
	}
	if at > r.Directory {
		return false, nil
	}
	b, err := r.signed(at, localSize, localSignature)
	return b != nil, err
}

// complete fills in what an entry leaves open from the local header.
func (c *header) complete(l *header) {
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

// compareHeaders compares the two headers of a member. A streamed member has zeros in the local one, and the real
// values in its descriptor. The same bytes are two names if only one header marks them as UTF-8.
func compareHeaders(r reporter, l, c *header) {
	differ := l.flags ^ c.flags
	spelled := l.name == c.name && differ&flagUTF8 != 0 && l.decoded() != c.decoded()
	if l.name != c.name || spelled {
		r.report(spec.ZipNameMismatch, l.at+localSize, int64(len(l.name)), "local header names the member %s, but its directory entry names it %s",
			l.quoted(), c.quoted())
	}
	if replaced(l, c) {
		what, here, there := "bytes", l.unpacked, c.unpacked
		if here == there {
			what, here, there = "compressed bytes", l.packed, c.packed
		}
		r.report(spec.ZipHeaderMismatch, l.at+8, 18, "%d %s, but its directory entry says %d: archive was written over an older one%s",
			here, what, there, finding.Remedy("; write it again"))
		return
	}
	streamed, unknown := l.streamed(), l.unknown|c.unknown
	packedAt, unpackedAt, width := int64(18), int64(22), int64(4)
	if l.wide > 0 {
		packedAt, unpackedAt, width = int64(l.wide)+8, int64(l.wide), 8
	}
	for _, f := range []struct {
		what, as string
		at, n    int64
		l, c     uint64
		may      bool // differ: the local header defers it to the descriptor, or it is unknown
	}{
		{"flags", "0x%04x", 6, 2, uint64(l.flags), uint64(c.flags), l.method == methodDeflate && differ&^flagsLevel == 0 || spelled && differ == flagUTF8},
		{"method", "%d", 8, 2, uint64(l.method), uint64(c.method), false},
		{"checksum", "%08x", 14, 4, uint64(l.crc), uint64(c.crc), streamed && l.crc == 0},
		{"compressed size", "%d", packedAt, width, l.packed, c.packed, streamed && l.packed == 0 || unknown&unknownPacked != 0},
		{"uncompressed size", "%d", unpackedAt, width, l.unpacked, c.unpacked, streamed && l.unpacked == 0 || unknown&unknownUnpacked != 0},
	} {
		if f.l != f.c && !f.may {
			r.report(spec.ZipHeaderMismatch, l.at+f.at, f.n, "local header has %s "+f.as+", but its directory entry has "+f.as, f.what, f.l, f.c)
		}
	}
}

// replaced reports whether the two headers of a member, with no values deferred, differ so much that they belong to
// two members: an archive was written over the start of an older one, whose directory is left.
func replaced(l, c *header) bool {
	if l.name != c.name || l.streamed() || l.unknown|c.unknown != 0 || l.wide > 0 || l.crc == 0 || l.packed == 0 {
		return false
	}
	differ := 0
	for _, d := range [...]bool{l.method != c.method, l.crc != c.crc, l.packed != c.packed, l.unpacked != c.unpacked} {
		if d {
			differ++
		}
	}
	return differ >= 2
}

// checkFields checks the header on its own.
func (h *header) checkFields(r reporter) {
	if h.flags&(flagEncrypted|flagStrong) != 0 {
		r.report(spec.ZipEncrypted, h.at+8, 2, "flags 0x%04x mark the member as encrypted", h.flags)
	} else if odd := h.flags &^ (flagsLevel | flagDescriptor | flagUTF8); odd != 0 {
		r.report(spec.ZipFlags, h.at+8, 2, "flags are 0x%04x, expected only bits 1, 2, 3 and 11", h.flags)
	}
	needed, most := h.needed, uint16(45)
	switch h.method {
	case methodStored, methodDeflate:
	case methodBzip2, methodLZMA, methodZstandard:
		most = 63
		r.report(spec.ZipMethodUnusual, h.at+10, 2, "compression method is %d, expected 0 (stored) or 8 (deflate)", h.method)
	default:
		r.report(spec.ZipMethod, h.at+10, 2, "compression method is %d, expected 0 (stored) or 8 (deflate)", h.method)
		most = 63
	}
	if needed > most {
		r.report(spec.ZipVersionNeeded, h.at+6, 2, "version needed to extract is %d.%d, expected at most %d.%d", needed/10, needed%10, most/10, most%10)
	}
	h.checkKind(r)
}
