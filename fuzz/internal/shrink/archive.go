package shrink

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// shrinkArchive makes an archive smaller.
func shrinkArchive(s *search) {
	dropMembers(s)
	dropParts(s)
	dropZip64(s)
	eachMember(s, coarse)
	shorten(s)
	eachMember(s, fine)
	dropRaw(s)
}

// eachMember makes the name of each member shorter, and its content smaller with a pass over .npy files.
func eachMember(s *search, pass func(*search)) {
	for i := 0; i < len(scan(s.best).members()) && !s.spent(); i++ {
		shortenName(s, i)
		shrinkContent(s, i, pass)
	}
}

// members returns the indices of the local headers.
func (a archive) members() (all []int) {
	for i, r := range a.records {
		if r.kind == local {
			all = append(all, i)
		}
	}
	return all
}

// edited returns the archive with some records changed.
func (a archive) edited(change func(*record)) archive {
	a.records = slices.Clone(a.records)
	for i := range a.records {
		change(&a.records[i])
	}
	return a
}

// kept returns the archive with the records for which keep returns true.
func (a archive) kept(keep func(record) bool) archive {
	a.records = slices.DeleteFunc(slices.Clone(a.records), func(r record) bool { return !keep(r) })
	return a
}

// dropMembers drops members with their entries, and then local headers and entries alone.
func dropMembers(s *search) {
	drop := func(kind string, both bool) {
		list := func(a archive) (found []record) {
			for _, r := range a.records {
				if r.kind == kind {
					found = append(found, r)
				}
			}
			return found
		}
		a := scan(s.best)
		found := list(a)
		s.runs(len(found), func(from, to int) bool {
			if to > len(found) {
				return false
			}
			gone := make(map[int]bool)
			for _, r := range found[from:to] {
				gone[r.at] = true
			}
			if !s.try(a.kept(func(r record) bool { return !gone[r.at] && !(both && r.kind == entry && gone[r.of]) }).bytes()) {
				return false
			}
			a = scan(s.best)
			found = list(a)
			return true
		})
	}
	drop(local, true)
	drop(entry, false)
	drop(local, false)
}

// dropParts drops what an archive can do without: everything at once or, if that isn't kept, one after the other.
func dropParts(s *search) {
	for _, drop := range []func(*record){
		func(r *record) {
			if r.kind == gap {
				r.data = nil
			}
		},
		(*record).dropExtra,
		(*record).dropComment,
		(*record).dropDescriptor,
	} {
		a := scan(s.best)
		if s.try(a.edited(drop).bytes()) {
			continue
		}
		has := a.having(drop)
		for i := 0; i < len(a.records) && !s.spent(); i++ {
			at := a.records[i].at
			if !has[at] {
				continue
			}
			pair := a.edited(func(r *record) {
				if r.at == at || r.of == at {
					drop(r)
				}
			})
			one := a
			one.records = slices.Clone(a.records)
			drop(&one.records[i])
			if s.try(pair.bytes()) || s.try(one.bytes()) {
				a = scan(s.best)
				has = a.having(drop)
			}
		}
	}
}

// having returns the indices of records that have something to drop, themselves or in their entries. Skipping others
// matters: with ten thousand members each try takes a while.
func (a archive) having(drop func(*record)) map[int]bool {
	has := make(map[int]bool)
	for _, r := range a.records {
		without := r
		drop(&without)
		if !slices.EqualFunc(r.parts(), without.parts(), bytes.Equal) {
			has[r.at], has[r.of] = true, true
		}
	}
	return has
}

func (r *record) dropExtra() {
	var kept []byte
	if bytes.HasPrefix(r.extra, []byte{1, 0}) && len(r.extra) >= 4 {
		kept = r.extra[:min(len(r.extra), 4+u16(r.extra, 2))] // zip64 goes with the fields that it replaces
	}
	r.replace(extraOf, kept)
}

func (r *record) dropComment() { r.replace(commentOf, nil) }

