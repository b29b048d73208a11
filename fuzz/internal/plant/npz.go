package plant

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

func empty(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Members) == 0 {
		return false
	}
	*a = archive.Draft{End: archive.New(archive.End), Twin: a.Twin}
	return true
}

// nameSuffix removes the suffix of a member's name.
func nameSuffix(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	stem := strings.TrimSuffix(r.Name(), ".npy")
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

func memberNotNpy(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Members) == 0 {
		return false
	}
	name := choice.Of(g, keysOf(notArrays)...)
	addMember(g, a, name, []byte(notArrays[name]))
	return true
}

// noArray replaces all members by other files.
func noArray(g *choice.Chooser, a *archive.Draft) bool {
	names := keysOf(notArrays)
	if len(a.Members) == 0 || len(a.Members) > len(names) {
		return false
	}
	for i, r := range a.Members {
		r.Array, r.Content = nil, []byte(notArrays[names[i]])
		r.Pack(g)
		r.Rename(names[i])
		r.Announce(r.Truth())
	}
	a.Settle()
	return true
}

// withoutMagic gives a member with the name of an array another content.
func withoutMagic(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	r.Array = nil
	r.Content = []byte(choice.Of(g, "1.0 2.0 3.0\n", "", "\x93NUMP", "NUMPY", "\x00\x05\x16\x07"+strings.Repeat("\x00", 40), "<html>", strings.Repeat("\x00", 200)))
	r.Pack(g)
	r.Announce(r.Truth())
	a.Settle()
	return true
}

func nested(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil || slices.ContainsFunc(a.Members, func(r *archive.Member) bool { return strings.Contains(r.Name(), "/") }) {
		return false
	}
	r.Rename(choice.Of(g, "d/", "d/e/", "日/") + r.Name())
	a.Settle()
	return true
}

// keyAmbiguous gives a member a key that is the name of another one.
func keyAmbiguous(g *choice.Chooser, a *archive.Draft) bool {
	x, y := twoMembers(g, a)
	if x == nil {
		return false
	}
	if g.One(2) {
		x, y = y, x
	}
	y.Rename(x.Name() + ".npy")
	a.Settle()
	return true
}

// mixedMethods packs a member by a different method than the others.
func mixedMethods(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if len(a.Members) < 2 || slices.ContainsFunc(a.Members, func(other *archive.Member) bool {
		return other.Local.Get(archive.Method) != r.Local.Get(archive.Method)
	}) {
		return false
	}
	r.SetMethod(r.Local.Get(archive.Method) ^ archive.MethodDeflate)
	r.Pack(g)
	r.Announce(r.Truth())
	a.Settle()
	return true
}

func memberPickle(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Members) == 0 {
		return false
	}
	m := &pickle.Maker{Chooser: g, Protocol: byte(2 + g.N(4)), Core: "numpy.core", DTypes: make(map[string]*pickle.DType)}
	content := pickle.NewWriter(g, m.Protocol, g.One(2)).Pickle(pickle.Collection(m, 2))
	addMember(g, a, choice.Of(g, "b.pkl", "data.pickle", "b.bin"), content)
	return true
}

func memberArchive(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Members) == 0 {
		return false
	}
	inner := archive.NewDraft()
	for i := range g.N(2) {
		r := &archive.Member{Style: archive.AnyStyle(g, false)}
		r.Array, r.Content = npy.ByteArray(g.Bytes(g.N(10)))
		r.Write(g, strings.Repeat("b", i+1)+".npy", archive.MethodStored)
		inner.Members = append(inner.Members, r)
		inner.Listed = inner.Members
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
