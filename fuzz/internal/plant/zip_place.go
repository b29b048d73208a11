package plant

import (
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

// prefixBytes puts bytes before the archive that begin like one, so that the file is still recognised.
func prefixBytes(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Entries) == 0 {
		return false
	}
	counted := g.One(2)
	a.Prefix = append([]byte("PK\x03\x04"), g.Bytes(g.N(24))...)
	if counted {
		a.Settle()
	} else if a.Entries[0].Entry.Offset == archive.Deferred32 {
		return false // it shows by how much the offsets are too small
	}
	return true
}

// gap puts bytes between two records.
func gap(g *choice.Chooser, a *archive.Archive) bool {
	bytes := choice.Of(g, make([]byte, 1+g.N(40)), append([]byte("."), g.Bytes(g.N(40))...))
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	if g.One(3) {
		a.Gap = bytes
	} else {
		r.After = bytes
	}
	a.Settle()
	return true
}

// overlap lists a member twice, or one inside the data of another.
func overlap(g *choice.Chooser, a *archive.Archive) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	if g.One(2) {
		a.Entries = slices.Insert(slices.Clone(a.Entries), slices.Index(a.Entries, r), r)
		a.Settle()
		return true
	}
	outer := memberOf(g, a, func(o *archive.Record) bool {
		return o != r && o.Local.Method == archive.MethodStored && !o.Style.Streamed
	})
	if outer == nil {
		return false
	}
	// In the conforming file both have a copy of the same data, one after the other.
	r.Align = 0
	a.Records, a.Entries = after(a.Records, outer, r), after(a.Entries, outer, r)
	inner := r.Append(nil)
	outer.Array, outer.Content = npy.ByteArray(append(g.Bytes(g.N(20)), inner...))
	archive.Pack(g, outer)
	outer.Announce(outer.Truth())
	a.Settle()
	a.Keep()
	a.Records = slices.DeleteFunc(slices.Clone(a.Records), func(other *archive.Record) bool { return other == r })
	a.Settle()
	r.SetOffset(outer.At + outer.HeaderSize() + len(outer.Data) - len(inner))
	return true
}

// after returns a list in which one member follows another.
func after(list []*archive.Record, first, second *archive.Record) []*archive.Record {
	list = slices.DeleteFunc(slices.Clone(list), func(r *archive.Record) bool { return r == second })
	return slices.Insert(list, slices.Index(list, first)+1, second)
}

func hiddenMember(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Entries) < 2 {
		return false
	}
	i := g.N(len(a.Entries))
	a.Entries = slices.Delete(slices.Clone(a.Entries), i, i+1)
	a.Settle()
	return true
}

// missingMember removes a member except for its entry.
func missingMember(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Entries) < 2 {
		return false
	}
	i := g.N(len(a.Records))
	r := a.Records[i]
	a.Records = slices.Delete(slices.Clone(a.Records), i, i+1)
	a.Settle()
	r.SetOffset(choice.Of(g, a.Directory, a.Directory+g.N(1<<20), a.Records[0].At+1+g.N(20), 1<<31-1))
	return true
}

func order(g *choice.Chooser, a *archive.Archive) bool {
	if len(a.Entries) < 2 || !slices.Equal(a.Entries, a.Records) {
		return false
	}
	i := g.N(len(a.Entries) - 1)
	a.Entries = slices.Clone(a.Entries)
	if g.One(2) {
		slices.Reverse(a.Entries)
	} else {
		a.Entries[i], a.Entries[i+1] = a.Entries[i+1], a.Entries[i]
	}
	return true
}

// memberCount repeats a small member until there are too many.
func memberCount(g *choice.Chooser, a *archive.Archive) bool {
	const most = 10_000
	r := memberOf(g, a, func(r *archive.Record) bool { return r.Size()+r.Entry.Size() < 512 && r.Align == 0 })
	if r == nil || a.End64 != nil {
		return false
	}
	for i := range most + 1 - len(a.Entries) + g.N(2) {
		c := *r
		c.Entry.Zip64 = slices.Clone(r.Entry.Zip64)
		c.Rename(fmt.Sprintf("many_%d.npy", i))
		a.Records, a.Entries = append(a.Records, &c), append(a.Entries, &c)
	}
	a.Settle()
	return true
}
