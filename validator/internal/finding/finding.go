// Package finding has the type with which the packages of the validator report violations.
package finding

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// Finding is one violation of a rule, in the bytes that a package was given.
type Finding struct {
	Rule    spec.ID
	Message string // what was found and what was expected; fit for a terminal
	Offset  int64  // first byte concerned
	Length  int64  // bytes concerned; 0 for a place between two bytes
	Pointer string // place in the header, as a JSON pointer
	Array   int    // which of several consecutive arrays it is about, counted from 1; 0 for the first, and for none
	Member  int    // number of the member of an archive that it is about, counted from 1; 0 for none or one not listed
	Name    string // of the member, decoded and not quoted; also of one that the archive doesn't list
	Import  string // module and name, with a dot between them and not quoted, of the import of a pickle that it is about

	Remedy  bool    // the message says what to do
	Unseen  bool    // readers need not notice it
	Excerpt Excerpt // of bytes that can't be read again when the check is over
	Once    bool    // the bytes can't be read again: only Excerpt can be shown
}

// Excerpt is a row or two of bytes.
type Excerpt struct {
	Offset int64
	Bytes  string
}

// Remedy is a part of a message that says what to do about this file, with the punctuation before it. A message with
// one among its arguments needs no help besides.
type Remedy string

// Again is the remedy for damage that can't be undone.
const Again Remedy = "; fetch or write it again"

// List keeps the first faults that are added to it and counts the rest.
type List struct {
	Max     int // faults to keep
	Kept    []Finding
	Omitted map[spec.ID]int // number of faults that are not kept, by rule
	Unseen  map[spec.ID]int // number of those among Omitted that are unseen

	Followed []Finding // those that Keep removed, at most Max

	// Where the code that adds faults is: its offsets count from Base, all faults are about Array, and are unseen if it is
	// Aside.
	Base  int64
	Array int
	Aside bool
}

// Full reports whether further faults are only counted, so that they need no messages.
func (l *List) Full() bool { return len(l.Kept) >= l.Max }

// Add adds a fault with a message in the manner of [fmt.Sprintf], which is formatted only if the fault is kept.
func (l *List) Add(f Finding, format string, args ...any) {
	if !l.Full() {
		f.Message = fmt.Sprintf(format, args...)
		f.Remedy = slices.ContainsFunc(args, func(arg any) bool { remedy, ok := arg.(Remedy); return ok && remedy != "" })
	}
	f.Offset += l.Base
	l.add(f)
}

func (l *List) add(f Finding) {
	if l.Array > 0 {
		f.Array = l.Array
	}
	f.Unseen = f.Unseen || l.unseen()
	if !l.Full() {
		l.Kept = append(l.Kept, f)
		return
	}
	count(&l.Omitted, f.Rule, 1)
	if f.Unseen {
		count(&l.Unseen, f.Rule, 1)
	}
}

// unseen reports whether faults are added that readers need not notice.
func (l *List) unseen() bool { return l.Array > 0 || l.Aside }

// Hide marks the faults as unseen.
func (l *List) Hide() {
	for _, faults := range [...][]Finding{l.Kept, l.Followed} {
		for i := range faults {
			faults[i].Unseen = true
		}
	}
	l.Unseen = maps.Clone(l.Omitted)
}

// Has reports whether a fault by the rule was added, kept or not.
func (l *List) Has(rule spec.ID) bool {
	for i := range l.Kept {
		if l.Kept[i].Rule == rule {
			return true
		}
	}
	return l.Omitted[rule] > 0
}

// Message returns the message of the first fault that breaks a rule, or the title of the rule if none is kept.
func (l *List) Message(rule spec.ID) string {
	for i := range l.Kept {
		if l.Kept[i].Rule == rule {
			return l.Kept[i].Message
		}
	}
	return rule.Rule().Title
}

// Addf adds a fault in length bytes at the given offset.
func (l *List) Addf(rule spec.ID, offset, length int64, pointer, format string, args ...any) {
	l.Add(Finding{Rule: rule, Offset: offset, Length: length, Pointer: pointer}, format, args...)
}

// Merge adds the faults of another list, with their offsets unchanged, and counts the ones that it doesn't keep.
func (l *List) Merge(other *List) {
	for _, f := range other.Kept {
		l.add(f)
	}
	l.Followed = append(l.Followed, other.Followed[:min(len(other.Followed), l.Max-len(l.Followed))]...)
	l.mergeOmitted(other, func(spec.ID) bool { return true })
}

func (l *List) mergeOmitted(other *List, of func(spec.ID) bool) {
	for rule, n := range other.Omitted {
		if of(rule) {
			l.Omit(rule, n)
		}
	}
	for rule, n := range other.Unseen {
		if of(rule) {
			count(&l.Unseen, rule, n)
		}
	}
}

// MergeNew is Merge for the faults of some rules, except those whose messages the list has. Faults that are only
// counted can't be compared.
func (l *List) MergeNew(other *List, of func(spec.ID) bool) {
	messages := make(map[string]bool)
	for i := range l.Kept {
		messages[l.Kept[i].Message] = true
	}
	for _, f := range other.Kept {
		if of(f.Rule) && !messages[f.Message] {
			l.add(f)
		}
	}
	l.mergeOmitted(other, of)
}

// Keep keeps the faults of some rules. The others follow from them: they move to Followed, or are dropped if they were
// only counted.
func (l *List) Keep(of func(spec.ID) bool) {
	kept := l.Kept[:0]
	for _, f := range l.Kept {
		switch {
		case of(f.Rule):
			kept = append(kept, f)
		case len(l.Followed) < l.Max:
			l.Followed = append(l.Followed, f)
		}
	}
	clear(l.Kept[len(kept):])
	l.Kept = kept
	maps.DeleteFunc(l.Omitted, func(rule spec.ID, _ int) bool { return !of(rule) })
}

// Sort puts the faults into the order of the bytes that they are about.
func (l *List) Sort() {
	slices.SortStableFunc(l.Kept, func(a, b Finding) int {
		if c := cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length)); c != 0 {
			return c // as nearly always
		}
		return cmp.Or(cmp.Compare(a.Rule.String(), b.Rule.String()), cmp.Compare(a.Pointer, b.Pointer))
	})
}

// Omit counts n faults that are not kept.
func (l *List) Omit(rule spec.ID, n int) {
	count(&l.Omitted, rule, n)
	if l.unseen() {
		count(&l.Unseen, rule, n)
	}
}

func count(counts *map[spec.ID]int, rule spec.ID, n int) {
	if *counts == nil {
		*counts = make(map[spec.ID]int)
	}
	(*counts)[rule] += n
}
