package validator

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// Import is what a pickle asks Python to import. Module and Name need quoting before they are shown. Both are empty if
// the pickle doesn't contain them, as with an extension code or a computed name.
type Import struct {
	Module string // cut to at most 512 bytes and an ellipsis
	Name   string // likewise
	Offset int64  // of the opcode, from the start of the file or of the member
	Tier   spec.Tier
	Called bool // the pickle calls it, or makes an instance of it

	Array      int    // which of several consecutive arrays has it, as in Finding
	Member     int    // index in Report.Members, or NoMember
	MemberName string // as in Report.Members, or as in the local header if that differs; "" for an array
}

// maxImports is the number of imports that are listed for a file.
const maxImports = 1000

// imports keeps the first imports that are added to it, those known to be dangerous before all others.
type imports struct {
	kept    []Import
	omitted int
}

// add adds an import. A dangerous one replaces the last harmless one if the list is full.
func (l *imports) add(i Import) {
	if len(l.kept) < maxImports {
		l.kept = append(l.kept, i)
		return
	}
	l.omitted++
	if i.Tier != spec.TierDangerous {
		return
	}
	for n := len(l.kept) - 1; n >= 0; n-- {
		if l.kept[n].Tier != spec.TierDangerous {
			l.kept = append(slices.Delete(l.kept, n, n+1), i)
			return
		}
	}
}

// merge adds the imports of another list.
func (l *imports) merge(other *imports) {
	for _, i := range other.kept {
		l.add(i)
	}
	l.omitted += other.omitted
}

// mergeNew adds the imports of another reading of the same member. An import that both readings have counts once, and
// as called if either calls it: the other may end before that.
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
