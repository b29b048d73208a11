package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// lookupClause returns the clause of that ID.
func lookupClause(id string) (c spec.Clause, ok bool) {
	clauses := spec.Clauses()
	i := slices.IndexFunc(clauses, func(c spec.Clause) bool { return c.ID == id })
	if i < 0 {
		return spec.Clause{}, false
	}
	return clauses[i], true
}

func clauseIDs() []string {
	var ids []string
	for _, c := range spec.Clauses() {
		ids = append(ids, c.ID)
	}
	return ids
}

// appendClause appends a clause of the specification: its text, its rules with the duty of readers, and its cases.
func (e *explainer) appendClause(dst []byte, c spec.Clause) []byte {
	dst = e.heading(dst, c.ID+": "+c.Title)
	dst = e.appendClauseText(append(dst, '\n'), c)
	if len(c.Rules) == 0 {
		return append(dst, "\nNo rule enforces it.\n"...)
	}
	width := 0
	for _, name := range c.Rules {
		width = max(width, len(name))
	}
	dst = e.heading(append(dst, '\n'), "Rules, and what a reader does with a file that breaks them:")
	dst = append(dst, '\n')
	for _, name := range c.Rules {
		rule, _ := spec.Lookup(name)
		dst = fmt.Appendf(dst, "  %s  %s\n", e.paint.Severity(rule.Level.Severity(), fmt.Sprintf("%-*s", width, name)), rule.Reader)
	}
	var cases []string
	for _, c2 := range corpus.Cases() {
		if slices.ContainsFunc(c2.Rules, func(rule string) bool { return slices.Contains(c.Rules, rule) }) {
			cases = append(cases, c2.ID)
		}
	}
	more := ""
	if n := len(cases) - maxClauseCases; n > 0 {
		cases, more = cases[:maxClauseCases], fmt.Sprintf(" and %d more", n)
	}
	return appendWrapped(append(dst, '\n'), fmt.Sprintf("Cases: %s%s; npycheck corpus list --rule %s", strings.Join(cases, ", "), more, strings.Join(c.Rules, ",")), e.columns)
}

// maxClauseCases is how many cases of a clause are named.
const maxClauseCases = 6

// appendClauseText appends the text of a clause. Tables, lists and grammar keep their lines.
func (e *explainer) appendClauseText(dst []byte, c spec.Clause) []byte {
	dst = appendWrapped(dst, fmt.Sprintf("Clause %s, %s (%s):", c.ID, c.Strength, c.Sources), e.columns)
	for _, paragraph := range strings.Split(c.Text, "\n\n") {
		dst = append(dst, '\n')
		if !strings.ContainsAny(paragraph[:1], "|-`") {
			dst = appendWrapped(dst, paragraph, e.columns)
			continue
		}
		for line := range strings.Lines(paragraph + "\n") {
			if !strings.HasPrefix(line, "```") {
				dst = append(append(dst, "  "...), line...)
			}
		}
	}
	return dst
}
