package archive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
)

// Valid returns an archive that conforms, unusual in an area.
func Valid(g *choice.Chooser, area string) sample.File { return Conforming(g, area, false).Twin }

// Conforming returns the draft of an archive that conforms, unusual in an area: zip for its records, npz for
// its members, or an area of the members. One for a fault has no finding above a note.
func Conforming(g *choice.Chooser, area string, fault bool) *Draft {
	d := NewDraft()
	odd := area == "zip" || area != "npz" && g.One(4) // each member has its own layout
	writer := AnyStyle(g, area == "zip")
	mixed := g.One(6)
	method := anyMethod(g)
	names := nameSource{Chooser: g, taken: map[string]bool{}, unusual: area == "npz" || g.One(4)}
	for i := range memberTotal(g, area) {
		m := &Member{Style: writer}
		if odd {
			m.Style = AnyStyle(g, true)
		}
		if mixed {
			method = anyMethod(g)
		}
		fillMember(g, m, area, fault, i)
		m.Write(g, names.next(i), method)
		d.Members = append(d.Members, m)
		d.Listed = append(d.Listed, m)
	}
	if g.One(12) && len(d.Listed) > 1 {
		i, j := g.N(len(d.Listed)), g.N(len(d.Listed))
		d.Listed[i], d.Listed[j] = d.Listed[j], d.Listed[i]
	}
	if writer.end64 != 0 && len(d.Listed) > 0 {
		d.Zip64(writer.end64)
	}
	d.Settle()
	d.Keep()
	return d
}

// memberTotal returns how many members an archive has.
func memberTotal(g *choice.Chooser, area string) int {
	switch {
	case g.One(40):
		return 0
	case area != "npz" || !g.One(12):
		return 1 + g.N(1+g.N(6))
	case g.One(80):
		return 1000 + g.N(2000)
	}
	return 20 + g.N(100)
}

func anyMethod(g *choice.Chooser) uint64 {
	return choice.Of[uint64](g, MethodStored, MethodStored, MethodDeflate)
}

// fillMember gives the member with that number an array. In an archive of many they are small.
func fillMember(g *choice.Chooser, m *Member, area string, fault bool, number int) {
	if number > 8 {
		m.Array, m.Content = npy.ByteArray(g.Bytes(1 + g.N(12)))
		return
	}
	if area == "zip" && g.One(12) { // something that could end it if it is streamed
		m.Array, m.Content = npy.ByteArray(slices.Concat(g.Bytes(g.N(40)), []byte("PK\x07\x08"), g.Bytes(g.N(40))))
		return
	}
	var f sample.File
	switch {
	case area == "pickle" || g.One(20):
		f = pickle.Valid(g)
	case area == "zip" || area == "npz":
		f = npy.New(g, npy.Wish{Fault: fault, Large: !fault && g.One(40)}).File()
	default:
		f = npy.New(g, npy.Wish{Area: area, Fault: fault}).File()
	}
	m.Array, m.Content = f.Array, f.Content
}

// Write packs the content of a member by a method and makes its headers.
func (m *Member) Write(g *choice.Chooser, name string, method uint64) {
	s := &m.Style
	m.Local, m.Entry = New(Local), New(Entry)
	for _, r := range []*Record{&m.Local, &m.Entry} {
		r.Set(Needed, s.needed)
		r.Set(Method, method)
		r.Set(Time, s.time)
	}
	m.Entry.Set(MadeBy, s.madeBy)
	m.Entry.Set(External, s.external)
	m.Rename(name)
	m.Pack(g)
	addExtra(g, m)
	if g.One(30) {
		m.Entry.Put(CommentOf, []byte(choice.Of(g, "measured in May", "\x00", strings.Repeat("c", 300))))
	}
	if g.One(20) {
		m.Entry.Set(Internal, 1) // it is text, as zip marks some
	}
	m.Announce(m.Truth())
}

// Pack makes the data of a member from its content.
func (m *Member) Pack(g *choice.Chooser) {
	m.Local.Data = m.Content
	if m.Deflated() {
		m.Local.Data = deflate(g, m.Content)
	}
}

// Zip64 gives a draft a zip64 end record, to which the end record leaves some numbers.
func (d *Draft) Zip64(left byte) {
	record, locator := New(End64), New(Locator)
	record.Set(Length, uint64(End64.FixedLen()-12))
	record.Set(MadeBy, 0x32d)
	record.Set(Needed, 45)
	locator.Set(Disks, 1)
	d.End64, d.Locator = &record, &locator
	for i, f := range []Field{Offset, Size, Here, All} {
		if left&(1<<i) != 0 {
			d.End.Defer(f)
		}
	}
}

// nameSource makes names for the members of one archive, which differ from each other on every system.
type nameSource struct {
	*choice.Chooser
	taken   map[string]bool
	unusual bool
}

// usualKeys are what users call arrays, and unusualKeys are legal and have made readers fail:
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
	case s.unusual && s.One(2):
		key = choice.Of(s.Chooser, unusualKeys...)
	case s.One(2):
		key = choice.Of(s.Chooser, usualKeys...)
	}
	if s.taken[key] {
		key = fmt.Sprintf("%s_%d", key, number)
	}
	s.taken[key] = true
	return key + ".npy"
}
