package plant

import (
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// archiveFault is a way to make the draft of an archive that conforms break one rule. It reports false
// for a draft that can't break it, which may have changed then.
type archiveFault = func(*choice.Chooser, *archive.Archive) bool

// anyMember returns a member of the archive, or nil if there is none.
func anyMember(g *choice.Chooser, a *archive.Archive) *archive.Record {
	return memberOf(g, a, func(*archive.Record) bool { return true })
}

// memberOf returns a member of which good holds, or nil if there is none.
func memberOf(g *choice.Chooser, a *archive.Archive, good func(*archive.Record) bool) *archive.Record {
	var from []*archive.Record
	for _, r := range a.Records {
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
func addMember(g *choice.Chooser, a *archive.Archive, name string, content []byte) *archive.Record {
	r := &archive.Record{Content: content, Style: a.Records[0].Style}
	r.Style.Streamed = false
	r.Local.Method = a.Records[0].Local.Method
	archive.Write(g, r, name)
	at := g.N(len(a.Records) + 1)
	if !slices.Equal(a.Records, a.Entries) {
		at = len(a.Records)
	}
	a.Records = slices.Insert(a.Records, at, r)
	a.Entries = slices.Insert(a.Entries, at, r)
	a.Settle()
	return r
}

// twoMembers returns two members.
func twoMembers(g *choice.Chooser, a *archive.Archive) (x, y *archive.Record) {
	if len(a.Entries) < 2 {
		return nil, nil
	}
	i := g.N(len(a.Entries) - 1)
	return a.Entries[i], a.Entries[i+1+g.N(len(a.Entries)-i-1)]
}
