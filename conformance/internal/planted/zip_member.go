package planted

import (
	"bytes"
	"cmp"
	"compress/flate"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// bodies returns the unpacked data of the members.
func (r archiveReader) bodies(file []byte, entries []entry, directory uint64) [][]byte {
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(entries[a].local, entries[b].local) })
	bodies := make([][]byte, len(entries))
	at := uint64(0)
	if r.has("archive-prefix") && len(entries) > 0 {
		at = uint64(max(0, bytes.Index(file, []byte("PK\x03\x04"))))
		for i := range entries {
			if first := entries[order[0]].local; i != order[0] {
				entries[i].local += at - first
			}
		}
		if len(order) > 0 {
			entries[order[0]].local = at
		}
	}
	for i, at2 := range order {
		e := &entries[at2]
		next := directory
		if i+1 < len(order) {
			next = entries[order[i+1]].local
		}
		if r.has("hidden-members") || r.has("gaps") {
			at = e.local
		}
		if e.local != at || next > directory {
			if !r.has("overlaps") || e.local >= directory {
				refuse("a member is elsewhere")
			}
			next = directory
		}
		bodies[at2] = r.body(file[e.local:max(next, e.local)], e)
		at = next
	}
	if at != directory && len(entries) == 0 && !r.has("hidden-members") {
		refuse("bytes before the directory")
	}
	return bodies
}

// body unpacks the member that all of b is.
func (r archiveReader) body(b []byte, e *entry) []byte {
	if len(b) < localLength || string(b[:4]) != "PK\x03\x04" {
		refuse("no local header")
	}
	nameEnd := localLength + int(u16(b, 26))
	start := nameEnd + int(u16(b, 28))
	if start > len(b) {
		refuse("a cut local header")
	}
	l := entry{flags: u16(b, 6), method: u16(b, 8), crc: u32(b, 14), packed: uint64(u32(b, 18)), size: uint64(u32(b, 22))}
	name := string(b[localLength:nameEnd])
	r.must(!bytes.Contains(b[localLength:start], []byte("PK\x05\x06")), "second-end", "several end records")
	wants := []*uint64{}
	for _, v := range []*uint64{&l.size, &l.packed} {
		if *v == math.MaxUint32 {
			wants = append(wants, v)
		}
	}
	l.name = name
	r.extra(b[nameEnd:start], &l, wants, []*uint64{&l.size, &l.packed}, name)
	r.must(name == e.raw || r.has("name-cut-at-nul") || r.has("unicode-path-used") || r.has("names-latin1"), "local-names", "the local header has another name")
	r.must(l.flags&^6 == e.flags&^6, "local-flags", "the local header has other flags")
	r.strictly(l.method == e.method, "the local header has another method")
	streamed := e.flags&8 != 0
	if streamed && r.has("streamed-refused") {
		refuse("a data descriptor")
	}
	r.strictly(streamed && l.crc == 0 || l.crc == e.crc, "the local header has another checksum")
	same := (streamed && l.packed == 0 || l.packed == e.packed) && (streamed && l.size == 0 || l.size == e.size)
	r.strictly(same, "the local header has other sizes")
	if r.has("local-sizes-trusted") {
		e.packed, e.size, e.crc = l.packed, l.size, l.crc
	}
	if r.has("data-without-local-extra") {
		start = nameEnd
	}
	if r.has("data-at-38") {
		start = localLength + len("arr_0.npy")
	}
	if e.packed > uint64(len(b)-start) {
		refuse("the data of a member is elsewhere")
	}
	packed, rest := b[start:start+int(e.packed)], b[start+int(e.packed):]
	if streamed && r.has("data-until-descriptor") {
		if i := bytes.Index(b[start:], []byte("PK\x07\x08")); i >= 0 {
			packed = b[start : start+i]
			rest = b[start+i:]
		}
	}
	r.descriptor(rest, e, streamed, l.zip64)
	var data []byte
	if e.method == 0 {
		data = packed
	} else {
		data = r.inflate(packed, e.size)
	}
	r.strictly(uint64(len(data)) == e.size || r.has("data-until-descriptor"), "the size of a member")
	r.must(crc32.ChecksumIEEE(data) == e.crc, "checksums", "the checksum")
	if e.method != 0 {
		data = r.lose(data)
	}
	return data
}

func (r archiveReader) descriptor(b []byte, e *entry, streamed, wide bool) {
	want := 0
	if streamed {
		if want = 16; wide {
			want = 24
		}
	}
	if len(b) != want {
		if !r.has("gaps") && !r.has("hidden-members") && !r.has("overlaps") {
			refuse("a gap, or a data descriptor of another length")
		}
		return
	}
	if !streamed {
		return
	}
	packed, size := uint64(u32(b, 8)), uint64(u32(b, 12))
	if wide {
		packed, size = u64(b, 8), u64(b, 16)
	}
	r.strictly(string(b[:4]) == "PK\x07\x08" && u32(b, 4) == e.crc && packed == e.packed && size == e.size, "the data descriptor differs")
}

func (r archiveReader) inflate(packed []byte, size uint64) []byte {
	if size > 1032*uint64(len(packed)) {
		refuse("the size of a member")
	}
	if r.has("inflate-zlib") && len(packed) > 6 && packed[0] == 0x78 {
		packed = packed[2 : len(packed)-4]
	}
	in := bytes.NewReader(packed)
	limit := int64(size) + 1
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(in), limit))
	if err != nil && !(r.has("inflate-end") && uint64(len(data)) >= size) && !(r.has("inflate-cut") && len(data) > 0) {
		refuse("the deflate stream: %v", err)
	}
	r.strictly(in.Len() == 0 || err != nil, "bytes follow the deflate stream")
	return data
}

// lose has the bugs of buffers between the inflated data and the array.
func (r archiveReader) lose(data []byte) []byte {
	data = slices.Clone(data)
	for _, b := range []struct {
		bug  string
		size int
	}{{"inflate-512", 512}, {"inflate-4k", 4 << 10}, {"inflate-32k", 32 << 10}, {"inflate-64k", 64 << 10}} {
		if r.has(b.bug) && len(data) > b.size {
			clear(data[b.size:])
		}
	}
	return data
}
