package report

import (
	"maps"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

const (
	// Off as a value of Policy.Severity hides a rule, as Policy.Ignore does.
	Off spec.Severity = 0

	// Never as a value of Policy.FailOn is above every severity.
	Never = spec.Error + 1
)

// Policy says which findings of a project are shown, at which severity, and which fail a run. It never changes
// the verdict on a file. The zero value shows everything at the severity of its rule.
type Policy struct {
	Ignore     []spec.ID                 // rules whose findings are neither shown nor counted
	Only       []spec.ID                 // if not empty, the only rules whose findings are shown and counted
	Severity   map[spec.ID]spec.Severity // of rules that are reported at another level, or Off
	DenyPickle bool                      // arrays of Python objects are errors
	FailOn     spec.Severity             // findings of this severity or above fail a run; 0 is Error

	// AllowImports are patterns of imports that the project trusts, like "pandas.*". The findings about such an
	// import and its call are neither shown nor counted. See [ImportPattern] for what a pattern never covers.
	AllowImports []ImportPattern

	Overrides []Override // for some of the files; a later one wins over an earlier one
}

// Override has the exceptions of a policy for some files.
type Override struct {
	Paths   []string               // patterns of the files, as the head of a report names them
	Applies func(path string) bool // whether the override is for the file with this path

	Ignore       []spec.ID                 // besides those of the policy
	Severity     map[spec.ID]spec.Severity // in place of those of the policy, rule by rule
	AllowImports []ImportPattern           // besides those of the policy
}

func (p *Policy) failOn() spec.Severity {
	if p.FailOn == 0 {
		return spec.Error
	}
	return p.FailOn
}

// filePolicy is a policy with the overrides for one file.
type filePolicy struct {
	*Policy
	overrides []*Override
}

func (p *Policy) of(f *File) *filePolicy {
	of := &filePolicy{Policy: p}
	if f.Stdin { // it has no path
		return of
	}
	for i := range p.Overrides {
		if o := &p.Overrides[i]; o.Applies(f.Path) {
			of.overrides = append(of.overrides, o)
		}
	}
	return of
}

func (p *filePolicy) shows(rule spec.ID) bool {
	if slices.Contains(p.Ignore, rule) || len(p.Only) > 0 && !slices.Contains(p.Only, rule) {
		return false
	}
	for _, o := range p.overrides {
		if slices.Contains(o.Ignore, rule) {
			return false
		}
	}
	return p.severityOf(rule) != Off
}

func (p *filePolicy) severityOf(rule spec.ID) spec.Severity {
	for _, o := range slices.Backward(p.overrides) {
		if severity, ok := o.Severity[rule]; ok {
			return severity
		}
	}
	if severity, ok := p.Severity[rule]; ok {
		return severity
	}
	if p.DenyPickle && rule == spec.PicklePresent {
		return spec.Error
	}
	return rule.Rule().Level.Severity()
}

// passes reports whether a policy hides an error. That applies to the error alone, and not to its consequences.
func (p *filePolicy) passes(f validator.Finding) bool {
	return f.Severity() == spec.Error && (!p.shows(f.Rule) || p.severityOf(f.Rule) < spec.Error)
}

// allows reports whether a finding is about an import that the project trusts.
func (p *filePolicy) allows(f *validator.Finding) bool {
	if allowsImport(p.AllowImports, f) {
		return true
	}
	return slices.ContainsFunc(p.overrides, func(o *Override) bool { return allowsImport(o.AllowImports, f) })
}

// judge adds the findings of a validator to f.
func (p *Policy) judge(f *File, r *validator.Report) {
	if len(r.Findings)+len(r.Omitted) == 0 {
		return
	}
	of := p.of(f)
	enter := func(findings []validator.Finding) {
		for i := range findings {
			if found := &findings[i]; of.shows(found.Rule) && !of.allows(found) {
				f.Findings = append(f.Findings, Finding{*found, of.severityOf(found.Rule), 0})
			}
		}
	}
	enter(r.Findings)
	if slices.ContainsFunc(r.Findings, of.passes) {
		enter(r.Followed)
	}
	// Their imports are no longer known.
	for _, rule := range slices.Sorted(maps.Keys(r.Omitted)) {
		if of.shows(rule) {
			f.Omitted = append(f.Omitted, Omitted{rule, of.severityOf(rule), r.Omitted[rule]})
		}
	}
}
