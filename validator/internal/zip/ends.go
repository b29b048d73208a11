package zip

import (
	"bytes"
	"encoding/binary"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// claim is a number that the end records state about the directory.
type claim struct {
	value uint64
	at, n int64 // the bytes of the record that has it
	doubt bool  // doubtful after something that was reported
}

// endRecords has the contents of an archive's end records, and where they and the directory are.
type endRecords struct {
	*reader
	reporter
	Places
	here                  uint64  // entries of the directory on its disk
	entries, bytes, start claim   // of the directory: how many, their size, and its offset
	others                []int64 // offsets of what may be end records, too
}

// find finds the end of central directory record and, where there is one, its zip64 form, and by them
// the directory (clauses npz-1.1 to npz-1.3, npz-1.6 and npz-1.7). Without one the directory is empty,
// and the members are looked for from the front.
func (e *endRecords) find() error {
	window := min(e.size, MaxEnd+locator64Size)
	start := e.size - window
	tail, err := e.bytesAt(start, window)
	if err != nil {
		return err
	}
	found := findEnds(tail)
	if len(found) == 0 {
		converted, err := e.conversion()
		why, remedy := converted.String(), inBinary
		if why == "" {
			why, remedy = "it was truncated or never closed", ": fetch or write it again"
		}
		e.report(spec.ZipNoEndRecord, e.size, 0, "archive has no end record; %s%s", why, remedy)
		// The rest of the file is judged anyway.
		e.End = e.size
		e.lose(e.size)
		return err
	}
	chosen, err := e.choose(tail, start, found)
	if err != nil {
		return err
	}
	for _, i := range found {
		if i != chosen {
			e.others = append(e.others, start+int64(i))
		}
	}
	rec := tail[chosen:]
	e.End = start + int64(chosen)
	e.trace.end(e.End, e.size, rec)
	e.comment(int64(binary.LittleEndian.Uint16(rec[20:])), found[0] > chosen)
	locator, err := e.zip64Records(rec)
	if err != nil {
		return err
	}
	if err := e.placeDirectory(); err != nil {
		return err
	}
	if locator != nil {
		if got, want := binary.LittleEndian.Uint64(locator[8:]), uint64(e.Limit-e.base); got != want {
			e.report(spec.ZipZip64Record, e.End-locator64Size+8, 8, "zip64 locator points to offset %d, but the zip64 end record is at %d", got, want)
		}
	}
	return nil
}

// lose gives up on the directory: there is none before the given offset.
func (e *endRecords) lose(limit int64) {
	e.Directory, e.Limit, e.Lost, e.blind = limit, limit, true, true
}

// several reports that there is another end record from the given offset on. The ones in headers are found there; the
// ones in the data of members don't count.
func (e *endRecords) several(from int64) {
	for _, at := range e.others {
		if at >= from {
			e.anotherEnd(at)
			return // one finding is enough
		}
	}
}

// comment checks the bytes after the end record. With another end record among them, it is unclear
// which of the two has the comment.
func (e *endRecords) comment(n int64, ambiguous bool) {
	at, rest := e.End+endSize, e.size-e.End-endSize
	switch {
	case ambiguous:
		return
	case n > rest:
		e.report(spec.ZipCommentTruncated, e.End+20, 2, "archive comment truncated: %d of %d bytes", rest, n)
		return
	case n < rest:
		e.report(spec.ZipTrailingBytes, at+n, rest-n, "%s after the archive", text.Count(rest-n, "extra byte"))
	}
	if n > 0 {
		e.report(spec.ZipComment, at, n, "archive has a comment of %s, expected none", text.Count(n, "byte"))
	}
}

// firstDisk reports whether a disk number is 0, or deferred to a zip64 field that is present.
func firstDisk(disk uint16, wide bool) bool { return disk == 0 || wide && disk == sentinel16 }

// findEnds returns the positions of what may be end records in the last bytes of a file, the last one
// first.
func findEnds(tail []byte) (ends []int) {
	for i := len(tail); ; {
		i = bytes.LastIndex(tail[:i], []byte(endSignature))
		if i < 0 {
			return ends
		}
		if len(tail)-i >= endSize {
			ends = append(ends, i)
		}
	}
}

// choose returns the end record that is meant: the last one right after a directory or a zip64
// locator, or else the last one whose comment ends with the file, or else the last one.
func (e *endRecords) choose(tail []byte, start int64, found []int) (int, error) {
	le := binary.LittleEndian
	for _, i := range found {
		at := start + int64(i)
		directory, err := e.signed(at-int64(le.Uint32(tail[i+12:])), centralSize, centralSignature)
		if err != nil {
			return 0, err
		}
		if directory != nil || bytes.HasPrefix(tail[max(0, i-locator64Size):], []byte(locator64Signature)) {
			return i, nil
		}
	}
	for _, i := range found {
		if int(le.Uint16(tail[i+20:])) == len(tail)-i-endSize {
			return i, nil
		}
	}
	return found[0], nil
}

// zip64Records reads the directory's numbers in the end record, and the zip64 end record and its
// locator, if they exist. They may exist although nothing needs them, and must then agree. It
// returns the locator of a record.
func (e *endRecords) zip64Records(end []byte) (locator []byte, err error) {
	le := binary.LittleEndian
	here, all := uint64(le.Uint16(end[8:])), uint64(le.Uint16(end[10:]))
	size, offset := uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:]))
	e.entries, e.bytes, e.start = claim{value: all, at: e.End + 8, n: 4}, claim{value: size, at: e.End + 12, n: 4}, claim{value: offset, at: e.End + 16, n: 4}
	e.here, e.Limit = here, e.End
	rec, locator, err := e.find64()
	if err != nil {
		return nil, err
	}
	if disk, dirDisk := le.Uint16(end[4:]), le.Uint16(end[6:]); !firstDisk(disk, rec != nil) || !firstDisk(dirDisk, rec != nil) {
		e.report(spec.ZipMultiDisk, e.End+4, 4, "multi-disk archive: end record is on disk %d, central directory on disk %d, expected 0", disk, dirDisk)
	}
	if rec == nil {
		e.bytes.doubt, e.start.doubt = size == sentinel32, offset == sentinel32
		if locator == nil && (e.bytes.doubt || e.start.doubt) {
			e.report(spec.ZipZip64Record, e.End+8, 12, "end record refers to a zip64 end record, but there is none")
		}
		locator = nil
	} else {
		at := e.Limit
		e.trace.end64(at, rec, e.End-locator64Size, locator)
		if disk, dirDisk := le.Uint32(rec[16:]), le.Uint32(rec[20:]); disk != 0 || dirDisk != 0 {
			e.report(spec.ZipMultiDisk, at+16, 8, "multi-disk archive: zip64 end record is on disk %d, central directory on disk %d, expected 0", disk, dirDisk)
		}
		if got := le.Uint64(rec[4:]); got != end64Size-12 {
			e.report(spec.ZipZip64Record, at+4, 8, "size in the zip64 end record is %d, expected %d", got, end64Size-12)
		} else if gap := e.End - locator64Size - at - end64Size; locator != nil && gap > 0 {
			e.report(spec.ZipZip64Record, at+end64Size, gap, "%s between the zip64 end record and its locator", text.Count(gap, "byte"))
		}
		here64, all64 := le.Uint64(rec[24:]), le.Uint64(rec[32:])
		if here != sentinel16 && here != here64 || all != sentinel16 && all != all64 {
			e.report(spec.ZipZip64Record, at+24, 16, "zip64 end record has member counts %d (its disk) and %d (total), but the end record has %d and %d", here64, all64, here, all)
			e.entries.doubt = true
		} else if here64 == all64 && here != all {
			e.report(spec.ZipEndRecordMismatch, e.End+8, 4, "end record has member counts %d (its disk) and %d (total), expected the same", here, all)
		}
		if disk, dirDisk := le.Uint16(end[4:]), le.Uint16(end[6:]); disk == sentinel16 || dirDisk == sentinel16 {
			e.report(spec.ZipDiskSentinel, e.End+4, 4, "disk numbers are stored in the zip64 end record, expected 0")
		}
		if locator != nil && here != sentinel16 && all != sentinel16 && offset != sentinel32 && max(le.Uint64(rec[40:]), le.Uint64(rec[48:])) <= pythonLimit {
			e.report(spec.ZipZip64Unneeded, at, e.End-at, "unneeded zip64 end record: the end record has the member count and the directory offset")
		}
		if here == sentinel16 || all == sentinel16 {
			e.entries.at, e.entries.n = at+24, 16
		}
		e.here, e.entries.value = here64, all64
		e.widen(&e.bytes, le.Uint64(rec[40:]), at+40, "size")
		e.widen(&e.start, le.Uint64(rec[48:]), at+48, "offset")
	}
	return locator, nil
}

