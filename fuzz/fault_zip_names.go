package fuzz

import "strings"

// memberNamed returns a fault that gives a member one of these names.
func memberNamed(names ...string) archiveFault {
	return func(g *Gen, a *archive) bool {
		r := g.any(a)
		if r == nil {
			return false
		}
		r.rename(pickOf(g, names...))
		a.settle()
		return true
	}
}

// two returns two members.
func (g *Gen) two(a *archive) (x, y *zipRecord) {
	if len(a.entries) < 2 {
		return nil, nil
	}
	i := g.n(len(a.entries) - 1)
	return a.entries[i], a.entries[i+1+g.n(len(a.entries)-i-1)]
}

func sameName(g *Gen, a *archive) bool {
	x, y := g.two(a)
	if x == nil {
		return false
	}
	y.rename(x.entry.name)
	a.settle()
	return true
}

// collidingName gives a member the name of another one but for the case, or for the encoding of an accent.
func collidingName(g *Gen, a *archive) bool {
	x, y := g.two(a)
	if x == nil {
		return false
	}
	pair := pickOf(g, [2]string{"key", "KEY"}, [2]string{"key", "Key"}, [2]string{"café", "cafe\u0301"}, [2]string{"\u00c5", "\u212b"},
		[2]string{"ü", "Ü"}, [2]string{"\u1e9b\u0323", "\u017f\u0323\u0307"}, [2]string{"\uac00", "\u1100\u1161"})
	swap := g.n(2)
	x.rename(pair[swap] + ".npy")
	a.settle()
	a.keep()
	y.rename(pair[1-swap] + ".npy")
	a.settle()
	return true
}

// nameEncoding gives a member a name that is flagged as UTF-8 and isn't.
func nameEncoding(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	r.rename(pickOf(g, "caf\xe9.npy", "\xff.npy", "\xc0\x80.npy", "\xed\xa0\x80.npy", "\xf4\x90\x80\x80.npy", "a\x80.npy", "\xe6\x97.npy"))
	a.settle()
	return true
}

// nameNotFlagged gives a member a name in another encoding.
func nameNotFlagged(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	r.rename(pickOf(g, "caf\x82.npy", "caf\xe9.npy", "\x81ber.npy", "\x93\xfa\x96\x7b.npy", "é.npy", strings.Repeat("\xb0", 30)+".npy"))
	r.local.flags &^= flagUTF8
	r.entry.flags &^= flagUTF8
	a.settle()
	return true
}
