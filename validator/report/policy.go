package report

import (
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Never as a value of Policy.FailOn is above every severity.
const Never = spec.Error + 1

// Policy says which findings of a project are shown, at which severity, and which fail a run. It never changes
// the verdict on a file. The zero value shows everything at the severity of its rule.
type Policy struct {
	Ignore     []spec.ID                 // rules whose findings are neither shown nor counted
	Only       []spec.ID                 // if not empty, the only rules whose findings are shown and counted
	Severity   map[spec.ID]spec.Severity // of rules that are reported at another level
	DenyObject bool                      // arrays of Python objects are errors
	FailOn     spec.Severity             // findings of this severity or above fail a run; 0 is Error
}

// Shows reports whether findings of a rule are shown and counted.
func (p *Policy) Shows(rule spec.ID) bool {
	return !slices.Contains(p.Ignore, rule) && (len(p.Only) == 0 || slices.Contains(p.Only, rule))
}

// SeverityOf returns the severity at which a rule is reported.
func (p *Policy) SeverityOf(rule spec.ID) spec.Severity {
	if severity, ok := p.Severity[rule]; ok {
		return severity
	}
	if p.DenyObject && rule == spec.PicklePresent {
		return spec.Error
	}
	return rule.Rule().Level.Severity()
}

// Fails reports whether the findings of a run fail it.
func (p *Policy) Fails(s Summary) bool {
	for severity := p.failOn(); severity <= spec.Error; severity++ {
		if *s.findings(severity) > 0 {
			return true
		}
	}
	return false
}

func (p *Policy) failOn() spec.Severity {
	if p.FailOn == 0 {
		return spec.Error
	}
	return p.FailOn
}

// judge enters what a validator found into f.
func (p *Policy) judge(f *File, r *validator.Report) {
	for _, found := range r.Findings {
		if p.Shows(found.Rule) {
			f.Findings = append(f.Findings, Finding{found, p.SeverityOf(found.Rule)})
		}
	}
	for rule, n := range r.Omitted {
		if p.Shows(rule) {
			if f.Omitted == nil {
				f.Omitted = make(map[spec.ID]int)
			}
			f.Omitted[rule] = n
			f.omittedBy[p.SeverityOf(rule)] += int64(n)
		}
	}
}
