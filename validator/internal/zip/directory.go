package zip

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
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
	return pos, nil
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
	a := reporter{d.faults, finding.Finding{Member: number, Name: h.decoded()}}
	a.endInside(rest, at+centralSize, d.size)
	h.extraFields(a, rest[nameLen:nameLen+extraLen], binary.LittleEndian.Uint16(b[34:]), true)
	d.trace.entry(&h, b[:size])
	return h, nil
}
