package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// ByRule writes, instead of the findings, a table with a line for each rule and, below it, one for each of the folders
// that have most files with such findings: their number, and the first of those files. A rule with several severities
// has a line for each, and so has each reason why files could not be read. It is InOrder, and keeps a bounded number of
// folders in memory: if there are more, it counts their parents instead.
type ByRule struct {
	text    *Text
	rules   map[atSeverity]*folderCounts
	reasons map[string]*folderCounts // why files could not be read
	common  string                   // the folder of all these files
	any     bool                     // there is one
}

// atSeverity is a rule at the severity that it has in some files; in others a policy can give it another one.
type atSeverity struct {
	rule     spec.ID
	severity spec.Severity
}

// NewByRule returns a ByRule.
func NewByRule(o TextOptions) *ByRule {
	return &ByRule{text: NewText(o), rules: map[atSeverity]*folderCounts{}, reasons: map[string]*folderCounts{}}
}

// InOrder reports true: it remembers the files of each rule.
func (*ByRule) InOrder() bool { return true }

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
	count := func(rule spec.ID, severity spec.Severity, n int) {
		if severity >= b.text.Shown() {
			counts[atSeverity{rule, severity}] += int64(n)
		}
	}
	for i := range f.Findings {
		count(f.Findings[i].Rule, f.Findings[i].Severity, 1)
	}
	for _, o := range f.Omitted {
		count(o.Rule, o.Severity, o.Count)
	}
	reason := text.Inert(f.unsaid(b.text.Shown()))
	if len(counts) == 0 && reason == "" {
		return nil
	}
	path := displayPath(f)
	if !b.any {
		b.common, b.any = folderOf(path, len(path)), true
	}
	for !strings.HasPrefix(path, b.common) {
		b.common = folderOf(b.common, slashes(b.common)-1)
	}
	for at, n := range counts {
		if b.rules[at] == nil {
			b.rules[at] = newFolderCounts()
		}
		b.rules[at].add(path, n)
	}
	if reason != "" {
		if b.reasons[reason] == nil && len(b.reasons) >= maxReasons {
			reason = otherReason
		}
		if b.reasons[reason] == nil {
			b.reasons[reason] = newFolderCounts()
		}
		b.reasons[reason].add(path, 1)
	}
	return nil
}

// byRuleLine is a line of the table, and what is below it.
type byRuleLine struct {
	severity    spec.Severity
	rule, title string
	files       *folderCounts
}

// lines returns what could not be read, then the rules, the worst and most frequent first.
func (b *ByRule) lines() []byRuleLine {
	var lines []byRuleLine
	for _, reason := range slices.SortedFunc(maps.Keys(b.reasons), func(x, y string) int {
		return cmp.Or(cmp.Compare(b.reasons[y].files, b.reasons[x].files), cmp.Compare(x, y))
	}) {
		lines = append(lines, byRuleLine{spec.Error, string(validator.NotChecked), reason, b.reasons[reason]})
	}
	for _, at := range slices.SortedFunc(maps.Keys(b.rules), func(x, y atSeverity) int {
		return cmp.Or(cmp.Compare(y.severity, x.severity), cmp.Compare(b.rules[y].files, b.rules[x].files), cmp.Compare(x.rule.String(), y.rule.String()))
	}) {
		lines = append(lines, byRuleLine{at.severity, at.rule.String(), at.rule.Rule().Title, b.rules[at]})
	}
	return lines
}

// End writes the table, and the verdict.
func (b *ByRule) End(w io.Writer, s Summary) error {
	lines := b.lines()
	const count, files, level = "count", "files", "level  " // as long as "warning"
	counts, rules := len(count), 0
	for _, l := range lines {
		counts, rules = max(counts, digits(l.files.findings), digits(l.files.files)), max(rules, len(l.rule))
	}
	var words []byte
	if b.common != "" {
		words = fmt.Appendf(words, "In %s:\n", b.common)
	}
	if len(lines) > 0 {
		words = fmt.Appendf(words, "%*s  %*s  %s  %-*s  title\n", counts, count, counts, files, level, rules, "rule")
	}
	column := 2*(counts+len("  ")) + len(level) + len("  ") + rules + len("  ") // of the title
	for _, l := range lines {
		words = fmt.Appendf(words, "%*d  %*d  %s%*s  %-*s  ", counts, l.files.findings, counts, l.files.files,
			b.text.paint.Severity(l.severity, l.severity.String()), len(level)-len(l.severity.String()), "", rules, l.rule)
		words = append(text.AppendWrapped(words, l.title, column, strings.Repeat(" ", column), b.text.columns), '\n')
		words = l.files.appendFolders(words, 2*(counts+len("  ")), b.common)
	}
	if err := write(w, words); err != nil || b.text.quiet {
		return err
	}
	return write(w, b.text.appendEnd(nil, s, len(b.rules) > 0))
}

// digits returns the number of digits of a count.
func digits(n int64) int { return len(strconv.FormatInt(n, 10)) }
