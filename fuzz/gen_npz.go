package fuzz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// validArchive returns an archive that conforms, unusual in an area.
func (g *Gen) validArchive(area string) File { return g.archive(area, false).twin }

// archive returns the draft of an archive that conforms, unusual in an area: zip for its records, npz for
// its members, or an area of the members. One for a fault has nothing above a note.
func (g *Gen) archive(area string, fault bool) *archive {
	a := &archive{}
	odd := area == "zip" || area != "npz" && g.one(4) // each member has a layout of its own
	writer := g.zipStyle(area == "zip")
	mixed := g.one(6)
	method := g.method()
	names := nameSource{Gen: g, taken: map[string]bool{}, unusual: area == "npz" || g.one(4)}
	for i := range g.members(area) {
		r := &zipRecord{style: writer}
		if odd {
			r.style = g.zipStyle(true)
		}
		if mixed {
			method = g.method()
		}
		g.content(r, area, fault, i)
		r.local.method = method
		g.write(r, names.next(i))
		a.records = append(a.records, r)
		a.entries = append(a.entries, r)
	}
	if g.one(12) && len(a.entries) > 1 {
		i, j := g.n(len(a.entries)), g.n(len(a.entries))
		a.entries[i], a.entries[j] = a.entries[j], a.entries[i]
	}
	if writer.end64 != 0 && len(a.entries) > 0 {
		a.zip64(writer.end64)
	}
	a.settle()
	a.keep()
	return a
}

// members returns how many members an archive has.
func (g *Gen) members(area string) int {
	switch {
	case g.one(40):
		return 0
	case area != "npz" || !g.one(12):
		return 1 + g.n(1+g.n(6))
	case g.one(80):
		return 1000 + g.n(2000)
	}
	return 20 + g.n(100)
}

func (g *Gen) method() uint16 { return pickOf[uint16](g, methodStored, methodStored, methodDeflate) }

// content gives the member of a number an array. In an archive of many they are small.
func (g *Gen) content(r *zipRecord, area string, fault bool, number int) {
	if number > 8 {
		r.array, r.content = g.byteArray(g.junk(1 + g.n(12)))
		return
	}
	if area == "zip" && g.one(12) { // what could be the end of it if it is streamed
		r.array, r.content = g.byteArray(slices.Concat(g.junk(g.n(40)), []byte("PK\x07\x08"), g.junk(g.n(40))))
		return
	}
	var f File
	switch {
	case area == "pickle" || g.one(20):
		f = g.validObject()
	case area == "zip" || area == "npz":
		f = newDraft(g, wish{fault: fault, large: !fault && g.one(40)}).file()
	default:
		f = newDraft(g, wish{area: area, fault: fault}).file()
	}
	r.array, r.content = f.Array, f.Content
}

// write packs the content of a member and makes its headers, with the method that is in the local one.
func (g *Gen) write(r *zipRecord, name string) {
	s, l, e := &r.style, &r.local, &r.entry
	l.needed, l.time = s.needed, s.time
	e.zipHeader = *l
	e.madeBy, e.external = s.madeBy, s.external
	r.rename(name)
	g.pack(r)
	g.addExtra(r)
	if g.one(30) {
		e.comment = pickOf(g, "measured in May", "\x00", strings.Repeat("c", 300))
	}
	if g.one(20) {
		e.internal = 1 // it is text, as zip says of some
	}
	r.tell(r.truth())
}

// pack makes the data of a member from its content.
func (g *Gen) pack(r *zipRecord) {
	r.data = r.content
	if r.local.method == methodDeflate {
		r.data = g.deflate(r.content)
	}
}

// zip64 gives a draft a zip64 end record, to which the end record leaves some numbers.
func (a *archive) zip64(left byte) {
	a.end64 = &zipEnd64{length: end64Size - 12, locatorDisks: 1}
	e := &a.end
	if left&endOffset64 != 0 {
		e.offset = deferred32
	}
	if left&endSize64 != 0 {
		e.size = deferred32
	}
	if left&endHere64 != 0 {
		e.here = deferred16
	}
	if left&endAll64 != 0 {
		e.all = deferred16
	}
}

// nameSource makes names for the members of one archive, which differ from each other on every system.
type nameSource struct {
	*Gen
	taken   map[string]bool
	unusual bool
}

// usualKeys are what users call arrays, and unusualKeys are legal and have met readers that failed:
// because they are not ASCII, not in lower case, not identifiers, or names of something in a reader. All are
// composed, and no two differ only in the case.
var (
	usualKeys   = []string{"x", "y", "data", "x_train", "labels", "weights", "mean", "t", "image", "edges"}
	unusualKeys = []string{"é", "日本", "θ", "😀", "ß", "file", "self", "f", "class", "allow_pickle", "mmap_mode", "__proto__", "constructor",
		"files", "items", "0", "007", "1e5", "a b", " ", "a.b", ".hidden", "..", "a..b", "-", "it's", "a,b", "a=b", "#", "%20", "$x", "@", "a&b", "[0]", "(0,)",
		"none", "True", "Conv2D", "W", "model/layer1/kernel", "d/e/f/g", "~", "`", "a;b", "!", "npy", "arr_", strings.Repeat("long", 40), "twice.npy", "a.npz", "x.y.z"}
)

