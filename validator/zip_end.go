package validator

import (
	"bytes"
	"cmp"
	"encoding/binary"

	"github.com/npycheck/npycheck/spec"
)

// claim is a number that the end records give of the directory.
type claim struct {
	value uint64
	doubt bool // what was reported leaves open whether it is meant
}

// endRecords finds the end of central directory record and, where there is one, its zip64 form
// (clauses npz-1.1 to npz-1.3, npz-1.6 and npz-1.7). Without one the directory is empty, and the
// members are looked for from the front.
func (w *walk) endRecords(a *archive) error {
	window := min(w.size, endSize+maxComment+locator64Size)
	start := w.size - window
	tail, err := w.bytesAt(start, window)
	if err != nil {
		return err
	}
	ends := findEnds(tail)
	if len(ends) == 0 {
		w.report(spec.ZipNoEndRecord, w.size, 0, "", "archive has no end of central directory record%s",
			cmp.Or(conversion(w.head), "; it looks as if it was cut off or never closed: fetch or write it again"))
		// What the file holds is judged all the same.
		a.end = w.size
		a.lose(w.size)
		return nil
	}
	chosen, err := w.chooseEnd(tail, start, ends)
	if err != nil {
		return err
	}
	rec := tail[chosen:]
	a.end = start + int64(chosen)
	w.traceEnd(a, rec)
	w.comment(a, int64(binary.LittleEndian.Uint16(rec[20:])), ends[0] > chosen)
	locator, err := w.zip64Records(a, rec)
	if err != nil {
		return err
	}
	if err := w.placeDirectory(a); err != nil {
		return err
	}
	if locator != nil {
		if got, want := binary.LittleEndian.Uint64(locator[8:]), uint64(a.limit-a.base); got != want {
			w.report(spec.ZipZip64Record, a.end-locator64Size+8, 8, "", "zip64 locator points to offset %d, the record is at %d", got, want)
		}
	}
	// Those in headers are found there, those in the data of members are none.
	behind := a.limit
	if !a.lost {
		if behind, err = w.directory(a); err != nil {
			return err
		}
	}
	for _, i := range ends {
		if at := start + int64(i); at >= behind && at != a.end {
			w.anotherEnd(at)
			break // one is enough
		}
	}
	return nil
}

// lose gives the directory up: there is none in front of the given offset.
func (a *archive) lose(limit int64) {
	a.directory, a.limit, a.lost, a.blind = limit, limit, true, true
}

func (w *walk) anotherEnd(at int64) {
	w.report(spec.ZipSeveralEndRecords, at, endSize, "", "another end record stands at offset %d: readers differ in which of the two they take", at)
}

// endInside reports an end record in the part of a header that may hold anything.
func (w *walk) endInside(b []byte, at int64) {
	if i := bytes.Index(b, []byte(endSignature)); i >= 0 && at+int64(i)+endSize <= w.size {
		w.anotherEnd(at + int64(i))
	}
}

// comment checks what stands behind the end record. Another end record there leaves open whose
// comment it is.
func (w *walk) comment(a *archive, n int64, ambiguous bool) {
	at, behind := a.end+endSize, w.size-a.end-endSize
	switch {
	case ambiguous:
		return
	case n > behind:
		w.report(spec.ZipCommentTruncated, a.end+20, 2, "", "archive comment has %d bytes, but only %d follow", n, behind)
		return
	case n < behind:
		w.report(spec.ZipTrailingBytes, at+n, behind-n, "", "%s behind the archive", plural(behind-n, "byte"))
	}
	if n > 0 {
		w.report(spec.ZipComment, at, n, "", "archive has a comment of %s, want none", plural(n, "byte"))
	}
}

// firstDisk reports whether a disk number is 0, or left to a zip64 field that is there.
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

// chooseEnd returns the end record that is meant: the last one that a directory or a zip64 locator
// stands in front of, or else the last one whose comment ends with the file, or else the last one.
func (w *walk) chooseEnd(tail []byte, start int64, ends []int) (int, error) {
	le := binary.LittleEndian
	for _, i := range ends {
		at := start + int64(i)
		directory, err := w.signed(at-int64(le.Uint32(tail[i+12:])), centralSize, centralSignature)
		if err != nil {
			return 0, err
		}
		if directory != nil || bytes.HasPrefix(tail[max(0, i-locator64Size):], []byte(locator64Signature)) {
			return i, nil
		}
	}
	for _, i := range ends {
		if int(le.Uint16(tail[i+20:])) == len(tail)-i-endSize {
			return i, nil
		}
	}
	return ends[0], nil
}

