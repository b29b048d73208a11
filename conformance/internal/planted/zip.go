package planted

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// entry is what the central directory, or a local header, says about a member.
type entry struct {
	raw, name    string // as the bytes are, and as the reader reads them
	flags        uint16
	method       uint16
	crc          uint32
	packed, size uint64
	local        uint64 // offset of the local header
	zip64        bool
	end          int // of the header
}

// archiveReader reads archives.
type archiveReader struct{ *Reader }

func (r archiveReader) must(ok bool, bug, message string) {
	if !ok && !r.has(bug) {
		refuse("%s", message)
	}
}

// strictly refuses faults that a reader of the central directory need not notice.
func (r archiveReader) strictly(ok bool, message string) {
	if !ok && !r.Lax {
		refuse("%s", message)
	}
}

func u16(b []byte, at int) uint16 { return binary.LittleEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func u64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

const (
	endLength     = 22
	locatorLength = 20
	end64Length   = 56
	entryLength   = 46
	localLength   = 30
)

func (r archiveReader) directory(file []byte) (entries []entry, start uint64) {
	end := len(file) - endLength
	for ; end >= 0; end-- {
		if string(file[end:end+4]) == "PK\x05\x06" && (int(u16(file, end+20)) == len(file)-end-endLength || r.has("end-trailing")) {
			break
		}
		if !r.Lax && !r.has("end-trailing") {
			refuse("the file doesn't end with the end record")
		}
	}
	if r.has("end-from-front") {
		end = bytes.Index(file, []byte("PK\x05\x06"))
	}
	if end < 0 || end+endLength > len(file) {
		refuse("no end record")
	}
	here, count := uint64(u16(file, end+8)), uint64(u16(file, end+10))
	size, start := uint64(u32(file, end+12)), uint64(u32(file, end+16))
	r.must(u32(file, end+4) == 0, "disks", "several disks")
	r.must(here == count || r.has("count-16-bits"), "count-here", "several disks")
	limit := end
	if at := end - locatorLength; at >= 0 && string(file[at:at+4]) == "PK\x06\x07" && !r.has("zip64-end-ignored") {
		limit = at - end64Length
		r.must(limit >= 0 && u64(file, at+8) == uint64(limit) && u32(file, at+4) == 0 && u32(file, at+16) == 1, "zip64-locator", "the zip64 locator")
		if limit < 0 || string(file[limit:limit+4]) != "PK\x06\x06" {
			refuse("no zip64 end record")
		}
		z := file[limit:at]
		r.must(u64(z, 4) == end64Length-12 && u32(z, 16) == 0 && u32(z, 20) == 0, "zip64-end-fields", "the zip64 end record")
		for _, f := range []struct {
			value    *uint64
			at       int
			sentinel uint64
		}{{&here, 24, math.MaxUint16}, {&count, 32, math.MaxUint16}, {&size, 40, math.MaxUint32}, {&start, 48, math.MaxUint32}} {
			n := u64(z, f.at)
			r.must(*f.value == f.sentinel || *f.value == n, "zip64-end-differs", "two end records that differ")
			*f.value = n
		}
	}
	if r.has("count-16-bits") {
		count &= math.MaxUint16
		here = count
	}
	r.must(here == count, "count-here", "several disks")
	if r.has("archive-prefix") && size <= uint64(limit) {
		start = uint64(limit) - size
	}
	if start > uint64(limit) || size > uint64(limit)-start || start+size != uint64(limit) && !r.has("end-gap") && !r.has("end-trailing") {
		refuse("the place of the central directory")
	}
	dir := file[start : start+size]
	r.must(!bytes.Contains(dir, []byte("PK\x05\x06")) && bytes.Count(file[limit:], []byte("PK\x05\x06")) == 1, "second-end", "several end records")
	if count > uint64(len(dir))/entryLength {
		refuse("the number of entries")
	}
	if r.has("members-100") && count > 100 {
		count = 100
		dir = dir[:len(dir):len(dir)]
	}
	for range count {
		e := r.entry(dir)
		dir = dir[e.end:]
		entries = append(entries, e)
	}
	r.must(len(dir) == 0, "members-100", "bytes follow the entries")
	return entries, start
}

func (r archiveReader) entry(b []byte) entry {
	if len(b) < entryLength || string(b[:4]) != "PK\x01\x02" {
		refuse("no entry")
	}
	e := entry{flags: u16(b, 8), method: u16(b, 10), crc: u32(b, 16), packed: uint64(u32(b, 20)), size: uint64(u32(b, 24)), local: uint64(u32(b, 42))}
	nameEnd := entryLength + int(u16(b, 28))
	extraEnd := nameEnd + int(u16(b, 30))
	e.end = extraEnd + int(u16(b, 32))
	if r.has("entry-comment-ignored") {
		e.end = extraEnd
	}
	if e.end > len(b) {
		refuse("a cut entry")
	}
	e.raw = string(b[entryLength:nameEnd])
	e.name = r.name(e.raw, e.flags)
	if needed := u16(b, 6); needed > 63 || needed > 20 && r.has("version-needed") {
		refuse("a later version of zip")
	}
	r.must(e.flags&(1|1<<6|1<<13) == 0, "encrypted", "an encrypted member")
	if e.flags&^(1|1<<13|0x806|8) != 0 && !r.Lax {
		refuse("an odd flag")
	}
	if e.method != 0 && e.method != 8 {
		r.must(e.method&0xff == 0, "method-low-byte", "the method")
		if !r.has("method-low-byte") {
			refuse("the method")
		}
		e.method &= 0xff
	}
	if r.has("deflate-refused") && e.method == 8 {
		refuse("a deflated member")
	}
	mode := u32(b, 38) >> 16
	if kind := mode >> 12; kind != 0 && kind != 8 && !(kind == 4 && strings.HasSuffix(e.name, "/") && r.Lax) || b[38]&0x18 != 0 && !r.Lax {
		refuse("not a file")
	}
	wants := []*uint64{}
	for _, v := range []*uint64{&e.size, &e.packed, &e.local} {
		if *v == math.MaxUint32 {
			wants = append(wants, v)
		}
	}
	r.extra(b[nameEnd:extraEnd], &e, wants, []*uint64{&e.size, &e.packed, &e.local}, string(b[entryLength:nameEnd]))
	r.must(u16(b, 34) == 0, "disks", "several disks")
	return e
}

// cp437 has the characters of code page 437 from 0x80 on.
var cp437 = []rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

func fromCP437(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(cp437[c-0x80])
		}
	}
	return b.String()
}

