package derive

import (
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Verdict returns what is required of the readers of a profile for a file with this duty and these flags and features:
// instead of Either, what the flags decide. It is Unsupported if the readers don't support the features: then they may
// reject the file.
func Verdict(p *corpus.Profile, report *validator.Report, duty corpus.Duty, flags, features []string) corpus.Duty {
	if duty == corpus.Either && report != nil && slices.ContainsFunc(report.Findings, func(f validator.Finding) bool {
		return MayBeLeftOut(report, &f) && f.Rule.Rule().Reader == spec.Reject
	}) {
		return duty // no flag decides whether they leave the member out
	}
	return p.Verdict(corpus.Case{Duty: duty, Flags: flags, Features: features})
}
