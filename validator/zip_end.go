package validator

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// endRecords finds the end of central directory record and, where there is one, its zip64 form
// (clauses npz-1.1 to npz-1.3, npz-1.6 and npz-1.7). Without one the directory is empty, and the
// members are looked for from the front.
func (w *walk) endRecords(a *archive) error {
	window := min(w.size, endSize+maxComment+locator64Size+end64Size)
	start := w.size - window
	tail, err := w.bytesAt(start, window)
	if err != nil {
		return err
	}
	chosen, others := chooseEnd(tail, start)
	if chosen < 0 {
		w.report("zip-no-end-record", w.size, 0, "", "archive has no end of central directory record")
		// What the file holds is judged all the same.
		a.directory, a.limit, a.end, a.blind = w.size, w.size, w.size, true
		return nil
	}
	le := binary.LittleEndian
	rec := tail[chosen:]
	a.end = start + int64(chosen)
	comment := int64(le.Uint16(rec[20:]))
	behind := w.size - a.end - endSize
	switch {
	case comment > behind:
		w.report("zip-comment-truncated", a.end+20, 2, "", "archive comment has %d bytes, but only %d follow", comment, behind)
	case comment < behind && !slices.ContainsFunc(others, func(at int) bool { return int64(at-chosen) >= endSize+comment }):
		w.report("zip-trailing-bytes", a.end+endSize+comment, behind-comment, "", "%s behind the archive", plural(behind-comment, "byte"))
	}
	if comment > 0 && comment <= behind && len(others) == 0 {
		w.report("zip-comment", a.end+endSize, comment, "", "archive has a comment of %s, want none", plural(comment, "byte"))
	}
	for _, other := range others {
		w.report("zip-several-end-records", start+int64(other), endSize, "", "another end record stands at offset %d: readers differ in which of the two they take", start+int64(other))
	}
	here, all := le.Uint16(rec[8:]), le.Uint16(rec[10:])
	if here != all {
		w.report("zip-end-record-mismatch", a.end+8, 4, "", "end record counts %d members on its disk and %d in all", here, all)
	}
	w.traceEnd(a, rec)
	size, offset := uint64(le.Uint32(rec[12:])), uint64(le.Uint32(rec[16:]))
	a.entries, a.limit = uint64(all), a.end
	size, offset, err = w.zip64Records(a, size, offset)
	if err != nil {
		return err
	}
	wide := a.limit < a.end // the zip64 end record has the numbers of the disks too
	if disk, dirDisk := le.Uint16(rec[4:]), le.Uint16(rec[6:]); !firstDisk(disk, wide) || !firstDisk(dirDisk, wide) {
		w.report("zip-multi-disk", a.end+4, 4, "", "end record is of disk %d, the directory on disk %d, want 0", disk, dirDisk)
	}
	return w.placeDirectory(a, size, offset)
}

// firstDisk reports whether a disk number is 0, or left to a zip64 field that is there.
func firstDisk(disk uint16, wide bool) bool { return disk == 0 || wide && disk == sentinel16 }

// maxEnds is the number of end records that are told apart; an archive has one.
const maxEnds = 16