func (r archiveReader) name(s string, flags uint16) string {
	if r.has("name-cut-at-nul") {
		s, _, _ = strings.Cut(s, "\x00")
	}
	if s == "" || strings.IndexByte(s, 0) >= 0 {
		refuse("the name of a member")
	}
	ascii := strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) < 0
	switch {
	case ascii:
	case flags&(1<<11) == 0 && r.has("names-always-utf-8"):
	case flags&(1<<11) == 0 && r.Lax:
		s = fromCP437(s)
	case flags&(1<<11) == 0:
		refuse("a name in an old code page")
	case r.has("names-latin1"):
		var b strings.Builder
		for _, c := range []byte(s) {
			b.WriteRune(rune(c))
		}
		return b.String()
	default:
		r.must(utf8.ValidString(s), "names-invalid", "a name that is not UTF-8")
	}
	if !r.Lax {
		hostile := strings.ContainsAny(s, "\\\x7f") || strings.HasPrefix(s, "/") || slices.Contains(strings.Split(s, "/"), "..") || strings.HasSuffix(s, "/")
		if hostile || strings.IndexFunc(s, func(c rune) bool { return c < ' ' }) >= 0 {
			refuse("a name that leads elsewhere")
		}
	}
	if r.has("nested-refused") && strings.Contains(s, "/") {
		refuse("a name with a slash")
	}
	return s
}

// usual are the extra field blocks of common writers.
var usual = []uint16{0x0001, 0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0x7075, 0xa11e, 0xcafe, 0xd935}

// extra reads an extra field. wants are the values that are deferred to a zip64 block, all those that it
// may repeat.
func (r archiveReader) extra(b []byte, e *entry, wants, all []*uint64, name string) {
	seen := map[uint16]bool{}
	for len(b) > 0 {
		if len(b) < 4 || int(u16(b, 2)) > len(b)-4 {
			r.must(false, "extra-cut", "a cut extra field")
			break
		}
		id, data := u16(b, 0), b[4:][:u16(b, 2)]
		b = b[4+len(data):]
		if !slices.Contains(usual, id) && !r.Lax {
			refuse("an odd extra field")
		}
		if r.has("extra-times-refused") && id == 0x5455 {
			refuse("an odd extra field")
		}
		switch id {
		case 0x0001:
			r.must(!seen[id], "extra-twice", "two zip64 blocks")
			e.zip64 = true
			if r.has("zip64-ignored") {
				continue
			}
			r.zip64(data, wants, all)
			wants = nil
		case 0x7075:
			if seen[id] { // the first stands
				r.must(false, "extra-twice", "two Unicode path blocks")
				continue
			}
			if r.has("unicode-path-used") && len(data) > 5 {
				e.name = string(data[5:])
				continue
			}
			same := len(data) > 5 && data[0] == 1 && u32(data, 1) == crc32.ChecksumIEEE([]byte(name)) && string(data[5:]) == name
			r.must(same, "unicode-path-ignored", "a name that differs")
		}
		seen[id] = true
	}
	r.must(len(wants) == 0, "zip64-ignored", "no zip64 block")
}

// zip64 reads a block that has the values deferred to it, or all up to some value.
func (r archiveReader) zip64(data []byte, wants, all []*uint64) {
	central := len(all) == 3
	if len(wants) > 0 && !central {
		wants = all // a local header has both sizes there
	}
	r.must(!central || len(data) == 8*len(wants) || slices.Contains([]int{8, 16, 24, 28}, len(data)), "zip64-repeats", "the length of a zip64 block")
	plain := len(wants) == 0
	for i, v := range wants[:min(len(wants), len(data)/8)] {
		*v = u64(data, 8*i)
	}
	if !plain && *wants[len(wants)-1] == math.MaxUint32 {
		refuse("a short zip64 block")
	}
	if central && len(data) == 8*len(wants) {
		return
	}
	for i, v := range all[:min(len(all), len(data)/8)] {
		n := u64(data, 8*i)
		r.must(*v == n || !central && plain && n == 0, "zip64-repeats", "a zip64 block that differs")
	}
	r.must(!central || len(data) < 28 || u32(data, 24) == 0, "disks", "several disks")
}