// pythonLimit is the size or offset of a directory from which Python, and so NumPy, writes a zip64 end record that
// isn't needed yet.
const pythonLimit = 1<<31 - 1

// widen replaces the short form of a claim by the zip64 form at the given offset.
func (e *endRecords) widen(c *claim, long uint64, at int64, what string) {
	if c.value != sentinel32 && c.value != long {
		e.report(spec.ZipZip64Record, at, 8, "central directory %s is %d in the zip64 end record, but %d in the end record", what, long, c.value)
		c.doubt = true
		return
	}
	if c.value == sentinel32 {
		c.at, c.n = at, 8
	}
	c.value = long
}

// reportDirectory reports that the directory isn't where it should be: the size and the offset, or only the wrong one
// if they aren't in one record.
func (e *endRecords) reportDirectory(wrong claim, format string, args ...any) error {
	converted, err := e.conversion()
	if err != nil {
		return err
	}
	at, n := wrong.at, wrong.n
	if e.bytes.at+e.bytes.n == e.start.at {
		at, n = e.bytes.at, e.bytes.n+e.start.n
	}
	if converted.kind != unconverted {
		format, args = format+"; %s%s", append(args, converted, inBinary)
	}
	e.report(spec.ZipEndRecordMismatch, at, n, format, args...)
	return nil
}