// dropDescriptor moves a descriptor's values into the header before it.
func (r *record) dropDescriptor() {
	if r.kind == entry {
		r.fixed = slices.Clone(r.fixed)
		r.fixed[8] &^= 8
	}
	if r.kind != local || r.fixed[6]&8 == 0 {
		return
	}
	d := bytes.TrimPrefix(r.after, []byte("PK\x07\x08"))
	r.fixed, r.after = slices.Clone(r.fixed), nil
	r.fixed[6] &^= 8
	if len(d) == 12 || len(d) == 20 {
		copy(r.fixed[14:18], d)
		copy(r.fixed[18:22], d[4:])
		copy(r.fixed[22:26], d[4+(len(d)-4)/2:])
	}
}

// dropZip64 puts the values of zip64 into the fields of 4 bytes.
func dropZip64(s *search) {
	narrow := func(r *record) {
		fields := []int{20, 24, 42}
		switch r.kind {
		case entry:
		case local:
			fields = []int{18, 22}
		default:
			return
		}
		if !bytes.HasPrefix(r.extra, []byte{1, 0}) {
			return
		}
		fixed := slices.Clone(r.fixed)
		for _, f := range fields {
			if v := r.wide(f); v < math.MaxUint32 {
				binary.LittleEndian.PutUint32(fixed[f:], uint32(v))
			}
		}
		r.fixed = fixed
		r.replace(extraOf, nil)
	}
	s.try(scan(s.best).edited(narrow).bytes())
	a := scan(s.best)
	var wide []byte
	narrowEnd := a.edited(func(r *record) {
		switch {
		case r.kind == end64:
			wide = r.fixed
		case r.kind == end && wide != nil:
			r.fixed = slices.Clone(r.fixed)
			for _, f := range [][3]int{{8, 24, 2}, {10, 32, 2}, {12, 40, 4}, {16, 48, 4}} {
				copy(r.fixed[f[0]:f[0]+f[2]], wide[f[1]:])
			}
		}
	})
	if wide != nil {
		s.try(narrowEnd.kept(func(r record) bool { return r.kind != end64 && r.kind != locator }).bytes())
	}
}

// shortenName gives a member a short name, and if others have to have the same or a longer one, them as well.
func shortenName(s *search, i int) {
	a := scan(s.best)
	member := a.records[a.members()[i]]
	for _, short := range []string{"a.npy", "a"} {
		renamed := a.edited(func(r *record) {
			if (r.at == member.at || r.of == member.at) && len(r.name) > len(short) {
				r.replace(nameOf, []byte(short))
			}
		})
		if s.try(renamed.bytes()) {
			return
		}
	}
	stem := member.name
	for bytes.HasSuffix(stem, []byte(".npy")) {
		stem = stem[:len(stem)-len(".npy")]
	}
	if len(stem) > 1 {
		s.try(a.edited(func(r *record) {
			if rest, ok := bytes.CutPrefix(r.name, stem); ok {
				r.replace(nameOf, append([]byte("a"), rest...))
			}
		}).bytes())
	}
}

// enough is the length of a part of a record that is left to shrinkBytes.
const enough = 8

// shorten drops bytes of names, extra fields and comments, and of what is not a record: a few of them may be all that
// matters.
func shorten(s *search) {
	for i := 0; i < len(scan(s.best).records) && !s.spent(); i++ {
		parts := []part{nameOf, extraOf, commentOf}
		if scan(s.best).records[i].kind == gap {
			parts = []part{dataOf}
		}
		for _, p := range parts {
			shortenPart(s, i, p)
		}
	}
}

// shortenPart drops bytes of a part of a record. If the entry of a header has the same part, or the other way round,
// both lose them.
func shortenPart(s *search, i int, p part) {
	now := func() (archive, record, bool) {
		a := scan(s.best)
		if i >= len(a.records) {
			return a, record{}, false
		}
		return a, a.records[i], true
	}
	_, r, ok := now()
	n := len(*p.of(&r))
	if !ok || n <= enough {
		return
	}
	s.runs(n, func(from, to int) bool {
		a, one, ok := now()
		old := *p.of(&one)
		if !ok || to > len(old) {
			return false
		}
		return s.try(a.edited(func(r *record) {
			if r.at == one.at || (r.of == one.at || r.at == one.of) && bytes.Equal(*p.of(r), old) {
				r.replace(p, without(old, from, to))
			}
		}).bytes())
	})
}

