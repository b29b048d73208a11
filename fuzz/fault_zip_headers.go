package fuzz

import (
	"hash/crc32"
	"slices"
	"strings"
)

// nameMismatch gives a member another name in its local header, or the same in another encoding.
func nameMismatch(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil || r.local.name == "" {
		return false
	}
	if g.one(6) {
		r.rename("é" + r.local.name)
		r.local.flags &^= flagUTF8
		a.settle()
		return true
	}
	name := pickOf(g, "b"+r.local.name, strings.ToUpper(r.local.name), r.local.name[1:], strings.TrimSuffix(r.local.name, ".npy"), "../a.npy")
	if name == r.local.name || slices.ContainsFunc(r.local.extra, func(b []byte) bool { return le.Uint16(b) == unicodePath }) {
		return false
	}
	r.local.name = name
	a.settle()
	return true
}

// headerMismatch changes something in the local header only.
func headerMismatch(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	l := &r.local
	inHeader := r.style.local64 != instead64
	switch g.n(5) {
	case 0:
		if l.crc ^= 1 << g.n(32); l.crc == 0 && r.style.streamed {
			return false
		}
	case 1:
		if r.deflated() { // which may leave how hard it tried to one of the two
			return false
		}
		l.flags ^= pickOf[uint16](g, 2, 4)
	case 2:
		if !isASCII(l.name) { // the flag says what it is
			return false
		}
		l.flags ^= flagUTF8
	case 3:
		l.method = pickOf[uint16](g, 9, 12, 93)
	case 4:
		if r.style.streamed || r.style.local64 != no64 && inHeader {
			return false
		}
		sign := pickOf(g, -1, 1)
		if inHeader {
			*pickOf(g, &l.packed, &l.unpacked) += uint32(sign * (1 + g.n(20)))
			return true
		}
		at := 8 * g.n(2)
		le.PutUint64(l.zip64[at:], le.Uint64(l.zip64[at:])+uint64(sign*(1+g.n(20))))
	}
	return true
}

// unknownMethod gives all members a method of PKWARE's that hardly anything reads. One alone would be a mixture
// as well.
func unknownMethod(g *Gen, a *archive) bool {
	method := pickOf[uint16](g, 1, 2, 3, 4, 5, 6, 7, 9, 10, 16, 18, 19, 94, 95, 96, 97, 98, 99, 255, 0xffff)
	for _, r := range a.records {
		r.local.method, r.entry.method = method, method
	}
	return len(a.records) > 0
}

// unusualMethod compresses all members with Zstandard, in blocks that are not compressed.
func unusualMethod(g *Gen, a *archive) bool {
	for _, r := range a.records {
		r.local.method, r.entry.method = 93, 93
		needed := pickOf[uint16](g, r.local.needed, 63)
		r.local.needed, r.entry.needed = needed, needed
		r.data = zstdFrame(r.content)
		r.tell(r.truth())
	}
	a.settle()
	return len(a.records) > 0
}

// zstdFrame returns a frame of Zstandard with raw blocks (RFC 8878).
func zstdFrame(content []byte) []byte {
	b := le.AppendUint32([]byte("\x28\xb5\x2f\xfd\xa0"), uint32(len(content)))
	const most = 128 << 10
	for {
		n := min(len(content), most)
		header := uint32(n) << 3
		if n == len(content) {
			header |= 1
		}
		b = append(b, byte(header), byte(header>>8), byte(header>>16))
		b = append(b, content[:n]...)
		if content = content[n:]; len(content) == 0 {
			return b
		}
	}
}

func encrypted(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	r.setFlags(pickOf[uint16](g, 1, 1<<6, 1|1<<6))
	return true
}

func flags(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	r.setFlags(1 << pickOf(g, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15))
	return true
}

func versionNeeded(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	needed := pickOf[uint16](g, 46, 50, 51, 52, 61, 62, 63, 64, 100, 255, 0x300, 0xffff)
	r.entry.needed = needed
	if !g.one(4) {
		r.local.needed = needed
	}
	return true
}

