package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
)

// Group is the failures of one cause.
type Group struct {
	Cause   conformance.Cause
	Results []conformance.Result // in their order
}

// Groups returns the failures by cause: first the worst, and of equally bad ones first those of most cases.
func Groups(results []conformance.Result) []Group {
	var groups []Group
	at := make(map[conformance.Cause]int)
	for _, r := range results {
		if !r.Cell.Failed() {
			continue
		}
		cause := r.Cause()
		i, ok := at[cause]
		if !ok {
			i = len(groups)
			at[cause] = i
			groups = append(groups, Group{Cause: cause})
		}
		groups[i].Results = append(groups[i].Results, r)
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(
			cmp.Compare(badness(b.Cause.Cell), badness(a.Cause.Cell)),
			cmp.Compare(len(b.Results), len(a.Results)))
	})
	return groups
}

func badness(c conformance.Cell) int { return slices.Index(conformance.Cells(), c) }

// Rules returns the rules that say more about the failures: those of the case, as Rules does, or the one that all files
// of the group break first.
func (g *Group) Rules(writer bool) []string {
	rules := Rules(&g.Results[0], writer)
	if len(g.Results) == 1 || len(rules) == 0 {
		return rules
	}
	for _, r := range g.Results[1:] {
		if len(r.Rules) == 0 || r.Rules[0] != rules[0] {
			return nil
		}
	}
	return rules[:1]
}

// Such returns the IDs of the cases that a line about the group names.
func (g *Group) Such() []string {
	var ids []string
	for _, r := range g.Results[:min(len(g.Results), 3)] {
		ids = append(ids, r.ID)
	}
	return ids
}

// Account says what was expected of the files of the group and what was returned, as Account does for a case. Where
// that differs from case to case, it says only what they have in common.
func (g *Group) Account() string {
	first := Account(&g.Results[0])
	for _, r := range g.Results[1:] {
		if Account(&r) != first {
			shared := g.Results[0]
			shared.Message = text.MessageShape(shared.Message)
			if read := "read as "; g.Cause.Message == "" && strings.HasPrefix(shared.Message, read) {
				shared.Message = read + "…"
			}
			return Account(&shared)
		}
	}
	return first
}
