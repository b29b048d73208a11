package zip

import (
	"encoding/binary"
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
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

// span32 is how many values a size or an offset has that is written without zip64. Writers that don't know zip64 write
// larger ones modulo this number.
const span32 = 1 << 32

// mostSpans bounds the work on one archive: 16 TiB.
const mostSpans = 1 << 12

// tryFix is the remedy where the members, and with them their checksums, show what a number should be.
const tryFix finding.Remedy = ": try npycheck fix"

// place is where a member is by the bytes of the archive, not by its entry.
type place struct {
	at     int64  // offset of its local header
	packed uint64 // compressed size
}

// unwrap recognises an archive of more than 4 GiB that was written without zip64, and gives the members the sizes and
// offsets that they have: each begins where the one before it ends, and the directory begins where the last one ends.
// If that fails for one of them, all stay as they are written.
func (d *centralDirectory) unwrap() error {
	wrapped := uint64(d.Directory) != d.start.value && uint32(d.Directory) == uint32(d.start.value)
	if !wrapped || d.start.value >= sentinel32 || d.Directory < span32 || d.base != 0 || d.Limit != d.End {
		return nil
	}
	places, err := d.places()
	if places == nil || err != nil {
		return err
	}
	what, which := "offsets", fmt.Sprintf("central directory is at offset %d", d.Directory)
	for i, p := range places {
		c := &d.members[i].central
		if p.packed != c.packed {
			if what == "offsets" {
				what, which = "sizes", fmt.Sprintf("%d bytes", p.packed)
			}
			if c.method == methodStored {
				c.unpacked = p.packed
			}
		}
		c.offset, c.packed, c.narrow = uint64(p.at), p.packed, true
	}
	at := d.start.at
	if d.countsWrapped() {
		which += fmt.Sprintf(", and %d members modulo 65536", len(d.members))
		at, d.here, d.entries.value = d.entries.at, uint64(len(d.members)), uint64(len(d.members))
	}
	d.report(spec.ZipEndRecordMismatch, at, d.start.at+d.start.n-at, "%s are written modulo 2^32: %s, written without zip64 (more than 4 GiB)%s", what, which, tryFix)
	d.start.value = uint64(d.Directory)
	return nil
}

// places returns where the members of the directory are if nothing but data descriptors is between them, or nil.
func (d *centralDirectory) places() ([]place, error) {
	places := make([]place, len(d.members))
	at, spans := int64(0), 0
	for i := range d.members {
		c := &d.members[i].central
		data, err := d.dataOf(c, at)
		if data < 0 || err != nil {
			return nil, err
		}
		if c.zip64 || c.unknown != 0 || c.method == methodStored && c.packed != c.unpacked {
			return nil, nil
		}
		next := uint32(d.Directory)
		if i+1 < len(d.members) {
			next = uint32(d.members[i+1].central.offset)
		}
		end := data + int64(c.packed)
		between := int64(next - uint32(end)) // modulo 2^32, too
		if between > descriptorSize || between > 0 && !c.streamed() {
			return nil, nil
		}
		places[i] = place{at, c.packed}
		for at = end + between; ; at += span32 {
			if at > d.Directory || spans > mostSpans {
				return nil, nil
			}
			found := at == d.Directory
			if i+1 < len(d.members) {
				begin, err := d.dataOf(&d.members[i+1].central, at)
				if err != nil {
					return nil, err
				}
				found = begin >= 0
			}
			if found {
				break
			}
			if b, err := d.signed(at, localSize, localSignature); b != nil || err != nil {
				return nil, err // another member
			}
			places[i].packed += span32
			spans++
		}
	}
	return places, nil
}

// dataOf returns where the data of a member begins whose local header is at an offset, or -1 if it isn't.
func (d *centralDirectory) dataOf(c *header, at int64) (int64, error) {
	b, err := d.signed(at, int64(localSize+len(c.name)), localSignature)
	if b == nil || err != nil || string(b[localSize:]) != c.name || uint32(at) != uint32(c.offset) {
		return -1, err
	}
	if n := int(binary.LittleEndian.Uint16(b[26:])); n != len(c.name) {
		return -1, nil
	}
	return at + int64(localSize+len(c.name)) + int64(binary.LittleEndian.Uint16(b[28:])), nil
}

// widen gives a local header the sizes of its entry if it has their low 32 bits.
func (h *header) widen(c *header) {
	if c.narrow && !h.zip64 && uint32(c.packed) == uint32(h.packed) && uint32(c.unpacked) == uint32(h.unpacked) {
		h.packed, h.unpacked = c.packed, c.unpacked
	}
}

// countsWrapped reports whether the end record has the number of members modulo 65536.
func (d *centralDirectory) countsWrapped() bool {
	n := uint64(len(d.members))
	return n > sentinel16 && d.entries.n == 4 && d.here == n&sentinel16 && d.entries.value == n&sentinel16
}
