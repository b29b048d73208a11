package plant

import (
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

// prefixBytes puts bytes before the archive that begin like one, so that the file is still recognised.
func prefixBytes(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Listed) == 0 {
		return false
	}
	counted := g.One(2)
	a.Prefix = append([]byte("PK\x03\x04"), g.Bytes(g.N(24))...)
	if counted {
		a.Settle()
	} else if a.Listed[0].Entry.Deferred(archive.Offset) {
		return false // it shows by how much the offsets are too small
	}
	return true
}

// gap puts bytes between two records.
func gap(g *choice.Chooser, a *archive.Draft) bool {
	bytes := choice.Of(g, make([]byte, 1+g.N(40)), append([]byte("."), g.Bytes(g.N(40))...))
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	if g.One(3) {
		a.Gap = bytes
	} else {
		r.Local.After = bytes
	}
	a.Settle()
	return true
}

// overlap lists a member twice, or one inside the data of another.
func overlap(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	if g.One(2) {
		a.Listed = slices.Insert(slices.Clone(a.Listed), slices.Index(a.Listed, r), r)
		a.Settle()
		return true
	}
	outer := memberOf(g, a, func(o *archive.Member) bool {
		return o != r && o.Local.Get(archive.Method) == archive.MethodStored && !o.Style.Streamed
	})
	if outer == nil {
		return false
	}
	// In the conforming file both have a copy of the same data, one after the other.
	r.Align = 0
	a.Members, a.Listed = after(a.Members, outer, r), after(a.Listed, outer, r)
	inner := r.Append(nil)
	outer.Array, outer.Content = npy.ByteArray(append(g.Bytes(g.N(20)), inner...))
	outer.Pack(g)
	outer.Announce(outer.Truth())
	a.Settle()
	a.Keep()
	a.Members = slices.DeleteFunc(slices.Clone(a.Members), func(other *archive.Member) bool { return other == r })
	a.Settle()
	r.SetOffset(outer.Local.At + len(outer.Local.Head()) + len(outer.Local.Data) - len(inner))
	return true
}

// after returns a list in which one member follows another.
func after(list []*archive.Member, first, second *archive.Member) []*archive.Member {
	list = slices.DeleteFunc(slices.Clone(list), func(r *archive.Member) bool { return r == second })
	return slices.Insert(list, slices.Index(list, first)+1, second)
}

func hiddenMember(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Listed) < 2 {
		return false
	}
	i := g.N(len(a.Listed))
	a.Listed = slices.Delete(slices.Clone(a.Listed), i, i+1)
	a.Settle()
	return true
}

// missingMember removes a member except for its entry.
func missingMember(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Listed) < 2 {
		return false
	}
	i := g.N(len(a.Members))
	r := a.Members[i]
	a.Members = slices.Delete(slices.Clone(a.Members), i, i+1)
	a.Settle()
	r.SetOffset(choice.Of(g, a.Directory, a.Directory+g.N(1<<20), a.Members[0].Local.At+1+g.N(20), 1<<31-1))
	return true
}

func order(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Listed) < 2 || !slices.Equal(a.Listed, a.Members) {
		return false
	}
	i := g.N(len(a.Listed) - 1)
	a.Listed = slices.Clone(a.Listed)
	if g.One(2) {
		slices.Reverse(a.Listed)
	} else {
		a.Listed[i], a.Listed[i+1] = a.Listed[i+1], a.Listed[i]
	}
	return true
}

// memberCount repeats a small member until there are too many.
func memberCount(g *choice.Chooser, a *archive.Draft) bool {
	const most = 10_000
	r := memberOf(g, a, func(r *archive.Member) bool { return r.Size()+r.Entry.Size() < 512 && r.Align == 0 })
	if r == nil || a.End64 != nil {
		return false
	}
	for i := range most + 1 - len(a.Listed) + g.N(2) {
		c := *r
		c.Rename(fmt.Sprintf("many_%d.npy", i))
		a.Members, a.Listed = append(a.Members, &c), append(a.Listed, &c)
	}
	a.Settle()
	return true
}
