package validator

import (
	"bytes"
	"encoding/binary"
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
	case comment < behind:
		w.report("zip-trailing-bytes", a.end+endSize+comment, behind-comment, "", "%s behind the archive", plural(behind-comment, "byte"))
	}
	if comment > 0 && comment <= behind && len(others) == 0 {
		w.report("zip-comment", a.end+endSize, comment, "", "archive has a comment of %s, want none", plural(comment, "byte"))
	}
	for _, other := range others {
		w.report("zip-several-end-records", start+int64(other), endSize, "", "another end record stands at offset %d: readers differ in which of the two they take", start+int64(other))
	}
	if disk, dirDisk := le.Uint16(rec[4:]), le.Uint16(rec[6:]); disk != 0 && disk != sentinel16 || dirDisk != 0 && dirDisk != sentinel16 {
		w.report("zip-multi-disk", a.end+4, 4, "", "end record is of disk %d, the directory on disk %d, want 0", disk, dirDisk)
	}
	here, all := le.Uint16(rec[8:]), le.Uint16(rec[10:])
	if here != all {
		w.report("zip-end-record-mismatch", a.end+8, 4, "", "end record counts %d members on its disk and %d in all", here, all)
	}
	w.traceEnd(a, rec)
	size, offset := uint64(le.Uint32(rec[12:])), uint64(le.Uint32(rec[16:]))
	a.entries, a.limit = uint64(all), a.end
	needs64 := all == sentinel16 || size == sentinel32 || offset == sentinel32
	size, offset, err = w.zip64Records(a, size, offset, needs64)
	if err != nil {
		return err
	}
	return w.placeDirectory(a, size, offset)
}

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
func (w *walk) zip64Records(a *archive, size, offset uint64, needed bool) (uint64, uint64, error) {
	at := a.end - locator64Size
	var locator []byte
	if at >= 0 {
		b, err := w.bytesAt(at, locator64Size)
		if err != nil {
			return 0, 0, err
		}
		if bytes.HasPrefix(b, []byte(locator64Signature)) {
			locator = b
		}
	}
	if locator == nil {
		if needed && a.entries != sentinel16 {
			w.report("zip-zip64-record", a.end+8, 12, "", "end record leaves fields to a zip64 end record that is not there")
		}
		return size, offset, nil
	}
	le := binary.LittleEndian
	recordAt := at - end64Size
	if recordAt < 0 {
		w.report("zip-zip64-record", at, locator64Size, "", "zip64 locator without a zip64 end record")
		return size, offset, nil
	}
	rec, err := w.bytesAt(recordAt, end64Size)
	if err != nil {
		return 0, 0, err
	}
	if !bytes.HasPrefix(rec, []byte(end64Signature)) {
		w.report("zip-zip64-record", at, locator64Size, "", "no zip64 end record stands in front of its locator")
		a.limit = at
		return size, offset, nil
	}
	a.limit = recordAt
	w.traceEnd64(recordAt, rec, at, locator)
	if got := le.Uint64(locator[8:]); got != uint64(recordAt) {
		w.report("zip-zip64-record", at+8, 8, "", "zip64 locator points to offset %d, the record is at %d", got, recordAt)
	}
	if disk, disks := le.Uint32(locator[4:]), le.Uint32(locator[16:]); disk != 0 || disks > 1 {
		w.report("zip-multi-disk", at+4, 4, "", "zip64 locator has disk %d of %d, want 0 of 1", disk, disks)
	}
	if got := le.Uint64(rec[4:]); got != end64Size-12 {
		w.report("zip-zip64-record", recordAt+4, 8, "", "zip64 end record has a size of %d, want %d", got, end64Size-12)
	}
	for _, f := range []struct {
		what     string
		at       int64
		short    *uint64
		long     uint64
		sentinel uint64
	}{
		{"member count", 32, &a.entries, le.Uint64(rec[32:]), sentinel16},
		{"directory size", 40, &size, le.Uint64(rec[40:]), sentinel32},
		{"directory offset", 48, &offset, le.Uint64(rec[48:]), sentinel32},
	} {
		if *f.short != f.sentinel && *f.short != f.long {
			w.report("zip-zip64-record", recordAt+f.at, 8, "", "zip64 end record has the %s %d, the end record %d", f.what, f.long, *f.short)
			continue
		}
		*f.short = f.long
	}
	if here := le.Uint64(rec[24:]); here != le.Uint64(rec[32:]) {
		w.report("zip-end-record-mismatch", recordAt+24, 8, "", "zip64 end record counts %d members on its disk and %d in all", here, le.Uint64(rec[32:]))
	}
	return size, offset, nil
}

// placeDirectory finds the directory: in front of the end records, where the end record says, or
// with every offset short by the bytes that somebody put in front of the archive.
func (w *walk) placeDirectory(a *archive, size, offset uint64) error {
	if size <= uint64(a.limit) && offset == uint64(a.limit)-size {
		a.directory = int64(offset)
		return nil
	}
	if size <= uint64(a.limit) && offset < uint64(a.limit)-size {
		at := a.limit - int64(size)
		ok, err := w.signatureAt(at, centralSignature)
		if err != nil {
			return err
		}
		if ok || size == 0 {
			plain, err := w.signatureAt(int64(offset), centralSignature)
			if err != nil {
				return err
			}
			if size > 0 && !plain {
				a.directory, a.base = at, at-int64(offset)
				w.report("zip-prefix-bytes", 0, a.base, "", "%s stand in front of the archive: every offset in it is short by as many", plural(a.base, "byte"))
				return nil
			}
		}
	}
	w.report("zip-end-record-mismatch", a.end+12, 8, "", "directory of %d bytes at offset %d does not end at %d, where the end record begins", size, offset, a.limit)
	a.directory = a.limit
	if offset < uint64(a.limit) {
		if ok, err := w.signatureAt(int64(offset), centralSignature); err != nil || ok {
			a.directory = int64(offset)
			return err
		}
	}
	return nil
}

func (w *walk) signatureAt(at int64, signature string) (bool, error) {
	if at < 0 || at+int64(len(signature)) > w.size {
		return false, nil
	}
	b, err := w.bytesAt(at, int64(len(signature)))
	return string(b) == signature, err
}
