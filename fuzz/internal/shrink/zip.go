package shrink

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// The kinds of records, by the bytes after "PK"; a gap is anything else.
const (
	gap     = ""
	local   = "\x03\x04"
	entry   = "\x01\x02"
	end64   = "\x06\x06"
	locator = "\x06\x07"
	end     = "\x05\x06"
)

// fixedLen is the length of the fixed part of a record.
var fixedLen = map[string]int{local: 30, entry: 46, end64: 56, locator: 20, end: 22}

// record is a piece of an archive. Its parts together are its bytes, whatever its fields say.
type record struct {
	kind    string
	at      int // in the archive as it was
	of      int // of an entry: where its local header was, or -1
	fixed   []byte
	name    []byte
	extra   []byte
	comment []byte // of an entry, and of the end
	data    []byte // of a member, and of a gap
	after   []byte // the data descriptor
}

func (r record) parts() [][]byte {
	return [][]byte{r.fixed, r.name, r.extra, r.comment, r.data, r.after}
}

func (r record) size() (n int) {
	for _, part := range r.parts() {
		n += len(part)
	}
	return n
}

// part is one of the parts of a record that may have any length.
type part struct {
	of     func(*record) *[]byte
	length map[string]int // where the record states how long it is, if it does
}

var (
	nameOf    = part{func(r *record) *[]byte { return &r.name }, map[string]int{local: 26, entry: 28}}
	extraOf   = part{func(r *record) *[]byte { return &r.extra }, map[string]int{local: 28, entry: 30}}
	commentOf = part{func(r *record) *[]byte { return &r.comment }, map[string]int{entry: 32, end: 20}}
	dataOf    = part{func(r *record) *[]byte { return &r.data }, nil}
)

// replace replaces the bytes of a part and adjusts its length: a wrong one stays wrong by the same amount.
func (r *record) replace(p part, by []byte) {
	old := p.of(r)
	if at := p.length[r.kind]; at > 0 {
		r.fixed = add16(r.fixed, at, len(by)-len(*old))
	}
	*old = by
}

// archive is a file cut into records. Every byte is in exactly one record.
type archive struct {
	records []record
	dir     int // where its directory is
	dirLen  int
	count   int // of entries
	base    int // from where its offsets count
}

func u16(b []byte, at int) int    { return int(binary.LittleEndian.Uint16(b[at:])) }
func u32(b []byte, at int) uint64 { return uint64(binary.LittleEndian.Uint32(b[at:])) }
func u64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

// take cuts n bytes off, or what there is.
func take(b *[]byte, n int) []byte {
	n = min(n, len(*b))
	part := (*b)[:n]
	*b = (*b)[n:]
	return part
}

// header cuts the header off that the content has at an offset, if it has one there.
func header(content []byte, at int) (r record, ok bool) {
	b := content[at:]
	if len(b) < 4 || b[0] != 'P' || b[1] != 'K' {
		return r, false
	}
	r = record{kind: string(b[2:4]), at: at, of: -1}
	n := fixedLen[r.kind]
	if n == 0 || len(b) < n {
		return r, false
	}
	r.fixed = take(&b, n)
	switch r.kind {
	case local:
		r.name, r.extra = take(&b, u16(r.fixed, 26)), take(&b, u16(r.fixed, 28))
	case entry:
		r.name, r.extra, r.comment = take(&b, u16(r.fixed, 28)), take(&b, u16(r.fixed, 30)), take(&b, u16(r.fixed, 32))
	case end:
		r.comment = take(&b, u16(r.fixed, 20))
	}
	return r, true
}

