package zip

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

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
		d.report(spec.ZipEndRecordMismatch, end, d.Limit-end, "no directory entry at offset %d, but the end record declares %s", end, text.Count(d.Limit-end, "more byte"))
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
		d.report(spec.ZipGap, end, d.Limit-end, "%s between the central directory and the end record", text.Count(d.Limit-end, "byte"))
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
	return fmt.Sprintf("; %s missing before it", text.Count(n, "byte")), nil
}
