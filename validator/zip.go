package validator

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
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

// maxNames bounds the bytes of all names of an archive together, since they are kept.
const maxNames = 8 << 20

// isArchive reports whether a file is a zip archive to NumPy: one with members, or an empty one.
func isArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(localSignature)) || bytes.HasPrefix(head, []byte(endSignature))
}

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
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13

	methodStored  = 0
	methodDeflate = 8
)

// zipMember is a member of an archive on its way through the walk.
type zipMember struct {
	central memberHeader // of a hidden member, its local header
	local   localPart
	data    int64      // offset of the data
	end     int64      // behind the data and their descriptor
	found   bool       // there is a local header
	hidden  bool       // the directory doesn't list it
	broken  bool       // where the data end is not known
	skipped bool       // not to be judged
	other   *zipMember // the same member as its local header has it, if that makes it another one
}

// localPart is what is kept of a local header once it was compared with the directory.
type localPart struct {
	at    int64
	size  int32
	flags uint16
	zip64 bool
}

// encrypted reports whether the member's data can't be looked at.
func (m *zipMember) encrypted() bool {
	return (m.central.flags|m.local.flags)&(flagEncrypted|flagStrong|flagMasked) != 0
}

// display returns the member's name, fit for a report.
func (m *zipMember) display() string { return Quote(decodeName(m.central.name, m.central.flags)) }

// archive is the state of a walk over a zip archive.
type archive struct {
	end       int64 // offset of the end record
	limit     int64 // offset of the first of the end records, behind the directory
	directory int64 // offset of the central directory
	base      int64 // what every offset is short by, where bytes stand in front of the archive
	members   []zipMember

	// What the end records say of the directory.
	here                  uint64 // entries on its disk
	entries, size, offset claim

	lost  bool // there is no directory
	blind bool // what the directory lists is not all known, and so not what it doesn't list

	buf []byte // the last header that was read

	// Headers and data that share no bytes fit into the file. What is left of four times its size
	// bounds the work on members that do share them.
	budget     int64
	incomplete string // why members were not looked at
}

// spend takes n bytes from the budget. Where they aren't there any more it says so, and nothing more is
// done.
func (a *archive) spend(n int64) bool {
	if a.budget < n {
		a.budget = -1
		a.incomplete = cmp.Or(a.incomplete, "members share so many bytes that not all of them were checked")
		return false
	}
	a.budget -= n
	return true
}

// npz walks the records of a zip archive (clauses npz-1.1 to npz-4.6), front to back and by the
// directory, and then its members.
func (w *walk) npz(report *Report) error {
	report.Format = Npz
	a := &archive{budget: 4*min(w.size, 1<<60) + 1<<20}
	w.idle = &sync.Pool{}
	if err := w.endRecords(a); err != nil {
		return err
	}
	for i := 0; i < len(a.members) && a.budget >= 0; i++ {
		if err := w.localHeader(a, &a.members[i]); err != nil {
			return err
		}
	}
	if a.incomplete == "" {
		if err := w.partition(a); err != nil {
			return err
		}
	}
	w.names(a)
	w.methods(a)
	w.findings = w.sorted()
	if err := w.judgeMembers(a, report); err != nil {
		return err
	}
	report.Incomplete = cmp.Or(a.incomplete, report.Incomplete)
	return nil
}

// bytesAt reads n bytes at the offset at. Callers keep n small.
func (w *walk) bytesAt(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if got, err := w.ra.ReadAt(b, at); int64(got) < n {
		return nil, changed(err)
	}
	return b, nil
}

// usualHeader is a number of bytes that nearly every header fits, name and extra fields included.
const usualHeader = 256

// load reads n bytes at the offset at into the buffer of the archive, which holds the first have of
// them already.
func (w *walk) load(a *archive, at, have, n int64) ([]byte, error) {
	a.buf = slices.Grow(a.buf[:have], int(n-have))[:n]
	if got, err := w.ra.ReadAt(a.buf[have:], at+have); int64(got) < n-have {
		return nil, changed(err)
	}
	return a.buf, nil
}

// localHeader reads the local header of a member and compares it with the directory.
func (w *walk) localHeader(a *archive, m *zipMember) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.member = m.display()
	defer func() { w.member = "" }()
	c := &m.central
	if c.unknown&unknownOffset != 0 {
		return nil
	}
	if c.offset > uint64(a.directory) || int64(c.offset) > a.directory-localSize-a.base {
		w.report("zip-missing-member", c.at+42, 4, "", "local header is said to be at offset %d, which is not in front of the directory", c.offset)
		return nil
	}
	at := int64(c.offset) + a.base
	l, err := w.readLocal(a, at)
	switch {
	case err != nil || a.budget < 0:
		return err
	case l == nil:
		w.report("zip-missing-member", at, 4, "", "directory entry points to offset %d, where no local header is", at)
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
		w.member = Quote(decodeName(h.name, h.flags)) // the directory doesn't list it
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
		w.report("zip-name-mismatch", l.at+localSize, int64(len(l.name)), "", "local header names the member %s, the directory %s",
			Quote(decodeName(l.name, l.flags)), Quote(decodeName(c.name, c.flags)))
	}
	streamed, unknown := l.streamed(), l.unknown|c.unknown
	for _, f := range []struct {
		what    string
		at, n   int64
		l, c    uint64
		unknown bool // the local header may leave it to the descriptor, or nobody knows it
	}{
		{"flags", 6, 2, uint64(l.flags), uint64(c.flags), false},
		{"method", 8, 2, uint64(l.method), uint64(c.method), false},
		{"checksum", 14, 4, uint64(l.crc), uint64(c.crc), streamed && l.crc == 0},
		{"compressed size", 18, 4, l.packed, c.packed, streamed && l.packed == 0 || unknown&unknownPacked != 0},
		{"uncompressed size", 22, 4, l.unpacked, c.unpacked, streamed && l.unpacked == 0 || unknown&unknownUnpacked != 0},
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
	needed, most := h.needed, uint16(45)
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
	folder := strings.HasSuffix(h.name, "/")
	if h.system == unix || h.system == macOS {
		what := ""
		switch kind := h.external >> 28; kind {
		case 0, 8:
		case 4:
			if !folder {
				what = "a folder"
			}
		case 10:
			what = "a symbolic link"
		case 2, 6:
			what = "a device"
		case 1:
			what = "a FIFO"
		case 12:
			what = "a socket"
		default:
			what = fmt.Sprintf("of the unknown kind %d", kind)
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
		w.report("zip-directory-entry", h.at, int64(h.size), "", "entry is for a folder, want arrays only")
	}
}
