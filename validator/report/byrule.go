package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// ByRule writes a line for each rule instead of one for each finding: how many findings in how many files, and the
// first of those files. A rule with several severities has a line for each. It is InOrder.
type ByRule struct {
	text  *Text
	rules map[atSeverity]*ruleCount
}

// atSeverity is a rule at the severity that it has in some files; in others a policy can give it another one.
type atSeverity struct {
	rule     spec.ID
	severity spec.Severity
}

type ruleCount struct {
	atSeverity
	findings, files int64
	first           string // the path of a file, fit for a terminal
}

// NewByRule returns a ByRule.
func NewByRule(o TextOptions) *ByRule { return &ByRule{NewText(o), map[atSeverity]*ruleCount{}} }

// InOrder marks a format that remembers.
func (*ByRule) InOrder() {}

// Begin writes nothing.
func (*ByRule) Begin(io.Writer) error { return nil }

// File counts the findings of a file, and writes why it could not be read.
func (b *ByRule) File(w io.Writer, n int64, f *File) error {
	counted := map[spec.ID]bool{}
	count := func(rule spec.ID, severity spec.Severity, n int) {
		at := atSeverity{rule, severity}
		c := b.rules[at]
		if c == nil {
			c = &ruleCount{atSeverity: at, first: displayPath(f)}
			b.rules[at] = c
		}
		c.findings += int64(n)
		if !counted[rule] {
			counted[rule] = true
			c.files++
		}
	}
	for i := range f.Findings {
		count(f.Findings[i].Rule, f.Findings[i].Severity, 1)
	}
	for _, o := range f.Omitted {
		count(o.Rule, o.Severity, o.Count)
	}
	if f.Err == nil {
		return nil
	}
	return b.text.File(w, n, &File{Path: f.Path, Stdin: f.Stdin, Verdict: validator.Unreadable, Err: f.Err})
}

// End writes the rules, the worst and most frequent first, and the summary.
func (b *ByRule) End(w io.Writer, s Summary) error {
	counts := make([]*ruleCount, 0, len(b.rules))
	for _, c := range b.rules {
		counts = append(counts, c)
	}
	slices.SortFunc(counts, func(x, y *ruleCount) int {
		return cmp.Or(cmp.Compare(y.severity, x.severity), cmp.Compare(y.files, x.files), cmp.Compare(x.rule.String(), y.rule.String()))
	})
	var text []byte
	for _, c := range counts {
		text = fmt.Appendf(text, "%s: %s in %s: %s [%s]\n  first in %s\n", b.text.severity[c.severity](c.severity),
			Count(c.findings, "finding"), Count(c.files, "file"), c.rule.Rule().Title, c.rule, b.text.path(c.first))
	}
	if err := write(w, text); err != nil {
		return err
	}
	return b.text.End(w, s)
}
