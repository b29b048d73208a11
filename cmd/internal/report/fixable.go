package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// Fixable counts the findings that npycheck fix fixes, and those of which nobody knows, under fixUnknown, by severity.
type Fixable map[remedy.Fix][spec.Error + 1]int64

// fixUnknown isn't the Fix of a command, which has Fixed.
const fixUnknown = remedy.Notes

func (c *Fixable) add(f *File) {
	for i := range f.Findings {
		switch found := &f.Findings[i]; {
		case found.Fix != 0:
			c.count(found.Fix, found.Severity, 1)
		case f.FixUnknown && found.Rule.Rule().Fix.Way != spec.FixNever:
			c.count(fixUnknown, found.Severity, 1)
		}
	}
}

func (c *Fixable) count(fix remedy.Fix, severity spec.Severity, n int64) {
	if *c == nil {
		*c = make(Fixable)
	}
	counts := (*c)[fix]
	counts[severity] += n
	(*c)[fix] = counts
}

func (c *Fixable) merge(d Fixable) {
	for fix, counts := range d {
		for severity, n := range counts {
			c.count(fix, spec.Severity(severity), n)
		}
	}
}

// fixable says which command fixes how many of the findings that are listed, a line for each, and how many nobody has
// looked at.
func (l Levels) fixable(all Fixable) []string {
	total := make(map[remedy.Fix]int64)
	for fix, counts := range all {
		for _, n := range counts[l.Shown():] {
			total[fix] += n
		}
	}
	unknown := total[fixUnknown]
	delete(total, fixUnknown)
	maps.DeleteFunc(total, func(_ remedy.Fix, n int64) bool { return n == 0 })
	var lines []string
	for _, fix := range slices.SortedFunc(maps.Keys(total), func(a, b remedy.Fix) int {
		return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b))
	}) {
		lines = append(lines, fmt.Sprintf("%d fixable with %s", total[fix], fix.Command()))
	}
	if unknown > 0 {
		lines = append(lines, fmt.Sprintf("%s not tried: npycheck fix --check FILE says what it fixes", text.Count(unknown, "finding")))
	}
	return lines
}