// dataDescriptor makes a descriptor false, or removes it, or adds one that nothing announces.
func dataDescriptor(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	d := r.descriptor
	if d == nil {
		crc, packed, unpacked := r.truth()
		r.after = (&zipDescriptor{false, g.one(2), crc, uint64(packed), uint64(unpacked)}).append(nil)
		a.settle()
		return true
	}
	switch g.n(4) {
	case 0:
		r.descriptor = nil
	case 1:
		d.crc ^= 1 << g.n(32)
	case 2:
		*pickOf(g, &d.packed, &d.unpacked) += uint64(1 + g.n(100))
	case 3:
		d.wide = !d.wide
	}
	a.settle()
	return true
}

func descriptorSignature(g *Gen, a *archive) bool {
	r := g.anyOf(a, func(r *zipRecord) bool { return r.style.streamed })
	if r == nil {
		return false
	}
	r.descriptor.unsigned = true
	a.settle()
	return true
}

// external returns a fault that gives a member one of these attributes.
func external(attributes ...uint32) archiveFault {
	return func(g *Gen, a *archive) bool {
		r := g.any(a)
		if r == nil {
			return false
		}
		r.entry.external = pickOf(g, attributes...)
		return true
	}
}

// directoryEntry adds an entry for a folder.
func directoryEntry(g *Gen, a *archive) bool {
	if len(a.records) == 0 {
		return false
	}
	r := g.add(a, pickOf(g, "folder/", "folder/sub/", "FOLDER/"), nil)
	r.entry.external = pickOf[uint32](g, 0, 0x10, 0o40755<<16, 0o40755<<16|0x10)
	return true
}

// add adds a member in the layout and with the method of the first one. It is not streamed: its data may look
// like records.
func (g *Gen) add(a *archive, name string, content []byte) *zipRecord {
	r := &zipRecord{content: content, style: a.records[0].style}
	r.style.streamed = false
	r.local.method = a.records[0].local.method
	g.write(r, name)
	at := g.n(len(a.records) + 1)
	if !slices.Equal(a.records, a.entries) {
		at = len(a.records)
	}
	a.records = slices.Insert(a.records, at, r)
	a.entries = slices.Insert(a.entries, at, r)
	a.settle()
	return r
}

func extraMalformed(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	e := &r.entry
	switch {
	case g.one(3) && len(e.zip64) > 0:
		e.extra = append(slices.Clone(e.extra), block(1, e.zip64...)) // a second one
	case g.one(3):
		e.extra = append(slices.Clone(e.extra), g.junk(1+g.n(3)))
	case g.one(3):
		path := pathBlock(e.name, e.name)
		e.extra = append(slices.Clone(e.extra), path, path)
	default:
		e.extra = append(slices.Clone(e.extra), longBlock(g))
	}
	a.settle()
	return true
}

// longBlock returns a block with less data than it says.
func longBlock(g *Gen) []byte {
	data := g.junk(g.n(10))
	b := block(pickOf[uint16](g, 0x5455, 0x7875, 0xcafe, 0x000a), data...)
	le.PutUint16(b[2:], uint16(len(data)+1+g.n(pickOf(g, 4, 60000))))
	return b
}

// pathBlock returns a block that gives a member of a name another one in UTF-8.
func pathBlock(name, utf8 string) []byte {
	b := le.AppendUint32([]byte{1}, crc32.ChecksumIEEE([]byte(name)))
	return block(unicodePath, append(b, utf8...)...)
}

// otherPath gives the entry of a member another name in UTF-8.
func otherPath(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil || r.style.extra&extraPath != 0 {
		return false
	}
	e := &r.entry
	e.extra = append(slices.Clone(e.extra), pathBlock(e.name, pickOf(g, "b"+e.name, strings.ToUpper(e.name), "", "../a.npy", e.name[1:])))
	a.settle()
	return true
}