// zip64Records reads what the end record says of the directory, and the zip64 end record and its
// locator, if they are there. They may be there although nothing needs them, and must then agree. It
// returns the locator of a record.
func (w *walk) zip64Records(a *archive, end []byte) (locator []byte, err error) {
	le := binary.LittleEndian
	here, all := uint64(le.Uint16(end[8:])), uint64(le.Uint16(end[10:]))
	size, offset := uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:]))
	a.entries, a.size, a.offset = claim{value: all}, claim{value: size}, claim{value: offset}
	a.here, a.limit = here, a.end
	rec, locator, err := w.find64(a)
	if err != nil {
		return nil, err
	}
	if disk, dirDisk := le.Uint16(end[4:]), le.Uint16(end[6:]); !firstDisk(disk, rec != nil) || !firstDisk(dirDisk, rec != nil) {
		w.report(spec.ZipMultiDisk, a.end+4, 4, "", "end record is of disk %d, the directory on disk %d, want 0", disk, dirDisk)
	}
	if rec == nil {
		a.size.doubt, a.offset.doubt = size == sentinel32, offset == sentinel32
		if locator == nil && (a.size.doubt || a.offset.doubt) {
			w.report(spec.ZipZip64Record, a.end+8, 12, "", "end record leaves fields to a zip64 end record that is not there")
		}
		locator = nil
	} else {
		at := a.limit
		w.traceEnd64(at, rec, a.end-locator64Size, locator)
		if disk, dirDisk := le.Uint32(rec[16:]), le.Uint32(rec[20:]); disk != 0 || dirDisk != 0 {
			w.report(spec.ZipMultiDisk, at+16, 8, "", "zip64 end record is of disk %d, the directory on disk %d, want 0", disk, dirDisk)
		}
		if got := le.Uint64(rec[4:]); got != end64Size-12 {
			w.report(spec.ZipZip64Record, at+4, 8, "", "zip64 end record has a size of %d, want %d", got, end64Size-12)
		} else if gap := a.end - locator64Size - at - end64Size; locator != nil && gap > 0 {
			w.report(spec.ZipZip64Record, at+end64Size, gap, "", "%s between the zip64 end record and its locator", plural(gap, "byte"))
		}
		here64, all64 := le.Uint64(rec[24:]), le.Uint64(rec[32:])
		if here != sentinel16 && here != here64 || all != sentinel16 && all != all64 {
			w.report(spec.ZipZip64Record, at+24, 16, "", "zip64 end record has the member counts %d (on its disk) and %d (in all), the end record %d and %d", here64, all64, here, all)
			a.entries.doubt = true
		} else if here64 == all64 && here != all {
			w.report(spec.ZipEndRecordMismatch, a.end+8, 4, "", "end record has the member counts %d (on its disk) and %d (in all), want the same", here, all)
		}
		if disk, dirDisk := le.Uint16(end[4:]), le.Uint16(end[6:]); disk == sentinel16 || dirDisk == sentinel16 {
			w.report(spec.ZipDiskSentinel, a.end+4, 4, "", "disk numbers are left to the zip64 end record, want 0")
		}
		if locator != nil && here != sentinel16 && all != sentinel16 && offset != sentinel32 && max(le.Uint64(rec[40:]), le.Uint64(rec[48:])) <= pythonLimit {
			w.report(spec.ZipZip64Unneeded, at, a.end-at, "", "zip64 end record is there, and neither the number of members nor the offset of the directory is left to it")
		}
		a.here, a.entries.value = here64, all64
		w.widen(&a.size, le.Uint64(rec[40:]), at+40, "size")
		w.widen(&a.offset, le.Uint64(rec[48:]), at+48, "offset")
	}
	return locator, nil
}

// pythonLimit is the size or offset of a directory from which on Python, and so NumPy, writes a zip64 end
// record that nothing needs.
const pythonLimit = 1<<31 - 1

// widen puts the zip64 form of a claim, at the given offset, in the place of the short one.
func (w *walk) widen(c *claim, long uint64, at int64, what string) {
	if c.value != sentinel32 && c.value != long {
		w.report(spec.ZipZip64Record, at, 8, "", "zip64 end record has the directory %s %d, the end record %d", what, long, c.value)
		c.doubt = true
		return
	}
	c.value = long
}

