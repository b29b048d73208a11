package second

import (
	"bytes"
	"cmp"
	"compress/flate"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// cp437 has the characters of code page 437 from 0x80 on.
var cp437 = []rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

// decoded returns a text whose bytes beyond ASCII stand for characters.
func decoded(s string, char func(c byte) rune) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(char(c))
		}
	}
	return b.String()
}

// name returns the name of a member as the reader reads it.
func (r *Reader) name(s string, flags uint16) string {
	if r.has("name-cut-at-nul") {
		s, _, _ = strings.Cut(s, "\x00")
	}
	if s == "" || strings.IndexByte(s, 0) >= 0 {
		refuse("the name of a member")
	}
	switch said := flags&FlagUTF8 != 0; {
	case ASCII(s):
	case !said && r.has("names-always-utf-8"):
	case !said && r.Level >= Lax:
		s = decoded(s, func(c byte) rune { return cp437[c-0x80] })
	case !said:
		refuse("a name in an old code page")
	case r.has("names-latin1"):
		return decoded(s, func(c byte) rune { return rune(c) })
	default:
		r.must(utf8.ValidString(s), "names-invalid", "a name that is not UTF-8")
	}
	control := strings.IndexFunc(s, func(c rune) bool { return c < ' ' || c == 0x7f }) >= 0
	elsewhere := strings.Contains(s, `\`) || strings.HasPrefix(s, "/") || strings.HasSuffix(s, "/") || slices.Contains(strings.Split(s, "/"), "..")
	r.strictly(!control && !elsewhere, "a name that leads elsewhere")
	return s
}

// usual are the extra field blocks of common writers.
var usual = []uint16{0x0001, 0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0x7075, 0xa11e, 0xcafe, 0xd935}

// extra reads the extra field of a header, whose values are all those that a block of zip64 may repeat.
func (r *Reader) extra(e *member, all []*uint64) {
	seen := map[uint16]bool{}
	deferred := e.deferred()
	whole := blocks(e.Extra, func(id uint16, data []byte) {
		r.strictly(slices.Contains(usual, id), "an odd extra field")
		if r.has("extra-times-refused") && id == 0x5455 {
			refuse("an odd extra field")
		}
		switch id {
		case zip64Block:
			r.must(!seen[id], "extra-twice", "two zip64 blocks")
			if e.zip64 = true; !r.has("zip64-ignored") {
				r.zip64(data, deferred, all)
				deferred = nil
			}
		case 0x7075:
			if r.must(!seen[id], "extra-twice", "two Unicode path blocks"); !seen[id] { // the first stands
				r.unicodePath(e, data)
			}
		}
		seen[id] = true
	})
	r.must(whole, "extra-cut", "a cut extra field")
	r.must(len(deferred) == 0, "zip64-ignored", "no zip64 block")
}

// unicodePath reads the block that has the name of a member once more.
func (r *Reader) unicodePath(e *member, data []byte) {
	if r.has("unicode-path-used") && len(data) > 5 {
		e.name = string(data[5:])
		return
	}
	same := len(data) > 5 && data[0] == 1 && u32(data, 1) == crc32.ChecksumIEEE([]byte(e.Name)) && string(data[5:]) == e.Name
	r.must(same, "unicode-path-ignored", "a name that differs")
}

// zip64 reads a block that has the values deferred to it, or all up to some value.
func (r *Reader) zip64(data []byte, wants, all []*uint64) {
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

// bodies returns the contents of the members. Each begins where the one before it ends.
func (r *Reader) bodies(file []byte, entries []member, directory uint64) [][]byte {
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(entries[a].Local, entries[b].Local) })
	bodies := make([][]byte, len(entries))
	at := uint64(0)
	if r.has("archive-prefix") && len(entries) > 0 {
		at = uint64(max(0, bytes.Index(file, []byte(LocalSignature))))
		shift := at - entries[order[0]].Local
		for i := range entries {
			entries[i].Local += shift
		}
	}
	for i, nth := range order {
		e := &entries[nth]
		next := directory
		if i+1 < len(order) {
			next = entries[order[i+1]].Local
		}
		if r.has("hidden-members") || r.has("gaps") {
			at = e.Local
		}
		if e.Local != at || next > directory {
			if r.must(false, "overlaps", "a member is elsewhere"); e.Local >= directory {
				refuse("a member after the directory")
			}
			next = directory
		}
		bodies[nth] = r.body(file[e.Local:max(next, e.Local)], e)
		at = next
	}
	if at != directory && len(entries) == 0 {
		r.must(false, "hidden-members", "bytes before the directory")
	}
	return bodies
}

// body unpacks the member that all of b is.
func (r *Reader) body(b []byte, e *member) []byte {
	record, ok := RecordOf(b)
	if !ok || !begins(b, LocalSignature, LocalLen) {
		refuse("no local header")
	}
	if record.Len > len(b) {
		refuse("a cut local header")
	}
	l := member{Record: record}
	r.must(!bytes.Contains(b[LocalLen:l.Len], []byte(EndSignature)), "second-end", "several end records")
	r.extra(&l, []*uint64{&l.Size, &l.Packed})
	streamed := e.Flags&FlagStreamed != 0
	r.agree(&l, e, streamed)
	if r.has("local-sizes-trusted") {
		e.Packed, e.Size, e.CRC = l.Packed, l.Size, l.CRC
	}
	start := l.Len
	switch {
	case r.has("data-without-local-extra"):
		start -= len(l.Extra)
	case r.has("data-at-38"):
		start = LocalLen + len("arr_0.npy")
	}
	if e.Packed > uint64(len(b)-start) {
		refuse("the data of a member is elsewhere")
	}
	packed, rest := b[start:start+int(e.Packed)], b[start+int(e.Packed):]
	if i := bytes.Index(b[start:], []byte(DescriptorSignature)); streamed && r.has("data-until-descriptor") && i >= 0 {
		packed, rest = b[start:start+i], b[start+i:]
	}
	r.descriptor(rest, e, streamed, l.zip64)
	data := packed
	if e.Method != 0 {
		data = r.inflate(packed, e.Size)
	}
	r.strictly(uint64(len(data)) == e.Size || r.has("data-until-descriptor"), "the size of a member")
	r.must(crc32.ChecksumIEEE(data) == e.CRC, "checksums", "the checksum")
	return data
}

// agree refuses a local header that differs from the entry of the directory.
func (r *Reader) agree(l, e *member, streamed bool) {
	misread := r.has("name-cut-at-nul") || r.has("unicode-path-used") || r.has("names-latin1")
	r.must(l.Name == e.Name || misread, "local-names", "the local header has another name")
	r.must(l.Flags&^6 == e.Flags&^6, "local-flags", "the local header has other flags")
	r.strictly(l.Method == e.Method, "the local header has another method")
	later := func(local uint64) bool { return streamed && local == 0 } // the data descriptor has it
	r.strictly(later(uint64(l.CRC)) || l.CRC == e.CRC, "the local header has another checksum")
	same := (later(l.Packed) || l.Packed == e.Packed) && (later(l.Size) || l.Size == e.Size)
	r.strictly(same, "the local header has other sizes")
}

// descriptor reads what follows the data of a member.
func (r *Reader) descriptor(b []byte, e *member, streamed, wide bool) {
	want := 0
	if streamed {
		if want = 16; wide {
			want = 24
		}
	}
	if len(b) != want {
		r.must(r.has("hidden-members") || r.has("overlaps"), "gaps", "a gap, or a data descriptor of another length")
		return
	}
	same := !streamed || slices.ContainsFunc(Descriptors(b), func(d Descriptor) bool {
		return d.Signed && d.Len == len(b) && d.CRC == e.CRC && d.Packed == e.Packed && d.Size == e.Size
	})
	r.strictly(same, "the data descriptor differs")
}

// inflate decompresses a member of a size.
func (r *Reader) inflate(packed []byte, size uint64) []byte {
	if size > 1032*uint64(len(packed)) {
		refuse("the size of a member")
	}
	if r.has("inflate-zlib") && len(packed) > 6 && packed[0] == 0x78 {
		packed = packed[2 : len(packed)-4]
	}
	in := bytes.NewReader(packed)
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(in), int64(size)+1))
	if err != nil && !(r.has("inflate-end") && uint64(len(data)) >= size) && !(r.has("inflate-cut") && len(data) > 0) {
		refuse("the deflate stream: %v", err)
	}
	r.strictly(in.Len() == 0 || err != nil, "bytes follow the deflate stream")
	return data
}
