package fuzz

import (
	"fmt"
	"slices"
)

// prefixBytes puts bytes before the archive that begin like one, so that the file is still taken for one.
func prefixBytes(g *Gen, a *archive) bool {
	if len(a.entries) == 0 {
		return false
	}
	counted := g.one(2)
	a.prefix = append([]byte("PK\x03\x04"), g.junk(g.n(24))...)
	if counted {
		a.settle()
	} else if a.entries[0].entry.offset == deferred32 {
		return false // it shows by how much the offsets are too small
	}
	return true
}

// gap puts bytes between two records.
func gap(g *Gen, a *archive) bool {
	bytes := pickOf(g, make([]byte, 1+g.n(40)), append([]byte("."), g.junk(g.n(40))...))
	r := g.any(a)
	if r == nil {
		return false
	}
	if g.one(3) {
		a.gap = bytes
	} else {
		r.after = bytes
	}
	a.settle()
	return true
}

// overlap lists a member twice, or one in the data of another.
func overlap(g *Gen, a *archive) bool {
	r := g.any(a)
	if r == nil {
		return false
	}
	if g.one(2) {
		a.entries = slices.Insert(slices.Clone(a.entries), slices.Index(a.entries, r), r)
		a.settle()
		return true
	}
	outer := g.anyOf(a, func(o *zipRecord) bool { return o != r && o.local.method == methodStored && !o.style.streamed })
	if outer == nil {
		return false
	}
	// In the file that conforms, the same data stand in both, one after the other.
	r.align = 0
	a.records, a.entries = after(a.records, outer, r), after(a.entries, outer, r)
	inner := r.append(nil)
	outer.array, outer.content = g.byteArray(append(g.junk(g.n(20)), inner...))
	g.pack(outer)
	outer.tell(outer.truth())
	a.settle()
	a.keep()
	a.records = slices.DeleteFunc(slices.Clone(a.records), func(other *zipRecord) bool { return other == r })
	a.settle()
	r.setOffset(outer.at + outer.headerSize() + len(outer.data) - len(inner))
	return true
}

// after returns a list in which one member follows another.
func after(list []*zipRecord, first, second *zipRecord) []*zipRecord {
	list = slices.DeleteFunc(slices.Clone(list), func(r *zipRecord) bool { return r == second })
	return slices.Insert(list, slices.Index(list, first)+1, second)
}

func hiddenMember(g *Gen, a *archive) bool {
	if len(a.entries) < 2 {
		return false
	}
	i := g.n(len(a.entries))
	a.entries = slices.Delete(slices.Clone(a.entries), i, i+1)
	a.settle()
	return true
}

// missingMember removes a member but for its entry.
func missingMember(g *Gen, a *archive) bool {
	if len(a.entries) < 2 {
		return false
	}
	i := g.n(len(a.records))
	r := a.records[i]
	a.records = slices.Delete(slices.Clone(a.records), i, i+1)
	a.settle()
	r.setOffset(pickOf(g, a.directory, a.directory+g.n(1<<20), a.records[0].at+1+g.n(20), 1<<31-1))
	return true
}

func order(g *Gen, a *archive) bool {
	if len(a.entries) < 2 || !slices.Equal(a.entries, a.records) {
		return false
	}
	i := g.n(len(a.entries) - 1)
	a.entries = slices.Clone(a.entries)
	if g.one(2) {
		slices.Reverse(a.entries)
	} else {
		a.entries[i], a.entries[i+1] = a.entries[i+1], a.entries[i]
	}
	return true
}

// memberCount repeats a small member until there are too many.
func memberCount(g *Gen, a *archive) bool {
	const most = 10_000
	r := g.anyOf(a, func(r *zipRecord) bool { return r.size()+r.entry.size() < 512 && r.align == 0 })
	if r == nil || a.end64 != nil {
		return false
	}
	for i := range most + 1 - len(a.entries) + g.n(2) {
		c := *r
		c.entry.zip64 = slices.Clone(r.entry.zip64)
		c.rename(fmt.Sprintf("many_%d.npy", i))
		a.records, a.entries = append(a.records, &c), append(a.entries, &c)
	}
	a.settle()
	return true
}
