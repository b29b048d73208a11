package plant

import (
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// archiveFault is a way to make the draft of an archive that conforms break one rule. It reports false
// for a draft that can't break it, which may have changed then.
type archiveFault = func(*choice.Chooser, *archive.Draft) bool

// anyMember returns a member of the archive, or nil if there is none.
func anyMember(g *choice.Chooser, a *archive.Draft) *archive.Member {
	return memberOf(g, a, func(*archive.Member) bool { return true })
}

// memberOf returns a member of which good holds, or nil if there is none.
func memberOf(g *choice.Chooser, a *archive.Draft, good func(*archive.Member) bool) *archive.Member {
	var from []*archive.Member
	for _, r := range a.Members {
		if good(r) {
			from = append(from, r)
		}
	}
	if len(from) == 0 {
		return nil
	}
	return from[g.N(len(from))]
}

// addMember adds a member in the layout and with the method of the first one. It is not streamed: its data may look
// like records.
func addMember(g *choice.Chooser, a *archive.Draft, name string, content []byte) *archive.Member {
	r := &archive.Member{Content: content, Style: a.Members[0].Style}
	r.Style.Streamed = false
	r.Write(g, name, a.Members[0].Local.Get(archive.Method))
	at := g.N(len(a.Members) + 1)
	if !slices.Equal(a.Members, a.Listed) {
		at = len(a.Members)
	}
	a.Members = slices.Insert(a.Members, at, r)
	a.Listed = slices.Insert(a.Listed, at, r)
	a.Settle()
	return r
}

// twoMembers returns two members.
func twoMembers(g *choice.Chooser, a *archive.Draft) (x, y *archive.Member) {
	if len(a.Listed) < 2 {
		return nil, nil
	}
	i := g.N(len(a.Listed) - 1)
	return a.Listed[i], a.Listed[i+1+g.N(len(a.Listed)-i-1)]
}
