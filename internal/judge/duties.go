package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
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

// Verdict returns what is required of the readers of a profile for a file with this duty and these flags and features:
// instead of Either, what the flags decide. It is Unsupported if the readers don't support the features: then they may
// reject the file.
func Verdict(p *corpus.Profile, report *validator.Report, duty corpus.Duty, flags, features []string) corpus.Duty {
	if duty == corpus.Either && report != nil && slices.ContainsFunc(report.Findings, func(f validator.Finding) bool {
		return mayBeLeftOut(report, &f) && f.Rule.Rule().Reader == spec.Reject
	}) {
		return duty // no flag decides whether they leave the member out
	}
	return p.Verdict(corpus.Case{Duty: duty, Flags: flags, Features: features})
}

// Asked returns the cases of which a writer has to write the arrays: each array and each archive of the files that are to
// be accepted, once.
func Asked(cases []corpus.Case) []corpus.Case {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(cases), func(c corpus.Case) bool {
		key, ok := written(&c)
		if !ok || seen[key] {
			return true
		}
		seen[key] = true
		return false
	})
}

// Writable reports whether a writer can be asked for the arrays of the case.
func Writable(c *corpus.Case) bool {
	_, ok := written(c)
	return ok
}

// deep is the flag of a file with more dimensions than NumPy 1.x has. It conforms, and a writer may reject it.
const deep = "rank-33"

// written returns a key that is equal for cases that ask a writer for the same. It is false if there is nothing to write.
func written(c *corpus.Case) (string, bool) {
	if c.Duty != corpus.Accept && !(c.Duty == corpus.Either && slices.Equal(c.Flags, []string{deep})) {
		return "", false
	}
	if c.Array != nil {
		return arrayKey(c.Array), true
	}
	var key strings.Builder
	names := map[string]bool{}
	for _, m := range c.Members {
		if m.Array == nil || names[m.Key] || m.Name != m.Key+".npy" {
			return "", false
		}
		names[m.Key] = true
		fmt.Fprintf(&key, "%q %s;", m.Key, arrayKey(m.Array))
	}
	return key.String(), c.Members != nil
}

func arrayKey(a *corpus.Array) string {
	return fmt.Sprintf("%s %d %t %s", a.DType, a.Shape, a.FortranOrder, a.SHA256)
}