// scan cuts a file into records.
func scan(content []byte) archive {
	var a archive
	dir := directory(content)
	sizes := make(map[int]uint64) // of compressed data, by where the entry says that the member is
	known := []int{dir, len(content)}
	at := dir
	var entries []record
	for at < len(content) {
		r, ok := header(content, at)
		if !ok || r.kind != entry {
			break
		}
		entries = append(entries, r)
		at += r.size()
	}
	dirLen := at - dir
	a.base = base(content, entries, dir)
	for i, r := range entries {
		offset := a.base + int(min(r.wide(42), math.MaxInt32))
		if offset >= dir {
			continue
		}
		if h, ok := header(content, offset); ok && h.kind == local {
			entries[i].of = offset
			sizes[offset] = r.wide(20)
			known = append(known, offset)
		}
	}
	slices.Sort(known)
	for at := 0; at < len(content); {
		if at == dir && len(entries) > 0 {
			a.records = append(a.records, entries...)
			at += dirLen
			continue
		}
		i, _ := slices.BinarySearch(known, at+1)
		limit := len(content)
		if i < len(known) {
			limit = known[i]
		}
		r, ok := header(content[:limit], at)
		switch {
		case !ok:
			r = record{kind: gap, at: at, of: -1, data: content[at:nextHeader(content, at+1, limit)]}
		case r.kind == local:
			b := content[at+r.size() : limit]
			size, listed := sizes[at]
			if !listed {
				size = r.wide(18)
			}
			r.data = take(&b, int(min(size, uint64(len(b)))))
			if n := len(b); r.fixed[6]&8 != 0 && n >= 12 && n <= 24 && n%4 == 0 {
				r.after = b
			}
		}
		a.records = append(a.records, r)
		at += r.size()
	}
	a.dir, a.dirLen, a.count = a.directory()
	return a
}

// nextHeader returns where the next header begins, or the limit.
func nextHeader(content []byte, from, limit int) int {
	for at := from; at < limit; at++ {
		i := bytes.Index(content[at:limit], []byte("PK"))
		if i < 0 {
			break
		}
		at += i
		if _, ok := header(content[:limit], at); ok {
			return at
		}
	}
	return limit
}

// directory returns where the directory of an archive begins, or its length.
func directory(content []byte) int {
	last := bytes.LastIndex(content, []byte("PK"+end))
	if last >= 0 && len(content)-last >= fixedLen[end] {
		size, offset := u32(content, last+12), u32(content, last+16)
		for _, at := range []uint64{offset, uint64(last) - size, uint64(last-76) - size} {
			if at < uint64(last) && bytes.HasPrefix(content[at:], []byte("PK"+entry)) {
				return int(at)
			}
		}
	}
	if at := bytes.Index(content, []byte("PK"+entry)); at >= 0 {
		return at
	}
	return len(content)
}

// base returns where offsets count from: the start of the file, or of an archive with something before it.
func base(content []byte, entries []record, dir int) int {
	if len(entries) == 0 {
		return 0
	}
	offset := uint64(math.MaxUint64)
	for _, r := range entries {
		offset = min(offset, r.wide(42))
	}
	if offset > uint64(dir) {
		return 0
	}
	// Bytes before the archive may look like a member: the place of the directory counts more.
	if last := bytes.LastIndex(content, []byte("PK"+end)); last >= 0 && len(content)-last >= fixedLen[end] {
		base := uint64(dir) - min(u32(content, last+16), uint64(dir))
		if at := base + offset; at < uint64(dir) && bytes.HasPrefix(content[at:], []byte("PK"+local)) {
			return int(base)
		}
	}
	first := bytes.Index(content[:dir], []byte("PK"+local))
	if first < 0 || bytes.HasPrefix(content[offset:], []byte("PK"+local)) {
		return 0
	}
	return max(0, first-int(offset))
}

// wideAt returns the position of a 4-byte field's 8 bytes in the zip64 extra field, or -1 if it has none. It depends
// on the fields before it.
func (r record) wideAt(field int) int {
	fields := []int{24, 20, 42} // of an entry: size, compressed size, offset
	if r.kind == local {
		fields = []int{22, 18}
	}
	if u32(r.fixed, field) != math.MaxUint32 {
		return -1
	}
	for at := 0; at+4 <= len(r.extra); at += 4 + u16(r.extra, at+2) {
		if u16(r.extra, at) != 1 {
			continue
		}
		value := at + 4
		for _, f := range fields {
			if f == field && value+8 <= len(r.extra) {
				return value
			}
			if u32(r.fixed, f) == math.MaxUint32 {
				value += 8
			}
		}
	}
	return -1
}

