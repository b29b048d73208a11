package validator

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/npycheck/npycheck/spec"
)

// directory reads the central directory, and returns where its entries end.
func (w *walk) directory(a *archive) (int64, error) {
	pos, end := a.directory, a.limit
	limit := w.opt.maxMembers()
	a.members = make([]zipMember, 0, min(int64(limit), (end-pos)/centralSize, int64(min(a.entries.value, math.MaxInt64))))
	names := int64(0)
	for {
		if err := w.ctx.Err(); err != nil {
			return pos, err
		}
		b, err := w.load(a, pos, 0, min(end-pos, usualHeader))
		if err != nil {
			return pos, err
		}
		size := entrySize(b, end-pos)
		if size == 0 {
			break
		}
		names += int64(binary.LittleEndian.Uint16(b[28:]))
		switch {
		case len(a.members) == limit:
			a.incomplete = fmt.Sprintf("archive has more than %d members, and the rest was not checked", limit)
			return pos, nil
		case names > maxNames:
			a.incomplete = fmt.Sprintf("names of the members have more than %d bytes, and the rest was not checked", maxNames)
			return pos, nil
		case len(a.members) == manyMembers:
			w.report(spec.ZipMemberCount, pos, end-pos, "", "archive has more than %d members", manyMembers)
		}
		h, err := w.readEntry(a, b, pos, size)
		if err != nil {
			return pos, err
		}
		a.members = append(a.members, zipMember{central: h})
		a.blind = a.blind || h.unknown&unknownOffset != 0
		pos += size
	}
	w.compareEnd(a, pos)
	return pos, nil
}

// readEntry reads the entry of a size at an offset, which b is the beginning of.
func (w *walk) readEntry(a *archive, b []byte, at, size int64) (h memberHeader, err error) {
	if size > int64(len(b)) {
		if b, err = w.load(a, at, int64(len(b)), size); err != nil {
			return h, err
		}
	}
	le := binary.LittleEndian
	nameLen, extraLen := int64(le.Uint16(b[28:])), int64(le.Uint16(b[30:]))
	rest := b[centralSize:size]
	h = memberHeader{
		at:       at,
		size:     int32(size),
		name:     string(rest[:nameLen]),
		system:   b[5],
		needed:   le.Uint16(b[6:]),
		flags:    le.Uint16(b[8:]),
		method:   le.Uint16(b[10:]),
		crc:      le.Uint32(b[16:]),
		packed:   uint64(le.Uint32(b[20:])),
		unpacked: uint64(le.Uint32(b[24:])),
		external: le.Uint32(b[38:]),
		offset:   uint64(le.Uint32(b[42:])),
	}
	w.member = decodeName(h.name, h.flags)
	w.endInside(rest, at+centralSize)
	w.extraFields(&h, rest[nameLen:nameLen+extraLen], le.Uint16(b[34:]), true)
	w.member = ""
	w.traceCentral(&h, b[:centralSize])
	return h, nil
}

// entrySize returns the length of the entry that begins with b, and 0 if no entry does or it is longer
// than the room for it.
func entrySize(b []byte, room int64) int64 {
	if len(b) < centralSize || !bytes.HasPrefix(b, []byte(centralSignature)) {
		return 0
	}
	le := binary.LittleEndian
	size := centralSize + int64(le.Uint16(b[28:])) + int64(le.Uint16(b[30:])) + int64(le.Uint16(b[32:]))
	if size > room {
		return 0
	}
	return size
}

// entriesFrom returns where the entries end that begin at an offset.
func (w *walk) entriesFrom(pos, limit int64) (int64, error) {
	for {
		if err := w.ctx.Err(); err != nil {
			return pos, err
		}
		b, err := w.bytesAt(pos, min(centralSize, limit-pos))
		size := entrySize(b, limit-pos)
		if size == 0 || err != nil {
			return pos, err
		}
		pos += size
	}
}

// compareEnd compares the directory, whose entries end at an offset, with what the end records say
// (clause npz-1.2).
func (w *walk) compareEnd(a *archive, end int64) {
	size := uint64(end - a.directory)
	wrongSize := !a.size.doubt && a.size.value != size
	wrongOffset := !a.offset.doubt && a.offset.value != uint64(a.directory)
	switch {
	case wrongSize && !wrongOffset && a.size.value == uint64(a.limit-a.directory):
		w.report(spec.ZipEndRecordMismatch, end, a.limit-end, "", "no entry begins at offset %d, but the end record gives the directory %s more", end, plural(a.limit-end, "byte"))
	case wrongSize || wrongOffset:
		w.report(spec.ZipEndRecordMismatch, a.end+12, 8, "", "end record has a directory of %d bytes at offset %d, its entries have %d at %d", a.size.value, a.offset.value, size, a.directory)
	case end < a.limit:
		w.trace(end, a.limit-end, nil, "bytes that belong to nothing")
		w.report(spec.ZipGap, end, a.limit-end, "", "%s between the directory and the end record", plural(a.limit-end, "byte"))
	}
	if wrongSize && end < a.limit {
		a.blind = true // there may be entries in what can't be read
		return
	}
	n := uint64(len(a.members))
	if here, all := a.here, a.entries.value; !a.entries.doubt && (here != n || all != n) {
		w.report(spec.ZipEndRecordMismatch, a.end+8, 4, "", "end record has the member counts %d (on its disk) and %d (in all), the directory has %d", here, all, n)
	}
}