// next returns the name of the member with that number.
func (s *nameSource) next(number int) string {
	key := fmt.Sprintf("arr_%d", number)
	switch {
	case number >= 20:
	case s.unusual && s.one(2):
		key = pickOf(s.Gen, unusualKeys...)
	case s.one(2):
		key = pickOf(s.Gen, usualKeys...)
	}
	if s.taken[key] {
		key = fmt.Sprintf("%s_%d", key, number)
	}
	s.taken[key] = true
	return key + ".npy"
}

// junk returns random bytes.
func (g *Gen) junk(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(g.n(256))
	}
	return b
}

// Npz returns an archive that is right but for up to a few lies: numbers of its records, faults of the
// rules, members that are something else, and now and then bytes that were spoiled.
func (g *Gen) Npz() []byte {
	a := g.archive(pickOf(g, "", "zip", "npz"), false)
	for _, r := range a.records { // unzip takes names from MS-DOS for names in its code page, whatever bit 11 says
		if r.entry.madeBy>>8 == 0 {
			r.entry.madeBy |= 3 << 8
		}
	}
	for g.one(4) {
		g.replace(a)
	}
	if g.one(4) {
		g.plant(a)
	}
	for g.one(2) { // no longer a draft that anything else can be done to
		g.lie(a)
	}
	b := a.bytes()
	if g.one(20) {
		b = g.spoil(b)
	}
	return b
}

// lie changes one number of one record.
func (g *Gen) lie(a *archive) {
	lie16 := func(field *uint16) { *field = pickOf(g, *field^1<<g.n(16), *field+1, *field-1, 0, deferred16) }
	lie32 := func(field *uint32) { *field = pickOf(g, *field^1<<g.n(32), *field+1, *field-1, 0, deferred32) }
	lie64 := func(field *uint64) { *field = pickOf(g, *field^1<<g.n(64), *field+1, *field-1, 0, deferred32, 1<<63) }
	if len(a.records) == 0 || g.one(4) {
		e := &a.end
		if z := a.end64; z != nil && g.one(2) {
			if g.one(4) {
				lie32(pickOf(g, &z.disk, &z.dirDisk, &z.locatorDisk, &z.locatorDisks))
				return
			}
			lie64(pickOf(g, &z.length, &z.here, &z.all, &z.size, &z.offset, &z.at))
			return
		}
		if g.one(2) {
			lie32(pickOf(g, &e.size, &e.offset))
			return
		}
		lie16(pickOf(g, &e.disk, &e.dirDisk, &e.here, &e.all, &e.commentLen))
		return
	}
	r := a.records[g.n(len(a.records))]
	h := &r.local
	if g.one(2) {
		h = &r.entry.zipHeader
	}
	switch g.n(6) {
	case 0:
		lie16(pickOf(g, &h.needed, &h.flags, &h.method))
	case 1:
		lie32(pickOf(g, &h.crc, &h.packed, &h.unpacked, &h.time))
	case 2:
		if len(h.zip64) > 0 {
			h.zip64[g.n(len(h.zip64))] ^= 1 << g.n(8)
			return
		}
		h.zip64 = g.junk(pickOf(g, 4, 8, 16, 24, 28))
	case 3:
		if d := r.descriptor; d != nil {
			if g.one(2) {
				lie32(&d.crc)
				return
			}
			lie64(pickOf(g, &d.packed, &d.unpacked))
			return
		}
		r.after = (&zipDescriptor{crc: r.entry.crc, packed: uint64(len(r.data)), unpacked: uint64(len(r.content)), wide: g.one(2)}).append(nil)
	case 4:
		e := &r.entry
		if g.one(2) {
			lie16(pickOf(g, &e.disk, &e.internal))
			return
		}
		lie32(pickOf(g, &e.offset, &e.external))
	case 5:
		h.name = pickOf(g, "a.npy", "A.npy", "", "../a.npy", `C:\a.npy`, "a\x00b.npy", "d/", "con.npy", "\xff.npy", "é.npy")
	}
}

// plant makes the draft break a rule of the areas zip and npz.
func (g *Gen) plant(a *archive) {
	rules := archiveRules()
	archiveFaults[rules[g.n(len(rules))]](g, a)
}

// replace gives a member another content, whatever its name promises.
func (g *Gen) replace(a *archive) {
	if len(a.records) == 0 {
		return
	}
	r := a.records[g.n(len(a.records))]
	r.array = nil
	switch g.n(5) {
	case 0:
		r.content = g.Object()
	case 1:
		r.content = g.Pickle()
	case 2:
		r.content = []byte(pickOf(g, "text", "", "PK\x05\x06"+string(make([]byte, 18)), spec.Magic[:4]))
	default:
		r.content = g.Npy()
	}
	g.pack(r)
	r.tell(r.truth())
	a.settle()
}
