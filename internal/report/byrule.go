package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/internal/inert"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// ByRule writes, instead of a line for each finding, one for each rule and, below it, one for each of the folders that
// have most files with such findings: their number, and the first of those files. A rule with several severities has a
// line for each, and so has each reason why files could not be read. It is InOrder, and keeps a bounded number of
// folders in memory: if there are more, it counts their parents instead.
type ByRule struct {
	text    *Text
	rules   map[atSeverity]*folderCounts
	reasons map[string]*folderCounts // why files could not be read
}

// atSeverity is a rule at the severity that it has in some files; in others a policy can give it another one.
type atSeverity struct {
	rule     spec.ID
	severity spec.Severity
}

// NewByRule returns a ByRule.
func NewByRule(o TextOptions) *ByRule {
	return &ByRule{NewText(o), map[atSeverity]*folderCounts{}, map[string]*folderCounts{}}
}

// InOrder marks a format that remembers.
func (*ByRule) InOrder() {}

// Begin writes nothing.
func (*ByRule) Begin(io.Writer) error { return nil }

// maxReasons is the number of distinct reasons; the texts of errors may contain numbers.
const (
	maxReasons  = 100
	otherReason = "for other reasons"
)

// File counts the findings of a file.
func (b *ByRule) File(_ io.Writer, _ int64, f *File) error {
	counts := map[atSeverity]int64{}
	for i := range f.Findings {
		counts[atSeverity{f.Findings[i].Rule, f.Findings[i].Severity}]++
	}
	for _, o := range f.Omitted {
		counts[atSeverity{o.Rule, o.Severity}] += int64(o.Count)
	}
	path := displayPath(f)
	for at, n := range counts {
		if b.rules[at] == nil {
			b.rules[at] = newFolderCounts()
		}
		b.rules[at].add(path, n)
	}
	if reason := inert.Text(f.unsaid()); reason != "" {
		if b.reasons[reason] == nil && len(b.reasons) >= maxReasons {
			reason = otherReason
		}
		if b.reasons[reason] == nil {
			b.reasons[reason] = newFolderCounts()
		}
		b.reasons[reason].add(path, 0)
	}
	return nil
}

// End writes what could not be read, then the rules, the worst and most frequent first, and the summary.
func (b *ByRule) End(w io.Writer, s Summary) error {
	var text []byte
	for _, reason := range slices.SortedFunc(maps.Keys(b.reasons), func(x, y string) int {
		return cmp.Or(cmp.Compare(b.reasons[y].files, b.reasons[x].files), cmp.Compare(x, y))
	}) {
		c := b.reasons[reason]
		text = fmt.Appendf(text, "%s: %s: %s\n", b.text.severity[spec.Error](validator.NotChecked), plural.Count(c.files, "file"), reason)
		text = c.appendFolders(text, b.text.path)
	}
	for _, at := range slices.SortedFunc(maps.Keys(b.rules), func(x, y atSeverity) int {
		return cmp.Or(cmp.Compare(y.severity, x.severity), cmp.Compare(b.rules[y].files, b.rules[x].files), cmp.Compare(x.rule.String(), y.rule.String()))
	}) {
		c := b.rules[at]
		text = fmt.Appendf(text, "%s: %s in %s: %s [%s]\n", b.text.severity[at.severity](at.severity),
			plural.Count(c.findings, "finding"), plural.Count(c.files, "file"), at.rule.Rule().Title, at.rule)
		text = c.appendFolders(text, b.text.path)
	}
	if err := write(w, text); err != nil {
		return err
	}
	return b.text.End(w, s)
}
