package plant

import (
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// memberNamed returns a fault that gives a member one of these names.
func memberNamed(names ...string) archiveFault {
	return func(g *choice.Chooser, a *archive.Draft) bool {
		r := anyMember(g, a)
		if r == nil {
			return false
		}
		r.Rename(choice.Of(g, names...))
		a.Settle()
		return true
	}
}

func sameName(g *choice.Chooser, a *archive.Draft) bool {
	x, y := twoMembers(g, a)
	if x == nil {
		return false
	}
	y.Rename(x.Name())
	a.Settle()
	return true
}

// collidingName gives a member the name of another one, except for case or the encoding of an accent.
func collidingName(g *choice.Chooser, a *archive.Draft) bool {
	x, y := twoMembers(g, a)
	if x == nil {
		return false
	}
	pair := choice.Of(g, [2]string{"key", "KEY"}, [2]string{"key", "Key"}, [2]string{"café", "cafe\u0301"}, [2]string{"\u00c5", "\u212b"},
		[2]string{"ü", "Ü"}, [2]string{"\u1e9b\u0323", "\u017f\u0323\u0307"}, [2]string{"\uac00", "\u1100\u1161"})
	swap := g.N(2)
	x.Rename(pair[swap] + ".npy")
	a.Settle()
	a.Keep()
	y.Rename(pair[1-swap] + ".npy")
	a.Settle()
	return true
}

// nameEncoding gives a member a name that is flagged as UTF-8 and isn't.
func nameEncoding(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	r.Rename(choice.Of(g, "caf\xe9.npy", "\xff.npy", "\xc0\x80.npy", "\xed\xa0\x80.npy", "\xf4\x90\x80\x80.npy", "a\x80.npy", "\xe6\x97.npy"))
	a.Settle()
	return true
}

// nameNotFlagged gives a member a name in another encoding.
func nameNotFlagged(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	r.Rename(choice.Of(g, "caf\x82.npy", "caf\xe9.npy", "\x81ber.npy", "\x93\xfa\x96\x7b.npy", "é.npy", strings.Repeat("\xb0", 30)+".npy"))
	r.Local.SetFlag(archive.FlagUTF8, false)
	r.Entry.SetFlag(archive.FlagUTF8, false)
	a.Settle()
	return true
}
