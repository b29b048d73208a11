package plant

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

func empty(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Records) == 0 {
		return false
	}
	a.Records, a.Entries, a.End64, a.End = nil, nil, nil, archive.End{}
	a.Settle()
	return true
}

// nameSuffix removes the suffix of a member's name.
func nameSuffix(g *choice.Chooser, a *archive.Archive) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	stem := strings.TrimSuffix(r.Entry.Name, ".npy")
	r.Rename(choice.Of(g, stem+"_", stem+".NPY", stem+".bin", stem+".npy~", stem+".npz"))
	a.Settle()
	return true
}

// notArrays are files that other programs keep next to arrays.
var notArrays = map[string]string{
	"readme.txt":     "three measurements\n",
	"empty":          "",
	"meta.json":      `{"columns": ["x", "y"]}`,
	"preview.png":    "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
	"notes/a.md":     "# Notes\n",
	"checksums.sha1": "da39a3ee5e6b4b0d3255bfef95601890afd80709  a.npy\n",
}

func memberNotNpy(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Records) == 0 {
		return false
	}
	name := choice.Of(g, keysOf(notArrays)...)
	addMember(g, a, name, []byte(notArrays[name]))
	return true
}

// noArray replaces all members by other files.
func noArray(g *choice.Chooser, a *archive.Archive) bool {
	names := keysOf(notArrays)
	if len(a.Records) == 0 || len(a.Records) > len(names) {
		return false
	}
	for i, r := range a.Records {
		r.Array, r.Content = nil, []byte(notArrays[names[i]])
		archive.Pack(g, r)
		r.Rename(names[i])
		r.Announce(r.Truth())
	}
	a.Settle()
	return true
}

// withoutMagic gives a member with the name of an array another content.
func withoutMagic(g *choice.Chooser, a *archive.Archive) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	r.Array = nil
	r.Content = []byte(choice.Of(g, "1.0 2.0 3.0\n", "", "\x93NUMP", "NUMPY", "\x00\x05\x16\x07"+strings.Repeat("\x00", 40), "<html>", strings.Repeat("\x00", 200)))
	archive.Pack(g, r)
	r.Announce(r.Truth())
	a.Settle()
	return true
}

func nested(g *choice.Chooser, a *archive.Archive) bool {
	r := anyMember(g, a)
	if r == nil || slices.ContainsFunc(a.Records, func(r *archive.Record) bool { return strings.Contains(r.Entry.Name, "/") }) {
		return false
	}
	r.Rename(choice.Of(g, "d/", "d/e/", "日/") + r.Entry.Name)
	a.Settle()
	return true
}

// keyAmbiguous gives a member a key that is the name of another one.
func keyAmbiguous(g *choice.Chooser, a *archive.Archive) bool {
	x, y := twoMembers(g, a)
	if x == nil {
		return false
	}
	if g.One(2) {
		x, y = y, x
	}
	y.Rename(x.Entry.Name + ".npy")
	a.Settle()
	return true
}

// mixedMethods packs a member by a different method than the others.
func mixedMethods(g *choice.Chooser, a *archive.Archive) bool {
	r := anyMember(g, a)
	if len(a.Records) < 2 || slices.ContainsFunc(a.Records, func(other *archive.Record) bool { return other.Local.Method != r.Local.Method }) {
		return false
	}
	r.Local.Method ^= archive.MethodDeflate
	r.Entry.Method = r.Local.Method
	archive.Pack(g, r)
	r.Announce(r.Truth())
	a.Settle()
	return true
}

func memberPickle(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Records) == 0 {
		return false
	}
	m := &pickle.Maker{Chooser: g, Protocol: byte(2 + g.N(4)), Core: "numpy.core", DTypes: make(map[string]*pickle.DType)}
	content := pickle.NewWriter(g, m.Protocol, g.One(2)).Pickle(pickle.Collection(m, 2))
	addMember(g, a, choice.Of(g, "b.pkl", "data.pickle", "b.bin"), content)
	return true
}

func memberArchive(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Records) == 0 {
		return false
	}
	inner := &archive.Archive{}
	for i := range g.N(2) {
		r := &archive.Record{Style: archive.AnyStyle(g, false)}
		r.Array, r.Content = npy.ByteArray(g.Bytes(g.N(10)))
		archive.Write(g, r, strings.Repeat("b", i+1)+".npy")
		inner.Records = append(inner.Records, r)
		inner.Entries = inner.Records
	}
	inner.Settle()
	addMember(g, a, choice.Of(g, "inner.npz", "inner.zip", "inner"), inner.Bytes())
	return true
}

// keysOf returns the keys of a map in order.
func keysOf(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