// maxContent bounds the content of a member that is made smaller, in bytes.
const maxContent = 1 << 20

// shrinkContent makes the content of a member smaller with a pass over .npy files. Deflated data is replaced by stored
// data, or if the archive needs the method, by a stream that is simpler.
func shrinkContent(s *search, i int, pass func(*search)) {
	a := scan(s.best)
	r := a.records[a.members()[i]]
	content, method := r.data, u16(r.fixed, 8)
	if method == 8 {
		inflated, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(r.data)), maxContent+1))
		if err != nil {
			return
		}
		content = inflated
	}
	if method != 8 && method != 0 || len(content) > maxContent {
		return
	}
	old := content
	render := func(content []byte, method int, encode func([]byte) []byte) []byte {
		return a.filled(r, old, content, method, encode(content)).bytes()
	}
	stored := func(b []byte) []byte { return b }
	encodings := []func([]byte) []byte{stored, storedBlock, deflated}
	if method == 0 {
		encodings = encodings[:1]
	}
	for k, encode := range encodings {
		method := 8
		if k == 0 {
			method = 0
		}
		whole := render(content, method, encode)
		if !bytes.Equal(whole, s.best) && !s.try(whole) {
			continue
		}
		member := &search{best: content, spent: s.spent, round: s.round}
		member.ask = func(content []byte) bool { return s.try(render(content, method, encode)) }
		pass(member)
		return
	}
}

// storedBlock returns the content as deflate data without compression. It is at most 65535 bytes long.
func storedBlock(content []byte) []byte {
	b := content[:min(len(content), math.MaxUint16)]
	n := uint16(len(b))
	return append([]byte{1, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)}, b...)
}

// deflated returns the content as deflated data.
func deflated(content []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.HuffmanOnly) // fails only for an invalid level
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

// filled returns the archive with another content of a member. The sizes follow it, and the checksum if it was
// right.
func (a archive) filled(member record, old, content []byte, method int, data []byte) archive {
	was, is := crc32.ChecksumIEEE(old), crc32.ChecksumIEEE(content)
	sum := func(b []byte, at int) {
		if binary.LittleEndian.Uint32(b[at:]) == was {
			binary.LittleEndian.PutUint32(b[at:], is)
		}
	}
	packed, unpacked := len(data)-len(member.data), len(content)-len(old)
	return a.edited(func(r *record) {
		switch {
		case r.at == member.at:
			if r.fixed = slices.Clone(r.fixed); u16(r.fixed, 8) == 8 {
				r.fixed[8] = byte(method)
			}
			sum(r.fixed, 14)
			if r.data = data; r.fixed[6]&8 == 0 {
				*r = r.shifted(18, packed).shifted(22, unpacked)
			}
			if r.after != nil {
				r.after = descriptor(r.after, sum, packed, unpacked)
			}
		case r.of == member.at:
			if r.fixed = slices.Clone(r.fixed); u16(r.fixed, 10) == 8 {
				r.fixed[10] = byte(method)
			}
			sum(r.fixed, 16)
			*r = r.shifted(20, packed).shifted(24, unpacked)
		}
	})
}

// descriptor returns a descriptor with other values.
func descriptor(d []byte, sum func([]byte, int), packed, unpacked int) []byte {
	d, at := slices.Clone(d), 0
	if bytes.HasPrefix(d, []byte("PK\x07\x08")) {
		at = 4
	}
	sum(d, at)
	switch len(d) - at {
	case 12:
		return add32(add32(d, at+4, packed), at+8, unpacked)
	case 20:
		return add64(add64(d, at+4, packed), at+12, unpacked)
	}
	return d
}

// dropRaw drops records without adjusting anything else.
func dropRaw(s *search) {
	var lengths []int
	for _, r := range scan(s.best).records {
		lengths = append(lengths, r.size())
	}
	dropOpcodes(s, 0, lengths)
}