// find64 finds the zip64 end record and its locator, and where the end records begin: the limit of the
// directory. The locator stands right in front of the end record. The zip64 end record stands right
// in front of the locator, or else where that says.
func (w *walk) find64(a *archive) (rec, locator []byte, err error) {
	le := binary.LittleEndian
	at := a.end - locator64Size
	if locator, err = w.signed(at, locator64Size, locator64Signature); err != nil {
		return nil, nil, err
	}
	if locator == nil {
		// No reader looks for the record. The same bytes in front of the end are the directory's if it
		// reaches so far.
		at = a.end - end64Size
		if a.size.value+a.offset.value == uint64(a.end) {
			return nil, nil, nil
		}
		if rec, err = w.signed(at, end64Size, end64Signature); rec != nil {
			w.report(spec.ZipZip64Record, at, end64Size, "", "zip64 end record has no locator behind it")
			a.limit = at
		}
		return rec, nil, err
	}
	if disk, disks := le.Uint32(locator[4:]), le.Uint32(locator[16:]); disk != 0 || disks != 1 {
		w.report(spec.ZipMultiDisk, at+4, 4, "", "zip64 locator has disk %d of %d, want 0 of 1", disk, disks)
	}
	if rec, err = w.signed(at-end64Size, end64Size, end64Signature); rec != nil || err != nil {
		a.limit = at - end64Size
		return rec, locator, err
	}
	if says := le.Uint64(locator[8:]); says < uint64(at) {
		if rec, err = w.signed(int64(says), end64Size, end64Signature); rec != nil || err != nil {
			a.limit = int64(says)
			return rec, locator, err
		}
	}
	w.report(spec.ZipZip64Record, at, locator64Size, "", "no zip64 end record stands in front of its locator")
	a.limit = at
	return nil, locator, nil
}

// placeDirectory finds the directory by the two numbers that the end record has for it. Where they
// don't fit, the one that leads to entries is right, or the one that leads to all of them.
func (w *walk) placeDirectory(a *archive) error {
	limit := uint64(a.limit)
	byOffset, bySize := int64(min(a.offset.value, limit)), int64(limit-min(a.size.value, limit))
	first, err := w.signed(bySize, centralSize, centralSignature)
	if err != nil {
		return err
	}
	if empty := a.size.value == 0 && a.entries.value == 0; byOffset == bySize && (first != nil || empty) {
		a.directory = bySize
		return nil
	}
	end, err := w.entriesFrom(byOffset, a.limit)
	switch any := end > byOffset; {
	case err != nil:
		return err
	case any && (first == nil || end == a.limit && byOffset < bySize):
		a.directory = byOffset
	case first != nil:
		a.directory = bySize
		return w.shift(a, first)
	default:
		if !a.size.doubt && !a.offset.doubt {
			w.report(spec.ZipEndRecordMismatch, a.end+12, 8, "", "end record has a directory of %d bytes at offset %d, and no entry is there%s", a.size.value, a.offset.value, conversion(w.head))
		}
		a.lose(a.limit)
	}
	return nil
}

// shift finds out whether the directory isn't where the end record has it because bytes stand in front
// of the archive. Then the offset in the first entry is short by as many.
func (w *walk) shift(a *archive, first []byte) error {
	if a.offset.doubt || a.offset.value >= uint64(a.directory) {
		return nil
	}
	base := a.directory - int64(a.offset.value)
	local, err := w.signed(int64(binary.LittleEndian.Uint32(first[42:]))+base, localSize, localSignature)
	if err != nil || local == nil {
		return err
	}
	a.base, a.offset.value = base, uint64(a.directory)
	w.report(spec.ZipPrefixBytes, 0, base, "", "%s in front of the archive: every offset in it is short by as many", plural(base, "byte"))
	return nil
}

// signed returns the n bytes at an offset if there are as many and they begin with a signature, and
// else nil.
func (w *walk) signed(at, n int64, signature string) ([]byte, error) {
	if at < 0 || at > w.size-n {
		return nil, nil
	}
	b, err := w.bytesAt(at, n)
	if err != nil || string(b[:len(signature)]) != signature {
		return nil, err
	}
	return b, nil
}
