package second

import (
	"bytes"
	"math"
	"strings"
)

// Member is a member of an archive.
type Member struct {
	Name               string
	Deflated, Streamed bool
	Data               []byte
}

// Archive reads an archive. Every byte has to belong to something. The error is a Refusal.
func (r *Reader) Archive(file []byte) (members []Member, err error) {
	defer refused(&err)
	begins := len(file) >= EndLen && (string(file[:4]) == LocalSignature || string(file[:4]) == EndSignature)
	r.must(begins, "archive-prefix", "no archive")
	entries, directory := r.directory(file)
	names := map[string]bool{}
	for _, e := range entries {
		r.must(!names[e.name], "duplicate-members", "two members have one name")
		names[e.name] = true
	}
	for i, data := range r.bodies(file, entries, directory) {
		e := &entries[i]
		members = append(members, Member{e.name, e.Method != 0, e.Flags&FlagStreamed != 0, data})
	}
	return members, nil
}

// member is what the central directory, or a local header, says about a member.
type member struct {
	Record
	name  string // as the reader reads it
	zip64 bool
}

// directory returns the entries of the central directory, and where it begins.
func (r *Reader) directory(file []byte) (entries []member, start uint64) {
	at := r.endAt(file)
	end, ok := EndOf(file[max(at, 0):])
	if at < 0 || !ok {
		refuse("no end record")
	}
	r.must(end.Disk == 0 && end.First == 0, "disks", "several disks")
	r.must(end.Here == end.Count || r.has("count-16-bits"), "count-here", "several disks")
	limit := r.widen(&end, file, at)
	if r.has("count-16-bits") {
		end.Count &= math.MaxUint16
		end.Here = end.Count
	}
	r.must(end.Here == end.Count, "count-here", "several disks")
	if r.has("archive-prefix") && end.Size <= limit {
		end.Start = limit - end.Size
	}
	if end.Start > limit || end.Size > limit-end.Start {
		refuse("the place of the central directory")
	}
	r.must(end.Start+end.Size == limit || r.has("end-trailing"), "end-gap", "the place of the central directory")
	dir := file[end.Start : end.Start+end.Size]
	once := !bytes.Contains(dir, []byte(EndSignature)) && bytes.Count(file[limit:], []byte(EndSignature)) == 1
	r.must(once, "second-end", "several end records")
	if end.Count > uint64(len(dir))/CentralLen {
		refuse("the number of entries")
	}
	for range end.Count {
		e, n := r.entry(dir)
		dir = dir[n:]
		entries = append(entries, e)
	}
	if len(dir) > 0 {
		refuse("bytes follow the entries")
	}
	return entries, end.Start
}

// endAt returns where the end record is: at the end, unless a comment follows it.
func (r *Reader) endAt(file []byte) int {
	if r.has("end-from-front") {
		return bytes.Index(file, []byte(EndSignature))
	}
	for at := len(file) - EndLen; at >= 0; at-- {
		if e, ok := EndOf(file[at:]); ok && !e.Wide && (int(e.Rest) == len(file)-at-EndLen || r.has("end-trailing")) {
			return at
		}
		r.must(r.Level >= Lax, "end-trailing", "the file doesn't end with the end record")
	}
	return -1
}

// widen replaces what the end record at an offset says by what that of zip64 says, if there is one, and returns where the
// directory has to end.
func (r *Reader) widen(end *End, file []byte, at int) uint64 {
	locator := at - LocatorLen
	if locator < 0 || !begins(file[locator:], LocatorSignature, LocatorLen) || r.has("zip64-end-ignored") {
		return uint64(at)
	}
	limit := locator - End64Len
	l := file[locator:]
	r.must(limit >= 0 && u64(l, 8) == uint64(limit) && u32(l, 4) == 0 && u32(l, 16) == 1, "zip64-locator", "the zip64 locator")
	wide, ok := EndOf(file[max(limit, 0):])
	if limit < 0 || !ok || !wide.Wide {
		refuse("no zip64 end record")
	}
	plain := u64(file, limit+4) == End64Len-12 && wide.Disk == 0 && wide.First == 0
	r.must(plain, "zip64-end-fields", "the zip64 end record")
	same := func(short, wide, deferred uint64) bool { return short == deferred || short == wide }
	agree := same(end.Here, wide.Here, math.MaxUint16) && same(end.Count, wide.Count, math.MaxUint16) &&
		same(end.Size, wide.Size, math.MaxUint32) && same(end.Start, wide.Start, math.MaxUint32)
	r.must(agree, "zip64-end-differs", "two end records that differ")
	*end = wide
	return uint64(limit)
}

// entry reads an entry of the directory, and returns its length.
func (r *Reader) entry(b []byte) (e member, length int) {
	record, ok := RecordOf(b)
	if !ok || !begins(b, CentralSignature, CentralLen) {
		refuse("no entry")
	}
	if e.Record = record; r.has("entry-comment-ignored") {
		e.Len -= e.Comment
	}
	if e.Len > len(b) {
		refuse("a cut entry")
	}
	e.name = r.name(e.Name, e.Flags)
	if needed := u16(b, 6); needed > 63 || needed > 20 && r.has("version-needed") {
		refuse("a later version of zip")
	}
	r.must(e.Flags&(FlagEncrypted|1<<6|1<<13) == 0, "encrypted", "an encrypted member")
	r.strictly(e.Flags&^(FlagEncrypted|1<<13|0x806|FlagStreamed) == 0, "an odd flag")
	if e.Method != 0 && e.Method != 8 {
		r.must(false, "method-low-byte", "the method")
		e.Method &= 0xff
	}
	mode := u32(b, 38) >> 16
	kind := mode >> 12
	if kind != 0 && kind != 8 && !(kind == 4 && strings.HasSuffix(e.name, "/") && r.Level >= Lax) {
		refuse("not a file")
	}
	r.strictly(b[38]&0x18 == 0, "not a file")
	r.extra(&e, []*uint64{&e.Size, &e.Packed, &e.Local})
	r.must(u16(b, 34) == 0, "disks", "several disks")
	return e, e.Len
}
