package zip

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// manyMembers is the largest number of members that an archive should have (clause npz-3.5).
const manyMembers = 10_000

// maxNames bounds the bytes of all names of an archive together, since they are kept.
const maxNames = 8 << 20

// centralDirectory is the central directory, to which the end records lead.
type centralDirectory struct {
	*endRecords
	members []Member
}

// read reads the entries, up to a number of members, and returns where they end.
func (d *centralDirectory) read(limit int) (int64, error) {
	pos, end := d.Directory, d.Limit
	d.members = make([]Member, 0, min(int64(limit), (end-pos)/centralSize, int64(min(d.entries.value, math.MaxInt64))))
	names := int64(0)
	for {
		if err := d.ctx.Err(); err != nil {
			return pos, err
		}
		b, err := d.load(pos, 0, min(end-pos, usualHeader))
		if err != nil {
			return pos, err
		}
		size := entrySize(b, end-pos)
		if size == 0 {
			break
		}
		names += int64(binary.LittleEndian.Uint16(b[28:]))
		switch {
		case len(d.members) == limit:
			d.incomplete = overLimit(limit)
			return pos, nil
		case names > maxNames:
			d.incomplete = fmt.Sprintf("names of the members exceed %d bytes; the rest was not checked", maxNames)
			return pos, nil
		case len(d.members) == manyMembers:
			d.report(spec.ZipMemberCount, pos, end-pos, "archive has more than %d members", manyMembers)
		}
		h, err := d.entry(b, pos, size, len(d.members)+1)
		if err != nil {
			return pos, err
		}
		d.members = append(d.members, Member{Number: len(d.members) + 1, central: h})
		d.blind = d.blind || h.unknown&unknownOffset != 0
		pos += size
	}
	return pos, d.compare(pos)
}

// entry reads the entry of the given size at an offset. B is its beginning.
func (d *centralDirectory) entry(b []byte, at, size int64, number int) (h header, err error) {
	if size > int64(len(b)) {
		if b, err = d.load(at, int64(len(b)), size); err != nil {
			return h, err
		}
	}
	h, nameLen := parseEntry(b, at, size)
	extraLen := int64(binary.LittleEndian.Uint16(b[30:]))
	rest := b[centralSize:size]
	h.name = string(rest[:nameLen])
	a := about{d.faults, fault.Fault{Member: number, Name: h.decoded()}}
	a.endInside(rest, at+centralSize, d.size)
	h.extraFields(a, rest[nameLen:nameLen+extraLen], binary.LittleEndian.Uint16(b[34:]), true)
	d.trace.entry(&h, b[:size])
	return h, nil
}

// compare compares the directory, whose entries end at an offset, with the end records (clause
// npz-1.2).
func (d *centralDirectory) compare(end int64) error {
	if err := d.unwrap(); err != nil {
		return err
	}
	size := uint64(end - d.Directory)
	wrongSize := !d.bytes.doubt && d.bytes.value != size
	wrongOffset := !d.start.doubt && d.start.value != uint64(d.Directory)
	switch {
	case wrongSize && !wrongOffset && d.bytes.value == uint64(d.Limit-d.Directory):
		d.report(spec.ZipEndRecordMismatch, end, d.Limit-end, "no directory entry at offset %d, but the end record declares %s", end, plural.Count(d.Limit-end, "more byte"))
	case wrongSize || wrongOffset:
		wrong := d.start
		if !wrongOffset {
			wrong = d.bytes
		}
		missing, err := d.missing()
		if err != nil {
			return err
		}
		found := fmt.Sprintf("central directory is at offset %d, not %d", d.Directory, d.start.value)
		switch {
		case !wrongOffset:
			found = fmt.Sprintf("central directory has %d bytes, not %d", size, d.bytes.value)
		case wrongSize:
			found = fmt.Sprintf("central directory has %d bytes at offset %d, not %d at %d", size, d.Directory, d.bytes.value, d.start.value)
		}
		if err := d.reportDirectory(wrong, "%s%s", found, missing); err != nil {
			return err
		}
	case end < d.Limit:
		d.trace.tell(end, d.Limit-end, nil, "bytes that belong to no record")
		d.report(spec.ZipGap, end, d.Limit-end, "%s between the central directory and the end record", plural.Count(d.Limit-end, "byte"))
	}
	if wrongSize && end < d.Limit {
		d.blind = true // unreadable bytes may contain entries
		return nil
	}
	n := uint64(len(d.members))
	if here, all := d.here, d.entries.value; d.countsWrapped() {
		d.report(spec.ZipEndRecordMismatch, d.entries.at, d.entries.n, "member counts are written modulo 65536: %d members, written without zip64 (more than 65535)%s", n, tryFix)
	} else if !d.entries.doubt && (here != n || all != n) {
		d.report(spec.ZipEndRecordMismatch, d.entries.at, d.entries.n, "end record has member counts %d (its disk) and %d (total), but the central directory has %d", here, all, n)
	}
	return nil
}

// missing reports bytes missing before the directory: it is too early, and so is the last member.
func (d *centralDirectory) missing() (hint string, err error) {
	n := int64(min(d.start.value, 1<<62)) - d.Directory
	if n <= 0 || d.start.doubt || len(d.members) == 0 {
		return "", nil
	}
	last := &d.members[len(d.members)-1].central
	if last.unknown&unknownOffset != 0 {
		return "", nil
	}
	if last.offset < uint64(d.Directory) {
		if b, err := d.signed(int64(last.offset), localSize, localSignature); b != nil || err != nil {
			return "", err
		}
	}
	d.Wrecked = true
	return fmt.Sprintf("; %s missing before it", plural.Count(n, "byte")), nil
}
