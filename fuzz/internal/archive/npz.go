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
func Valid(g *choice.Chooser, area string) sample.File { return New(g, area, false).Twin }

// New returns the draft of an archive that conforms, unusual in an area: zip for its records, npz for
// its members, or an area of the members. One for a fault has no finding above a note.
func New(g *choice.Chooser, area string, fault bool) *Archive {
	a := &Archive{}
	odd := area == "zip" || area != "npz" && g.One(4) // each member has its own layout
	writer := AnyStyle(g, area == "zip")
	mixed := g.One(6)
	method := anyMethod(g)
	names := nameSource{Chooser: g, taken: map[string]bool{}, unusual: area == "npz" || g.One(4)}
	for i := range memberTotal(g, area) {
		r := &Record{Style: writer}
		if odd {
			r.Style = AnyStyle(g, true)
		}
		if mixed {
			method = anyMethod(g)
		}
		fillMember(g, r, area, fault, i)
		r.Local.Method = method
		Write(g, r, names.next(i))
		a.Records = append(a.Records, r)
		a.Entries = append(a.Entries, r)
	}
	if g.One(12) && len(a.Entries) > 1 {
		i, j := g.N(len(a.Entries)), g.N(len(a.Entries))
		a.Entries[i], a.Entries[j] = a.Entries[j], a.Entries[i]
	}
	if writer.end64 != 0 && len(a.Entries) > 0 {
		a.Zip64(writer.end64)
	}
	a.Settle()
	a.Keep()
	return a
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

func anyMethod(g *choice.Chooser) uint16 {
	return choice.Of[uint16](g, MethodStored, MethodStored, MethodDeflate)
}

// fillMember gives the member with that number an array. In an archive of many they are small.
func fillMember(g *choice.Chooser, r *Record, area string, fault bool, number int) {
	if number > 8 {
		r.Array, r.Content = npy.ByteArray(g.Bytes(1 + g.N(12)))
		return
	}
	if area == "zip" && g.One(12) { // something that could end it if it is streamed
		r.Array, r.Content = npy.ByteArray(slices.Concat(g.Bytes(g.N(40)), []byte("PK\x07\x08"), g.Bytes(g.N(40))))
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
	r.Array, r.Content = f.Array, f.Content
}

// Write packs the content of a member and makes its headers, with the method that is in the local one.
func Write(g *choice.Chooser, r *Record, name string) {
	s, l, e := &r.Style, &r.Local, &r.Entry
	l.Needed, l.Time = s.needed, s.time
	e.Header = *l
	e.MadeBy, e.External = s.madeBy, s.external
	r.Rename(name)
	Pack(g, r)
	addExtra(g, r)
	if g.One(30) {
		e.Comment = choice.Of(g, "measured in May", "\x00", strings.Repeat("c", 300))
	}
	if g.One(20) {
		e.Internal = 1 // it is text, as zip marks some
	}
	r.Announce(r.Truth())
}

// Pack makes the data of a member from its content.
func Pack(g *choice.Chooser, r *Record) {
	r.Data = r.Content
	if r.Local.Method == MethodDeflate {
		r.Data = deflate(g, r.Content)
	}
}

// Zip64 gives a draft a zip64 end record, to which the end record leaves some numbers.
func (a *Archive) Zip64(left byte) {
	a.End64 = &End64{Length: end64Size - 12, LocatorDisks: 1}
	e := &a.End
	if left&EndOffset64 != 0 {
		e.Offset = Deferred32
	}
	if left&EndSize64 != 0 {
		e.Size = Deferred32
	}
	if left&EndHere64 != 0 {
		e.Here = Deferred16
	}
	if left&EndAll64 != 0 {
		e.All = Deferred16
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
