package derive

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// Findings returns the findings of a report as the manifest has them: in the order of member, offset and length. It
// also sorts the report's findings into this order; there, findings on records come before those on contents.
func Findings(report *validator.Report) []corpus.Finding {
	slices.SortStableFunc(report.Findings, func(a, b validator.Finding) int {
		return cmp.Or(a.Member-b.Member, cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length))
	})
	all := make([]corpus.Finding, len(report.Findings))
	for i, f := range report.Findings {
		all[i] = corpus.Finding{Rule: f.Rule.String(), Offset: f.Offset, Length: f.Length, Pointer: f.Pointer, Array: f.Array}
		if f.Base == validator.BaseContent {
			all[i].Base = "content"
		}
		if f.Member != validator.NoMember {
			all[i].Member = &corpus.FaultyMember{Index: f.Member, Name: string([]rune(f.MemberName))}
		}
	}
	return all
}
