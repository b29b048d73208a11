package fuzz

import (
	"slices"
	"strings"
)

func empty(g *Gen, a *archive) bool {
	if len(a.records) == 0 {
		return false
	}
	a.records, a.entries, a.end64, a.end = nil, nil, nil, zipEnd{}
	a.settle()
	return true
}

// nameSuffix takes a member the suffix of its name.
func nameSuffix(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	stem := strings.TrimSuffix(r.entry.name, ".npy")
	r.rename(pickOf(g, stem+"_", stem+".NPY", stem+".bin", stem+".npy~", stem+".npz"))
	a.settle()
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

func memberNotNpy(g *Gen, a *archive) bool {
	if len(a.records) == 0 {
		return false
	}
	name := pickOf(g, keysOf(notArrays)...)
	g.add(a, name, []byte(notArrays[name]))
	return true
}

// noArray puts other files into the place of all members.
func noArray(g *Gen, a *archive) bool {
	names := keysOf(notArrays)
	if len(a.records) == 0 || len(a.records) > len(names) {
		return false
	}
	for i, r := range a.records {
		r.array, r.content = nil, []byte(notArrays[names[i]])
		g.pack(r)
		r.rename(names[i])
		r.tell(r.truth())
	}
	a.settle()
	return true
}

// withoutMagic gives a member with the name of an array something else.
func withoutMagic(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	r.array = nil
	r.content = []byte(pickOf(g, "1.0 2.0 3.0\n", "", "\x93NUMP", "NUMPY", "\x00\x05\x16\x07"+strings.Repeat("\x00", 40), "<html>", strings.Repeat("\x00", 200)))
	g.pack(r)
	r.tell(r.truth())
	a.settle()
	return true
}

func nested(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil || slices.ContainsFunc(a.records, func(r *zipRecord) bool { return strings.Contains(r.entry.name, "/") }) {
		return false
	}
	r.rename(pickOf(g, "d/", "d/e/", "日/") + r.entry.name)
	a.settle()
	return true
}

// keyAmbiguous gives a member the name of another one as its key.
func keyAmbiguous(g *Gen, a *archive) bool {
	x, y := g.two(a)
	if x == nil {
		return false
	}
	if g.one(2) {
		x, y = y, x
	}
	y.rename(x.entry.name + ".npy")
	a.settle()
	return true
}

// mixedMethods packs a member in another way than the others.
func mixedMethods(g *Gen, a *archive) bool {
	r := g.any(a)
	if len(a.records) < 2 || slices.ContainsFunc(a.records, func(other *zipRecord) bool { return other.local.method != r.local.method }) {
		return false
	}
	r.local.method ^= methodDeflate
	r.entry.method = r.local.method
	g.pack(r)
	r.tell(r.truth())
	a.settle()
	return true
}

func memberPickle(g *Gen, a *archive) bool {
	if len(a.records) == 0 {
		return false
	}
	m := &maker{Gen: g, protocol: byte(2 + g.n(4)), core: "numpy.core", dtypes: make(map[string]*dtype)}
	content := newPickleWriter(g, m.protocol, g.one(2)).pickle(m.collection(2))
	g.add(a, pickOf(g, "b.pkl", "data.pickle", "b.bin"), content)
	return true
}

func memberArchive(g *Gen, a *archive) bool {
	if len(a.records) == 0 {
		return false
	}
	inner := &archive{}
	for i := range g.n(2) {
		r := &zipRecord{style: g.zipStyle(false)}
		r.array, r.content = g.byteArray(g.junk(g.n(10)))
		g.write(r, strings.Repeat("b", i+1)+".npy")
		inner.records = append(inner.records, r)
		inner.entries = inner.records
	}
	inner.settle()
	g.add(a, pickOf(g, "inner.npz", "inner.zip", "inner"), inner.bytes())
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
