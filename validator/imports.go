package validator

import (
	"cmp"
	"slices"
)

// Tier is how far an import of a pickle is trusted (clause npy-8.8).
type Tier string

// The tiers. Only imports of the first two may be called, and only as NumPy and Python call them.
const (
	TierNumPy     Tier = "numpy"     // NumPy's own constructors and types
	TierStdlib    Tier = "stdlib"    // types of Python whose construction does nothing else
	TierUnknown   Tier = "unknown"   // everything that is in no other tier
	TierDangerous Tier = "dangerous" // known to run code, or to reach into the system
)

// Import is what a pickle asks Python to import. Module and Name need quoting before they are shown. Both are empty where
// the pickle doesn't hold them, as in an extension code or a name that it computes.
type Import struct {
	Module string // cut to at most 512 bytes and an ellipsis
	Name   string // likewise
	Offset int64  // of the opcode, from the start of the file or of the member
	Tier   Tier
	Called bool // the pickle calls it, or makes an instance of it

	Array      int    // which of several arrays in a row has it, as in Finding
	Member     int    // index in Report.Members, or NoMember
	MemberName string // as in Report.Members, or as the local header has it if that is another; "" for an array
}

// maxImports is the number of imports of a file that are listed.
const maxImports = 1000

// imports keeps the first imports that are added to it, those known to be dangerous before all others.
type imports struct {
	kept    []Import
	omitted int
}

// add adds an import. A dangerous one takes the place of the last harmless one.
func (l *imports) add(i Import) {
	if len(l.kept) < maxImports {
		l.kept = append(l.kept, i)
		return
	}
	l.omitted++
	if i.Tier != TierDangerous {
		return
	}
	for n := len(l.kept) - 1; n >= 0; n-- {
		if l.kept[n].Tier != TierDangerous {
			l.kept = append(slices.Delete(l.kept, n, n+1), i)
			return
		}
	}
}

// merge adds those of another list.
func (l *imports) merge(other *imports) {
	for _, i := range other.kept {
		l.add(i)
	}
	l.omitted += other.omitted
}

// mergeNew adds those of another reading of the same member. What both readings import is one import, and called if one of
// them calls it: the other may end before that.
func (l *imports) mergeNew(other *imports) {
	uncalled := func(i Import) Import {
		i.Called = false
		return i
	}
	have := make(map[Import]int, len(l.kept))
	for n, i := range l.kept {
		have[uncalled(i)] = n
	}
	var added []Import
	for _, i := range other.kept {
		if n, ok := have[uncalled(i)]; ok {
			l.kept[n].Called = l.kept[n].Called || i.Called
		} else {
			added = append(added, i)
		}
	}
	for _, i := range added { // only now, since add may move the others
		l.add(i)
	}
	l.omitted += other.omitted
	slices.SortStableFunc(l.kept, func(a, b Import) int { return cmp.Compare(a.Offset, b.Offset) })
}