// wide returns the value of a 4-byte field that may be in the zip64 extra field.
func (r record) wide(field int) uint64 {
	if at := r.wideAt(field); at >= 0 {
		return u64(r.extra, at)
	}
	return u32(r.fixed, field)
}

// shifted returns the record with another value of such a field: a wrong one stays wrong by the same amount.
func (r record) shifted(field, by int) record {
	switch at := r.wideAt(field); {
	case by == 0:
	case at >= 0:
		r.extra = slices.Clone(r.extra)
		binary.LittleEndian.PutUint64(r.extra[at:], u64(r.extra, at)+uint64(by))
	default:
		r.fixed = add32(r.fixed, field, by)
	}
	return r
}

// add32 returns a copy of b with another value at an offset, or with the same if that doesn't fit or is a mark.
func add32(b []byte, at, by int) []byte {
	b = slices.Clone(b)
	if v := int64(u32(b, at)); v != math.MaxUint32 && v+int64(by) >= 0 && v+int64(by) < math.MaxUint32 {
		binary.LittleEndian.PutUint32(b[at:], uint32(v+int64(by)))
	}
	return b
}

func add16(b []byte, at, by int) []byte {
	b = slices.Clone(b)
	if v := u16(b, at); v != math.MaxUint16 && v+by >= 0 && v+by < math.MaxUint16 {
		binary.LittleEndian.PutUint16(b[at:], uint16(v+by))
	}
	return b
}

func add64(b []byte, at, by int) []byte {
	b = slices.Clone(b)
	binary.LittleEndian.PutUint64(b[at:], u64(b, at)+uint64(by))
	return b
}

// directory returns where the directory is, how long, and how many entries it has.
func (a archive) directory() (dir, dirLen, count int) {
	at, ends := 0, -1
	for _, r := range a.records {
		switch {
		case r.kind == entry:
			if count == 0 {
				dir = at
			}
			dirLen += r.size()
			count++
		case r.kind != gap && r.kind != local && ends < 0:
			ends = at
		}
		at += r.size()
	}
	if count == 0 {
		dir = max(ends, 0)
	}
	return dir, dirLen, count
}

// bytes returns the file. Offsets, counts and sizes are adjusted: a wrong one stays wrong by the same amount.
func (a archive) bytes() []byte {
	moved := make(map[int]int) // how far the bytes at an offset have moved
	at := 0
	for _, r := range a.records {
		moved[r.at] = at - r.at
		at += r.size()
	}
	dir, dirLen, count := a.directory()
	base := 0
	if a.base > 0 {
		for _, r := range a.records {
			if r.kind == local {
				base = moved[r.at]
				break
			}
		}
	}
	b := make([]byte, 0, at)
	for _, r := range a.records {
		switch r.kind {
		case entry:
			if by, ok := moved[r.of]; ok && r.of >= 0 {
				r = r.shifted(42, by-base)
			}
		case end64:
			for _, field := range []int{24, 32} {
				r.fixed = add64(r.fixed, field, count-a.count)
			}
			r.fixed = add64(add64(r.fixed, 40, dirLen-a.dirLen), 48, dir-a.dir-base)
		case locator:
			for _, to := range a.records {
				if to.kind == end64 && u64(r.fixed, 8) == uint64(to.at-a.base) {
					r.fixed = add64(r.fixed, 8, moved[to.at]-base)
					break
				}
			}
		case end:
			for _, field := range []int{8, 10} {
				r.fixed = add16(r.fixed, field, count-a.count)
			}
			r.fixed = add32(add32(r.fixed, 12, dirLen-a.dirLen), 16, dir-a.dir-base)
		}
		for _, part := range r.parts() {
			b = append(b, part...)
		}
	}
	return b
}