// chooseEnd returns the position of the end record in the last bytes of a file, which begin at the
// offset start, or -1: the last one that a directory stands in front of, or else the last one whose
// comment ends with the file, or else the last one. Others are records behind the directory of that
// one, which other readers may take; what looks like one inside of a member is none.
func chooseEnd(tail []byte, start int64) (chosen int, others []int) {
	var all []int
	for i := len(tail); i > 0 && len(all) < maxEnds; {
		i = bytes.LastIndex(tail[:i], []byte(endSignature))
		if i < 0 {
			break
		}
		if len(tail)-i >= endSize {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1, nil
	}
	chosen = all[0]
	for _, i := range all {
		if int(binary.LittleEndian.Uint16(tail[i+20:])) == len(tail)-i-endSize {
			chosen = i
			break
		}
	}
	for _, i := range all {
		size, offset := int64(binary.LittleEndian.Uint32(tail[i+12:])), int64(binary.LittleEndian.Uint32(tail[i+16:]))
		at := start + int64(i)
		if size+offset == at && (size > 0 || at == 0) {
			chosen = i
			break
		}
	}
	directory := int64(binary.LittleEndian.Uint32(tail[chosen+16:]))
	for _, i := range all {
		if i != chosen && (i > chosen || start+int64(i) >= directory) {
			others = append(others, i)
		}
	}
	return chosen, others
}

// zip64Records reads the zip64 end record and its locator, if they are there, and returns size and
// offset of the directory. They may be there although nothing needs them, and must then agree.
func (w *walk) zip64Records(a *archive, size, offset uint64) (uint64, uint64, error) {
	at := a.end - locator64Size
	located, err := w.signatureAt(at, locator64Signature)
	if err != nil {
		return 0, 0, err
	}
	if !located {
		return w.withoutLocator(a, size, offset)
	}
	locator, err := w.bytesAt(at, locator64Size)
	if err != nil {
		return 0, 0, err
	}
	le := binary.LittleEndian
	recordAt := at - end64Size
	found, err := w.signatureAt(recordAt, end64Signature)
	if pointed := le.Uint64(locator[8:]); err == nil && !found && pointed < uint64(max(0, recordAt)) {
		recordAt = int64(pointed) // it may be longer than it has to be
		found, err = w.signatureAt(recordAt, end64Signature)
	}
	if err != nil {
		return 0, 0, err
	}
	if !found {
		a.limit = at
		w.report("zip-zip64-record", at, locator64Size, "", "no zip64 end record stands in front of its locator")
		size, offset = w.guessDirectory(a, size, offset)
		return size, offset, nil
	}
	rec, err := w.bytesAt(recordAt, end64Size)
	if err != nil {
		return 0, 0, err
	}
	a.limit = recordAt
	w.traceEnd64(recordAt, rec, at, locator)
	if got := le.Uint64(locator[8:]); got != uint64(recordAt) {
		w.report("zip-zip64-record", at+8, 8, "", "zip64 locator points to offset %d, the record is at %d", got, recordAt)
	}
	if disk, disks := le.Uint32(locator[4:]), le.Uint32(locator[16:]); disk != 0 || disks != 1 {
		w.report("zip-multi-disk", at+4, 4, "", "zip64 locator has disk %d of %d, want 0 of 1", disk, disks)
	}
	if got := le.Uint64(rec[4:]); got != end64Size-12 || recordAt+end64Size != at {
		w.report("zip-zip64-record", recordAt+4, 8, "", "zip64 end record has a size of %d, want %d", got, end64Size-12)
	}
	size, offset = w.zip64Record(a, recordAt, rec, size, offset)
	return size, offset, nil
}

// withoutLocator looks for a zip64 end record that nothing points to.
func (w *walk) withoutLocator(a *archive, size, offset uint64) (uint64, uint64, error) {
	at := a.end - end64Size
	found, err := w.signatureAt(at, end64Signature)
	if err != nil {
		return 0, 0, err
	}
	if found {
		rec, err := w.bytesAt(at, end64Size)
		if err != nil {
			return 0, 0, err
		}
		a.limit = at
		w.report("zip-zip64-record", at, end64Size, "", "zip64 end record without a locator behind it")
		size, offset = w.zip64Record(a, at, rec, size, offset)
		return size, offset, nil
	}
	if size == sentinel32 || offset == sentinel32 {
		w.report("zip-zip64-record", a.end+8, 12, "", "end record leaves fields to a zip64 end record that is not there")
		size, offset = w.guessDirectory(a, size, offset)
	}
	return size, offset, nil
}

// guessDirectory derives a field that the end record leaves to a zip64 record from the other one.
func (w *walk) guessDirectory(a *archive, size, offset uint64) (uint64, uint64) {
	limit := uint64(a.limit)
	a.uncounted = a.entries == sentinel16
	switch {
	case size == sentinel32 && offset <= limit:
		size = limit - offset
	case offset == sentinel32 && size <= limit:
		offset = limit - size
	}
	return size, offset
}

// zip64Record takes over the fields of the zip64 end record. Of two values that differ it keeps those
// that fit the file.
func (w *walk) zip64Record(a *archive, at int64, rec []byte, size, offset uint64) (uint64, uint64) {
	le := binary.LittleEndian
	if disk, dirDisk := le.Uint32(rec[16:]), le.Uint32(rec[20:]); disk != 0 || dirDisk != 0 {
		w.report("zip-multi-disk", at+16, 8, "", "zip64 end record is of disk %d, the directory on disk %d, want 0", disk, dirDisk)
	}
	here, all := le.Uint64(rec[24:]), le.Uint64(rec[32:])
	if here != all {
		w.report("zip-end-record-mismatch", at+24, 8, "", "zip64 end record counts %d members on its disk and %d in all", here, all)
	}
	longSize, longOffset := le.Uint64(rec[40:]), le.Uint64(rec[48:])
	differ := false
	for _, f := range []struct {
		what        string
		at          int64
		short, long uint64
		sentinel    uint64
	}{
		{"member count", 32, a.entries, all, sentinel16},
		{"directory size", 40, size, longSize, sentinel32},
		{"directory offset", 48, offset, longOffset, sentinel32},
	} {
		if f.short != f.sentinel && f.short != f.long {
			differ = true
			w.report("zip-zip64-record", at+f.at, 8, "", "zip64 end record has the %s %d, the end record %d", f.what, f.long, f.short)
		}
	}
	a.uncounted = differ
	if a.entries == sentinel16 {
		a.entries = all
	}
	if differ && size != sentinel32 && offset != sentinel32 && size+offset == uint64(a.limit) {
		return size, offset
	}
	return longSize, longOffset
}

// placeDirectory finds the directory: in front of the end records, where the end record says, or
// with every offset short by the bytes that somebody put in front of the archive.
func (w *walk) placeDirectory(a *archive, size, offset uint64) error {
	limit := uint64(a.limit)
	if size <= limit && offset == limit-size {
		a.directory = int64(offset)
		return nil
	}
	// The directory may be where it should be and something else behind it, or end where it should and
	// begin elsewhere.
	said, behind := false, false
	var err error
	if offset < limit {
		said, err = w.signatureAt(int64(offset), centralSignature)
	}
	if err == nil && centralSize <= size && size <= limit {
		behind, err = w.signatureAt(int64(limit-size), centralSignature)
	}
	if err != nil {
		return err
	}
	if said && size < limit-offset {
		end, err := w.directoryEnd(int64(offset), a.limit)
		if err != nil {
			return err
		}
		if end == int64(offset+size) {
			w.trace(end, a.limit-end, nil, "bytes that belong to no member")
			w.report("zip-gap", end, a.limit-end, "", "%s between the directory and the end record", plural(a.limit-end, "byte"))
			a.directory, a.limit = int64(offset), end
			return nil
		}
	}
	if behind && !said && offset < limit-size {
		at, base := int64(limit-size), int64(limit-size-offset)
		first, err := w.bytesAt(at+42, 4)
		if err != nil {
			return err
		}
		moved, err := w.signatureAt(int64(binary.LittleEndian.Uint32(first))+base, localSignature)
		if err != nil {
			return err
		}
		if moved {
			a.directory, a.base = at, base
			w.report("zip-prefix-bytes", 0, a.base, "", "%s stand in front of the archive: every offset in it is short by as many", plural(a.base, "byte"))
			return nil
		}
	}
	w.report("zip-end-record-mismatch", a.end+12, 8, "", "directory of %d bytes at offset %d does not end at %d, where the end record begins", size, offset, a.limit)
	switch {
	case behind:
		a.directory = int64(limit - size)
	case said:
		a.directory = int64(offset)
	default:
		a.directory = a.limit
	}
	return nil
}

// directoryEnd returns where a row of entries ends.
func (w *walk) directoryEnd(at, end int64) (int64, error) {
	for end-at >= centralSize {
		b, err := w.bytesAt(at, centralSize)
		if err != nil || !bytes.HasPrefix(b, []byte(centralSignature)) {
			return at, err
		}
		if err := w.ctx.Err(); err != nil {
			return at, err
		}
		le := binary.LittleEndian
		at += centralSize + int64(le.Uint16(b[28:])) + int64(le.Uint16(b[30:])) + int64(le.Uint16(b[32:]))
	}
	return at, nil
}

func (w *walk) signatureAt(at int64, signature string) (bool, error) {
	if at < 0 || at+int64(len(signature)) > w.size {
		return false, nil
	}
	b, err := w.bytesAt(at, int64(len(signature)))
	return string(b) == signature, err
}
