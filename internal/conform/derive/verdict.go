package derive

import (
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Verdict returns what the readers of a profile owe a file with the duty, the flags and the features, of which the validator
// reports: instead of Either what the flags tell. It is Unsupported if they don't support the features: then a rejection is
// no fault of theirs.
func Verdict(p *corpus.Profile, report *validator.Report, duty corpus.Duty, flags, features []string) corpus.Duty {
	if duty == corpus.Either && report != nil && slices.ContainsFunc(report.Findings, func(f validator.Finding) bool {
		return MayBeLeftOut(report, &f) && f.Rule.Rule().Reader == spec.Reject
	}) {
		return duty // whether they leave the member out, no flag tells
	}
	return p.Verdict(corpus.Case{Duty: duty, Flags: flags, Features: features})
}