// zip64Extra makes the zip64 block of an entry contradict it, gives it another length, or removes it.
func zip64Extra(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	e, s := &r.entry, &r.style
	switch g.n(3) {
	case 0: // nothing is left to a block that isn't there
		if s.entry64 != 0 || s.whole64 != 0 || s.streamed || s.local64 == instead64 {
			return false
		}
		*pickOf(g, &e.packed, &e.unpacked) = deferred32
	case 1:
		if s.entry64 != 0 {
			return false
		}
		e.zip64, s.whole64 = make([]byte, pickOf(g, 1, 4, 7, 9, 12, 20, 23, 25, 32)), 0
	case 2:
		if s.entry64 != 0 {
			return false
		}
		values := make([]byte, pickOf(g, 8, 16, 24, 28))
		for i, v := range []uint64{uint64(e.unpacked), uint64(e.packed), uint64(e.offset)} {
			if 8*i+8 <= len(values) {
				le.PutUint64(values[8*i:], v)
			}
		}
		at := 8 * g.n(len(values)/8)
		le.PutUint64(values[at:], le.Uint64(values[at:])+uint64(1+g.n(1000)))
		e.zip64, s.whole64 = values, 0
	}
	a.settle()
	return true
}

// localExtra does the same to the local header, or gives it another name, or a field that doesn't parse.
func localExtra(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	l, s := &r.local, &r.style
	extra := slices.Clone(l.extra)
	switch g.n(6) {
	case 0:
		l.extra = append(extra, longBlock(g))
	case 1:
		if s.extra&extraPath != 0 {
			return false
		}
		l.extra = append(extra, pathBlock(l.name, "b"+l.name))
	case 2:
		if s.local64 == no64 {
			return false
		}
		l.extra = append(extra, block(1, l.zip64...))
	case 3:
		if s.local64 == instead64 || s.local64 == no64 && s.streamed { // whose descriptor would be wrong
			return false
		}
		l.zip64 = make([]byte, pickOf(g, 1, 7, 12, 20, 24, 28))
	case 4:
		if s.local64 != beside64 {
			return false
		}
		l.zip64 = slices.Clone(l.zip64)
		l.zip64[g.n(4)] ^= byte(1 + g.n(255))
	case 5:
		if s.local64 != instead64 || s.streamed {
			return false
		}
		l.zip64 = nil
	}
	r.align = 0
	a.settle()
	return true
}

// extraUnusual adds a block that nobody can vouch for, or one of the usual ones in another form.
func extraUnusual(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	link := append([]byte{0, 0, 0, 0, 0xff, 0xa1, 5, 0, 0, 0, 0, 0, 0, 0}, "b.npy"...)
	b := pickOf(g,
		block(0xfff1, g.junk(g.n(20))...), block(0x4242, 1, 2, 3), block(0x0065, g.junk(8)...), block(0x2605),
		block(0x756e, link...), block(0x6c78, 0xed, 0xa1, 1), block(0x9901, 2, 0, 'A', 'E', 3, 0, 0), block(0x000d, g.junk(12)...),
		block(0x0017, g.junk(8)...), block(0x6375, append([]byte{1, 0, 0, 0, 0}, "text"...)...),
		block(0x5455), block(0x5455, 1), block(0x5455, 9, 0, 0, 0, 0), block(0x000a, g.junk(8)...), block(0x7875, 1, 9), block(0x5855, 1),
		block(0xcafe, 0), block(unicodePath, 2, 0, 0, 0, 0, 'a'), block(unicodePath, 1, 0, 0, 0, 0, 'a'))
	if r.style.extra&extraPath != 0 && le.Uint16(b) == unicodePath {
		return false
	}
	h := pickOf(g, &r.local, &r.entry.zipHeader)
	h.extra = append(slices.Clone(h.extra), b)
	r.align = 0
	a.settle()
	return true
}
