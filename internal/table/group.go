package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/conform/said"
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

// Rule returns the rule that all files of the group break first, or "".
func (g *Group) Rule() string {
	first := ""
	for i, r := range g.Results {
		rule := ""
		if len(r.Rules) > 0 {
			rule = r.Rules[0]
		}
		if i > 0 && rule != first {
			return ""
		}
		first = rule
	}
	return first
}

// Account says what was expected of the files of the group and what was returned, as Account does for a case. Where
// that differs from case to case, it says only what they have in common.
func (g *Group) Account() string {
	first := Account(&g.Results[0])
	for _, r := range g.Results[1:] {
		if Account(&r) != first {
			shared := g.Results[0]
			shared.Message = said.Shape(shared.Message)
			if read := "read as "; g.Cause.Message == "" && strings.HasPrefix(shared.Message, read) {
				shared.Message = read + "…"
			}
			return Account(&shared)
		}
	}
	return first
}
