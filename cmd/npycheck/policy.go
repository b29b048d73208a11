package main

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// policy is what the flags make of findings. It doesn't change the verdict on a file.
type policy struct {
	rules  map[spec.ID]ruling
	failOn spec.Severity // never is above every severity
}

const never = spec.Error + 1

// ruling is how findings of one rule are reported.
type ruling struct {
	hidden   bool
	severity spec.Severity
	kind     spec.Kind
}

// newPolicy reads the flags. Of ignore, only and severity, each names rules; severity holds
// "RULE=LEVEL".
func newPolicy(ignore, only, severity []string, denyObject bool, failOn string) (*policy, error) {
	p := &policy{rules: make(map[spec.ID]ruling)}
	for _, r := range spec.Rules() {
		p.rules[r.ID] = ruling{hidden: len(only) > 0, severity: r.Level.Severity(), kind: r.Kind}
	}
	if denyObject {
		p.change(spec.PicklePresent.String(), func(r *ruling) { r.severity = spec.Error })
	}
	for _, id := range only {
		if !p.change(id, func(r *ruling) { r.hidden = false }) {
			return nil, unknownRule(id, "--only")
		}
	}
	for _, id := range ignore {
		if !p.change(id, func(r *ruling) { r.hidden = true }) {
			return nil, unknownRule(id, "--ignore")
		}
	}
	for _, s := range severity {
		id, level, ok := strings.Cut(s, "=")
		if !ok {
			return nil, usagef("--severity %s: want RULE=LEVEL, for example header-alignment-64=error", quoted(s))
		}
		sev, ok := parseSeverity(level)
		if !ok {
			return nil, usagef("--severity %s: the level is error, warning or note", quoted(s))
		}
		if !p.change(id, func(r *ruling) { r.severity = sev }) {
			return nil, unknownRule(id, "--severity")
		}
	}
	sev, ok := parseSeverity(failOn)
	if failOn == "never" {
		sev, ok = never, true
	}
	if !ok {
		return nil, usagef("--fail-on %s: want error, warning, note or never", quoted(failOn))
	}
	p.failOn = sev
	return p, nil
}

func (p *policy) change(name string, f func(*ruling)) bool {
	rule, ok := spec.Lookup(name)
	if ok {
		r := p.rules[rule.ID]
		f(&r)
		p.rules[rule.ID] = r
	}
	return ok
}

func parseSeverity(s string) (spec.Severity, bool) {
	for _, sev := range []spec.Severity{spec.Note, spec.Warning, spec.Error} {
		if s == sev.String() {
			return sev, true
		}
	}
	return 0, false
}

func unknownRule(id, where string) error {
	return usagef("unknown rule %s in %s%s", quoted(id), where, didYouMean(id, ruleIDs()))
}

// judge returns the findings that are to be shown.
func (p *policy) judge(findings []validator.Finding) []shown {
	out := make([]shown, 0, len(findings))
	for _, f := range findings {
		if r := p.rules[f.Rule]; !r.hidden {
			out = append(out, shown{f, r.severity, r.kind})
		}
	}
	return slices.Clip(out)
}

// judgeOmitted counts the findings that were not kept, by rule and by severity.
func (p *policy) judgeOmitted(omitted map[spec.ID]int) (byRule map[spec.ID]int, bySeverity [spec.Error + 1]int64) {
	for id, n := range omitted {
		if r := p.rules[id]; !r.hidden {
			if byRule == nil {
				byRule = make(map[spec.ID]int)
			}
			byRule[id] = n
			bySeverity[r.severity] += int64(n)
		}
	}
	return byRule, bySeverity
}

// exitCode returns the exit code for a run that could be written.
func (p *policy) exitCode(s summary) exitCode {
	if s.unreadable > 0 || s.interrupted {
		return exitIncomplete
	}
	for sev := p.failOn; sev <= spec.Error; sev++ {
		if s.findings[sev] > 0 {
			return exitFindings
		}
	}
	return exitOK
}
