package record

import (
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/table"
	"github.com/npycheck/npycheck/validator"
)

// pageCause is the failures of one cause.
type pageCause struct {
	Text  string   `json:"text"` // what happened
	Rules []string `json:"rules,omitempty"`
	Cases []int    `json:"cases"` // their places, in the order of their IDs
}

// newPageCauses returns the causes of failures as the reports in text and in Markdown have them. The reports of a
// matrix have no rules, so they come by the ID of a case.
func newPageCauses(r *conformance.Report, rules map[string][]string, place map[string]int) []pageCause {
	results := slices.Clone(r.Results)
	for i := range results {
		results[i].Rules = rules[results[i].ID]
	}
	causes := []pageCause{}
	for _, g := range table.Groups(results) {
		cause := pageCause{Text: g.Account()}
		for _, rule := range g.Rules(r.Writer) {
			cause.Rules = append(cause.Rules, validator.Quote(rule))
		}
		for _, result := range g.Results {
			cause.Cases = append(cause.Cases, place[result.ID])
		}
		causes = append(causes, cause)
	}
	return causes
}

// reportRules returns the rules that the files of the cases break, by ID, as a report has them.
func reportRules(r *conformance.Report) map[string][]string {
	rules := make(map[string][]string)
	for _, result := range r.Results {
		rules[result.ID] = result.Rules
	}
	return rules
}

// corpusRules returns the rules that the files of the cases break, by ID, as the corpus has them.
func corpusRules() map[string][]string {
	rules := make(map[string][]string)
	for _, c := range corpus.Cases() {
		rules[c.ID] = c.Rules
	}
	return rules
}