// find64 finds the zip64 end record and its locator, and where the end records begin: the limit of the directory. The
// locator is right before the end record. The zip64 end record is right before the locator, or else where the locator
// says.
func (e *endRecords) find64() (rec, locator []byte, err error) {
	le := binary.LittleEndian
	at := e.End - locator64Size
	if locator, err = e.signed(at, locator64Size, locator64Signature); err != nil {
		return nil, nil, err
	}
	if locator == nil {
		// No reader searches for the record. The same bytes before the end belong to the directory
		// if it reaches that far.
		at = e.End - end64Size
		if e.bytes.value+e.start.value == uint64(e.End) {
			return nil, nil, nil
		}
		if rec, err = e.signed(at, end64Size, end64Signature); rec != nil {
			e.report(spec.ZipZip64Record, at, end64Size, "zip64 end record has no locator after it")
			e.Limit = at
		}
		return rec, nil, err
	}
	if disk, disks := le.Uint32(locator[4:]), le.Uint32(locator[16:]); disk != 0 || disks != 1 {
		from, to := at+4, at+20
		if disks == 1 {
			to = from + 4
		} else if disk == 0 {
			from = at + 16
		}
		e.report(spec.ZipMultiDisk, from, to-from, "multi-disk archive: zip64 locator has disk %d of %d, expected 0 of 1", disk, disks)
	}
	if rec, err = e.signed(at-end64Size, end64Size, end64Signature); rec != nil || err != nil {
		e.Limit = at - end64Size
		return rec, locator, err
	}
	if says := le.Uint64(locator[8:]); says < uint64(at) {
		if rec, err = e.signed(int64(says), end64Size, end64Signature); rec != nil || err != nil {
			e.Limit = int64(says)
			return rec, locator, err
		}
	}
	e.report(spec.ZipZip64Record, at, locator64Size, "zip64 locator has no zip64 end record before it")
	e.Limit = at
	return nil, locator, nil
}

// placeDirectory finds the directory by the two numbers in the end record. If they disagree, the
// one that leads to entries, or to all of them, is right.
func (e *endRecords) placeDirectory() error {
	limit := uint64(e.Limit)
	byOffset, bySize := int64(min(e.start.value, limit)), int64(limit-min(e.bytes.value, limit))
	first, err := e.signed(bySize, centralSize, centralSignature)
	if err != nil {
		return err
	}
	if empty := e.bytes.value == 0 && e.entries.value == 0; byOffset == bySize && (first != nil || empty) {
		e.Directory = bySize
		return nil
	}
	end, err := e.entriesFrom(byOffset, e.Limit)
	switch any := end > byOffset; {
	case err != nil:
		return err
	case any && (first == nil || end == e.Limit && byOffset < bySize):
		e.Directory = byOffset
	case first != nil:
		e.Directory = bySize
		return e.shift(first)
	default:
		if !e.bytes.doubt && !e.start.doubt {
			if err := e.reportDirectory(e.start, "no central directory of %d bytes at offset %d", e.bytes.value, e.start.value); err != nil {
				return err
			}
		}
		e.lose(e.Limit)
	}
	return nil
}

// shift finds out whether the directory isn't where the end record says because bytes precede the
// archive. Then the offset in the first entry is too small by the same number.
func (e *endRecords) shift(first []byte) error {
	if e.start.doubt || e.start.value >= uint64(e.Directory) {
		return nil
	}
	base := e.Directory - int64(e.start.value)
	local, err := e.signed(int64(binary.LittleEndian.Uint32(first[42:]))+base, localSize, localSignature)
	if err != nil || local == nil {
		return err
	}
	e.base, e.start.value = base, uint64(e.Directory)
	e.report(spec.ZipPrefixBytes, 0, base, "%s before the archive: its offsets don't count them", text.Count(base, "byte"))
	return nil
}

// entriesFrom returns the end of the entries that begin at an offset.
func (e *endRecords) entriesFrom(pos, limit int64) (int64, error) {
	for {
		if err := e.ctx.Err(); err != nil {
			return pos, err
		}
		b, err := e.bytesAt(pos, min(centralSize, limit-pos))
		size := entrySize(b, limit-pos)
		if size == 0 || err != nil {
			return pos, err
		}
		pos += size
	}
}
